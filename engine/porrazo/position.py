"""Where a match stands, and what came of an event: immutable values, without any rule in them."""

from dataclasses import dataclass

from engine import game
from engine.cards import Card, Rank
from engine.header import Header
from engine.porrazo.scoring import Score, Tally, Why
from engine.porrazo.setting import Setting
from engine.porrazo.sofar import BatchSoFar, HandSoFar, Lying, Waiting


@dataclass(frozen=True, slots=True)
class Position:
    """A match after ``count`` events.

    Nothing in it ever changes, and the next position shares with it whatever stayed as it was: keeping all
    of a match's positions, or following several guesses at once, costs little.
    """

    setting: Setting
    count: int
    tally: Tally
    hand_so_far: HandSoFar
    batch_so_far: BatchSoFar
    lying: Lying

    @staticmethod
    def start(header: Header) -> "Position":
        """Return the position before the first event; ValueError where the rules or an option are unknown."""
        setting = Setting.of(header)
        sides = len(setting.sides)
        hand = HandSoFar(1, header.dealer, ((),) * sides)
        return Position(setting, 0, Tally((0,) * sides), hand, BatchSoFar(1), Lying())

    def passed_over(self) -> "Position":
        """Return the position after an event that is kept but cannot have happened: it counts as a line."""
        return Position(
            self.setting, self.count + 1, self.tally, self.hand_so_far, self.batch_so_far, self.lying
        )

    @property
    def complete(self) -> bool:
        """Whether all cards of the batch have been played; it is settled when the next batch begins."""
        batch = self.batch_so_far
        return len(batch.played) == self.setting.plays[batch.number]

    @property
    def scores(self) -> tuple[int, ...]:
        """The points by side."""
        return self.tally.scores

    @property
    def winner(self) -> int | None:
        """The side that has won, or None."""
        return self.tally.winner

    @property
    def hand(self) -> int:
        """The number of the hand, from 1."""
        return self.hand_so_far.number

    @property
    def batch(self) -> int:
        """The number of the batch within its hand, from 1."""
        return self.batch_so_far.number

    @property
    def dealer(self) -> int:
        """The seat that deals this hand."""
        return self.hand_so_far.dealer

    @property
    def turn(self) -> int:
        """The seat that plays next; in a complete batch the one that would begin another (R3)."""
        setting, batch = self.setting, self.batch_so_far
        played = len(batch.played)
        if played == setting.plays[batch.number]:
            played = 0
        return (self.hand_so_far.dealer + 1 + played) % setting.seats

    @property
    def table(self) -> tuple[Card, ...]:
        """The cards on the table, oldest first, those of a waiting porrazo included."""
        return self.lying.cards

    @property
    def captured(self) -> tuple[int, ...]:
        """How many cards each side has captured in this hand."""
        return tuple(map(len, self.hand_so_far.piles))

    @property
    def waiting(self) -> Waiting | None:
        """The porrazo or counter-porrazo that has not yet stood."""
        return self.lying.waiting

    def to_json(self) -> dict[str, object]:
        """Return the last line of ``porrazo score --json``."""
        return {
            "scores": list(self.scores),
            "winner": self.winner,
            "hand": self.hand,
            "batch": self.batch,
            "dealer": self.dealer,
            "turn": self.turn,
            "table": [str(card) for card in self.table],
            "captured": list(self.captured),
            "waiting": self.waiting.to_json() if self.waiting else None,
        }

    def with_(
        self,
        hand: HandSoFar | None = None,
        batch: BatchSoFar | None = None,
        lying: Lying | None = None,
        tally: Tally | None = None,
    ) -> "Position":
        """Return the position with some of its parts changed; for the rules only."""
        return Position(
            self.setting,
            self.count,
            tally or self.tally,
            hand or self.hand_so_far,
            batch or self.batch_so_far,
            lying or self.lying,
        )


@dataclass(frozen=True, slots=True)
class Outcome(game.Outcome[Position, Score]):
    """What came of an event, or of a part of it: every rule takes a position and returns one.

    ``captures`` are what plays captured, not the table's cards at the end of a hand; ``stood`` is the porrazo or
    counter-porrazo that stood.
    """

    stood: Waiting | None = None

    def then(self, later: game.Outcome[Position, Score]) -> "Outcome":
        """Return what came of both, one after the other."""
        captures = self.captures + later.captures
        stood = later.stood if isinstance(later, Outcome) and later.stood else self.stood
        return Outcome(later.position, self.made + later.made, captures, stood)

    def paid(self, event: int, seat: int, points: int, why: Why, rank: Rank | None = None) -> "Outcome":
        """Return the outcome once a seat has scored; unchanged for 0 points, or after a win (R22)."""
        if points == 0 or self.position.tally.winner is not None:
            return self
        return self.credited(Score(event, seat, points, why, rank))

    def credited(self, score: Score) -> "Outcome":
        """Return the outcome with a score added, whoever has won."""
        at = self.position
        setting = at.setting
        tally = at.tally.plus(setting.side_of[score.seat], score.points, setting.header.target)
        at = Position(setting, at.count, tally, at.hand_so_far, at.batch_so_far, at.lying)
        return Outcome(at, (*self.made, score), self.captures, self.stood)
