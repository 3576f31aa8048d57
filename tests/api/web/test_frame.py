"""The one view in which a battle is played: every window holds it, every seat sees every ruling."""

import re
import sys
from statistics import quantiles

import pytest
from playwright.sync_api import Browser, Page, expect

from api.client import Client
from tests.api.umpire import disc, table
from tests.api.web.browsing import (
    DUEL,
    PHONE,
    drag,
    duel_table,
    go,
    middle,
    open_menu,
    place_of,
    visit,
    visiting,
)
from tests.api.web.playing import TO_FIRE_OR_MOVE, TO_MOVE, lead

pytestmark = pytest.mark.browser

WINDOWS = {
    "wide": (1600, 900),
    "desk": (1280, 800),
    "tablet": (1024, 768),
    "phone": (390, 844),
    "small phone": (360, 640),
    "across": (844, 390),
    "at 200 %": (640, 400),
}


IS_CLEAR = """each => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
"""Whether nothing lies over the middle of a button."""


@pytest.fixture
def battle(umpire: Client) -> str:
    umpire.lay_table(duel_table())
    return str(umpire.create(DUEL)["id"])


def yellow(page: Page) -> int:
    """How many things on the page say that they are the next act."""
    return sum(each.is_visible() for each in page.locator("main .go, main .choice").all())


def test_all_of_a_battle_is_in_one_view_in_every_window(
    browser: Browser, umpire: Client, battle: str
) -> None:
    umpire.command(battle, {"kind": "roll", "dice": [6, 3]}, seat="Host")
    with visiting(browser, umpire.invite(battle, seat="Guest")["url"]) as seen:
        page = seen.page
        expect(page.locator(".pad")).to_be_visible()
        for name, (width, height) in WINDOWS.items():
            page.set_viewport_size({"width": width, "height": height})
            # The map follows its host a frame later.
            page.evaluate("() => new Promise((go) => requestAnimationFrame(() => setTimeout(go)))")
            for part in ("svg.map", ".plate >> nth=0", ".plate >> nth=1", ".dock .go", ".slip"):
                box = page.locator(part).first.bounding_box()
                assert box is not None, (name, part)
                if part != ".slip":
                    assert box["x"] >= 0, (name, part)
                    assert box["x"] + box["width"] <= width + 1, (name, part)
                if part == "svg.map":
                    assert min(box["width"], box["height"]) >= 300, (name, box)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            dock = page.locator(".dock").bounding_box()
            assert dock is not None
            assert dock["y"] + dock["height"] <= height + 1, name
        assert page.get_by_role("tab").count() == 0
        assert seen.complaints == []


def test_the_next_act_is_in_reach_on_a_small_phone_that_has_both_seats(
    browser: Browser, address: str, battle: str
) -> None:
    with visiting(browser, address, size={"width": 360, "height": 740}, battle=battle) as seen:
        page = seen.page
        # Both have to roll, so their two forms share the dock.
        expect(page.locator(".dock .pad")).to_be_visible()
        assert page.locator(".dock .seat-offers").count() == 2
        for width, height in ((360, 740), (740, 360)):
            page.set_viewport_size({"width": width, "height": height})
            roll = page.locator(".dock [data-key=roll]").first
            expect(roll).to_be_in_viewport(ratio=0.9)
            assert roll.evaluate(IS_CLEAR), (width, height)
        for face in (6, 5):
            page.locator(f".dock [data-key='face {face}']").first.click()
        give = page.locator(".dock .give .go:enabled")
        for width, height in ((740, 360), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            # Wherever one has scrolled to in the form.
            page.locator(".dock").evaluate("dock => dock.scrollTo(0, 0)")
            expect(give).to_be_in_viewport(ratio=0.9)
            assert give.evaluate(IS_CLEAR), (width, height)
        assert seen.complaints == []


def test_on_paper_there_is_the_table_and_the_state_and_nothing_to_press(
    browser: Browser, umpire: Client, battle: str
) -> None:
    assert umpire.command(battle, {"kind": "roll", "dice": [6, 3]}, seat="Host")["accepted"]
    with visiting(browser, umpire.invite(battle, seat="Guest")["url"]) as seen:
        page = seen.page
        expect(page.locator(".awaits strong")).not_to_be_empty()
        expect(page.locator(".slip [data-key='take back']")).to_be_visible()
        page.emulate_media(media="print", color_scheme="dark")
        for part in ("svg.map", ".plate >> nth=0", ".awaits"):
            expect(page.locator(part)).to_be_visible()
        for part in (".tools", ".menu-place", ".dock .go", ".link"):
            expect(page.locator(part).first).to_be_hidden()
        # Paper is laid out without a script; as large as on the screen it would hide the plates.
        page.locator("svg.map").evaluate("map => map.setAttribute('height', 4000)")
        fits = "map => map.getBoundingClientRect().height <= map.parentElement.clientHeight + 1"
        assert page.locator("svg.map").evaluate(fits)
        pressed = page.locator("button:visible, summary:visible, input:visible, a:visible")
        # Where the clause of a ruling is read on the screen, paper has its number.
        assert {each[:4] for each in pressed.all_inner_texts()} == {"Pape", "PT1-"}
        paper = page.evaluate(
            "getComputedStyle(document.documentElement).getPropertyValue('--ink')"
        )
        assert paper.strip() == "#211e19", "dark on paper, whatever the screen is"


def test_every_seat_sees_each_ruling_at_once_and_after_a_reload(
    browser: Browser, umpire: Client, battle: str
) -> None:
    host = visit(browser, umpire.invite(battle, seat="Host")["url"])
    guest = visit(browser, umpire.invite(battle, seat="Guest")["url"], size=PHONE)
    watcher = visit(browser, umpire.invite(battle)["url"])
    every = (host, guest, watcher)
    try:
        for face in ("6", "3"):
            host.page.get_by_role("button", name=f"A {face}", exact=True).click()
        host.page.locator(".dock .go").click()
        for seen in every:
            slip = seen.page.locator("[data-ruling=accepted]")
            expect(slip).to_contain_text("Red rolls 6, 3")
            expect(slip.locator(".kicker")).to_contain_text("Host")
            own = slip.get_by_role("button", name="Take back the roll", exact=True)
            assert own.count() == (seen is host)
        watcher.page.reload()
        expect(watcher.page.locator("[data-ruling=accepted]")).to_contain_text("Red rolls 6, 3")
        host.page.get_by_role("button", name="Take back the roll", exact=True).click()
        question = guest.page.locator(".dock .choice")
        expect(question).to_contain_text("Host asks to take back")
        guest.page.get_by_role("button", name="Agree", exact=True).click()
        for seen in every:
            expect(seen.page.locator("[data-ruling=accepted]")).to_contain_text("takes back")
            assert seen.complaints == []
    finally:
        for seen in every:
            seen.close()


def test_one_thing_is_yellow_on_ones_turn_and_nothing_on_the_others(
    browser: Browser, umpire: Client, battle: str
) -> None:
    for seat, dice in (("Host", [6, 3]), ("Guest", [2, 3])):
        umpire.command(battle, {"kind": "roll", "dice": dice}, seat=seat)
    with (
        visiting(browser, umpire.invite(battle, seat="Host")["url"]) as host,
        visiting(browser, umpire.invite(battle, seat="Guest")["url"]) as guest,
    ):
        expect(guest.page.locator("[data-ruling=accepted]")).to_be_visible()
        acting = host.page.locator("[data-command=terrain_done]")
        expect(acting).to_be_visible()
        expect(guest.page.locator(".pad")).to_have_count(0)
        assert (yellow(host.page), yellow(guest.page)) == (1, 0)
        expect(guest.page.locator(".turn-chip")).to_have_count(0)
        acting.locator(".go").click()
        expect(guest.page.locator("[data-command=choose]")).to_be_visible()
        expect(acting).to_have_count(0)
        assert (yellow(host.page), yellow(guest.page)) == (0, 1)


def test_a_move_that_is_too_far_says_so_stops_at_the_limit_and_counts(
    browser: Browser, umpire: Client, battle: str
) -> None:
    lead(umpire, battle, TO_MOVE)
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as host:
        page = host.page
        expect(page.locator("[data-command=move_done]")).to_be_visible()
        last = umpire.battle(battle)["last"]
        page.locator("[data-piece=T1]").click()
        inch = (middle(page, "T1")[1] - middle(page, "T2")[1]) / 26
        x, y = middle(page, "T1")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - 2 * inch, steps=3)
        expect(page.locator(".map .reach")).to_be_visible()
        expect(page.locator(".map > text.note:not(.ruler-words)")).to_contain_text(
            re.compile(r"^(2(\.0\d?)?|1\.9\d?) of ")
        )
        page.mouse.move(x, y - 19 * inch, steps=3)
        expect(page.locator(".map > text.note:not(.ruler-words)")).to_contain_text("in too far")
        with page.expect_response("**/pieces/T1*"):
            page.mouse.up()
        # Whoever taps a piece, to look at it or to drag it, has not moved yet.
        assert umpire.battle(battle)["last"] == last
        meter = page.locator(".meter")
        expect(meter).to_contain_text(re.compile(r"Too far by (7(\.0\d?)?|6\.9\d?) in"))
        assert yellow(page) == 1
        with page.expect_response("**/pieces/T1*"):
            meter.locator("[data-key=stop]").click()
        expect(meter).to_have_attribute("data-over", "false")
        with page.expect_response("**/pieces/T1*"):
            drag(page, by=("T1", 0, 7 * inch))
        done = page.locator("[data-command=move_done] [data-key=give]")
        expect(done).to_have_text("Done")
        done.click()
        expect(page.locator("[data-ruling=accepted]")).to_contain_text(
            # To the nearest pixel of the drag.
            re.compile(r"T1 moves (4[.]9\d|5([.]0\d)?) in")
        )
        assert page.locator(".map .mark.no:not(.plain)").count() == 0
        page.get_by_text("What it was judged by").first.click()
        expect(page.locator("[data-ruling] .evidence").first).to_contain_text("limit")
        assert host.complaints == []


def test_what_was_dragged_too_far_is_let_pass_where_the_other_side_agrees(
    browser: Browser, umpire: Client, battle: str
) -> None:
    lead(umpire, battle, TO_MOVE)
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as host:
        page = host.page
        expect(page.locator("[data-command=move_done]")).to_be_visible()
        inch = (middle(page, "T1")[1] - middle(page, "T2")[1]) / 26
        with page.expect_response("**/pieces/T1*"):
            drag(page, by=("T1", 0, -14 * inch))
        far = place_of(umpire, "T1", battle=battle)
        # It is tried first, which tells the clause that is asked for.
        with page.expect_response(lambda told: '"override"' in (told.request.post_data or "")):
            page.get_by_role("button", name="Ask Blue to let it pass").click()
        (asked,) = umpire.battle(battle)["view"]["asks"]
        agree = {"kind": "agree", "ask": asked["ask"]}
        assert umpire.command(battle, agree, seat="Guest")["accepted"]
        expect(page.locator("[data-ruling=accepted]")).to_contain_text("T1 moves 14")
        assert place_of(umpire, "T1", battle=battle) == far
        assert host.complaints == []


def test_ground_that_is_gone_into_too_deep_is_told_with_a_way_back(
    browser: Browser, umpire: Client
) -> None:
    ahead = [[12, 12], [22, 12], [22, 22], [12, 22]]
    umpire.lay_table(
        duel_table() | {"terrain": [{"id": "W1", "kind": "woods", "outline_in": ahead}]}
    )
    battle = str(umpire.create(DUEL)["id"])
    lead(umpire, battle, TO_MOVE)
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as host:
        page = host.page
        expect(page.locator("[data-command=move_done]")).to_be_visible()
        woods = page.locator("[data-area=W1]")
        inch = (middle(page, "T1")[1] - middle(page, "T2")[1]) / 26
        x, y = middle(page, "T1")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - 9.2 * inch, steps=3)
        expect(woods).to_contain_class("entered")
        expect(page.locator(".map > text.note:not(.ruler-words)")).to_contain_text("too deep")
        with page.expect_response("**/pieces/T1*"):
            page.mouse.up()
            # It stays in sight until the move is done.
            expect(woods).to_contain_class("entered")
        expect(page.locator(".meter .why")).to_contain_text("3 in allowed on entering it")
        expect(page.locator("[data-command=move_done] [data-key=give]")).to_have_count(0)
        with page.expect_response("**/pieces/T1*"):
            page.locator(".meter [data-key=stop]").click()
        expect(page.locator(".meter .why")).to_have_count(0)
        page.locator("[data-command=move_done] [data-key=give]").click()
        expect(page.locator("[data-ruling=accepted]")).to_contain_text("T1 moves")
        assert host.complaints == []


def test_giving_up_asks_in_every_game(umpire: Client) -> None:
    """Whatever it is called in a game, it stands in the menu and asks once more."""
    grave: dict[str, set[str]] = {}
    for sample in umpire.samples():
        begun = umpire.begin_sample(sample["sample"])["id"]
        seats = [seat["name"] for seat in umpire.battle(begun)["view"]["seats"]]
        offers = [each for seat in seats for each in umpire.options(begun, seat=seat)]
        grave[sample["game"]] = {
            each["command"] for each in offers if each["weight"] == "grave"
        } | grave.get(sample["game"], set())
        ending = [each for each in offers if "up." in each["says"] and "Give" in each["says"]]
        assert all(each["weight"] == "grave" for each in ending), sample
    assert sum(map(bool, grave.values())) >= 3, grave


def test_the_log_is_filtered_and_searched(browser: Browser, umpire: Client, battle: str) -> None:
    for seat, dice in (("Host", [6, 3]), ("Guest", [2, 3])):
        umpire.command(battle, {"kind": "roll", "dice": dice}, seat=seat)
    with visiting(browser, umpire.invite(battle, seat="Guest")["url"]) as seen:
        page = seen.page
        go(page, "The log")
        rows = page.locator("ol.log[reversed] > li")
        expect(rows.first).to_be_visible()
        every = rows.count()
        page.get_by_role("button", name="Mine", exact=True).click()
        expect(page.locator("ol.log[reversed]")).not_to_contain_text("Red rolls")
        expect(page.locator("ol.log[reversed]")).to_contain_text("Blue rolls 2, 3")
        page.get_by_role("button", name="All", exact=True).click()
        expect(rows).to_have_count(every)
        page.get_by_label("Search the log").fill("red rolls")
        expect(rows).to_have_count(1)
        assert seen.complaints == []


def test_the_menu_opens_and_closes_with_keys(browser: Browser, umpire: Client, battle: str) -> None:
    with visiting(browser, umpire.invite(battle, seat="Guest")["url"]) as seen:
        page = seen.page
        open_menu(page)
        expect(page.get_by_role("button", name="Give up", exact=True)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Give up", exact=True)).to_be_hidden()
        expect(page.get_by_role("button", name="Menu", exact=True)).to_be_focused()


@pytest.mark.long
def test_dragging_among_a_hundred_units_costs_little(
    browser: Browser, address: str, umpire: Client
) -> None:
    """The page's scripts on their own thread, per step of a drag; beside an empty page."""
    costs = {}
    with visiting(browser, address) as seen:
        empty = seen.context.new_page()
        costs[0] = script_costs(empty, at=(300, 300))
    for count in (1, 100):
        pieces = [disc(f"P{n}", 1.5 + 2.2 * (n % 10), 1.5 + 2.2 * (n // 10)) for n in range(count)]
        umpire.lay_table(table(*pieces))
        with visiting(browser, address) as seen:
            page = seen.page
            page.get_by_role("button", name="To the table").click()
            expect(page.locator("[data-piece]")).to_have_count(count)
            costs[count] = script_costs(page, at=middle(page, "P0"))
            assert seen.complaints == []
    told = {count: round(quantiles(each, n=20)[-1], 2) for count, each in costs.items()}
    sys.stdout.write(
        f"p95 of the scripts in a step of a drag: {told[100]} ms among 100 units, {told[1]} ms "
        f"with one, {told[0]} ms on an empty page\n"
    )
    assert told[100] <= 8


def script_costs(page: Page, *, at: tuple[float, float], steps: int = 60) -> list[float]:
    """Milliseconds of the page's own thread for each step of a drag."""
    metrics = page.context.new_cdp_session(page)
    metrics.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        found = metrics.send("Performance.getMetrics")["metrics"]
        return 1000 * float(
            next(each["value"] for each in found if each["name"] == "ScriptDuration")
        )

    x, y = at
    page.mouse.move(x, y)
    page.mouse.down()
    costs = []
    for step in range(steps):
        before = spent()
        page.mouse.move(x + 3 * step, y + 2 * step)
        costs.append(spent() - before)
    page.mouse.up()
    return costs


def test_what_a_unit_may_do_hangs_on_its_piece_with_keys_alone(
    browser: Browser, umpire: Client, battle: str
) -> None:
    lead(umpire, battle, TO_FIRE_OR_MOVE)
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as host:
        page = host.page
        piece = page.locator("[data-piece=T1]")
        expect(piece).to_contain_class("can")
        piece.focus()
        page.keyboard.press("Enter")
        bar = page.get_by_role("toolbar", name="What T1 may do")
        expect(bar.get_by_role("button").first).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(bar.get_by_role("button").nth(1)).to_be_focused()
        page.keyboard.press("Escape")
        expect(bar).to_be_hidden()
        expect(piece).to_be_focused()
        assert host.complaints == []
