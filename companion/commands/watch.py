"""``porrazo watch SOURCE``: follow a real table and keep score, on screen or without one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands import LETTERS_HELP, BadInput
from companion.commands.headless import follow, say_keeping_ended
from companion.commands.source import source_of, watcher_of

if TYPE_CHECKING:
    from companion.archive.match_file import OpenedFile
    from companion.pipeline.watcher import Watcher
    from engine.events import Event
    from engine.header import Header

DEFAULT_PLAYERS = 2


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "watch",
        help="follow a table and keep score",
        description="Follow a table through a camera and keep score.",
    )
    parser.add_argument(
        "source",
        metavar="SOURCE",
        help="a camera's number, a film, a folder of frames, a stream's URL; phone: a phone's browser",
    )
    add_match(parser)
    parser.add_argument("--record", metavar="OUT.jsonl", help="write the match to this file as it goes")
    parser.add_argument(
        "--keep-evening",
        metavar="PATH",
        help="keep what is seen, to be played again by porrazo evening PATH: a folder with short films of what went "
        "wrong, or one file without pictures if PATH ends with .gz",
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="say of each event on standard error why it, and not the next best",
    )
    parser.add_argument("--letters", metavar="CODE", help=LETTERS_HELP)
    parser.add_argument("--spanish", action="store_true", help="played with a Spanish pack: oros, copas, ...")
    parser.add_argument("--headless", action="store_true", help="no window")
    parser.add_argument("--json", action="store_true", help="print each event as a line of JSON")


def add_match(parser: argparse.ArgumentParser) -> None:
    """Add what is said of the match: its game, who plays and where they sit, its rules."""
    parser.add_argument(
        "--game",
        default=None,
        metavar="NAME",
        help="what is played: porrazo (default), malilla, backhand, crash or stubs_and_spoils",
    )
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--players",
        type=int,
        metavar="N",
        help=f"how many play (default {DEFAULT_PLAYERS}, or as many as the game needs)",
    )
    who.add_argument("--names", metavar="A,B", help="who plays, clockwise")
    parser.add_argument("--teams", metavar="0,2/1,3", help="seats that play together")
    parser.add_argument("--dealer", type=int, default=0, metavar="SEAT", help="who deals first (default 0)")
    parser.add_argument(
        "--bottom", type=int, default=0, metavar="SEAT", help="who sits at the picture's lower edge"
    )
    parser.add_argument("--rules", metavar="PRESET", help="of Porrazo: denexa, pagat (default) or uspcc")
    parser.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="one rule put differently"
    )


def run(args: argparse.Namespace) -> int:
    """Watch until the source ends, or the window is closed."""
    from companion.cli import say

    header = header_of(args)
    check_explained(args, header)
    record = Path(args.record) if args.record else None
    opened = open_record(record, header) if record else None
    journal, header, events = (opened.journal, opened.header, opened.events) if opened else (None, header, ())
    try:
        put_right = opened.notice if opened is not None else None
        notice = f"{record}: {put_right.text.format(**put_right.values)}" if put_right is not None else None
        try:
            source = source_of(args)
        except BadInput as bad:  # said now or never: the record has been put right
            raise BadInput(f"{bad}; {notice}" if notice else str(bad)) from None
        if notice is not None:
            say(notice)
        watcher = watcher_of(args, source, header, events)
        watcher.explains = explain if args.explain else None
        tell_where(args, events)
        show_link()
        if record is not None:
            offer(record, args)
        if args.headless:
            with evening_kept(args, watcher):
                follow(watcher, journal, as_json=args.json)
            if record is not None:
                offer(record, args, no_more=True)
            return 0
    finally:
        if journal is not None:
            journal.close()
    from companion.archive.settings import watching
    from companion.window.launch import run_app

    if record is None:  # the app keeps this match, and may go on with it
        header = watching(header, source_anywhere(args.source), args.bottom)
    with evening_kept(args, watcher):
        return run_app(watcher, header, record)


def source_anywhere(source: str) -> str:
    """Name a source so that it is found from any folder."""
    file = Path(source)
    return str(file.absolute()) if file.exists() else source


def offer(record: Path, args: argparse.Namespace, *, no_more: bool = False) -> None:
    """Let the app's Start offer the match in this file, should it be broken off; or no more, at its source's end.

    The match is as safe without it, so where the data folder cannot be written that stops nothing.
    """
    import logging

    from companion.archive.archive import archive_in
    from companion.archive.settings import CameraChoice
    from vision.files.own_files import data_folder

    try:
        with archive_in(data_folder()) as archive:
            if no_more:
                archive.forget_file(record)
            else:
                archive.note_file(record, CameraChoice(source_anywhere(args.source), bottom=args.bottom))
    except OSError as error:
        logging.getLogger(__name__).warning("%s will not be offered at Start: %s", record, error)


def explain(table: str) -> None:
    """Print why an event is held to have happened, beside what is printed for programs to read."""
    print(table, file=sys.stderr, flush=True)


@contextmanager
def evening_kept(args: argparse.Namespace, watcher: Watcher) -> Iterator[None]:
    """Keep what is seen and told meanwhile, if that is wanted; BadInput where it cannot be kept there."""
    if args.keep_evening is None:
        yield
        return
    from companion.record.kept_evening import EveningKeeper, KeptEvening

    path, referee = Path(args.keep_evening), watcher.referee
    try:
        kept = KeptEvening(path, referee.header, referee.bottom, watcher.record)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror or error}") from None
    watcher.keeper = EveningKeeper(lambda: kept, lambda: watcher.record)
    watcher.keeper.kept = kept
    try:
        yield
    finally:
        watcher.keeper.close()
        say_keeping_ended(watcher)


def header_of(args: argparse.Namespace) -> Header:
    """The match's header from the command line; BadInput where it cannot be, or no camera can follow its game."""
    from engine.games import NAMES, game_called
    from engine.header import GAME, Header

    name = args.game or GAME
    try:
        game = game_called(name)
        if not game.watched:
            able = ", ".join(each.title for each in map(game_called, NAMES) if each.watched)
            raise ValueError(f"{game.title} cannot be watched yet, only {able}: tap its cards in the app")
        if args.rules is not None and not game.rules:
            raise ValueError(f"{game.title} has one set of rules: --rules is for games that have several")
        count = args.players or max(DEFAULT_PLAYERS, game.seats.start)
        names = tuple(args.names.split(",")) if args.names else default_names(count)
        header = Header(
            names, args.rules or game.rules, teams_of(args.teams), args.dealer, game.target,
            options_of(args.option), game=name,
        )  # fmt: skip
        game.start(header)
    except ValueError as error:
        raise BadInput(str(error)) from None
    if not 0 <= args.bottom < len(names):
        raise BadInput(f"--bottom must be one of the seats 0 to {len(names) - 1}")
    return header


