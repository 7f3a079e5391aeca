"""Everything that happens between plays: announcing, claiming, the tendido, the leftover, corrections."""

from collections import Counter

from engine.cards import Card
from engine.events import Adjust, IllegalPlay
from engine.porrazo.capture import NOWHERE
from engine.porrazo.events import Claim, Declare, Leftover, Recount, Tendido
from engine.porrazo.playing import check_possible
from engine.porrazo.position import Outcome, Position
from engine.porrazo.scoring import Score, Why, best_arrangement, better_direction, sets
from engine.porrazo.setting import TENDIDO_SIZE
from engine.porrazo.sofar import ALIKE, Lying, recounted
from engine.shared.scores import check_seat


def declare(at: Position, event: Declare) -> Outcome:
    """Return what comes of an announcement, made before the batch's first play (R4, R5)."""
    check_seat(event.seat, at.setting.seats)
    batch, name = at.batch_so_far, at.setting.name(event.seat)
    if batch.played:
        raise IllegalPlay("it is too late to announce: the batch is being played")
    if any(seat == event.seat for seat, _ in batch.declared):
        raise IllegalPlay("{player} has already announced in this batch", player=name)
    if event.kind == Why.FOUR and at.setting.hand_size(event.seat, at.dealer, batch.number) < ALIKE:
        raise IllegalPlay("{player} does not hold four cards", player=name)
    return Outcome(at.with_(batch=batch.declaring(event.seat, event.kind)))


def claim(at: Position, event: Claim) -> Outcome:
    """Return what comes of pointing out somebody's silence, once the batch's plays are done (R7)."""
    check_seat(event.seat, at.setting.seats)
    check_seat(event.against, at.setting.seats)
    setting, batch = at.setting, at.batch_so_far
    options = setting.options
    if options.missed_declaration == "lost" and options.declarations == "required":
        raise IllegalPlay("by these rules nobody can claim what was not announced")
    if setting.side_of[event.seat] == setting.side_of[event.against]:
        raise IllegalPlay("{player} can only claim against an opponent", player=setting.name(event.seat))
    if not at.complete:
        raise IllegalPlay("a claim is made between a batch's last play and whatever comes next")
    return Outcome(at.with_(batch=batch.claiming(event.seat, event.against, at.count)))


def tendido(at: Position, event: Tendido) -> Outcome:
    """Return what comes of the dealer's four cards, which score their places and sets (R17-R19)."""
    setting, batch, cards = at.setting, at.batch_so_far, event.cards
    if len(cards) != TENDIDO_SIZE:
        raise IllegalPlay("a tendido has four cards, not {count}", count=len(cards))
    if at.hand_so_far.tendido:
        raise IllegalPlay("the tendido has already been laid in this hand")
    if batch.played:
        raise IllegalPlay("the tendido comes before the batch's first play")
    if batch.leftover:
        raise IllegalPlay("the tendido comes before the leftover")
    if setting.options.tendido == "last_four" and batch.number != setting.batches:
        raise IllegalPlay("the tendido is the last four cards: it comes with the last batch")
    at = lay_out(at, cards, is_tendido=True)
    best = best_arrangement(cards) if setting.options.tendido_count == "best" else cards
    placed = Outcome(at).paid(at.count, at.dealer, better_direction(best), Why.TENDIDO_PLACE)
    return placed.paid(at.count, at.dealer, sets(at.table), Why.TENDIDO_SET)


def leftover(at: Position, event: Leftover) -> Outcome:
    """Return what comes of the leftover, laid on the table with the last batch (R20)."""
    setting, batch = at.setting, at.batch_so_far
    if setting.leftover == 0:
        raise IllegalPlay("with {players} players no cards are left over", players=setting.seats)
    if setting.options.leftover == "dealt":
        raise IllegalPlay("by these rules the leftover is dealt to the players")
    if batch.number != setting.batches:
        raise IllegalPlay("the leftover comes with the last batch")
    if batch.leftover:
        raise IllegalPlay("the leftover has already been laid")
    if batch.played:
        raise IllegalPlay("the leftover comes before the batch's first play")
    if len(event.cards) != setting.leftover:
        raise IllegalPlay(
            "the leftover is {expected} cards, not {count}", expected=setting.leftover, count=len(event.cards)
        )
    return Outcome(lay_out(at, event.cards).with_(batch=batch.with_leftover()))


def lay_out(at: Position, cards: tuple[Card, ...], is_tendido: bool = False) -> Position:
    """Return the position with new cards on the table, none of them seen before in the hand."""
    hand = at.hand_so_far
    check_once_each(cards)
    for card in cards:
        check_possible(at.with_(hand=hand), card)
        hand = hand.seeing(card)
    if is_tendido:
        hand = hand.with_tendido()
    return at.with_(hand, lying=Lying((*at.lying.cards, *cards)))


def check_once_each(cards: tuple[Card, ...]) -> None:
    """Refuse cards among which one is named twice; of a rank alone there may be several."""
    for card in cards:
        if card.suit is not None and cards.count(card) > 1:
            raise IllegalPlay("the {card} is named twice", card=card.name)


def adjust(at: Position, event: Adjust) -> Outcome:
    """Return what comes of a correction by hand; it may win the match, or reopen it (R23)."""
    check_seat(event.seat, at.setting.seats)
    return Outcome(at).credited(Score(at.count, event.seat, event.points, Why.ADJUST))


def recount(at: Position, event: Recount) -> Outcome:
    """Return what comes of a recount: these cards lie on the table, whatever the rules expected; nothing waits."""
    cards = event.cards
    check_once_each(cards)
    rank, alike = Counter(card.rank for card in cards).most_common(1)[0] if cards else (None, 0)
    if rank is not None and alike > ALIKE:
        raise IllegalPlay("there are only four cards of each rank, not {count}", count=alike)
    hand = at.hand_so_far
    captured = [card for pile in hand.piles for card in pile]
    seen = recounted(hand.seen, captured, cards)
    return Outcome(at.with_(hand.with_seen(seen), lying=Lying(cards, still_fresh(at.lying, cards))))


def still_fresh(lying: Lying, cards: tuple[Card, ...]) -> int:
    """Return where the card just laid lies after a recount; nowhere if it is gone."""
    if lying.fresh == NOWHERE:
        return NOWHERE
    laid = lying.cards[lying.fresh]
    return max((place for place, card in enumerate(cards) if card == laid), default=NOWHERE)
