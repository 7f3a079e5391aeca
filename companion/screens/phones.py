"""The board for phones: what is on the table's screen, as plain text, and the server that shows it."""

from __future__ import annotations

import re

from companion.marks import marks_of
from companion.screens import reading, wording
from companion.screens.headline import headline
from companion.screens.wording import Translate
from companion.session import Session
from companion.web.board import Shown, SideShown, board_html
from companion.web.server import Page

TAG = re.compile(r"\[[^\]]*\]")
LINES = 8
"""So many of the last scores are told."""


def page(session: Session | None, code: str, tr: Translate) -> Page:
    """What phones see of a match, or that there is none."""
    board = board_html(shown(session, tr)) if session is not None else board_html(_nothing(tr))
    return Page(board, "Porrazo", code, tr("The table cannot be reached just now"))


def shown(session: Session, tr: Translate) -> Shown:
    """The match as phones show it."""
    match, position = session.match, reading.as_it_stands(session.match)
    playing = session.producer is not None or reading.in_play(match)
    made = reading.moves(match)
    turn = position.turn if playing and position.winner is None else None
    return Shown(
        standing=bare(wording.standing(match, tr, playing=playing)),
        headline=bare(headline(match, tr, playing=playing)),
        sides=[
            SideShown(
                bare(wording.side_name(match.header, side, tr)),
                position.scores[side],
                turn in seats or position.winner == side,
                mark,
            )
            for side, (seats, mark) in enumerate(
                zip(reading.sides_of(match.header), marks_of(match.header), strict=True)
            )
        ],
        target=match.header.target,
        told=[bare(wording.scored(move, match.header, tr)) for move in reversed(made[-LINES:])],
        table=position.table,
        table_caption=tr("On the table"),
    )


def _nothing(tr: Translate) -> Shown:
    return Shown("", tr("No match is being played"), (), 61, (), (), "")


def bare(marked_up: str) -> str:
    """A text without Kivy's markup; brackets and ampersands that people wrote are kept."""
    plain = TAG.sub("", marked_up)
    return plain.replace("&bl;", "[").replace("&br;", "]").replace("&amp;", "&")
