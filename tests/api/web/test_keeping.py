"""The host renames a battle, puts it away, takes it back and deletes it, each asked first."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from api.client import Client
from tests.api.forked import forked_serving
from tests.api.web.browsing import DESK, visit

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_a_battle_is_put_away_and_deleted_by_the_host_who_was_asked(
    browser: Browser, tmp_path: Path
) -> None:
    with forked_serving("--battles", "there", cwd=tmp_path) as (address, _):
        with Client(address, seconds=60) as host:
            host.begin_sample("paper-tigers", name="Thursday")
        seen = visit(browser, address, size=DESK)
        page = seen.page
        try:
            page.evaluate("location.hash = '#/library'")
            found = page.get_by_label("All battles", exact=True).locator(".found li")
            expect(found).to_have_count(1)
            found.get_by_role("button", name="Rename").click()
            found.get_by_label("Its name").fill("The last bridge")
            found.get_by_role("button", name="Save").click()
            expect(found).to_contain_text("The last bridge")
            found.get_by_role("button", name="Put away").click()
            expect(found.get_by_role("alert")).to_contain_text("it can be taken back")
            found.get_by_role("button", name="Put it away").click()
            expect(found).to_have_count(0)
            page.get_by_role("button", name="Take it back").click()
            expect(found).to_contain_text("The last bridge")
            found.get_by_role("button", name="Delete").click()
            found.get_by_role("button", name="No").click()
            expect(found).to_contain_text("The last bridge")
            found.get_by_role("button", name="Delete").click()
            expect(found.get_by_role("alert")).to_have_text(re.compile("Delete it for good"))
            found.get_by_role("button", name="Delete it").click()
            expect(found).to_have_count(0)
            assert list((tmp_path / "there").glob("**/*.battle")) == []
            assert seen.complaints == []
        finally:
            seen.close()
