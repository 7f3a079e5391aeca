"""Says about whole matches what several screens say: who played, how it stands, what day it was."""

from __future__ import annotations

import time

from companion.locales import mark
from companion.marks import marks_of
from companion.screens import reading, wording
from companion.screens.wording import Translate
from companion.widgets.standing import SideStands
from engine.porrazo.game import Match

MONTHS = (
    mark("January"), mark("February"), mark("March"), mark("April"), mark("May"), mark("June"),
    mark("July"), mark("August"), mark("September"), mark("October"), mark("November"), mark("December"),
)  # fmt: skip

SOURCE_NAMES = {
    "announcements": mark("Announcements"),
    "porrazos": mark("Porrazos"),
    "limpias": mark("Limpias"),
    "in_place": mark("In place"),
    "tendidos": mark("Tendidos"),
    "cards": mark("Most cards"),
    "by_hand": mark("By hand"),
}
"""What the kinds of `companion.story.SOURCES` are called."""


def sides(match: Match, tr: Translate) -> list[SideStands]:
    """Tell for every side its mark, its names, its points and whether it has won."""
    position, marks = reading.as_it_stands(match), marks_of(match.header)
    return [
        SideStands(
            marks[side],
            wording.side_name(match.header, side, tr),
            position.scores[side],
            position.winner == side,
        )
        for side in range(len(position.scores))
    ]


def day(when: float, now: float, tr: Translate) -> str:
    """Name a day and an hour as people do: today, yesterday, else the date."""
    then, today = time.localtime(when), time.localtime(now)
    hour = time.strftime("%H:%M", then)
    for ago, text in ((0, mark("Today, {hour}")), (1, mark("Yesterday, {hour}"))):
        if time.localtime(now - 86400 * ago)[:3] == then[:3]:
            return tr(text).format(hour=hour)
    if then.tm_year == today.tm_year:
        return tr("{day} {month}, {hour}").format(
            day=then.tm_mday, month=tr(MONTHS[then.tm_mon - 1]), hour=hour
        )
    return tr("{day} {month} {year}").format(
        day=then.tm_mday, month=tr(MONTHS[then.tm_mon - 1]), year=then.tm_year
    )
