"""Knows what a person sees and does on the page, in a real browser against the real server."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

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
    chromium: Path, *, address: str, size: ViewportSize, dark: bool = False
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
        limit = page.get_by_role("spinbutton", name="Limit")
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
