"""The pages of an event in a browser: each role does what it came for."""

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.api.web.browsing import DESK, PHONE, visiting
from tests.api.web.served_event import EventServed, event_served
from tests.api.web.test_access_for_all import looked_at

pytestmark = pytest.mark.browser

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
NARROW = {"width": 360, "height": 640}


@pytest.fixture
def event(tmp_path: Path) -> Iterator[EventServed]:
    with event_served(tmp_path / "event.hub") as served:
        yield served


def came(page: Page, view: str) -> None:
    page.get_by_role("button", name=view, exact=True).click()


def test_an_organiser_runs_a_round(browser: Browser, event: EventServed) -> None:
    with visiting(browser, f"{event.address}/#{event.owner}", size=DESK) as seen:
        page = seen.page
        page.get_by_role("button", name="Winter Cup").click()
        expect(page.get_by_text("Round 1: 3 results are missing.")).to_be_visible()
        page.get_by_label("Name", exact=True).fill("Gail")
        page.get_by_role("button", name="Enter", exact=True).click()
        expect(page.get_by_role("cell", name="Gail")).to_be_visible()
        came(page, "Rounds")
        for left in (2, 1, 0):
            page.get_by_text("Enter the result").first.click()
            points = page.locator("details[open]").get_by_label("White's points")
            points.fill("12")
            page.locator("details[open]").get_by_role("button", name="Enter").click()
            expect(page.get_by_text("Enter the result")).to_have_count(left)
        expect(page.get_by_text("White won, 12 : 0")).to_have_count(3)
        came(page, "Standings")
        expect(page.get_by_text("After 1 round")).to_be_visible()
        came(page, "Organise")
        page.get_by_role("button", name="Draw round 2").click()
        expect(page.get_by_text("Round 2: 3 results are missing.")).to_be_visible()
        page.locator("select[name=role]").select_option("judge")
        page.get_by_label("Name of a judge or organiser").fill("Joy")
        page.get_by_role("button", name="Show a code").click()
        expect(page.get_by_text("Joy, once:")).to_be_visible()
        code = page.locator(".code").inner_text()
    with visiting(browser, f"{event.address}/#{code}", size=PHONE) as seen:
        expect(seen.page.get_by_text("Joy", exact=True)).to_be_visible()


def test_a_judge_hears_a_call_and_rules(browser: Browser, event: EventServed) -> None:
    table = event.table(1)
    event.push(table, dice=(3, 2))
    with visiting(browser, f"{event.address}/#{event.code('judge', 'Joy')}", size=PHONE) as seen:
        page = seen.page
        expect(page.get_by_text("Nobody has called.")).to_be_visible()
        call = {"says": "Is that a three?", "battle": "b1", "entry": 1}
        event.post("/tables/me/calls", call, token=table)
        expect(page.get_by_role("heading", name="Table 1 waits for a judge")).to_be_visible()
        expect(page.get_by_text("Event 1:")).to_be_visible()
        page.get_by_role("button", name="I am coming").click()
        expect(page.get_by_role("heading", name="Table 1 is looked at")).to_be_visible()
        page.get_by_label("Ruling").fill("It is a three.")
        page.get_by_role("button", name="Rule", exact=True).click()
        expect(page.get_by_text("It is a three. (not at the table yet)")).to_be_visible()


def test_a_judge_hears_a_call_whatever_they_look_at(browser: Browser, event: EventServed) -> None:
    with visiting(browser, f"{event.address}/#{event.code('judge', 'Joy')}", size=PHONE) as seen:
        came(seen.page, "Rounds")
        expect(seen.page.get_by_role("heading", name="Round 1 of 3")).to_be_visible()
        event.post("/tables/me/calls", {"says": "Please come."}, token=event.table(2))
        seen.page.get_by_role("button", name="Calls (1)").click()
        expect(seen.page).to_have_title("(1) Winter Cup – Paper Umpire")
        seen.page.get_by_role("button", name="I am coming").click()
        expect(seen.page.get_by_role("button", name="Calls", exact=True)).to_be_visible()


