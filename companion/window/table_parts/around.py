"""Who sits at which edge of a screen that lies on the table. Plain geometry, no Kivy."""

NEAR, LEFT, FAR, RIGHT = "near", "left", "far", "right"
"""The screen's edges, clockwise as its players sit, from the lower one."""

TURNED = {NEAR: 0, LEFT: 270, FAR: 180, RIGHT: 90}
"""By how many degrees, anticlockwise, writing is turned for who sits at an edge."""

EDGES = {
    0: (),
    2: (NEAR, FAR),
    3: (NEAR, LEFT, RIGHT),
    4: (NEAR, LEFT, FAR, RIGHT),
    5: (NEAR, LEFT, FAR, FAR, RIGHT),
    6: (NEAR, NEAR, LEFT, FAR, FAR, RIGHT),
    7: (NEAR, NEAR, LEFT, FAR, FAR, RIGHT, RIGHT),
    8: (NEAR, NEAR, LEFT, LEFT, FAR, FAR, RIGHT, RIGHT),
}
"""By the number of players: the edge of each seat."""


def edges_of(seats: int) -> tuple[str, ...]:
    """Give the edge of each of so many seats, the first at the lower edge, the others clockwise."""
    return EDGES[seats]
