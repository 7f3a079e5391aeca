"""The sentences about a lesson: its progress, its result, which pictures could not be used and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.locales import N_
from companion.setup.deck_lesson import LeftOut, Lesson, LessonFault, Taught, What
from companion.window.widgets.playing_card import card_markup
from companion.window.widgets.text import plain
from companion.window.wording.phrases import Plural, Translate
from engine.cards import Card
from vision.enrolment.decks import EnrolledDeck
from vision.enrolment.learning import Measured

MOST_NAMED = 13
"""At most this many cards are named one by one."""
MOST_FILES = 4
"""At most this many unusable pictures are named one by one."""

SENTENCES: Mapping[What, str] = {
    "blind": N_("The cards cannot be seen: {reason}"),
    "disk": N_("The deck cannot be kept: {reason}"),
    "memory": N_("The pictures are too large for the memory here"),
    "unreadable": N_("it cannot be read as a picture"),
    "deck": "{reason}",
    "no card": N_("no card is found in it"),
    "another number": N_("{found} cards are found in it"),
    "untold": N_("No card is recognised: name the pictures after their cards, like 7h.jpg"),
    "unclear": N_("No card is clear enough: covered, blurred, cut off or blank"),
    "none": N_("No card is found in any of the pictures"),
}
"""What people are told of what is wrong."""


def failed(fault: LessonFault, tr: Translate) -> str:
    """Why nothing came of a lesson or a picture, in people's words."""
    return tr(SENTENCES[fault.what]).format(reason=plain(fault.reason), found=fault.found)


def going_on(lesson: Lesson, tr: Translate) -> str:
    """What is being done."""
    match lesson.stage:
        case "loading":
            return tr("Reading the pictures")
        case "looking":
            return tr("Looking at the cards")
        case _:
            return tr("Trying out what was learnt")


def known(deck: EnrolledDeck, tr: Translate, many: Plural) -> str:
    """How much of a deck is known."""
    cards = many("{count} card", "{count} cards", deck.cards).format(count=deck.cards)
    pictures = many("{count} picture", "{count} pictures", deck.pictures).format(count=deck.pictures)
    return tr("{cards}, from {pictures}").format(cards=cards, pictures=pictures)


def report(taught: Taught, tr: Translate, many: Plural) -> Iterator[str]:
    """What a person wants to know of a lesson, a sentence each."""
    yield f"{plain(taught.deck.name)}: {known(taught.deck, tr, many)}"
    yield accuracy(taught.learnt.measured, tr)
    learnt = taught.learnt
    if learnt.unclear:
        text = tr("Show again (covered, blurred, cut off or blank): {cards}")
        yield text.format(cards=_cards(learnt.unclear, many))
    if learnt.unnamed:
        yield tr("Cards that were not recognised: {count}").format(count=learnt.unnamed)
    if learnt.guessed:
        text = tr("Learnt as named, though the app reads another card: {cards}")
        yield text.format(cards=_cards(learnt.guessed, many))
    if taught.missing:
        yield tr("Not known yet: {cards}").format(cards=_cards(taught.missing, many))
    yield from left_out(taught.left_out, tr, many)


def accuracy(measured: Measured, tr: Translate) -> str:
    """How many cards were read right without the deck, and with it."""
    if measured.kept_back:
        text = tr("Tried on pictures kept back ({count}): {before}% read right before, {after}% now")
    else:
        text = tr(
            "Tried on copies, dimmed, blurred or half covered ({count}): {before}% read right before, {after}% now"
        )
    before, after = (round(100 * right / measured.cards) for right in (measured.before, measured.after))
    return text.format(count=measured.cards, before=before, after=after)


def left_out(pictures: Sequence[LeftOut], tr: Translate, many: Plural) -> Iterator[str]:
    """Which pictures could not be used, and why; of many the first ones, and how many more."""
    for one in pictures[:MOST_FILES]:
        yield f"{plain(one.name)}: {failed(one.fault, tr)}"
    if len(pictures) > MOST_FILES:
        more = len(pictures) - MOST_FILES
        text = many("{count} more picture could not be used", "{count} more pictures could not be used", more)
        yield text.format(count=more)


def _cards(cards: Sequence[Card], many: Plural) -> str:
    if len(cards) > MOST_NAMED:
        return many("{count} card", "{count} cards", len(cards)).format(count=len(cards))
    return " ".join(map(card_markup, cards))
