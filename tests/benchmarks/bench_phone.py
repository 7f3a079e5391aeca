"""The bundled clip through a phone's page: a real Chromium whose camera plays it, into ``porrazo watch phone``.

``python -m tests.benchmarks.bench_phone [--slower N]``. It says how many pictures a second arrived and were looked at,
and whether the score is that of the clip. A machine that must run Chromium, its picture's compression and the networks
at once may be too slow for that: ``--slower 4`` plays the clip at a quarter of its pace, as slower players would.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cv2

from tests.app.browser import CHROMIUM, opened

CLIP = Path(__file__).parents[1] / "films" / "clip.mp4"
RECORD = CLIP.with_name("clip.record.jsonl")
PORRAZO = (sys.executable, "-m", "companion.cli")
MARGIN_S = 3.0
"""Sending stops so many seconds before the clip would begin again."""
WELL = "document.querySelector('h1.well') !== null"


def as_camera_film(slower: int, file: Path) -> float:
    """Write the clip as Chromium's camera plays it (YUV4MPEG2); how many seconds it lasts."""
    film = cv2.VideoCapture(str(CLIP))
    width, height, fps, frames = (
        round(film.get(what))
        for what in (
            cv2.CAP_PROP_FRAME_WIDTH,
            cv2.CAP_PROP_FRAME_HEIGHT,
            cv2.CAP_PROP_FPS,
            cv2.CAP_PROP_FRAME_COUNT,
        )
    )
    with file.open("wb") as out:
        out.write(f"YUV4MPEG2 W{width} H{height} F{fps}:{slower} Ip A1:1 C420jpeg\n".encode())
        while (read := film.read())[0]:
            out.write(b"FRAME\n" + cv2.cvtColor(read[1], cv2.COLOR_BGR2YUV_I420).tobytes())
    film.release()
    return frames * slower / fps


async def send(link: str, film: Path, seconds: float) -> list[float]:
    """Let a browser send for so long; how many pictures a second arrived, asked every few seconds."""
    flags = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
             f"--use-file-for-fake-video-capture={film}")  # fmt: skip
    rates = []
    async with opened(link, "!!document.getElementById('says')", *flags) as tab:
        await tab.until(WELL)
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            await asyncio.sleep(min(5.0, left))
            rates.append(float(await tab.see("document.getElementById('says').textContent.split(':')[1]")))
    return rates


def scored(record: Path) -> list[tuple[int, int, str]]:
    """What a record scores: seat, points, why."""
    words = [*PORRAZO, "score", str(record), "--json"]
    lines = subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()[:-1]
    return [(line["seat"], line["points"], line["why"]) for line in map(json.loads, lines)]


def watched(film: Path, seconds: float, record: Path) -> list[float]:
    """Watch what the browser sends, into this record; how many pictures a second arrived."""
    words = [*PORRAZO, "watch", "phone@127.0.0.1", "--headless", "--record", str(record)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as watching:
        assert watching.stderr is not None
        link = re.search(r"http\S+", watching.stderr.readline())
        assert link is not None
        try:
            return asyncio.run(send(link[0], film, seconds))
        finally:
            watching.send_signal(signal.SIGINT)


def main() -> int:
    """Play the clip through a browser; status 1 where its score is another."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--slower", type=int, default=1, metavar="N", help="play the clip so many times slower"
    )
    args = parser.parse_args()
    if CHROMIUM is None:
        print("there is no Chromium here")
        return 2
    with tempfile.TemporaryDirectory() as folder:
        film, record = Path(folder) / "film.y4m", Path(folder) / "watched.jsonl"
        seconds = as_camera_film(args.slower, film) - MARGIN_S
        rates = watched(film, seconds, record)
        exact = scored(record) == scored(RECORD)
        print(f"{seconds:.0f} s, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        print(
            f"pictures a second: {min(rates):.0f} to {max(rates):.0f}, {sum(rates) / len(rates):.1f} on average"
        )
        print("the score is exact" if exact else f"the score differs: {scored(record)}")
        print(record.read_text(encoding="utf-8"))
    return 0 if exact else 1


if __name__ == "__main__":
    sys.exit(main())
