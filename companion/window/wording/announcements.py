"""What is said aloud, and which sound is played, when the match changes: new scores, a winner, a question."""

from __future__ import annotations

from dataclasses import dataclass

from companion.record import match_summary
from companion.record.session import Session
from companion.window.wording import phrases
from companion.window.wording.phrases import Translate
from engine.match import AnyMatch


@dataclass(frozen=True)
class Heard:
    """How a match stood when it was last spoken of."""

    moves: tuple[match_summary.Move, ...] = ()
    scores: tuple[int, ...] = ()
    winner: int | None = None
    asked: bool = False


@dataclass(frozen=True)
class Announcement:
    """Sentences to be said, in order, and the sound that goes with them, "" for none."""

    sentences: tuple[str, ...] = ()
    sound: str = ""


def heard(session: Session) -> Heard:
    """Give how a match stands now, to compare with later."""
    position = match_summary.as_it_stands(session.match)
    asked = session.doubt is not None
    return Heard(match_summary.moves(session.match), tuple(position.scores), position.winner, asked)


def announcement(before: Heard, session: Session, tr: Translate) -> Announcement:
    """Say what is new since then. Points given by hand are not said: who tapped them knows.

    Where an earlier event was corrected the totals are said instead, once.
    """
    now = heard(session)
    winner = now.winner if now.winner != before.winner else None
    if now.moves[: len(before.moves)] == before.moves:
        new = now.moves[len(before.moves) :]
        sentences = [spoken(move, session.match, tr) for move in new if move.why != "adjust"]
    elif now.scores != before.scores and len(now.scores) == len(before.scores) and not _by_hand(before, now):
        sentences = [standing(session.match, tr)]
    else:
        sentences = []
    if winner is not None:
        sentences.append(_winner(session.match, winner, tr))
    return Announcement(tuple(sentences), _sound(before, now))


def _by_hand(before: Heard, now: Heard) -> bool:
    """Whether all that changed is points given by hand: taps in quick succession are one move that grows."""
    rest = [tuple(move for move in one.moves if move.why != "adjust") for one in (before, now)]
    return rest[0] == rest[1]


def _sound(before: Heard, now: Heard) -> str:
    if now.winner is not None and now.winner != before.winner:
        return "fanfare"
    if now.scores != before.scores:
        return "knock"
    return "question" if now.asked and not before.asked else ""


def spoken(move: match_summary.Move, match: AnyMatch, tr: Translate) -> str:
    """A score as it is said: ``Ana, porrazo, 4``."""
    name = (
        _names(match, move.side, tr)
        if move.why in match.game.words.of_the_side
        else match.header.players[move.seat]
    )
    words = tr(phrases.why_words(match.header, move.why))
    return f"{name}, {words}, {move.points}" if move.points else f"{name}, {words}"


def standing(match: AnyMatch, tr: Translate) -> str:
    """How the match stands, as it is said: ``Ana 12, Beto 8``."""
    scores = match_summary.as_it_stands(match).scores
    return ", ".join(f"{_names(match, side, tr)} {points}" for side, points in enumerate(scores))


def _winner(match: AnyMatch, side: int, tr: Translate) -> str:
    seats = match_summary.sides_of(match.header)[side]
    text = tr("{names} win!") if len(seats) > 1 else tr("{name} wins!")
    return text.format(names=_names(match, side, tr), name=_names(match, side, tr))


def _names(match: AnyMatch, side: int, tr: Translate) -> str:
    return tr(" and ").join(match.header.players[seat] for seat in match_summary.sides_of(match.header)[side])
