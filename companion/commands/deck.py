"""``porrazo deck learn PICTURES...``, ``deck list``, ``deck forget NAME``: decks of one's own, read by their print."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands import BadInput
from engine.cards import PACK, Card
from engine.fields import visible
from vision.files import gate

if TYPE_CHECKING:
    from vision.enrolment.decks import EnrolledDeck, Shelf
    from vision.enrolment.learning import Measured
    from vision.enrolment.lesson import Learnt, LessonPhoto

LEARN = """\
Show it each card once: a photograph of one card named for it (7h.jpg, Ts-2.png), or photographs of many cards lying
free of each other, in any order. What no name and no list tells is read by the program, which knows that no deck has
a card twice. Better still, lay out a suit a photograph, A to K in rows from the left: all will then be where
--labels says."""
LABELS = """\
a text file that says what lies where: a line a photograph, its name and its cards, row by row from the left:
"hearts.jpg Ah 2h 3h ..." or "hearts.jpg Ah-Kh\""""

MOST_NAMED = 13
"""So many cards are named one by one."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "deck",
        help="learn a deck that is read badly, list those learnt, forget one",
        description="Decks of your own, which recognise and watch then read by their print.",
    )
    acts = parser.add_subparsers(dest="act", metavar="learn|list|forget", required=True)
    learning = acts.add_parser("learn", help="learn a deck from photographs", description=LEARN)
    learning.add_argument("pictures", metavar="PICTURE", nargs="+", help="a photograph of cards of the deck")
    learning.add_argument(
        "--name", metavar="NAME", help="what to call the deck (default: deck 1, deck 2, ...)"
    )
    learning.add_argument("--labels", metavar="FILE", help=LABELS)
    learning.add_argument(
        "--spanish",
        action="store_true",
        help="the pictures show a Spanish pack: oros are named d, copas h, espadas s, bastos c; sotas J, caballos Q, "
        "reyes K",
    )
    acts.add_parser("list", help="list the decks that were learnt")
    forgetting = acts.add_parser("forget", help="forget a deck")
    forgetting.add_argument("name", metavar="NAME")


def run(args: argparse.Namespace) -> int:
    """Do what is asked; BadInput where it cannot be done."""
    from vision.enrolment.decks import BadDeck, forget, shelf

    try:
        if args.act == "learn":
            print(learn(args), flush=True)
        elif args.act == "forget":
            forget(args.name)
            print(f"forgot {visible(args.name)}")
        else:
            print(listing(shelf()))
    except BadDeck as error:
        raise BadInput(str(error)) from None
    return 0


def learn(args: argparse.Namespace) -> str:
    """Learn a deck and keep it; what came of it. BadInput or BadDeck where nothing can."""
    from companion.setup.deck_lesson import keep_learnt
    from vision.enrolment import decks, lesson
    from vision.photograph import Recogniser
    from vision.runtime.inference import CannotRun
    from vision.runtime.weights import MissingWeights
    from vision.spanish import spanish_recogniser

    known = [deck.name for deck in decks.shelf().all]
    name = args.name if args.name is not None else free_name(known)
    decks.check_name(name)
    shown = pictures(args.pictures, said(Path(args.labels)) if args.labels is not None else {})
    try:
        recogniser = spanish_recogniser() if args.spanish else Recogniser.load()
        learnt = lesson.learn(recogniser, shown)
    except (CannotRun, MissingWeights) as error:
        raise BadInput(str(error)) from None
    return report(keep_learnt(name, learnt), learnt)


def free_name(known: Collection[str]) -> str:
    """The first of deck 1, deck 2, ... that is not taken."""
    return next(name for k in itertools.count(1) if (name := f"deck {k}") not in known)


def pictures(names: Sequence[str], labels: dict[str, tuple[Card, ...]]) -> list[LessonPhoto]:
    """The photographs, with the cards said by the labels or by their own names; BadInput where one cannot be read."""
    from vision.enrolment.lesson import LessonPhoto, card_of
    from vision.files.pictures import UnreadablePicture, read_picture

    missing = sorted(set(labels) - {Path(name).name for name in names})
    if missing:
        raise BadInput(f"the labels tell of {missing[0]}, which is not among the pictures")
    shown = []
    for name in dict.fromkeys(names):
        path = Path(name)
        try:
            shown.append(LessonPhoto(name, read_picture(path), labels.get(path.name) or card_of(path.stem)))
        except UnreadablePicture as error:
            raise BadInput(f"{name}: {error}") from None
    return shown


def said(file: Path) -> dict[str, tuple[Card, ...]]:
    """The labels file: a picture's name -> its cards; BadInput, with the line, where it cannot be understood."""
    try:
        lines = gate.read(file, gate.LABEL_BYTES).decode().splitlines()
    except gate.NotTaken as error:
        raise BadInput(f"{file}: {error}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{file}: is not a text file") from None
    labels: dict[str, tuple[Card, ...]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        name, *words = line.split()
        if not words:
            raise BadInput(f"{file}:{number}: no cards are told after the picture's name")
        name = name.rstrip(":")
        if name in labels:
            raise BadInput(f"{file}:{number}: {name} is told of twice")
        try:
            labels[name] = tuple(card for word in words for card in span(word))
        except ValueError as error:
            raise BadInput(f"{file}:{number}: {error}") from None
    return labels


def span(word: str) -> tuple[Card, ...]:
    """``7h``, or all the cards of a suit from one to another: ``Ah-Kh``."""
    first, _, last = word.partition("-")
    begin, end = PACK.index(Card.parse(first)), PACK.index(Card.parse(last or first))
    if begin // 13 != end // 13 or end < begin:
        raise ValueError(f"'{word}' does not go up through one suit")
    return PACK[begin : end + 1]


def report(deck: EnrolledDeck, learnt: Learnt) -> str:
    """What a person wants to know of a lesson."""
    missing = sorted(set(PACK) - {PACK[int(k)] for k in deck.faces().cards}, key=PACK.index)
    notes = (
        (
            "not read as what they were named, by you or because no other card was left",
            written(learnt.guessed),
        ),
        ("left out, show again (covered, blurred, cut off or blank)", written(learnt.unclear)),
        ("cards that could not be named", str(learnt.unnamed or "")),
        ("not known yet", written(missing)),
    )
    told = [f"  {what}: {which}" for what, which in notes if which]
    return "\n".join([summed(deck), *told, f"  {accuracy(learnt.measured)}"])


def accuracy(measured: Measured) -> str:
    """How many cards were read right without the deck, and with it."""
    kept, copies = (
        "photographs that were kept back",
        "copies of these cards, dimmed, blurred or half covered,",
    )
    shares = [
        f"{right} ({100 * right / measured.cards:.0f} %)" for right in (measured.before, measured.after)
    ]
    of_what = kept if measured.kept_back else copies
    return f"of {measured.cards} {of_what} read right: {shares[0]} before, {shares[1]} now"


def written(cards: Sequence[Card]) -> str:
    """The cards with blanks between them; of many, how many."""
    return " ".join(map(str, cards)) if len(cards) <= MOST_NAMED else f"{len(cards)} cards"


def summed(deck: EnrolledDeck) -> str:
    """A deck in a few words."""
    cards, pictures = (
        f"{n} {what}{'s' * (n != 1)}" for n, what in ((deck.cards, "card"), (deck.pictures, "picture"))
    )
    return f"{deck.name}: {cards}, from {pictures}"


def listing(kept: Shelf) -> str:
    """The decks, a line each, those that are damaged last."""
    lines = [summed(deck) for deck in kept.decks]
    lines += [
        visible(f"{deck.name}: damaged, {deck.reason}; forget it and learn it again") for deck in kept.damaged
    ]
    return "\n".join(lines) or "no deck has been learnt"
