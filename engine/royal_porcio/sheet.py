"""The score sheet of Royal Porcio: two columns, a line for each bid, bonus and foul, and for hands thrown in."""

from collections.abc import Iterable, Iterator

from engine.cards import RANK_LETTERS, Card, Rank, Suit, spell
from engine.events import Event
from engine.game import Step
from engine.header import Header
from engine.royal_porcio.bids import Bid
from engine.royal_porcio.events import Pass, Show
from engine.royal_porcio.position import Hand, Position, Stage
from engine.shared.faults import line_at_fault
from engine.shared.scores import Made, plus
from engine.shared.tricks import SIDES, scores_told, side_name, side_of
from engine.sheet import Heading, Row, Sheet, by_hand, correction, one_line, side_names, title_of

FOULS = {
    "revoke": "did not follow suit",
    "void": "wrong first void",
    "duone": "wrong reply",
    "yours": "wrong reply",
}
"""How each foul is said (R19-R22)."""

DOES: dict[Stage, str] = {
    "gallery": "deals the gallery",
    "bid": "bids or passes",
    "duone": "lays a card for the duone",
    "reply": "replies to the duone",
    "turn_down": "turns a card down",
    "special": "names the special suit",
    "exchange": "exchanges cards",
    "play": "plays next",
    "spoil": "takes a spoil",
}
"""What the seat at turn does at each stage that has one."""


def sheet_of(header: Header, steps: Iterable[Step[Position, Made]]) -> Sheet:
    """Return the sheet."""
    groups = by_hand(header, rows(header, steps))
    title = title_of("Royal Porcio", header)
    return Sheet(title, side_names(header, SIDES), groups)


def rows(header: Header, steps: Iterable[Step[Position, Made]]) -> Iterator[tuple[Heading, Row]]:
    """Give the sheet's lines, each with the hand to which it belongs: that before the event."""
    sides = side_names(header, SIDES)
    before = Position.start(header)
    totals = before.scores
    acts: dict[int, str] = {}
    for event, outcome in steps:
        hand, after = before.hand, outcome.position
        acts[after.count] = shown_by(event)
        for made in outcome.made:
            totals = plus(totals, side_of(made.seat), made.points)
            own = made.why in ("foul", "pictures", "sequence")
            who = one_line(header.players[made.seat]) if own else sides[side_of(made.seat)]
            row = Row(who, words_of(made, event), cards_of(made, hand, acts), made.points, totals)
            yield (hand.number, hand.dealer), row
        if isinstance(event, Pass) and after.hand.number != hand.number:
            yield (hand.number, hand.dealer), Row("nobody", "thrown in", "", 0, totals)
        before = after


def shown_by(event: Event | None) -> str:
    """Return the cards that an event shows; "yours" for that reply."""
    if isinstance(event, Show):
        return spell(event.cards)
    card = getattr(event, "card", None)
    return "yours" if card is None else str(card)


def words_of(made: Made, event: Event | None) -> str:
    """Say what a line is for."""
    match made.why:
        case "made" | "set":
            what = "made" if made.why == "made" else "failed"
            return f"bid of {made.more['bid']} {what}, balance {made.more['balance']}"
        case "pictures":
            return "four pictures"
        case "sequence":
            return "run"
        case "foul":
            return FOULS[str(made.more["foul"])]
        case _:
            return correction(event)


def cards_of(made: Made, hand: Hand, acts: dict[int, str]) -> str:
    """Return the cards that a line is about: pictures, a run, or a faulty act and what shows it."""
    match made.why:
        case "pictures":
            rank = Rank(RANK_LETTERS.index(str(made.more["rank"])) + 1)
            return spell(Card(rank, suit) for suit in Suit)
        case "sequence":
            cards = made.more["cards"]
            assert isinstance(cards, list)
            return " ".join(cards)
        case "foul":
            at = line_at_fault(made)
            if at < made.event:
                return f"{acts[at]}, shown by {acts[made.event]}"
            held = next(card for card in hand.known(made.seat) if card.suit is hand.played.tricks.led)
            return f"{acts[at]}, holding {held}"
        case _:
            return ""


def closing(at: Position) -> str:
    """Say how the match stands: who has won, or who does what next, and what is played."""
    header, hand, turn = at.setting.header, at.hand, at.turn
    scores = scores_told(header, at.scores)
    if at.winner is not None:
        return f"{scores}. {one_line(side_name(header, at.winner))} won."
    if turn is None:
        return f"{scores}. Hand {hand.number}: cards may be shown."
    does = f"{one_line(at.setting.name(turn))} {DOES[hand.stage]}"
    return f"{scores}. Hand {hand.number}{what_is_played(hand)}: {does}."


def what_is_played(hand: Hand) -> str:
    """Say what has been bid, the special suit, and the stubs of both sides; "" before a bid."""
    bid = None if hand.auction is None else hand.auction.bid
    if bid is None:
        return ""
    if hand.playing is None or hand.contract is None:
        return f", {told(bid)}"
    special = hand.contract.special
    suit = "no special suit" if special is None else special.word
    mine, theirs = hand.playing.tricks.counted()
    return f", {told(bid)}, {suit}, stubs {mine} to {theirs}"


def told(bid: Bid) -> str:
    """Write a bid: "2 red gold"."""
    return f"{bid.number} {bid.colour} {bid.level}"
