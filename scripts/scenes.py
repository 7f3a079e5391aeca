"""What the pictures of the screens show: for each a screen, a match as far as it went, what is set and tapped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event as Flag
from typing import TYPE_CHECKING, Any

from companion.archive.archive import Archive
from companion.archive.match_file import Opened
from engine.cards import Card
from engine.events import Adjust, Event
from engine.header import Header
from engine.porrazo.events import Recount
from engine.porrazo.game import Match
from engine.record import read

if TYPE_CHECKING:
    from companion.window.porrazo_app import PorrazoApp

ROOT = Path(__file__).parents[1]
RECORDS = ROOT / "tests" / "games" / "records"
CLIP = ROOT / "tests" / "films" / "clip.record.jsonl"
FILM = CLIP.with_name("clip.mp4")
LAID = 344
"""The number of a frame of it in which many cards lie free."""
NOW = 1_795_000_000.0
"""When all this happens, in seconds since 1970: the pictures do not change with the day."""
DAY = 86_400.0
EARLIER = (
    ("to-the-end-in-teams", 8 * DAY),
    ("denexa-3", 3 * DAY),
    ("to-the-end", DAY),
    ("pagat-4", 0.1 * DAY),
)
"""Records of matches played before, and how long ago, in seconds."""
ALL = 1000
"""More events than any record has."""


@dataclass(frozen=True)
class Scene:
    """One picture. ``record``: one of the tests' records, "clip" for the bundled clip's, "" for no match; of another
    game ``GAME/NAME``. ``alone``: its teams are broken up.

    ``look``: the number of the clip's frame that the camera shows, 0 for no camera. ``doubt``: other cards that the
    last play may have been. ``lost``: so many last events are in doubt together. ``lies``: a recount in doubt, with
    these cards, comes last. ``act``: what is done before the picture is taken, at first and in every language.
    """

    screen: str
    record: str = ""
    events: int = ALL
    entry: str = "cards"
    settings: Mapping[str, Any] = field(default_factory=dict)
    look: int = 0
    doubt: tuple[str, ...] = ()
    lost: int = 0
    lies: tuple[str, ...] = ()
    alone: bool = False
    act: Callable[[PorrazoApp], object] = lambda app: None


def open_match(archive: Archive, scene: Scene) -> Opened | None:
    """Write down the matches before this one, and the scene's own as far as it goes; give the latter opened."""
    if not scene.record:
        return None
    for record, ago in EARLIER if scene.screen == "history" else ():
        write(archive, *of_record(record), NOW - ago)
    if "/" in scene.record:
        header, events = of_game(scene.record)
        header = replace(header, extra={**header.extra, "entry": scene.entry})
        return write(archive, header, events[: scene.events], NOW - 3000)
    header, events = of_record(scene.record)
    if scene.alone:
        events = [*pegged(header, events)]
        header = replace(header, teams=None)
    events = list(until_won(header, events[: scene.events]))
    if scene.entry == "points" and not scene.alone:
        events = [*pegged(header, events)]
    if scene.doubt:
        events[-1] = replace(events[-1], extra={"doubt": True, "instead": list(scene.doubt)})
    events = [*events[: len(events) - scene.lost], *map(doubtful, events[len(events) - scene.lost :])]
    if scene.lies:
        events.append(doubtful(Recount(tuple(map(Card.parse, scene.lies)))))
    header = replace(header, extra={**header.extra, "entry": scene.entry})
    return write(archive, header, events, NOW - 3000)


def doubtful(event: Event) -> Event:
    """The same event, in doubt."""
    return replace(event, extra={"doubt": True})


def write(archive: Archive, header: Header, events: list[Event], began: float) -> Opened:
    """Begin a match at this time, and write its events down."""
    opened = archive.begin(replace(header, extra={**header.extra, "began": began}))
    for event in events:
        opened.journal.append(event)
    return replace(opened, events=tuple(events))


