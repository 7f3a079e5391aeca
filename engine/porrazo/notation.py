"""A position of Porrazo in one line, as FEN is for chess: for tests and bug reports.

Nine fields between blanks; ``-`` stands for nothing. With the match's header the line gives back the very same
position::

    9 0,2 1d1x0 2:8hKd@9 1:ronda 5c3dJcKd' - 8d8h/9h9s 10424010400800602108410

    9           lines of the record so far
    0,2         points by side; ">1" for each side at the target, in the order they came there, "*0" a san benito
    1d1x0       hand 1, seat 1 deals; "t" once the tendido was laid; "x0": seat 0 captured last
    2:8hKd@9    batch 2, cards played in it; "2l:" once the leftover was laid; "@9": line of its last play or claim
    1:ronda     announced, by seat; "0<1": against seat 0 claims seat 1
    5c3dJcKd'   the table, oldest first; "'" after a card just laid without capturing
    -           what waits: seat:why:rank:points:places:last:limpia, places on the table from 0 with dots between
    8d8h/9h9s   what each side has captured in this hand
    10424010... which cards have been seen in this hand, in hexadecimal (engine/porrazo/sofar.py)
"""

import re
from collections.abc import Iterable

from engine.cards import RANK_LETTERS, Card, Rank
from engine.header import Header
from engine.porrazo.capture import NOWHERE
from engine.porrazo.events import ANNOUNCED
from engine.porrazo.position import Position
from engine.porrazo.scoring import Tally, Why
from engine.porrazo.setting import Setting
from engine.porrazo.sofar import BatchSoFar, HandSoFar, Lying, Waiting

FIELD_COUNT = 9
NO_FIELD = "-"
NUMBER_PATTERN = re.compile(r"(\d{1,9})")
CARD_PATTERN = re.compile(r"([A2-9TJQK][cdhs]?)('?)")
SCORES_PATTERN = re.compile(r"(-?\d+(?:,-?\d+)*)((?:>\d+)*)(?:\*(\d+))?")
HAND_PATTERN = re.compile(r"(\d+)d(\d+)(t?)(?:x(\d+))?")
BATCH_PATTERN = re.compile(r"(\d+)(l?):([^@]*)(?:@(\d+))?")
SEEN_PATTERN = re.compile(r"([0-9a-f]{1,40})")
WAITING_PATTERN = re.compile(
    rf"(\d+):(porrazo|counter_porrazo):([{RANK_LETTERS}]):(\d+):(\d+(?:\.\d+)*):([{RANK_LETTERS}]):(\d+)"
)


def notation(at: Position) -> str:
    """Write a position in one line."""
    hand, batch, lying = at.hand_so_far, at.batch_so_far, at.lying
    scores = ",".join(map(str, at.scores)) + "".join(f">{side}" for side in at.tally.reached)
    dealt = f"{hand.number}d{hand.dealer}{'t' * hand.tendido}"
    played = f"{batch.number}{'l' * batch.leftover}:{written(batch.played)}"
    announced = [f"{seat}:{kind}" for seat, kind in batch.declared]
    claimed = [f"{against}<{by}" for against, by in batch.claimed]
    fields = (
        str(at.count),
        scores if at.tally.saint is None else f"{scores}*{at.tally.saint}",
        dealt if hand.taker is None else f"{dealt}x{hand.taker}",
        f"{played}@{batch.closed}" if batch.closed else played,
        ",".join(announced + claimed) or NO_FIELD,
        written(lying.cards, lying.fresh),
        NO_FIELD if lying.waiting is None else waiting_text(lying.waiting),
        "/".join(map(written, hand.piles)),
        f"{hand.seen:x}",
    )
    return " ".join(fields)


def position_of(header: Header, line: str) -> Position:
    """Return the position that a line tells, in a match with this header; ValueError where it tells none."""
    fields = line.split(" ")
    if len(fields) != FIELD_COUNT:
        raise ValueError(f"a position has {FIELD_COUNT} fields, not {len(fields)}")
    lines, scores, dealt, played, said, table, waiting, piles, seen = fields
    setting = Setting.of(header)
    sides = tuple(map(cards_of, piles.split("/")))
    tally = tally_of(scores)
    if not len(sides) == len(tally.scores) == len(setting.sides):
        raise ValueError("a position has points and captured cards of each side")
    (count,), (digits,) = matched(NUMBER_PATTERN, lines), matched(SEEN_PATTERN, seen)
    number, dealer, tendido, taker = matched(HAND_PATTERN, dealt)
    hand = HandSoFar(
        int(number),
        int(dealer),
        sides,
        int(digits, 16),
        None if taker is None else int(taker),
        bool(tendido),
    )
    lying = Lying(cards_of(table), fresh_of(table), None if waiting == NO_FIELD else waiting_of(waiting))
    at = Position(setting, int(count), tally, hand, batch_of(played, said), lying)
    check_numbers(at)
    return at


