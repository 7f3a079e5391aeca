"""The truth beside a film: what was played when, what lay where, how it was filmed, and what it scores."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from datasets.films.choreography import Filmed
from datasets.films.production import Film
from datasets.films.timeline import CARD_HEIGHT

BEFORE_TIMES = ("t", "t_start", "t_laid", "laid", "matched", "settled", "swept", "late", "manner")


def truth(film: Film) -> dict[str, object]:
    """Everything that ``X.truth.json`` holds."""
    return {
        "header": film.script.header.to_json(),
        "events": [_event(film, each) for each in film.played.events],
        "final": film.script.final(),
        "fps": film.order.fps,
        "size": list(film.view.size),
        "seconds": round(film.frames / film.order.fps, 2),
        "habits": _habits(film),
        "camera": _camera(film),
        "also": [*film.played.also, *film.troubles.told()],
        "rendered": True,
        "deck_licence": film.deck.licence,
    }


def record(film: Film) -> str:
    """The record: a header, then one event a line."""
    lines = [film.script.header.to_json(), *(event.to_json() for event in film.script.events)]
    return "".join(json.dumps(line) + "\n" for line in lines)


def save(film: Film, folder: Path, name: str) -> None:
    """Write ``name.truth.json`` and ``name.record.jsonl``."""
    (folder / f"{name}.truth.json").write_text(json.dumps(truth(film), indent=1) + "\n")
    (folder / f"{name}.record.jsonl").write_text(record(film))


def _event(film: Film, each: Filmed) -> dict[str, object]:
    told: Mapping[str, object] = each.told
    ordered = {key: told[key] for key in BEFORE_TIMES if key in told}
    rest = {key: value for key, value in told.items() if key not in ordered}
    after = [str(card.what.name) for card in each.top.cards]
    return {**each.line, **ordered, **rest, "table_after": after, "table_px": _pixels(film, each)}


def _pixels(film: Film, each: Filmed) -> dict[str, list[float]]:
    """Where the middle of each card is in the frame, the lens and a knock of the camera included."""
    bump, cards = film.optics.bump, each.top.cards
    if not cards:
        return {}
    middles = film.view.project(np.array([[card.pose.x, card.pose.y, 0.0] for card in cards]))
    middles = film.view.seen_through_lens(middles)
    t = each.told["t"]
    if bump is not None and isinstance(t, float) and t >= bump[0]:
        middles = middles + np.array(bump[1:])
    if isinstance(t, float):
        middles = middles + np.array(film.troubles.moved(t)) * (film.view.size[0] / 1280)
    return {
        str(c.what.name): [round(float(x), 1), round(float(y), 1)]
        for c, (x, y) in zip(cards, middles, strict=True)
    }


def _habits(film: Film) -> dict[str, object]:
    people = film.habits
    wear = {"wear": round(people.wear, 2)} if people.wear else {}
    seats = [
        {"seat": seat.seat, "edge": seat.edge, "faces_deg": seat.faces}
        for seat in people.seats
    ]  # fmt: skip
    return {
        "porrazo": people.porrazo,
        "layout": people.layout,
        "overlap": people.overlap,
        "tempo": people.tempo,
        "pile": people.pile,
        "turn": "clockwise",
        "reveal": [seat.reveal for seat in people.seats],
        "left_handed": [seat.seat for seat in people.seats if seat.left_handed],
        "level": people.level,
        "seed": people.seed,
        "deck": film.deck.name,
        "card_mm": [film.room.width, CARD_HEIGHT],
        "seats": seats,
        "bottom": people.bottom,
        "dealer": film.script.header.dealer,
        "props": list(people.props),
        "table": people.table,
        **wear,
    }


def _camera(film: Film) -> dict[str, object]:
    aim, optics = film.view.aim, film.optics
    bump = None
    if optics.bump is not None:
        bump = {"t": round(optics.bump[0], 3), "px": [round(v, 2) for v in optics.bump[1:]]}
    kind = {"kind": film.order.camera} if film.order.camera else {}
    return {
        **kind,
        "tilt_deg": round(aim.tilt, 2),
        "roll_deg": round(aim.roll, 2),
        "hfov_deg": round(aim.hfov, 2),
        "height_mm": round(aim.height, 1),
        "px_per_mm": round(film.view.px_per_mm, 3),
        "distortion": round(aim.distortion, 4),
        "mm_to_px": film.view.at_height(0.0).tolist(),
        "bump": bump,
        "shake_px": round(optics.shake, 2),
        "jpeg": optics.jpeg,
        "noise": round(optics.noise, 2),
        "exposure": round(optics.exposure, 3),
        "wb_bgr": [round(v, 3) for v in optics.white],
        "glare": round(optics.glare, 2),
    }
