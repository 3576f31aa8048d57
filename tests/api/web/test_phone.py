"""Tests that a phone becomes the camera by one scan, and heals what interrupts it: a whole browser,
a film whose truth is known, and the server.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser

from api.cameras.choices import CameraChoice, Kind
from api.cameras.desk import CameraDesk
from api.locating.known_camera import known_battle, known_profile
from benchmarks.live.phone_stage import Together, letting_phones_in, phone, until
from conftest import SoakCount
from rules.table.snapshot import HealthState, PieceState
from tests.api.web.fake_phone import AWAKE, NO_SOCKET, NO_WORKER, film, scene, small
from vision.pipeline import Pipeline

pytestmark = [pytest.mark.browser, pytest.mark.long]


def places(desk: CameraDesk) -> dict[str, tuple[float, float]]:
    return {
        piece.id: (piece.pose.x, piece.pose.y)
        for piece in desk.table.latest().pieces
        if piece.pose is not None and piece.state is PieceState.SEEN
    }


def begun(together: Together) -> None:
    """Play on the open camera, until its first snapshot in which anything is measured."""
    desk, shown = together.desk, scene()
    until(together.page, together.opened, said="the camera does not open")
    profile = replace(known_profile(shown), camera=desk.camera())
    desk.play_on(Pipeline(profile, tag_layout=known_battle(shown)))
    until(together.page, lambda: places(desk), said="nothing is measured")


def measured(together: Together) -> dict[str, tuple[float, float]]:
    """Where the pieces lie, once the camera in play sees them all at rest."""
    desk = together.desk
    expected = len([each for each in scene().pieces if each.tags and not each.anchor])
    until(together.page, lambda: len(places(desk)) >= expected - 1, said="pieces are not seen")
    return places(desk)


def errors(found: dict[str, tuple[float, float]]) -> float:
    """What 95 of 100 pieces are within, in inches."""
    true = {each.id: (each.place.x, each.place.y) for each in scene().pieces}
    apart = [np.hypot(*np.subtract(place, true[name])) for name, place in found.items()]
    return float(np.percentile(apart, 95))


def test_a_phone_measures_as_exactly_as_the_same_film_read_as_a_file(
    tmp_path: Path,
    browser: Browser,
    chromium_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    place = tmp_path / "film.y4m"
    film(scene(), place)
    with (
        letting_phones_in(tmp_path) as (app, host),
        phone(browser.browser_type, chromium_path, place, AWAKE) as page,
    ):
        together = Together(app=app, page=page)
        scanned_s = time.monotonic()
        together.comes_in(host)
        begun(together)
        record_property("scan to first measured snapshot, s", time.monotonic() - scanned_s)
        by_phone = measured(together)
        assert len(page.workers) == 1, "the page encodes what a worker should"
        told = page.locator(".placing")
        until(page, lambda: "in, as measured" in told.inner_text(), said="no error is told")
        assert together.phone.report is not None
        assert (together.phone.report.width, together.phone.report.height) == (1920, 1080)
        assert f"phone {together.phone.known.id}" in together.desk.camera().id
        choice = CameraChoice(id="given-1", kind=Kind.GIVEN, name="film", source=str(place))
        together.desk.open(choice)
        begun(together)
        by_file = measured(together)
        record_property("p95 of places, in", (errors(by_phone), errors(by_file)))
    assert errors(by_phone) <= 1.1 * errors(by_file) + 0.002


@pytest.fixture(scope="module")
def small_film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("film") / "small.y4m"
    film(small(scene()), place)
    return place


@pytest.fixture
def together(
    tmp_path: Path, browser: Browser, chromium_path: Path, small_film: Path
) -> Iterator[Together]:
    with (
        letting_phones_in(tmp_path) as (app, host),
        phone(browser.browser_type, chromium_path, small_film, AWAKE) as page,
    ):
        found = Together(app=app, page=page)
        found.comes_in(host)
        yield found


TRACK = "document.querySelector('video').srcObject?.getVideoTracks()[0]"
HIDDEN = """
  Object.defineProperty(document, "visibilityState", { value: %s, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
"""
SIZE = """
  const video = document.querySelector("video");
  for (const [name, value] of [["videoWidth", 360], ["videoHeight", 640]])
    Object.defineProperty(video, name, { value, configurable: true });
"""
STRAIGHT = """
  const video = document.querySelector("video");
  delete video.videoWidth; delete video.videoHeight;
"""
MUTED = f"Object.defineProperty({TRACK}, 'muted', {{ value: %s, configurable: true }})"
KINDS: dict[str, tuple[str, str, str]] = {
    "another tab": (HIDDEN % "'hidden'", HIDDEN % "'visible'", "in front"),
    "a call": (MUTED % "true", MUTED % "false", "a call"),
    "turning": (SIZE, STRAIGHT, "turn"),
}
"""What begins it, what ends it, and a word of what the host is told."""


def is_told(together: Together, word: str) -> bool:
    running = together.desk.running
    return running is not None and word in running.latest().health.note


@pytest.mark.soak
def test_what_interrupts_a_phone_is_said_on_both_screens_and_heals(
    together: Together, soak_count: SoakCount
) -> None:
    page = together.page
    is_going = counting(together)
    until(page, is_going, said="no pictures come")
    for _ in range(soak_count(small=1, full=100)):
        for name, (begin, end, word) in KINDS.items():
            page.evaluate(f"() => {{ {begin} }}")
            until(page, partial(is_told, together, word), said=f"{name} is not told")
            page.evaluate(f"() => {{ {end} }}")
            until(page, counting(together), said=f"{name} does not heal")
        # Sleep takes the camera away; the page opens it anew by itself.
        page.evaluate(f"() => {TRACK}.stop()")
        until(page, lambda: page.evaluate(f"{TRACK}?.readyState") == "live", said="still asleep")
        until(page, counting(together), said="sleep does not heal")
        # A line that is cut is taken up again, and the phone comes in anew where it has to.
        together.app.state.phones.room.entry._tokens.clear()  # noqa: SLF001
        until(page, counting(together), said="a lost line does not heal")
    assert page.evaluate("held.now") == 1
    page.evaluate("() => dispatchEvent(new Event('pagehide'))")
    until(page, lambda: page.evaluate("held.now") == 0, said="the screen is kept awake for ever")


FOCUSING = """
  const now = { focusMode: "continuous", focusDistance: 0.7 };
  window.focused = now;
  const kind = MediaStreamTrack.prototype, told = kind.getSettings;
  kind.getCapabilities = () => ({ focusMode: ["continuous", "manual"] });
  kind.getSettings = function () { return { ...told.call(this), ...now }; };
  kind.applyConstraints = async ({ advanced: [held] }) => void Object.assign(now, held);
"""
"""A lens that the browser can lock."""


def test_a_phone_is_held_as_it_was_calibrated_another_evening(
    tmp_path: Path, browser: Browser, chromium_path: Path, small_film: Path
) -> None:
    with (
        letting_phones_in(tmp_path) as (app, host),
        phone(browser.browser_type, chromium_path, small_film, FOCUSING) as page,
    ):
        together = Together(app=app, page=page)
        together.comes_in(host)
        desk = together.desk
        locked = (("focus", 700),)
        until(page, lambda: desk.camera().controls == locked, said="what is locked is not known")
        then = replace(desk.camera(), controls=(("focus", 400),))
        desk.kept.keep_profile(replace(known_profile(small(scene())), camera=then))
        choice = desk.choice
        assert choice is not None
        desk.open(choice)
        until(page, lambda: page.evaluate("focused.focusDistance") == 0.4, said="not asked for")
        until(page, lambda: together.state is HealthState.LIVE, said="it is not measured by")
        page.evaluate("focused.focusDistance = 0.9")
        until(page, partial(is_told, together, "focus is not as"), said="it is not named")
        assert together.state is HealthState.WRONG_CAMERA


def counting(together: Together) -> Any:
    """Whether pictures arrive from now on, more than were on their way."""
    before = together.phone.pictures
    return lambda: together.phone.pictures >= before + 3


def test_where_a_browser_refuses_the_socket_pictures_go_up_one_by_one(
    tmp_path: Path, browser: Browser, chromium_path: Path, small_film: Path
) -> None:
    with (
        letting_phones_in(tmp_path) as (app, host),
        phone(browser.browser_type, chromium_path, small_film, NO_SOCKET, NO_WORKER) as page,
    ):
        together = Together(app=app, page=page)
        together.comes_in(host)
        until(page, counting(together), said="no pictures come")
        assert together.phone.wanted.sends
        assert not page.workers
