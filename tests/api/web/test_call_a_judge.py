"""A judge is called from the page of a table at an event, and what is ruled comes to every seat."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from api.client import Client
from api.hub.attending.membership import EventMember
from api.tables.source import FixedTable
from rules.table.snapshot import Snapshot
from tests.api.hub.attending.fake_hub import TOKEN, FakeHub, fake_hub
from tests.api.web.browsing import DUEL, open_menu, until, visiting
from tests.api.web.over_http import over_http
from tests.api.web.test_access_for_all import faults
from tests.vision.measured import TABLE

pytestmark = pytest.mark.browser

NARROW = {"width": 360, "height": 740}


@pytest.fixture
def hub() -> Iterator[FakeHub]:
    with fake_hub() as found:
        yield found


def appeal(hub: FakeHub, page: Page) -> None:
    """The players do not agree, and have the head judge asked."""
    hub.standing = "ruled"
    part = page.locator(".judge")
    part.get_by_text("Ask the head judge").click()
    part.get_by_label("Why").fill("They fell twice.")
    part.get_by_role("button", name="Appeal").click()
    expect(part.locator(".calls details")).not_to_have_attribute("open", "")
    until(page, lambda: hub.appeals == [("1", "They fell twice.")])


@pytest.mark.long
def test_a_judge_is_called_and_the_ruling_comes_to_every_seat(
    browser: Browser, hub: FakeHub, tmp_path: Path
) -> None:
    member = EventMember(
        hub=hub.address, token=TOKEN, event="club-cup", table=3, since="2026-11-20T18:00:00Z"
    )
    table = FixedTable(Snapshot(table=TABLE))
    with (
        over_http(table, tmp_path, membership=member) as address,
        Client(address, seconds=60) as umpire,
    ):
        battle = str(umpire.create(DUEL)["id"])
        umpire.command(battle, {"kind": "roll", "dice": [6, 6]}, seat="Host")
        one, other = (umpire.invite(battle, seat=seat)["url"] for seat in ("Host", "Guest"))
        with visiting(browser, one) as host, visiting(browser, other, size=NARROW) as guest:
            page = guest.page
            open_menu(page)
            part = page.locator(".judge")
            part.locator("summary").click()
            expect(part).to_contain_text("Table 3 of club-cup. Round 2: Ann and Ben.")
            expect(part.get_by_label("Which ruling")).to_have_value("e1")
            part.get_by_label("What it is about").fill("The dice fell off.")
            assert faults(page) == []
            inside = "box => [...box.querySelectorAll('*')].every(each => "
            inside += "each.getBoundingClientRect().right <= box.getBoundingClientRect().right + 1)"
            assert part.evaluate(inside), "nothing runs over the edge of the menu"
            part.get_by_role("button", name="Call a judge").click()
            expect(part.locator(".calls")).to_contain_text("Judy comes")
            assert [each["entry"] for each in hub.calls] == [1]
            hub.rulings = [
                {
                    "ruling": "1.1",
                    "judge": "Judy",
                    "says": "They count",
                    "final": False,
                    "battle": battle,
                    "entry": 1,
                }
            ]
            expect(host.page.locator(".slip h2").first).to_contain_text(
                "Judy, judge, rules: They count."
            )
            appeal(hub, page)
            hub.is_away = True
            for seen in (host, guest):
                line = seen.page.locator(".hub-line")
                expect(line).to_contain_text("The hub has been away since")
                assert seen.complaints == []
