"""Measures a phone as the camera beside a bare page in the same browser, which encodes and posts.

The phone is a Chromium whose camera is a film of a table in Full HD on which some pieces move. In
turn it is the umpire's phone, whose pictures are looked at and become snapshots, and a page of
twenty lines that encodes each new picture, posts it and goes on as soon as it is answered; whoever
it posts to throws it away. Browser, umpire and film share this computer. Nothing is attached to the
browser while pictures are counted: a debugger would be told of each byte that a page sends.
"""

import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import uvicorn
from fastapi import FastAPI
from numpy.typing import NDArray
from playwright.sync_api import Page
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from api.cameras.phones.wishes import QUALITY
from benchmarks.browsers import chromium_here
from benchmarks.finding import Effort, Finding, Goal
from benchmarks.live.live_pictures import Play, play_on
from benchmarks.live.phone_stage import (
    HOME,
    PhoneBrowser,
    Together,
    letting_phones_in,
    phone_browser,
    serving_here,
    until,
    write_film,
)
from benchmarks.pictures.accuracy_tables import FULL_HD, look
from rules.table.snapshot import HealthState, PieceState
from vision.camera.luma import luma_of_jpeg
from vision.pipeline import Pipeline
from vision.tracking.frame import TableFrame

BENCHMARK: Final = "phone"
_TAGS: Final = 60
_MOVING: Final = 6
_PICTURES: Final = 36
"""There and back once."""
_RATE_HZ: Final = 30
_SETTLING_S: Final = 2.0
LEAST_SHARE: Final = 0.9
_BARE: Final = """<!doctype html><html lang=en><title>-</title><video muted playsinline></video>
<script type=module>
  const video = document.querySelector("video"), canvas = document.createElement("canvas");
  const size = { width: { ideal: WIDTH }, height: { ideal: HEIGHT } };
  video.srcObject = await navigator.mediaDevices.getUserMedia({ video: size });
  await video.play();
  canvas.width = video.videoWidth; canvas.height = video.videoHeight;
  const drawn = canvas.getContext("2d", { alpha: false });
  let isNew = false, seen = 0, woken = () => {};
  const sees = (now, told) => {
    [isNew, seen] = [true, told.captureTime ?? now];
    woken();
    video.requestVideoFrameCallback(sees);
  };
  video.requestVideoFrameCallback(sees);
  for (;;) {
    if (!isNew) await new Promise((done) => { woken = done; });
    isNew = false;
    const taken = seen;
    drawn.drawImage(video, 0, 0);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
    await fetch(`/picture?encoded_ms=${performance.now() - taken}`, { method: "POST", body: blob });
  }
</script>"""


@dataclass(slots=True, kw_only=True)
class Bare:
    """Takes whatever is posted, and counts it."""

    size: tuple[int, int]
    encoded_ms: list[float] = field(default_factory=list)
    """From the camera to the encoded picture, of each that was posted."""
    last: bytes = b""

    def config(self, port: int) -> uvicorn.Config:
        routes = [Route("/", self._page), Route("/picture", self._take, methods=["POST"])]
        app = Starlette(routes=routes)
        return uvicorn.Config(app, host=HOME, port=port, log_level="error")

    async def _page(self, _request: Request) -> Response:
        width, height = self.size
        page = _BARE.replace("WIDTH", f"{width}").replace("HEIGHT", f"{height}")
        return HTMLResponse(page.replace("QUALITY", f"{QUALITY:g}"))

    async def _take(self, request: Request) -> Response:
        self.last = await request.body()
        self.encoded_ms.append(float(request.query_params["encoded_ms"]))
        return JSONResponse({})


@dataclass(slots=True, kw_only=True)
class Run:
    """What both did."""

    pictures: list[float] = field(default_factory=list)
    """A second, as the umpire's phone; one figure a turn."""
    bare: list[float] = field(default_factory=list)
    ages: list[float] = field(default_factory=list)
    """Seconds from the camera to the snapshot."""
    encoded_ms: list[float] = field(default_factory=list)
    """From the camera to the encoded picture on the bare page."""
    lost: int = 0
    """Snapshots that did not have all pieces."""


def phone_pictures(effort: Effort) -> list[Finding]:
    """Pictures a second, and how old the slowest hundredth is when it has become a snapshot."""
    view = look((36.0, 36.0), tilt_deg=0.0, size=FULL_HD)
    view = effort.pick(view, small=view.part(0.5))
    play = play_on(view, count=effort.pick(_TAGS, small=8), seed=1)
    run = Run()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "film.y4m"
        steps = range(0, _PICTURES, effort.pick(1, small=12))
        write_film(place, (_picture(play, step=step) for step in steps), rate_hz=_RATE_HZ)
        bare = Bare(size=(view.eye().width, view.eye().height))
        turns, seconds = effort.pick((3, 20.0), small=(1, 1.0))
        with _both(Path(folder), place, bare=bare) as (app, browser, host, other):
            with browser.driven() as page:
                together = Together(app=app, page=page)
                together.comes_in(host)
                # A phone that was let in comes back to its page without a code.
                own = page.url
                _plays(together, play)
            for _ in range(turns):
                with browser.driven() as page:
                    page.goto(own)
                    _starts(Together(app=app, page=page))
                _count_ours(together, run, seconds=seconds, tags=len(play.tags))
                with browser.driven() as page:
                    page.goto(other)
                    _posts(page, bare)
                _count_bare(bare, run, seconds=seconds)
        looks = _looks(play, bare.last, count=effort.pick(60, small=3))
    return _findings(run, looks=looks, play=play)


