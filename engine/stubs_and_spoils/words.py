"""The words of Stubs & Spoils for people, and its short rules."""

from engine.words import (
    ADJUST,
    AIM,
    DEAL,
    N_,
    PLAY,
    PLAYERS,
    PLAYING,
    POINTS,
    ActWords,
    OptionWords,
    Words,
)

FOULS = OptionWords(
    N_("Fouls"),
    N_(
        "A later card may prove that somebody did not follow suit. Is that only told, or does it "
        "cost two stubs?"
    ),
    N_("Beto did not follow and is found out. If it counts, the hand moves by two against his side."),
    {"report": N_("Only told"), "apply": N_("It counts")},
)
SPOIL = ActWords(N_("Spoil"), N_("{name} takes a spoil"), N_("{name} takes {cards}"))
MODES = {"black": N_("black"), "red": N_("red")}

WORDS = Words(
    acts={
        "colour": ActWords(
            N_("Colour card"), N_("{name} turns up the colour card"), N_("{name} turns up {cards}")
        ),
        "play": PLAY,
        "spoil": SPOIL,
        "adjust": ADJUST,
    },
    whys={"stubs": N_("stubs"), "foul": N_("foul"), "adjust": N_("adjustment")},
    places={
        "trick": N_("Trick"),
        "stubs": N_("Stubs"),
        "discards": N_("Discards"),
        "colour": N_("Colour card"),
    },
    options={"fouls": FOULS},
    of_the_side=("stubs", "adjust"),
    rules=(
        (PLAYERS, N_("Four play, partners opposite each other. All 52 cards.")),
        (
            AIM,
            N_("Black: win many stubs. Red: win few. The first side to reach the target wins; usually 21."),
        ),
        (
            DEAL,
            N_(
                "Thirteen cards each. The dealer turns up the last one: a black card makes a black hand, "
                "a red one a red hand, and its suit is special. The others lay one card aside."
            ),
        ),
        (
            PLAYING,
            N_(
                "Follow suit if you can. Black: the special suit beats all, the ace is high. Red: every "
                "other suit beats the suit led, the special suit is lowest, and so is the ace."
            ),
        ),
        (
            N_("Stub and spoil"),
            N_(
                "Black: the winning card is the stub, and the winner takes another card of the trick "
                "into the hand. Red: the lowest card is the stub, and the player before the winner takes "
                "a card that is not his own. Whoever takes the spoil leads next."
            ),
        ),
        (POINTS, N_("The hand ends when somebody has no card. The difference in stubs is scored.")),
    ),
)
