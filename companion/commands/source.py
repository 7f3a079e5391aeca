"""What ``porrazo watch`` looks at, and what reads it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from companion.commands import BadInput

if TYPE_CHECKING:
    from companion.pipeline.watcher import Looks, Losses, Watcher
    from engine.events import Event
    from engine.header import Header
    from vision.cameras.camera import Camera
    from vision.detection.finder import Finder
    from vision.reading.backs import Reads
    from vision.reading.reader import Reader


Made = TypeVar("Made")


class Source(NamedTuple):
    """What is watched, and what reads it."""

    camera: Camera
    finder: Finder
    reader: Reader
    losses: Losses


def loaded(args: argparse.Namespace, load: Callable[[], Made]) -> Made:
    """Load networks; with a window, their threads run after the one that draws."""
    from companion.pipeline.starting import less_urgent

    return load() if args.headless else less_urgent(load)


def source_of(args: argparse.Namespace) -> Source:
    """Load the networks and open the source; BadInput where one of them cannot be."""
    from companion.cli import say
    from companion.commands.recognise import lettered
    from companion.pipeline.sources import open_camera
    from companion.pipeline.spare_memory import few_stores
    from companion.pipeline.watcher import Losses
    from vision.cameras.camera import CameraError
    from vision.photograph import networks
    from vision.runtime.inference import CannotRun
    from vision.runtime.weights import MissingWeights

    losses = Losses(say)
    few_stores()
    try:
        finder, reader = loaded(args, partial(networks, lettered=lettered(args.letters)))
        return Source(open_camera(args.source, losses), finder, reader, losses)
    except (CameraError, CannotRun, MissingWeights) as error:
        raise BadInput(str(error)) from None


def reader_for(args: argparse.Namespace, source: Source, header: Header) -> Reads:
    """What reads the cards: the decks that were taught help; a Spanish pack, where that was said; BadInput where the
    game is played with no such pack.
    """
    from companion.cli import say
    from companion.pipeline.starting import may_be_spanish
    from vision.enrolment.enrolled_reader import with_decks
    from vision.runtime.inference import CannotRun
    from vision.runtime.weights import MissingWeights
    from vision.spanish import either_pack

    french = with_decks(source.reader, one_table=True, tell=say)
    if not args.spanish:
        return french
    if not may_be_spanish(header):
        raise BadInput(f"--spanish is for games of forty cards, and {header.game} is none")
    try:
        return loaded(args, lambda: either_pack(french))
    except (CannotRun, MissingWeights) as error:
        raise BadInput(str(error)) from None


def watcher_of(args: argparse.Namespace, source: Source, header: Header, events: Sequence[Event]) -> Watcher:
    """What follows the match from these events on."""
    from companion.pipeline.sources import is_live
    from companion.pipeline.starting import going_on, referee_for
    from companion.pipeline.watcher import Watcher

    live = is_live(args.source)
    table = table_of(args, source, header)
    watcher = Watcher(
        going_on(source.camera, events, live=live),
        table(),
        referee_for(header, events, args.bottom, live=live),
        anew=table,
    )
    watcher.losses = source.losses
    return watcher


def table_of(args: argparse.Namespace, source: Source, header: Header) -> Callable[[], Looks]:
    """What makes a table of this match, as often as need be; BadInput where the game is played with no such pack."""
    from companion.pipeline.spare_memory import GivesBack
    from companion.pipeline.starting import are_fanned
    from vision.photograph import closely
    from vision.runtime.inference import CannotRun
    from vision.runtime.weights import MissingWeights
    from vision.tracking.table import Table

    reads = reader_for(args, source, header)
    try:
        fanned = are_fanned(header)
        near = loaded(args, partial(closely, source.finder, source.reader)) if fanned else None
    except (CannotRun, MissingWeights) as error:
        raise BadInput(str(error)) from None
    return lambda: GivesBack(Table(source.finder, reads, near))
