"""A unit that is due is laid on a table without a camera from the dock, by whoever plays it."""

from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from api.client import Client
from tests.api.web.browsing import DUEL, PHONE, duel_table, place_of, rectangle, until, visiting
from tests.api.web.playing import TO_FIRE_OR_MOVE, lead

pytestmark = pytest.mark.browser

LATE: Final = {"id": "T3", "side": "Blue", "kind": "tank", "footprint": "rectangle 3 x 1.6"}
SET_UP: Final = TO_FIRE_OR_MOVE[:8]


@pytest.fixture
def battle(umpire: Client) -> str:
    """A duel in which a second tank of Blue is due in the first turn."""
    laid = duel_table()
    laid["pieces"].append(rectangle("T3", side="Blue", at=(6, 31), heading=270))
    umpire.lay_table(laid)
    roster = [*DUEL["roster"], {**LATE, "arrives": 1}]
    made = str(umpire.create({**DUEL, "roster": roster})["id"])
    lead(umpire, made, SET_UP)
    return made


def is_laid(umpire: Client, battle: str) -> bool:
    return any(each["id"] == "T3" for each in umpire.table(battle=battle)["pieces"])


def to_map(page: Page, *, share: float) -> None:
    """Drag the waiting piece onto the map, so far down in it."""
    chip = page.locator(".dock .to-come button")
    start, sheet = chip.bounding_box(), page.locator(".map .table-top").first.bounding_box()
    assert start is not None
    assert sheet is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(sheet["x"] + sheet["width"] / 2, sheet["y"] + sheet["height"] / 2, steps=3)
    page.mouse.move(sheet["x"] + sheet["width"] / 2, sheet["y"] + share * sheet["height"])
    page.mouse.up()


@pytest.mark.parametrize(
    "size", [pytest.param(None, marks=pytest.mark.long), PHONE], ids=["desk", "phone"]
)
def test_a_unit_that_is_due_is_dragged_from_the_dock_to_its_edge(
    browser: Browser, umpire: Client, battle: str, size: object
) -> None:
    more = {} if size is None else {"size": size}
    with visiting(browser, umpire.invite(battle, seat="Guest")["url"], **more) as seen:
        page = seen.page
        told = page.locator(".dock .to-come")
        expect(told).to_contain_text("Not on the table yet: drag it onto the map.")
        assert not is_laid(umpire, battle)
        to_map(page, share=0.9)
        until(page, lambda: is_laid(umpire, battle))
        expect(told).to_be_hidden()
        assert place_of(umpire, "T3", battle=battle)[1] > 20
        assert seen.complaints == []


def test_nobody_else_is_asked_to_lay_it(browser: Browser, umpire: Client, battle: str) -> None:
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as seen:
        expect(seen.page.locator(".dock .awaits")).to_contain_text("bring T3 onto the table")
        expect(seen.page.locator(".dock .to-come")).to_be_hidden()
        assert seen.complaints == []


def test_units_at_the_wrong_edge_are_laid_out_in_their_zone_by_one_press(
    browser: Browser, umpire: Client
) -> None:
    umpire.lay_table(duel_table())
    made = str(umpire.create(DUEL)["id"])
    # Blue stands at the north edge, and its own edge has just become the south.
    lead(umpire, made, [*SET_UP[:4], ("Guest", {"kind": "choose_edge", "edge": "south"})])
    with visiting(browser, umpire.invite(made, seat="Guest")["url"]) as seen:
        told = seen.page.locator(".dock .lay-out")
        expect(told).to_contain_text("Drag your units into the shaded strip")
        told.get_by_role("button", name="Lay them out in it for me").click()
        until(seen.page, lambda: place_of(umpire, "T2", battle=made)[1] < 12)
        expect(told).to_be_hidden()
        # The other side's stay where they are.
        assert place_of(umpire, "T1", battle=made)[1] < 6
        assert seen.complaints == []
