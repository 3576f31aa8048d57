"""What the drawn table shows and takes: taps, keys, drags, and names that are no friends."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from api.client import Client
from tests.api.umpire import disc, table, wood
from tests.api.web.browsing import (
    DUEL,
    PHONE,
    drag,
    duel_table,
    go,
    middle,
    place_of,
    rectangle,
    until,
    visiting,
)

pytestmark = pytest.mark.browser


def lay(umpire: Client, *pieces: object, **more: object) -> None:
    umpire.lay_table(table(*pieces, **more))  # type: ignore[arg-type]


def pick_two(page: Page) -> None:
    page.locator(".chips button").first.click()
    # The answers to the first push the list down; a tap has to come after that.
    expect(page.locator(".answers .glance")).to_be_visible()
    page.locator(".chips button").last.click()


def pair(umpire: Client) -> None:
    """Two pieces ten inches apart with woods between them, and a third near the first."""
    lay(
        umpire,
        disc("A1", 5, 10),
        disc("B1", 15, 10, side="blue"),
        disc("A2", 5, 13, state="hidden"),
        terrain=[wood()],
    )


def at_the_table(page: Page) -> Page:
    page.get_by_role("button", name="To the table").click()
    expect(page.locator("[data-piece=A1]")).to_be_visible()
    return page


@pytest.mark.parametrize("size", [PHONE, None], ids=["phone", "desk"])
def test_two_pieces_are_tapped_and_the_umpire_answers(
    browser: Browser, address: str, umpire: Client, size: object
) -> None:
    pair(umpire)
    more = {} if size is None else {"size": size, "touch": True}
    with visiting(browser, address, **more) as seen:
        page = at_the_table(seen.page)
        page.locator("[data-piece=A1]").click()
        expect(page.locator(".glance tbody tr")).to_have_count(2)
        expect(page.locator(".glance tbody tr").first).to_contain_text("9 in")
        expect(page.locator(".glance tbody tr").first).to_contain_text("No")
        expect(page.locator(".glance tbody tr").last).to_contain_text("A2–Cannot see")
        expect(page.locator("[data-piece=B1]")).to_contain_class("out-of-sight")
        page.locator("[data-piece=B1]").click()
        expect(page.locator("article[data-what=range]")).to_contain_text("A1 is 9 in from B1")
        sight = page.locator("article[data-what=sight]")
        expect(sight).to_have_attribute("data-answer", "NO")
        expect(sight).to_contain_text("the woods stand in the way")
        expect(page.locator(".map .mark.sight")).to_have_count(1)
        expect(page.locator(".map .mark.blocked")).to_have_count(1)
        page.get_by_role("button", name="Swap").click()
        expect(page.locator("article[data-what=range]")).to_contain_text("B1 is 9 in from A1")
        wider = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not wider, "the page is wider than the screen"
        page.get_by_role("button", name="Clear").click()
        expect(page.locator("article[data-what]")).to_have_count(0)
        expect(page.locator(".map .mark")).to_have_count(0)
        assert seen.complaints == []


def test_an_answer_follows_the_table(browser: Browser, address: str, umpire: Client) -> None:
    pair(umpire)
    with visiting(browser, address) as seen:
        page = at_the_table(seen.page)
        page.locator("[data-piece=A1]").click()
        page.locator("[data-piece=B1]").click()
        expect(page.locator("article[data-what=range]")).to_contain_text("9 in")
        umpire.put_piece("B1", x_in=12, y_in=10)
        expect(page.locator("article[data-what=range]")).to_contain_text("A1 is 6 in from B1")


def test_a_button_that_is_put_in_anew_under_a_finger_is_pressed_once(
    browser: Browser, address: str, umpire: Client
) -> None:
    pair(umpire)
    with visiting(browser, address) as seen:
        page = at_the_table(seen.page)
        page.locator("[data-piece=A1]").click()
        there = page.locator(".glance [data-key='glance B1']")
        before = there.element_handle()
        there.hover()
        page.mouse.down()
        umpire.put_piece("A2", x_in=5, y_in=23)
        page.wait_for_function("(button) => !button.isConnected", arg=before)
        expect(there).to_be_visible()
        page.mouse.up()
        # Pressed twice it would be picked no more.
        expect(page.locator("article[data-what=range]")).to_contain_text("A1 is 9 in from B1")
        expect(page.locator("[data-piece=B1]")).to_have_attribute("aria-pressed", "true")
        assert seen.complaints == []


def test_states_errors_halo_and_ruler(browser: Browser, address: str, umpire: Client) -> None:
    pair(umpire)
    with visiting(browser, address) as seen:
        page = at_the_table(seen.page)
        hidden = page.locator("[data-piece=A2]")
        expect(hidden).to_have_class("piece side-red hidden")
        assert "hidden" in (hidden.get_attribute("aria-label") or "")
        expect(page.locator(".map .error").first).to_be_hidden()
        page.get_by_role("button", name="Show the error of each place").click()
        expect(page.locator(".map .error").first).to_be_visible()
        page.locator("[data-piece=A1]").click()
        page.get_by_role("button", name="Show 3 inches around").click()
        expect(page.locator(".map .halo")).to_have_count(1)
        page.get_by_role("button", name="Ruler").click()
        drag(page, by=("A1", "B1"))
        expect(page.locator(".ruler-words")).to_have_text("10 in")
        before = middle(page, "A1")
        page.get_by_role("button", name="Turn the table").click()
        assert middle(page, "A1") != before
        page.get_by_role("button", name="Closer").click()
        page.mouse.wheel(0, -300)
        page.get_by_role("button", name="The whole table").click()
        assert seen.complaints == []


def test_the_host_drags_a_piece_and_turns_it(
    browser: Browser, address: str, umpire: Client
) -> None:
    umpire.lay_table(duel_table())
    with visiting(browser, address) as seen:
        page = seen.page
        page.get_by_role("button", name="To the table").click()
        page.locator("[data-piece=T1]").click()
        expect(page.locator(".handle")).to_be_visible()
        scale = middle(page, "T1")[1] - middle(page, "T2")[1]
        inch = scale / 26
        with page.expect_response("**/table/pieces/T1*"):
            drag(page, by=("T1", 4 * inch, -6 * inch))
        x, y, heading = place_of(umpire, "T1")
        assert (round(x, 1), round(y, 1), heading) == (22.0, 11.0, 90.0)
        knob = page.locator(".handle").bounding_box()
        assert knob is not None
        here = middle(page, "T1")
        page.mouse.move(knob["x"] + 9, knob["y"] + 9)
        page.mouse.down()
        page.mouse.move(here[0] + 60, here[1] - 20)
        with page.expect_response("**/table/pieces/T1*"):
            page.mouse.move(here[0] + 80, here[1])
            page.mouse.up()
        assert place_of(umpire, "T1") == (x, y, 0.0)
        # Far beside the table it goes back, and a little over the edge it stands at it.
        drag(page, by=("T1", 9000, 0))
        expect(page.locator(".toast")).to_contain_text("T1 is back where it stood")
        assert place_of(umpire, "T1") == (x, y, 0.0)
        with page.expect_response("**/table/pieces/T1*"):
            drag(page, by=("T1", 15 * inch, 0))
        assert place_of(umpire, "T1")[0] == 36.0
        assert seen.complaints == []


IS_FILLED = """() => {
  const [map, box] = ["svg.map", ".map-box"].map((each) =>
    document.querySelector(each).getBoundingClientRect());
  return Math.abs(map.height - box.height) <= 1 && Math.abs(map.width - box.width) <= 1;
}"""
"""Whether the table takes all of its place on the page; both are read at one moment."""


def test_what_lay_under_a_finger_is_meant_though_the_page_has_moved_since(
    browser: Browser, address: str, umpire: Client
) -> None:
    umpire.lay_table(duel_table())
    # As what everybody has to know pushes the table down; the page's own line of it would be told
    # anew, and be hidden, as soon as the table is known to have changed.
    pushed = """(by) => {
        const line = document.querySelector(".pushing") ?? document.createElement("p");
        Object.assign(line, { className: "banner pushing", hidden: by === 0 });
        line.style.height = `${by}px`;
        document.querySelector("#app > .banner").before(line);
    }"""
    with visiting(browser, address) as seen:
        page = seen.page
        page.get_by_role("button", name="To the table").click()
        x, y = middle(page, "T1")
        page.mouse.move(x, y)
        page.mouse.down()
        page.evaluate(pushed, 200)
        page.mouse.up()
        expect(page.locator("[data-piece=T1]")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".handle")).to_be_visible()
        page.evaluate(pushed, 0)
        until(page, lambda: middle(page, "T1") == (x, y))
        page.mouse.down()
        page.evaluate(pushed, 200)
        # The page is laid out anew before the finger goes on.
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        with page.expect_response("**/table/pieces/T1*"):
            page.mouse.move(x + 60, y + 150, steps=3)
            page.mouse.up()
        assert place_of(umpire, "T1") != (18.0, 5.0, 90.0)
        # And now the whole table is in the picture, which follows its box a frame later.
        until(page, lambda: page.evaluate(IS_FILLED))
        assert seen.complaints == []


def test_a_player_drags_their_own_pieces_and_no_others(browser: Browser, umpire: Client) -> None:
    umpire.lay_table(duel_table())
    battle = umpire.create(DUEL)["id"]
    with visiting(browser, umpire.invite(battle, seat="Guest")["url"]) as seen:
        page = seen.page
        go(page, "Measure")
        page.locator("[data-piece=T2]").click()
        # The table is turned to the player's side: what was in the north is near.
        assert middle(page, "T2")[1] > middle(page, "T1")[1]
        expect(page.locator(".handle")).to_be_visible()
        inch = (middle(page, "T2")[1] - middle(page, "T1")[1]) / 26
        with page.expect_response("**/pieces/T2"):
            drag(page, by=("T2", 0, -4 * inch))
        x, y, _ = place_of(umpire, "T2", battle=battle)
        assert (round(x, 1), round(y, 1)) == (20.0, 27.0)
        before = middle(page, "T1")
        drag(page, by=("T1", 60, 40))
        # The table itself was pushed, as it is anywhere else.
        x, y = middle(page, "T1")
        assert (round(x - before[0]), round(y - before[1])) == (60, 40)
        assert place_of(umpire, "T1", battle=battle) == (18.0, 5.0, 90.0)
        assert seen.complaints == []


def test_the_table_is_used_with_keys_alone(browser: Browser, address: str, umpire: Client) -> None:
    umpire.lay_table(
        {
            **duel_table(),
            "pieces": [
                rectangle("T1", side="Red", at=(10, 10)),
                rectangle("T2", side="Blue", at=(20, 11)),
                rectangle("T3", side="Blue", at=(10, 25)),
            ],
        }
    )
    with visiting(browser, address) as seen:
        page = seen.page
        page.get_by_role("button", name="To the table").press("Enter")
        page.locator("[data-piece=T1]").focus()
        page.keyboard.press("Enter")
        # The handle is there as soon as the page knows that pieces are moved from here.
        expect(page.locator(".handle")).to_be_visible()
        page.keyboard.press("ArrowRight")
        expect(page.locator("[data-piece=T2]")).to_be_focused()
        page.keyboard.press("Space")
        expect(page.locator("article[data-what=range]")).to_contain_text("T1 is")
        page.keyboard.press("ArrowUp")
        expect(page.locator("[data-piece=T3]")).to_be_focused()
        # Faster than the umpire answers: no step is lost, and the page is ahead of the umpire.
        for key in ("Alt+ArrowUp", "Alt+ArrowUp", ",", "Alt+ArrowUp", "Alt+ArrowUp", ",", ","):
            page.keyboard.press(key)
        label = re.compile(r"at 10\.0, 26\.0, facing north-west$")
        expect(page.locator("[data-piece=T3]")).to_have_attribute("aria-label", label)
        until(page, lambda: place_of(umpire, "T3") == (10.0, 26.0, 135.0))
        for key in ("+", "-", "r", "0", "Shift+ArrowLeft"):
            page.keyboard.press(key)
        page.keyboard.press("Escape")
        expect(page.locator("article[data-what]")).to_have_count(0)
        assert seen.complaints == []


def test_a_name_cannot_run_as_a_script(browser: Browser, address: str, umpire: Client) -> None:
    name = "<img src=x onerror=\"document.title='owned'\">"
    lay(umpire, disc(name, 5, 5, kind=name, side=name), disc("B1", 9, 5))
    with visiting(browser, address, size=PHONE) as seen:
        page = seen.page
        page.get_by_role("button", name="To the table").click()
        pick_two(page)
        expect(page.locator("article[data-what=range]")).to_contain_text("<img")
        assert page.title() == "Paper Umpire"
        assert page.locator("img[src=x]").count() == 0
        assert seen.complaints == []


def test_long_names_fit_a_phone(browser: Browser, address: str, umpire: Client) -> None:
    lay(umpire, disc("n" * 200, 5, 5, side="n" * 200), disc("other " * 33 + "x", 9, 5))
    with visiting(browser, address, size=PHONE) as seen:
        page = seen.page
        page.get_by_role("button", name="To the table").click()
        pick_two(page)
        expect(page.locator("article[data-what=range]")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_two_fingers_bring_the_table_closer(browser: Browser, address: str, umpire: Client) -> None:
    pair(umpire)
    with visiting(browser, address, size=PHONE, touch=True) as seen:
        page = at_the_table(seen.page)
        (x, y), (far, _) = middle(page, "A1"), middle(page, "B1")
        fingers = seen.context.new_cdp_session(page)
        for kind, apart in (("Start", 20), ("Move", 30), ("Move", 40), ("End", 0)):
            points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
            told = {"type": f"touch{kind}", "touchPoints": points if kind != "End" else []}
            fingers.send("Input.dispatchTouchEvent", told)
        closer = middle(page, "B1")[0] - middle(page, "A1")[0]
        assert 1.8 < closer / (far - x) < 2.2
        assert abs(middle(page, "A1")[0] - x) < 3, "the place between the fingers has moved"
        expect(page.locator("article[data-what]")).to_have_count(0)
        assert seen.complaints == []


def test_a_length_that_is_none_is_told_so(browser: Browser, address: str, umpire: Client) -> None:
    pair(umpire)
    with visiting(browser, address) as seen:
        page = at_the_table(seen.page)
        page.locator("[data-piece=A1]").click()
        page.locator("[data-piece=B1]").click()
        page.get_by_text("How it is measured").click()
        limit = page.get_by_label("Limit")
        limit.fill("8,5")
        expect(page.locator("article[data-what=range] dl")).to_contain_text("limit8.5 in")
        limit.fill("two")
        expect(
            page.get_by_role("alert").filter(has_text="expected a number of inches")
        ).to_have_count(1)
        expect(limit).to_have_attribute("aria-invalid", "true")
        limit.fill("12")
        expect(page.locator("article[data-what=range]")).to_have_attribute("data-answer", "YES")
        assert seen.complaints == []