def of_game(name: str) -> tuple[Header, list[Event]]:
    """Read a record of another game's: ``malilla/a-trick``."""
    game, _, record = name.partition("/")
    with (RECORDS.parent / game / "records" / f"{record}.jsonl").open("rb") as lines:
        (_, header), *rest = read(lines)
    assert isinstance(header, Header)
    return replace(header, players=("Ana", "Beto", "Carla", "Diego")[: len(header.players)]), [
        event for _, event in rest if not isinstance(event, Header)
    ]


def of_record(name: str) -> tuple[Header, list[Event]]:
    """Read one of the tests' records; who has no name there is given one."""
    with (CLIP if name == "clip" else RECORDS / f"{name}.jsonl").open("rb") as lines:
        (_, header), *rest = read(lines)
    assert isinstance(header, Header)
    if name == "clip":
        header = replace(header, players=("Ana", "Beto"))
    return header, [event for _, event in rest if not isinstance(event, Header)]


def until_won(header: Header, events: list[Event]) -> Iterator[Event]:
    """The events up to that which wins the match."""
    match = Match(header)
    for event in events:
        if match.position.winner is not None:
            return
        match.add(event)
        yield event


def pegged(header: Header, events: list[Event]) -> Iterator[Event]:
    """The same points given by taps, as on a plain cribbage board."""
    match = Match(header)
    for event in events:
        for score in match.add(event):
            yield Adjust(score.seat, score.points, "tapped")


# -- what is tapped ------------------------------------------------------------------------------------


def tab(at: int) -> Callable[[PorrazoApp], object]:
    """Tap one of a screen's tabs."""

    def act(app: PorrazoApp) -> None:
        assert app.screen is not None
        app.screen.ids.tabs.at = at
        app.screen.ids.tabs.dispatch("on_chosen", at)

    return act


def new_match(app: PorrazoApp) -> None:
    """Four players in two teams and a camera, on the page that says how the cards come into the app."""
    from dataclasses import replace as but

    screen: Any = app.screen
    names = ("Abuela", "Beto", "Carla", "Diego", "", "", "", "")
    screen.draft = but(screen.draft, count=4, names=names, teams=2, entry="camera")
    screen.refresh()


def eight(app: PorrazoApp) -> None:
    """Eight players on the page that says who sits where."""
    from dataclasses import replace as but

    screen: Any = app.screen
    screen.draft = but(
        screen.draft, count=8, names=("Abuela", "Bartolomé", "Carla", "Diego", "Eva", "", "", "")
    )
    tab(1)(app)


def name(app: PorrazoApp) -> None:
    """Ask for a player's name."""
    screen: Any = app.screen
    if screen.entry is not None:
        screen.entry.dismiss(animation=False)
    screen.players.dispatch("on_name", 0)


def recount(app: PorrazoApp) -> None:
    """Count the table anew."""
    screen: Any = app.screen
    screen.hidden()
    screen.cards.dispatch("on_recount")


def announcement(app: PorrazoApp) -> None:
    """Tap the line of an announcement."""
    screen: Any = app.screen
    screen.hidden()
    at = next(at for at, item in enumerate(screen.items) if item.entry and item.entry.event.do == "declare")
    screen.event_list.dispatch("on_line", at)


def page(at: int) -> Callable[[PorrazoApp], None]:
    """Four players in two teams, on one of a new match's pages: 0 the game, 1 the players, 2 the table, 3 the rules."""

    def act(app: PorrazoApp) -> None:
        new_match(app)
        tab(at)(app)

    return act


def correct(app: PorrazoApp) -> None:
    """Tap the last card on the table."""
    screen: Any = app.screen
    screen.hidden()
    screen.cards.dispatch("on_card", len(screen.cards.cards) - 1)


def menu(app: PorrazoApp) -> None:
    """Tap the menu."""
    screen: Any = app.screen
    screen.hidden()
    screen.menu.dispatch("on_release")


