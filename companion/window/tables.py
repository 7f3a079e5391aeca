"""At which table a game is played, and in whose words a match is told: the game's own, or those that all share.

Most games need no line here. One that wants a screen of its own has a room in this package for it, with the modules
``headline`` and ``event_lines``, and a line here; nothing else of the window knows which game it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.record.session import Session
from companion.window.table import event_lines as porrazo_lines
from companion.window.table import headline as porrazo_headline
from companion.window.table_parts.event_list import ListLine
from companion.window.wording import told
from companion.window.wording.phrases import Translate
from engine.header import Header
from engine.match import AnyMatch


@dataclass(frozen=True)
class OwnTable:
    """A game's own table: its screen's name, its headline (match, words, ``playing``) and its story."""

    screen: str
    headline: Callable[..., str]
    story: Callable[[Session, Translate], list[ListLine]]


OWN_TABLES = {"porrazo": OwnTable("table", porrazo_headline.headline, porrazo_lines.story)}
ANY_TABLE = "game_table"


def table_of(header: Header | None) -> str:
    """Give the name of the screen at which a game is played; the shared one where there is no match."""
    own = OWN_TABLES.get(header.game) if header is not None else None
    return own.screen if own is not None else ANY_TABLE


def headline(match: AnyMatch, tr: Translate, *, playing: bool) -> str:
    """Say who has won, else what happened last, what it brought, and what is due. Marked up."""
    own = OWN_TABLES.get(match.header.game)
    return own.headline(match, tr, playing=playing) if own is not None else told.headline(match, tr)


def story(session: Session, tr: Translate) -> list[ListLine]:
    """Say a session's events, newest first."""
    own = OWN_TABLES.get(session.match.header.game)
    return own.story(session, tr) if own is not None else told.lines(session.match, tr)[::-1]