def check_explained(args: argparse.Namespace, header: Header) -> None:
    """BadInput, in a sentence, where this game's events cannot be explained."""
    if args.explain:
        from companion.pipeline.starting import has_own_referee
        from engine.games import game_called

        if not has_own_referee(header.game):
            raise BadInput(f"--explain is for {game_called().title} only")


def default_names(count: int) -> tuple[str, ...]:
    """Names for players who gave none; at most a table's worth, the header refuses the rest."""
    return tuple(f"Player {seat + 1}" for seat in range(max(0, min(count, 9))))


def teams_of(text: str | None) -> tuple[tuple[int, ...], ...] | None:
    """``0,2/1,3`` as lists of seats."""
    if text is None:
        return None
    try:
        return tuple(tuple(int(seat) for seat in team.split(",")) for team in text.split("/"))
    except ValueError:
        raise BadInput(f"--teams: '{text}' is not like 0,2/1,3") from None


def options_of(words: list[str]) -> dict[str, bool | str]:
    """``KEY=VALUE`` words as options; ``true`` and ``false`` are truth values."""
    options: dict[str, bool | str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise BadInput(f"--option: '{word}' is not like ace_over_king=false")
        options[key] = {"true": True, "false": False}.get(value, value)
    return options


def tell_where(args: argparse.Namespace, events: Sequence[Event]) -> None:
    """Say from where on a film adds to its record, since nothing is heard of it until then."""
    from companion.cli import say
    from companion.pipeline.sources import is_live
    from companion.referee.replay import written_until

    until = written_until(events)
    if until is not None and not is_live(args.source):
        say(f"{args.record}: goes on after {until:.1f} s of the film, where its last event is")


def show_link() -> None:
    """Where a phone is the camera, say what it has to open, as a QR code too where somebody looks."""
    from companion.cli import say
    from companion.web.phone_camera import waiting_link

    link = waiting_link()
    if not link:
        return
    if sys.stderr.isatty():
        import segno

        segno.make_qr(link, error="m").terminal(sys.stderr, compact=True)
    say(f"open this on the phone, in the same Wi-Fi: {link}")
    if link.startswith("https"):
        say("the phone warns once that it does not know this page; go on to it all the same")


def open_record(path: Path, header: Header) -> OpenedFile:
    """Begin the record, or go on with one whose header fits, names apart; BadInput where none does."""
    from companion.archive import match_file
    from engine.holding import InUse
    from engine.record import MOST_BYTES, BadRecord
    from vision.files import gate

    try:
        if path.exists():
            gate.check(path, MOST_BYTES)
        return match_file.open_record(path, header)
    except InUse as held:
        raise BadInput(f"{path}: {held.strerror}") from None
    except BadRecord as bad:
        raise BadInput(f"{path}:{bad.line}: {bad}") from None
    except ValueError as error:
        raise BadInput(f"{path}: {error}") from None
