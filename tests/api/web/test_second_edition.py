"""Tests that historical armies are put together, printed and fought out by the page alone."""

import pytest
from playwright.sync_api import Browser, Page, expect

from api.client import Client
from tests.api.web.browsing import PHONE, Json, go, rectangle, visiting
from tests.api.web.playing import Player, play_out

pytestmark = [pytest.mark.browser, pytest.mark.long]

AVOIDED = ("board", "name_objective", "decline", "amend", "concede", "pass", "move", "take_cover")
LIKED = ("fire", "assign")
STANDS = {"Red": (18.0, 5.0, 90.0), "Blue": (20.0, 31.0, 270.0)}


def built(page: Page) -> None:
    """A unit of a nation for each side, with what it costs; then the sheets of these two."""
    page.get_by_text("A battle of your own").click()
    page.get_by_role("combobox", name="Game").select_option("paper_tigers_2")
    page.get_by_label("Its name, if you like").fill("Tanks of two nations")
    page.get_by_text("Put armies together here").click()
    expect(page.locator("[data-key=print-kit]")).to_have_count(0)
    nations = page.get_by_label("Add a unit to Red").locator("optgroup")
    expect(nations.first).to_have_attribute("label", "USA")
    assert nations.count() >= 7
    page.get_by_label("Add a unit to Red").select_option("USA: M24 Chaffee")
    page.get_by_label("Add a unit to Blue").select_option("Italy: L-6/40")
    told = page.locator(".armies [role=status]")
    expect(told).to_contain_text("Red 5 points")
    expect(told).to_contain_text("Blue 4 points")
    page.get_by_label("Points that each army may cost").fill("4")
    page.get_by_label("Points that each army may cost").press("Tab")
    expect(told).to_contain_text("Red 5 of 4 points5 points are 1 more than the 4")
    page.get_by_label("Points that each army may cost").fill("10")
    page.locator("[data-side=Red] summary").click()
    page.get_by_role("checkbox", name="Anti-air").check()
    expect(page.locator("[data-side=Red] .army-line")).to_contain_text("Chaffee with anti-air")
    expect(told).to_contain_text("Red 5 of 10 points")
    with page.expect_download() as saved:
        page.locator("[data-key=print-kit]").click()
    assert saved.value.suggested_filename == "paper_tigers_2-kit.pdf"
    assert saved.value.path().read_bytes().startswith(b"%PDF")


def address_for(page: Page, seat: str) -> str:
    """What the host's page shows to whoever is to have that seat."""
    go(page, "Your table")
    page.get_by_role("button", name=f"Show a code for {seat}").click()
    address = page.get_by_label("The address in the code").input_value()
    go(page, "The table")
    return address


def table_of(battle: Json) -> Json:
    """Each unit of the battle far from the others, in its own third."""
    pieces = [
        rectangle(
            each["id"],
            side=each["side"],
            at=STANDS[each["side"]][:2],
            heading=STANDS[each["side"]][2],
        )
        for each in battle["view"]["state"]["units"]
    ]
    return {
        "format": "paper-umpire/snapshot/1",
        "table": {"width_in": 36, "depth_in": 36},
        "pieces": pieces,
        "terrain": [],
    }


def test_historical_armies_are_built_printed_and_fought_out(
    browser: Browser, address: str, umpire: Client
) -> None:
    with visiting(browser, address) as host:
        built(host.page)
        host.page.get_by_role("button", name="Begin", exact=True).click()
        expect(host.page.locator("header .title")).to_have_text("Tanks of two nations")
        (battle,) = (
            each["id"] for each in umpire.battles() if each["name"] == "Tanks of two nations"
        )
        begun = umpire.battle(battle)
        units = begun["view"]["state"]["units"]
        assert {each["side"]: each["model"] for each in units} == {
            "Red": "M24 Chaffee",
            "Blue": "L-6/40",
        }
        umpire.lay_table(table_of(begun), battle=battle)
        with visiting(browser, address_for(host.page, "Owl"), size=PHONE) as guest:
            players = (
                Player(page=host.page, luck="lucky", likes=LIKED, avoids=AVOIDED),
                Player(page=guest.page, luck="unlucky", likes=LIKED, avoids=AVOIDED),
            )
            done = play_out(players, umpire=umpire, battle=battle, most=120)
            assert done >= 15
            result = str(umpire.battle(battle)["view"]["result"])
            assert "Red" in result
            for seen in (host, guest):
                expect(seen.page.locator(".awaits")).to_have_text(result)
                assert seen.complaints == []
