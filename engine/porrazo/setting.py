"""What stays the same throughout a match: the options in which the sources differ, seats, sides, the pack's parts."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal

from engine.header import Header
from engine.options import Choice, Option, chosen

PACK_SIZE = 52
TENDIDO_SIZE = 4
BATCH_CARDS = 3


@dataclass(frozen=True, slots=True)
class Options:
    """Every option with its value; the defaults are those of ``pagat``."""

    ace_over_king: bool = True
    last_cards: Literal["dealer", "last_capturer"] = "last_capturer"
    tendido: Literal["optional", "required", "last_four"] = "required"
    tendido_count: Literal["best", "as_laid"] = "best"
    declarations: Literal["required", "automatic"] = "required"
    missed_declaration: Literal["lost", "claimable"] = "claimable"
    partner_ronda: bool = True
    card_points: Literal["excess_over_next", "excess_over_26"] = "excess_over_next"
    leftover: Literal["table", "dealt"] = "table"

    @staticmethod
    def of(preset: str, overrides: Mapping[str, Choice]) -> "Options":
        """Return a preset with single options changed; ValueError for a name or a value that there is not."""
        if preset not in PRESETS:
            raise ValueError(f"there are no rules called '{preset}', only {', '.join(PRESETS)}")
        changes: dict[str, Any] = chosen(OPTIONS, overrides)
        return replace(PRESETS[preset], **changes)


OPTIONS = (
    Option("ace_over_king", "Whether a run goes on from the king to the ace.", (True, False)),
    Option(
        "last_cards", "Whose the cards are that still lie there after a hand.", ("dealer", "last_capturer")
    ),
    Option(
        "tendido",
        "Whether the dealer owes a tendido in every hand, and when.",
        ("optional", "required", "last_four"),
    ),
    Option(
        "tendido_count", "Whether a tendido's best order counts, or the row as it lies.", ("best", "as_laid")
    ),
    Option(
        "declarations", "Whether a ronda must be announced, or counts by itself.", ("required", "automatic")
    ),
    Option("missed_declaration", "What becomes of a ronda that was not announced.", ("lost", "claimable")),
    Option("partner_ronda", "Whether the partners of the best ronda score theirs too.", (True, False)),
    Option(
        "card_points",
        "What the side with most cards scores: what it has over the next, or over half of the pack.",
        ("excess_over_next", "excess_over_26"),
    ),
    Option("leftover", "Where the cards go that are left over at the last batch.", ("table", "dealt")),
)
"""What each option is about and may be. Which value holds is for the preset to say."""

CHOICES: Mapping[str, tuple[Choice, ...]] = MappingProxyType({each.name: each.choices for each in OPTIONS})
"""What each option may be."""

PRESETS: Mapping[str, Options] = MappingProxyType(
    {
        "denexa": Options(
            last_cards="dealer", tendido="optional", missed_declaration="lost", partner_ronda=False
        ),
        "pagat": Options(),
        "uspcc": Options(ace_over_king=False, tendido="last_four"),
    }
)
"""The Denexa page, the Pagat page, and the US Playing-Card Company's rules of 1909-1924."""


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