def test_a_judge_asks_for_the_picture(browser: Browser, event: EventServed) -> None:
    table = event.table(1)
    event.push(table, dice=(3, 2))
    call = {"says": "Is that a three?", "battle": "b1", "entry": 1}
    event.post("/tables/me/calls", call, token=table)
    with visiting(browser, f"{event.address}/#{event.code('judge', 'Joy')}", size=PHONE) as seen:
        page = seen.page
        page.get_by_role("button", name="Ask for the picture").click()
        expect(page.get_by_text("on its way from the table")).to_be_visible()
        content = base64.b64encode(PIXEL).decode()
        event.post(
            "/tables/me/calls/1/picture",
            {"media_type": "image/png", "content": content},
            token=table,
        )
        page.get_by_text("The picture", exact=True).click()
        image = page.get_by_role("img", name="The table as the camera saw it at event 1")
        expect(image).to_have_js_property("naturalWidth", 1)


def test_an_army_is_handed_in_and_the_builder_says_what_is_wrong(
    browser: Browser, event: EventServed
) -> None:
    event.post("/events/cup/rounds/last/withdrawal", {"reason": "lists first"})
    event.post("/events/cup/lists", {"game": "paper_tigers", "total": 12})
    code = event.code("player", player=2)
    with visiting(browser, f"{event.address}/#{code}", size=NARROW) as seen:
        page = seen.page
        came(page, "Armies")
        expect(page.get_by_text("No list is handed in yet.")).to_be_visible()
        page.get_by_label("One unit a line").fill("9 tank")
        page.get_by_role("button", name="Hand in").click()
        expect(page.get_by_text("45 points are 33 more than the 12")).to_be_visible()
        event.post("/events/cup/rounds", {})
        page.get_by_label("One unit a line").fill("tank")
        page.get_by_role("button", name="Hand in").click()
        expect(page.get_by_role("alert")).to_contain_text("ask the organiser")
    with visiting(browser, f"{event.address}/#{event.owner}", size=DESK) as seen:
        page = seen.page
        page.get_by_role("button", name="Winter Cup").click()
        came(page, "Armies")
        page.get_by_role("row", name="2 Bob has faults").get_by_role("button", name="Show").click()
        page.get_by_label("One unit a line").fill("2 tank")
        page.get_by_role("button", name="Hand in").click()
        expect(page.get_by_role("row", name="2 Bob fits Show")).to_be_visible()


def test_what_is_gone_to_while_the_event_is_on_its_way_stays(
    browser: Browser, event: EventServed
) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    with visiting(browser, f"{event.address}/#{event.owner}", size=DESK) as seen:
        page = seen.page
        page.route("**/hub/v1/events/cup", hold)
        page.get_by_role("button", name="Winter Cup").click()
        came(page, "Tables")
        expect(page.get_by_role("button", name="Table 1")).to_be_visible()
        held[0].continue_()
        expect(page.get_by_role("heading", name="Winter Cup")).to_be_visible()
        expect(page.get_by_text("live", exact=True)).to_be_visible()
        expect(page.get_by_role("button", name="Table 1")).to_be_visible()
        event.push(event.table(1), dice=(3,))
        expect(page.get_by_text("The sum is 3.")).to_be_visible()


def test_a_match_is_entered_board_by_board(browser: Browser, event: EventServed) -> None:
    event.post("/events/cup/rounds/last/withdrawal", {"reason": "two teams come"})
    for name, members in (("Lions", ["Ann", "Bea", "Cid"]), ("Tigers", ["Dan", "Eva"])):
        event.post("/events/cup/players", {"name": name, "members": members})
    event.post("/events/cup/rounds", {"pairs": [[7, 8], [1, 2], [3, 4], [5, 6]]})
    code = event.code("player", player=8)
    with visiting(browser, f"{event.address}/#{code}", size=NARROW) as seen:
        page = seen.page
        came(page, "Rounds")
        page.get_by_text("Enter the result").click()
        page.get_by_label("Board 1").select_option("Dan won")
        page.get_by_label("Board 2").select_option("Bea won")
        page.get_by_role("button", name="Enter", exact=True).click()
        # Cid had nobody to play.
        expect(page.get_by_text("White won, 4 : 2")).to_be_visible()


