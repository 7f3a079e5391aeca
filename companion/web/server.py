"""Serves the board to phones, read-only, at a link that nobody can guess."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.web.board import FOLLOW, icon_svg, manifest_json, page_html, style_css
from companion.web.serving import HEADERS, Serving, text_answer

if TYPE_CHECKING:
    from aiohttp import web

MOST_PHONES = 40
"""The most phones at once: more than sit at a table, few enough for the smallest board computer."""
BEAT_SECONDS = 15.0
"""How often a phone that gets nothing new is told that the connection still works."""
WRITE_SECONDS = 10.0
"""A phone that does not accept a board within this time is cut off."""


@dataclass(frozen=True)
class Page:
    """What phones see: the board as escaped HTML, the page's title and language code.

    ``lost`` is the text shown when the board cannot be reached.
    """

    board: str = ""
    title: str = "Porrazo"
    code: str = "en"
    lost: str = ""


class Server(Serving):
    """Serves the newest page; takes no request with a body. See `Serving`."""

    def __init__(self, address: str, page: Page, port: int = 0, certificate: Path | None = None) -> None:
        self._page = page
        self._phones: set[asyncio.Event] = set()
        super().__init__(address, port, certificate)

    @property
    def shown(self) -> Page:
        """What phones see now."""
        return self._page

    @property
    def phones(self) -> int:
        """How many phones follow now."""
        return len(self._phones)

    def show(self, page: Page) -> None:
        """Show another page on all phones at once; may be called from any thread."""
        if page != self._page:
            self._page = page
            self.soon(self.wake)

    # -- the thread --------------------------------------------------------------------------------------

    def routes(self, router: web.UrlDispatcher, at: str) -> None:
        """See `Serving`."""
        router.add_get(at, self._whole)
        router.add_get(f"{at}events", self._events)
        router.add_get(f"{at}style.css", text_answer(style_css(), "text/css"))
        router.add_get(f"{at}follow.js", text_answer(FOLLOW, "text/javascript"))
        manifest = text_answer(manifest_json(self._page.title), "application/manifest+json")
        router.add_get(f"{at}board.webmanifest", manifest)
        router.add_get(f"{at}icon.svg", text_answer(icon_svg(), "image/svg+xml"))

    def wake(self) -> None:
        """Wake every phone that follows: there is another board, or no more."""
        for phone in self._phones:
            phone.set()

    async def _whole(self, _request: web.Request) -> web.StreamResponse:
        from aiohttp import web

        page = self._page
        text = page_html(page.title, page.code, page.board, page.lost)
        return web.Response(text=text, content_type="text/html", headers=HEADERS)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """Send the board now and after each change, as server-sent events."""
        from aiohttp import web

        if len(self._phones) >= MOST_PHONES:
            raise web.HTTPServiceUnavailable(headers={"Retry-After": "30"})
        answer = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream"})
        news = asyncio.Event()
        news.set()
        self._phones.add(news)
        transport = request.transport
        self.door.stays(transport)
        try:
            await answer.prepare(request)
            while not self.stopping:
                await asyncio.wait_for(answer.write(await self._next(news)), WRITE_SECONDS)
        except (ConnectionError, TimeoutError):  # the phone has disconnected, or does not read
            pass
        finally:
            self._phones.discard(news)
            self.door.stays(transport, False)
        return answer

    async def _next(self, news: asyncio.Event) -> bytes:
        """Wait for another board, or until it is time to say that the connection still works."""
        try:
            await asyncio.wait_for(news.wait(), BEAT_SECONDS)
        except TimeoutError:
            return b": still here\n\n"
        news.clear()
        return f"data: {json.dumps(self._page.board)}\n\n".encode()
