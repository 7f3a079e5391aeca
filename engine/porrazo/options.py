"""The named options in which the sources differ, and the presets that choose among them."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any, Literal, get_args, get_type_hints


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
    def of(preset: str, overrides: Mapping[str, bool | str]) -> "Options":
        """Return a preset with single options changed; ValueError for a name or a value that there is not."""
        if preset not in PRESETS:
            raise ValueError(f"there are no rules called '{preset}', only {', '.join(PRESETS)}")
        for name, value in overrides.items():
            if name not in CHOICES:
                raise ValueError(f"there is no option '{name}', only {', '.join(CHOICES)}")
            if not any(value is each or (isinstance(value, str) and value == each) for each in CHOICES[name]):
                raise ValueError(f"{name} must be {' or '.join(map(said, CHOICES[name]))}, not {said(value)}")
        changes: dict[str, Any] = dict(overrides)
        return replace(PRESETS[preset], **changes)


def said(value: object) -> str:
    """Write a value as a record does: true, false or a word."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def choices_of(hint: object) -> tuple[bool | str, ...]:
    """Return the values that an option of this type may have."""
    return (True, False) if hint is bool else get_args(hint)


CHOICES: Mapping[str, tuple[bool | str, ...]] = MappingProxyType(
    {each.name: choices_of(get_type_hints(Options)[each.name]) for each in fields(Options)}
)
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
