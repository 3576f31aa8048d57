"""Tests that odds stand beside a form where the players agreed to them, and nowhere else."""

import pytest
from playwright.sync_api import Browser, expect

from api.client import Client
from tests.api.web.browsing import DUEL, duel_table, visiting
from tests.api.web.playing import TO_FIRE_OR_MOVE, lead

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_odds_stand_beside_a_roll_where_the_players_agreed(
    browser: Browser, umpire: Client
) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create({**DUEL, "options": {"odds": "own"}})["id"])
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as seen:
        odds = seen.page.locator(".dock .odds")
        expect(odds).to_contain_text("Blue attacks and Red defends 44 %")
        expect(odds.locator("li").first).to_be_hidden()
        odds.get_by_text("How often, exactly").click()
        expect(odds).to_contain_text("575 of 1,296")
        assert seen.complaints == []


def test_nothing_is_told_where_nobody_agreed(browser: Browser, umpire: Client) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as seen:
        expect(seen.page.locator(".dock .offer").first).to_be_visible()
        expect(seen.page.locator(".odds, .odds-beside")).to_have_count(0)
        assert seen.complaints == []


@pytest.mark.parametrize(("agreed", "count"), [("all", 1), ("own", 0)])
def test_before_anothers_roll_they_stand_where_everybody_is_told(
    browser: Browser, umpire: Client, *, agreed: str, count: int
) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create({**DUEL, "options": {"odds": agreed}})["id"])
    umpire.command(battle, {"kind": "roll", "dice": [6, 3]}, seat="Host")
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as seen:
        expect(seen.page.get_by_text("Nothing for you to do now.")).to_be_visible()
        expect(seen.page.locator(".dock .odds")).to_have_count(count)
        if count:
            expect(seen.page.locator(".dock .odds")).to_contain_text("Blue attacks and Red")
        assert seen.complaints == []


def test_the_bar_is_divided_as_the_chances_are(browser: Browser, umpire: Client) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create({**DUEL, "options": {"odds": "own"}})["id"])
    lead(umpire, battle, TO_FIRE_OR_MOVE)
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as seen:
        bar = seen.page.locator(".dock [data-command=fire] .odds-bar")
        expect(bar).to_have_attribute("aria-label", "changed 44 %, no effect 56 %")
        room = bar.evaluate("each => each.clientWidth")
        wide = bar.locator("i").evaluate_all("all => all.map((each) => each.offsetWidth)")
        assert [round(100 * each / room) for each in wide] == pytest.approx([44, 56], abs=1)
        assert seen.complaints == []
