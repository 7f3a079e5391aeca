"""R27 to R29: cards shown, when a hand is settled and in which order, who has won, points by hand."""

from engine.game import Outcome
from engine.royal_porcio.events import Gallery, Show
from engine.royal_porcio.game import GAME
from tests.games.royal_porcio.tables import Table, begin, cards_of, do, entered, example, last, refused, told

GALLERY = Gallery(cards_of("7d,Kh,2h,9c"))


def played(target: int = 250, shown: bool = False, dealer: int = 0, lead: int = 50) -> Table:
    """Play the red gold hand of the fifth worked example, up to what is shown, or with it."""
    match = begin(dealer=dealer, target=target, lead=lead)
    _, events = example("a-run-shown")
    for event in events if shown else events[:-1]:
        match.add(event)
    return match


def settles(match: Table) -> list[str]:
    """Return what the record's end would pay."""
    return told(match.settled.made)


def test_a_red_gold_hand_waits_for_cards_to_be_shown() -> None:
    match = played()
    assert (match.position.scores, match.position.hand.stage) == ((0, 0), "show")
    assert settles(match) == ["0 made 12 1 1"]
    assert match.settled.position.scores == (12, 0)
    assert last(match, "hand", "dealer", "await") == [2, 1, "gallery"]


def test_the_next_gallery_settles_it() -> None:
    match = played(shown=True)
    assert told(match.add(GALLERY)) == ["0 made 12 1 1", "0 sequence 6 ['8c', '7c']"]
    assert [made.event for made in match.scores_made] == [78, 78]
    assert last(match, "scores", "hand", "dealer", "await") == [[18, 0], 2, 1, "bid"]


def test_even_a_gallery_that_is_refused() -> None:
    match = played()
    wrong = Gallery(cards_of("7d,Kh,2h,2h"))
    assert told(GAME.arriving(match.position, wrong).made) == ["0 made 12 1 1"]
    assert refused(match, wrong) == "the 2 of hearts is named twice"
    assert GAME.arriving(match.position, Show(0, ())) == Outcome(match.position)


def test_each_player_shows_once_in_any_order_cards_of_the_hand() -> None:
    match = played()
    assert last(match, "await") == ["gallery"]
    assert do(match, "show:0=8c,7c,Tc") == []
    assert refused(match, "show:0=Jd") == "Ana has already shown cards"
    assert refused(match, "show:3=Tc") == "the 10 of clubs has already been shown in this hand"
    assert refused(match, "show:3=Jd") == "the jack of diamonds has already been played in this hand"
    assert refused(match, "show:1=3c") == "the 3 of clubs has already been played in this hand"
    assert refused(match, "show:1=5d") == "the 5 of diamonds lies in the gallery and is out of play"
    assert refused(match, "show:1=") == "no card is shown"
    assert refused(match, "show:4=Ac") == "there is no seat 4, only 0 to 3"
    assert refused(match, "Js") == "the hand has been played: cards are shown, or the next gallery is dealt"


def test_no_more_than_the_hand_holds_and_none_twice() -> None:
    match = played()
    hands = match.position.hand.hands
    seat = hands.index(0)
    assert refused(match, f"show:{seat}=Ks") == f"{match.header.players[seat]} does not hold that many cards"
    assert refused(match, "show:0=8c,8c") == "the 8 of clubs is named twice"


def test_what_was_shown_last_is_where_it_is_paid() -> None:
    match = played()
    do(match, "show:0=8c,7c adjust:1=5")
    assert [made.event for made in match.settled.made] == [78, 78]
    do(match, "adjust:1=-5")
    assert [made.event for made in played().settled.made] == [77]


def test_an_adjust_does_not_settle_it_and_comes_first() -> None:
    match = played(shown=True)
    assert do(match, "adjust:1=7") == ["1 adjust 7"]
    assert match.position.scores == (0, 7)
    assert told(match.add(GALLERY)) == ["0 made 12 1 1", "0 sequence 6 ['8c', '7c']"]
    assert [made.why for made in match.scores_made] == ["adjust", "made", "sequence"]


def test_a_settled_hand_that_wins_is_shown_as_it_ended() -> None:
    match = played(target=12, lead=12)
    assert last(match, "winner", "turn", "await", "hand", "dealer", "trick") == [0, None, None, 1, 0, []]
    assert last(match, "hands", "known") == [[4, 1, 0, 3], [["8c", "7c", "Jd"], [], [], []]]
    assert refused(match, GALLERY) == "the match is over: Ana and Carla won it"


def test_the_target_alone_does_not_win_without_the_lead() -> None:
    assert last(played(target=12, lead=13), "winner") == [None]
    match = begin("adjust:1=201 adjust:0=250")
    assert last(match, "winner", "await") == [None, "gallery"]
    do(match, "adjust:1=-1")
    assert last(match, "winner", "await", "turn") == [0, None, None]
    assert refused(match, GALLERY) == "the match is over: Ana and Carla won it"


def test_a_lead_that_becomes_too_small_reopens_the_match() -> None:
    match = begin("adjust:0=250")
    do(match, "adjust:3=201")
    assert last(match, "winner", "await", "turn") == [None, "gallery", 0]
    match = begin("adjust:0=300 adjust:0=-51")
    assert last(match, "winner") == [None]


def test_the_other_side_wins_if_it_is_then_so_far_ahead() -> None:
    match = begin("adjust:0=250 adjust:1=300", lead=1)
    assert last(match, "winner", "await") == [1, None]


def test_an_adjust_that_wins_in_mid_hand_leaves_it_as_it_stands() -> None:
    match = begin("gallery:7d,Kh,2h,9d bid:1g --- special:h Qs adjust:0=250")
    assert last(match, "winner", "turn", "await", "trick") == [0, None, None, ["Qs"]]
    assert refused(match, "Ks") == "the match is over: Ana and Carla won it"
    do(match, "adjust:0=-1")
    assert last(match, "winner", "turn", "await") == [None, 3, "play"]


def test_reopening_after_a_settled_hand_begins_the_next() -> None:
    match = entered("reopened")
    wins = [outcome.position for outcome in match.outcomes if outcome.position.hand.stage == "over"]
    assert wins
    assert last(match, "winner", "hand", "await") == [None, 2, "gallery"]


def test_an_adjust_that_wins_while_cards_may_be_shown_leaves_the_hand_unsettled() -> None:
    match = played()
    do(match, "adjust:1=250")
    assert settles(match) == []
    assert last(match, "winner", "await", "hand", "scores") == [1, None, 1, [0, 250]]
    assert refused(match, "show:0=8c,7c") == "the match is over: Beto and Dino won it"
    do(match, "adjust:0=220")
    assert last(match, "winner", "hand", "scores") == [None, 2, [232, 250]]
    do(match, "show:0=8c,7c")
    assert told(match.settled.made) == ["0 made 12 1 1", "0 sequence 6 ['8c', '7c']"]


def test_a_black_hand_is_settled_with_its_last_spoil_and_nothing_is_shown() -> None:
    match = entered("a-black-gold-hand")
    assert match.scores_made[-1].event == match.position.count
    assert [made.why for made in match.scores_made if made.points] == ["made", "sequence"]
    assert refused(match, "show:0=As") == "the gallery of this hand has not been dealt yet"


def test_nor_after_a_hand_without_special_suit() -> None:
    match = entered("without-special-suit")
    assert match.scores_made[-1].event == match.position.count
    assert match.position.hand.stage == "gallery"
