"""The sheet for several cards at once: the table counted anew, a tendido, the cards left over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.window.table.context import TableContext, before_entry
from companion.window.table_parts.card_keys import WHOLE_PACK, CardKeys, columns_of
from companion.window.widgets.dialogs import Act, Sheet
from companion.window.widgets.playing_card import CardRow
from companion.window.widgets.text import language, plain
from companion.window.wording import phrases
from companion.window.wording.phrases import Translate
from engine.cards import Card
from engine.entry import Entry
from engine.events import IllegalPlay
from engine.porrazo.events import Leftover, Recount, Tendido
from engine.porrazo.foresight import at_play, best_tendido, refusal
from engine.porrazo.position import Position
from engine.porrazo.rules import settled
from engine.porrazo.setting import TENDIDO_SIZE
from engine.porrazo.sofar import possible

Laid = Tendido | Leftover | Recount
ROW_SHARE = 0.24
"""Height of the row of chosen cards, as a share of the keys' height."""
MANY = 20
"""The most cards in a recount: more never lie on a table at once."""


class CardsSheet:
    """A sheet on which several cards are chosen: a tap on a key adds one, a tap on a chosen card removes it."""

    def __init__(
        self, table: TableContext, event: Laid, before: Position, done: Callable[[Laid], object]
    ) -> None:
        self.table, self.event, self.before, self.done = table, event, before, done
        self.cards: list[Card] = list(event.cards)
        self.most = _most(event, before)
        room = table.room
        self.sheet = Sheet(_title(event, before), room.unit)
        self.row = CardRow(centred=True, unit=room.unit)
        self.row.bind(on_card=lambda _, at: self._take_away(at))
        self.keys = CardKeys(cards=WHOLE_PACK, columns=columns_of(room.width, room.height))
        self.keys.bind(on_card=lambda _, card: self._lay(card))
        self.sheet.part(self.row, ROW_SHARE)
        self.sheet.part(self.keys)

    def open(self, acts: list[Act]) -> None:
        """Open the sheet, with these buttons beside "Done"."""
        tr = language.tr
        finished = Act(tr("Done"), self._finish)
        *_, self.finish = self.sheet.acts([*acts, finished])
        self._show()
        self.table.open(self.sheet)

    def _lay(self, card: Card) -> None:
        if len(self.cards) < self.most:
            self.cards.append(card)
            self._show()

    def _take_away(self, at: int) -> None:
        del self.cards[at]
        self._show()

    def with_cards(self, cards: tuple[Card, ...]) -> None:
        """Lay these cards down instead of those that lie there."""
        self.cards = list(cards)
        self._show()

    def _finish(self) -> None:
        self.done(replace(self.event, cards=tuple(self.cards)))

    def _show(self) -> None:
        wrong = refusal(self.before, replace(self.event, cards=tuple(self.cards)))
        arranged = self._arranged() if wrong is None else ""
        self.row.cards = list(self.cards)
        full = len(self.cards) >= self.most
        self.keys.possible = [] if full else [card for card in WHOLE_PACK if self._possible(card)]
        self.finish.disabled = wrong is not None
        said = arranged if wrong is None or not full else _sentence(wrong)
        self.sheet.title = said or _title(self.event, self.before)

    def _possible(self, card: Card) -> bool:
        """Whether this card may lie there beside those that do, whatever their number."""
        return refusal(self.before, Recount((*self.cards, card))) is None and (
            isinstance(self.event, Recount) or _unseen(self.before, self.cards, card)
        )

    def _arranged(self) -> str:
        """Put a tendido's cards into their best order and say what it scores; "" for other events."""
        if not isinstance(self.event, Tendido):
            return ""
        best = best_tendido(self.before, tuple(self.cards))
        self.cards = list(best.row)
        total = best.places + best.sets
        return str(language.tr("The best arrangement: {points}")).format(points=f"+{total}")


def _unseen(before: Position, laid: list[Card], card: Card) -> bool:
    """Whether a card can still turn up in the hand beside those laid: they are tried as a leftover of any size."""
    hand = at_play(before).hand_so_far
    for each in laid:
        hand = hand.seeing(each)
    return possible(hand.seen, card)


def _most(event: Laid, before: Position) -> int:
    if isinstance(event, Tendido):
        return TENDIDO_SIZE
    return before.setting.leftover if isinstance(event, Leftover) else MANY


def _title(event: Laid, before: Position) -> str:
    tr: Translate = language.tr
    name = plain(before.setting.name(settled(before).position.dealer))
    if isinstance(event, Tendido):
        return tr("{name} lays the tendido: two pairs").format(name=name)
    if isinstance(event, Leftover):
        return tr("The cards left over")
    return tr("What lies on the table, oldest first?")


def _sentence(wrong: IllegalPlay | None) -> str:
    return "" if wrong is None else phrases.refusal(wrong, language.tr)


def recount(table: TableContext) -> None:
    """Count the table anew, starting from the cards in the record; a camera's view can be taken over."""
    position = table.session.match.position
    sheet = CardsSheet(
        table, Recount(position.table), position,
        lambda event: table.change(lambda: table.session.tap(event)),
    )  # fmt: skip
    seen = table.seen_cards()
    acts = [Act(language.tr("The table is empty"), lambda: sheet.with_cards(()), stays=True)]
    if seen:
        text = language.tr("As the camera sees it")
        acts.append(Act(text, lambda: sheet.with_cards(seen), stays=True))
    sheet.open(acts)


def lay_cards(table: TableContext, event: Tendido | Leftover) -> None:
    """Lay a tendido or the cards left over."""
    position = table.session.match.position
    CardsSheet(table, event, position, lambda laid: table.change(lambda: table.session.tap(laid))).open([])


def change_cards(table: TableContext, entry: Entry) -> None:
    """Correct an event that laid several cards, or take it out."""
    event = entry.event
    assert isinstance(event, Tendido | Leftover | Recount)
    before = before_entry(table.session, entry)
    sheet = CardsSheet(
        table, event, before, lambda laid: table.change(lambda: table.session.correct(entry, laid))
    )
    gone = Act(language.tr("Delete this"), lambda: table.change(lambda: table.session.remove(entry)))
    sheet.open([gone])
