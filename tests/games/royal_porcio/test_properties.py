"""What must hold in every match of Royal Porcio: matches at random, and edits at random."""

import random
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import PACK
from engine.events import Event, IllegalPlay
from engine.header import Header
from engine.royal_porcio.events import LEVELS, Duone, Exchange, MakeBid, Reply, Show, Spoil, TurnDown
from engine.royal_porcio.game import GAME
from engine.royal_porcio.position import Position
from engine.shared.tricks import Play
from tests.games import histories
from tests.games.royal_porcio.dealt import careless_events, random_header
from tests.games.royal_porcio.second_reading import begun, second_reading
from tests.games.royal_porcio.telling import Told, colour

SEEDS = st.integers(0, 10**6)
CARELESS = st.sampled_from((0.0, 0.05, 0.3, 1.0))
MATCHES = settings(max_examples=20, deadline=None)


@cache
def game(seed: int, careless: float = 0.0, hands: int = 2) -> tuple[Header, tuple[Event, ...]]:
    """Return a random match."""
    rng = random.Random(seed)
    header = random_header(rng)
    return header, tuple(careless_events(header, rng, careless, hands))


@settings(max_examples=150, deadline=None)
@given(SEEDS, CARELESS)
def test_every_line_is_as_the_page_says_read_a_second_time(seed: int, careless: float) -> None:
    header, events = game(seed, careless, hands=3)
    cut = random.Random(seed).randint(0, len(events))
    for told in (events, events[:cut]):
        match = histories.entered(GAME, header, told)
        lines, last = second_reading(header, told)
        end = match.settled
        assert [made.to_json() for made in (*match.scores_made, *end.made)] == lines
        assert end.position.to_json() == last


@MATCHES
@given(SEEDS)
def test_who_keeps_the_rules_is_never_found_at_fault(seed: int) -> None:
    match = histories.entered(GAME, *game(seed))
    assert not [made for made in match.scores_made if made.why == "foul"]


@MATCHES
@given(SEEDS, CARELESS)
def test_cards_are_neither_lost_nor_found(seed: int, careless: float) -> None:
    match = histories.entered(GAME, *game(seed, careless))
    for outcome in match.outcomes:
        hand = outcome.position.hand
        playing = hand.playing
        if playing is None:
            assert hand.hands == (12, 12, 12, 12)
            continue
        stubs, trick = sum(playing.tricks.counted()), len(playing.tricks.trick)
        turned = 48 - 3 * stubs - trick - sum(playing.hands)
        assert turned >= 0 if playing.void else turned == 0
        assert len(playing.played) == sum(map(len, playing.given))
        assert max(map(len, playing.given)) <= 12
        assert stubs <= 15


def accepted(at: Position, event: Event) -> bool:
    """Tell whether an event is."""
    try:
        GAME.after(at, event)
    except IllegalPlay:
        return False
    return True


@MATCHES
@given(SEEDS, CARELESS)
def test_what_is_refused_is_what_the_page_refuses(seed: int, careless: float) -> None:
    """Try every card as a play of every seat, as a spoil, as a first void, shown, and in duones, now and then."""
    header, events = game(seed, careless)
    rng, at, reading = random.Random(seed), GAME.start(header), begun(header)
    for line, event in enumerate(events, start=1):
        if rng.random() < 0.1 or (at.hand.stage in ("show", "reply", "turn_down") and rng.random() < 0.3):
            check_refusals(at, reading.hand if at.winner is None else Told(1, 0, 0))
        at = GAME.after(at, event).position
        reading.read(line, event)


def check_refusals(at: Position, hand: Told) -> None:
    """Hold what is accepted beside what the page lets happen (R18 is asked of every deal that there could be)."""
    due, turn = (
        (None, None) if at.winner is not None else (hand.due, hand.turn() if hand.due != "show" else None)
    )
    pack = {str(card): card for card in PACK}
    unseen = pack.keys() - {*hand.gallery, *(card for _, _, card in hand.duones)}
    for seat in range(-1, 5):
        acts = due if seat == turn else ""
        holds = {
            card for card in pack if due in ("play", "show") and 0 <= seat < 4 and can_give(hand, seat, card)
        }
        plays = {text for text, card in pack.items() if accepted(at, Play(seat, card))}
        assert plays == (holds if acts == "play" else set())
        shows = {text for text, card in pack.items() if accepted(at, Show(seat, (card,)))}
        may_show = due == "show" and seat not in hand.shown and 0 <= seat < 4 and hand.hands()[seat] > 0
        assert shows == (holds if may_show else set())
        laid = {text for text, card in pack.items() if accepted(at, Duone(seat, card))}
        assert laid == (unseen if acts == "duone" else set())
        replies = {text for text, card in pack.items() if accepted(at, Reply(seat, card))}
        assert replies == (unseen if acts == "reply" else set())
        assert accepted(at, Reply(seat, yours=True)) == (acts == "reply")
    for void in (False, True):
        spoils = {text for text, card in pack.items() if accepted(at, Spoil(card, void))}
        assert spoils == (spoils_of(hand, void) if due == "spoil" else set())
    down = {text for text, card in pack.items() if accepted(at, TurnDown(card))}
    bid = hand.bid["colour"] if hand.bid else ""
    assert down == ({card for card in hand.up() if colour(card) != bid} if due == "turn_down" else set())
    assert [n for n in range(-1, 6) if accepted(at, Exchange(n))] == (
        [hand.count] if due == "exchange" else []
    )


