"""What lies outside the table's area is no card of the game: not named, not counted, not told to the referee."""

import numpy as np
import pytest

from companion.archive.settings import CameraChoice
from companion.pipeline.table_area import LOOKS_OUT_OF_DATE, WithinArea, inside
from companion.pipeline.table_watch import TableWatch
from companion.window.camera.camera import CameraScreen
from tests.app.conftest import Open
from tests.app.kept import chosen
from tests.app.test_camera import at_camera, camera, said, shows
from tests.app.test_camera_aiming import Knowing, Scripted, table_picture

FIXTURES = (camera,)
"""Asked for by name."""
LEFT = ((0.0, 0.0), (0.55, 0.0), (0.55, 1.0), (0.0, 1.0))
"""Four of the six cards lie in the left part of the picture."""
CORNER = ((0.0, 0.0), (0.3, 0.0), (0.3, 0.4), (0.0, 0.4))
"""And one of them here."""


def test_a_card_is_inside_by_its_middle_and_everywhere_without_an_area() -> None:
    card = np.array([[40, 40], [60, 40], [60, 60], [40, 60]], np.float32)
    assert inside(((0.0, 0.0), (0.52, 0.0), (0.52, 1.0), (0.0, 1.0)), card, (100, 100))
    assert not inside(((0.0, 0.0), (0.48, 0.0), (0.48, 1.0), (0.0, 1.0)), card, (100, 100))
    assert inside((), card, (100, 100))


def test_what_lies_outside_is_left_out_face_up_or_down() -> None:
    picture, corners = table_picture()
    view = WithinArea(Knowing(corners, down=corners), LEFT).look(picture, 0.0, 0)
    assert len(view.cards) == 4
    assert len(view.backs) == 4


def test_an_area_most_cards_lie_outside_of_is_out_of_date() -> None:
    picture, corners = table_picture()
    looks = WithinArea(Knowing(corners), CORNER)
    counts = [len(looks.look(picture, 0.1 * at, at).cards) for at in range(LOOKS_OUT_OF_DATE + 2)]
    assert counts == [1] * (LOOKS_OUT_OF_DATE - 1) + [6] * 3


def test_the_area_is_kept_drawn_and_used_on_the_camera_screen_and_at_the_table(
    open_app: Open, camera: Scripted
) -> None:
    app = open_app()
    screen = at_camera(app, area=LEFT)
    shows(app, lambda: said(screen) == ["All is well: 4 cards are seen"])
    assert tuple(screen.overlay.area) == LEFT
    app.tap(screen.ids.watch)
    shows(app, lambda: app.session.picture is not None and bool(app.session.picture.outlines))
    assert isinstance(app.session.producer, TableWatch)
    assert app.session.picture is not None
    assert len(app.session.picture.outlines) == 4


def test_a_table_found_anew_is_another_area_and_another_camera_has_none(
    open_app: Open, camera: Scripted
) -> None:
    app = open_app()
    screen = at_camera(app, area=CORNER)
    app.tap(screen.ids.find)
    shows(app, lambda: len(chosen(app.folder).camera.area) == 4 and chosen(app.folder).camera.area != CORNER)
    shows(app, lambda: said(screen) == ["All is well: 6 cards are seen"])
    app.tap(screen.ids.source)
    app.tap(app.button("USB camera"))
    assert chosen(app.folder).camera == CameraChoice("1")


@pytest.mark.parametrize("cards", [1, 2])
def test_a_table_is_not_found_from_fewer_than_three_cards_nor_from_backs(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, cards: int
) -> None:
    from companion.setup.camera_setup import Aim

    picture, corners = table_picture()
    looks = Knowing(corners[:cards], down=corners[cards:])
    aim = staticmethod(lambda choice: Aim(choice, lambda _: looks, Scripted(picture).opened))
    monkeypatch.setattr(CameraScreen, "make_aim", aim)
    monkeypatch.setattr("companion.setup.camera_setup.FIND_TABLE_S", 1.0)
    app = open_app()
    screen = at_camera(app)
    app.tap(screen.ids.find)
    shows(app, lambda: screen.ids.hint.text.startswith("No table was found"))
    assert not screen.overlay.area
