"""Tests that somebody measures from where a piece could stand, and nobody else hears of it."""

import pytest
from playwright.sync_api import Browser, expect

from api.client import Client
from tests.api.web.browsing import DUEL, duel_table, go, until, visiting

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_a_piece_is_measured_from_where_it_could_stand(browser: Browser, umpire: Client) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    before = umpire.table()
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as seen:
        page = seen.page
        go(page, "Measure")
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
        go(page, "Measure")
        page.get_by_role("group", name="Pieces").get_by_role("button", name="T1").click()
        expect(page.get_by_text("From T1.")).to_be_visible()
        expect(page.get_by_role("button", name="What if it stood elsewhere?")).to_be_hidden()


def test_the_eye_shows_what_a_unit_sees_reaches_and_fears(browser: Browser, umpire: Client) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as seen:
        page = seen.page
        page.locator(".map [data-piece=T1]").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("w")
        panel = page.get_by_role("region", name="What if")
        expect(panel).to_be_visible()
        expect(page.locator(".what-areas .what-edge")).to_have_count(1)
        expect(panel.get_by_role("heading")).to_contain_text("T1 sees")
        panel.get_by_role("button", name="Reach").click()
        expect(panel.get_by_role("heading")).to_contain_text("say how many")
        panel.get_by_role("button", name="Threat").click()
        expect(page.locator(".what-areas .what-fear").first).to_be_attached()
        panel.get_by_role("button", name="From here").click()
        panel.get_by_role("button", name="Put T1 elsewhere").click()
        box = page.locator(".map").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.35)
        expect(panel.get_by_role("heading")).to_contain_text("From here, T1 sees")
        expect(panel.get_by_role("button", name="T1 where it really stands")).to_be_visible()
        panel.get_by_role("button", name="Sight", exact=True).click()
        row = panel.locator(".what-rows button").first
        expect(row).to_be_visible()
        said = panel.get_by_role("status").filter(has_text="T2")

        def is_said() -> bool:
            """By keys and for a screen reader; a list that has just come anew is asked again."""
            row.focus()
            page.keyboard.press("Enter")
            page.wait_for_timeout(300)
            return said.count() == 1

        until(page, is_said)
        label = page.locator(".what-there")
        page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.7)
        expect(label).to_contain_text(" in away")
        page.mouse.move(box["x"] + box["width"] * 0.65, box["y"] + box["height"] * 0.7)
        panel.get_by_role("button", name="Threat").click()
        expect(label).to_be_hidden()
        panel.get_by_role("button", name="Where is it safe from Blue?").click()
        expect(panel.get_by_role("heading")).to_contain_text("of Blue could hit")
        expect(page.locator(".what-numbers text").first).to_be_visible()
        assert umpire.battle(battle)["last"] == 0
        page.get_by_role("button", name="What if: sight, reach and threat").click()
        expect(panel).to_be_hidden()
        expect(page.locator(".what-areas path")).to_have_count(0)
        assert seen.complaints == []


def test_where_nobody_says_how_far_a_unit_moves_the_page_asks(
    browser: Browser, umpire: Client
) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as seen:
        page = seen.page
        page.locator(".map [data-piece=T1]").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("w")
        panel = page.get_by_role("region", name="What if")
        panel.get_by_role("button", name="Reach").click()
        panel.get_by_label("Inches").fill("5")
        expect(panel.get_by_role("heading")).to_contain_text("up to 5 in")
        expect(page.locator(".what-areas .what-reach").first).to_be_attached()
        panel.get_by_role("button", name="Threat").click()
        expect(panel.get_by_label("Inches")).to_be_hidden()
        row = panel.locator(".what-rows li").first
        expect(row).to_be_visible()
        box = row.bounding_box()
        assert box is not None
        assert box["height"] < 60, "who hits it stands in one line"
        assert seen.complaints == []


def test_a_finger_that_rests_on_a_place_is_told_its_numbers(
    browser: Browser, umpire: Client
) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as seen:
        page = seen.page
        page.locator(".map [data-piece=T1]").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("w")
        expect(page.locator(".what-areas .what-edge")).to_have_count(1)
        table, label = page.locator(".map"), page.locator(".what-there")
        box = table.bounding_box()
        assert box is not None
        finger = {
            "pointerType": "touch",
            "pointerId": 7,
            "isPrimary": True,
            "bubbles": True,
            "clientX": box["x"] + box["width"] * 0.6,
            "clientY": box["y"] + box["height"] * 0.7,
        }
        table.dispatch_event("pointerdown", finger)
        expect(label).to_contain_text(" in away")
        table.dispatch_event("pointerup", finger)
        expect(label).to_be_visible()
        assert umpire.battle(battle)["last"] == 0
