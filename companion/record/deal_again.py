"""A deal that does not count: dealt wrongly, or to be played again. All its lines are taken back in one change."""

from dataclasses import dataclass
from itertools import dropwhile, pairwise

from companion.locales import N_
from companion.messages import Notice
from engine.entry import Entry
from engine.events import Adjust
from engine.match import AnyMatch
from engine.words import Said


@dataclass(frozen=True)
class DealAgain:
    """A deal that can be dealt again: how that is offered, and the entries that would be taken back, oldest first."""

    said: Said
    entries: tuple[Entry, ...]


def deals_again(match: AnyMatch) -> tuple[DealAgain, ...]:
    """Return what can be dealt again, the smallest deal first; nothing in a match without any events.

    One in which another has all its lines is left out. Where nothing has been written of the newest hand, the one
    before can be played again too.
    """
    if not any(entry.counts for entry in match.entries):
        return ()
    *smaller, hands = (found(match, level) for level in range(len(match.game.deals(match.position))))
    whole = hands[-1]
    offered = [deals[-1] for deals in smaller if deals[-1].entries != whole.entries]
    return (*offered, whole, *(hands[-2:-1] if not whole.entries else ()))


def found(match: AnyMatch, level: int) -> list[DealAgain]:
    """Return the deals of a match of one size, oldest first; what was put in by hand before its first card is not the
    deal's.
    """
    counting = [entry for entry in match.entries if entry.counts]
    begun = list(beginnings(match, level))
    ends = [*(first for _, first in begun[1:]), len(counting)]
    return [
        DealAgain(said, told_between(match, counting[first:end], counting[end:]))
        for (said, first), end in zip(begun, ends, strict=True)
    ]


def beginnings(match: AnyMatch, level: int) -> list[tuple[Said, int]]:
    """Return each deal of one size and how many events came before it."""
    game, positions = match.game, [outcome.position for outcome in match.outcomes]
    begun = [(game.deals(positions[0])[level], 0)]
    for line, (before, after) in enumerate(pairwise(positions)):
        said = game.deals(after)[level]
        if said != begun[-1][0]:
            # an event either begins the next deal, once the last one is settled, or ends the last one
            begins = game.deals(game.settled(before).position)[level] == said
            begun.append((said, line if begins else line + 1))
    last = game.deals(match.settled.position)[level]
    return begun if last == begun[-1][0] else [*begun, (last, len(positions) - 1)]


def told_between(match: AnyMatch, counting: list[Entry], later: list[Entry]) -> tuple[Entry, ...]:
    """Return a deal's entries, with those among them that the rules refuse: after it is gone they might count."""
    cards = list(dropwhile(lambda entry: isinstance(entry.event, Adjust), counting))
    if not cards:
        return ()
    end = match.place(later[0]) if later else len(match.entries)
    return tuple(entry for entry in match.entries[match.place(cards[0]) : end] if entry.standing)


def dealt_again(match: AnyMatch, deal: DealAgain) -> Notice:
    """Return the notice of a deal that was taken back; the match is as it stands then."""
    dealer = match.settled.position.to_json()["dealer"]
    name = match.header.players[dealer]
    if not deal.entries:
        return Notice(N_("{name} deals again: nothing of this deal was written yet"), {"name": name})
    text = N_("{name} deals again. Lines taken back: {count} (Undo brings them back)")
    return Notice(text, {"name": name, "count": len(deal.entries)})
