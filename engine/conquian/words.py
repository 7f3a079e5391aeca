"""Conquian's words for people, and its short rules."""

from engine.words import ADJUST, AIM, DEAL, N_, PLAYERS, PLAYING, POINTS, ActWords, OptionWords, Words

WORDS = Words(
    acts={
        "turn": ActWords(N_("Turn a card"), N_("{name} turns a card"), N_("{name} turns {cards}")),
        "take": ActWords(N_("Take it"), N_("{name} must take the card"), N_("{name} takes: {melds}")),
        "pass": ActWords(N_("Pass"), N_("{name} takes the card or passes"), N_("{name} passes")),
        "discard": ActWords(N_("Discard"), N_("{name} discards"), N_("{name} discards {cards}")),
        "force": ActWords(N_("Force it"), "", N_("{name} forces the card on the other")),
        "adjust": ADJUST,
    },
    whys={"hand": N_("hand"), "adjust": N_("adjustment")},
    places={
        "meld": N_("Melds"),
        "stock": N_("Stock"),
        "discards": N_("Discards"),
        "turned": N_("Turned card"),
    },
    options={
        "cards": OptionWords(
            N_("Cards dealt"),
            N_("How many cards each has; whoever melds one more is out."),
            N_("Ten cards: eleven in melds win the hand."),
            {10: "10", 9: "9", 8: "8"},
        ),
        "forcing": OptionWords(
            N_("Forcing"),
            N_("May a player make the other take a card that fits the melds on the table?"),
            N_("Beto has 5, 6, 7 of hearts. Ana lays the jack of hearts and forces it on him."),
            {True: N_("Allowed"), False: N_("Not allowed")},
        ),
        "hand_cards": OptionWords(
            N_("Cards from the hand"),
            N_("When a card is taken, may cards from the hand also go to other melds of one's own?"),
            N_("Ana takes the 4 of spades and also adds a king from her hand to her kings."),
            {"own_melds": N_("To any own meld"), "with_centre": N_("Only with the card")},
        ),
        "draws": OptionWords(
            N_("Drawn hands"),
            N_("The stock is used up and nobody is out. Does the point wait for the next winner?"),
            N_("One hand was drawn: whoever wins the next one scores 2."),
            {"nothing": N_("Nothing"), "carry": N_("It waits")},
        ),
    },
    of_the_side=(),
    rules=(
        (PLAYERS, N_("Two. Forty cards: no 8, 9 or 10; the jack follows the 7.")),
        (
            AIM,
            N_("Be out first: eleven cards in melds. The first to win the target of hands wins; usually 5."),
        ),
        (DEAL, N_("Ten cards each, twenty are the stock.")),
        (
            PLAYING,
            N_(
                "Turn a card of the stock. Take it straight into your melds with cards of your hand, or "
                "pass it to the other. Whoever takes a card discards one, which the other may take. Nothing "
                "is ever taken into the hand."
            ),
        ),
        (
            N_("Melds"),
            N_(
                "Three or four alike, or three or more of a suit in a row. Your melds may be rebuilt "
                "when you take a card."
            ),
        ),
        (
            N_("Forcing"),
            N_("If the card fits the other's melds on the table, you may make the other take it."),
        ),
        (POINTS, N_("One point for each hand won. If the stock is used up, the hand is drawn.")),
    ),
)
