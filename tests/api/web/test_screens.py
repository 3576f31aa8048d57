"""A screen on the wall and the overlay of a stream: codes of their own, and nothing to press."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from api.client import Client
from tests.api.web.browsing import DUEL, PHONE, duel_table, go, until, visit, visiting
from tests.api.web.test_access_for_all import faults

pytestmark = pytest.mark.browser


@pytest.fixture
def battle(umpire: Client) -> str:
    battle = str(umpire.create(DUEL)["id"])
    umpire.lay_table(duel_table(), battle=battle)
    return battle


def code_for(page: Page, name: str) -> str:
    page.get_by_role("button", name=f"Show a code for the {name}").click()
    address = page.get_by_label("The address in the code")
    expect(address).to_have_value(re.compile(f"/{name}#"))
    return address.input_value()


def test_the_host_shows_a_screen_and_an_overlay_and_ends_their_codes(
    browser: Browser, umpire: Client, address: str, battle: str
) -> None:
    with visiting(browser, address, battle=battle) as hosts:
        page = hosts.page
        go(page, "Your table")
        screen = visit(browser, code_for(page, "screen"), size={"width": 1280, "height": 720})
        overlay = visit(browser, code_for(page, "overlay"), size={"width": 1280, "height": 720})
        umpire.command(battle, {"kind": "roll", "dice": [6, 3]}, seat="Host")
        for seen in (screen, overlay):
            expect(seen.page.locator(".told .slip h2")).to_contain_text("6, 3")
            expect(seen.page.locator(".score-side")).to_have_count(2)
            expect(seen.page.locator("button, a, input, select, summary")).to_have_count(0)
            assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert seen.page.url.endswith(("/screen", "/overlay")), "the code is not in the picture"
            assert faults(seen.page) == []
        expect(screen.page.locator(".stage [data-piece]")).to_have_count(2)
        drawings = "performance.getEntriesByName(location.origin + '/api/v1/silhouettes').length"
        until(screen.page, lambda: screen.page.evaluate(drawings) == 1)
        expect(screen.page.locator(".time b")).to_have_text(re.compile(r"\d"))
        # However long a ruling is, whose move it is and the time stay in sight.
        screen.page.locator(".told .slip h2").evaluate(
            "each => (each.textContent = 'T1 hits. '.repeat(30))"
        )
        for part in (".next", ".time"):
            expect(screen.page.locator(part)).to_be_in_viewport(ratio=1)
        expect(overlay.page.locator(".map")).to_have_count(0)
        ground = "getComputedStyle(document.body).backgroundColor"
        assert overlay.page.evaluate(ground) == "rgba(0, 0, 0, 0)"
        # A television upright, and a phone that somebody holds against the wall.
        for width, height in ((720, 1280), (390, 844), (844, 390)):
            screen.page.set_viewport_size({"width": width, "height": height})
            map_box = screen.page.locator(".stage .map").bounding_box()
            assert map_box is not None
            assert min(map_box["width"], map_box["height"]) >= 300, (width, height)
            assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_role("button", name="End the code of the screen").click()
        expect(screen.page.get_by_label("The code of this screen")).to_be_visible()
        expect(overlay.page.locator(".told .slip")).to_be_visible()
        until(page, lambda: [each["page"] for each in grants(umpire, battle)] == ["overlay"])
        assert hosts.complaints == overlay.complaints == []
        screen.close()
        overlay.close()


@pytest.mark.parametrize("shown", ["screen", "overlay"])
def test_the_address_of_a_screen_is_copied_by_one_press_and_marked_where_it_cannot_be(
    browser: Browser, address: str, battle: str, *, shown: str
) -> None:
    with visiting(browser, address, battle=battle) as hosts:
        page = hosts.page
        hosts.context.grant_permissions(["clipboard-read", "clipboard-write"])
        go(page, "Your table")
        told = code_for(page, shown)
        page.get_by_role("button", name="Copy", exact=True).click()
        expect(page.get_by_text("The address is copied.")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == told
        page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject('no'); }")
        page.get_by_role("button", name="Copy", exact=True).click()
        expect(page.get_by_text("The address is marked")).to_be_visible()
        assert page.evaluate("getSelection().toString()") == told
        # Whoever types it on a television reads all of it.
        page.set_viewport_size(PHONE)
        field = page.get_by_label("The address in the code")
        assert field.evaluate("(each) => each.scrollWidth <= each.clientWidth")
        assert field.evaluate("(each) => each.scrollHeight <= each.clientHeight")
        assert hosts.complaints == []


def grants(umpire: Client, battle: str) -> list[dict[str, str]]:
    told: list[dict[str, str]] = umpire._list("GET", f"/battles/{battle}/grants")  # noqa: SLF001
    return told


def test_a_player_gets_no_screen(umpire: Client, battle: str) -> None:
    wanted = {"role": "player", "seat": "Guest", "page": "screen"}
    with pytest.raises(Exception, match="page: expected none for a player"):
        umpire._object("POST", f"/battles/{battle}/invitations", body=wanted)  # noqa: SLF001


def test_the_host_types_the_code_that_a_television_shows(
    browser: Browser, umpire: Client, address: str, battle: str
) -> None:
    origin = address.split("/#", maxsplit=1)[0]
    with (
        visiting(browser, address, battle=battle) as hosts,
        visiting(browser, f"{origin}/screen", size={"width": 1280, "height": 720}) as screen,
    ):
        code = screen.page.get_by_label("The code of this screen")
        expect(code).to_have_text(re.compile(r"^\d{3} \d{3}$"))
        expect(screen.page.get_by_text("The host types this under")).to_be_visible()
        assert faults(screen.page) == []
        page = hosts.page
        go(page, "Your table")
        typed = page.get_by_label(f"The six digits that a television shows at {origin}/screen")
        typed.fill("000 000")
        page.get_by_role("button", name="Let it in").click()
        expect(page.get_by_text("no screen shows that code now")).to_be_visible()
        typed.fill(code.inner_text())
        page.get_by_role("button", name="Let it in").click()
        expect(screen.page.locator(".score-side")).to_have_count(2)
        expect(typed).to_have_value("")
        until(page, lambda: [each["page"] for each in grants(umpire, battle)] == ["screen"])
        screen.page.reload()
        expect(screen.page.locator(".score-side")).to_have_count(2)
        # Once it is ended, it shows digits anew by itself.
        page.get_by_role("button", name="End the code of the screen").click()
        expect(code).to_have_text(re.compile(r"^\d{3} \d{3}$"))
