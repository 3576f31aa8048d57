"""Whoever lets a piece go hears at once that it went too far, and one press puts it back."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from api.client import Client
from tests.api.web.browsing import Late, Visit, drag, place_of, until, visiting
from tests.api.web.playing import Given, lead
from tests.api.web.test_squares import SQUARES, squares_table

pytestmark = [pytest.mark.browser, pytest.mark.long]

TO_THE_MOVES: tuple[Given, ...] = (
    ("Host", {"kind": "muster", "player": "Red"}),
    ("Guest", {"kind": "muster", "player": "Blue"}),
    ("Host", {"kind": "roll", "ask": 1, "dice": [6]}),
    ("Guest", {"kind": "roll", "ask": 2, "dice": [1]}),
    ("Host", {"kind": "choose_edge", "edge": "south"}),
    ("Host", {"kind": "place", "unit": "R1"}),
    ("Guest", {"kind": "place", "unit": "B1"}),
    ("Host", {"kind": "place", "unit": "R2"}),
)
SPENT: Given = (
    "Host",
    {"kind": "move_done", "unit": "R1", "to": {"x_in": 20, "y_in": 9, "heading_deg": 90}},
)
"""All that it may move."""


@pytest.fixture
def battle(umpire: Client) -> str:
    table = squares_table()
    first, second = table["pieces"]
    third = {**first, "id": "R2", "pose": {**first["pose"], "x_in": 4}}
    umpire.lay_table({**table, "pieces": [first, second, third]})
    squares = {**SQUARES, "roster": [*SQUARES["roster"], {**SQUARES["roster"][0], "id": "R2"}]}
    options = {**SQUARES["options"], "army_total": 90}
    found = str(umpire.create({**squares, "options": options})["id"])
    lead(umpire, found, TO_THE_MOVES)
    return found


@contextmanager
def playing(browser: Browser, umpire: Client, battle: str) -> Iterator[Visit]:
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as found:
        expect(found.page.locator("[data-command=end_movement]")).to_be_visible()
        yield found
        assert found.complaints == []


def inches(page: Page, count: float) -> float:
    """So many in pixels of the map."""
    frame = page.locator(".map .edge").first.bounding_box()
    assert frame is not None
    return count * frame["width"] / 24


def test_a_drag_that_was_too_far_says_so_beside_a_way_back(
    browser: Browser, umpire: Client, battle: str
) -> None:
    with playing(browser, umpire, battle) as seen:
        _too_far(seen.page, umpire, battle)


def _too_far(page: Page, umpire: Client, battle: str) -> None:
    before = place_of(umpire, "R1", battle=battle)
    drag(page, by=("R1", inches(page, 10), 0.0))
    meter = page.locator(".meter")
    expect(meter).to_contain_text("Too far by")
    meter.get_by_role("button", name="Stop at 8 in").click()
    until(page, lambda: place_of(umpire, "R1", battle=battle)[0] < before[0] + 8.01)
    # Back is where it stood before its move, and not where it was a moment ago.
    page.locator(".meter").get_by_role("button", name="Put it back").click()
    until(page, lambda: place_of(umpire, "R1", battle=battle) == before)
    assert not any("moves" in each["says"] for each in umpire.events(battle))


def test_what_may_move_no_more_says_so_and_goes_back(
    browser: Browser, umpire: Client, battle: str
) -> None:
    lead(umpire, battle, [SPENT])
    with playing(browser, umpire, battle) as seen:
        page = seen.page
        page.locator("[data-piece=R1]").click()
        bar = page.locator(".offer-bar")
        expect(bar).to_contain_text("R1 has made its whole move.")
        greyed = page.locator("[data-command=move_done].greyed")
        expect(greyed.locator("h3")).to_have_text("R1 has made its whole move.")
        expect(greyed).not_to_contain_text("Not now")
        page.keyboard.press("Escape")
        before = place_of(umpire, "R1", battle=battle)
        drag(page, by=("R1", -inches(page, 10), 0.0))
        back = bar.get_by_role("button", name="Put it back")
        # Said at once, and again by how much once it is measured.
        expect(bar).to_contain_text("pull it back by")
        back.click()
        until(page, lambda: place_of(umpire, "R1", battle=battle) == before)


def test_a_piece_that_is_let_go_beside_the_table_goes_back_and_says_so(
    browser: Browser, umpire: Client, battle: str
) -> None:
    with playing(browser, umpire, battle) as seen:
        page = seen.page
        before = place_of(umpire, "R1", battle=battle)
        drag(page, by=("R1", 0.0, inches(page, 12)))
        expect(page.locator(".toast")).to_contain_text("R1 is back where it stood")
        assert place_of(umpire, "R1", battle=battle) == before
        expect(page.locator(".meter")).to_have_count(0)


def test_what_another_moves_is_not_told_where_a_slow_line_says_late_who_moves(
    browser: Browser, umpire: Client, battle: str
) -> None:
    x, y, heading = place_of(umpire, "R1", battle=battle)
    umpire.put_piece("R1", battle=battle, x_in=x + 5, y_in=y, heading_deg=heading)
    with visiting(browser, "about:blank") as seen:
        own = Late(seen.page, f"/battles/{battle}/pieces")
        seen.page.goto(umpire.invite(battle, seat="Guest")["url"])
        proposed = seen.page.get_by_role("heading", name="Seen on the table")
        expect(proposed).to_be_visible()
        own.let_go()
        expect(proposed).to_have_count(0)
        assert seen.complaints == []
