"""Looks at pieces by tapping them: nothing is done before a button that says so is pressed."""

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from api.client import Client
from tests.api.web.browsing import DESK, DUEL, PHONE, Json, duel_table, middle, visiting
from tests.api.web.playing import TO_FIRE_OR_MOVE, Given, lead, told

pytestmark = pytest.mark.browser

SIZES = {"character": (1.0, 1.0), "large_unit": (2.0, 2.0), "infantry": (3.0, 4.0)}
SQUARES = (
    ("I2", "Red", "infantry", "inkbow_company", (8.0, 7.0)),
    ("L1", "Red", "large_unit", "ballista_cart", (14.0, 4.0)),
    ("C1", "Red", "character", "seal_captain", (3.0, 4.0)),
    ("C2", "Red", "character", "seal_captain", (21.0, 4.0)),
    ("C7", "Blue", "character", "seal_captain", (3.0, 22.0)),
    ("I8", "Blue", "infantry", "quill_spears", (10.0, 17.0)),
)
"""Units with two weapons, with one, and with none that reaches anybody."""
TO_PLACE: tuple[Given, ...] = (
    ("Host", {"kind": "muster", "player": "Red"}),
    ("Guest", {"kind": "muster", "player": "Blue"}),
    ("Host", {"kind": "roll", "ask": 1, "dice": [6]}),
    ("Guest", {"kind": "roll", "ask": 2, "dice": [1]}),
    ("Host", {"kind": "choose_edge", "edge": "south"}),
)
PLACED = (("Host", "I2"), ("Guest", "C7"), ("Host", "L1"), ("Guest", "I8"), ("Host", "C1"))
TO_ATTACK: tuple[Given, ...] = (
    *TO_PLACE,
    *((seat, {"kind": "place", "unit": unit}) for seat, unit in (*PLACED, ("Host", "C2"))),
    ("Host", {"kind": "end_movement"}),
)


def squares(umpire: Client) -> str:
    """A battle of squares that stand where they should."""
    rows = [
        {
            "id": name,
            "side": side,
            "kind": kind,
            "state": "seen",
            "face": "face",
            "footprint": {
                "rectangle": dict(zip(("length_in", "width_in"), SIZES[kind], strict=True))
            },
            "pose": {
                "x_in": at[0],
                "y_in": at[1],
                "heading_deg": 90 if side == "Red" else 270,
                "sigma_in": 0.001,
            },
        }
        for name, side, kind, _, at in SQUARES
    ]
    table = {"width_in": 24, "depth_in": 24}
    umpire.lay_table(
        {"format": "paper-umpire/snapshot/1", "table": table, "pieces": rows, "terrain": []}
    )
    roster = [
        {
            "id": name,
            "side": side,
            "kind": kind,
            "footprint": f"rectangle {SIZES[kind][0]:g} x {SIZES[kind][1]:g}",
            "unit_type": unit,
        }
        for name, side, kind, unit, _ in SQUARES
    ]
    options = {"army_total": 200, "table_w_in": 24, "table_d_in": 24}
    battle: Json = {
        "game": "papercraft",
        "name": "Bows",
        "seats": DUEL["seats"],
        "options": options,
        "roster": roster,
    }
    return str(umpire.create(battle)["id"])


def bar(page: Page) -> Locator:
    return page.locator(".offer-bar")


def words(page: Page) -> list[str]:
    """What the buttons say, without what it takes."""
    buttons = bar(page).get_by_role("button")
    said: list[str] = buttons.evaluate_all("all => all.map(each => each.firstChild.textContent)")
    return said


def tapped(page: Page, piece: str) -> None:
    page.mouse.click(*middle(page, piece))
    expect(bar(page)).to_be_visible()


