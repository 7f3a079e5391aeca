"""How long each card of a history lay on the table, and whether another lies on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.referee.tracklets import Tracklet
from companion.referee.tricks.history import Node
from companion.referee.tricks.rates import TRICKS
from companion.referee.tricks.rows import apart
from companion.referee.tricks.scene import Scene
from engine.cards import Card


@dataclass(slots=True)
class Stay:
    """A card on the table: from when on, when it is gathered or taken up (``gone``), when the next card is led
    (``led``), and until when it was ``seen``. ``up``: it was taken up into a hand;
    ``moved``: it was laid elsewhere on the table. ``again``: other tracks that were this card.
    """

    card: Card
    at: float
    track: Tracklet | None
    gone: float = float("inf")
    led: float = float("inf")
    up: bool = False
    moved: bool = False
    seen: float = float("-inf")
    again: list[Tracklet] = field(default_factory=list)

    @property
    def tracks(self) -> list[Tracklet]:
        """All tracks that were this card."""
        return self.again if self.track is None else [self.track, *self.again]

    @property
    def there_until(self) -> float:
        """When it was last seen with nothing over it, in seconds; where it moved, at its first place."""
        tracks = [self.track] if self.moved and self.track is not None else self.tracks
        return max((each.clear for each in tracks), default=float("-inf"))


def stays_of(nodes: list[Node], scene: Scene) -> list[Stay]:
    """How long each card lay; first those that lay there, or had been shown, before the history begins."""
    here = scene.rules.start()
    lying = [Stay(card, float("-inf"), None) for card in here]
    before = [
        Stay(card, float("-inf"), None, gone=float("-inf"), led=float("-inf"))
        for card in scene.rules.shown_before() - {*here}
    ]
    found, swept = [*before, *lying], list[Stay]()
    for node in nodes:
        at = scene.at(node.step)
        if node.step.cards:
            for stay in swept:
                stay.led = min(at, stay.led)
            swept = []
        moved = [stay for stay in lying if stay.card in node.moved]
        for stay in moved:
            stay.moved = True
        swept += moved
        for card, number in zip(node.step.cards, node.step.tracks, strict=True):
            track = scene.tracklets.get(number)
            lying.append(Stay(card, track.since if track is not None else at, track))
            found.append(lying[-1])
        if node.step.cards and len(lying) == len(node.lying):  # nothing has gone
            continue
        gone, new = _changed(lying, node)
        for stay in gone:
            lying.remove(stay)
            _leave(stay, node, at, scene)
            if not stay.up:
                swept.append(stay)
        again = [Stay(card, at, None) for card in new]
        lying += again
        found += again
    return found


def _changed(lying: Iterable[Stay], node: Node) -> tuple[list[Stay], Iterable[Card]]:
    """What of all that lay there is gone after an event, and the cards that it turned up again."""
    left, gone = Counter(node.lying), list[Stay]()
    for stay in lying:
        if left[stay.card]:
            left[stay.card] -= 1
        else:
            gone.append(stay)
    return gone, left.elements()


def _leave(stay: Stay, node: Node, at: float, scene: Scene) -> None:
    """A card leaves the table: into a hand, or swept away."""
    stay.gone, stay.up = at, node.stays and stay.card not in node.gathered
    if node.step.takes:
        stay.up = node.step.said[0][1] == str(stay.card)
    if not node.step.cards and not scene.rules.begins(node):
        stay.led = at + TRICKS.gathered_for


def is_covered(stay: Stay, stays: list[Stay]) -> bool:
    """Whether a later card lies on it that was laid before anything there was gathered."""
    lay = (each for each in stay.tracks if each.since <= stay.gone)
    last = max(lay, key=lambda each: each.until, default=None)
    if last is None:
        return False
    cleared = min((other.gone for other in stays if other.gone > stay.at), default=float("inf"))
    return any(
        last.since < each.since <= cleared and apart(last, each) < TRICKS.cover
        for other in stays
        if other is not stay
        for each in other.tracks
    )
