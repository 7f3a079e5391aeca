"""Every colour and every size of the app: nothing else in ``companion`` names one.

Colours are RGBA in 0..1, as Kivy takes them. They are those of the look that `use` chose last, at first the dark
one; who takes another look makes the widgets anew (`PorrazoApp.rebuild`), so write ``theme.INK`` where a widget is
made, not as a property's default. Lengths come in three kinds: *units* (a hundredth of the
window's height, see `unit`), which grow with the window so that a table reads it from two metres;
density-independent pixels for what a finger must hit; and plain ratios.
"""

Colour = tuple[float, float, float, float]


def rgb(text: str, alpha: float = 1.0) -> Colour:
    """Read a colour written ``#rrggbb``."""
    red, green, blue = (int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue, alpha


def luminance(colour: Colour) -> float:
    """Relative luminance of an opaque colour, 0 black to 1 white (WCAG 2.2)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def faded(colour: Colour, alpha: float) -> Colour:
    """Give the same colour, let through to this degree (0 invisible, 1 opaque)."""
    return (*colour[:3], alpha)


def markup(colour: Colour) -> str:
    """Write a colour as Kivy's markup takes it."""
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour[:3])


# The table: a card room's felt by lamplight. What each colour means: docs/design-language.md.
FELT_TOP = rgb("#21503f")
"""Where the lamp shines on it."""
FELT_BOTTOM = rgb("#091a14")
"""In the corners."""
PANEL = rgb("#0b231b")
PANEL_TURN = rgb("#123a2d")
INK = rgb("#f7f2e4")
INK_SOFT = rgb("#bfd0c4")
GOLD = rgb("#f5c95c")
"""What comes next: whose turn it is, what to tap, what the table waits for. Nothing else is gold."""
ON_GOLD = rgb("#1c1403")
"""The letters on a button of gold."""
POINTS = rgb("#9be3bd")
"""Points won, and what is done and well."""
WRONG = rgb("#ffab9a")
"""What is wrong, and points taken away."""
BUTTON = rgb("#346b56")
BUTTON_DOWN = rgb("#1c4536")
BUTTON_OFF = rgb("#15382d")
QUIET_EDGE = rgb("#bfd0c4", 0.34)
"""Round a button that has no face of its own."""
INK_OFF = rgb("#6f8c80")
"""Of a button that does nothing just now; WCAG asks no contrast of those."""
SHADE = rgb("#04110c", 0.72)
"""Over the table while a question is in front of it."""
SHADOW = rgb("#000000", 0.45)
CLEAR = rgb("#000000", 0.0)

# The board: walnut, so that every peg stands out from it.
WOOD_LIGHT = rgb("#744728")
WOOD_DARK = rgb("#55311a")
WOOD_EDGE = rgb("#2e1a0c")
WOOD_SHEEN = rgb("#b98352", 0.55)
BRASS = rgb("#e3b558")
BRASS_DARK = rgb("#6b470f")
HOLE = rgb("#150903")
GROOVE = rgb("#241207", 0.62)
HOLE_RIM = rgb("#a8754a", 0.15)
"""Seen to this degree all round a hole; its lower edge catches more light."""
ENGRAVING = rgb("#e9cfa8")
PEG_OUTLINE = rgb("#190c04")

# Cards.
CARD = rgb("#fdfaf1")
CARD_EDGE = rgb("#85878c")
"""No tone of gold: that would say that the card is next."""
CARD_BLACK = rgb("#1d1f24")
CARD_RED = rgb("#b3202c")
SIGN_RED = "#ff9a8a"
"""Of hearts and diamonds within a text on the felt, as Kivy's markup takes it."""
OUTLINE = rgb("#ffffff")
"""Over the picture: round a card that was recognised, round the table and what is left out. Gold would say *next*."""
OUTLINE_WRONG = rgb("#ffab9a")
"""Over the picture, round what is wrong; the same in every look, since the picture is."""
OUTLINE_EDGE = rgb("#10130f", 0.85)
"""Beside a bright outline, so that it shows on a bright picture too."""
LABEL_BACK = rgb("#10130f", 0.85)

