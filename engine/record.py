"""The record of one match, JSON Lines: the header, then one event a line. This is the door to it.

``read`` gives the header and the events with their line numbers; ``line_of`` writes one; ``Journal`` is the
file that grows while a match is played. What each event does is for the rules to say.
"""

from engine.events import (
    KINDS,
    Adjust,
    Claim,
    Declare,
    Event,
    Extra,
    Leftover,
    Play,
    Recount,
    Tendido,
)
from engine.header import Header
from engine.journal import Journal
from engine.wire import MOST_BYTES, BadRecord, event_from_json, line_of, lines_of, parse, read

__all__ = [
    "KINDS",
    "MOST_BYTES",
    "Adjust",
    "BadRecord",
    "Claim",
    "Declare",
    "Event",
    "Extra",
    "Header",
    "Journal",
    "Leftover",
    "Play",
    "Recount",
    "Tendido",
    "event_from_json",
    "line_of",
    "lines_of",
    "parse",
    "read",
]
