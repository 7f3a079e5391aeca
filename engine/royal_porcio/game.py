"""Royal Porcio as the rest of the house sees it: one game among others."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from engine.cards import PACK, Card
from engine.events import Event, IllegalPlay
from engine.game import Expected, Game, Lies, Step
from engine.header import Header
from engine.options import Option
from engine.royal_porcio import rules, sheet
from engine.royal_porcio.auction import GALLERY_CARDS
from engine.royal_porcio.bids import colour_of
from engine.royal_porcio.events import KINDS
from engine.royal_porcio.position import OPTIONS, Position
from engine.royal_porcio.refusals import check_originals
from engine.shared.scores import Made
from engine.shared.tricks import SEATS, check_partners
from engine.sheet import Sheet


class RoyalPorcio(Game[Position, Made]):
    """The rules R1 to R29."""

    name = "royal_porcio"
    title = "Royal Porcio"
    seats = range(SEATS, SEATS + 1)
    target = 250
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    kinds = KINDS

    def start(self, header: Header) -> Position:
        """Return the position before the first event; ValueError unless four play, partners opposite."""
        check_partners(header)
        return Position.start(header)

    def after(self, position: Position, event: Event) -> rules.Result:
        """Return what comes of an event; IllegalPlay, in a player's words, where the rules refuse it."""
        return rules.after(position, event)

    def arriving(self, position: Position, event: Event) -> rules.Result:
        """Return what the next gallery settles by its arrival."""
        return rules.arriving(position, event)

    def settled(self, position: Position) -> rules.Result:
        """Return what holds if the record ends here."""
        return rules.settled(position)

    def sheet(self, header: Header, steps: Iterable[Step[Position, Made]]) -> Sheet:
        """Return the score sheet."""
        return sheet.sheet_of(header, steps)

    def closing(self, position: Position) -> str:
        """Say how the match stands: who has won, or who does what next."""
        return sheet.closing(position)

    def lying(self, position: Position) -> tuple[Lies, ...]:
        """Return the gallery, the duones while the auction lasts, stubs, discards, the trick, and cards shown.

        Face down in the gallery lie what has been turned down or, after an exchange, what the Hand has laid there.
        """
        hand, auction, playing = position.hand, position.hand.auction, position.hand.playing
        if auction is None:
            return ()
        lies = [Lies(card, None, "gallery") for card in auction.up]
        lies += [Lies(None, None, "gallery")] * len(auction.down)
        if hand.stage in ("bid", "duone", "reply", "turn_down"):
            lies += before_seats(auction.duones, "duone")
        if playing is not None:
            stubs = list(before_seats(playing.tricks.stubs, "stubs"))
            lies += stubs
            lies += [Lies(None, None, "discards")] * (2 * len(stubs))
            lies += [Lies(laid.card, None, "trick") for laid in playing.tricks.trick]
            lies += before_seats(playing.shown, "shown")
        return tuple(lies)

    def expected(self, position: Position) -> tuple[Expected, ...]:
        """Return what is due: one kind of event, a bid or a pass, or cards shown or the next gallery."""
        hand, turn = position.hand, position.turn
        if position.winner is not None:
            return ()
        match hand.stage:
            case "gallery":
                return (Expected("gallery", turn, GALLERY_CARDS, PACK),)
            case "bid":
                return (Expected("pass", turn), Expected("bid", turn))
            case "duone" | "reply":
                seen = hand.opened.seen
                return (Expected(hand.stage, turn, 1, tuple(card for card in PACK if card not in seen)),)
            case "turn_down":
                colour = hand.opened.highest.colour
                cards = tuple(card for card in hand.opened.up if colour_of(card) != colour)
                return (Expected("turn_down", turn, 1, cards),)
            case "special" | "exchange":
                return (Expected(hand.stage, turn),)
            case "spoil":
                won = hand.played.tricks.won
                return (Expected("spoil", turn, 1, () if won is None else won.choice),)
            case "play":
                assert turn is not None
                return (Expected("play", turn, 1, holdable(position, turn)),)
            case "show" | "over":
                return tuple(to_be_shown(position))


def before_seats(rows: Iterable[tuple[Card, ...] | None], place: str) -> Iterator[Lies]:
    """Give cards that lie before their seats."""
    for seat, row in enumerate(rows):
        for card in row or ():
            yield Lies(card, seat, place)


def to_be_shown(position: Position) -> Iterator[Expected]:
    """Give the next gallery, and who may show how many cards at most."""
    playing = position.hand.played
    yield Expected("gallery", (position.hand.dealer + 1) % SEATS, GALLERY_CARDS, PACK)
    for seat, count in enumerate(playing.hands):
        if count and playing.shown[seat] is None:
            yield Expected("show", seat, count, holdable(position, seat))


def holdable(position: Position, seat: int) -> tuple[Card, ...]:
    """Return the cards that a seat can have in its hand for all that everybody knows, its spoils first (R18)."""
    spoils = position.hand.played.spoils[seat]
    return (*spoils, *(card for card in PACK if card not in spoils and can_hold(position, seat, card)))


def can_hold(position: Position, seat: int, card: Card) -> bool:
    """Tell whether a seat can have an original in its hand (R18)."""
    try:
        check_originals(position, seat, [card])
    except IllegalPlay:
        return False
    return True


GAME = RoyalPorcio()
