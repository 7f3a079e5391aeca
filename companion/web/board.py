"""The board as HTML, written again whenever it changes; every name is escaped, and there are no buttons."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from companion import theme
from companion.record.pegging import Pegs
from companion.web.drawn_board import drawn_board

Translate = Callable[[str], str]
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
class CardShown:
    """A card on the table as it is written: ``10♥``; and whether in red."""

    text: str
    red: bool = False


@dataclass(frozen=True)
class BoardShown:
    """What phones see: texts in the language of the screen, and the cards on the table."""

    standing: str
    headline: str
    sides: Sequence[SideShown]
    target: int
    told: Sequence[str]
    table: Sequence[CardShown]
    table_caption: str
    pegs: Sequence[Pegs] = ()
    """Where every side's pegs stand; none where no match is played."""
    holes: int = 61
    """The number of the board's game hole."""


def board_html(shown: BoardShown) -> str:
    """Write the board: the state of the match, each side, the last scores, the cards on the table."""
    sides = "".join(_side(side, shown.target) for side in shown.sides)
    told = "".join(f"<li>{escape(line)}</li>" for line in shown.told)
    cards = "".join(_card(card) for card in shown.table)
    table = f"<h2>{escape(shown.table_caption)}</h2><p class='cards'>{cards}</p>" if cards else ""
    return (
        f"<p class='standing'>{escape(shown.standing)}</p>"
        f"<h1>{escape(shown.headline)}</h1>"
        f"{drawn_board(shown.pegs, [side.mark for side in shown.sides], shown.holes)}"
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


def _card(card: CardShown) -> str:
    red = " red" if card.red else ""
    return f"<span class='card{red}'>{escape(card.text)}</span>"


def page_html(title: str, code: str, board: str, lost: str) -> str:
    """Write the page with a board in it; ``lost`` is shown while the board cannot be reached."""
    return (
        f"<!doctype html><html lang='{escape(code)}'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        "<meta name='robots' content='noindex'><meta name='referrer' content='no-referrer'>"
        f"<title>{escape(title)}</title><link rel='stylesheet' href='style.css'>"
        "<link rel='manifest' href='board.webmanifest'><link rel='icon' href='icon.svg' type='image/svg+xml'></head>"
        f"<body><main id='board'>{board}</main><p id='lost' hidden>{escape(lost)}</p>"
        "<script src='follow.js'></script></body></html>"
    )


def style_css() -> str:
    """Write the page's style sheet in the colours of the theme."""
    sides = "".join(
        f".side{number}{{color:{css_colour(colour)};fill:{css_colour(colour)}}}.line{number}{{stroke:{css_colour(colour)}}}"
        for number, colour in enumerate(theme.SIDE_COLOURS)
    )
    colours = {
        "FELT": theme.FELT_BOTTOM, "INK": theme.INK, "SOFT": theme.INK_SOFT, "PANEL": theme.PANEL,
        "TURN": theme.PANEL_TURN, "GOLD": theme.GOLD, "CARD": theme.CARD, "BLACK": theme.CARD_BLACK,
        "RED": theme.CARD_RED, "WAY": theme.BUTTON, "WOOD": theme.WOOD_LIGHT, "EDGE": theme.WOOD_EDGE,
        "GROOVE": theme.WOOD_DARK, "HOLE": theme.HOLE, "BRASS": theme.BRASS, "POINTS": theme.POINTS,
    }  # fmt: skip
    text = STYLE
    for name, colour in colours.items():
        text = text.replace(f"${name}", css_colour(colour))
    return text + sides


def css_colour(colour: theme.Colour) -> str:
    """Write an opaque colour as CSS takes it."""
    red, green, blue = (round(255 * part) for part in colour[:3])
    return f"#{red:02x}{green:02x}{blue:02x}"


def manifest_json(title: str) -> str:
    """Write what a phone needs to put the page on its home screen."""
    felt = css_colour(theme.FELT_BOTTOM)
    icon = {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any maskable"}
    return json.dumps({
        "name": title, "short_name": title, "start_url": ".", "scope": ".", "display": "standalone",
        "background_color": felt, "theme_color": felt, "icons": [icon],
    })  # fmt: skip


def icon_svg() -> str:
    """Draw the icon: two pegs on a plank, the game hole before them."""
    felt, wood, hole, brass = map(css_colour, (theme.FELT_TOP, theme.WOOD_LIGHT, theme.HOLE, theme.BRASS))
    pegs = "".join(
        f"<circle cx='{x}' cy='{y}' r='52' fill='{css_colour(colour)}' stroke='{hole}' stroke-width='6'/>"
        for (x, y), colour in zip(((176, 196), (256, 330)), theme.SIDE_COLOURS, strict=False)
    )
    return (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 512 512'>"
        f"<rect width='512' height='512' fill='{felt}'/>"
        f"<rect x='72' y='96' width='368' height='320' rx='40' fill='{wood}'/>"
        f"<circle cx='372' cy='256' r='50' fill='{brass}'/><circle cx='372' cy='256' r='26' fill='{hole}'/>{pegs}</svg>"
    )


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
svg.board{height:auto;margin-bottom:.8rem}.wood{fill:$WOOD;stroke:$EDGE;stroke-width:4}
.groove,.inlay{fill:none;stroke-linejoin:round;stroke-linecap:round}.groove{stroke:$GROOVE}.hole{fill:$HOLE}
.brass{fill:$BRASS}.head{stroke:$HOLE;stroke-width:1.5}.shadow{fill:#000;opacity:.4}.shine{fill:#fff;opacity:.6}
[hidden]{display:none}
"""

FOLLOW = """
const board = document.getElementById('board'), lost = document.getElementById('lost');
const following = new EventSource('events');
const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
const seen = () => new Map([...board.querySelectorAll('.peg')].map(peg => [peg.id, {...peg.dataset}]));
const told = () => [...board.querySelectorAll('.sides b')].map(points => points.textContent);
following.onmessage = message => {
  const pegs = seen(), points = told();
  board.innerHTML = JSON.parse(message.data);
  if (still || !pegs.size) return;
  const now = seen();
  for (const peg of board.querySelectorAll('.peg')) {
    const left = [...pegs].find(([id, was]) => was.side === peg.dataset.side && !now.has(id));
    if (pegs.has(peg.id) || !left) continue;
    const before = left[1], {x, y} = peg.dataset;
    pegs.delete(left[0]);
    const from = `translate(${before.x}px,${before.y}px)`, to = `translate(${x}px,${y}px)`;
    peg.animate([{transform: from}, {transform: to}], {duration: 450, easing: 'ease-in-out'});
  }
  board.querySelectorAll('.sides b').forEach((sum, at) => {
    if (points[at] !== sum.textContent) sum.animate([{opacity: .1}, {opacity: 1}], {duration: 300, iterations: 3});
  });
};
following.onopen = () => { lost.hidden = true; };
following.onerror = () => { lost.hidden = false; };
"""
"""The page's whole script. The board arrives as escaped HTML; EventSource reconnects by itself."""