def test_a_tap_shows_what_may_be_done_and_does_nothing(browser: Browser, umpire: Client) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    lead(umpire, battle, TO_FIRE_OR_MOVE[:-1])
    lead(umpire, battle, [("Host", {"kind": "turn_up", "cards": ["2H", "AH"]})])
    last = umpire.battle(battle)["last"]
    with visiting(browser, umpire.invite(battle, seat="Host")["url"], size=PHONE) as host:
        page = host.page
        told(page, last)
        # Its target first, with nothing picked: the shot would bring dice.
        tapped(page, "T2")
        assert words(page) == ["Fire at T2"]
        # What it takes stands on the button, before anything is rolled.
        need = "In sight. 3 dice, 11 or more in all: a hit."
        expect(bar(page).locator("small")).to_have_text(need)
        expect(page.locator(".dock .needs")).to_have_text(f"T2 {need}")
        tapped(page, "T1")
        assert words(page) == ["Fire at T2", "Move", "Decline"]
        assert umpire.battle(battle)["last"] == last
        with page.expect_response("**/commands"):
            bar(page).get_by_role("button", name="Fire at T2").click()
        assert umpire.battle(battle)["last"] > last
        expect(bar(page)).to_be_hidden()
        assert host.complaints == []


def test_each_button_names_its_weapon_and_what_is_refused_is_one_line(
    browser: Browser, umpire: Client
) -> None:
    battle = squares(umpire)
    lead(umpire, battle, TO_ATTACK)
    last = umpire.battle(battle)["last"]
    with visiting(browser, umpire.invite(battle, seat="Host")["url"], size=DESK) as host:
        page = host.page
        told(page, last)
        dock = page.locator(".dock")
        expect(dock.get_by_role("button", name="End turn")).to_be_in_viewport(ratio=1)
        expect(dock.locator(".barred > summary")).to_have_text("3 more are not possible now")
        expect(dock.locator(".barred .reason").first).to_be_hidden()
        tapped(page, "I8")
        assert words(page) == [
            "I2: Attack I8 with Ink bow",
            "L1: Attack I8 with Ballista bolt",
        ]
        card = page.locator(".unit-card")
        expect(card.locator(".may").first).to_have_text("I2 may: Attack I8 with Ink bow")
        tapped(page, "L1")
        bolts = ["Attack C7 with Ballista bolt", "Attack I8 with Ballista bolt"]
        assert words(page) == bolts
        expect(card.locator(".may")).to_have_text(f"May: {', '.join(bolts)}")
        # Measured to whoever is nearest, not to the first by name.
        tapped(page, "C1")
        expect(bar(page).locator(".bar-reason")).to_contain_text("C1 is 11.88 in from I8")
        assert umpire.battle(battle)["last"] == last
        assert host.complaints == []


@pytest.mark.long
def test_what_stands_where_it_should_is_placed_with_one_press(
    browser: Browser, address: str, umpire: Client
) -> None:
    battle = squares(umpire)
    lead(umpire, battle, TO_PLACE)
    with visiting(browser, address) as seen:
        page = seen.page
        page.get_by_role("button", name="Go on with Bows").first.click()
        # One at a time, as the sides take turns: the first press leaves the other side its own.
        page.get_by_role("button", name="Place all 4 as they stand").click()
        page.get_by_role("button", name="Place all 2 as they stand").click()
        expect(page.locator("[data-command=end_movement]")).to_be_visible()
        # Nothing was seen that the dock asks about, and nobody has moved yet.
        expect(page.locator(".proposal")).to_have_count(0)
        expect(page.locator(".dock")).to_contain_text("C1 may move up to 8 in.")
        says = [event["says"] for event in umpire.events(battle)]
        assert not any("camera" in each or "seen on the table" in each for each in says)
        assert seen.complaints == []


@pytest.mark.parametrize("touch", [True, False])
def test_a_finger_leaves_no_button_dark_as_a_mouse_that_stays_on_it_does(
    browser: Browser, address: str, *, touch: bool
) -> None:
    fill = "each => getComputedStyle(each).backgroundColor"
    with visiting(browser, address, size=PHONE, touch=touch) as seen:
        yellow = seen.page.locator("button.go:enabled").first
        before = yellow.evaluate(fill)
        # After a tap a browser takes the finger to be there still.
        yellow.hover()
        assert (yellow.evaluate(fill) == before) is touch
        assert seen.complaints == []
