"""Nobody is kept from using the page: axe-core on every part of it, keys, and dark."""

from importlib import resources

import pytest
from playwright.sync_api import Browser, Page, expect

from api.client import Client
from tests.api.umpire import REPOSITORY
from tests.api.web.browsing import DESK, DUEL, PHONE, duel_table, go, visiting

pytestmark = [pytest.mark.browser, pytest.mark.long]

REPORTS = REPOSITORY / ".reports"
SERIOUS = frozenset({"serious", "critical"})
ANY = SERIOUS | {"moderate", "minor"}
FOUND = "axe.run(document, {resultTypes: ['violations']}).then((told) => told.violations)"


def faults(page: Page, impacts: frozenset[str] = SERIOUS) -> list[str]:
    """What axe-core finds on the page as it is now, and where."""
    # Run by the debugger: the page itself would not let a foreign script in.
    if not page.evaluate("'axe' in window"):
        page.evaluate(
            (resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
        )
    # What is as it should be is far more, and would be brought here to be thrown away.
    found = page.evaluate(FOUND)
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found
        if fault["impact"] in impacts
        for node in fault["nodes"]
    ]


def looked_at(page: Page, name: str, *, impacts: frozenset[str] = SERIOUS) -> list[str]:
    """The faults of a part of the page; where CI keeps its reports, a picture of it stays."""
    if REPORTS.is_dir():
        dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
        width = page.evaluate("innerWidth")
        path = REPORTS / "page" / f"{name}-{width}-{'dark' if dark else 'light'}.png"
        page.screenshot(path=path)
    return faults(page, impacts)


def test_axe_does_find_a_fault(browser: Browser, address: str) -> None:
    with visiting(browser, address) as seen:
        expect(seen.page.get_by_role("button", name="To the table")).to_be_visible()
        seen.page.evaluate(
            "document.querySelector('main').append(document.createElement('button'))"
        )
        assert any("button-name" in fault for fault in faults(seen.page))


SELDOM = (pytest.mark.soak, pytest.mark.soak_only)


# Sizes differ in what lies where, light and dark in colours: two runs see each of them.
@pytest.mark.parametrize(
    ("size", "dark"),
    [
        pytest.param(PHONE, False, id="phone-light"),
        pytest.param(DESK, True, id="desk-dark"),
        pytest.param(PHONE, True, id="phone-dark", marks=SELDOM),
        pytest.param(DESK, False, id="desk-light", marks=SELDOM),
    ],
)
def test_no_part_of_the_page_has_a_serious_fault(
    browser: Browser, address: str, umpire: Client, size: dict[str, int], dark: bool
) -> None:
    umpire.lay_table(duel_table())
    battle = umpire.create(DUEL)["id"]
    umpire.command(battle, {"kind": "roll", "dice": [6, 3]}, seat="Host")
    with visiting(browser, address, size=size, dark=dark) as seen:
        page = seen.page
        expect(page.get_by_role("button", name="To the table")).to_be_visible()
        page.get_by_text("A battle of your own").click()
        assert looked_at(page, "start") == []
        page.get_by_role("button", name="Go on with A duel").first.click()
        expect(page.locator(".pad")).to_be_visible()
        assert looked_at(page, "play") == []
        go(page, "Measure")
        page.locator("[data-piece=T1]").click()
        expect(page.locator(".glance tbody tr")).to_have_count(1)
        assert looked_at(page, "table-one") == []
        page.locator("[data-piece=T2]").click()
        expect(page.locator("article[data-what=sight]")).to_be_visible()
        assert looked_at(page, "table-two") == []
        go(page, "The log")
        page.locator(".log [data-event=e1] button").first.click()
        assert looked_at(page, "log") == []
        go(page, "Your table")
        page.get_by_role("button", name="Show a code for Guest").click()
        expect(page.locator(".code svg")).to_be_visible()
        expect(page.locator(".invitation")).to_contain_text("works on this computer only")
        assert looked_at(page, "set-up") == []


def test_a_turn_is_played_with_keys_alone(browser: Browser, umpire: Client) -> None:
    umpire.lay_table(duel_table())
    battle = umpire.create(DUEL)["id"]
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as seen:
        page = seen.page
        expect(page.locator(".pad")).to_be_visible()
        opener = page.get_by_role("button", name="Menu", exact=True)
        opener.focus()
        page.keyboard.press("Enter")
        reach(page, "The log")
        page.keyboard.press("Escape")
        expect(opener).to_be_focused()
        expect(page.get_by_role("button", name="The log", exact=True)).to_be_hidden()
        for face in ("6", "2"):
            reach(page, f"A {face}")
            page.keyboard.press("Enter")
        # The die that was pressed cannot be pressed again, and the focus has not been lost to it.
        reach(page, "Use these dice")
        page.keyboard.press("Space")
        expect(page.locator("[data-ruling=accepted]")).to_contain_text("Red rolls 6, 2")
        assert seen.complaints == []


def reach(page: Page, name: str) -> None:
    """Press Tab until the button of that name has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        here = "document.activeElement.ariaLabel || document.activeElement.textContent"
        if page.evaluate(here) == name:
            return
    raise AssertionError(f"Tab never leads to {name}")


def test_what_is_pressed_is_large_enough_for_a_finger(browser: Browser, umpire: Client) -> None:
    umpire.lay_table(duel_table())
    battle = umpire.create(DUEL)["id"]
    with visiting(browser, umpire.invite(battle, seat="Host")["url"], size=PHONE) as seen:
        expect(seen.page.locator(".pad")).to_be_visible()
        small = seen.page.evaluate(
            """[...document.querySelectorAll("button, select, summary")]
                .map((each) => [each.textContent || each.ariaLabel, each.getBoundingClientRect()])
                .filter(([, box]) => box.width > 0 && (box.width < 38 || box.height < 38))
                .map(([name]) => name)"""
        )
        assert small == []