def test_what_an_organiser_types_stays_while_news_comes(
    browser: Browser, event: EventServed
) -> None:
    with visiting(browser, f"{event.address}/#{event.owner}", size=DESK) as seen:
        page = seen.page
        page.get_by_role("button", name="Winter Cup").click()
        page.get_by_label("Minutes", exact=True).fill("90")
        page.get_by_role("heading", name="Players").click()
        event.post("/events/cup/players", {"name": "Gail"})
        expect(page.get_by_role("cell", name="Gail")).to_be_visible()
        expect(page.get_by_label("Minutes", exact=True)).to_have_value("90")


def test_the_round_has_a_clock_on_every_page(browser: Browser, event: EventServed) -> None:
    screen = f"{event.address}/screen#{event.code('spectator')}"
    with (
        visiting(browser, f"{event.address}/#{event.owner}", size=DESK) as owner,
        visiting(browser, screen, size=DESK) as wall,
    ):
        owner.page.get_by_role("button", name="Winter Cup").click()
        owner.page.get_by_label("Minutes", exact=True).fill("90")
        owner.page.get_by_role("button", name="Start", exact=True).click()
        for seen in (owner, wall):
            expect(seen.page.get_by_role("timer")).to_contain_text("1:29:")
        owner.page.get_by_role("button", name="Stop the clock").click()
        expect(wall.page.get_by_role("timer")).to_contain_text("left, stopped")


def test_a_spectator_follows_a_table(browser: Browser, event: EventServed) -> None:
    table = event.table(1)
    with visiting(browser, f"{event.address}/#{event.code('spectator')}", size=NARROW) as seen:
        page = seen.page
        page.get_by_role("button", name="Table 1").click()
        expect(page.get_by_text("this table has sent nothing yet")).to_be_visible()
        event.push(table, dice=(3,))
        expect(page.get_by_text("Counting", exact=True)).to_be_visible()
        before = page.get_by_role("listitem").count()
        event.push(table, dice=(3, 2))
        expect(page.get_by_role("listitem")).not_to_have_count(before)


def test_a_code_is_entered_by_hand(browser: Browser, event: EventServed) -> None:
    with visiting(browser, event.address, size=NARROW) as seen:
        seen.page.get_by_label("Code from the organiser").fill(event.code("spectator"))
        seen.page.get_by_role("button", name="Come in").click()
        expect(seen.page.get_by_role("heading", name="Winter Cup")).to_be_visible()
        expect(seen.page.get_by_text("spectator", exact=True)).to_be_visible()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [NARROW, DESK], ids=["narrow", "desk"])
@pytest.mark.long
def test_no_view_has_a_serious_fault_or_is_wider_than_its_window(
    browser: Browser, event: EventServed, size: Any, dark: bool
) -> None:
    table = event.table(1)
    event.push(table, dice=(3, 2))
    event.post("/tables/me/calls", {"says": "Is it?", "battle": "b1", "entry": 1}, token=table)
    found: list[str] = []

    def look(page: Page, name: str) -> None:
        page.wait_for_timeout(300)
        found.extend(looked_at(page, f"event-{name}"))
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{name}: {wide} px too wide"

    with visiting(browser, f"{event.address}/#{event.owner}", size=size, dark=dark) as seen:
        expect(seen.page.get_by_role("button", name="Winter Cup")).to_be_visible()
        look(seen.page, "choosing")
        seen.page.get_by_role("button", name="Winter Cup").click()
        for view in ("Organise", "Tables", "Rounds", "Standings", "Armies", "Calls (1)"):
            came(seen.page, view)
            look(seen.page, view.split()[0].lower())
    spectator = f"{event.address}/#{event.code('spectator')}"
    with visiting(browser, spectator, size=size, dark=dark) as seen:
        seen.page.get_by_role("button", name="Table 1").click()
        expect(seen.page.get_by_text("Counting", exact=True)).to_be_visible()
        look(seen.page, "table")
    screen = f"{event.address}/screen#{event.code('spectator')}"
    with visiting(browser, screen, size=size, dark=dark) as seen:
        expect(seen.page.get_by_role("heading", name="Round 1")).to_be_visible()
        look(seen.page, "screen")
    assert found == []
