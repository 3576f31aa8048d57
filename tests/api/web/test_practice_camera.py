"""Under the camera to practise with a host plays with nothing printed: it sees what is dragged."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from api.client import Client
from tests.api.forked import forked_serving
from tests.api.server.test_practice_table import practising, state_of
from tests.api.web.browsing import go, middle, until, visiting

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_a_piece_is_dragged_and_the_camera_sees_it_where_it_was_let_go(
    browser: Browser, tmp_path: Path
) -> None:
    battles = ("--battles", str(tmp_path / "battles"))
    with (
        forked_serving(*battles, cwd=tmp_path) as (address, _),
        Client(address, seconds=60) as umpire,
    ):
        practising(umpire, sample="paper-tigers-small")
        battle = str(umpire.begin_sample("paper-tigers-small", alone=True)["id"])
        with visiting(browser, address, battle=battle) as seen:
            page = seen.page
            expect(page.locator("[data-piece=T1] .base")).to_be_visible()
            before = north_of(umpire, battle)
            x, y = middle(page, "T1")
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(x, y - 60, steps=5)
            page.mouse.up()
            until(page, lambda: north_of(umpire, battle) > before + 1.0)
            go(page, "Your table")
            expect(page.get_by_text("drag a piece on the map, and it lies there")).to_be_visible()
            assert seen.complaints == []


def test_a_piece_goes_into_the_box_beside_the_table_and_is_put_down_again(
    browser: Browser, tmp_path: Path
) -> None:
    battles = ("--battles", str(tmp_path / "battles"))
    with (
        forked_serving(*battles, cwd=tmp_path) as (address, _),
        Client(address, seconds=60) as umpire,
    ):
        practising(umpire, sample="paper-tigers-small")
        battle = str(umpire.begin_sample("paper-tigers-small", alone=True)["id"])
        with visiting(browser, address, battle=battle) as seen:
            page = seen.page
            expect(page.locator("[data-piece=T1] .base")).to_be_visible()
            x, y = middle(page, "T1")
            map_box = page.locator(".map").bounding_box()
            assert map_box is not None
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(map_box["x"] - 40, y, steps=5)
            expect(page.locator(".map .note").first).to_contain_text("into the box")
            page.mouse.up()
            expect(page.locator(".toast")).to_contain_text("T1 lies in the box now")
            go(page, "Your table")
            down = page.get_by_role("button", name="Put down T1")
            down.click()
            expect(down).to_be_hidden()
            until(page, lambda: state_of(umpire, "T1") == "seen")
            assert seen.complaints == []


def north_of(umpire: Client, battle: str) -> float:
    """Inches of the tank from the south edge, as the camera sees it."""
    pieces = {each["id"]: each for each in umpire.table(battle=battle)["pieces"]}
    return float(pieces["T1"]["pose"]["y_in"])
