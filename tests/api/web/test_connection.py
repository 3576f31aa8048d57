"""The page lives through a server that goes and comes, and through its own sleep."""

import json
import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, WebSocketRoute, expect

from api.client import Client
from tests.api.forked import forked_serving
from tests.api.web.browsing import (
    DESK,
    DUEL,
    PHONE,
    Late,
    duel_table,
    go,
    until,
    visit,
    visiting,
)

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_a_page_comes_back_when_the_server_does_and_has_missed_nothing(
    browser: Browser, tmp_path: Path
) -> None:
    battles = str(tmp_path / "battles")
    with forked_serving("--battles", battles, cwd=tmp_path) as (address, _):
        port = Client(address).origin.rpartition(":")[2]
        with Client(address) as umpire:
            umpire.lay_table(duel_table())
            battle = umpire.create(DUEL)["id"]
            seen = visit(browser, umpire.invite(battle, seat="Guest")["url"], size=PHONE)
        expect(seen.page.locator("header .link")).to_have_text("Live")
    expect(seen.page.locator(".banner")).to_contain_text("The line is lost")
    with forked_serving("--battles", battles, cwd=tmp_path, port=port) as (address, _):
        with Client(address) as umpire:
            umpire.command(battle, {"kind": "roll", "dice": [6, 3]}, seat="Host")
        seen.page.evaluate("window.dispatchEvent(new Event('online'))")
        expect(seen.page.locator("header .link")).to_have_text("Live")
        expect(seen.page.locator(".banner")).to_be_hidden()
        go(seen.page, "The log")
        expect(seen.page.locator("ol.log[reversed]")).to_contain_text("Red rolls 6, 3")
        go(seen.page, "The table")
        seen.page.get_by_role("button", name="A 2", exact=True).click()
        seen.page.get_by_role("button", name="A 3", exact=True).click()
        seen.page.locator(".dock [data-key=give]").first.click()
        expect(seen.page.locator("[data-ruling=accepted]")).to_contain_text("Blue rolls 2, 3")
        seen.close()


WHERE = """() => ["svg.map", ".dock", ".scroll", ".start"].map((each) => {
  const { x, y, width, height } = document.querySelector(each).getBoundingClientRect();
  return [each, x, y, width, height];
})"""
"""Where the parts of the page stand."""


def test_that_the_line_is_lost_is_told_without_moving_anything(
    browser: Browser, tmp_path: Path
) -> None:
    with ExitStack() as open_, ExitStack() as served:
        battles = str(tmp_path / "battles")
        address, _ = served.enter_context(forked_serving("--battles", battles, cwd=tmp_path))
        with Client(address) as umpire:
            umpire.lay_table(duel_table())
            battle = str(umpire.create(DUEL)["id"])
        seen = []
        for size in (DESK, PHONE):
            for place in ("The table", "Your table", "The log", "All battles"):
                page = open_.enter_context(
                    visiting(browser, address, size=size, battle=battle)
                ).page
                expect(page.locator("header .link")).to_have_text("Live")
                go(page, place)
                seen.append(page)
        for page in seen:
            page.wait_for_load_state("networkidle")
        stood = [page.evaluate(WHERE) for page in seen]
        served.close()
        for page, before in zip(seen, stood, strict=True):
            expect(page.locator(".banner")).to_contain_text("The line is lost")
            expect(page.locator(".banner")).to_be_in_viewport(ratio=0.9)
            assert page.evaluate(WHERE) == before
            # Whatever lies under it can be pressed.
            assert (
                page.locator(".banner").evaluate("each => getComputedStyle(each).pointerEvents")
                == "none"
            )


@pytest.mark.parametrize(
    "part", ["**/table/view.js", pytest.param("**/style/table.css", marks=pytest.mark.long)]
)
def test_a_page_of_which_a_file_did_not_come_fetches_itself_anew(
    browser: Browser, address: str, part: str
) -> None:
    """Else it would say for ever that it is reaching the umpire, or have no looks."""
    lost: list[str] = []

    def lose(route: Route) -> None:
        lost.append(route.request.url)
        route.fulfill(status=429) if len(lost) < 3 else route.continue_()

    with visiting(browser, "about:blank") as seen:
        seen.page.route(part, lose)
        seen.page.goto(address)
        expect(seen.page.get_by_role("button", name="To the table")).to_be_visible()
        until(seen.page, lambda: len(lost) == 3)


@pytest.mark.long
def test_a_page_that_never_comes_whole_says_so_in_the_end(browser: Browser, address: str) -> None:
    with visiting(browser, "about:blank") as seen:
        page = seen.page
        page.clock.install()
        page.route("**/table/view.js", lambda route: route.abort())
        page.goto(address)
        for _ in range(5):
            expect(page.locator(".waiting")).to_contain_text("Trying again")
            with page.expect_navigation():
                page.clock.run_for(20_000)
        expect(page.locator(".waiting")).to_contain_text("did not come whole. Reload it")


