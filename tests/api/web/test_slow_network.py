"""A slow network undoes nothing: late answers, buttons pressed twice, lost requests."""

import json

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from api.client import Client
from tests.api.web.browsing import (
    DUEL,
    Json,
    Late,
    drag,
    duel_table,
    go,
    middle,
    open_menu,
    place_of,
    until,
    visiting,
)
from tests.api.web.playing import told
from tests.api.web.slow_line import SlowOptions

pytestmark = [pytest.mark.browser, pytest.mark.long]


def duel(umpire: Client, name: str, *, rolled: bool = False) -> str:
    """A duel that waits for the first rolls, or for the terrain."""
    umpire.lay_table(duel_table())
    battle = str(umpire.create({**DUEL, "name": name})["id"])
    if rolled:
        for seat, dice in (("Host", [6, 3]), ("Guest", [2, 3])):
            assert umpire.command(battle, {"kind": "roll", "dice": dice}, seat=seat)["accepted"]
    return battle


def go_on(page: Page, name: str) -> None:
    page.get_by_role("button", name="Paper Umpire", exact=True).click()
    page.get_by_role("button", name=f"Go on with {name}", exact=True).click()


def test_another_battle_is_offered_what_is_its_own(
    browser: Browser, address: str, umpire: Client
) -> None:
    duel(umpire, "Slow one")
    second = duel(umpire, "Slow two", rolled=True)
    with visiting(browser, address) as seen:
        page = seen.page
        slow = SlowOptions(page)
        go_on(page, "Slow one")
        slow.wait()
        go_on(page, "Slow two")
        expect(page.locator("header .title")).to_have_text("Slow two")
        slow.let_go()
        told(page, umpire.battle(second)["last"])
        expect(page.locator("[data-command=terrain_done]").first).to_be_visible()
        expect(page.locator("[data-command=roll]")).to_have_count(0)
        assert seen.complaints == []


def test_the_seats_of_the_battle_that_was_left_are_not_taken(
    browser: Browser, address: str, umpire: Client
) -> None:
    solo: Json = {
        **DUEL,
        "name": "Seats one",
        "seats": [{"name": "Alone", "sides": ["Red", "Blue"]}],
    }
    umpire.lay_table(duel_table())
    first = umpire.create(solo)["id"]
    second = duel(umpire, "Seats two")
    with visiting(browser, address) as seen:
        page = seen.page
        late = Late(page, f"/battles/{first}/seats")
        go_on(page, "Seats one")
        late.wait()
        go_on(page, "Seats two")
        told(page, umpire.battle(second)["last"])
        late.let_go()
        umpire.command(second, {"kind": "roll", "dice": [6, 3]}, seat="Host")
        told(page, umpire.battle(second)["last"])
        expect(page.locator("[data-command=roll]").first).to_be_visible()
        expect(page.locator(".you select")).to_have_value("*")
        assert seen.complaints == []


def test_what_is_typed_outlives_a_line_that_was_lost(browser: Browser, umpire: Client) -> None:
    battle = duel(umpire, "Typed")
    with visiting(browser, umpire.invite(battle, seat="Guest")["url"]) as seen:
        page = seen.page
        slow = SlowOptions(page)
        slow.let_go()
        page.get_by_role("button", name="A 2", exact=True).click()
        slow.lines[-1].close()
        until(page, lambda: len(slow.lines) > 1)
        expect(page.locator("header .link")).to_have_text("Live")
        umpire.put_piece("T1", battle=battle, x_in=19, y_in=5)
        page.get_by_role("button", name="A 3", exact=True).click()
        page.locator(".dock [data-key=give]").first.click()
        expect(page.locator("[data-ruling=accepted]")).to_contain_text("Blue rolls 2, 3")


def test_a_form_whose_command_was_lost_is_there_to_be_given_again(
    browser: Browser, umpire: Client
) -> None:
    battle = duel(umpire, "Lost")

    def fail(route: Route) -> None:
        told = {"type": "urn:x:busy", "title": "Busy", "status": 503, "detail": "too much to do"}
        route.fulfill(status=503, content_type="application/problem+json", json=told)

    with visiting(browser, umpire.invite(battle, seat="Guest")["url"]) as seen:
        page = seen.page
        page.get_by_role("button", name="A 2", exact=True).click()
        page.get_by_role("button", name="A 3", exact=True).click()
        page.route("**/commands", fail, times=1)
        give = page.locator(".dock [data-key=give]").first
        give.click()
        expect(page.locator(".ruled")).to_contain_text("too much to do")
        give.click()
        expect(page.locator("[data-ruling=accepted]")).to_contain_text("Blue rolls 2, 3")


