"""What can be tapped at the table now: ranks to play, announcements at the seats, a tendido or what is left over."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.locales import N_
from companion.record.session import Session
from engine.cards import ANY_SUIT, Card
from engine.events import Event
from engine.porrazo.events import Claim, Declare, Leftover, Play, Tendido
from engine.porrazo.foresight import at_play, plays_of, refusal, unseen
from engine.porrazo.position import Position
from engine.porrazo.rules import after, settled
from engine.porrazo.setting import TENDIDO_SIZE
from engine.porrazo.words import ANNOUNCED


@dataclass(frozen=True)
class Offer:
    """Something that a player may do at their place: a word for the button, the event or several to choose from."""

    text: str
    events: tuple[Event, ...]


def offers(session: Session, seat: int) -> list[Offer]:
    """Say what the player of a seat may announce or claim now; nothing where all of it counts by itself."""
    if not announces(session):
        return []
    return [*_announcements(session, seat), *_claims(session, seat)]


def announces(session: Session) -> bool:
    """Whether players announce in this match, rather than every holding counting unsaid (R8)."""
    position: Position = session.match.position
    return position.setting.options.declarations == "required"


def _announcements(session: Session, seat: int) -> Iterator[Offer]:
    for kind, text in ANNOUNCED.items():
        event = Declare(seat, kind)
        if session.allows(event):
            yield Offer(text, (event,))


def _claims(session: Session, seat: int) -> Iterator[Offer]:
    """Offer a claim against whoever kept silent and played two alike: anybody could see that (R7)."""
    position = session.match.position
    if not position.complete or not position.batch_so_far.played:
        return
    claims = tuple(Claim(seat, against) for against in _silent(position) if against != seat)
    allowed = tuple(claim for claim in claims if session.allows(claim))
    if settled(position).position.winner is not None:
        allowed = tuple(claim for claim in allowed if _changes(position, claim))
    if allowed:
        yield Offer(N_("Claim"), allowed)


def _changes(position: Position, claim: Claim) -> bool:
    """Whether a claim changes the points; after the batch that wins the match only such a claim matters."""
    claimed = after(position, claim).position
    return settled(claimed).position.scores != settled(position).position.scores


def _silent(position: Position) -> list[int]:
    """List the seats that announced nothing and were not found out yet."""
    batch = position.batch_so_far
    heard = {said for said, _ in batch.declared} | {against for against, _ in batch.claimed}
    return [seat for seat in range(position.setting.seats) if seat not in heard]


def ranks(position: Position) -> list[Card]:
    """Give the ranks that the seat to move could play now, as cards of unknown suit."""
    at = at_play(position)
    return [card for card in ANY_SUIT if refusal(at, Play(at.turn, card)) is None]


def plays(position: Position, card: Card) -> tuple[Play, ...]:
    """Give the plays of a rank to choose from: two where it may capture or stay in its place."""
    return plays_of(position, card)


def to_lay(position: Position) -> Tendido | Leftover | None:
    """Say what may be laid on the table before the batch's first play: a tendido, or what is left over."""
    at = at_play(position)
    cards = unseen(at)
    tried = (Tendido(cards[:TENDIDO_SIZE]), Leftover(cards[: at.setting.leftover]))
    for event in tried:
        if refusal(at, event) is None:
            return Tendido(()) if isinstance(event, Tendido) else Leftover(())
    return None
