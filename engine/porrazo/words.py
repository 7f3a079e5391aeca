"""Porrazo's words for people: its scores, what they count to in the statistics, its options, and sets of them."""

from engine.words import BY_HAND, BY_HAND_SOURCE, N_, OptionWords, PresetWords, Source, Words

ANNOUNCED = {"ronda": N_("Ronda"), "rondine": N_("Rondine"), "four": N_("Four alike")}
"""What a player may announce."""

PRESETS = {
    "pagat": PresetWords(
        N_("Usual"),
        N_(
            "As most play today: the dealer owes a tendido every hand; a ronda that must be said may be claimed."
        ),
    ),
    "denexa": PresetWords(
        N_("Easy"),
        N_(
            "Fewer duties: a tendido only if the dealer likes, nobody claims, the last cards go to the dealer."
        ),
    ),
    "uspcc": PresetWords(
        N_("Old style"),
        N_("As printed a century ago: a run ends at the king, and the tendido waits for the last batch."),
    ),
}

OPTIONS = {
    "declarations": OptionWords(
        N_("Announcing"),
        N_(
            "Two or three alike in hand are a ronda or rondine. Must it be said aloud, or does it count by itself?"
        ),
        N_(
            "Beto holds two kings and forgets to say so. Automatic: he scores 4. Said aloud: he scores nothing."
        ),
        {"automatic": N_("Automatic"), "required": N_("Said aloud")},
        asked=N_("Announcing"),
        meanings={
            "automatic": N_(
                "Every ronda that is played counts by itself: nobody has to say it or tap it, and nobody can miss it."
            ),
            "required": N_(
                "Only what is said counts: tap Ronda or Rondine at your seat before your first card."
            ),
        },
    ),
    "missed_declaration": OptionWords(
        N_("A ronda kept silent"),
        N_("Whoever says nothing scores nothing. An opponent who noticed may be allowed to claim it."),
        N_("Beto plays 7, 7 and a queen without a word. Ana saw it, claims it, and the point is hers."),
        {"lost": N_("Lost"), "claimable": N_("May be claimed")},
    ),
    "partner_ronda": OptionWords(
        N_("Partners' rondas"),
        N_("When one of a team holds the best ronda at the table, do partners score theirs too?"),
        N_("Ana has two kings, 4 points. Her partner Carla has two fives: their team gets 1 more."),
        {True: N_("They score too"), False: N_("Only the best")},
    ),
    "ace_over_king": OptionWords(
        N_("Runs round the corner"),
        N_(
            "A capture takes the matching card and the run above it. After the king, does it go on with the ace?"
        ),
        N_("Queen, king, ace and 2 lie there. A queen takes all four; where runs end at the king, only two."),
        {True: N_("King, ace, 2"), False: N_("Ends at the king")},
    ),
    "tendido": OptionWords(
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
    "tendido_count": OptionWords(
        N_("Counting the tendido"),
        N_(
            "The two cards of each pair may be swapped. Does the best order count, or the row as it was laid?"
        ),
        N_("2, 4 and 7, 3 were laid: nothing in its place. Swapped to 4, 2, 3, 7 they score 5."),
        {"best": N_("Best order"), "as_laid": N_("As it lies")},
    ),
    "leftover": OptionWords(
        N_("Cards left over"),
        N_(
            "Some cards cannot be shared evenly. They go on the table in the last batch, or round to the players."
        ),
        N_(
            "With three players three cards are left: on the table anybody can take them; dealt, each gets one more."
        ),
        {"table": N_("On the table"), "dealt": N_("Dealt round")},
    ),
    "last_cards": OptionWords(
        N_("The last cards"),
        N_("When a hand is over, somebody takes what still lies on the table."),
        N_("Ana dealt, Beto was the last to capture, and five cards lie there: whose are they?"),
        {"last_capturer": N_("Last to capture"), "dealer": N_("The dealer")},
    ),
    "card_points": OptionWords(
        N_("Most cards"),
        N_(
            "Whoever has captured most cards scores the difference: to the next side, or to half of the pack."
        ),
        N_("29 cards to 23: six points. Counted over 26: three."),
        {"excess_over_next": N_("Over the next"), "excess_over_26": N_("Over 26")},
    ),
}
"""The options, in the order in which they come to bear in a hand."""

WORDS = Words(
    whys={
        "ronda": N_("ronda"),
        "rondine": N_("rondine"),
        "four": N_("four alike"),
        "porrazo": N_("porrazo"),
        "counter_porrazo": N_("counter-porrazo"),
        "san_benito": N_("san benito"),
        "limpia": N_("limpia"),
        "in_place": N_("in place"),
        "tendido_place": N_("tendido, in place"),
        "tendido_set": N_("tendido, alike"),
        "cards": N_("most cards"),
        "adjust": BY_HAND,
    },
    options=OPTIONS,
    presets=PRESETS,
    of_the_side=("cards", "adjust"),
    no_play=("cards", "adjust"),
    decides=("san_benito",),
    sources={
        "announcements": Source(N_("Announcements"), ("ronda", "rondine", "four"), N_("Announced points")),
        "porrazos": Source(
            N_("Porrazos"), ("porrazo", "counter_porrazo", "san_benito"), N_("Porrazo points"), chief=True
        ),
        "limpias": Source(N_("Limpias"), ("limpia",), N_("Limpia points")),
        "in_place": Source(N_("In place"), ("in_place",), N_("In place points")),
        "tendidos": Source(N_("Tendidos"), ("tendido_place", "tendido_set"), N_("Tendido points")),
        "cards": Source(N_("Most cards"), ("cards",)),
        "by_hand": BY_HAND_SOURCE,
    },
)
