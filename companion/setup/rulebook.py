"""The rules that can be chosen, explained to a family: a plain sentence, an example, the possible values.

The texts are English and are translated where they are shown. Their order is that in which the rules apply in
a hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.locales import N_
from companion.setup.draft import Draft
from engine.options import Choice

WITH_LEFTOVER = (3, 5, 6, 7)
"""The numbers of players with whom cards are left over (R2)."""


@dataclass(frozen=True)
class Rule:
    """One option: its name, a title, a sentence about it, an example, and a short word for each value."""

    name: str
    title: str
    sentence: str
    example: str
    choices: Mapping[Choice, str]


@dataclass(frozen=True)
class RuleSet:
    """A preset: its name, a title, and what is special about it."""

    name: str
    title: str
    sentence: str


RULE_SETS = (
    RuleSet(
        "pagat",
        N_("Usual"),
        N_(
            "As most play today: the dealer owes a tendido every hand, and a ronda kept silent may be claimed."
        ),
    ),
    RuleSet(
        "denexa",
        N_("Easy"),
        N_(
            "Fewer duties: a tendido only if the dealer likes, a silent ronda is lost, last cards to the dealer."
        ),
    ),
    RuleSet(
        "uspcc",
        N_("Old style"),
        N_("As printed a century ago: a run ends at the king, and the tendido waits for the last batch."),
    ),
)

ANNOUNCING = Rule(
    "declarations",
    N_("Announcing"),
    N_(
        "Two or three alike in hand are a ronda or rondine. Must it be said aloud, or does it count by itself?"
    ),
    N_("Beto holds two kings and forgets to say so. Automatic: he scores 4. Said aloud: he scores nothing."),
    {"required": N_("Said aloud"), "automatic": N_("Automatic")},
)

RULES = (
    ANNOUNCING,
    Rule(
        "missed_declaration",
        N_("A ronda kept silent"),
        N_("Whoever says nothing scores nothing. An opponent who noticed may be allowed to claim it."),
        N_("Beto plays 7, 7 and a queen without a word. Ana saw it, claims it, and the point is hers."),
        {"lost": N_("Lost"), "claimable": N_("May be claimed")},
    ),
    Rule(
        "partner_ronda",
        N_("Partners' rondas"),
        N_("When one of a team holds the best ronda at the table, do partners score theirs too?"),
        N_("Ana has two kings, 4 points. Her partner Carla has two fives: their team gets 1 more."),
        {True: N_("They score too"), False: N_("Only the best")},
    ),
    Rule(
        "ace_over_king",
        N_("Runs round the corner"),
        N_(
            "A capture takes the matching card and the run above it. After the king, does it go on with the ace?"
        ),
        N_("Queen, king, ace and 2 lie there. A queen takes all four; where runs end at the king, only two."),
        {True: N_("King, ace, 2"), False: N_("Ends at the king")},
    ),
    Rule(
        "tendido",
        N_("Tendido"),
        N_(
            "Once a hand the dealer lays four cards in a row and scores what lies in its own place, and equal cards."
        ),
        N_("4, 2, 3, 7 in a row: the 2 lies second and the 3 third, so the dealer scores 2 + 3 = 5."),
        {
            "optional": N_("As the dealer likes"),
            "required": N_("Every hand"),
            "last_four": N_("In the last batch"),
        },
    ),
    Rule(
        "tendido_count",
        N_("Counting the tendido"),
        N_(
            "The two cards of each pair may be swapped. Does the best order count, or the row as it was laid?"
        ),
        N_("2, 4 and 7, 3 were laid: nothing in its place. Swapped to 4, 2, 3, 7 they score 5."),
        {"best": N_("Best order"), "as_laid": N_("As it lies")},
    ),
    Rule(
        "leftover",
        N_("Cards left over"),
        N_(
            "Some cards cannot be shared evenly. They go on the table in the last batch, or round to the players."
        ),
        N_(
            "With three players three cards are left: on the table anybody can take them; dealt, each gets one more."
        ),
        {"table": N_("On the table"), "dealt": N_("Dealt round")},
    ),
    Rule(
        "last_cards",
        N_("The last cards"),
        N_("When a hand is over, somebody takes what still lies on the table."),
        N_("Ana dealt, Beto was the last to capture, and five cards lie there: whose are they?"),
        {"last_capturer": N_("Last to capture"), "dealer": N_("The dealer")},
    ),
    Rule(
        "card_points",
        N_("Most cards"),
        N_("Who has captured most cards scores the difference: to the next side, or to half of the pack."),
        N_("29 cards to 23: six points. Counted over 26: three."),
        {"excess_over_next": N_("Over the next"), "excess_over_26": N_("Over 26")},
    ),
)


TARGET_RULE = "target"
"""The name under which the target is asked for among the rules."""


def rules_for(draft: Draft) -> tuple[Rule, ...]:
    """The rules that can make a difference in this match."""
    if not draft.has_presets:
        said = draft.played.words.options
        far = Rule(TARGET_RULE, N_("To how many points?"), "", "", {n: str(n) for n in draft.targets})
        return far, *(
            Rule(name, each.title, each.sentence, each.example, each.choices) for name, each in said.items()
        )
    matters = {
        "missed_declaration": draft.declarations == "required",
        "partner_ronda": draft.teams > 0,
        "leftover": draft.count in WITH_LEFTOVER,
        "card_points": len(draft.sides) == 2,
    }
    return tuple(rule for rule in RULES if matters.get(rule.name, True))
