"""How fast the engine is, beside two public ones in the same run: python-chess and PokerKit.

    python -m tests.benchmarks.bench_engine [SECONDS]

Measures, for SECONDS each (default 2), in this process's own processor time: full two-player hands of Porrazo
with random plays; undo and redo; one more event after 10, 100 and 10,000 others; the random matches of every other
game's tests, replayed; random games and push/pop of python-chess; random two-player hands of no-limit hold'em of
PokerKit. An engine that is not installed is named and left out (`pip install chess pokerkit`, in an environment of
its own).
"""

import importlib
import random
import sys
import time
from collections.abc import Callable
from types import ModuleType

from engine.cards import PACK, Card
from engine.events import Adjust, Event
from engine.game import AnyGame, Standing
from engine.games import NAMES, game_called
from engine.header import Header
from engine.porrazo.events import Play, Tendido
from engine.porrazo.game import Match
from engine.porrazo.position import Position
from engine.porrazo.rules import after, settled

SECONDS = 2.0
HEADER = Header(("Ana", "Beto"), target=10**9)
BATCHES = 8
MATCHES = 20
"""Random matches of each other game."""
COUNTERS = ("hand", "deal", "round")
"""What a game's last line calls the number of its hand."""


def rate(once: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Return how often a second something ran, and how many steps it took a second; it returns its steps."""
    once()
    runs = steps = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        steps += once()
        runs += 1
    return runs / spent, steps / spent


def porrazo_hand(rng: random.Random) -> int:
    """Play one full hand of two: each card drawn at random from the hand dealt; returns its events."""
    at = Position.start(HEADER)
    pack = rng.sample(PACK, len(PACK))
    tendido = rng.randrange(BATCHES)
    for batch in range(BATCHES):
        if batch == tendido:
            at = after(at, Tendido((pack.pop(), pack.pop(), pack.pop(), pack.pop()))).position
        hands = ([pack.pop(), pack.pop(), pack.pop()], [pack.pop(), pack.pop(), pack.pop()])
        for turn in range(6):
            seat = (turn + 1) % 2
            at = after(at, Play(seat, hands[seat].pop())).position
            if at.winner is not None:  # a san benito, perhaps once in ten thousand hands
                return at.count
    return settled(at).position.count


def a_match(events: int) -> Match:
    """Return a match of so many plays, hand after hand."""
    match = Match(HEADER)
    pack: list[Card] = []
    for _ in range(events):
        pack = pack or [*PACK[: 6 * BATCHES]]  # in this order nobody makes a san benito
        match.add(Play(match.settled.position.turn, pack.pop()))
    return match


def undo_redo(match: Match) -> int:
    """Go back a hundred steps and forth again."""
    for _ in range(100):
        match.undo()
    for _ in range(100):
        match.redo()
    return 100


def one_more(match: Match) -> Callable[[], int]:
    """Return what adds an event and takes it back a hundred times."""
    event = Adjust(0, 1, "one more")

    def once() -> int:
        for _ in range(100):
            match.add(event)
            match.undo()
        return 100

    return once


def random_matches(name: str) -> list[tuple[Header, list[Event]]]:
    """Return matches of a game as its tests play them, always the same."""
    dealt = importlib.import_module(f"tests.games.{name}.dealt")
    matches = []
    for seed in range(MATCHES):
        rng = random.Random(seed)
        header = dealt.random_header(rng)
        matches.append((header, dealt.random_events(header, rng)))
    return matches


def replay(game: AnyGame, matches: list[tuple[Header, list[Event]]]) -> list[Standing]:
    """Score matches anew; returns where each stands in the end."""
    ends = []
    for header, events in matches:
        at = game.start(header)
        for event in events:
            at = game.after(at, event).position
        ends.append(at)
    return ends


def finished(end: Standing) -> int:
    """Return how many hands of a match have been played to their end."""
    last = end.to_json()
    number = next(last[key] for key in COUNTERS if key in last)
    assert isinstance(number, int)
    return number if end.winner is not None else number - 1


def replays(name: str, seconds: float) -> str:
    """Measure how fast a game's random matches are scored."""
    game, matches = game_called(name), random_matches(name)
    hands = sum(map(finished, replay(game, matches)))
    each = sum(len(events) for _, events in matches)
    times, _ = rate(lambda: len(replay(game, matches)), seconds)
    return f"{name:<16} {times * hands:10,.0f} hands/s                  {times * each:12,.0f} events/s"


def chess_game(chess: ModuleType, rng: random.Random) -> int:
    """Play a random game of chess of at most 200 moves; returns the moves."""
    board = chess.Board()
    for ply in range(200):
        moves = list(board.legal_moves)
        if not moves:
            return ply
        board.push(rng.choice(moves))
    return 200


def push_pop(chess: ModuleType) -> Callable[[], int]:
    """Return what pushes and pops a move a hundred times."""
    board = chess.Board()
    move = next(iter(board.legal_moves))

    def once() -> int:
        for _ in range(100):
            board.push(move)
            board.pop()
        return 100

    return once


def poker_hand(pokerkit: ModuleType, rng: random.Random) -> int:
    """Play a random hand of hold'em between two; returns the actions."""
    automation = pokerkit.Automation
    state = pokerkit.NoLimitTexasHoldem.create_state(tuple(automation), True, 0, (1, 2), 2, 200, 2)
    actions = 0
    while state.status:
        actions += 1
        if state.can_fold() and rng.random() < 0.05:
            state.fold()
        elif state.can_complete_bet_or_raise_to() and rng.random() < 0.1:
            state.complete_bet_or_raise_to()
        elif state.can_check_or_call():
            state.check_or_call()
        else:
            break
    return actions


def installed(name: str) -> ModuleType | None:
    """Import an engine to compare with; None, and a word about it, where it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{name}: not installed, left out")
        return None


def main(seconds: float) -> None:
    """Measure everything and print it."""
    rng = random.Random(61)
    hands, events = rate(lambda: porrazo_hand(rng), seconds)
    print(f"porrazo        {hands:12,.0f} full two-player hands/s  {events:12,.0f} events/s")
    match = a_match(1000)
    print(f"porrazo        {rate(lambda: undo_redo(match), seconds)[1]:12,.0f} undo+redo/s")
    for size in (10, 100, 10_000):
        each = 1e6 / rate(one_more(a_match(size)), seconds)[1]
        print(f"porrazo        {each:12.2f} µs for one more event (and its undo) after {size:,}")
    for name in NAMES[1:]:
        print(replays(name, seconds))
    if (chess := installed("chess")) is not None:
        games, moves = rate(lambda: chess_game(chess, rng), seconds)
        print(f"python-chess   {games:12,.1f} random games/s           {moves:12,.0f} moves/s")
        print(f"python-chess   {rate(push_pop(chess), seconds)[1]:12,.0f} push+pop/s")
    if (pokerkit := installed("pokerkit")) is not None:
        games, actions = rate(lambda: poker_hand(pokerkit, rng), seconds)
        print(f"pokerkit       {games:12,.1f} random two-player hands/s {actions:12,.0f} actions/s")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