def _picture(play: Play, *, step: int) -> NDArray[Any]:
    """Some tags swing, the others rest."""
    tags = (*play.swung(step)[:_MOVING], *play.tags[_MOVING:])
    return np.asarray(cv2.cvtColor(play.picture(tags, seed=step), cv2.COLOR_GRAY2BGR))


@contextmanager
def _both(
    folder: Path, film: Path, *, bare: Bare
) -> Iterator[tuple[FastAPI, PhoneBrowser, str, str]]:
    """The umpire that lets a phone in, the phone's browser, and the addresses of both pages."""
    with (
        letting_phones_in(folder) as (app, host),
        serving_here(bare.config) as port,
        phone_browser(chromium_here(), folder / "browser", film) as browser,
    ):
        yield app, browser, host, f"http://{HOME}:{port}/"


def _plays(together: Together, play: Play) -> None:
    profile = replace(play.profile, camera=together.desk.camera())
    together.desk.play_on(Pipeline(profile, tag_layout=play.tag_layout))
    until(together.page, lambda: _seen(together), said="nothing is measured")


def _starts(together: Together) -> None:
    together.starts()
    until(together.page, lambda: _seen(together), said="nothing is measured")


def _posts(page: Page, bare: Bare) -> None:
    before = len(bare.encoded_ms)
    until(page, lambda: len(bare.encoded_ms) > before, said="the bare page posts nothing")


def _seen(together: Together) -> int:
    """Pieces in the latest snapshot, while it is live."""
    snapshot = together.desk.table.latest()
    states = {PieceState.SEEN, PieceState.MOVING}
    seen = sum(each.state in states for each in snapshot.pieces)
    return seen * (together.state is HealthState.LIVE)


def _count_ours(together: Together, run: Run, *, seconds: float, tags: int) -> None:
    camera = together.desk.running
    assert camera is not None
    time.sleep(_SETTLING_S)
    last = -1

    def note() -> None:
        nonlocal last
        frame = camera.latest().frame
        if frame is not None and frame.captured_s is not None and frame.number != last:
            last = frame.number
            run.ages.append(time.monotonic() - frame.captured_s)

    stop = camera.subscribe(note)
    began, before = time.monotonic(), together.phone.pictures
    time.sleep(seconds)
    run.pictures.append((together.phone.pictures - before) / (time.monotonic() - began))
    stop()
    run.lost += tags - _seen(together)


def _count_bare(bare: Bare, run: Run, *, seconds: float) -> None:
    time.sleep(_SETTLING_S)
    began, before = time.monotonic(), len(bare.encoded_ms)
    time.sleep(seconds)
    encoded_ms = bare.encoded_ms[before:]
    run.bare.append(len(encoded_ms) / (time.monotonic() - began))
    run.encoded_ms += encoded_ms


def _looks(play: Play, jpeg: bytes, *, count: int) -> list[float]:
    """Seconds to decode such a picture and to find everything on it again."""
    pipeline, taken = Pipeline(play.profile, tag_layout=play.tag_layout), []
    for number in range(count):
        began = time.perf_counter()
        luma = luma_of_jpeg(jpeg)
        assert luma is not None
        frame = TableFrame(number=number, seconds=number / _RATE_HZ, camera="", grey=luma.grey)
        pipeline.step(frame)
        taken.append(time.perf_counter() - began)
    return taken


def _findings(run: Run, *, looks: list[float], play: Play) -> list[Finding]:
    camera = play.profile.camera
    at = f"{camera.width} x {camera.height}, {_MOVING} of {len(play.tags)} tags moving"
    look_ms = statistics.median(looks) * 1e3
    encoded_ms = float(np.percentile(run.encoded_ms, 99))
    return [
        Finding(
            benchmark=BENCHMARK,
            measure="time for each picture that becomes a snapshot",
            value=1e3 / statistics.median(run.pictures),
            unit="ms",
            peer="a bare page that encodes and posts",
            peer_value=1e3 / statistics.median(run.bare),
            detail=(
                f"{at}; {statistics.median(run.pictures):.1f} pictures a second beside "
                f"{statistics.median(run.bare):.1f}, {len(run.ages)} snapshots"
            ),
            goals=(Goal(of="ratio", least=LEAST_SHARE),),
            wrong=(f"{run.lost} tags not in the last snapshots",) if run.lost else (),
        ),
        Finding(
            benchmark=BENCHMARK,
            measure="age of a picture at its snapshot, 99th percentile",
            value=float(np.percentile(run.ages, 99)) * 1e3,
            unit="ms",
            peer="a bare page, from camera to encoded picture (99th percentile), and one look",
            peer_value=encoded_ms + look_ms,
            detail=(
                f"{at}; median {statistics.median(run.ages) * 1e3:.0f} ms; encoded after "
                f"{statistics.median(run.encoded_ms):.0f} ms, a look takes {look_ms:.0f} ms"
            ),
            goals=(Goal(of="ratio", least=0.5),),
        ),
    ]
