"""Serves the page by which a phone is the camera, and takes its pictures: one phone's, of a sensible size and rate."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.locales import LANGUAGES, translation
from companion.web import phone_page
from companion.web.board import icon_svg
from companion.web.serving import HEADERS, Serving, text_answer
from vision.files.jpeg import jpeg_size

if TYPE_CHECKING:
    from aiohttp import web

MOST_BYTES = 2_000_000
"""The largest picture in bytes. One of 1280 x 720 has 100 to 400 thousand."""
LEAST_SIDE, MOST_SIDE = 240, 2048
"""The shortest and the longest side of a picture, in pixels; the page sends 1280 x 720."""
MOST_A_SECOND = 15.0
"""The most pictures a second that are taken: the tracker was measured at 12, and more would only warm the phone."""
YIELD_SECONDS = 3.0
"""After so long without a picture another phone may send."""
SENDER = re.compile(r"[0-9a-f]{8,40}")
"""What a page calls itself."""


class PhoneServer(Serving):
    """Calls ``arrived`` in its own thread with each picture (JPEG) of the phone that sends; see `Serving`.

    The answer to a picture is what lets the phone send the next one. It comes when the picture has come and its time
    is over, so a phone never sends more than is taken.
    """

    most_bytes = MOST_BYTES

    def __init__(
        self,
        address: str,
        arrived: Callable[[bytes], None],
        port: int = 0,
        certificate: Path | None = None,
        secret: str | None = None,
    ) -> None:
        self._arrived = arrived
        self._sender, self._refused, self._heard, self._next = "", "", 0.0, 0.0
        self._uploading: asyncio.BaseTransport | None = None
        super().__init__(address, port, certificate, secret)

    def routes(self, router: web.UrlDispatcher, at: str) -> None:
        """See `Serving`."""
        router.add_get(at, _page)
        router.add_get(f"{at}style.css", text_answer(phone_page.style_css(), "text/css"))
        router.add_get(f"{at}send.js", text_answer(phone_page.SEND, "text/javascript"))
        router.add_get(f"{at}icon.svg", text_answer(icon_svg(), "image/svg+xml"))
        router.add_post(f"{at}picture", self._picture)

    async def _picture(self, request: web.Request) -> web.StreamResponse:
        """Take a picture: 204 when the next may come, 409 while another phone sends, 400 for what is no picture."""
        from aiohttp import web

        sender, now = request.query.get("from", ""), asyncio.get_running_loop().time()
        if not SENDER.fullmatch(sender) or sender == self._refused:
            raise web.HTTPBadRequest(headers=HEADERS)
        if sender != self._sender and self._sender and now - self._heard < YIELD_SECONDS:
            async for _ in request.content.iter_chunked(65536):
                pass
            raise web.HTTPConflict(headers=HEADERS)
        data = await self._read(request)
        size = jpeg_size(data)
        if size is None or min(size) < LEAST_SIDE or max(size) > MOST_SIDE:
            self._cut(request.transport)
            raise web.HTTPBadRequest(headers=HEADERS)
        self._sender, self._heard = sender, asyncio.get_running_loop().time()
        self.door.stays_on(request.transport)
        self._arrived(data)
        await asyncio.sleep(max(0.0, self._next - self._heard))
        self._next = max(self._next, self._heard) + 1 / MOST_A_SECOND
        return web.Response(status=204, headers=HEADERS)

    async def _read(self, request: web.Request) -> bytes:
        """The picture's bytes. One picture at a time: one that still comes when the next begins is cut off."""
        if self._uploading is not request.transport:
            self._cut(self._uploading)
        self._uploading = request.transport
        try:
            return await request.read()
        finally:
            if self._uploading is request.transport:
                self._uploading = None

    def _cut(self, transport: asyncio.BaseTransport | None) -> None:
        if isinstance(transport, asyncio.WriteTransport):
            transport.abort()

    def cut_sender(self) -> None:
        """Take no more from the phone that sends: what it sent cannot be decoded. May be called from any thread."""

        def refuse() -> None:
            self._sender, self._refused = "", self._sender

        self.soon(refuse)


async def _page(request: web.Request) -> web.StreamResponse:
    """The page in the first of the phone's languages that the program speaks, else in English."""
    from aiohttp import web

    wishes = (wish.strip()[:2].lower() for wish in request.headers.get("Accept-Language", "").split(","))
    code = next((wish for wish in wishes if wish in LANGUAGES), "en")
    text = phone_page.page_html(code, translation(code).gettext)
    headers = {**HEADERS, "Permissions-Policy": "camera=(self)"}
    return web.Response(text=text, content_type="text/html", headers=headers)
