"""A battle is walked through on the page, on a desk and on a phone, and its report reads there as
well.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from api.cli import run
from tests.api.forked import forked_serving
from tests.api.review.battle_files import TIGERS, battle_file
from tests.api.web.browsing import DESK, PHONE, Visit, visit

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The host's address at a server on which a battle was played to its end."""
    folder = tmp_path_factory.mktemp("replayed")
    (folder / "battles").mkdir()
    battle_file(folder / "battles" / "golden.battle", TIGERS)
    with forked_serving("--battles", str(folder / "battles"), cwd=folder) as (found, _):
        yield found


def replaying(
    browser: Browser, address: str, *, size: ViewportSize = DESK, at: str = "64"
) -> Visit:
    seen = visit(browser, address, size=size)
    seen.page.get_by_role("button", name="Open A golden battle").first.click()
    expect(seen.page.locator("header .link")).to_have_text("Live")
    seen.page.evaluate(f"location.hash = '#/replay/{at}'")
    return seen


def where(page: Page, event: str) -> None:
    expect(page.locator(".replay .where")).to_contain_text(f"{event} of 535")


def is_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def test_any_moment_is_shown_with_its_table_and_its_words(browser: Browser, played: str) -> None:
    seen = replaying(browser, played)
    page = seen.page
    try:
        where(page, "e64")
        says = page.locator(".replay .says")
        expect(says).to_have_text("R1 fires at B4 with the queen of hearts.")
        assert page.locator(".replay .one .pieces > *").count() == 8
        expect(page.locator(".replay .one .silhouette .tone-dark").first).to_be_attached()
        expect(page.locator(".replay .evidence")).to_contain_text("clear by 0.35 in past the woods")
        page.get_by_role("button", name="How near was it?").click()
        expect(page.locator(".proof")).to_contain_text("the woods' edge were 0.15 in further north")
        page.keyboard.press("ArrowRight")
        where(page, "e65")
        page.keyboard.press("Shift+ArrowRight")
        where(page, "e114")
        expect(page.locator(".turns [aria-current=true]")).to_have_text("2")
        page.keyboard.press("End")
        where(page, "e535")
        page.keyboard.press("Home")
        where(page, "e0")
        expect(page.locator(".replay .one .no-table")).to_be_visible()
        assert seen.complaints == []
    finally:
        seen.close()


def test_the_past_is_measured_and_two_moments_stand_side_by_side(
    browser: Browser, played: str
) -> None:
    seen = replaying(browser, played)
    page = seen.page
    try:
        where(page, "e64")
        for name in ("R1", "B1"):
            place = page.locator(f".replay .one [data-piece='{name}']").bounding_box()
            assert place is not None
            page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        told = page.locator(".past-told")
        expect(told).to_contain_text("R1 is ")
        expect(told).to_contain_text("from B1 edge to edge")
        page.keyboard.press("s")
        expect(page.locator(".replay .other")).to_be_visible()
        page.keyboard.press("Shift+ArrowRight")
        where(page, "e114")
        expect(page.locator(".beside-says")).to_contain_text("e64: R1 fires at B4")
        assert page.url.endswith("#/replay/114/64")
        page.keyboard.press("Escape")
        expect(page.locator(".replay")).to_be_hidden()
        assert seen.complaints == []
    finally:
        seen.close()


def test_it_plays_by_itself_and_stops_at_the_end(browser: Browser, played: str) -> None:
    seen = replaying(browser, played, at="528")
    page = seen.page
    try:
        where(page, "e528")
        page.get_by_label("Speed").select_option("10")
        page.get_by_role("button", name="Play", exact=True).last.click()
        where(page, "e535")
        expect(page.get_by_role("button", name="Pause")).to_have_count(0)
        assert seen.complaints == []
    finally:
        seen.close()


def test_a_phone_shows_all_of_it(browser: Browser, played: str) -> None:
    seen = replaying(browser, played, size=PHONE)
    try:
        where(seen.page, "e64")
        expect(seen.page.locator(".replay .one .map")).to_be_visible()
        expect(seen.page.get_by_label("Moment", exact=True)).to_be_visible()
        assert not is_wide(seen.page)
        assert seen.complaints == []
    finally:
        seen.close()


# Sizes differ in what lies where, light and dark in colours: two runs see each of them.
@pytest.mark.parametrize(
    ("size", "dark"),
    [pytest.param(PHONE, False, id="phone-light"), pytest.param(DESK, True, id="desk-dark")],
)
def test_the_report_reads_on_every_screen(
    browser: Browser, tmp_path: Path, *, size: ViewportSize, dark: bool
) -> None:
    place = battle_file(tmp_path / "b.battle", TIGERS)
    out = tmp_path / "b.html"
    assert run(["report", str(place), "-o", str(out)]) == 0
    context = browser.new_context(viewport=size, color_scheme="dark" if dark else "light")
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda failure: complaints.append(str(failure)))
    try:
        page.goto(out.as_uri())
        assert page.locator("h1").inner_text() == "A golden battle"
        assert not is_wide(page)
        # The ground is drawn once and shown in every map: each is as high as it is wide.
        for each in page.locator("svg.map").all():
            box = each.bounding_box()
            assert box is not None
            assert box["height"] == pytest.approx(box["width"], rel=0.02)
            ground = each.locator("use").bounding_box()
            assert ground is not None
            assert ground["width"] > 0.8 * box["width"]
        assert complaints == []
    finally:
        context.close()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_library_finds_a_battle_and_leads_to_it(
    browser: Browser, played: str, *, size: ViewportSize
) -> None:
    seen = visit(browser, played, size=size)
    page = seen.page
    try:
        expect(page.get_by_role("button", name="Open A golden battle")).to_be_visible()
        page.evaluate("location.hash = '#/library'")
        shelf = page.get_by_label("All battles", exact=True)
        expect(shelf.locator(".found li")).to_have_count(1)
        expect(shelf.locator(".found li")).to_contain_text("Blue wins: Red 1, Blue 10.")
        expect(shelf.locator("table").first).to_contain_text("Blue11000")
        words, ways = (shelf.locator(f".found li {each}").first for each in ("p", "button"))
        beside = (words.bounding_box(), ways.bounding_box())
        assert beside[0] is not None
        assert beside[1] is not None
        assert beside[1]["x"] >= beside[0]["x"] + beside[0]["width"]
        page.get_by_label("Words").fill("no such thing")
        expect(shelf.locator(".found li")).to_have_count(0)
        page.get_by_label("Words").fill("bridge")
        expect(shelf.locator(".found li")).to_have_count(1)
        assert not is_wide(page)
        shelf.get_by_role("button", name="Replay").click()
        where(page, "e535")
        assert seen.complaints == []
    finally:
        seen.close()
