"""What was agreed is changed on the page, and what is greyed is let pass, once both sides agree."""

import re

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
        go(guest.page, "Your table")
        form = guest.page.locator(".changer")
        form.locator("summary").click()
        form.get_by_role("combobox", name="What").select_option("take_back")
        form.get_by_role("combobox", name="Take back").select_option("free")
        assert faults(guest.page) == []
        form.get_by_role("button", name="Ask the others").click()
        says = "Guest asks to change take_back from ask to free."
        expect(form.get_by_role("status")).to_have_text(says)
        assert umpire.battle(battle)["view"]["options"]["take_back"] == "ask"
        go(host.page, "The table")
        host.page.get_by_role("button", name="Agree", exact=True).click()
        ruled = host.page.locator("[data-ruling=accepted]")
        expect(ruled).to_contain_text("From here on take_back is free, not ask, agreed by Host")
        assert umpire.battle(battle)["view"]["options"]["take_back"] == "free"
        assert guest.complaints == host.complaints == []


def test_what_is_greyed_is_let_pass_together_and_its_clause_is_told(
    browser: Browser, umpire: Client
) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    for seat, command in (
        ("Host", {"kind": "roll", "dice": [6, 3]}),
        ("Guest", {"kind": "roll", "dice": [2, 3]}),
        ("Host", {"kind": "terrain_done"}),
        ("Guest", {"kind": "choose", "choice": "accept"}),
        ("Guest", {"kind": "choose_edge", "edge": "south"}),
    ):
        assert umpire.command(battle, command, seat=seat)["accepted"], command
    with (
        visiting(browser, umpire.invite(battle, seat="Guest")["url"], size=PHONE) as guest,
        visiting(browser, umpire.invite(battle, seat="Host")["url"]) as host,
    ):
        greyed = guest.page.locator(".offer.greyed[data-command=deploy_done]")
        greyed.locator(".clause summary").click()
        expect(greyed.locator(".clause p")).to_have_text(re.compile(r"\w{4}"))
        assert faults(guest.page) == []
        greyed.get_by_role("button", name="Ask to let it pass").click()
        asked = guest.page.locator("[data-ruling=accepted]")
        expect(asked).to_contain_text("Guest asks to let it pass (PT1-B3)")
        host.page.get_by_role("button", name="Agree", exact=True).click()
        expect(host.page.locator("[data-ruling=accepted]")).to_contain_text(
            "passes, agreed by Host"
        )
        assert guest.complaints == host.complaints == []
