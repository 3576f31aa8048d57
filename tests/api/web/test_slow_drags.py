"""A piece that is dragged while the page is behind begins its move all the same."""

import pytest
from playwright.sync_api import Browser, Page, expect

from api.client import Client
from tests.api.web.browsing import DUEL, drag, duel_table, middle, visiting
from tests.api.web.playing import TO_FIRE_OR_MOVE, lead, told
from tests.api.web.slow_line import SlowAnswers, SlowOptions

pytestmark = [pytest.mark.browser, pytest.mark.long]

*BEFORE, LAST = TO_FIRE_OR_MOVE


@pytest.fixture
def battle(umpire: Client) -> str:
    """T1's cards are to be turned up, which lets it fire or move."""
    umpire.lay_table(duel_table())
    found = str(umpire.create(DUEL)["id"])
    lead(umpire, found, BEFORE)
    return found


def opened(page: Page, last: int) -> None:
    page.get_by_role("button", name="Go on with A duel").first.click()
    told(page, last)
    # Whose pieces may be moved from here is asked for by itself.
    page.locator("[data-piece=T1]").click()
    expect(page.locator(".handle")).to_be_visible()
    page.keyboard.press("Escape")


def has_begun(page: Page, umpire: Client, battle: str) -> None:
    expect(page.locator("[data-command=roll]").first).to_be_visible()
    assert any("T1 tries to move" in event["says"] for event in umpire.events(battle))


def test_offers_that_come_in_mid_drag_are_those_that_it_begins(
    browser: Browser, address: str, umpire: Client, battle: str
) -> None:
    with visiting(browser, address) as seen:
        page = seen.page
        opened(page, umpire.battle(battle)["last"])
        x, y = middle(page, "T1")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - 15)
        lead(umpire, battle, [LAST])
        expect(page.locator(".awaits")).not_to_contain_text("Turn up")
        page.mouse.move(x, y - 30)
        page.mouse.up()
        has_begun(page, umpire, battle)
        assert seen.complaints == []


def test_a_drag_before_its_offer_has_come_begins_it_then(
    browser: Browser, address: str, umpire: Client, battle: str
) -> None:
    with visiting(browser, address) as seen:
        page = seen.page
        slow = SlowOptions(page)
        slow.let_go()
        opened(page, umpire.battle(battle)["last"])
        slow.hold()
        lead(umpire, battle, [LAST])
        slow.wait()
        drag(page, by=("T1", 0.0, -30.0))
        slow.let_go()
        has_begun(page, umpire, battle)
        assert seen.complaints == []


def test_an_answer_that_comes_after_a_drag_does_not_forget_it(
    browser: Browser, address: str, umpire: Client, battle: str
) -> None:
    with visiting(browser, address) as seen:
        page = seen.page
        answers, offers = SlowAnswers(page), SlowOptions(page)
        offers.let_go()
        opened(page, umpire.battle(battle)["last"])
        offers.hold()
        for _ in range(2):
            page.locator(".pack .card:enabled[aria-pressed=false]").first.click()
        page.locator("[data-command=turn_up] [data-key=give]").click()
        answers.wait()
        offers.wait()
        drag(page, by=("T1", 0.0, -30.0))
        answers.let_go()
        expect(page.locator("[data-ruling=accepted]")).to_be_visible()
        offers.let_go()
        has_begun(page, umpire, battle)
        assert seen.complaints == []


def test_a_piece_that_was_put_straight_earlier_begins_nothing(
    browser: Browser, address: str, umpire: Client, battle: str
) -> None:
    with visiting(browser, address) as seen:
        page = seen.page
        opened(page, umpire.battle(battle)["last"])
        with page.expect_response("**/table/pieces/T1*"):
            drag(page, by=("T1", 0.0, -30.0))
        lead(umpire, battle, [LAST])
        told(page, umpire.battle(battle)["last"])
        expect(page.locator("[data-command=move]")).to_be_visible()
        assert page.locator(".dock [aria-busy=true]").count() == 0
        assert not any("T1 tries to move" in event["says"] for event in umpire.events(battle))
