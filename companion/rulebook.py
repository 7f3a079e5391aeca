"""The rules that can be chosen, told to a family: for each option a plain sentence, an example, and what it may be.

English texts, translated where they are shown. The order is that in which a hand meets them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.draft import Draft
from companion.locales import mark

WITH_LEFTOVER = (3, 5, 6, 7)
"""So many players leave cards over (R2)."""


@dataclass(frozen=True)
class Rule:
    """One option: what it is called, what it is about, an example, and a short word for everything it may be."""

    name: str
    title: str
    sentence: str
    example: str
    choices: Mapping[bool | str, str]


@dataclass(frozen=True)
class RuleSet:
    """A preset: what it is called, and what is special about it."""

    name: str
    title: str
    sentence: str


RULE_SETS = (
    RuleSet(
        "pagat",
        mark("Usual"),
        mark(
            "As most play today: the dealer owes a tendido every hand, and a ronda kept silent may be claimed."
        ),
    ),
    RuleSet(
        "denexa",
        mark("Easy"),
        mark(
            "Fewer duties: a tendido only if the dealer likes, a silent ronda is lost, last cards to the dealer."
        ),
    ),
    RuleSet(
        "uspcc",
        mark("Old style"),
        mark("As printed a century ago: a run ends at the king, and the tendido waits for the last batch."),
    ),
)

ANNOUNCING = Rule(
    "declarations",
    mark("Announcing"),
    mark(
        "Two or three alike in hand are a ronda or rondine. Must it be said aloud, or does it count by itself?"
    ),
    mark(
        "Beto holds two kings and forgets to say so. Automatic: he scores 4. Said aloud: he scores nothing."
    ),
    {"required": mark("Said aloud"), "automatic": mark("Automatic")},
)

RULES = (
    ANNOUNCING,
    Rule(
        "missed_declaration",
        mark("A ronda kept silent"),
        mark("Whoever says nothing scores nothing. An opponent who noticed may be allowed to claim it."),
        mark("Beto plays 7, 7 and a queen without a word. Ana saw it, claims it, and the point is hers."),
        {"lost": mark("Lost"), "claimable": mark("May be claimed")},
    ),
    Rule(
        "partner_ronda",
        mark("Partners' rondas"),
        mark("When one of a team holds the best ronda at the table, do partners score theirs too?"),
        mark("Ana has two kings, 4 points. Her partner Carla has two fives: their team gets 1 more."),
        {True: mark("They score too"), False: mark("Only the best")},
    ),
    Rule(
        "ace_over_king",
        mark("Runs round the corner"),
        mark(
            "A capture takes the matching card and the run above it. After the king, does it go on with the ace?"
        ),
        mark(
            "Queen, king, ace and 2 lie there. A queen takes all four; where runs end at the king, only two."
        ),
        {True: mark("King, ace, 2"), False: mark("Ends at the king")},
    ),
    Rule(
        "tendido",
        mark("Tendido"),
        mark(
            "Once a hand the dealer lays four cards in a row and scores what lies in its own place, and equal cards."
        ),
        mark("4, 2, 3, 7 in a row: the 2 lies second and the 3 third, so the dealer scores 2 + 3 = 5."),
        {
            "optional": mark("As the dealer likes"),
            "required": mark("Every hand"),
            "last_four": mark("In the last batch"),
        },
    ),
    Rule(
        "tendido_count",
        mark("Counting the tendido"),
        mark(
            "The two cards of each pair may be swapped. Does the best order count, or the row as it was laid?"
        ),
        mark("2, 4 and 7, 3 were laid: nothing in its place. Swapped to 4, 2, 3, 7 they score 5."),
        {"best": mark("Best order"), "as_laid": mark("As it lies")},
    ),
    Rule(
        "leftover",
        mark("Cards left over"),
        mark(
            "Some cards cannot be shared evenly. They go on the table in the last batch, or round to the players."
        ),
        mark(
            "With three players three cards are left: on the table anybody can take them; dealt, each gets one more."
        ),
        {"table": mark("On the table"), "dealt": mark("Dealt round")},
    ),
    Rule(
        "last_cards",
        mark("The last cards"),
        mark("When a hand is over, somebody takes what still lies on the table."),
        mark("Ana dealt, Beto was the last to capture, and five cards lie there: whose are they?"),
        {"last_capturer": mark("Last to capture"), "dealer": mark("The dealer")},
    ),
    Rule(
        "card_points",
        mark("Most cards"),
        mark("Who has captured most cards scores the difference: to the next side, or to half of the pack."),
        mark("29 cards to 23: six points. Counted over 26: three."),
        {"excess_over_next": mark("Over the next"), "excess_over_26": mark("Over 26")},
    ),
)


def rules_for(draft: Draft) -> tuple[Rule, ...]:
    """List the rules that can make a difference in this match."""
    matters = {
        "missed_declaration": draft.declarations == "required",
        "partner_ronda": draft.teams > 0,
        "leftover": draft.count in WITH_LEFTOVER,
        "card_points": len(draft.sides) == 2,
    }
    return tuple(rule for rule in RULES if matters.get(rule.name, True))
