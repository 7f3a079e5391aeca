"""Serves the board to phones, read-only, at a link that nobody can guess.

asyncio and aiohttp run in their own thread.
"""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import secrets
import ssl
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.web.board import FOLLOW, icon_svg, manifest_json, page_html, style_css
from companion.web.door import Door

if TYPE_CHECKING:
    from aiohttp import web
    from aiohttp.typedefs import Middleware

    Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

MOST_PHONES = 40
"""The most phones at once: more than sit at a table, few enough for the smallest board computer."""
BEAT_SECONDS = 15.0
"""How often a phone that gets nothing new is told that the connection still works."""
WRITE_SECONDS = 10.0
"""A phone that does not accept a board within this time is cut off."""
KEEP_SECONDS = 5.0
"""How long a connection may be idle between two requests."""
STOP_SECONDS = 5.0
SECRET_BYTES = 9
"""Random bytes in the link: twelve letters, 72 bits."""

PHONES_LOG = logging.getLogger("porrazo.phones")
PHONES_LOG.addHandler(logging.NullHandler())
PHONES_LOG.propagate = False
"""The log of what strangers send to the port; dropped, since a flood of it would fill the disk."""

HTTP_PORT = 80

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "img-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


@dataclass(frozen=True)
class Page:
    """What phones see: the board as escaped HTML, the page's title and language code.

    ``lost`` is the text shown when the board cannot be reached.
    """

    board: str = ""
    title: str = "Porrazo"
    code: str = "en"
    lost: str = ""


class Server:
    """Serves the newest page at ``http://ADDRESS:PORT/SECRET/``; every other path is not found.

    ``certificate``: a file with a certificate and its key (PEM); then it is ``https://``, and a phone warns of the
    certificate once, unless it is one that phones know.

    ``address``: that of the interface at which phones reach this machine; the server listens at no other.
    OSError if it cannot listen there, or the certificate cannot be used; 0.0.0.0 is refused with OSError too.
    """

    def __init__(self, address: str, page: Page, port: int = 0, certificate: Path | None = None) -> None:
        self.address, self._page = address, page
        self._scheme = "http" if certificate is None else "https"
        self._door = Door(address, port, secured_by(certificate) if certificate is not None else None)
        self.port = self._door.port
        self.secret = secrets.token_urlsafe(SECRET_BYTES)
        self._loop = asyncio.new_event_loop()
        self._stopping = False
        self._stop = asyncio.Event()
        self._phones: set[asyncio.Event] = set()
        self._thread = threading.Thread(target=self._run, name="phones", daemon=True)
        self._thread.start()

    @property
    def link(self) -> str:
        """The link that a phone opens."""
        return f"{self._scheme}://{self.address}:{self.port}/{self.secret}/"

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
            self._soon(self._wake)

    def stop(self) -> None:
        """Disconnect all phones and stop listening; waits a little."""
        self._soon(self._end)
        self._thread.join(STOP_SECONDS)

    def _soon(self, act: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(act)

    # -- the thread --------------------------------------------------------------------------------------

    def _run(self) -> None:
        self._loop.set_exception_handler(lambda _loop, what: PHONES_LOG.error("%s", what.get("message")))
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        from aiohttp import web

        app = web.Application(middlewares=[self._guarded()])
        at = f"/{self.secret}/"
        app.router.add_get(at, self._whole)
        app.router.add_get(f"{at}events", self._events)
        app.router.add_get(f"{at}style.css", _text(style_css(), "text/css"))
        app.router.add_get(f"{at}follow.js", _text(FOLLOW, "text/javascript"))
        manifest = _text(manifest_json(self._page.title), "application/manifest+json")
        app.router.add_get(f"{at}board.webmanifest", manifest)
        app.router.add_get(f"{at}icon.svg", _text(icon_svg(), "image/svg+xml"))
        runner = web.AppRunner(
            app,
            access_log=None,
            logger=PHONES_LOG,
            keepalive_timeout=KEEP_SECONDS,
            lingering_time=0.0,
            shutdown_timeout=1.0,
        )
        await runner.setup()
        assert runner.server is not None
        admitting = self._loop.create_task(self._door.admit(runner.server))
        try:
            await self._stop.wait()
        finally:
            admitting.cancel()
            await asyncio.gather(admitting, return_exceptions=True)
            await runner.cleanup()

    def _guarded(self) -> Middleware:
        """Refuse requests with a body, and those meant for another host, before anything else is done.

        A page elsewhere whose name was made to resolve to this address (DNS rebinding) sends its own name as
        the host.
        """
        from aiohttp import web

        host = f"{self.address}:{self.port}"
        hosts = {host, self.address} if self.port == HTTP_PORT else {host}

        @web.middleware
        async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
            if request.headers.getall("Host", []) not in [[each] for each in hosts]:
                raise web.HTTPMisdirectedRequest
            if request.can_read_body:
                raise web.HTTPRequestEntityTooLarge(max_size=0, actual_size=1)
            return await handler(request)

        return guard

    def _wake(self) -> None:
        for phone in self._phones:
            phone.set()

    def _end(self) -> None:
        self._stopping = True
        self._wake()
        self._stop.set()

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
        self._door.stays(transport)
        try:
            await answer.prepare(request)
            while not self._stopping:
                await asyncio.wait_for(answer.write(await self._next(news)), WRITE_SECONDS)
        except (ConnectionError, TimeoutError):  # the phone has disconnected, or does not read
            pass
        finally:
            self._phones.discard(news)
            self._door.stays(transport, False)
        return answer

    async def _next(self, news: asyncio.Event) -> bytes:
        """Wait for another board, or until it is time to say that the connection still works."""
        try:
            await asyncio.wait_for(news.wait(), BEAT_SECONDS)
        except TimeoutError:
            return b": still here\n\n"
        news.clear()
        return f"data: {json.dumps(self._page.board)}\n\n".encode()


def secured_by(certificate: Path) -> ssl.SSLContext:
    """Give what secures connections by a certificate; OSError, with a reason for people, where it cannot be used."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        # asked for a password, which nobody could give here, it would wait at the terminal
        context.load_cert_chain(certificate, password=lambda: b"")
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        said = "it is no certificate with its key, both in one file (PEM)"
        raise OSError(errno.EINVAL, said, str(certificate)) from error
    return context


def _text(text: str, kind: str) -> Handler:
    async def answer(_request: web.Request) -> web.StreamResponse:
        from aiohttp import web

        return web.Response(text=text, content_type=kind, headers=HEADERS)

    return answer