def can_give(hand: Told, seat: int, card: str) -> bool:
    """Tell whether a seat can play or show a card (R18)."""
    return card in hand.spoils[seat] or hand.possible(seat, [card])


def spoils_of(hand: Told, void: bool) -> set[str]:
    """Return the spoils that can be taken, plainly or as the first void (R17)."""
    _, _, taker, choice = hand.won(hand.tricks[-1])
    if not void:
        return choice
    suits = {card[1] for card in choice}
    known = {card[1] for card in hand.known(taker)}
    ours = (taker - hand.captain()) % 2 == 0
    return choice if ours and hand.void is None and not suits & known else set()


@MATCHES
@given(SEEDS)
def test_bids_are_refused_as_the_page_says(seed: int) -> None:
    header, events = game(seed)
    rng, at, reading = random.Random(seed), GAME.start(header), begun(header)
    for line, event in enumerate(events, start=1):
        if rng.random() < 0.3 and at.hand.stage in ("gallery", "bid", "play") and at.winner is None:
            hand = reading.hand
            for made in every_bid(rng):
                assert accepted(at, made) == bids(hand, made), made
        at = GAME.after(at, event).position
        reading.read(line, event)


def every_bid(rng: random.Random) -> list[MakeBid]:
    """Return one bid of every kind, by some seat."""
    return [
        MakeBid(rng.randrange(-1, 5), number, level, colour)
        for number in range(14)
        for level in LEVELS
        for colour in ("black", "red", None)
    ]


def bids(hand: Told, made: MakeBid) -> bool:
    """Tell whether a bid can be made (R5, R6, R8, R12)."""
    if hand.due != "bid" or made.seat != hand.turn() or made.number > 12:
        return False
    counts = {sum(card[1] == suit for card in hand.gallery) for suit in "cdhs"}
    there = {"bronze": 0 in counts, "silver": 1 in counts, "gold": bool(counts & {2, 3, 4})}
    said = made.colour or hand.mode
    if not there[made.level] or said is None or hand.mode not in (None, said):
        return False
    if hand.bid is None:
        return made.number == 1
    order = ("black bronze", "black silver", "black gold", "red bronze", "red silver", "red gold")
    before = (hand.bid["number"], order.index(f"{hand.bid['colour']} {hand.bid['level']}"))
    return (made.number, order.index(f"{said} {made.level}")) > before


def test_random_matches_reach_every_event_and_every_end() -> None:
    games = [game(seed, careless, hands=4) for seed in range(60) for careless in (0.05, 1.0)]
    assert {event.do for _, events in games for event in events} == set(GAME.kinds)
    matches = [histories.entered(GAME, *each) for each in games]
    ends = [match.settled for match in matches]
    made = [each for match in matches for each in match.scores_made] + [
        each for end in ends for each in end.made
    ]
    assert {each.why for each in made} >= {"made", "set", "sequence", "foul", "adjust"}
    assert {each.more["foul"] for each in made if each.why == "foul"} == {"revoke", "void", "duone", "yours"}
    assert {end.position.winner for end in ends} == {None, 0, 1}
    hands = [outcome.position.hand for match in matches for outcome in match.outcomes]
    assert {hand.agreed.count for hand in hands if hand.contract} == {0, 1, 2, 3}
    assert {hand.agreed.level for hand in hands if hand.contract} == {*LEVELS}
    assert {hand.agreed.plain for hand in hands if hand.contract} == {False, True}
    won = [end.position.hand.stage for end in ends if end.position.winner is not None]
    assert {"show", "over"} <= {*won}


@settings(max_examples=2, deadline=None)
@given(SEEDS)
def test_corrections_are_as_if_entered_so_where_one_hand_ends_and_the_next_begins(seed: int) -> None:
    header, events = game(seed, 0.1)
    histories.check_corrections(GAME, header, events[:100], random.Random(seed))