@pytest.mark.long
def test_a_phone_that_slept_notices_that_its_line_is_dead(browser: Browser, umpire: Client) -> None:
    """The socket looks open after a sleep, and nothing ever comes through it again."""
    umpire.lay_table(duel_table())
    battle = umpire.create(DUEL)["id"]
    lines: list[WebSocketRoute] = []
    asleep = [False]

    def passed_on(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        number = len(lines)
        lines.append(line)
        server.on_message(lambda text: None if asleep[0] and number == 0 else line.send(text))
        line.on_message(lambda text: None if asleep[0] and number == 0 else server.send(text))

    with visiting(browser, umpire.invite(battle)["url"], size=PHONE) as seen:
        page = seen.page
        page.route_web_socket("**/api/v1/live", passed_on)
        page.clock.install()
        page.reload()
        expect(page.locator("header .link")).to_have_text("Live")
        asleep[0] = True
        umpire.command(battle, {"kind": "roll", "dice": [6, 3]}, seat="Host")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.clock.run_for(4500)
        expect(page.locator("header .link")).to_have_text("Live")
        go(page, "The log")
        page.clock.run_for(100)
        expect(page.locator("ol.log[reversed]")).to_contain_text("Red rolls 6, 3")
        # A busy computer may take one more attempt; a page in a loop would take many.
        assert 2 <= len(lines) <= 3


def test_a_part_that_is_gone_to_before_the_umpire_has_answered_stays(
    browser: Browser, address: str
) -> None:
    """On a slow network the menu is there long before the page knows who it is for."""
    with visiting(browser, address) as seen:
        page = seen.page
        late = Late(page, "/me")
        page.reload()
        late.wait()
        go(page, "Your table")
        late.let_go()
        expect(page.locator("header .link")).to_have_text("Live")
        expect(page.get_by_role("region", name="Your table")).to_be_visible()
        assert seen.complaints == []


def test_whoever_is_let_in_no_more_is_told_so(browser: Browser, umpire: Client) -> None:
    umpire.lay_table(duel_table())
    battle = umpire.create(DUEL)["id"]
    invitation = umpire.invite(battle, seat="Guest")
    with visiting(browser, invitation["url"]) as seen:
        expect(seen.page.locator("header .link")).to_have_text("Live")
        expect(seen.page.locator(".presence")).to_have_text(re.compile("Host is"))
        roll = seen.page.locator(".dock [data-key=roll]")
        expect(roll).to_be_visible()
        umpire.revoke(invitation["grant"])
        expect(seen.page.get_by_role("alert")).to_contain_text(
            "This link has ended. On the umpire's computer: open the new link"
        )
        expect(seen.page.locator("header .link")).to_have_text("Ended")
        # Nothing that could only fail is there to be pressed, and nobody is said to be here.
        assert roll.evaluate("each => each.closest('[inert]') !== null")
        expect(seen.page.locator(".presence")).to_have_text("")


def test_a_stranger_is_told_how_to_get_in(browser: Browser, umpire: Client) -> None:
    with visiting(browser, umpire.origin + "/#nobody-knows-this-token") as seen:
        told = seen.page.get_by_role("alert")
        expect(told).to_contain_text("This link has ended")
        # On this computer it may be the host, whose link is another one after each start.
        expect(told).to_contain_text(
            "open the new link that the terminal shows, type `umpire open`"
        )
        expect(told).not_to_contain_text("Ask for a new one")
        assert "nobody" not in seen.page.url
        seen.page.reload()
        expect(seen.page.get_by_role("alert")).to_contain_text("This table is private")


def test_a_new_link_is_taken_in_the_tab_that_shows_an_old_one(
    browser: Browser, address: str
) -> None:
    with visiting(browser, address.partition("#")[0] + "#nobody-knows-this-token") as seen:
        expect(seen.page.get_by_role("alert")).to_contain_text("This link has ended")
        # Only what is behind the # differs, so that the browser loads nothing by itself.
        seen.page.goto(address)
        expect(seen.page.locator("header .link")).to_have_text("Live")


def test_the_token_leaves_the_address_and_a_reload_stays(
    browser: Browser, address: str, umpire: Client
) -> None:
    umpire.lay_table(duel_table())
    umpire.create({**DUEL, "name": "Again"})
    token = address.partition("#")[2]
    with visiting(browser, address) as seen:
        page = seen.page
        assert token not in page.url
        page.get_by_role("button", name="Go on with Again").click()
        go(page, "The log")
        page.reload()
        expect(page.locator("header .title")).to_have_text("Again")
        expect(page.get_by_role("region", name="The log")).to_be_visible()
        assert json.loads(page.evaluate("JSON.stringify(localStorage)")).get("token") == token
        page.go_back()
        expect(page.locator("body")).to_have_attribute("data-place", "play")
        assert seen.complaints == []
