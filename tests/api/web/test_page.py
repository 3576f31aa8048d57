"""Knows what a person sees and does on the page, in a real browser against the real server."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect, sync_playwright

from tests.api.umpire import disc, pair, serving, table

pytestmark = pytest.mark.browser

PHONE = ViewportSize(width=390, height=844)
DESK = ViewportSize(width=1280, height=900)


@dataclass(slots=True)
class Visit:
    """A page that is open, and everything that its console complained about."""

    page: Page
    complaints: list[str] = field(default_factory=list)


@contextmanager
def visit(
    chromium: Path, *, address: str, size: ViewportSize, dark: bool = False, drawn: bool = True
) -> Iterator[Visit]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(chromium))
        try:
            page = browser.new_page(
                viewport=size,
                color_scheme="dark" if dark else "light",
            )
            seen = Visit(page)
            page.on("console", lambda message: seen.complaints.append(message.text))
            page.on("pageerror", lambda failure: seen.complaints.append(str(failure)))
            page.goto(address)
            if drawn:
                expect(page.locator("#drawing svg")).to_be_visible()
            yield seen
        finally:
            browser.close()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    file = tmp_path / "table.json"
    file.write_text(json.dumps(pair()), encoding="utf-8")
    return file


def answer(page: Page, what: str) -> str:
    return page.locator(f"article[data-what={what}]").inner_text()


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [PHONE, DESK])
def test_two_pieces_are_picked_and_the_umpire_answers(
    chromium_path: Path, place: Path, tmp_path: Path, size: ViewportSize, dark: bool
) -> None:
    with (
        serving(str(place), cwd=tmp_path) as (address, _),
        visit(chromium_path, address=address, dark=dark, size=size) as seen,
    ):
        page = seen.page
        page.get_by_role("button", name="A1, red seen").click()
        page.get_by_role("button", name="B1, blue seen").click()
        expect(page.locator("article")).to_have_count(3)
        assert "A1 is 9 in from B1 edge to edge" in answer(page, "range")
        assert "NO" in answer(page, "sight")
        assert "woods W1" in answer(page, "sight")
        limit = page.get_by_role("textbox", name="Limit")
        limit.fill("9")
        limit.blur()
        expect(page.locator("article[data-what=range]")).to_have_attribute(
            "data-answer", "TOO_CLOSE_TO_CALL"
        )
        wider = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not wider, "the page is wider than the screen"
        assert len(page.screenshot()) > 10_000
        assert seen.complaints == []


def test_the_table_itself_can_be_tapped(chromium_path: Path, place: Path, tmp_path: Path) -> None:
    with (
        serving(str(place), cwd=tmp_path) as (address, _),
        visit(chromium_path, address=address, size=PHONE) as seen,
    ):
        page = seen.page
        page.locator("#drawing [data-piece=A1]").click()
        expect(page.locator("article[data-what=near]")).to_be_visible()
        page.locator("#drawing [data-piece=B1]").click()
        expect(page.locator("article[data-what=sight]")).to_be_visible()
        page.get_by_role("button", name="Show sight on the table").click()
        expect(page.locator("#drawing svg")).to_contain_text("blocked by")
        page.get_by_role("button", name="Swap").click()
        expect(page.locator("article[data-what=range]")).to_contain_text("B1 is 9 in from A1")
        page.get_by_role("button", name="Clear").click()
        expect(page.locator("article")).to_have_count(0)
        assert seen.complaints == []


def test_everything_works_from_the_keyboard(
    chromium_path: Path, place: Path, tmp_path: Path
) -> None:
    with (
        serving(str(place), cwd=tmp_path) as (address, _),
        visit(chromium_path, address=address, size=DESK) as seen,
    ):
        page = seen.page
        page.locator("#drawing [data-piece=A1]").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#picked")).to_contain_text("From A1")
        expect(page.locator("#drawing [data-piece=A1]")).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
        expect(page.locator("#picked")).to_contain_text("From A1 to B1")
        expect(page.locator("article[data-what=range]")).to_contain_text("9 in")
        assert seen.complaints == []


def test_trouble_is_shown_and_goes_away(chromium_path: Path, place: Path, tmp_path: Path) -> None:
    with (
        serving(str(place), cwd=tmp_path) as (address, _),
        visit(chromium_path, address=address, size=PHONE) as seen,
    ):
        page = seen.page
        good = place.read_text(encoding="utf-8")
        place.write_text("{", encoding="utf-8")
        page.get_by_role("button", name="Read again").click()
        expect(page.get_by_role("alert")).to_contain_text("table.json")
        place.write_text(good, encoding="utf-8")
        page.get_by_role("button", name="Read again").click()
        expect(page.get_by_role("alert")).to_be_hidden()


def test_a_name_cannot_run_as_a_script(chromium_path: Path, tmp_path: Path) -> None:
    name = "<img src=x onerror=\"document.title='owned'\">"
    place = tmp_path / "table.json"
    content = table(disc(name, 5, 5, kind=name), disc("B1", 9, 5))
    place.write_text(json.dumps(content), encoding="utf-8")
    with (
        serving(str(place), cwd=tmp_path) as (address, _),
        visit(chromium_path, address=address, size=PHONE) as seen,
    ):
        page = seen.page
        page.locator("#pieces button").first.click()
        page.locator("#pieces button").last.click()
        expect(page.locator("article[data-what=range]")).to_contain_text("<img")
        assert page.title() == "Paper Umpire"
        assert page.locator("img").count() == 0
        assert seen.complaints == []


def pick_both(page: Page) -> None:
    page.get_by_role("button", name="A1, red seen").click()
    page.get_by_role("button", name="B1, blue seen").click()
    expect(page.locator("article")).to_have_count(3)
    expect(page.locator("#drawing .measure > *")).not_to_have_count(0)


def expect_no_answer(page: Page) -> None:
    """Neither cards nor marks of an older question, and a table that is marked as old."""
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("article")).to_have_count(0)
    expect(page.locator("#drawing :is(.measure, .numbers, .halo, .verdict)")).to_have_count(0)
    expect(page.locator("#drawing")).to_have_class("stale")


def test_a_length_takes_a_comma_and_is_heeded_while_it_is_typed(
    chromium_path: Path, place: Path, tmp_path: Path
) -> None:
    with (
        serving(str(place), cwd=tmp_path) as (address, _),
        visit(chromium_path, address=address, size=PHONE) as seen,
    ):
        page = seen.page
        pick_both(page)
        limit = page.get_by_role("textbox", name="Limit")
        for typed, told in (("8,5", "8.5 in"), ("12.5", "12.5 in"), (",5", "0.5 in")):
            limit.fill("")
            limit.press_sequentially(typed)
            expect(page.locator("article[data-what=range] dl")).to_contain_text(f"limit{told}")
            expect(limit).to_be_focused()
        assert seen.complaints == []


@pytest.mark.parametrize("typed", ["1e", "-", "-3", "two", "10001", "1,2,3"])
def test_what_is_no_length_gets_a_message_and_no_answer(
    chromium_path: Path, place: Path, tmp_path: Path, typed: str
) -> None:
    with (
        serving(str(place), cwd=tmp_path) as (address, _),
        visit(chromium_path, address=address, size=PHONE) as seen,
    ):
        page = seen.page
        pick_both(page)
        limit = page.get_by_role("textbox", name="Limit")
        limit.fill(typed)
        expect(page.get_by_role("alert")).to_contain_text("Limit: expected a number of inches")
        expect(page.get_by_role("alert")).to_contain_text(f"got “{typed}”")
        expect_no_answer(page)
        limit.fill("")
        expect(page.locator("article")).to_have_count(3)
        expect(page.get_by_role("alert")).to_be_hidden()
        expect(page.locator("#drawing")).not_to_have_class("stale")
        assert seen.complaints == []


def test_no_old_answer_outlives_a_failure(chromium_path: Path, place: Path, tmp_path: Path) -> None:
    good = place.read_text(encoding="utf-8")
    with (
        serving(str(place), cwd=tmp_path) as (address, process),
        visit(chromium_path, address=address, size=DESK) as seen,
    ):
        page = seen.page
        for spoiled in ("{", json.dumps(table(disc("B1", 9, 5)))):
            pick_both(page)
            place.write_text(spoiled, encoding="utf-8")
            page.get_by_role("button", name="Swap").click()
            expect_no_answer(page)
            place.write_text(good, encoding="utf-8")
            page.get_by_role("button", name="Clear").click()
            expect(page.get_by_role("alert")).to_be_hidden()
        pick_both(page)
        process.terminate()
        process.wait(timeout=30)
        page.get_by_role("button", name="Swap").click()
        expect(page.get_by_role("alert")).to_contain_text("does not answer")
        expect_no_answer(page)


def test_an_old_answer_is_marked_while_the_new_one_is_on_its_way(
    chromium_path: Path, place: Path, tmp_path: Path
) -> None:
    with (
        serving(str(place), cwd=tmp_path) as (address, _),
        visit(chromium_path, address=address, size=DESK) as seen,
    ):
        page = seen.page
        pick_both(page)
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/api/v1/measure/**", hold)
        page.get_by_role("button", name="Swap").click()
        for part in ("#drawing", "#answers"):
            expect(page.locator(part)).to_have_attribute("aria-busy", "true")
            expect(page.locator(part)).to_have_class("stale")
        expect(page.locator("#waiting")).to_contain_text("Asking")
        for route in held:
            route.continue_()
        expect(page.locator("article[data-what=range]")).to_contain_text("B1 is 9 in from A1")
        expect(page.locator("#answers")).to_have_attribute("aria-busy", "false")
        expect(page.locator("#waiting")).to_be_empty()


def test_a_page_that_never_saw_a_table_says_why(
    chromium_path: Path, place: Path, tmp_path: Path
) -> None:
    with serving(str(place), cwd=tmp_path) as (address, _):
        place.write_text("{", encoding="utf-8")
        with visit(chromium_path, address=address, size=PHONE, drawn=False) as seen:
            expect(seen.page.get_by_role("alert")).to_contain_text("table.json")
            expect(seen.page.locator("#state")).to_have_text("The table cannot be read")


def test_clearing_leads_back_to_picking(chromium_path: Path, place: Path, tmp_path: Path) -> None:
    with (
        serving(str(place), cwd=tmp_path) as (address, _),
        visit(chromium_path, address=address, size=PHONE) as seen,
    ):
        pick_both(seen.page)
        seen.page.get_by_role("button", name="Clear").press("Enter")
        expect(seen.page.locator("#pieces button").first).to_be_focused()


def test_long_names_fit_a_phone(chromium_path: Path, tmp_path: Path) -> None:
    name, other = "n" * 200, "other " * 33
    place = tmp_path / "table.json"
    content = table(disc(name, 5, 5, side=name, kind=name), disc(other + "x", 9, 5))
    place.write_text(json.dumps(content), encoding="utf-8")
    with (
        serving(str(place), cwd=tmp_path) as (address, _),
        visit(chromium_path, address=address, size=PHONE) as seen,
    ):
        page = seen.page
        first = page.locator("#pieces button").first
        first.click()
        page.locator("#pieces button").last.click()
        expect(page.locator("article")).to_have_count(3)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        assert name in (first.get_attribute("title") or "")


def test_errors_are_drawn_at_the_flick_of_a_switch(
    chromium_path: Path, place: Path, tmp_path: Path
) -> None:
    with (
        serving(str(place), cwd=tmp_path) as (address, _),
        visit(chromium_path, address=address, size=PHONE) as seen,
    ):
        page = seen.page
        expect(page.locator("#drawing ellipse")).to_have_count(0)
        page.get_by_role("checkbox", name="Draw errors").check()
        expect(page.locator("#drawing ellipse")).to_have_count(2)
        page.locator("#drawing [data-piece=A1]").click()
        expect(page.locator("#picked")).to_contain_text("From A1")
        assert seen.complaints == []
