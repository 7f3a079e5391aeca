"""Backhand's words for people, and its short rules."""

from engine.words import ADJUST, AIM, DEAL, N_, PLAYERS, PLAYING, POINTS, ActWords, OptionWords, Words

WORDS = Words(
    acts={
        "bet": ActWords(N_("Bet"), N_("{name} bets"), N_("{name} bets {stake}")),
        "deal": ActWords(N_("Two cards"), N_("{name} gets two cards"), N_("{name} gets {cards}")),
        "replace": ActWords(
            N_("For the ace"), N_("{name} gets a card for the ace"), N_("{name} replaces an ace: {cards}")
        ),
        "hit": ActWords(N_("Hit"), N_("{name} takes a card"), N_("{name}  {cards}")),
        "push": ActWords(N_("Push"), "", N_("{name} pushes")),
        "backhand": ActWords(N_("Say backhand"), "", N_("{name} says backhand: {cards}")),
        "shuffle": ActWords(N_("Shuffle"), "", N_("The cards are shuffled")),
        "adjust": ADJUST,
    },
    whys={
        "backhand": N_("backhand"),
        "five_cards": N_("five cards"),
        "push": N_("played the push"),
        "bust": N_("bust"),
        "no_bust": N_("no bust"),
        "bank": N_("bank"),
        "adjust": N_("adjustment"),
    },
    places={"hand": N_("Hand")},
    options={
        "bets": OptionWords(
            N_("Bets"),
            N_("Everybody plays against the dealer, the bank, for a stake."),
            N_("Ana deals and is the bank. Beto bets 3 and wins: Ana pays him 3."),
            {False: N_("Without"), True: N_("With bets")},
        ),
        "shuffle": OptionWords(
            N_("Shuffling"),
            N_("Are the cards shuffled before each round, or only when somebody says so?"),
            N_("Whoever counts cards likes to play on until a shuffle is called."),
            {"round": N_("Each round"), "called": N_("When called")},
        ),
        "packs": OptionWords(
            N_("Packs"),
            N_("How many packs; usually one for every two players."),
            N_("Five players: three packs."),
            {None: N_("As usual"), 1: "1", 2: "2", 3: "3", 4: "4"},
        ),
        "min_bet": OptionWords(
            N_("Lowest bet"),
            N_("No bet is lower."),
            N_("Two: a bet of one is refused."),
            {1: "1", 2: "2", 5: "5"},
        ),
        "max_bet": OptionWords(
            N_("Highest bet"),
            N_("No bet is higher."),
            N_("Ten: nobody can bet all."),
            {None: N_("No limit"), 5: "5", 10: "10", 20: "20"},
        ),
    },
    of_the_side=(),
    rules=(
        (PLAYERS, N_("Two to eight, each alone. One pack for every two players.")),
        (AIM, N_("The first to win the target of hands wins; usually 5.")),
        (
            DEAL,
            N_(
                "Two cards each, face up. Aces among them are replaced. An ace is 1, ten and pictures are 10."
            ),
        ),
        (
            PLAYING,
            N_(
                "Nobody may stop. Take a card, or say backhand: you win if the next card would take you "
                "over 21, and lose if not. Up to 11 you must take a card."
            ),
        ),
        (
            N_("Push"),
            N_(
                "Two cards that make 17 to 20 may be thrown away for two new ones. Played without a bust "
                "they win."
            ),
        ),
        (
            POINTS,
            N_("A right backhand, five cards, or a push played without a bust: one point. Over 21 is lost."),
        ),
    ),
)