def points(app: PorrazoApp) -> None:
    """Tap a score."""
    screen: Any = app.screen
    screen.hidden()
    screen.panels[0].dispatch("on_score")


def win(app: PorrazoApp) -> None:
    """The winning points are told just now."""
    assert app.session is not None
    app.session.undo()
    app.changed()
    app.session.redo()
    app.changed()
    app._end.cancel()


def find(app: PorrazoApp) -> None:
    """Have the table found."""
    screen: Any = app.screen
    screen.find()


def last_page(app: PorrazoApp) -> None:
    """The last page of the introduction."""
    screen: Any = app.screen
    screen.page = 2
    screen.refresh()


def halfway(app: PorrazoApp) -> None:
    """Halfway through a replay."""
    screen: Any = app.screen
    screen.at = len(screen.events) // 2
    screen.refresh()


def lower(app: PorrazoApp) -> None:
    """Scroll down."""
    screen: Any = app.screen
    screen.ids.scroll.scroll_y = 0


def learnt(app: PorrazoApp) -> None:
    """A deck taught from one frame of the clip; a second picture is none."""
    import cv2

    from companion.setup.deck_lesson import Lesson
    from vision.cameras.camera import frames
    from vision.cameras.opening import open_camera

    screen: Any = app.screen
    if app.lesson is None:
        with TemporaryDirectory() as folder:
            files = [Path(folder) / name for name in ("IMG_0039.png", "IMG_0040.jpg")]
            frame = next(each for each in frames(open_camera(str(FILM))) if each.number == LAID)
            cv2.imwrite(str(files[0]), frame.image)
            files[1].touch()
            app.lesson = Lesson("Abuela", files)
            app.lesson.start()
            while app.lesson.running:
                time.sleep(0.1)
    screen.refresh()


def evenings_kept(app: PorrazoApp) -> None:
    """Two evenings that were kept."""
    from companion.archive.evenings import EVENINGS_FOLDER

    screen: Any = app.screen
    for name, size in (("2026-11-14 21.05", 61_200_000), ("2026-11-20 20.40", 48_700_000)):
        folder = app.archive.folder / EVENINGS_FOLDER / name
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "seen.gz").open("wb") as file:
            file.truncate(size)  # takes no room on the disk
    screen.refresh()


def phone(app: PorrazoApp) -> None:
    """A phone is to be the camera, and has not opened the page yet."""
    from companion.archive.settings import CameraChoice
    from companion.pipeline.starting import seeing_table
    from companion.setup.camera_setup import Aim

    screen: Any = app.screen
    screen.make_aim = lambda choice: Aim(choice, seeing_table, lambda _source, _tell: Unopened())
    screen.phone_link = lambda: "https://192.168.1.20:43210/Uq3xV0pLk2mZ/"
    app.preferences.change(camera=CameraChoice("phone"))
    screen.shown()


class Unopened:
    """A camera without pictures."""

    live = True

    def __init__(self) -> None:
        self._closed = Flag()

    def read(self) -> None:
        """See Camera."""
        self._closed.wait()

    def close(self) -> None:
        """See Camera."""
        self._closed.set()


