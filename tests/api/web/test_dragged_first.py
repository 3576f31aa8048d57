"""A piece that is dragged before its dice are rolled is measured after, from where it stood."""

import re

import pytest
from playwright.sync_api import Browser, expect

from api.client import Client
from tests.api.web.browsing import DUEL, drag, duel_table, middle, place_of, visiting
from tests.api.web.playing import TO_FIRE_OR_MOVE, lead

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture
def battle(umpire: Client) -> str:
    """T1 may fire or move."""
    umpire.lay_table(duel_table())
    found = str(umpire.create(DUEL)["id"])
    lead(umpire, found, TO_FIRE_OR_MOVE)
    return found


def test_what_was_dragged_too_far_before_the_roll_is_measured_after_it(
    browser: Browser, umpire: Client, battle: str
) -> None:
    stood = place_of(umpire, "T1", battle=battle)
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as host:
        page = host.page
        expect(page.locator("[data-command=move]")).to_be_visible()
        inch = (middle(page, "T1")[1] - middle(page, "T2")[1]) / 26
        with page.expect_response("**/pieces/T1*"):
            drag(page, by=("T1", 0, -16 * inch))
        for _ in range(2):
            page.locator("[data-command=roll] [data-key='face 6']").click()
        page.locator("[data-command=roll] [data-key=give]").click()
        meter = page.locator(".meter")
        expect(meter).to_contain_text(re.compile(r"Too far by (4(\.0\d?)?|3\.9\d?) in"))
        # A second drag before anything else happens is of the same way.
        with page.expect_response("**/pieces/T1*"):
            drag(page, by=("T1", 0, inch))
        expect(meter).to_contain_text(re.compile(r"Too far by (3(\.0\d?)?|2\.9\d?) in"))
        with page.expect_response("**/pieces/T1*"):
            meter.locator("[data-key='put back']").click()
        assert place_of(umpire, "T1", battle=battle) == pytest.approx(stood, abs=0.01)
        assert host.complaints == []


def test_a_drag_takes_the_place_of_one_that_was_chosen(
    browser: Browser, umpire: Client, battle: str
) -> None:
    lead(umpire, battle, (("Host", {"kind": "move"}), ("Host", {"kind": "roll", "dice": [6, 6]})))
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as host:
        page = host.page
        expect(page.locator("[data-command=move_done]")).to_be_visible()
        inch = (middle(page, "T1")[1] - middle(page, "T2")[1]) / 26
        x, y = middle(page, "T1")
        page.locator("[data-command=move_done] [data-key=place]").click()
        page.mouse.click(x, y - 20 * inch)
        page.locator("[data-command=move_done] [data-key=give]").click()
        expect(page.locator("[data-ruling=refused]")).to_be_visible()
        with page.expect_response("**/pieces/T1*"):
            drag(page, by=("T1", 0, -5 * inch))
        done = page.locator("[data-command=move_done] [data-key=give]")
        expect(done).to_have_text("Done")
        done.click()
        expect(page.locator("[data-ruling=accepted]")).to_contain_text(
            re.compile(r"T1 moves (4[.]9\d|5([.]0\d)?) in")
        )
        assert host.complaints == []
