"""A page's server at a link that nobody can guess, in a thread of its own; what it serves its subclasses say.

asyncio and aiohttp run in that thread.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import secrets
import ssl
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from companion.web.door import Door

if TYPE_CHECKING:
    from aiohttp import web
    from aiohttp.typedefs import Middleware

    Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

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


class Serving:
    """Serves at ``http://ADDRESS:PORT/SECRET/``; every other path is not found.

    ``certificate``: a file with a certificate and its key (PEM); then it is ``https://``, and a phone warns of the
    certificate once, unless it is one that phones know. ``most_bytes``: the largest body that a request may have.

    ``address``: that of the interface at which phones reach this machine; the server listens at no other.
    OSError if it cannot listen there, the certificate cannot be used, or aiohttp is not installed (on Android);
    0.0.0.0 is refused with OSError too.
    A subclass sets its own attributes before it calls ``__init__``, which starts the thread.
    """

    most_bytes = 0

    def __init__(
        self, address: str, port: int = 0, certificate: Path | None = None, secret: str | None = None
    ) -> None:
        if find_spec("aiohttp") is None:
            raise OSError(errno.ENOENT, "aiohttp is not installed")
        self.address = address
        self._scheme = "http" if certificate is None else "https"
        self.door = Door(address, port, secured_by(certificate) if certificate is not None else None)
        self.port = self.door.port
        self.secret = secret or secrets.token_urlsafe(SECRET_BYTES)
        self._loop = asyncio.new_event_loop()
        self.stopping = False
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="phones", daemon=True)
        self._thread.start()

    @property
    def link(self) -> str:
        """The link that a phone opens."""
        return f"{self._scheme}://{self.address}:{self.port}/{self.secret}/"

    def stop(self) -> None:
        """Disconnect all phones and stop listening; waits a little."""
        self.soon(self._end)
        self._thread.join(STOP_SECONDS)

    def soon(self, act: Callable[[], None]) -> None:
        """Do this in the server's thread, if it still runs."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(act)

    def routes(self, router: web.UrlDispatcher, at: str) -> None:
        """Say what is served; every path begins with ``at``."""
        raise NotImplementedError

    def wake(self) -> None:
        """Wake the phones that follow: there is news, or an end. Called in the server's thread."""

    # -- the thread --------------------------------------------------------------------------------------

    def _run(self) -> None:
        self._loop.set_exception_handler(lambda _loop, what: PHONES_LOG.error("%s", what.get("message")))
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        from aiohttp import web

        app = web.Application(middlewares=[self._guarded()], client_max_size=self.most_bytes)
        self.routes(app.router, f"/{self.secret}/")
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
        admitting = self._loop.create_task(self.door.admit(runner.server))
        try:
            await self._stop.wait()
        finally:
            admitting.cancel()
            await asyncio.gather(admitting, return_exceptions=True)
            await runner.cleanup()

    def _guarded(self) -> Middleware:
        """Refuse requests with a body where none is taken, and those meant for another host, before anything else.

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
            if request.can_read_body and not self.most_bytes:
                raise web.HTTPRequestEntityTooLarge(max_size=0, actual_size=1)
            return await handler(request)

        return guard

    def _end(self) -> None:
        self.stopping = True
        self.wake()
        self._stop.set()


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


def text_answer(text: str, kind: str) -> Handler:
    """Answer every request with this text, of this media type."""

    async def answer(_request: web.Request) -> web.StreamResponse:
        from aiohttp import web

        return web.Response(text=text, content_type=kind, headers=HEADERS)

    return answer
