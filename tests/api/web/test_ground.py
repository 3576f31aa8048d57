"""Tests that the host lays the ground on the page, and puts everything back after a bump."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from api.client import Client
from rules.table.files.geojson import terrain_from_geojson
from rules.table.files.snapshot_json import snapshot_from_json
from rules.table.files.universal_vtt import terrain_to_vtt
from tests.api.web.browsing import DUEL, duel_table, go, until, visiting
from tests.api.web.playing import Player, told

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_terrain_is_brought_in_from_a_file_and_saved_as_one(
    browser: Browser, address: str, umpire: Client, tmp_path: Path
) -> None:
    table = duel_table()
    areas = snapshot_from_json(json.dumps(table)).terrain
    bare = {**table, "terrain": []}
    umpire.lay_table(bare)
    size = snapshot_from_json(json.dumps(bare)).table
    place = tmp_path / "map.dd2vtt"
    place.write_text(
        json.dumps({**json.loads(terrain_to_vtt(areas, table=size)), "image": "A" * 2_000_000})
    )
    no_map = tmp_path / "notes.geojson"
    no_map.write_text("hello")
    with visiting(browser, address) as seen:
        page = seen.page
        expect(page.get_by_role("heading", name="You play on paper.")).to_be_visible()
        go(page, "Your table")
        page.get_by_label("A file of terrain").set_input_files(no_map)
        expect(page.get_by_text("notes.geojson: expected GeoJSON")).to_be_visible()
        page.get_by_label("A file of terrain").set_input_files(place)
        expect(page.locator(".areas li")).to_contain_text(["Woodsto be confirmed"])
        page.get_by_role("button", name="Change the outline of the woods").click()
        page.get_by_role("button", name="This is its outline").click()
        expect(page.locator(".outline-editor")).to_have_count(0)
        assert snapshot_from_json(json.dumps(umpire.table())).terrain == areas
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save as GeoJSON").click()
        assert saved.value.suggested_filename == "terrain.geojson"
        assert terrain_from_geojson(saved.value.path().read_text()) == areas
        assert seen.complaints == []


def test_an_outline_is_changed_by_keys_confirmed_and_locked(
    browser: Browser, address: str, umpire: Client
) -> None:
    umpire.lay_table(duel_table())
    with visiting(browser, address) as seen:
        page = seen.page
        expect(page.get_by_role("heading", name="You play on paper.")).to_be_visible()
        go(page, "Your table")
        page.get_by_role("button", name="Change the outline of the woods").click()
        point = page.locator(".outline-point").first
        point.focus()
        for _ in range(5):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("+")
        expect(page.locator(".outline-point")).to_have_count(5)
        page.get_by_label("Height, inches").fill("1,5")
        page.get_by_role("button", name="This is its outline").click()
        expect(page.locator(".outline-editor")).to_have_count(0)
        (area,) = umpire.table()["terrain"]
        assert area["outline_in"] == [[4.5, 15], [6.75, 15], [9, 15], [9, 20], [4, 20]]
        assert area["height_in"] == 1.5
        assert area["sigma_in"] == 0.1
        page.get_by_role("button", name="Lock the ground").click()
        unlock = page.get_by_role("button", name="Unlock the ground")
        expect(unlock).to_be_visible()
        expect(page.get_by_role("button", name="Add a piece of terrain")).to_be_disabled()
        unlock.click()
        expect(page.get_by_role("button", name="Add a piece of terrain")).to_be_enabled()
        assert seen.complaints == []


def test_a_new_area_begins_as_a_square_where_nothing_is_found_and_says_why(
    browser: Browser, address: str, umpire: Client
) -> None:
    umpire.lay_table(duel_table())
    with visiting(browser, address) as seen:
        page = seen.page
        expect(page.get_by_role("heading", name="You play on paper.")).to_be_visible()
        go(page, "Your table")
        page.get_by_role("button", name="Add a piece of terrain").click()
        table = page.locator(".map .table-top").bounding_box()
        assert table is not None
        page.mouse.click(table["x"] + table["width"] / 2, table["y"] + table["height"] / 2)
        expect(page.locator(".outline-editor")).to_be_visible()
        expect(
            page.get_by_text("no camera sees this table: draw the outline by hand")
        ).to_be_visible()
        page.get_by_role("button", name="This is its outline").click()
        expect(page.locator(".outline-editor")).to_have_count(0)
        area = next(each for each in umpire.table()["terrain"] if each["id"] == "area-1")
        assert len(area["outline_in"]) == 4
        assert area["sigma_in"] == 0.1


def test_while_an_outline_is_sought_the_page_says_so_and_nobody_has_to_wait(
    browser: Browser, address: str, umpire: Client
) -> None:
    umpire.lay_table(duel_table())
    with visiting(browser, address) as seen:
        page = seen.page
        expect(page.get_by_role("heading", name="You play on paper.")).to_be_visible()
        go(page, "Your table")
        sought: list[Route] = []

        def held(route: Route) -> None:
            sought.append(route)

        page.route("**/table/terrain-outline", held)
        table = page.locator(".map .table-top").bounding_box()
        assert table is not None
        is_sought = page.get_by_role("progressbar", name="Its outline is sought in the picture")
        for count in (1, 2):
            page.get_by_role("button", name="Add a piece of terrain").click()
            page.mouse.click(table["x"] + 30 * count, table["y"] + 30)
            expect(is_sought).to_be_visible()
            until(page, lambda count=count: len(sought) == count)  # type: ignore[misc]
            if count == 1:
                page.get_by_role("button", name="Leave it").click()
                expect(is_sought).to_have_count(0)
        ring = [[1, 1], [3, 1], [3, 3]]
        found = {"outline_in": ring, "how": "by its colour", "warnings": [], "sigma_in": 0.05}
        for route in sought:
            route.fulfill(json=found)
        expect(page.locator(".outline-point")).to_have_count(3)
        expect(page.get_by_text("found by its colour")).to_be_visible()
        expect(is_sought).to_have_count(0)
        assert seen.complaints == []


def test_an_outline_that_crosses_itself_cannot_be_kept(
    browser: Browser, address: str, umpire: Client
) -> None:
    umpire.lay_table(duel_table())
    with visiting(browser, address) as seen:
        page = seen.page
        expect(page.get_by_role("heading", name="You play on paper.")).to_be_visible()
        go(page, "Your table")
        page.get_by_role("button", name="Change the outline of the woods").click()
        first, third = page.locator(".outline-point").nth(0), page.locator(".outline-point").nth(2)
        page.locator(".outline-editor").scroll_into_view_if_needed()
        start, end = first.bounding_box(), third.bounding_box()
        assert start is not None
        assert end is not None
        page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        page.mouse.down()
        page.mouse.move(end["x"] + 3 * end["width"], end["y"] + end["height"] / 2, steps=5)
        page.mouse.up()
        expect(page.get_by_text("Two sides cross each other.")).to_be_visible()
        expect(page.get_by_role("button", name="This is its outline")).to_be_disabled()
        page.get_by_role("button", name="Leave it as it was").click()
        (area,) = umpire.table()["terrain"]
        assert area["outline_in"] == [[4, 15], [9, 15], [9, 20], [4, 20]]


def test_arrows_lead_a_piece_back_to_where_it_was_ruled_on(
    browser: Browser, address: str, umpire: Client
) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    with visiting(browser, address) as seen:
        page = seen.page
        page.get_by_role("button", name="Go on with A duel").first.click()
        for seat, dice in (("Host", [6, 6]), ("Guest", [1, 2])):
            assert umpire.command(battle, {"kind": "roll", "dice": dice}, seat=seat)["accepted"]
        player = Player(page=page, luck="lucky")
        for _ in range(8):
            if any(each["evidence"] for each in umpire.events(battle)):
                break
            told(page, umpire.battle(battle)["last"])
            assert player.acts()
        go(page, "Your table")
        page.get_by_role("button", name="Show where everything stood").click()
        expect(page.get_by_text("Everything stands where it was.")).to_be_visible()
        umpire.put_piece("T1", battle=battle, x_in=19.5, y_in=5)
        expect(page.locator(".put-back li")).to_have_text("T1 1.5 in to the west")
        expect(page.locator(".map .mark.way:not(.under)")).to_have_count(1)
        umpire.put_piece("T1", battle=battle, x_in=18, y_in=5)
        expect(page.get_by_text("Everything stands where it was.")).to_be_visible()
        page.get_by_role("button", name="Show where everything stood").click()
        expect(page.locator(".map .mark.to-be")).to_have_count(0)
        assert seen.complaints == []
