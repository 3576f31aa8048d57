"""What was agreed is changed on the page, from now on, once the other side agrees."""

import pytest
from playwright.sync_api import Browser, expect

from api.client import Client
from tests.api.web.browsing import DUEL, PHONE, duel_table, go, visiting
from tests.api.web.test_access_for_all import faults

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_an_option_is_changed_together(browser: Browser, umpire: Client) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    with (
        visiting(browser, umpire.invite(battle, seat="Guest")["url"], size=PHONE) as guest,
        visiting(browser, umpire.invite(battle, seat="Host")["url"]) as host,
    ):
        go(guest.page, "Set-up")
        form = guest.page.locator(".changer")
        form.locator("summary").click()
        form.get_by_role("combobox", name="What").select_option("take_back")
        form.get_by_role("combobox", name="Take back").select_option("free")
        assert faults(guest.page) == []
        form.get_by_role("button", name="Ask the others").click()
        says = "Guest asks to change take_back from ask to free."
        expect(form.get_by_role("status")).to_have_text(says)
        assert umpire.battle(battle)["view"]["options"]["take_back"] == "ask"
        go(host.page, "Play")
        host.page.get_by_role("button", name="Agree", exact=True).click()
        ruled = host.page.locator("[data-ruling=accepted]")
        expect(ruled).to_contain_text("From here on take_back is free, not ask, agreed by Host")
        assert umpire.battle(battle)["view"]["options"]["take_back"] == "free"
        assert guest.complaints == host.complaints == []