TABLE = "to-the-end-in-teams"
SCENES = {
    "start": Scene("start", "denexa-4"),
    "start-first": Scene("start"),
    "introduction": Scene("introduction"),
    "introduction-pegs": Scene("introduction", act=last_page),
    "new_match": Scene("new_match", act=new_match),
    "new_match-players": Scene("new_match", act=page(1)),
    "new_match-table": Scene("new_match", act=page(2)),
    "new_match-rules": Scene("new_match", act=page(3)),
    "table": Scene("table", "clip", 7, "camera", look=344),
    "table-question": Scene("table", "clip", 6, "camera", look=288, doubt=("Qd", "Kh")),
    "table-cards": Scene("table", TABLE, 120),
    "table-seats": Scene("table", "pagat-4", 28),
    "table-points": Scene("table", "leftover-dealt-to-five", entry="points"),
    "table-light": Scene("table", "denexa-3", 40, settings={"look": "light"}),
    "table-correct": Scene("table", TABLE, 120, act=correct),
    "table-add": Scene("table", TABLE, 120, act=points),
    "table-menu": Scene("table", "clip", 7, "camera", look=344, act=menu),
    "game": Scene("game_table", "malilla/held-points", 13),
    "game-sheet": Scene("sheet", "malilla/held-points", 13),
    "game-rules": Scene("rules", "malilla/held-points", 13),
    "camera": Scene("camera", "clip", 7, "camera", look=344, act=find),
    "camera-phone": Scene("camera", "clip", 7, "camera", act=phone),
    "end": Scene("end", "to-the-end"),
    "replay": Scene("replay", "to-the-end", act=halfway),
    "history": Scene("history", TABLE, 120),
    "history-players": Scene("history", TABLE, 120, act=tab(1)),
    "decks": Scene("decks"),
    "decks-learnt": Scene("decks", act=learnt),
    "settings": Scene("settings"),
    "settings-lower": Scene("settings", act=lower),
    "evenings": Scene("evenings"),
    "settings-contrast": Scene("settings", settings={"look": "contrast", "text_size": 1.3}),
}
"""Every picture by the name of its file."""

FURTHER = {
    "evenings-kept": Scene("evenings", act=evenings_kept),
    "game-spanish": Scene("game_table", "malilla/held-points", 13, settings={"spanish": True}),
    "table-three": Scene("table", "pagat-3", 30),
    "table-five": Scene("table", "pagat-5", 30),
    "table-seven": Scene("table", "seven", 30),
    "table-eight": Scene("table", "eight-in-teams", 40),
    "table-eight-points": Scene("table", "eight-in-teams", entry="points", alone=True),
    "table-lying": Scene("table", "eight-in-teams", 40, settings={"lying": True}),
    "table-lying-two": Scene("table", "claimed", 8, settings={"lying": True}),
    "table-won": Scene("table", "to-the-end"),
    "table-lying-four": Scene("table", "pagat-4", 28, settings={"lying": True}),
    "table-ranks": Scene("table", "without-suits", 24),
    "win": Scene("table", "to-the-end", act=win),
    "question-lost": Scene("table", TABLE, 120, lost=4),
    "question-left": Scene("table", TABLE, 120, lies=("5s", "6c", "Ad", "Jd")),
    "question-taken": Scene("table", TABLE, 120, lies=("5s", "6c")),
    "question-thread": Scene("table", TABLE, 120, lies=("9c", "Th")),
    "new_match-eight": Scene("new_match", act=eight),
    "camera-first": Scene("camera"),
    "camera-eight": Scene("camera", "eight-in-teams", 40, "camera", look=344, act=find),
    "end-five": Scene("end", "pagat-5"),
    "end-points": Scene("end", "eight-in-teams", entry="points", alone=True),
    "replay-five": Scene("replay", "pagat-5", act=halfway),
    "game-backhand": Scene("game_table", "backhand/two-rounds", 5),
    "game-conquian": Scene("game_table", "conquian/forcing", 10),
    "game-crash": Scene("game_table", "crash/a-whole-deal", 8),
    "game-royal_porcio": Scene("game_table", "royal_porcio/without-special-suit", 20),
    "game-stubs_and_spoils": Scene("game_table", "stubs_and_spoils/a-trump-wins", 5),
    "game-malilla": Scene("game_table", "malilla/a-trick", 4),
    "recount": Scene("table", TABLE, 120, act=recount),
    "name": Scene("new_match", act=name),
    "announcement": Scene("table", "pagat-4", 28, act=announcement),
}
"""Pictures to be looked at and not kept: more sides, other games, sheets."""
