"""Two people at one table: who is there, and who has which piece in hand."""

import pytest
from playwright.sync_api import Browser, expect

from api.client import Client
from tests.api.web.browsing import DUEL, drag, duel_table, middle, place_of, until, visit, visiting

pytestmark = pytest.mark.browser

COUNT_TRAILS = """() => {
  window.trails = 0;
  const isTrail = (node) => node.classList?.contains("trail");
  new MutationObserver((told) => {
    window.trails += told.flatMap((each) => [...each.addedNodes]).filter(isTrail).length;
  }).observe(document.querySelector(".map"), { childList: true, subtree: true });
}"""


@pytest.mark.long
def test_one_of_two_has_a_piece_in_hand_and_the_other_sees_who(
    browser: Browser, address: str, umpire: Client
) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    with visiting(browser, umpire.invite(battle, seat="Guest")["url"]) as guest:
        page = guest.page
        page.locator("[data-piece=T2]").click()
        # Whose pieces may be moved from here is asked for by itself.
        expect(page.locator(".handle")).to_be_visible()
        host = visit(browser, address)
        theirs = host.page
        theirs.get_by_role("button", name="Go on with A duel").click()
        expect(theirs.locator(".presence")).to_have_text("Guest is here")
        expect(page.locator(".presence")).to_have_text("Host is here")
        x, y = middle(page, "T2")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 30, y - 30, steps=3)
        note = theirs.locator("[data-held=T2]")
        expect(note).to_have_text("Guest moves it")
        theirs.locator("[data-piece=T2]").click()
        expect(theirs.locator(".handle")).to_be_visible()
        before = place_of(umpire, "T2", battle=battle)
        drag(theirs, by=("T2", 0.0, 80.0))
        expect(theirs.locator(".toast")).to_have_text("Guest has T2 in hand.")
        assert place_of(umpire, "T2", battle=battle) == before
        page.mouse.up()
        expect(note).to_have_count(0)
        after = place_of(umpire, "T2", battle=battle)
        assert after != before
        page.emulate_media(reduced_motion="no-preference")
        for each in (page, theirs):
            each.evaluate(COUNT_TRAILS)
        drag(theirs, by=("T2", 0.0, 40.0))
        until(theirs, lambda: place_of(umpire, "T2", battle=battle) != after)
        # It glides there for the other one, and for nobody who wants nothing to move by itself.
        until(page, lambda: page.evaluate("window.trails") == 1)
        assert theirs.evaluate("window.trails") == 0
        page.close()
        # No page asks for it: whoever goes is told.
        expect(theirs.locator(".presence")).to_have_text("Guest is away")
        assert [*guest.complaints, *host.complaints] == []
        host.close()
