"""The camera's screen: choose one, see its picture and what is wrong with it, find the table, mask piles, watch."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from kivy.clock import Clock
from kivy.properties import BooleanProperty

from companion import theme
from companion.archive.settings import MOST_MASKS, CameraChoice, Region
from companion.locales import N_
from companion.pipeline.table_watch import TableWatch
from companion.setup.camera_setup import Aim, TableFound
from companion.web.phone_camera import is_phone, waiting_link
from companion.window.camera import camera_overlay
from companion.window.camera.camera_choice import CameraSheet, source_name
from companion.window.camera.camera_status import advice_sentence, fault_word, progress
from companion.window.screen import AppContext, Screen
from companion.window.table_parts.live_picture import LivePicture
from companion.window.widgets import load_kv, plates
from companion.window.widgets.qr_code import QrCode
from companion.window.widgets.text import language, plain

load_kv(__file__)

LOOKS_A_SECOND = 15
NOTHING_TO_WATCH = N_("Nothing to watch yet: begin a match first")
NO_CAMERA = N_("Steps 2 to 4 come once there is a camera")
NO_PHONE = N_("Steps 2 to 4 come once the phone's picture does")
NOTHING_CHOSEN = N_("Choose the camera that looks at the table")
PHONE_OPENS = N_("Scan this with the phone, on the same Wi-Fi. Its browser will warn you: go on. {link}")
CODE_SHARE = 0.9
"""Of the picture's shorter side that a code for a phone takes."""


