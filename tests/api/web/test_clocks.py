"""The clocks of a battle as two players, a spectator and a screen on the wall see them."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from api.client import Client
from tests.api.web.browsing import DUEL, PHONE, duel_table, until, visiting
from tests.api.web.test_access_for_all import faults

pytestmark = pytest.mark.browser

NARROW = {"width": 360, "height": 740}


def timed(umpire: Client, **options: object) -> str:
    asked = {**DUEL, "options": {"clock": "side", "clock_minutes": 10, **options}}
    battle = str(umpire.create(asked)["id"])
    umpire.lay_table(duel_table(), battle=battle)
    return battle


def face(page: Page, side: str) -> str:
    return page.locator(f".side-clock[data-side={side}] b").inner_text()


def seconds(page: Page, side: str) -> int:
    minutes, rest = face(page, side).split(":")
    return 60 * int(minutes) + int(rest)


def test_both_players_see_the_same_clock_run_and_agree_on_a_pause(
    browser: Browser, umpire: Client
) -> None:
    battle = timed(umpire)
    umpire.command(battle, {"kind": "roll", "dice": [6, 6]}, seat="Host")
    host, guest = (umpire.invite(battle, seat=seat)["url"] for seat in ("Host", "Guest"))
    with visiting(browser, host) as one, visiting(browser, guest, size=NARROW, dark=True) as other:
        for seen in (one, other):
            expect(seen.page.locator(".side-clock.runs")).to_have_attribute("data-side", "Blue")
            until(seen.page, lambda page=seen.page: seconds(page, "Blue") <= 598)  # type: ignore[misc]
            assert face(seen.page, "Red") == "10:00"
        # The faces turn over by themselves, each on its own page, and stay together.
        assert abs(seconds(one.page, "Blue") - seconds(other.page, "Blue")) <= 1
        other.page.get_by_role("button", name="Ask for a pause").first.click()
        one.page.locator(".asked [data-command=agree] [data-key=give]").click()
        for seen in (one, other):
            expect(seen.page.locator(".clocks .stands")).to_contain_text("agreed to a pause")
        stood = face(one.page, "Blue")
        assert face(other.page, "Blue") == stood
        one.page.locator(".clocks").get_by_role("button", name="Go on").click()
        for seen in (one, other):
            expect(seen.page.locator(".side-clock.runs")).to_have_count(1)
            assert faults(seen.page) == []
            assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert seen.complaints == []


def test_whoever_watches_sees_the_clock_and_a_screen_does_too(
    browser: Browser, umpire: Client
) -> None:
    battle = timed(umpire)
    umpire.command(battle, {"kind": "roll", "dice": [6, 6]}, seat="Host")
    at = umpire.invite(battle)["url"]
    with visiting(browser, at, size=PHONE) as seen:
        expect(seen.page.locator(".side-clock.runs")).to_contain_text(
            re.compile(r"Blue\s*\d+:\d\d")
        )
        expect(seen.page.get_by_role("button", name="Ask for a pause")).to_have_count(0)
    at = at.replace("/#", "/screen#")
    with visiting(browser, at, size={"width": 1280, "height": 720}) as seen:
        expect(seen.page.locator(".side-clock.runs")).to_contain_text(
            re.compile(r"Blue\s*\d+:\d\d")
        )
        expect(seen.page.locator("button")).to_have_count(0)
        assert seen.complaints == []


def test_a_battle_without_a_clock_shows_none(browser: Browser, umpire: Client) -> None:
    battle = timed(umpire, clock="none")
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as seen:
        expect(seen.page.locator(".awaits")).to_contain_text("roll")
        expect(seen.page.locator(".side-clock")).to_have_count(0)
