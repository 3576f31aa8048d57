"""What is to be done next is seen whole in the dock, as far as a window has room."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from api.client import Client
from tests.api.web.browsing import DUEL, PHONE, duel_table, visiting
from tests.api.web.playing import TO_FIRE_OR_MOVE, lead

pytestmark = pytest.mark.browser

IS_WHOLE = """each => {
  const box = each.getBoundingClientRect();
  const room = each.closest(".dock").getBoundingClientRect();
  return box.top >= room.top && box.bottom <= room.bottom;
}"""


@pytest.fixture
def battle(umpire: Client) -> str:
    umpire.lay_table(duel_table())
    return str(umpire.create(DUEL)["id"])


def test_both_seats_of_one_screen_are_in_sight(browser: Browser, address: str, battle: str) -> None:
    with visiting(browser, address, size=ViewportSize(width=1280, height=800)) as seen:
        page = seen.page
        page.evaluate("battle => sessionStorage.setItem('battle', battle)", battle)
        page.reload()
        theirs = page.locator(".dock .seat-offers").nth(1).locator("button")
        expect(theirs.first).to_be_visible()
        assert theirs.first.evaluate(IS_WHOLE)
        assert seen.complaints == []


def test_every_choice_of_a_unit_is_whole_on_a_phone(
    browser: Browser, umpire: Client, battle: str
) -> None:
    lead(umpire, battle, TO_FIRE_OR_MOVE)
    with visiting(browser, umpire.invite(battle, seat="Host")["url"], size=PHONE) as seen:
        decline = seen.page.locator(".dock .offer[data-command=decline] button").first
        expect(decline).to_be_visible()
        assert decline.evaluate(IS_WHOLE)
        assert seen.complaints == []
