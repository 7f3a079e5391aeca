"""A headless Chromium that opens a page, asked through its DevTools."""

import asyncio
import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here to open the page in")


class Tab:
    """A page open in a headless Chromium, asked through its DevTools."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket, self.asked, self.complaints = socket, 0, list[str]()

    async def ask(self, method: str, **what: object) -> dict[str, Any]:
        """Ask for something and wait for the answer; what the page complains of meanwhile is kept."""
        self.asked += 1
        await self.socket.send_json({"id": self.asked, "method": method, "params": what})
        while True:
            told: dict[str, Any] = json.loads((await self.socket.receive(timeout=30)).data)
            if told.get("id") == self.asked:
                return dict(told["result"])
            if told.get("method") in ("Log.entryAdded", "Runtime.exceptionThrown"):
                self.complaints.append(json.dumps(told))

    async def see(self, expression: str) -> Any:
        """Evaluate JavaScript in the page."""
        told = await self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        return told["result"].get("value")

    async def until(self, expression: str) -> None:
        """Wait until this holds in the page."""
        for _ in range(150):
            if await self.see(expression):
                return
            await asyncio.sleep(0.1)
        raise AssertionError(f"it never came about: {expression}")


@asynccontextmanager
async def opened(link: str, there: str, *flags: str) -> AsyncIterator[Tab]:
    """The page at this link, in a Chromium as wide as a phone, once ``there`` holds in it."""
    assert CHROMIUM is not None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        words = ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=390,844",
                 "--remote-debugging-port=0",
                 "--remote-allow-origins=*", f"--user-data-dir={folder}", *flags, "about:blank"]  # fmt: skip
        chromium = subprocess.Popen([CHROMIUM, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            port = await asyncio.to_thread(port_of, Path(folder) / "DevToolsActivePort")
            async with aiohttp.ClientSession() as client:
                async with client.get(f"http://127.0.0.1:{port}/json/list") as answer:
                    (target,) = [one for one in await answer.json() if one["type"] == "page"]
                async with client.ws_connect(target["webSocketDebuggerUrl"]) as devtools:
                    tab = Tab(devtools)
                    for domain in ("Page", "Runtime", "Log"):
                        await tab.ask(f"{domain}.enable")
                    await tab.ask("Page.navigate", url=link)
                    await tab.until(f"document.readyState === 'complete' && {there}")
                    yield tab
        finally:
            chromium.kill()
            chromium.wait(10)


def port_of(file: Path) -> int:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if file.exists() and file.read_text().strip():
            return int(file.read_text().split()[0])
        time.sleep(0.1)
    raise AssertionError("Chromium did not start")
