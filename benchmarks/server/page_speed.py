"""Times the page's script at one update of a large table, and its first paint, in a real browser.

The real server and the real page: a program moves every piece ten times a second, and the browser
itself says how long its scripts have run. Server, browser and program share this computer.
"""

import math
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import CDPSession, Page, WebSocket, sync_playwright

from api.client import Client
from benchmarks.browsers import chromium_here
from benchmarks.finding import Effort, Finding, Goal
from benchmarks.server.live_load import serving

PIECES = 100
OUTLINES = 60
PER_SECOND = 10
MOST_MS = 8.0
"""Half of a frame at sixty a second."""
MOST_PAINT_MS = 1000.0
"""What a visitor takes for at once."""
BENCHMARK = "page speed"


def page_speed(effort: Effort) -> list[Finding]:
    """Script for each update while a piece is picked, so that it is measured anew as well."""
    seconds = effort.pick(20, small=2)
    with tempfile.TemporaryDirectory() as folder, serving(folder) as address, open_page() as page:
        heard: list[None] = []
        page.on("websocket", lambda socket: _count(socket, heard))
        with Client(address) as host:
            host.lay_table(_table(0))
            page.goto(address)
            page.get_by_role("button", name="To the table").click()
            page.locator(".piece").nth(PIECES - 1).wait_for()
            page.locator("[data-piece=P50]").click()
            told = page.context.new_cdp_session(page)
            told.send("Performance.enable")
            before, counted = _busy(told), len(heard)
            _move(host, page, seconds=seconds)
            after, updates = _busy(told), len(heard) - counted
        wrong = () if updates >= seconds * PER_SECOND * 0.8 else (f"only {updates} updates came",)
        where = page.locator("[data-piece=P50]").get_attribute("transform") or ""
        if f"translate({_place(50, seconds * PER_SECOND)[0]:.4g}" not in where:
            wrong = (*wrong, f"the last place is not drawn: {where}")
    script, task = ((after[name] - before[name]) * 1000 / max(1, updates) for name in _NAMES)
    return [
        Finding(
            benchmark=BENCHMARK,
            measure=f"script for one update of {PIECES} pieces and {OUTLINES} outlines",
            value=script,
            unit="ms",
            goals=(Goal(most=MOST_MS),),
            detail=f"{updates / seconds:.1f} updates a second; with layout and painting "
            f"{task:.1f} ms",
            wrong=wrong,
        )
    ]


def first_paint(effort: Effort) -> list[Finding]:
    """From asking for the first page to its first words, with nothing kept from earlier."""
    ours, bare = [], []
    with tempfile.TemporaryDirectory() as folder, serving(folder) as address, open_page() as page:
        for _ in range(effort.pick(15, small=2)):
            bare.append(_painted(page, address, empty=True))
            ours.append(_painted(page, address, empty=False))
    return [
        Finding(
            benchmark="first paint",
            measure="the first words of the first page, nothing kept from earlier",
            value=min(ours),
            unit="ms",
            peer="a page of one word that is there at once",
            peer_value=min(bare),
            detail=f"median {statistics.median(ours):.0f} ms of {len(ours)}",
            goals=(Goal(most=MOST_PAINT_MS),),
        )
    ]


def _painted(page: Page, address: str, *, empty: bool) -> float:
    """Milliseconds until the browser has painted something; by its own clock."""
    assert page.context.browser is not None
    with page.context.browser.new_context() as fresh:
        opened = fresh.new_page()
        if empty:
            word = "<!doctype html><html lang=en><title>-</title><p>word</p></html>"
            opened.route("**/*", lambda route: route.fulfill(body=word, content_type="text/html"))
        opened.goto(address)
        return float(opened.evaluate(_PAINT))


_PAINT = """new Promise((done) => new PerformanceObserver((list) => {
  for (const each of list.getEntriesByName("first-contentful-paint")) done(each.startTime);
}).observe({ type: "paint", buffered: true }))"""
_NAMES = ("ScriptDuration", "TaskDuration")


@contextmanager
def open_page() -> Iterator[Page]:
    """An empty page of a browser of this computer."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_here())
        try:
            yield browser.new_page(viewport={"width": 1280, "height": 860})
        finally:
            browser.close()


def _count(socket: WebSocket, heard: list[None]) -> None:
    def received(payload: str | bytes) -> None:
        if str(payload).startswith('{"type":"table"'):
            heard.append(None)

    socket.on("framereceived", received)


def _busy(told: CDPSession) -> dict[str, float]:
    """Seconds that the page has worked so far, as the browser counts them."""
    metrics = told.send("Performance.getMetrics")["metrics"]
    return {each["name"]: float(each["value"]) for each in metrics}


def _move(host: Client, page: Page, *, seconds: int) -> None:
    start = time.perf_counter()
    for turn in range(1, seconds * PER_SECOND + 1):
        host.lay_table(_table(turn))
        # The page's own waiting lets what it has heard reach us as well.
        left = start + turn / PER_SECOND - time.perf_counter()
        page.wait_for_timeout(max(1.0, left * 1000))
    page.wait_for_timeout(500)


def _place(index: int, turn: int) -> tuple[float, float, float]:
    angle = turn * 0.05 + index
    x = 4 + (index % 10) * 7 + math.cos(angle)
    return round(x, 3), round(4 + (index // 10) * 4.4 + math.sin(angle), 3), angle * 57 % 360


def _table(turn: int) -> dict[str, Any]:
    pieces = []
    for index in range(PIECES):
        x, y, heading = _place(index, turn)
        pieces.append(
            {
                "id": f"P{index}",
                "side": "Red" if index % 2 else "Blue",
                "kind": "tank",
                "footprint": {"rectangle": {"length_in": 2.4, "width_in": 1.3}},
                "pose": {"x_in": x, "y_in": y, "heading_deg": heading, "sigma_in": 0.02},
            }
        )
    terrain = [
        {
            "id": f"A{index}",
            "kind": ("woods", "hill", "river")[index % 3],
            "outline_in": _ring(index),
        }
        for index in range(OUTLINES)
    ]
    return {
        "format": "paper-umpire/snapshot/1",
        "table": {"width_in": 72, "depth_in": 48},
        "pieces": pieces,
        "terrain": terrain,
    }


def _ring(index: int) -> list[list[float]]:
    x, y = 4 + (index % 10) * 7, 5 + (index // 10) * 7
    corners = (corner * math.pi / 8 for corner in range(16))
    return [[round(x + 2.5 * math.cos(a), 3), round(y + 2 * math.sin(a), 3)] for a in corners]
