"""A game in a package of its own is begun, set up and played to its end on the page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.api.installed_game import install, with_site
from tests.api.umpire import serving
from tests.api.web.browsing import go, visiting
from tests.api.web.playing import Player

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server beside which the game is installed."""
    folder = tmp_path_factory.mktemp("served")
    install(folder / "site")
    found = with_site(folder / "site")
    with serving("--battles", "battles", cwd=folder, PYTHONPATH=found) as (address, _):
        yield address


def test_it_is_played_from_its_sample_to_its_end(browser: Browser, place: str) -> None:
    with visiting(browser, place) as seen:
        page = seen.page
        page.locator("[data-key='sample nearest_the_pin-two-flickers']").click()
        expect(page.locator("header .title")).to_have_text("Nearest the Pin")
        go(page, "Your table")
        page.get_by_text("Markers and the like").click()
        page.get_by_role("button", name="Put down PIN").click()
        expect(page.locator("[data-piece=PIN]")).to_be_visible()
        go(page, "The table")
        player = Player(page=page, luck="lucky", likes=("flick",))
        for _ in range(2):
            offered = page.locator(".offers").get_attribute("data-last")
            assert player.acts()
            expect(page.locator(".offers")).not_to_have_attribute("data-last", str(offered))
        expect(page.get_by_text("The battle is over")).to_be_visible()
        expect(page.get_by_text("has won.").first).to_be_visible()
        assert seen.complaints == []
