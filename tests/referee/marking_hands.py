"""How well a referee followed a hand of any game: what it wrote, held against what was played."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from time import process_time

from companion.referee.observation import Observation
from companion.referee.record_diff import Change
from companion.referee.tricks import TrickReferee
from companion.referee.tricks.rules import Rules
from engine.events import Event, IllegalPlay
from engine.game import AnyGame
from engine.games import game_called
from engine.header import Header
from tests.referee.acted_hands import acted_hand
from tests.referee.acted_table import ActedHand

PATIENCE = 10.0
"""Seconds after which people put right by hand what is not there yet: chosen."""


@dataclass
class Tally:
    """Counts over hands; ``said`` are what was wrong or asked, for people."""

    hands: int = 0
    exact: int = 0
    events: int = 0
    asked: int = 0
    silent: int = 0
    looks: int = 0
    seconds: float = 0.0
    by_hand: int = 0
    said: list[str] = field(default_factory=list)


class Tapping:
    """People who tap what no camera sees, once the screen offers it; what is still wrong after ``PATIENCE`` seconds
    they put right by hand, and that is counted.
    """

    def __init__(self, hand: ActedHand, referee: TrickReferee) -> None:
        self.hand, self.referee = hand, referee
        self._left = [*hand.tapped]
        self._told: list[Event] = []
        self._heard = 0
        self.by_hand = 0

    @property
    def record(self) -> list[Event]:
        """What people told last, and what was understood since."""
        return [*self._told, *self.referee.written[self._heard :]]

    def look(self, observation: Observation) -> list[Change]:
        """The referee looks, and people tap what is due."""
        changes = self.referee.look(observation)
        while self._left and observation.t >= self._left[0][0]:
            since, at = self._left[0]
            record = self.record
            if len(record) != at and observation.t < since + PATIENCE:
                break
            due = [*self.hand.events[:at]]
            right = told(self.hand.header, record) == told(self.hand.header, due)
            right = right and allowed(self.hand.header, [*record, self.hand.events[at]])
            self.by_hand += not right
            self._told = [*(record if right else due), self.hand.events[at]]
            self._heard = len(self.referee.written)
            self.referee.hear(self._told)
            self._left.pop(0)
        return changes


def follow(game: str, seed: int, level: str, tally: Tally) -> None:
    """Show the referee one hand, and count."""
    hand = acted_hand(game, seed, level)
    people, asked = Tapping(hand, TrickReferee(hand.header)), set[int]()
    looks = [*hand.stage.observations(hand.seconds)]
    begun = process_time()
    for changes in (*(people.look(each) for each in looks), people.referee.end(hand.seconds)):
        asked |= {change.line for change in changes if change.event.extra.get("doubt")}
    tally.seconds += process_time() - begun
    tally.looks += len(looks)
    tally.by_hand += people.by_hand
    played = game_called(game)
    truth, written = told(hand.header, hand.events), told(hand.header, people.record)
    silent = wrong(truth, written)
    right = standing(played, hand.header, hand.events) == standing(played, hand.header, people.record)
    same = [what for what, _ in truth] == [what for what, _ in written]
    tally.hands += 1
    tally.events += len(truth)
    tally.asked += len(asked)
    tally.silent += len(silent)
    tally.exact += same and right and not asked and not people.by_hand
    if not same or asked or not right:
        tally.said.append(f"{level} {seed}: asked {sorted(asked)}, stands {right}, silent {silent}")


def allowed(header: Header, events: Sequence[Event]) -> bool:
    """Whether the rules allow these events: a pass that nobody saw may be missing before what people tap."""
    game = game_called(header.game)
    position = game.start(header)
    try:
        for event in events:
            position = game.after(position, event).position
    except IllegalPlay:
        return False
    return True


def told(header: Header, events: Sequence[Event]) -> list[tuple[str, bool]]:
    """What each event comes to, and whether it is marked; no events that show no card. Those that may come in any order
    stand by how many of the same seat came before, then by seat.
    """
    rules = Rules(header)
    found: list[tuple[str, bool]] = []
    run: list[tuple[int, int, str, bool]] = []
    position = rules.base
    before: set[tuple[str, int | None]] = set()
    for event in events:
        offered = {(each.do, each.seat) for each in rules.expected(position)}
        line = event.to_json()
        position = rules.game.after(position, event).position
        if not {"card", "cards", "melds"} & {*line}:
            continue
        seat = line.get("seat")
        if (event.do, seat) not in before:
            found += [(what, doubt) for *_, what, doubt in sorted(run)]
            run = []
        who = seat if isinstance(seat, int) else -1
        turn = sum(other == who for _, other, *_ in run)
        run.append((turn, who, rules.told(event), bool(event.extra.get("doubt"))))
        before = offered
    return [*found, *((what, doubt) for *_, what, doubt in sorted(run))]


def wrong(truth: Sequence[tuple[str, bool]], written: Sequence[tuple[str, bool]]) -> list[str]:
    """What is wrong, missing or too much, and not marked as doubtful."""
    found = []
    same = SequenceMatcher(None, [what for what, _ in truth], [what for what, _ in written], autojunk=False)
    for tag, a, a_end, b, b_end in same.get_opcodes():
        if tag != "equal" and not any(doubt for _, doubt in written[b:b_end]):
            count = max(a_end - a, b_end - b)
            was, now = [what for what, _ in truth[a:a_end]], [what for what, _ in written[b:b_end]]
            found += [f"{was} -> {now}", *[""] * (count - 1)]
    return found


def standing(game: AnyGame, header: Header, events: Sequence[Event]) -> dict[str, object]:
    """How the match stands: what no order of cards changes."""
    position = game.start(header)
    for event in events:
        position = game.after(position, event).position
    last = game.settled(position).position.to_json()
    return {key: last[key] for key in ("scores", "winner", "hand", "dealer")}