SIDE_COLOURS = (
    rgb("#ff8570"), rgb("#76c1ff"), rgb("#f5ec5f"), rgb("#dcaaff"),
    rgb("#72e5b5"), rgb("#ffb057"), rgb("#f4f1e6"), rgb("#ff9fd0"),
)  # fmt: skip
SIDE_SHAPES = ("circle", "square", "triangle", "diamond", "star", "hexagon", "cross", "pentagon")
"""A side is told by its colour and by its shape, so that nobody has to see colours."""

# Lettering. Lato has no suit signs; DejaVu Sans, which Kivy brings along, has.
FONT = "Lato"
"""For all that is not read from two metres."""
FONT_DISPLAY = "Fraunces"
"""For titles, the banner and numerals."""
FONT_SIGNS = "DejaVuSans"
FONT_SPANISH = "SpanishSuits"

# Lengths in units.
NUMERAL = 19.0
HEADLINE = 6.0
BODY = 4.4
SMALL = 3.5
MARK = 5.6
"""The shape beside a side's names."""
MARGIN = 1.5
RADIUS = 1.8
HEADER = 9.0
"""Height of a screen's title bar, and of the banner."""
HEADER_ROW = 7.0
"""Height of the table's header."""
HEADER_ROW_UPRIGHT = 5.0
"""The same in an upright window."""
HEADER_BUTTONS = 57.0
"""Width of all of the header's buttons together."""
HEADER_LETTERS = 0.45
"""Size of the letters on the header's buttons, as a share of their height: they are quieter than what is played."""
PANEL_HEIGHT = 18.0

TOUCH = 48.0
"""The least side of anything to tap, in density-independent pixels."""
TOUCH_UNITS = 5.0
"""The same in units: in a large window what is tapped is as large as the words beside it."""

# Ratios.
NAP = 0.9
"""How rough the felt is, in steps of a colour's 255: it hides the bands that a dark gradient shows."""
INLAY = 0.9
"""How much of a side's colour its lane shows: the groove shines through the rest."""
DRAWN_AT = 8.0
"""A unit of 1280x800, in pixels: where it is larger, lines over a picture are thicker."""
BORDER = 0.45
"""Width of the frame round the side to play, in units."""
PICTURE_SHAPE = 16 / 9
CARD_SHAPE = 63 / 88

# Time, in seconds.
PEG_FLIGHT = 0.45
CARD_FLIGHT = 0.22
TAPS_TOGETHER = 2.5
"""Taps on one side no further apart than this are one move of its pegs."""

BEFORE_THE_END = 2.5
"""From the winning point to the screen that ends the match: time to see the peg arrive."""

UNITS_WIDE = 72
"""A window is at least so many units wide: an upright one has smaller letters than its height would give."""
WINDOW = (1280, 800)
WINDOW_LEAST = (480, 320)


def unit(width: float, height: float) -> float:
    """Pixels of one unit in a window of this size: a hundredth of its height, less where it is narrow."""
    return max(2.0, min(height / 100, width / UNITS_WIDE))


