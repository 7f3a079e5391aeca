"""The words of Royal Porcio for people, and its short rules."""

from engine.stubs_and_spoils.words import FOULS, MODES, SPOIL
from engine.words import ADJUST, AIM, DEAL, N_, PLAY, PLAYERS, PLAYING, POINTS, ActWords, OptionWords, Words

REPLIED = N_("{player} could have replied in suit: see the {card}")
YOURS = N_("{player} could not say yours: see the {card}")
VOID = N_("{player} turned a first void wrongly, and had the {card}")

WORDS = Words(
    acts={
        "gallery": ActWords(N_("Gallery"), N_("{name} deals the gallery"), N_("Gallery: {cards}")),
        "bid": ActWords(N_("Bid"), N_("{name} bids or passes"), N_("{name} bids {number} {colour} {level}")),
        "pass": ActWords(N_("Pass"), "", N_("{name} passes")),
        "duone": ActWords(N_("Duone"), N_("{name} lays a card for the duone"), N_("{name} lays {cards}")),
        "reply": ActWords(
            N_("Reply"), N_("{name} replies to the duone"), N_("{name} replies {cards}{yours}")
        ),
        "turn_down": ActWords(
            N_("Turn down"), N_("{name} turns a card down"), N_("{name} turns down {cards}")
        ),
        "special": ActWords(
            N_("Special suit"), N_("{name} names the special suit"), N_("{name} names {suit}")
        ),
        "exchange": ActWords(N_("Exchanged"), N_("{name} exchanges cards"), N_("{name} exchanges: {count}")),
        "play": PLAY,
        "spoil": SPOIL,
        "show": ActWords(N_("Show cards"), N_("{name} may show cards"), N_("{name} shows {cards}")),
        "adjust": ADJUST,
    },
    whys={
        "made": N_("bid made"),
        "set": N_("bid failed"),
        "pictures": N_("four pictures"),
        "sequence": N_("run of cards"),
        "foul": N_("foul"),
        "adjust": N_("adjustment"),
    },
    places={
        "gallery": N_("Gallery"),
        "duone": N_("Duones"),
        "trick": N_("Trick"),
        "stubs": N_("Stubs"),
        "discards": N_("Discards"),
        "shown": N_("Shown"),
    },
    values={
        **{("colour", colour): word for colour, word in MODES.items()},
        ("colour", None): "",
        ("level", "bronze"): N_("bronze"),
        ("level", "silver"): N_("silver"),
        ("level", "gold"): N_("gold"),
        ("yours", True): N_("yours"),
        ("yours", False): "",
        ("void", True): N_("First void"),
    },
    options={
        "fouls": FOULS,
        "first_bidder": OptionWords(
            N_("Who bids first"),
            N_("The bidding goes round from the dealer, or from the next player."),
            N_("Ana deals. Does she bid first, or Beto?"),
            {"dealer": N_("The dealer"), "left": N_("The next one")},
        ),
        "all_pass": OptionWords(
            N_("Four passes"),
            N_("Nobody bids: the cards are thrown in. Who deals again?"),
            N_("Ana dealt and all passed. Does Beto deal now, or Ana once more?"),
            {"next_dealer": N_("The next one"), "same_dealer": N_("The same dealer")},
        ),
        "lead": OptionWords(
            N_("Lead to win"),
            N_("The winner must reach the target and be that many points ahead."),
            N_("260 to 220 is not enough: 50 points ahead are asked for."),
            {50: "50", 25: "25", 100: "100"},
        ),
    },
    of_the_side=("made", "set", "adjust"),
    rules=(
        (PLAYERS, N_("Four play, partners opposite each other. All 52 cards.")),
        (AIM, N_("The first side with 250 points that is 50 ahead wins.")),
        (DEAL, N_("Twelve cards each, and four face up: the gallery.")),
        (
            N_("Auction"),
            N_(
                "A bid is a number, a colour and a level: how often the special suit lies in the "
                "gallery; none is bronze, one silver, more gold. Black: win that many stubs more than the "
                "others. Red: that many fewer. Three passes end it."
            ),
        ),
        (
            N_("Duone"),
            N_(
                "While both colours lie open, the bidder lays a card towards the next player (black) or "
                "the one before (red). A better card of that suit blocks. Else the bidder turns down a "
                "card of the other colour. When one colour is left, it is settled."
            ),
        ),
        (
            PLAYING,
            N_(
                "The captain names the special suit and exchanges; then as Stubs & Spoils, the captain's "
                "partner leads."
            ),
        ),
        (
            POINTS,
            N_(
                "A bid that is made pays the captain's side, a failed one the others. Four kings, queens "
                "or jacks of one player pay 13; runs in gold hands 3 or 5 a card."
            ),
        ),
    ),
)
