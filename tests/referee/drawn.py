"""Tables drawn in text, shown to a referee.

Each line is a time in seconds and what lies there from then on: ``2.0 | 7h 9d``. A card may carry marks: ``7h/7d``
is read as either, ``7h/9d/Kc`` as any of them, ``7h//7d`` nearly surely as the first, ``7h>8h`` is the track that was
``7h`` and now reads as ``8h``, ``7h*`` is covered, ``7h@90`` was laid by an arm from there, ``7h~`` is another track of
the same card, ``7h'`` a second card that reads the same. ``moving`` in a line: an arm is over the table; ``arm90``: one
reaches in from there, degrees round the picture's middle; ``unseen``: nobody sees the table.
"""

from collections.abc import Iterable

from companion.referee import Change, Referee
from companion.referee.observation import Observation, ObservedCard
from engine.cards import PACK, Card
from engine.events import Event
from engine.header import Header
from engine.porrazo.events import Play
from tests.referee.stage import FPS, STEADY_FRAMES

NAMES = ("Ana", "Beto", "Carla", "Dani", "Eva")


def header(players: int = 2, **options: bool | str) -> Header:
    """A match in which the last seat deals, so that seat 0 plays first."""
    return Header(NAMES[:players], dealer=players - 1, options={"declarations": "automatic", **options})


class Watched:
    """A referee and what it said."""

    def __init__(self, match: Header, events: Iterable[Event] = ()) -> None:
        self.referee = Referee(match, events)
        self.said: list[Change] = []
        self._tracks: dict[str, tuple[int, float, int]] = {}
        self._count = 0

    def see(self, drawn: str, until: float | None = None) -> "Watched":
        """Show the lines, each until the next; the last for two seconds."""
        lines = [line.split("|") for line in drawn.strip().splitlines()]
        times = [float(begin) for begin, _ in lines]
        ends = [*times[1:], until if until is not None else times[-1] + 2.0]
        for begin, end, (_, cards) in zip(times, ends, lines, strict=True):
            if "unseen" in cards:
                self.referee.unseen(begin, end)
                continue
            for frame in range(round(begin * FPS), round(end * FPS)):
                self.said += self.referee.look(self._sight(frame / FPS, cards.split()))
        return self

    def end(self, t: float) -> "Watched":
        """The source ends."""
        self.said += self.referee.end(t)
        return self

    def _sight(self, t: float, words: list[str]) -> Observation:
        arms = tuple(float(word.removeprefix("arm")) for word in words if word.startswith("arm"))
        words = [word for word in words if not word.startswith("arm")]
        seen = [self._sighting(word, place, t) for place, word in enumerate(words) if word != "moving"]
        names = {word.split(">")[0].split("@")[0].rstrip("*") for word in words}
        self._tracks = {name: track for name, track in self._tracks.items() if name in names}
        return Observation(t, tuple(seen), still="moving" not in words and not arms, arms=arms)

    def _sighting(self, word: str, place: int, t: float) -> ObservedCard:
        name, _, now = word.rstrip("*").partition(">")
        name, _, arm = name.partition("@")
        if name not in self._tracks:
            self._count += 1
        track, since, looks = self._tracks.get(name, (self._count, t, 0))
        self._tracks[name] = track, since, looks + 1
        odds = odds_of((now or name).rstrip("~'"))
        steady = looks + 1 >= STEADY_FRAMES
        laid_by = (float(arm),) if arm and steady else ()
        return ObservedCard(track, odds, float(place), 0.0, since, steady, word.endswith("*"), laid_by)


def odds_of(word: str) -> tuple[float, ...]:
    """The probabilities that ``7h``, ``7h/7d``, ``7h/9d/Kc`` or ``7h//7d`` stands for."""
    between = (0.95, 0.05) if "//" in word else (0.52, 0.48)
    cards = [Card.parse(each) for each in word.replace("//", "/").split("/")]
    odds = [0.0] * len(PACK)
    shares = between if len(cards) == 2 else (1 / len(cards),) * len(cards)
    for card, share in zip(cards, shares, strict=True):
        odds[card.code] = share
    return tuple(odds)


def watched(drawn: str, players: int = 2, **options: bool | str) -> Watched:
    """A referee that has seen what is drawn."""
    return Watched(header(players, **options)).see(drawn)


def told(events: Iterable[Event]) -> str:
    """Events in a line: ``7h``, ``4c!`` in place, ``tendido(2c 4d 7h 3s)``; a ``?`` behind what is doubtful."""
    words = []
    for event in events:
        doubt = "?" if "doubt" in event.extra else ""
        if isinstance(event, Play):
            words.append(f"{event.card}{'!' if event.in_place else ''}{doubt}")
        else:
            words.append(f"{event.do}({' '.join(map(str, getattr(event, 'cards', ())))}){doubt}")
    return " ".join(words)


def written(match: Watched) -> str:
    """What stands in the record."""
    return told(match.referee.written)
