"""Tests that the page leads from nothing to a measured table, with the camera to practise with."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from api.client import Client
from tests.api.forked import forked_serving
from tests.api.setting_up import small_roster
from tests.api.web.browsing import DESK, PHONE, Late, go, visiting
from vision.tracking.settings import thresholds

pytestmark = [pytest.mark.browser, pytest.mark.long]


def step(page: Page, name: str) -> Locator:
    return page.locator(f"[data-step={name}]")


def begun(page: Page) -> None:
    expect(page.get_by_role("heading", name="You play on paper.")).to_be_visible()
    go(page, "Your table")


def set_up(page: Page) -> None:
    """From the first click to the table that the camera sees, a small one that is soon drawn."""
    begun(page)
    uploaded(page, small_roster())
    measure(page, camera=re.compile("practise"))


def measure(page: Page, *, camera: re.Pattern[str]) -> None:
    """From the choice of a camera to an accuracy."""
    step(page, "camera").get_by_role("button", name=camera).click()
    expect(page.get_by_text("bright, sharp and steady")).to_be_attached()
    anchors = step(page, "anchors")
    if anchors.get_attribute("open") is None:
        anchors.locator("> summary").click()
    anchors.get_by_role("button", name="Photograph the anchors").click()
    expect(anchors.get_by_text("Photograph 1: all 8 anchors")).to_be_visible()
    anchors.get_by_role("button", name="Measure the table").click()
    expect(anchors.get_by_text("nineteen times out of twenty")).to_be_visible()


def set_aside(page: Page) -> Locator:
    """One camera is measured and another is to come; the step in which they are used, open."""
    set_up(page)
    use = step(page, "use")
    use.locator("> summary").click()
    use.get_by_role("button", name="Add another camera").click()
    expect(use.locator("ul.beside li")).to_have_count(1)
    return use


def measure_second(page: Page) -> None:
    camera = step(page, "camera")
    expect(camera.locator("> summary")).to_contain_text("camera 2, beside a synthetic camera")
    if camera.get_attribute("open") is None:
        camera.locator("> summary").click()
    measure(page, camera=re.compile("a second synthetic camera"))
    use = step(page, "use")
    if use.get_attribute("open") is None:
        use.locator("> summary").click()


def test_the_wizard_leads_to_an_accuracy_in_inches_and_a_table_that_is_seen(
    browser: Browser, address: str, umpire: Client
) -> None:
    with visiting(browser, address, size=DESK) as seen:
        page = seen.page
        begun(page)
        step(page, "army").get_by_role("button", name="Paper tigers", exact=True).click()
        measure(page, camera=re.compile("practise"))
        solved = umpire.setup()["table"]["solved"]
        told = step(page, "anchors").locator(".verdict strong").inner_text()
        assert f"{solved['accuracy_in']:.2g} in" in told
        assert 0 < solved["accuracy_in"] < 1
        bars = step(page, "anchors").locator("ol.accuracy li")
        assert bars.count() == len(solved["history"])
        anchors = step(page, "anchors")
        anchors.get_by_label("A tape from the middle of").select_option("0: SW corner")
        anchors.get_by_label("to the middle of").select_option("1: SE corner")
        wide = umpire.setup()["roster"]["width_in"]
        anchors.get_by_label("reads, inches").fill(f"{wide:g}")
        anchors.get_by_role("button", name="Check the print").click()
        expect(anchors.locator("ol.accuracy")).to_be_hidden()
        anchors.get_by_role("button", name="Measure the table").click()
        expect(anchors.get_by_text("nineteen times")).to_be_visible()
        assert umpire.setup()["table"]["tape"] == {"one": 0, "other": 1, "inches": wide}
        use = step(page, "use")
        use.locator("> summary").click()
        use.get_by_role("button", name="Use this camera").click()
        expect(page.locator("#panel-setup [data-step=use][data-standing=done]")).to_be_attached()
        expect(page.locator(".map .piece.seen[data-piece=T1]")).to_be_visible()
        use.get_by_role("button", name="Move the pieces by hand again").click()
        expect(use.get_by_role("button", name="Use this camera")).to_be_visible()
        close = use.get_by_role("button", name="Close the camera")
        close.click()
        expect(close).to_be_hidden()
        assert not [each for each in seen.complaints if "409" not in each]


def test_what_the_umpire_goes_by_is_told_with_its_consequence(
    browser: Browser, address: str
) -> None:
    with visiting(browser, address, size=PHONE) as seen:
        begun(seen.page)
        seen.page.get_by_text("What the umpire goes by").click()
        told = seen.page.locator("dl.thresholds")
        expect(told.locator("dt")).to_have_count(len(thresholds()))
        expect(told.locator("dt").first).to_have_text("settle_s 0.5 s")
        expect(told.locator("dd").first).to_have_text(thresholds()[0].consequence)
        assert not seen.complaints


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[str]:
    """A server on which nobody has chosen an army."""
    with forked_serving("--battles", str(tmp_path / "battles"), cwd=tmp_path) as (found, _):
        yield found


def test_a_camera_is_foretold_before_the_kit_is_printed(browser: Browser, fresh: str) -> None:
    with visiting(browser, fresh, size=PHONE) as seen:
        page = seen.page
        begun(page)
        army = step(page, "army")
        army.get_by_role("button", name="Paper tigers", exact=True).click()
        # Once an army is chosen the next step opens in its place.
        expect(step(page, "camera")).to_have_attribute("open", "")
        army.locator("> summary").click()
        army.get_by_text("Will a camera read it?").click()
        army.get_by_label("Angle").select_option("leaning 60 degrees")
        army.get_by_role("button", name="Foretell it").click()
        told = army.locator(".foretold")
        expect(told).to_contain_text("1080p over 36 x 36 in, leaning 60 degrees: it hangs ")
        assert told.get_by_role("listitem").count() > 3
        expect(told.get_by_role("listitem").first).to_contain_text("; placed within ")
        told.get_by_text("On maps of the table").click()
        expect(told.locator("svg")).to_be_visible()
        army.get_by_role("button", name="Papercraft", exact=True).click()
        expect(told).to_be_empty()
        assert seen.complaints == []


def test_what_was_foretold_of_a_roster_goes_with_it(browser: Browser, fresh: str) -> None:
    with Client(fresh, seconds=60) as umpire, visiting(browser, fresh, size=PHONE) as seen:
        page = seen.page
        begun(page)
        army, told = step(page, "army"), step(page, "army").locator(".foretold")
        uploaded(page, small_roster())
        expect(step(page, "camera")).to_have_attribute("open", "")
        army.locator("> summary").click()
        army.get_by_text("Will a camera read it?").click()
        ask = army.get_by_role("button", name="Foretell it")
        ask.click()
        expect(told).to_contain_text("over 18 x 14 in")
        # Every roster of somebody's own has the same name.
        uploaded(page, small_roster().replace("3 x 1.8", "1.2 x 1"))
        expect(told).to_be_empty()
        late = Late(page, "/setup/kit/foretold", method="POST")
        ask.click()
        late.wait()
        umpire.setup("roster", method="PUT", body={"sample": "papercraft"})
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(army.locator("[data-key=papercraft]")).to_have_attribute("aria-pressed", "true")
        late.let_go()
        expect(page.locator(".camera-part .busy")).to_be_hidden()
        expect(told).to_be_empty()
        assert seen.complaints == []


def uploaded(page: Page, roster: str) -> None:
    file = {"name": "mine.toml", "mimeType": "text/plain", "buffer": roster.encode()}
    with page.expect_response("**/api/v1/setup/roster"):
        step(page, "army").locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    expect(page.locator(".camera-part .busy")).to_be_hidden()


def test_a_bad_length_and_a_bad_roster_are_told_beside_the_steps(
    browser: Browser, address: str
) -> None:
    with visiting(browser, address, size=PHONE) as seen:
        page = seen.page
        begun(page)
        army = step(page, "army")
        if army.get_attribute("open") is None:
            army.locator("> summary").click()
        army.locator("input[type=file]").set_input_files(
            {"name": "mine.toml", "mimeType": "text/plain", "buffer": b"pieces = 3"}
        )
        expect(page.locator(".camera-part .trouble")).to_contain_text("expected")
        anchors = step(page, "anchors")
        anchors.locator("> summary").click()
        for label, told in (("6 inch bar", "the printed bar"), ("reads, inches", "the tape")):
            anchors.get_by_label(label).fill("six")
            anchors.get_by_role("button", name="Check the print").click()
            wrong = f"{told}: expected a length in inches, got six"
            expect(page.locator(".camera-part .trouble")).to_contain_text(wrong)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width == PHONE["width"]
