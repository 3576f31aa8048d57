"""The host lets players in, and out again."""

import pytest
from playwright.sync_api import Browser, expect

from api.client import Client
from tests.api.web.browsing import DUEL, PHONE, duel_table, go, visiting

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_a_code_that_was_ended_is_shown_no_more_and_the_way_back_stays(
    browser: Browser, umpire: Client, address: str
) -> None:
    battle = str(umpire.create(DUEL)["id"])
    umpire.lay_table(duel_table(), battle=battle)
    with visiting(browser, address, battle=battle) as seen:
        page = seen.page
        go(page, "Your table")
        page.get_by_role("button", name="Show a code for Guest").click()
        shown = page.get_by_label("The address in the code")
        expect(shown).to_be_visible()
        # However far down the list: what leads back does not scroll away under another button.
        page.get_by_role("heading", name="House rules").scroll_into_view_if_needed()
        expect(page.locator(".panel .back:visible")).to_be_in_viewport(ratio=0.9)
        # A later code for somebody else is still shown once this one ends.
        page.get_by_role("button", name="Show a code for Host").click()
        expect(page.get_by_role("heading", name="Host, scan this")).to_be_visible()
        page.get_by_role("button", name="Shut Guest out").click()
        expect(page.get_by_role("button", name="Shut Guest out")).to_have_count(0)
        expect(shown).to_be_visible()
        page.get_by_role("button", name="Shut Host out").click()
        expect(shown).to_have_count(0)
        assert seen.complaints == []


@pytest.mark.long
def test_a_player_whom_the_host_has_left_for_another_battle_reads_what_to_ask_for(
    browser: Browser, umpire: Client, address: str
) -> None:
    first, second = (str(umpire.create(DUEL)["id"]) for _ in range(2))
    guest = umpire.invite(first, seat="Guest")["url"]
    with visiting(browser, guest, size=PHONE) as phone, visiting(browser, address) as desk:
        banner = phone.page.locator(".banner")
        for battle, is_gone in ((first, False), (second, True), (first, False)):
            desk.page.evaluate("battle => sessionStorage.setItem('battle', battle)", battle)
            desk.page.reload()
            if is_gone:
                expect(banner).to_contain_text("The host has another battle open.")
                expect(banner).to_be_in_viewport(ratio=0.9)
            else:
                expect(banner).to_be_hidden()
                # One other is named on a phone, too, and a number is said with its word.
                expect(phone.page.locator(".presence")).to_have_text("Host is here")
                assert (
                    phone.page.locator(".presence span").evaluate(
                        "each => parseFloat(getComputedStyle(each).fontSize)"
                    )
                    >= 11
                )
                assert "points" in phone.page.locator(".own-slot").aria_snapshot()
                assert "Steps of the turn" in phone.page.locator(".turn-slot").aria_snapshot()
        assert phone.complaints == []
