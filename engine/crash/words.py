"""Crash's words for people, and its short rules."""

from engine.words import ADJUST, AIM, DEAL, FOULS, N_, PLAYERS, POINTS, ActWords, OptionWords, Words

DISORDER = N_("{player} laid the hands in a wrong order: {cards} after {earlier}")
HANDS = tuple(f"hand {step}" for step in range(1, 5))

WORDS = Words(
    acts={
        "show": ActWords(N_("Show a hand"), N_("{name} shows a hand"), N_("{name}  {cards}")),
        "set": ActWords(N_("Hands laid down"), "", N_("{name} has laid down {hands}")),
        "six_pairs": ActWords(N_("Six pairs"), "", N_("{name} has six pairs: a new deal")),
        "straight": ActWords(N_("Straight"), "", N_("{name} has a straight of thirteen")),
        "adjust": ADJUST,
    },
    whys={
        "showdown": N_("best hand"),
        "four_of_a_kind": N_("four of a kind"),
        "crash": N_("crash"),
        "straight": N_("straight"),
        "foul": N_("foul"),
        "adjust": N_("adjustment"),
    },
    places=dict(zip(HANDS, (N_("First"), N_("Second"), N_("Third"), N_("Fourth")), strict=True)),
    options={
        "fouls": OptionWords(
            N_("Fouls"),
            N_("A better hand laid after a worse one is a foul. Does it throw its owner out of the match?"),
            N_("Beto shows a pair, then a run. Usually he is out."),
            {"apply": N_("Out of the match"), "report": N_("Only told")},
        ),
    },
    of_the_side=(),
    rules=(
        (PLAYERS, N_("Two to four, each alone. All 52 cards.")),
        (AIM, N_("The first to reach the target wins; usually 7.")),
        (
            DEAL,
            N_(
                "Thirteen cards each. Everybody lays up to four hands of three, each at least a pair, "
                "face down, the best on the left."
            ),
        ),
        (
            N_("Showdown"),
            N_(
                "All turn up their first hand: the best scores a point. Then the second, the third, the "
                "fourth. Equal best hands score nothing."
            ),
        ),
        (
            N_("Ranking"),
            N_(
                "Three alike (3-3-3 is best, then aces), run in one suit, run (A-2-3 is best), flush, "
                "pair. Aces are high."
            ),
        ),
        (
            POINTS,
            N_(
                "Best at all four steps is a crash and wins the match. Four of a kind among your hands "
                "is a point. Thirteen different ranks win the match; six pairs ask for a new deal."
            ),
        ),
        (
            FOULS,
            N_(
                "A better hand after a worse one is a wrong order: its owner is out, unless fouls are "
                "only told."
            ),
        ),
    ),
)
