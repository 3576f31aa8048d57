"""Nobody is kept from any view: axe-core finds nothing at all on each, on a desk and on a phone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from api.client import Client
from tests.api.forked import forked_serving
from tests.api.review.battle_files import TIGERS, battle_file
from tests.api.web.browsing import DESK, PHONE, go, visiting
from tests.api.web.test_access_for_all import ANY, looked_at

pytestmark = [pytest.mark.browser, pytest.mark.long]

GAMES = {
    "paper_tigers": "paper-tigers-small",
    "paper_tigers_2": "paper-tigers-2",
    "papercraft": "papercraft",
    "tossing_tiger": "tossing-tiger",
    "paper_invasion": "paper-invasion",
}
"""A sample of each."""
ALL_OPEN = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Of a server at which a battle was played to its end."""
    folder = tmp_path_factory.mktemp("views")
    (folder / "battles").mkdir()
    battle_file(folder / "battles" / "golden.battle", TIGERS)
    with forked_serving("--battles", str(folder / "battles"), cwd=folder) as (found, _):
        yield found


class Looker:
    """Somebody who looks at one view after the other, and writes down what is wrong there."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: dict[str, list[str]] = {}
        self.views = 0

    def looks(self, name: str) -> None:
        self.views += 1
        if found := looked_at(self.page, name, impacts=ANY):
            self.faults[name] = found


def _begins(look: Looker) -> None:
    page = look.page
    expect(page.get_by_role("button", name="To the table")).to_be_visible()
    look.looks("first-page")
    page.get_by_text("A battle of your own").click()
    page.get_by_role("combobox", name="Game").select_option("paper_tigers")
    page.get_by_text("Put armies together here").click()
    page.get_by_label("Add a unit to Red").select_option("tank")
    expect(page.locator("[data-side=Red] .army-line")).to_have_count(1)
    page.evaluate(ALL_OPEN)
    look.looks("army")


def _is_over(look: Looker) -> None:
    page = look.page
    page.get_by_role("button", name="Open A golden battle").first.click()
    expect(page.locator(".over-card")).to_be_visible()
    look.looks("end")
    page.evaluate("location.hash = '#/replay/64'")
    expect(page.locator(".replay .where")).to_contain_text("e64")
    look.looks("replay")
    page.evaluate("location.hash = '#/play'")
    go(page, "The log")
    page.locator(".log [data-event] button").first.click()
    look.looks("log-of-all")


def _is_read(look: Looker, *, origin: str) -> None:
    page = look.page
    page.goto(f"{origin}/book#paper_invasion")
    expect(page.locator("main h2").first).to_be_visible()
    look.looks("book")
    page.goto(f"{origin}/docs")
    expect(page.locator("main").first).to_be_visible()
    look.looks("docs")


def _is_set_up(look: Looker, *, battle: str) -> None:
    """The steps of the camera, the ground as it is drawn, and the pieces as they are laid out."""
    page = look.page
    page.evaluate("location.hash = '#/start'")
    page.locator(f"[data-key='battle {battle}']").click()
    go(page, "Your table")
    expect(page.get_by_role("button", name="Lock the ground")).to_be_visible()
    page.evaluate(ALL_OPEN)
    look.looks("your-table")
    page.get_by_role("button", name="Change the outline of").first.click()
    expect(page.locator(".outline-editor")).to_be_visible()
    look.looks("ground")
    page.get_by_role("button", name="Leave it as it was").click()


def _is_asked(look: Looker) -> None:
    page = look.page
    page.locator(".map .piece").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("w")
    expect(page.get_by_role("region", name="What if")).to_be_visible()
    look.looks("what-if")


@pytest.mark.parametrize(
    ("size", "dark"), [(DESK, False), (PHONE, True)], ids=["desk, light", "phone, dark"]
)
def test_no_view_has_any_fault(
    browser: Browser, address: str, size: ViewportSize, *, dark: bool
) -> None:
    faults: dict[str, list[str]] = {}
    with Client(address, seconds=60) as umpire:
        begun = {slug: umpire.begin_sample(name)["id"] for slug, name in GAMES.items()}
        for slug, battle in begun.items():
            seat = umpire.battle(battle)["view"]["seats"][0]["name"]
            at = umpire.invite(battle, seat=seat)["url"]
            with visiting(browser, at, size=size, dark=dark) as seen:
                look = Looker(seen.page)
                expect(seen.page.locator(".offers .offer").first).to_be_visible()
                look.looks(f"play-{slug}")
                if slug == "paper_tigers":
                    _is_asked(look)
                faults |= look.faults
        with visiting(browser, address, size=size, dark=dark) as seen:
            look = Looker(seen.page)
            _begins(look)
            _is_over(look)
            _is_set_up(look, battle=begun["paper_tigers"])
            _is_read(look, origin=umpire.origin)
            faults |= look.faults
            for battle in begun.values():
                umpire.archive(battle)
    assert not faults, "\n".join(f"{name}: {found}" for name, found in faults.items())
