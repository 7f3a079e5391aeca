"""The board as HTML, written again whenever it changes; every name is escaped, and there are no buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from companion import theme
from engine.cards import Card

Translate = Callable[[str], str]
SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
MARK_SHAPES = "●■▲◆★⬢✚⬟"
"""The marks' shapes as text, in the order of ``theme.SIDE_SHAPES``."""


@dataclass(frozen=True)
class SideShown:
    """A side: its players' names, its points, whether it is to play or has won, and its mark's number."""

    names: str
    points: int
    playing: bool
    mark: int


@dataclass(frozen=True)
class BoardShown:
    """What phones see: texts in the language of the screen, and the cards on the table."""

    standing: str
    headline: str
    sides: Sequence[SideShown]
    target: int
    told: Sequence[str]
    table: Sequence[Card]
    table_caption: str


def board_html(shown: BoardShown) -> str:
    """Write the board: the state of the match, each side, the last scores, the cards on the table."""
    sides = "".join(_side(side, shown.target) for side in shown.sides)
    told = "".join(f"<li>{escape(line)}</li>" for line in shown.told)
    cards = "".join(_card(card) for card in shown.table)
    table = f"<h2>{escape(shown.table_caption)}</h2><p class='cards'>{cards}</p>" if cards else ""
    return (
        f"<p class='standing'>{escape(shown.standing)}</p>"
        f"<h1>{escape(shown.headline)}</h1>"
        f"<ul class='sides'>{sides}</ul>{table}<ul class='told'>{told}</ul>"
    )


def _side(side: SideShown, target: int) -> str:
    """Write a side's line; its bar is an SVG, since the page's policy allows no inline style."""
    share = 100 * min(max(side.points, 0), target) / target if target > 0 else 0
    turn = " class='turn'" if side.playing else ""
    return (
        f"<li{turn}><span class='shape side{side.mark}'>{MARK_SHAPES[side.mark]}</span>"
        f"<span class='names'>{escape(side.names)}</span><b class='side{side.mark}'>{side.points}</b>"
        f"<svg class='side{side.mark}' viewBox='0 0 100 3' preserveAspectRatio='none' aria-hidden='true'>"
        f"<rect class='way' width='100' height='3'/><rect width='{share:.1f}' height='3'/></svg></li>"
    )


def _card(card: Card) -> str:
    rank = "10" if card.rank.letter == "T" else card.rank.letter
    suit = card.suit.letter if card.suit is not None else ""
    red = " red" if suit in ("d", "h") else ""
    return f"<span class='card{red}'>{rank}{SUIT_SIGNS.get(suit, '')}</span>"


def page_html(title: str, code: str, board: str, lost: str) -> str:
    """Write the page with a board in it; ``lost`` is shown while the board cannot be reached."""
    return (
        f"<!doctype html><html lang='{escape(code)}'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        "<meta name='robots' content='noindex'><meta name='referrer' content='no-referrer'>"
        f"<title>{escape(title)}</title><link rel='stylesheet' href='style.css'></head>"
        f"<body><main id='board'>{board}</main><p id='lost' hidden>{escape(lost)}</p>"
        "<script src='follow.js'></script></body></html>"
    )


def style_css() -> str:
    """Write the page's style sheet in the colours of the theme."""
    sides = "".join(
        f".side{number}{{color:{_css(colour)};fill:{_css(colour)}}}"
        for number, colour in enumerate(theme.SIDE_COLOURS)
    )
    colours = {
        "FELT": theme.FELT_BOTTOM, "INK": theme.INK, "SOFT": theme.INK_SOFT, "PANEL": theme.PANEL,
        "TURN": theme.PANEL_TURN, "GOLD": theme.GOLD, "CARD": theme.CARD, "BLACK": theme.CARD_BLACK,
        "RED": theme.CARD_RED, "WAY": theme.BUTTON,
    }  # fmt: skip
    text = STYLE
    for name, colour in colours.items():
        text = text.replace(f"${name}", _css(colour))
    return text + sides


def _css(colour: theme.Colour) -> str:
    red, green, blue = (round(255 * part) for part in colour[:3])
    return f"#{red:02x}{green:02x}{blue:02x}"


STYLE = """
*{box-sizing:border-box}body{margin:0;background:$FELT;color:$INK;font:18px/1.4 system-ui,sans-serif}
main{max-width:40rem;margin:0 auto;padding:1rem}.standing,h2{color:$SOFT;font-size:1rem;font-weight:400;margin:0}
h1{font-size:1.5rem;line-height:1.2;margin:.2rem 0 1rem}ul{list-style:none;margin:0 0 1rem;padding:0}
.sides li{display:grid;grid-template-columns:2rem 1fr auto;align-items:center;gap:0 .5rem;background:$PANEL;
border:.2rem solid $PANEL;border-radius:.8rem;padding:.5rem .8rem;margin-bottom:.6rem}
.sides li.turn{background:$TURN;border-color:$GOLD}.names{font-size:1.2rem;overflow-wrap:anywhere;min-width:0}
.sides b{font-size:4rem;line-height:1}.shape{font-size:1.4rem}svg{grid-column:1/4;width:100%;height:.6rem;display:block}
.way{fill:$WAY}.cards{margin:.3rem 0 1rem;display:flex;flex-wrap:wrap;gap:.4rem}
.card{background:$CARD;color:$BLACK;border-radius:.4rem;padding:.3rem .6rem;font-size:1.4rem;font-weight:700}
.card.red{color:$RED}.told li{color:$SOFT;padding:.15rem 0;overflow-wrap:anywhere}
#lost{position:sticky;bottom:0;background:$GOLD;color:$FELT;margin:0;padding:.8rem;text-align:center;font-weight:700}
[hidden]{display:none}
"""

FOLLOW = """
const board = document.getElementById('board'), lost = document.getElementById('lost');
const following = new EventSource('events');
following.onmessage = message => { board.innerHTML = JSON.parse(message.data); };
following.onopen = () => { lost.hidden = true; };
following.onerror = () => { lost.hidden = false; };
"""
"""The page's whole script. The board arrives as escaped HTML; EventSource reconnects by itself."""
