"""What the umpire does by itself on the page waits after something was taken back."""

import pytest
from playwright.sync_api import Browser, Page, expect

from api.client import Client
from tests.api.web.browsing import DESK, DUEL, PHONE, duel_table, open_menu, visiting
from tests.api.web.playing import TO_FIRE_OR_MOVE, lead, told
from tests.api.web.slow_line import SlowAnswers

pytestmark = pytest.mark.browser

TO_ASSIGN = TO_FIRE_OR_MOVE[:11]
ROLL = ".dock [data-command=roll]"

IS_WHOLE = """each => {
  const box = each.getBoundingClientRect();
  const room = each.closest(".scroll").getBoundingClientRect();
  return box.top >= room.top - 1 && box.bottom <= room.bottom + 1;
}"""


@pytest.fixture
def battle(umpire: Client) -> str:
    umpire.lay_table(duel_table())
    return str(umpire.create(DUEL)["id"])


def opened(page: Page) -> None:
    page.get_by_role("button", name="Go on with A duel").first.click()
    expect(page.locator(ROLL).first).to_be_visible()


@pytest.mark.long
def test_after_a_take_back_nothing_is_rolled_until_somebody_presses(
    browser: Browser, address: str, umpire: Client, battle: str
) -> None:
    with visiting(browser, address) as seen:
        page = seen.page
        opened(page)
        page.locator("[data-key=always]").click()
        expect(page.locator(".awaits")).to_contain_text("terrain")
        # What came of it stands where it is read, with what came just before it.
        headline = page.locator(".slip h2").bounding_box()
        dock = page.locator(".dock").bounding_box()
        assert headline is not None
        assert dock is not None
        assert headline["y"] + headline["height"] <= dock["y"]
        assert page.locator(".slip .thrown .die").count() == 2
        # More of them where both had the same.
        assert page.locator(".since .die").count() >= 2
        umpire.command(battle, {"kind": "take_back", "entry": "e1"}, seat="Host")
        (asked,) = umpire.battle(battle)["view"]["asks"]
        umpire.command(battle, {"kind": "agree", "ask": asked["ask"]}, seat="Guest")
        last = umpire.battle(battle)["last"]
        told(page, last)
        expect(page.locator(f"{ROLL} [data-key=roll]").first).to_be_enabled()
        assert page.locator(".dock [aria-busy=true]").count() == 0
        assert umpire.battle(battle)["last"] == last
        # One press, and it goes on as before.
        page.locator(f"{ROLL} [data-key=roll]").first.click()
        expect(page.locator(".awaits")).to_contain_text("terrain")
        open_menu(page)
        page.get_by_label("At once, without time to read").uncheck()
        assert page.evaluate("localStorage.getItem('umpire-pace')") == "in steps"
        assert seen.complaints == []


def test_it_goes_on_where_offers_come_before_the_answer_that_led_to_them(
    browser: Browser, address: str, umpire: Client, battle: str
) -> None:
    """The socket may be ahead of a slow answer: what is offered anew is not lost by that."""
    lead(umpire, battle, TO_ASSIGN)
    with visiting(browser, address) as seen:
        page = seen.page
        page.get_by_role("button", name="Go on with A duel").first.click()
        slow = SlowAnswers(page)
        page.locator("[data-command=assign] [data-key=round]").click()
        slow.wait()
        umpire.command(battle, {"kind": "pass", "force": "Blue"}, seat="Guest")
        told(page, umpire.battle(battle)["last"])
        slow.let_go()
        expect(page.locator("[data-command=turn_up]")).to_be_visible()
        assert seen.complaints == []


def test_the_headline_of_a_new_ruling_is_in_sight(
    browser: Browser, address: str, umpire: Client, battle: str
) -> None:
    """Whatever card is open under it, and however much room the next act takes."""
    lead(umpire, battle, TO_FIRE_OR_MOVE[:-1])
    with visiting(browser, address) as seen:
        page = seen.page
        page.get_by_role("button", name="Go on with A duel").first.click()
        page.locator("[data-piece=T2]").first.click()
        expect(page.locator(".unit-card")).to_be_visible()
        for size in (DESK, PHONE):
            page.set_viewport_size(size)
            page.locator(".scroll").evaluate("each => each.scrollTo(0, each.scrollHeight)")
            cards = ["2H", "3H"]
            given = {"kind": "turn_up", "cards": cards} if size is DESK else {"kind": "move"}
            assert umpire.command(battle, given, seat="Host")["accepted"]
            told(page, umpire.battle(battle)["last"])
            page.evaluate("() => new Promise((go) => requestAnimationFrame(() => setTimeout(go)))")
            assert page.locator(".slip h2").evaluate(IS_WHOLE), size
        assert seen.complaints == []