def check_numbers(at: Position) -> None:
    """Refuse seats, sides, batches and places that there are not."""
    setting, hand, waiting, batch = at.setting, at.hand_so_far, at.lying.waiting, at.batch_so_far
    pairs = [seat for pair in batch.claimed for seat in pair] + [seat for seat, _ in batch.declared]
    seats = [hand.dealer, hand.taker or 0, *pairs, 0 if waiting is None else waiting.seat]
    sides = [*at.tally.reached, at.tally.saint or 0]
    places = () if waiting is None else waiting.places
    in_batch = 1 <= batch.number <= setting.batches and len(batch.played) <= setting.plays[batch.number]
    if not (in_batch and max(seats) < setting.seats and max(sides) < len(setting.sides)):
        raise ValueError("a position speaks of a seat, a side or a batch that there is not")
    if any(place >= len(at.table) for place in places):
        raise ValueError("a position speaks of a card that does not lie there")


def written(cards: Iterable[Card], fresh: int = NOWHERE) -> str:
    """Write cards without blanks, a mark after the one just laid."""
    return "".join(f"{card}{chr(39) * (place == fresh)}" for place, card in enumerate(cards)) or NO_FIELD


def waiting_text(waiting: Waiting) -> str:
    """Write what waits."""
    places = ".".join(map(str, waiting.places))
    return (
        f"{waiting.seat}:{waiting.why}:{waiting.rank.letter}:{waiting.points}:{places}"
        f":{waiting.last.letter}:{waiting.limpia}"
    )


def matched(form: re.Pattern[str], text: str) -> tuple[str, ...]:
    """Return the parts of a field; ValueError where it has not this form."""
    found = form.fullmatch(text)
    if found is None:
        raise ValueError(f"'{text}' is no part of a position")
    return found.groups()


def cards_of(text: str) -> tuple[Card, ...]:
    """Read cards that are written without blanks."""
    if text == NO_FIELD:
        return ()
    matched(re.compile(f"({CARD_PATTERN.pattern})+"), text)
    return tuple(Card.parse(card) for card, _ in CARD_PATTERN.findall(text))


def fresh_of(text: str) -> int:
    """Return the place of the card just laid."""
    marks = [mark for _, mark in CARD_PATTERN.findall(text)]
    return marks.index("'") if "'" in marks else NOWHERE


def tally_of(text: str) -> Tally:
    """Read the points."""
    scores, reached, saint = matched(SCORES_PATTERN, text)
    sides = tuple(int(side) for side in reached.split(">")[1:])
    return Tally(tuple(map(int, scores.split(","))), sides, None if saint is None else int(saint))


def batch_of(played: str, said: str) -> BatchSoFar:
    """Read a batch, and what was announced and claimed in it."""
    number, leftover, cards, closed = matched(BATCH_PATTERN, played)
    parts = [] if said == NO_FIELD else said.split(",")
    announced = [
        matched(re.compile(rf"(\d+):({'|'.join(ANNOUNCED)})"), part) for part in parts if ":" in part
    ]
    claimed = [matched(re.compile(r"(\d+)<(\d+)"), part) for part in parts if ":" not in part]
    return BatchSoFar(
        int(number),
        cards_of(cards),
        tuple((int(seat), kind) for seat, kind in announced),
        tuple((int(against), int(by)) for against, by in claimed),
        bool(leftover),
        int(closed or 0),
    )


def waiting_of(text: str) -> Waiting:
    """Read what waits."""
    seat, why, rank, points, places, last, limpia = matched(WAITING_PATTERN, text)
    return Waiting(
        int(seat),
        Why(why),
        rank_of(rank),
        int(points),
        tuple(map(int, places.split("."))),
        rank_of(last),
        int(limpia),
    )


def rank_of(letter: str) -> Rank:
    """Return the rank that a letter names."""
    return Rank(RANK_LETTERS.index(letter) + 1)
