"""The fouls of a hand, looked for afterwards among all that had been seen by each line (R19-R22).

Part of the second reading of the page, which shares nothing with the engine but the events.
"""

from collections.abc import Iterator

from tests.games.royal_porcio.telling import Answer, Told
from tests.games.stubs_and_spoils.second_reading import RANKS

Foul = tuple[int, int, int, str]
"""The line of the proof, the line of the act, the seat, and the code."""


def fouls(hand: Told) -> list[Foul]:
    """Return the fouls proved as (line of the proof, line of the act, seat, code), in the order told."""
    found = [*revokes(hand), *wrong_void(hand), *wrong_replies(hand)]
    return sorted(found)


def later(hand: Told, seat: int, line: int, suits: set[str]) -> list[int]:
    """Return the lines after this one at which a seat gave originals of these suits."""
    return [
        move.line
        for move in hand.moves
        if move.seat == seat and move.line > line and move.original and move.card[1] in suits
    ]


def revokes(hand: Told) -> Iterator[Foul]:
    """Give the revokes that are proved (R19)."""
    for move in hand.moves:
        if not move.led or move.card[1] == move.led:
            continue
        proofs = later(hand, move.seat, move.line, {move.led})
        if any(card[1] == move.led for card in move.known):
            proofs = [move.line]
        if proofs:
            yield proofs[0], move.line, move.seat, "revoke"


def wrong_void(hand: Told) -> Iterator[Foul]:
    """Give the first void if it is proved wrong (R20)."""
    if hand.void is not None:
        line, seat, _, suits = hand.void
        proofs = later(hand, seat, line, suits)
        if proofs:
            yield proofs[0], line, seat, "void"


def wrong_replies(hand: Told) -> Iterator[Foul]:
    """Give the replies that are proved wrong (R21, R22)."""
    lines = sorted({line for line, _, _ in hand.duones} | {move.line for move in hand.moves})
    for answer in hand.answers:
        if answer.card and answer.card[1] == answer.laid[1]:
            continue
        proof = next((line for line in lines if line > answer.line and wrong(hand, answer, line)), None)
        if proof is not None:
            yield proof, answer.line, answer.seat, "duone" if answer.card else "yours"


def wrong(hand: Told, answer: Answer, line: int) -> bool:
    """Tell whether what has been seen up to a line proves a reply wrong."""
    owners = dealt(hand, line)
    suit = {rank + answer.laid[1] for rank in RANKS["red"]} - answer.lying
    there = any(owners.get(card) == {answer.seat} for card in suit)
    if answer.card or not there:
        return there
    keeping = {card for card in suit if not answer.blocks(card)}
    return all(card in hand.gallery or answer.seat not in owners.get(card, {answer.seat}) for card in keeping)


def dealt(hand: Told, line: int) -> dict[str, set[int]]:
    """Return to whom cards were dealt, by what has been seen up to a line: one seat, or either of two (R21)."""
    owners = {card: {seat} for at, seat, card in hand.duones if at <= line}
    for move in hand.moves:
        if move.line > line or not move.original or move.card in hand.gallery or move.card in owners:
            continue
        partner = (hand.captain() + 2) % 4
        owners[move.card] = {partner, hand.captain()} if hand.count and move.seat == partner else {move.seat}
    return owners
