"""The cribbage board as a drawing for phones: an SVG of lanes, holes and pegs. No inline style: the page forbids it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.record import pegging
from companion.record.pegging import Pegs

WIDTH, HEIGHT = 600.0, 330.0
"""Of the drawing, in units of its own: it takes the width of the phone."""
DIGITS = 1
"""Decimals of a coordinate: a tenth of a unit is less than a pixel."""


def drawn_board(pegs: Sequence[Pegs], marks: Sequence[int], target: int) -> str:
    """Draw a board to ``target`` with a lane for each side; ``marks`` are the numbers of their marks.

    A peg's id is its side and its hole: so the page sees which one has stayed, and lets the other fly.
    """
    if not pegs:
        return ""
    plan = pegging.board(WIDTH, HEIGHT, len(pegs), max(2, target))
    size = min(plan.pitch, plan.spacing)
    game_x, game_y = _place(plan.game)
    return (
        f"<svg class='board' viewBox='0 0 {WIDTH:.0f} {HEIGHT:.0f}' role='img' aria-hidden='true'>"
        f"<rect class='wood' width='{WIDTH:.0f}' height='{HEIGHT:.0f}' rx='14'/>"
        + "".join(_lane(track, mark, size) for track, mark in zip(plan.tracks, marks, strict=True))
        + "".join(_hole(point, 0.24 * size) for lane in plan.lanes for point in lane)
        + f"<circle class='brass' cx='{game_x}' cy='{game_y}' r='{0.6 * size:.1f}'/>"
        f"<circle class='hole' cx='{game_x}' cy='{game_y}' r='{0.3 * size:.1f}'/>"
        + "".join(
            _peg(plan.at(side, place), f"{side}-{place}", mark, 0.46 * size)
            for side, (stand, mark) in enumerate(zip(pegs, marks, strict=True))
            for place in (stand.back, stand.front)
        )
        + "</svg>"
    )


def _place(point: pegging.Point) -> tuple[float, float]:
    """Turn a place on the board, y upwards, into one of the drawing."""
    return round(point[0], DIGITS), round(HEIGHT - point[1], DIGITS)


def _lane(track: Sequence[pegging.Point], mark: int, size: float) -> str:
    points = " ".join(f"{x},{y}" for x, y in map(_place, track))
    groove = f"<polyline class='groove' points='{points}' stroke-width='{0.55 * size:.1f}'/>"
    return f"{groove}<polyline class='inlay line{mark}' points='{points}' stroke-width='{0.12 * size:.1f}'/>"


def _hole(point: pegging.Point, radius: float) -> str:
    x, y = _place(point)
    return f"<circle class='hole' cx='{x}' cy='{y}' r='{radius:.1f}'/>"


def _peg(point: pegging.Point, name: str, mark: int, radius: float) -> str:
    x, y = _place(point)
    side = name.partition("-")[0]
    return (
        f"<g class='peg' id='peg{name}' data-side='{side}' data-x='{x}' data-y='{y}' "
        f"transform='translate({x} {y})'>"
        f"<circle class='shadow' cx='{0.25 * radius:.1f}' cy='{0.4 * radius:.1f}' r='{radius:.1f}'/>"
        f"<circle class='side{mark} head' r='{radius:.1f}'/>"
        f"<circle class='shine' cx='{-0.32 * radius:.1f}' cy='{-0.34 * radius:.1f}' r='{0.3 * radius:.1f}'/></g>"
    )