def test_two_presses_begin_one_battle(browser: Browser, address: str, umpire: Client) -> None:
    with visiting(browser, address) as seen:
        page = seen.page
        page.get_by_text("A battle of your own").click()
        page.get_by_role("combobox", name="Game").select_option("paper_tigers")
        page.get_by_label("Its name, if you like").fill("Pressed twice")
        page.get_by_text("Put armies together here").click()
        for side in ("Red", "Blue"):
            page.get_by_label(f"Add a unit to {side}").select_option("tank")
        expect(page.locator(".army-line")).to_have_count(2)
        late = Late(page, "/battles", method="POST")
        begin = page.get_by_role("button", name="Begin", exact=True)
        begin.click()
        late.wait()
        begin.click()
        assert len(late.held) == 1
        late.let_go()
        expect(page.locator("header .title")).to_have_text("Pressed twice")
        late = Late(page, "/samples/*/battle", method="POST")
        page.get_by_role("button", name="Paper Umpire", exact=True).click()
        before = len(umpire.battles())
        page.locator("[data-key='sample paper-tigers']").click()
        late.wait()
        page.locator("[data-key='sample papercraft']").click()
        late.let_go()
        expect(page.locator("header .title")).not_to_have_text("Pressed twice")
        named = [each["name"] for each in umpire.battles()]
        assert (named.count("Pressed twice"), len(named)) == (1, before + 1)
        assert seen.complaints == []


def test_two_presses_give_one_command(browser: Browser, umpire: Client) -> None:
    battle = duel(umpire, "Given twice", rolled=True)
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as seen:
        page = seen.page
        open_menu(page)
        page.get_by_text("Any other command").click()
        page.get_by_role("combobox", name="Command").select_option("terrain_done")
        late = Late(page, "/battles/*/commands", method="POST")
        give = page.get_by_role("button", name="Give this command")
        give.click()
        late.wait()
        give.click()
        assert len(late.held) == 1
        late.let_go()
        expect(page.locator("[data-ruling=accepted]")).to_be_visible()
        told(page, umpire.battle(battle)["last"])
        assert page.locator(".offers").get_attribute("inert") is None
        assert seen.complaints == []


def test_nothing_old_is_pressed_between_a_command_and_what_comes_of_it(
    browser: Browser, umpire: Client
) -> None:
    battle = duel(umpire, "Between", rolled=True)
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as seen:
        page = seen.page
        done = page.locator("[data-command=terrain_done] [data-key=give]")
        slow = SlowOptions(page)
        slow.let_go()
        expect(done).to_be_enabled()
        slow.hold()
        done.click()
        expect(page.locator("[data-ruling=accepted]")).to_be_visible()
        expect(page.locator(".offers")).to_have_attribute("inert", "")
        slow.wait()
        slow.let_go()
        told(page, umpire.battle(battle)["last"])
        expect(page.locator(".offers")).not_to_have_attribute("inert", "")
        assert seen.complaints == []


