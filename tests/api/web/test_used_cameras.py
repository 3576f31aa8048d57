"""Tests the list of cameras that look at one table: what it says, and who is done without."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from api.client import Client
from tests.api.forked import forked_serving
from tests.api.web.browsing import PHONE, go, visiting
from tests.api.web.test_camera_setup import set_aside, step
from tests.api.web.two_cameras import over_two_cameras

pytestmark = [pytest.mark.browser, pytest.mark.long]

ON_TOP = """each => {
  const {x, y, width, height} = each.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return each.contains(top);
}"""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Of a server of its own: what one test has set up would be there for the next."""
    with forked_serving(cwd=tmp_path) as (found, _):
        yield found


def test_a_camera_that_was_set_aside_is_done_without(browser: Browser, address: str) -> None:
    with visiting(browser, address, size=PHONE) as seen, Client(address, seconds=60) as umpire:
        use = set_aside(seen.page)
        listed = use.locator("ul.beside li")
        expect(listed).to_have_count(1)
        assert len(umpire.setup()["beside"]) == 1
        listed.get_by_role("button", name=re.compile("^Do without a synthetic camera")).click()
        expect(use.locator("ul.beside")).to_be_hidden()
        assert umpire.setup()["beside"] == []
        assert not [each for each in seen.complaints if "409" not in each]


def test_a_camera_in_use_that_is_left_out_says_why(browser: Browser, tmp_path: Path) -> None:
    def left_out(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        for each in told["joined"][1:]:
            each.update(is_well=False, note="it was bumped")
        route.fulfill(response=answer, json=told)

    with over_two_cameras(tmp_path) as served, visiting(browser, served) as seen:
        page = seen.page
        page.route("**/api/v1/setup", left_out)
        go(page, "Your table")
        told = ["south: well", "north is left out: it was bumped"]
        expect(step(page, "use").locator("ul.beside li")).to_have_text(told)
        assert seen.complaints == []


def test_cameras_that_were_named_at_the_start_are_told_at_once(
    browser: Browser, tmp_path: Path
) -> None:
    with over_two_cameras(tmp_path) as served, visiting(browser, served, size=PHONE) as seen:
        page = seen.page
        go(page, "Your table")
        use = step(page, "use")
        expect(use.locator("> summary")).to_contain_text("Play with 2 cameras")
        expect(use.locator("ul.beside li")).to_have_text(["south: well", "north: well"])
        expect(use.locator("ul.beside li").last).to_be_visible()
        expect(use.get_by_role("button", name="Close all cameras")).to_be_visible()
        assert step(page, "army").get_attribute("data-standing") == "open"
        # The picture stays in view below the way back, and not over it.
        use.evaluate("each => each.scrollIntoView({block: 'start'})")
        back = page.locator("#panel-setup .back button")
        assert back.evaluate(ON_TOP)
        assert page.locator(".live-picture canvas").evaluate(ON_TOP)
        assert seen.complaints == []
