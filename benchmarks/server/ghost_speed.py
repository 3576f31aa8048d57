"""Counts how often the map of a unit follows its ghost while it is dragged, in a real browser."""

import math
import tempfile
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Response

from api.client import Client
from benchmarks.finding import Effort, Finding, Goal
from benchmarks.server.live_load import serving
from benchmarks.server.page_speed import open_page
from benchmarks.table.maps import table_of
from rules.table.files.snapshot_json import written_snapshot

STEP_S = 0.02
LEAST = 10.0
"""Maps a second."""


def _count(page: Page, answered: list[str]) -> None:
    def heard(answer: Response) -> None:
        if "/measure/map" in answer.url and answer.ok:
            answered.append(answer.url)

    page.on("response", heard)


def ghost_speed(effort: Effort) -> list[Finding]:
    """Sight of one of 30 units among 20 areas, drawn anew as its ghost goes round the table."""
    seconds = effort.pick(10, small=1)
    answered: list[str] = []
    with tempfile.TemporaryDirectory() as folder, serving(folder) as address, open_page() as page:
        with Client(address) as host:
            host.lay_table(written_snapshot(table_of(1, error=0.04)))
        page.goto(address)
        page.get_by_role("button", name="To the table").click()
        page.locator(".map [data-piece=P0]").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("w")
        page.get_by_role("button", name="Put P0 elsewhere").click()
        at = _way(page)
        page.mouse.click(*at(0.0))
        page.get_by_role("button", name="P0 where it really stands").wait_for()
        page.wait_for_timeout(1000)
        first = page.locator(".what-areas .what-edge").first.get_attribute("d")
        _count(page, answered)
        page.mouse.move(*at(0.0))
        page.mouse.down()
        began = time.perf_counter()
        while (gone := time.perf_counter() - began) < seconds:
            page.mouse.move(*at(gone))
            page.wait_for_timeout(STEP_S * 1000)
        page.mouse.up()
        last = page.locator(".what-areas .what-edge").first.get_attribute("d")
    return [
        Finding(
            benchmark="ghost speed",
            measure="maps of sight while a ghost is dragged among 20 areas and 29 units",
            value=len(answered) / gone,
            unit="a second",
            goals=(Goal(least=LEAST),),
            wrong=() if first != last else ("the map that is drawn has not followed the ghost",),
        )
    ]


def _way(page: Page) -> Callable[[float], tuple[float, float]]:
    """Where the ghost is on the screen after some seconds."""
    box: Any = page.locator(".map").bounding_box()

    def at(seconds: float) -> tuple[float, float]:
        angle = seconds * 0.8
        across, down = 0.5 + 0.2 * math.cos(angle), 0.5 + 0.2 * math.sin(angle)
        return box["x"] + box["width"] * across, box["y"] + box["height"] * down

    return at
