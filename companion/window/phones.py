"""The board for phones: what is on the table's screen, as plain text, and the server that shows it."""

from __future__ import annotations

import re

from companion.record import match_summary
from companion.record.session import Session
from companion.record.side_marks import marks_of
from companion.web.board import BoardShown, CardShown, SideShown, board_html
from companion.web.server import Page
from companion.window.tables import headline
from companion.window.widgets.pack_shown import is_red, lettered, pack_shown
from companion.window.wording import phrases
from companion.window.wording.phrases import Translate

MARKUP_TAG = re.compile(r"\[[^\]]*\]")
SCORES_SHOWN = 8
"""Number of the latest scores shown."""


def page(session: Session | None, code: str, tr: Translate, *, spanish: bool = False) -> Page:
    """What phones see of a match, or that there is none; ``spanish``: with its own pack where the game has forty."""
    with pack_shown.of(spanish, session.header if session is not None else None):
        board = board_html(shown(session, tr) if session is not None else _nothing(tr))
    return Page(board, "Porrazo", code, tr("The table cannot be reached just now"))


def shown(session: Session, tr: Translate) -> BoardShown:
    """The match as phones show it."""
    match, position = session.match, match_summary.as_it_stands(session.match)
    playing = session.producer is not None or match_summary.in_play(match)
    made = match_summary.moves(match)
    turn = position.to_json().get("turn") if playing and position.winner is None else None
    return BoardShown(
        standing=lettered(bare(phrases.standing(match, tr, playing=playing))),
        headline=lettered(bare(headline(match, tr, playing=playing))),
        sides=[
            SideShown(
                bare(phrases.side_name(match.header, side, tr)),
                position.scores[side],
                turn in seats or position.winner == side,
                mark,
            )
            for side, (seats, mark) in enumerate(
                zip(match_summary.sides_of(match.header), marks_of(match.header), strict=True)
            )
        ],
        target=match.header.target,
        told=[
            lettered(bare(phrases.scored(move, match.header, tr))) for move in reversed(made[-SCORES_SHOWN:])
        ],
        table=[
            CardShown(pack_shown.card(each.card), is_red(each.card))
            for each in match.game.lying(position)
            if each.card is not None
        ],
        table_caption=tr("On the table"),
        pegs=match_summary.pegs_of(match),
        holes=match_summary.holes_of(match.header),
    )


def _nothing(tr: Translate) -> BoardShown:
    return BoardShown("", tr("No match is being played"), (), 61, (), (), "")


def bare(marked_up: str) -> str:
    """A text without Kivy's markup; brackets and ampersands that people wrote are kept."""
    plain = MARKUP_TAG.sub("", marked_up)
    return plain.replace("&bl;", "[").replace("&br;", "]").replace("&amp;", "&")
