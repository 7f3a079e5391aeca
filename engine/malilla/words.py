"""Malilla's words for people, and its short rules."""

from engine.words import (
    ADJUST,
    AIM,
    DEAL,
    FOULS,
    N_,
    PLAY,
    PLAYERS,
    PLAYING,
    POINTS,
    ActWords,
    OptionWords,
    Words,
)

BEATEN = N_("{player} could have beaten the {best}: the {card} was in hand at trick {trick}")
SEVEN = N_("{player} threw the {laid}, a 7 not yet led, and had the {card} at trick {trick}")

WORDS = Words(
    acts={
        "trump": ActWords(
            N_("Turned card"), N_("{name} turns up the trump card"), N_("{name} turns up {cards}")
        ),
        "play": PLAY,
        "misdeal": ActWords(N_("Misdeal"), "", N_("Misdeal: the next one deals")),
        "adjust": ADJUST,
    },
    whys={
        "turned_card": N_("turned card"),
        "misdeal": N_("taken back"),
        "hand": N_("hand"),
        "capote": N_("all ten tricks"),
        "foul": N_("foul"),
        "adjust": N_("adjustment"),
    },
    places={"trick": N_("Trick"), "turned": N_("Turned card")},
    options={
        "fouls": OptionWords(
            N_("Fouls"),
            N_(
                "A later card may prove that somebody did not follow or did not beat. Does that lose the match?"
            ),
            N_("Beto trumps a spade and plays a spade two tricks later. Usually his side loses the match."),
            {"apply": N_("Lose the match"), "report": N_("Only told")},
        ),
        "turned_card": OptionWords(
            N_("The turned card"),
            N_("The dealer turns up the last card. Does the dealer's side score what it is worth?"),
            N_("Dani turns up a queen: two points for Beto and Dani at once."),
            {"bonus": N_("It scores"), "none": N_("It only names trump")},
        ),
        "sevens": OptionWords(
            N_("Throwing a 7"),
            N_("Whoever cannot follow may throw any card. May it be a 7 of a suit that nobody has led yet?"),
            N_(
                "Clubs were not led yet. Caro has no hearts and would like to give her partner the 7 of clubs."
            ),
            {"restricted": N_("Not yet"), "free": N_("Any 7")},
        ),
    },
    of_the_side=("turned_card", "misdeal", "hand", "capote", "adjust"),
    rules=(
        (PLAYERS, N_("Four play, partners opposite each other. Forty cards: no 8, 9 or 10.")),
        (AIM, N_("The first side to reach the target wins; usually 35.")),
        (
            DEAL,
            N_(
                "Ten cards each. The dealer's last card is turned up: its suit is trump, and its worth "
                "scores for the dealer's side, unless that would win: then it waits until the hand is over."
            ),
        ),
        (
            PLAYING,
            N_(
                "The 7 is the highest card, then ace, king, queen, jack, 6 to 2. Follow suit. If an "
                "opponent is winning, beat that card if you can; without the suit, trump. While your "
                "partner is winning you need not beat."
            ),
        ),
        (
            POINTS,
            N_(
                "A 7 counts 5, an ace 4, a king 3, a queen 2, a jack 1, each trick 1: 70 in all. The "
                "side with more than 35 scores what it has above 35."
            ),
        ),
        (
            FOULS,
            N_(
                "Whoever is proved by a later card not to have followed or beaten loses the match for "
                "the side, unless fouls are only told."
            ),
        ),
    ),
)
