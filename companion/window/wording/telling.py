"""Says about whole matches what several screens say: who played, how it stands, what day it was."""

from __future__ import annotations

import time

from companion.locales import N_
from companion.record import match_summary
from companion.record.side_marks import marks_of
from companion.window.widgets.standing import SideStands
from companion.window.wording import wording
from companion.window.wording.wording import Translate
from engine.porrazo.game import Match

MONTHS = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"),
    N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip

SOURCE_NAMES = {
    "announcements": N_("Announcements"),
    "porrazos": N_("Porrazos"),
    "limpias": N_("Limpias"),
    "in_place": N_("In place"),
    "tendidos": N_("Tendidos"),
    "cards": N_("Most cards"),
    "by_hand": N_("By hand"),
}
"""What the kinds of `companion.record.statistics.SOURCES` are called."""


def sides(match: Match, tr: Translate) -> list[SideStands]:
    """Tell for every side its mark, its names, its points and whether it has won."""
    position, marks = match_summary.as_it_stands(match), marks_of(match.header)
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
    for ago, text in ((0, N_("Today, {hour}")), (1, N_("Yesterday, {hour}"))):
        if time.localtime(now - 86400 * ago)[:3] == then[:3]:
            return tr(text).format(hour=hour)
    if then.tm_year == today.tm_year:
        return tr("{day} {month}, {hour}").format(
            day=then.tm_mday, month=tr(MONTHS[then.tm_mon - 1]), hour=hour
        )
    return tr("{day} {month} {year}").format(
        day=then.tm_mday, month=tr(MONTHS[then.tm_mon - 1]), year=then.tm_year
    )
