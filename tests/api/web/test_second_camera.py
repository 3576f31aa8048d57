"""Tests that a second camera is set up on the page, on a server that has none yet."""

import re

import pytest
from playwright.sync_api import Browser, expect

from api.client import Client
from tests.api.web.browsing import PHONE, visiting
from tests.api.web.test_camera_setup import measure, set_up, step

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_a_second_camera_is_added_on_the_page(
    browser: Browser, address: str, umpire: Client
) -> None:
    with visiting(browser, address, size=PHONE) as seen:
        page = seen.page
        set_up(page)
        use = step(page, "use")
        use.locator("> summary").click()
        use.get_by_role("button", name="Add another camera").click()
        camera = step(page, "camera")
        expect(camera.locator("> summary")).to_contain_text("camera 2, beside a synthetic camera")
        if camera.get_attribute("open") is None:
            camera.locator("> summary").click()
        measure(page, camera=re.compile("a second synthetic camera"))
        use.locator("> summary").click()
        expect(use.locator("> summary")).to_contain_text("Play with 2 cameras")
        expect(use.locator("ul.beside li")).to_contain_text(re.compile("practise.*: right to 0"))
        use.get_by_role("button", name="Use these 2 cameras").click()
        joined = use.locator("ul.beside li")
        expect(joined).to_have_count(2)
        expect(joined.nth(1)).to_contain_text("a second synthetic camera, over the same table: ")
        expect(page.locator(".map .piece.seen[data-piece=T1]")).to_be_attached()
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        use.get_by_role("button", name="Close all cameras").click()
        expect(use.locator("ul.beside")).to_be_hidden()
        assert umpire.setup()["beside"] == []
        assert not [each for each in seen.complaints if "409" not in each]