class CameraScreen(Screen):
    """While it is in front an `Aim` looks through the chosen camera; a match that is watched waits meanwhile."""

    upright = BooleanProperty(False)
    make_aim: Callable[[CameraChoice], Aim] = Aim
    phone_link: Callable[[], str] = staticmethod(waiting_link)

    def __init__(self, app: AppContext, **kwargs: object) -> None:
        super().__init__(app, **kwargs)
        self.aim: Aim | None = None
        self.interrupted = self.came = False
        self.sheet: CameraSheet | None = None
        self.picture, self.overlay = LivePicture(), camera_overlay.CameraOverlay()
        self.sentences: list[plates.Sentence] = []
        self.code = QrCode(size_hint=(None, None))
        for part in (self.picture, self.overlay, self.code):
            self.ids.stage.add_widget(part)
        self.overlay.fbind("seats", lambda *_: setattr(self.picture, "margins", self.overlay.margins))
        self.picture.fbind("frame", lambda *_: setattr(self.overlay, "frame", self.picture.frame))
        self.overlay.bind(on_mask=lambda _, region: self._mask(region))
        self.overlay.bind(on_unmask=lambda _, at: self._unmask(at))
        self.overlay.bind(on_seat=lambda _: self.next_seat())
        self.ids.stage.bind(pos=self._arrange, size=self._arrange)
        self.fbind("size", self._arrange)
        self.fbind("unit", self._letter)

    @property
    def choice(self) -> CameraChoice:
        """The camera as it is set up."""
        return self.app.preferences.settings.camera

    @property
    def ready(self) -> bool:
        """Whether there is a camera: a phone is none before its first picture has come."""
        return self.aim is not None and (self.came or not is_phone(self.choice.source))

    # -- coming and going --------------------------------------------------------------------------------

    def shown(self, **_what: object) -> None:
        """Look through the camera, which a watched match lets go of."""
        session = self.app.session
        if session is not None and session.producer is not None:
            self.interrupted = isinstance(session.producer, TableWatch)
            self.app.watch(None)
        self._look()

    def hidden(self) -> None:
        """Let go of the camera, and go on with what was interrupted."""
        self._let_go()
        if self.interrupted:
            self.interrupted = False
            self._watch()

    def _look(self) -> None:
        self._let_go()
        self.came = False
        if self.choice.source:
            self.aim = self.make_aim(self.choice)
            self.aim.table = TableFound(self.choice.area, 0.0) if self.choice.area else None
            self.aim.start()
            Clock.schedule_interval(self._step, 1 / LOOKS_A_SECOND)
        self.refresh()

    def _let_go(self) -> None:
        Clock.unschedule(self._step)
        self.code.text = ""
        if self.aim is not None:
            self.aim.stop()
            self.aim = None

    # -- showing -----------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the choice as it is now, in the language on screen."""
        tr = language.tr
        self.ids.source.text = source_name(self.choice.source, tr)
        self.overlay.masks = list(self.choice.masks)
        if self.aim is None:
            self.picture.picture = self.picture.texture = self.picture.loading = None
            self.picture.caption = tr(NOTHING_CHOSEN)
            self._say([])
        self._hint("")
        self._show_seats()
        self._show_steps()
        self._arrange()

    def _show_steps(self) -> None:
        """Tick what is done, and let the next step be gold; what cannot be done yet waits for the step before."""
        found, chosen = bool(self.overlay.area), self.ready
        self.ids.find.disabled = not chosen or (self.aim is not None and self.aim.state == "blind")
        self.ids.watch.disabled = not (chosen and self.app.session is not None)
        steps = (self.ids.source, self.ids.find, self.ids.turn, self.ids.watch)
        for button, done in zip(steps, (chosen, found, found, False), strict=True):
            button.done = done
        self.ids.turn.disabled = not self.overlay.seats
        after = 0 if not chosen else 3 if found else 1
        for at, button in enumerate(steps):
            button.next = at == after and not button.disabled
        self.ids.why.text = self._why()

    def _why(self) -> str:
        """Say why steps cannot be done yet, where the step before does not say it."""
        tr = language.tr
        if not self.choice.source:
            return str(tr(NO_CAMERA))
        if not self.ready:
            return str(tr(NO_PHONE))
        return "" if self.app.session is not None else str(tr(NOTHING_TO_WATCH))

    def _step(self, _seconds: float) -> None:
        """Show the newest look."""
        aim, tr = self.aim, language.tr
        if aim is None:
            return
        area = aim.table.area if aim.table is not None else ()
        if (aim.mirrored, aim.masks, area) != (self.choice.mirrored, self.choice.masks, self.choice.area):
            self._keep(replace(self.choice, mirrored=aim.mirrored, masks=aim.masks, area=area))
        aimed = aim.take()
        if aimed is not None:
            if not self.came:
                self.came = True
                self._show_steps()
            self.picture.picture = aimed.picture
            wrong = together(
                (one.region, fault_word(one, tr)) for one in aimed.advice if one.region is not None
            )
            if wrong != self.overlay.faults:
                self.overlay.faults = wrong
            self._say([advice_sentence(one, tr) for one in aimed.advice], aimed.cards)
        said = progress(aim, tr, named=self.app.session is not None)
        self.picture.caption = said if aim.state != "looking" else ""
        self.picture.loading = aim.loading
        self.ids.find.disabled = aim.state == "blind" or not self.ready
        self._hint(said if aim.state == "looking" else "")
        self._invite()
        if list(area) != self.overlay.area:
            self.overlay.area = list(area)
            self._show_seats()
            self._show_steps()

    def _say(self, wrong: list[str], cards: int = 0) -> None:
        """Write what is wrong, or that all is well."""
        tr = language.tr
        texts = list(dict.fromkeys(wrong))
        if not texts and self.aim is not None and self.aim.state == "looking":
            well = language.many(
                "All is well: {count} card is seen", "All is well: {count} cards are seen", cards
            )
            texts = [well.format(count=cards) if cards else tr("Lay some cards face up")]
        if self.aim is not None and self.aim.mirrored:
            texts.append(tr("The picture came mirrored and is turned the right way round"))
        column = self.ids.said
        if [sentence.text for sentence in self.sentences] == texts:
            return
        column.clear_widgets()
        self.sentences = [self._sentence(text, bold=bool(wrong)) for text in texts]
        for sentence in self.sentences:
            column.add_widget(sentence)

    def _sentence(self, text: str, *, bold: bool) -> plates.Sentence:
        sentence = plates.Sentence(text=text, bold=bold, color=theme.WRONG if bold else theme.INK)
        sentence.ideal_size = theme.BODY * self.room.unit
        return sentence

    def _letter(self, *_: object) -> None:
        """Write what is said as large as a window of another size wants it."""
        for sentence in self.sentences:
            sentence.ideal_size = theme.BODY * self.unit

    def _invite(self) -> None:
        """Show a phone that is to be the camera what to open, until it sends."""
        link = self.phone_link()
        if link != self.code.text:
            self.code.text = link
        if link:
            self.picture.caption = ""
            self._hint(language.tr(PHONE_OPENS).format(link=plain(link)))

    def _hint(self, said: str) -> None:
        """Say what goes on below the picture, or what can be done there."""
        hint = self.ids.hint
        hint.text = said or ("" if self.aim is None else language.tr("Drag over a pile to leave it out"))
        hint.bold, hint.color = bool(said), theme.INK if said else theme.INK_SOFT

    def _show_seats(self) -> None:
        """Show who sits where, once the table is found."""
        session = self.app.session
        if session is None or not self.overlay.area:
            self.overlay.seats = []
            return
        names = session.header.players
        first = self.choice.bottom % len(names)
        self.overlay.seats = [plain(names[(first + step) % len(names)]) for step in range(len(names))]

    def _arrange(self, *_: object) -> None:
        self.unit, self.upright = self.room.unit, self.room.upright
        stage = self.ids.stage
        for part in (self.picture, self.overlay):
            part.unit = self.unit
            part.pos, part.size = stage.pos, stage.size
        self.picture.margins = self.overlay.margins
        self.code.size = [CODE_SHARE * min(stage.size)] * 2
        self.code.center = stage.center

    # -- taps --------------------------------------------------------------------------------------------

    def choose(self) -> None:
        """Ask which camera it is."""
        self.sheet = CameraSheet(self.choice.source, self.unit, self._chosen)
        self.sheet.open(animation=False)

    def _chosen(self, source: str) -> None:
        if source != self.choice.source:
            self._keep(CameraChoice(source, bottom=self.choice.bottom))
        self._look()

    def find(self) -> None:
        """Find the table, its plane and its area."""
        if self.aim is not None:
            self.overlay.area = []
            self.aim.find()

    def watch(self) -> None:
        """Watch the match being played from now on, and go to it."""
        self._let_go()
        self.interrupted = False
        self._watch()
        self.app.go("table")

    def _watch(self) -> None:
        session = self.app.session
        if session is not None and self.choice.source:
            self.app.watch(TableWatch(self.choice, session.header, session.match.events))

    def _mask(self, region: Region) -> None:
        if len(self.choice.masks) < MOST_MASKS:
            self._keep_masks((*self.choice.masks, region))

    def _unmask(self, at: int) -> None:
        self._keep_masks((*self.choice.masks[:at], *self.choice.masks[at + 1 :]))

    def _keep_masks(self, masks: tuple[Region, ...]) -> None:
        if self.aim is not None:
            self.aim.masks = masks
        self._keep(replace(self.choice, masks=masks))

    def next_seat(self) -> None:
        """Turn the names round the table by one place."""
        session = self.app.session
        if session is not None:
            self._keep(replace(self.choice, bottom=(self.choice.bottom + 1) % len(session.header.players)))
            self._show_seats()

    def _keep(self, choice: CameraChoice) -> None:
        self.app.preferences.change(camera=choice)
        self.overlay.masks = list(choice.masks)


def together(faults: Iterable[tuple[Region, str]]) -> list[tuple[Region, str]]:
    """Join faults of the same kind whose regions overlap."""
    joined: list[tuple[Region, str]] = []
    for region, word in faults:
        touching = [one for one in joined if one[1] == word and _overlap(one[0], region)]
        joined = [one for one in joined if one not in touching]
        for other, _ in touching:
            left, upper = min(region[0], other[0]), min(region[1], other[1])
            region = left, upper, max(region[2], other[2]), max(region[3], other[3])
        joined.append((region, word))
    return joined


def _overlap(one: Region, other: Region) -> bool:
    across = one[0] < other[2] and other[0] < one[2]
    return across and one[1] < other[3] and other[1] < one[3]
