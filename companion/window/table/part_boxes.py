"""Where each part of the table's screen lies, by its name. Plain geometry, no Kivy.

`companion.window.table_parts.layout` arranges what there is to show; here a question takes its place among it.
"""

from __future__ import annotations

from dataclasses import replace

from companion import theme
from companion.window.table_parts.layout_parts import Places
from companion.window.widgets.geometry import Box, Room

BUTTONS = ("undo", "redo", "menu")
"""The header's buttons, left to right."""
ALWAYS = ("title", *BUTTONS)
OFTEN = ("board", "banner", "picture", "cards", "keys", "event_list", "question")
"""Parts that are shown where there is something to show and room for it."""
QUESTION_WIDE = 0.55
"""Share of the row for a question in an upright or a low window, where the cards lie beside it."""
LEAST_BANNER = 3
"""A banner narrower than this, in touch sizes, says nothing that can be read."""


def boxes_of(at: Places, room: Room, *, asks: bool, seated: bool = False) -> dict[str, Box | None]:
    """Give the box of every part, None for what is not shown. ``asks``: there is a question; ``seated``: players'
    buttons stand beside it, in place of the banner.
    """
    boxes: dict[str, Box | None] = {"title": at.title, **in_header(at.buttons, room)}
    banner = at.banner
    if asks:
        at = wider_list(at, room.gap) if room.upright or at.in_header else at
        if at.in_header:
            boxes["question"] = at.event_list
        else:
            boxes["question"], banner = question_and_banner(at, banner, room)
    boxes["event_list"] = None if asks else at.event_list
    return {
        "question": None,
        **boxes,
        "board": at.board,
        "picture": at.picture,
        "cards": at.cards,
        "keys": at.keys,
        "banner": banner if banner[2] > LEAST_BANNER * room.touch and not seated else None,
    }


def in_header(box: Box, room: Room) -> dict[str, Box]:
    """Share the header's box among its buttons."""
    x, y, width, height = box
    gap = theme.MARGIN * room.unit
    each = (width - 2 * gap) / len(BUTTONS)
    return {name: (x + number * (each + gap), y, each, height) for number, name in enumerate(BUTTONS)}


def question_and_banner(at: Places, banner: Box, room: Room) -> tuple[Box, Box]:
    """Give a question the places of the banner and the list, the table stays to be seen; and the banner the rest."""
    x, y, width, high = banner
    low, left, wide = at.event_list[1], at.event_list[0], at.event_list[2]
    question = (left, low, wide, y + high - low)
    if left + wide / 2 > room.width / 2:  # it lies at the right
        return question, (x, y, left - room.gap - x, high)
    begins = left + wide + room.gap
    return question, (begins, y, x + width - begins, high)


def seats_beside(question: Box, at: Places, room: Room) -> tuple[Box, ...]:
    """Give the seats' buttons of a screen that stands the banner's row, as much of it as a question leaves."""
    left, right = room.gap, question[0] - room.gap
    if question[0] + question[2] / 2 < room.width / 2:
        left, right = question[0] + question[2] + room.gap, room.width - room.gap
    _, y, _, high = at.banner
    each = (right - left + room.gap) / max(1, len(at.seats))
    return tuple((left + number * each, y, each - room.gap, high) for number in range(len(at.seats)))


def wider_list(at: Places, gap: float) -> Places:
    """Give the list more room, since a question is to take its place: that of the picture beside it, which the
    question shows a part of; else some of the cards' beside it.
    """
    x, y, width, height = at.event_list
    if at.picture is not None and at.picture[1] == y:
        left, _, wide, _ = at.picture
        return replace(at, event_list=(min(x, left), y, width + gap + wide, height), picture=None)
    if at.cards is None or at.cards[1] != y:
        return at
    left, _, wide, _ = at.cards
    more = QUESTION_WIDE * (width + gap + wide) - width
    if left > x:
        return replace(
            at, event_list=(x, y, width + more, height), cards=(left + more, y, wide - more, height)
        )
    return replace(at, event_list=(x - more, y, width + more, height), cards=(left, y, wide - more, height))
