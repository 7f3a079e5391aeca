"""What the camera's screen says of the camera: what is wrong and where, what helps, how far it has come."""

from __future__ import annotations

from companion.locales import N_
from companion.setup.camera_setup import Aim
from companion.window.table_parts.live_picture import LEARNING
from companion.window.widgets.text import plain
from companion.window.wording.phrases import Translate
from vision.view.advice import Advice, Fault

FAULT_WORDS = {
    Fault.DARK: (N_("Too dark"), N_("more light on the table")),
    Fault.BLURRED: (N_("Blurred"), N_("hold the camera still and let it focus")),
    Fault.FAR: (N_("Too far"), N_("bring the camera nearer")),
    Fault.TILTED: (N_("Too slanted"), N_("look more from above")),
    Fault.GLARE: (N_("Glare"), N_("move the lamp or the camera")),
}
"""For every fault what it is called, and what helps."""

PLACE_WORDS = (
    (N_("upper left"), N_("at the top"), N_("upper right")),
    (N_("left"), N_("in the middle"), N_("right")),
    (N_("lower left"), N_("at the bottom"), N_("lower right")),
)
"""Where in the picture, in words, row by row."""


def fault_word(advice: Advice, tr: Translate) -> str:
    """What is wrong, in a word or two."""
    return tr(FAULT_WORDS[advice.fault][0])


def advice_sentence(advice: Advice, tr: Translate) -> str:
    """What is wrong, where, and what helps: ``Glare upper left: move the lamp or the camera``."""
    what, helps = (tr(text) for text in FAULT_WORDS[advice.fault])
    if advice.region is None:
        return f"{what}: {helps}"
    left, upper, right, lower = advice.region
    column, row = (min(2, int(1.5 * (one + other))) for one, other in ((left, right), (upper, lower)))
    return f"{what} {tr(PLACE_WORDS[row][column])}: {helps}"


def progress(aim: Aim, tr: Translate, *, named: bool) -> str:
    """What is said over the picture, "" for nothing; ``named``: somebody's names stand round the table."""
    match aim.state:
        case "loading":
            return tr(LEARNING)
        case "blind":
            return tr("Nothing can see the cards: {reason}").format(reason=plain(aim.reason))
        case "opening":
            return tr("Waiting for the picture")
        case "lost":
            return tr("This camera gives no picture; trying again")
        case "ended":
            return tr("The film has ended")
        case "looking":
            pass
    if aim.finding is not None:
        return tr("Looking for the table: {percent}%").format(percent=round(100 * aim.finding))
    if aim.table is not None:
        return (
            tr("The table is found. Is a name at the wrong place? Tap it")
            if named
            else tr("The table is found")
        )
    return tr("No table was found: lay three cards or more face up and try again") if aim.searched else ""
