"""Judged cases on the page: beside a clause, kept of a moment, and in the book on a phone."""

from collections.abc import Iterator
from pathlib import Path
from tomllib import loads
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.api.forked import forked_serving
from tests.api.review.battle_files import battle_file
from tests.api.web.browsing import PHONE, go, visiting
from tests.api.web.test_access_for_all import faults

pytestmark = [pytest.mark.browser, pytest.mark.long]

NARROW = ViewportSize(width=360, height=740)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The host's address at a server on which a game of rooms was played to its end."""
    folder = tmp_path_factory.mktemp("cases")
    (folder / "battles").mkdir()
    place = folder / "battles" / "golden.battle"
    battle_file(place, ("paper_invasion", "one_against_one"))
    with forked_serving("--battles", str(folder / "battles"), cwd=folder) as (found, _):
        yield found


def is_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def test_a_clause_shows_a_case_each_way_and_a_moment_is_kept_as_one(
    browser: Browser, played: str
) -> None:
    with visiting(browser, played, size=PHONE) as seen:
        page = seen.page
        page.get_by_role("button", name="Open A golden battle").first.click()
        go(page, "The log")
        # A feed that is still being drawn would shut what is opened.
        page.wait_for_load_state("networkidle")
        page.locator("[data-event=e64] .event").click()
        page.locator("[data-event=e64] .clause summary").click()
        judged = page.locator("[data-event=e64] .judged")
        expect(judged.locator("li")).to_have_count(2)
        expect(judged.locator("li strong")).to_have_text(["allowed", "refused"])
        link = judged.get_by_role("link", name="All cases of it")
        expect(link).to_have_attribute("href", "/book#paper_invasion/PI-HERO-03")
        page.evaluate("location.hash = '#/replay/64'")
        with page.expect_download() as download:
            page.get_by_role("button", name="Keep as a case").first.click()
        kept = Path(str(download.value.path())).read_text(encoding="utf-8")
        assert loads(kept)["case"][0]["step"][0]["clause"] == "PI-HERO-03"
        assert download.value.suggested_filename == "golden-e64.toml"
        assert seen.complaints == []


@pytest.mark.parametrize(
    "dark",
    [
        True,
        pytest.param(False, marks=(pytest.mark.soak, pytest.mark.soak_only)),
    ],
)
def test_the_book_is_searched_by_clause_and_word_on_a_phone(
    browser: Browser, played: str, dark: bool
) -> None:
    host = urlsplit(played).netloc
    with visiting(browser, f"http://{host}/book#paper_invasion", size=NARROW, dark=dark) as seen:
        page = seen.page
        cases = page.locator("article.case")
        expect(cases).to_have_count(30)
        find = page.get_by_label("Clause or words")
        find.fill("pi-hero-03")
        expect(page.get_by_role("status")).to_contain_text("Hero")
        expect(cases.first).to_contain_text("PI-HERO-03")
        find.fill("smash double")
        expect(page.get_by_role("status")).to_contain_text("judged cases")
        assert cases.count() > 0
        assert not is_wide(page)
        assert faults(page) == []
        find.fill("dragon of nowhere")
        expect(cases).to_have_count(0)
        page.get_by_label("Game").select_option("papercraft")
        find.fill("range 17")
        picture = cases.locator("img").first
        picture.scroll_into_view_if_needed()
        loaded = "(image) => image.complete && image.naturalWidth > 0"
        page.wait_for_function(f"() => ({loaded})(document.querySelector('article.case img'))")
        assert not is_wide(page)
        assert seen.complaints == []
