"""The named options in which the sources differ, and the presets that choose among them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal

from engine.options import Choice, Option, chosen


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
