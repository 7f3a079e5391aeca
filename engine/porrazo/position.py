"""Where a match stands: an immutable value, and the value that follows it after one more event."""

from dataclasses import dataclass
from typing import assert_never

from engine.cards import Card, Rank
from engine.events import Adjust, Claim, Declare, Event, Leftover, Play, Recount, Tendido
from engine.header import Header
from engine.illegal import IllegalPlay
from engine.porrazo import dealing, playing, settling
from engine.porrazo.scoring import Score, Tally, Why
from engine.porrazo.setting import Setting
from engine.porrazo.sofar import BatchSoFar, HandSoFar, Lying, Waiting


@dataclass(frozen=True, slots=True)
class Position:
    """A match after ``count`` events; ``made`` are the scores that became due by the last of them.

    Nothing in it ever changes, and the next position shares with it whatever stayed as it was: keeping all
    of a match's positions, or following several guesses at once, costs little.
    """

    setting: Setting
    count: int
    tally: Tally
    hand_so_far: HandSoFar
    batch_so_far: BatchSoFar
    lying: Lying
    made: tuple[Score, ...] = ()

    @staticmethod
    def start(header: Header) -> "Position":
        """Return the position before the first event; ValueError where the rules or an option are unknown."""
        setting = Setting.of(header)
        sides = len(setting.sides)
        hand = HandSoFar(1, header.dealer, ((),) * sides)
        return Position(setting, 0, Tally((0,) * sides), hand, BatchSoFar(1), Lying())

    def after(self, event: Event) -> "Position":
        """Return the position after an event; IllegalPlay, in a player's words, where the rules refuse it.

        An event that begins the next batch first settles the one before (R5).
        """
        if self.tally.winner is not None and not isinstance(event, Adjust):
            raise self._over()
        at = self.passed_over()
        match event:
            case Play():
                return playing.play(at._ready(), event)
            case Declare():
                return dealing.declare(at._ready(), event)
            case Tendido():
                return dealing.tendido(at._ready(), event)
            case Leftover():
                return dealing.leftover(at._ready(), event)
            case Claim():
                return dealing.claim(at, event)
            case Adjust():
                return dealing.adjust(at, event)
            case Recount():
                return dealing.recount(at, event)
        assert_never(event)

    def _ready(self) -> "Position":
        """Return the position at which the next batch's event arrives, the batch before it settled."""
        if not self.complete:
            return self
        at = settling.settle(self)
        if at.tally.winner is not None:
            raise at._over()
        return at

    def _over(self) -> IllegalPlay:
        winner = self.winner
        assert winner is not None
        return IllegalPlay("the match is over: {side} won it", side=self.setting.side_name(winner))

    def arriving(self, event: Event) -> "Position":
        """Return the position as an event arrives, before it counts itself, whether or not it is refused.

        What begins the next batch settles a complete one (R5); a possible play in turn lets what waits stand,
        unless it has the same rank (R16).
        """
        at = self.passed_over()
        if isinstance(event, Play | Declare) and not 0 <= event.seat < self.setting.seats:
            return at  # nobody did that
        if isinstance(event, Play | Declare | Tendido | Leftover) and at.complete and at.winner is None:
            at = settling.settle(at)
        return playing.lets_stand(at, event) if isinstance(event, Play) else at

    def passed_over(self) -> "Position":
        """Return the position after an event that is kept but cannot have happened: it counts as a line."""
        return Position(
            self.setting, self.count + 1, self.tally, self.hand_so_far, self.batch_so_far, self.lying
        )

    def settled(self) -> "Position":
        """Return what holds if the record ends here: a complete batch is settled (R5, R21).

        ``made`` are then the scores that the settling brought.
        """
        at = self.with_made(())
        return settling.settle(at) if at.complete and at.winner is None else at

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

    # What follows builds the next position; for the rules only.

    def with_(
        self,
        hand: HandSoFar | None = None,
        batch: BatchSoFar | None = None,
        lying: Lying | None = None,
        tally: Tally | None = None,
    ) -> "Position":
        """Return the position with some of its parts changed."""
        return Position(
            self.setting,
            self.count,
            tally or self.tally,
            hand or self.hand_so_far,
            batch or self.batch_so_far,
            lying or self.lying,
            self.made,
        )

    def with_made(self, made: tuple[Score, ...]) -> "Position":
        """Return the position with other scores as its newest."""
        return Position(
            self.setting, self.count, self.tally, self.hand_so_far, self.batch_so_far, self.lying, made
        )

    def paid(self, event: int, seat: int, points: int, why: Why, rank: Rank | None = None) -> "Position":
        """Return the position once a seat has scored; unchanged for 0 points, or after a win (R22)."""
        if points == 0 or self.tally.winner is not None:
            return self
        return self.credited(Score(event, seat, points, why, rank))

    def credited(self, score: Score) -> "Position":
        """Return the position with a score added, whoever has won."""
        setting = self.setting
        tally = self.tally.plus(setting.side_of[score.seat], score.points, setting.header.target)
        return Position(
            setting,
            self.count,
            tally,
            self.hand_so_far,
            self.batch_so_far,
            self.lying,
            (*self.made, score),
        )