LIGHT: dict[str, Colour | str | tuple[Colour, ...]] = {
    # Linen by daylight, a board of maple.
    "FELT_TOP": rgb("#f6efdf"), "FELT_BOTTOM": rgb("#e6dbc2"),
    "PANEL": rgb("#fdf8ec"), "PANEL_TURN": rgb("#fff0c4"),
    "INK": rgb("#221e16"), "INK_SOFT": rgb("#574f40"), "GOLD": rgb("#8a5300"), "ON_GOLD": rgb("#fffaf0"),
    "POINTS": rgb("#0b5f3b"), "WRONG": rgb("#a3261c"), "BRASS": rgb("#b98a2e"), "BRASS_DARK": rgb("#5d3f0c"),
    "BUTTON": rgb("#cbb27c"), "BUTTON_DOWN": rgb("#bfa66c"), "BUTTON_OFF": rgb("#ebe2cd"), "INK_OFF": rgb("#948a74"),
    "QUIET_EDGE": rgb("#574f40", 0.34),
    "SHADE": rgb("#2a2316", 0.6), "SHADOW": rgb("#000000", 0.28), "LABEL_BACK": rgb("#fdf8ec", 0.92),
    "WOOD_LIGHT": rgb("#e6c596"), "WOOD_DARK": rgb("#d9b380"), "WOOD_EDGE": rgb("#8a6238"),
    "WOOD_SHEEN": rgb("#fff4dc", 0.7), "GROOVE": rgb("#fff6e4", 0.55), "HOLE": rgb("#3b2510"),
    "HOLE_RIM": rgb("#f8e8cb", 0.15), "ENGRAVING": rgb("#57370f"), "PEG_OUTLINE": rgb("#1d1206"),
    "CARD": rgb("#ffffff"), "CARD_EDGE": rgb("#74777d"), "SIGN_RED": "#b3202c",
    "SIDE_COLOURS": (
        rgb("#b3261e"), rgb("#0b57a4"), rgb("#665500"), rgb("#7a2fa3"),
        rgb("#08693f"), rgb("#954300"), rgb("#2b2b2b"), rgb("#b0186b"),
    ),
}  # fmt: skip

CONTRAST: dict[str, Colour | str | tuple[Colour, ...]] = {
    # White on black, for eyes that need it; the sides' colours stay those of the dark look.
    "FELT_TOP": rgb("#000000"), "FELT_BOTTOM": rgb("#000000"),
    "PANEL": rgb("#101010"), "PANEL_TURN": rgb("#1f1f1f"),
    "INK": rgb("#ffffff"), "INK_SOFT": rgb("#e6e6e6"), "GOLD": rgb("#ffe066"),
    "POINTS": rgb("#8dffc4"), "WRONG": rgb("#ffb3a6"),
    "BUTTON": rgb("#3d3d3d"), "BUTTON_DOWN": rgb("#5a5a5a"), "BUTTON_OFF": rgb("#1c1c1c"), "INK_OFF": rgb("#8c8c8c"),
    "QUIET_EDGE": rgb("#e6e6e6", 0.75),
    "SHADE": rgb("#000000", 0.85), "WOOD_LIGHT": rgb("#363636"), "WOOD_DARK": rgb("#2b2b2b"),
    "WOOD_EDGE": rgb("#8c8c8c"), "WOOD_SHEEN": rgb("#4d4d4d", 0.55), "HOLE": rgb("#000000"),
    "GROOVE": rgb("#000000", 0.7),
    "HOLE_RIM": rgb("#ffffff", 0.85), "ENGRAVING": rgb("#ffffff"), "CARD": rgb("#ffffff"), "CARD_BLACK": rgb("#000000"),
}  # fmt: skip

LOOKS = {
    "dark": {name: globals()[name] for name in {**LIGHT, **CONTRAST}},
    "light": LIGHT,
    "contrast": CONTRAST,
}
"""What each look changes of the dark one."""


def use(look: str) -> None:
    """Take the colours of one of `LOOKS`; what is on screen already keeps its own until it is made anew."""
    globals().update({**LOOKS["dark"], **LOOKS[look]})


def fit(text_size: float, animation: float) -> None:
    """Make running text larger by a factor, and animations longer (0: none); numerals are large as it is."""
    globals().update({name: text_size * length for name, length in TEXT_LENGTHS.items()})
    globals()["PEG_FLIGHT"] = animation * USUAL_FLIGHT
    globals()["CARD_FLIGHT"] = animation * USUAL_CARD_FLIGHT


TEXT_LENGTHS = {"HEADLINE": HEADLINE, "BODY": BODY, "SMALL": SMALL}
USUAL_FLIGHT, USUAL_CARD_FLIGHT = PEG_FLIGHT, CARD_FLIGHT
