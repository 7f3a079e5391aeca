"""What a card takes from the table (R9), as places on the table: equal cards without suits stay apart."""

from engine.cards import Card, Rank
from engine.events import IllegalPlay

NOWHERE = -1
ACE = int(Rank.ACE)
KING = int(Rank.KING)


def lies(table: tuple[Card, ...], rank: int) -> bool:
    """Tell whether a rank lies on the table."""
    return any(card.rank == rank for card in table)


def taken(
    table: tuple[Card, ...],
    rank: int,
    first: int = NOWHERE,
    chosen: tuple[int, ...] = (),
    round_corner: bool = True,
) -> tuple[int, ...]:
    """Return the places of the cards that a card of this rank takes: the matched one, then the run upwards.

    Of equal cards the one lying longest is taken, unless another lies at a place in ``chosen``; of the
    matched rank the one at ``first``, just laid, goes before all. Empty where nothing matches.
    """
    ranks = [card.rank for card in table]
    if rank not in ranks:
        return ()
    where = [NOWHERE] * (KING + 1)
    for place in range(len(table) - 1, -1, -1):
        where[ranks[place]] = place
    for place in chosen:
        where[table[place].rank] = place
    if first != NOWHERE and table[first].rank == rank:
        where[rank] = first
    run = [where[rank]]
    step = up(rank, round_corner)
    while step != rank and where[step] != NOWHERE:
        run.append(where[step])
        step = up(step, round_corner)
    return tuple(run)


def up(rank: int, round_corner: bool) -> int:
    """Return the rank above another; after the king the ace, or 0, where nothing lies, if runs end there."""
    if rank == KING:
        return ACE if round_corner else 0
    return rank + 1


def without(table: tuple[Card, ...], places: tuple[int, ...]) -> tuple[Card, ...]:
    """Return the table without the cards at these places."""
    return tuple([card for place, card in enumerate(table) if place not in places])


def choose(table: tuple[Card, ...], took: tuple[Card, ...]) -> tuple[int, ...]:
    """Return where the cards that a play names lie; IllegalPlay if one does not lie there.

    A rank alone names the oldest card written so; where all of that rank have suits, it leaves the choice as
    it is, and no place is returned for it.
    """
    places: list[int] = []
    for card in took:
        same = [at for at, other in enumerate(table) if other == card and at not in places]
        if same:
            places.append(same[0])
        elif card.suit is not None or not lies(table, card.rank):
            raise IllegalPlay("the {card} is not on the table to be taken", card=card.name)
    return tuple(places)


def check_took(table: tuple[Card, ...], places: tuple[int, ...], took: tuple[Card, ...]) -> None:
    """Refuse a play that names a card which it did not capture; a rank alone names any card of that rank."""
    captured = [table[place] for place in places]
    for card in took:
        same = card if card in captured else None
        if same is None and card.suit is None:
            same = next((other for other in captured if other.rank == card.rank), None)
        if same is None:
            raise IllegalPlay("the {card} was not captured", card=card.name)
        captured.remove(same)
