"""Tests that somebody measures from where a piece could stand, and nobody else hears of it."""

import pytest
from playwright.sync_api import Browser, expect

from api.client import Client
from tests.api.web.browsing import DUEL, duel_table, go, visiting

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_a_piece_is_measured_from_where_it_could_stand(browser: Browser, umpire: Client) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    before = umpire.table()
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as seen:
        page = seen.page
        go(page, "Table")
        page.get_by_role("group", name="Pieces").get_by_role("button", name="T1").click()
        page.get_by_role("group", name="Pieces").get_by_role("button", name="T2").click()
        expect(page.locator("article[data-what=range]")).to_contain_text("23 in from T2")
        page.get_by_role("button", name="What if it stood elsewhere?").click()
        box = page.locator(".map").bounding_box()
        assert box is not None
        # Somewhere in the north: much nearer to T2 than where T1 stands.
        page.mouse.click(box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.35)
        back = page.get_by_role("button", name="T1 where it really stands")
        expect(back).to_be_visible()
        expect(page.locator("article[data-what=range]")).not_to_contain_text("23 in from T2")
        expect(page.locator(".map .mark.to-be:not(.under)")).to_have_count(1)
        assert umpire.table() == before
        assert umpire.battle(battle)["last"] == 0
        back.click()
        expect(page.locator("article[data-what=range]")).to_contain_text("23 in from T2")
        expect(page.locator(".map .mark.to-be")).to_have_count(0)
        assert seen.complaints == []


def test_somebody_who_only_watches_supposes_nothing(browser: Browser, umpire: Client) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    with visiting(browser, umpire.invite(battle)["url"]) as seen:
        page = seen.page
        go(page, "Table")
        page.get_by_role("group", name="Pieces").get_by_role("button", name="T1").click()
        expect(page.get_by_text("From T1.")).to_be_visible()
        expect(page.get_by_role("button", name="What if it stood elsewhere?")).to_be_hidden()