def test_what_a_line_tells_that_came_back_is_believed(browser: Browser, umpire: Client) -> None:
    """The umpire may have begun anew, without the last event: nobody may wait for that one."""
    battle = duel(umpire, "Came back", rolled=True)
    lines: list[WebSocketRoute] = []

    def kept(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    def from_the_future(route: Route) -> None:
        answer = route.fetch()
        ruling = answer.json()
        ruling["events"][-1]["sequence"] = 999
        route.fulfill(response=answer, json=ruling)

    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as seen:
        page = seen.page
        page.route_web_socket("**/api/v1/live", kept)
        page.route("**/commands", from_the_future)
        page.reload()
        page.locator("[data-command=terrain_done] [data-key=give]").click()
        expect(page.locator("[data-ruling=accepted]")).to_be_visible()
        told(page, umpire.battle(battle)["last"])
        expect(page.locator(".offers")).to_have_attribute("inert", "")
        lines[-1].close()
        expect(page.locator(".offers")).not_to_have_attribute("inert", "")
        until(page, lambda: len(lines) > 1)
        expect(page.locator("header .link")).to_have_text("Live")
        assert page.locator(".offers").get_attribute("inert") is None


def test_a_replay_has_what_was_played_since_it_was_closed(
    browser: Browser, address: str, umpire: Client
) -> None:
    battle = duel(umpire, "Played on")
    is_slow = [False]

    def without_states(line: WebSocketRoute) -> None:
        """The log comes at once, what it has led to much later."""
        server = line.connect_to_server()

        def tell(message: str | bytes) -> None:
            if not (is_slow[0] and json.loads(message)["type"] == "state"):
                line.send(message)

        server.on_message(tell)
        line.on_message(server.send)

    with visiting(browser, address) as seen:
        page = seen.page
        page.route_web_socket("**/api/v1/live", without_states)
        page.reload()
        go_on(page, "Played on")
        expect(page.locator("header .link")).to_have_text("Live")
        where = page.locator(".replay .where")
        page.evaluate("location.hash = '#/replay'")
        expect(where).to_contain_text("e0 of 0")
        page.locator(".replay [data-key=close]").click()
        is_slow[0] = True
        umpire.command(battle, {"kind": "roll", "dice": [6, 3]}, seat="Host")
        expect(page.locator("ol.log[reversed]")).to_contain_text("Red rolls 6, 3")
        page.evaluate("location.hash = '#/replay/1'")
        expect(where).to_contain_text("e1 of 1")
        expect(page.locator(".replay .says")).to_contain_text("Red rolls 6, 3")
        assert seen.complaints == []


def test_another_seat_is_taken_before_the_line_for_the_last_one_is_there(
    browser: Browser, address: str, umpire: Client
) -> None:
    battle = duel(umpire, "Seats at once")
    with visiting(browser, address) as seen:
        page = seen.page
        go_on(page, "Seats at once")
        told(page, umpire.battle(battle)["last"])
        expect(page.locator("[data-command=roll]")).to_have_count(2)
        for seats in (["Host", "Guest"], ["Guest", "Host"]):
            page.evaluate(
                """(seats) => {
                  for (const seat of seats) {
                    const select = document.querySelector(".you select");
                    select.value = seat;
                    select.dispatchEvent(new Event("change"));
                  }
                }""",
                seats,
            )
            expect(page.locator("header .link")).to_have_text("Live")
            expect(page.locator("[data-command=roll]")).to_have_count(1)
        assert seen.complaints == []


def test_a_piece_is_taken_again_before_the_umpire_has_moved_it(
    browser: Browser, address: str, umpire: Client
) -> None:
    umpire.lay_table(duel_table())
    with visiting(browser, address) as seen:
        page = seen.page
        page.get_by_role("button", name="To the table").click()
        page.locator("[data-piece=T1]").click()
        expect(page.locator(".handle")).to_be_visible()
        inch = (middle(page, "T1")[1] - middle(page, "T2")[1]) / 26
        late = Late(page, "/table/pieces/T1", method="PUT")
        drag(page, by=("T1", 0, -6 * inch))
        late.wait()
        # The rest of the table goes on meanwhile, and T1 does not jump back.
        umpire.put_piece("T2", x_in=25, y_in=31)
        expect(page.locator("[data-piece=T2]")).to_have_attribute(
            "aria-label", "T2, Blue tank, at 25.0, 31.0, facing south"
        )
        drag(page, by=("T1", 4 * inch, 0))
        with page.expect_response("**/table/pieces/T1*"):
            late.let_go()
        expect(page.locator("[data-piece=T1]")).to_have_attribute(
            "aria-label", "T1, Red tank, at 22.0, 11.0, facing north"
        )
        until(
            page, lambda: [round(each, 1) for each in place_of(umpire, "T1")] == [22.0, 11.0, 90.0]
        )
        assert seen.complaints == []


def test_new_offers_do_not_take_away_what_another_part_wants_tapped(
    browser: Browser, umpire: Client
) -> None:
    battle = duel(umpire, "Tapped")
    with visiting(browser, umpire.invite(battle, seat="Guest")["url"]) as seen:
        page = seen.page
        go(page, "Measure")
        page.locator("[data-piece=T2]").click()
        page.get_by_role("button", name="What if it stood elsewhere?").click()
        umpire.command(battle, {"kind": "roll", "dice": [6, 3]}, seat="Host")
        told(page, umpire.battle(battle)["last"])
        box = page.locator("svg.map").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(page.get_by_role("button", name="T2 where it really stands")).to_be_visible()
        go(page, "The table")
        expect(page.locator("svg.map.choosing")).to_have_count(0)
        assert seen.complaints == []
