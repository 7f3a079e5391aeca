"""What stays the same throughout a match: seats, sides, options, and how the pack divides."""

from dataclasses import dataclass

from engine.header import Header
from engine.porrazo.options import Options

PACK_SIZE = 52
TENDIDO_SIZE = 4
BATCH_CARDS = 3


@dataclass(frozen=True, slots=True)
class Setting:
    """One match's seats and rules (R1-R3).

    ``sides`` are lists of seats; ``side_of`` gives the side's index by seat. ``batches`` a hand has, and
    ``leftover`` cards remain after them and the tendido (R2). ``plays`` are how many cards are played in each
    batch, by its number; the last may have more (R20).
    """

    header: Header
    options: Options
    seats: int
    sides: tuple[tuple[int, ...], ...]
    side_of: tuple[int, ...]
    batches: int
    leftover: int
    plays: tuple[int, ...]

    @staticmethod
    def of(header: Header) -> "Setting":
        """Work out a match's setting; ValueError where the rules or an option are unknown."""
        seats = len(header.players)
        sides = header.teams or tuple((seat,) for seat in range(seats))
        side_of = {seat: side for side, team in enumerate(sides) for seat in team}
        round_of = BATCH_CARDS * seats
        batches = (PACK_SIZE - TENDIDO_SIZE) // round_of
        options = Options.of(header.rules, header.options)
        leftover = PACK_SIZE - TENDIDO_SIZE - batches * round_of
        dealt = leftover if options.leftover == "dealt" else 0
        return Setting(
            header,
            options,
            seats,
            sides,
            tuple(side_of[seat] for seat in range(seats)),
            batches,
            leftover,
            (0, *[round_of] * (batches - 1), round_of + dealt),
        )

    def name(self, seat: int) -> str:
        """Return the name of the player in a seat."""
        return self.header.players[seat]

    def side_name(self, side: int) -> str:
        """Return the names of a side's players: "Ana and Carla"."""
        return " and ".join(self.name(seat) for seat in self.sides[side])

    def deals_leftover(self, batch: int) -> bool:
        """Tell whether the leftover is dealt to the players with this batch (R20)."""
        return batch == self.batches and self.options.leftover == "dealt"

    def hand_size(self, seat: int, dealer: int, batch: int) -> int:
        """Return how many cards a seat is dealt; extra ones go round from the dealer's left (R20)."""
        if not self.deals_leftover(batch):
            return BATCH_CARDS
        place = (seat - dealer - 1) % self.seats
        return BATCH_CARDS + (self.leftover - place + self.seats - 1) // self.seats
