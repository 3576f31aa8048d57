"""Tests that the empty table is photographed on the page, before terrain lies on it."""

import pytest
from playwright.sync_api import Browser, expect

from tests.api.web.browsing import DESK, visiting
from tests.api.web.test_camera_setup import set_up, step

pytestmark = [pytest.mark.browser, pytest.mark.long]
KEPT = "The empty table is kept. Lay the terrain down, then add it."


def test_the_empty_table_is_photographed_once_a_camera_sees_the_table(
    browser: Browser, address: str
) -> None:
    with visiting(browser, address, size=DESK) as seen:
        page = seen.page
        set_up(page)
        empty = page.get_by_role("button", name="Photograph the empty table")
        if not empty.is_visible():
            page.get_by_text("Terrain", exact=True).first.click()
        # No camera sees the table yet: that is said, and nothing is kept.
        empty.click()
        refused = page.locator("#panel-setup .trouble:visible")
        expect(refused).to_have_text("no camera sees this table: set one up, and use it")
        expect(page.get_by_text(KEPT)).to_have_count(0)
        use = step(page, "use")
        use.locator("> summary").click()
        use.get_by_role("button", name="Use this camera").click()
        expect(page.locator("#panel-setup [data-step=use][data-standing=done]")).to_be_attached()
        expect(page.locator(".map .piece.seen[data-piece=T1]")).to_be_visible()
        with page.expect_response("**/table/empty-picture") as answered:
            empty.click()
        assert answered.value.status == 204, answered.value.text()
        expect(page.get_by_text(KEPT)).to_be_visible()
        expect(refused).to_have_count(0)
        use.get_by_role("button", name="Close the camera").click()
        assert not [each for each in seen.complaints if "409" not in each]
