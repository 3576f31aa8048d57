"""Every view looks as it is kept in `looks`, and a change that somebody would see is noticed."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser

from tests.api.forked import forked_serving
from tests.api.umpire import REPOSITORY
from tests.api.web.browsing import visiting
from tests.api.web.kept_looks import (
    KEPT,
    MADE_IN,
    MOST,
    difference,
    fault,
    keep,
    kept,
    made_in,
    most_in,
    small,
)
from tests.api.web.view_tour import (
    CUT_OFF,
    NARROW,
    PARTS,
    VIEWS,
    WINDOWS,
    Tour,
    go_round,
    prepare,
)

IN_EVERY_RUN = ("desk-light", "upright-dark", "across-light")
WRITTEN = REPOSITORY / ".reports" / "looks"
MOST_BYTES = 2_000_000


@pytest.mark.browser
@pytest.mark.long
@pytest.mark.soak
@pytest.mark.parametrize("part", PARTS)
def test_every_view_looks_as_it_is_kept(
    browser: Browser, tmp_path: Path, part: str, *, soak_count: object
) -> None:
    assert callable(soak_count)
    is_whole = soak_count(3, 6) == 6
    windows = tuple(WINDOWS) if is_whole else IN_EVERY_RUN
    most = most_in(browser.version)
    faults: list[str] = []
    seen: list[str] = []

    def take(name: str, png: bytes) -> None:
        seen.append(name)
        if told := fault(name, png, written=WRITTEN, most=most):
            faults.append(told)

    prepare(tmp_path / "battles", part=part)
    with forked_serving("--battles", str(tmp_path / "battles"), cwd=tmp_path) as (address, _):
        tour = Tour(browser=browser, address=address, windows=windows, take=take)
        go_round(tour, part=part)
    assert sorted(seen) == sorted(f"{view}.{each}" for view in VIEWS[part] for each in windows)
    assert not faults, "\n".join(faults)
    assert tour.cut_off == {}


@pytest.mark.browser
def test_a_control_that_is_cut_off_is_told_by_name(browser: Browser) -> None:
    wide = "<button style='width: 500px; max-width: none'>Beyond</button>"
    with visiting(browser, "about:blank", size=NARROW) as seen:
        seen.page.set_content(
            f"<button>Whole</button><div class=turns style='overflow: auto'>{wide}</div>"
            "<div style='overflow: auto; width: 90px; white-space: nowrap'>"
            "<select aria-label=Speed style='margin-left: 70px; width: 60px'></select></div>"
        )
        assert seen.page.evaluate(CUT_OFF) == ["select Speed"]
        seen.page.set_content(wide)
        assert seen.page.evaluate(CUT_OFF) == ["button Beyond"]
        seen.page.set_content(
            "<header class=top><p class=turn-no style='width: 90px'>Turn 1</p>"
            "<button class=menu-opener style='margin-top: -30px'>Menu</button></header>"
        )
        assert seen.page.evaluate(CUT_OFF) == ["Turn 1 lies over Menu"]


def test_every_view_is_kept_once_in_each_window_and_all_of_them_are_small() -> None:
    wanted = {f"{view}.{each}.webp" for part in PARTS for view in VIEWS[part] for each in WINDOWS}
    assert {each.name for each in KEPT.iterdir()} == wanted | {MADE_IN}
    assert sum(each.stat().st_size for each in KEPT.iterdir()) <= MOST_BYTES


def test_a_bar_of_another_colour_is_told_with_where_it_is_and_what_to_type(tmp_path: Path) -> None:
    plain = np.full((860, 1280, 3), 230, np.uint8)
    barred = plain.copy()
    barred[:56] = (60, 40, 20)
    before, after = (cv2.imencode(".png", each)[1].tobytes() for each in (plain, barred))
    keep("start.desk-light", before, folder=tmp_path)
    written = tmp_path / "new"
    assert fault("start.desk-light", before, written=written, folder=tmp_path) == ""
    told = fault("start.desk-light", after, written=written, folder=tmp_path)
    assert "differs in 8.6% of its cells, at most 2% may" in told
    assert told.endswith("python -m tests.page_looks start")
    assert (written / "start.desk-light.png").read_bytes() == after
    assert "is not kept yet" in fault("other.desk-light", after, written=written, folder=tmp_path)


def test_another_browser_may_break_lines_elsewhere(tmp_path: Path) -> None:
    made_in("150.0", folder=tmp_path)
    assert most_in("150.0", folder=tmp_path) == MOST
    assert MOST < most_in("151.0", folder=tmp_path) < 0.5


def test_light_is_not_dark_and_a_smaller_window_is_another_one() -> None:
    light = kept("start.desk-light")
    dark = kept("start.desk-dark")
    upright = kept("start.upright-light")
    assert light is not None
    assert dark is not None
    assert upright is not None
    assert difference(light, dark) > 10 * MOST
    assert difference(light, upright) == 1.0
    assert difference(light, light) == 0.0
    assert small(cv2.imencode(".png", light)[1].tobytes()).shape[1] == light.shape[1] // 3
