"""Says once what a correction did to the points."""

from companion.locales import N_
from companion.messages import Notice, Rescored
from engine.porrazo.game import Match

LEFT_OUT = N_("No longer fits the rules and was left out: {count}")


def points_of(match: Match) -> tuple[int, ...]:
    """Give each side's points, a complete batch settled."""
    return match.settled.position.scores


def rescored(before: tuple[int, ...], match: Match, left_out: int) -> Notice:
    """Tell sides whose points are no longer those of ``before``, and how many events became impossible."""
    players, sides = match.header.players, match.position.setting.sides
    changes = tuple(
        Rescored(tuple(players[seat] for seat in seats), was, now)
        for seats, was, now in zip(sides, before, points_of(match), strict=True)
        if was != now
    )
    if left_out > 0 and changes:
        text = N_("Scored anew: {changes}. No longer possible and left out: {count}")
        return Notice(text, {"changes": changes, "count": left_out})
    if left_out > 0:
        return Notice(LEFT_OUT, {"count": left_out})
    if changes:
        return Notice(N_("Scored anew: {changes}"), {"changes": changes})
    return Notice(N_("Put right. The points stay as they are"))
