"""The room that a window has is used: names are whole, and what scrolls reaches its edges."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from api.client import Client
from tests.api.web.browsing import DESK, DUEL, PHONE, duel_table, open_menu, until, visiting
from tests.api.web.playing import TO_FIRE_OR_MOVE, lead
from tests.api.web.test_rooms import DICE

pytestmark = pytest.mark.browser

TABLET = ViewportSize(width=820, height=1180)
IS_WHOLE = "each => each.scrollWidth <= each.clientWidth"
NAMED = """() => {
  const menu = document.querySelector(".menu-opener").getBoundingClientRect();
  const free = ({ left, right, top, bottom }) => left >= menu.right - 1 || right <= menu.left + 1
    || top >= menu.bottom - 1 || bottom <= menu.top + 1;
  return [...document.querySelectorAll(".plate .who strong")].filter((each) => {
    const plate = each.closest(".plate");
    const lines = each.clientHeight / parseFloat(getComputedStyle(each).lineHeight);
    return each.scrollWidth <= each.clientWidth && each.scrollHeight <= plate.clientHeight
      && Math.round(lines) <= each.textContent.split(" ").length
      && free(plate.getBoundingClientRect());
  }).map((each) => each.textContent).sort().reverse();
}"""
"""The sides that are named whole, with no word broken, beside the menu."""

HIGH = "() => document.querySelector('.map-host').getBoundingClientRect().height"
WORDS_HIGH = "() => document.querySelector('.scroll').getBoundingClientRect().height"


@pytest.mark.long
def test_the_sides_are_named_in_full_on_a_tablet(browser: Browser, address: str) -> None:
    with visiting(browser, address, size=TABLET) as seen:
        page = seen.page
        page.locator("[data-key='sample papercraft']").click()
        names = page.locator(".plate .who strong")
        expect(names).to_have_text(["Blue", "Red"])
        for name in names.all():
            assert name.evaluate(IS_WHOLE), name.inner_text()
        assert seen.complaints == []


def test_long_names_of_sides_are_whole_on_phones(browser: Browser, umpire: Client) -> None:
    sides = ["The Defenders", "Enemies"]
    seats = [{"name": side[0], "sides": [side]} for side in sides]
    roster = [{**each, "side": side} for each, side in zip(DUEL["roster"], sides, strict=True)]
    battle = str(umpire.create({**DUEL, "seats": seats, "roster": roster})["id"])
    with visiting(browser, umpire.invite(battle, seat="E")["url"], size=PHONE) as seen:
        for wide, high in ((390, 844), (360, 740), (320, 640), (844, 390), (640, 360)):
            seen.page.set_viewport_size(ViewportSize(width=wide, height=high))
            until(seen.page, lambda: seen.page.evaluate(NAMED) == sides)
        assert seen.complaints == []


def test_the_newest_ruling_is_read_beside_a_hint_on_a_phone(
    browser: Browser, umpire: Client
) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    lead(umpire, battle, TO_FIRE_OR_MOVE)
    with visiting(browser, umpire.invite(battle, seat="Host")["url"], size=PHONE) as seen:
        expect(seen.page.locator(".hints")).to_contain_text("A yellow edge")
        expect(seen.page.locator(".slip h2")).to_be_in_viewport(ratio=0.9)
        assert seen.complaints == []


def test_the_first_page_scrolls_wherever_the_pointer_is(browser: Browser, address: str) -> None:
    with visiting(browser, address, size=DESK) as seen:
        box = seen.page.locator(".start").bounding_box()
        assert box is not None
        assert (box["x"], box["width"]) == (0, DESK["width"])
        assert seen.complaints == []


def test_any_other_command_is_of_the_battle_that_is_open(browser: Browser, address: str) -> None:
    with visiting(browser, address) as seen:
        page = seen.page
        page.locator("[data-key='sample papercraft']").click()
        open_menu(page)
        page.get_by_text("Any other command").click()
        choice = page.get_by_role("combobox", name="Command")
        expect(choice.locator("option[value=muster]")).to_have_count(1)
        page.get_by_role("button", name="Paper Umpire", exact=True).click()
        page.locator("[data-key='sample paper-tigers']").click()
        open_menu(page)
        expect(choice.locator("option[value=fire]")).to_have_count(1)
        expect(choice.locator("option[value=muster]")).to_have_count(0)
        assert seen.complaints == []


def test_edges_of_which_one_is_chosen_are_named_on_the_map(
    browser: Browser, address: str, umpire: Client
) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    lead(umpire, battle, TO_FIRE_OR_MOVE[:4])
    names = ".map-host .zone-name:not([display=none])"
    with visiting(browser, address, size=PHONE) as seen:
        page = seen.page
        page.get_by_role("button", name="Go on with A duel").first.click()
        expect(page.locator(names)).to_have_text(
            ["South edge", "North edge", "West edge", "East edge"], use_inner_text=False
        )
        page.get_by_role("button", name="North", exact=True).click()
        expect(page.locator(names)).to_have_text(["Blue begins here", "Red begins here"])
        assert seen.complaints == []


def test_a_wide_table_takes_no_more_of_a_phone_than_it_needs(
    browser: Browser, umpire: Client
) -> None:
    battle = str(umpire.create(DUEL)["id"])
    laid = {**duel_table(), "table": {"width_in": 72.0, "depth_in": 36.0}}
    umpire.lay_table(laid, battle=battle)
    with visiting(browser, umpire.invite(battle)["url"], size=PHONE) as seen:
        page = seen.page
        tools, edge = 44, 42
        until(page, lambda: page.evaluate(HIGH) < PHONE["width"] / 2 + tools + edge + 4)
        words = page.evaluate(WORDS_HIGH)
        page.get_by_role("button", name="Turn the table").click()
        # From its side it needs all that any table may have.
        until(page, lambda: page.evaluate(HIGH) > PHONE["width"])
        assert page.evaluate(WORDS_HIGH) < words - 100
        assert seen.complaints == []


def test_a_sheet_takes_no_more_of_a_tablet_than_it_needs(browser: Browser, umpire: Client) -> None:
    battle = str(umpire.begin_sample("paper-invasion", alone=True)["id"])
    dice = {"kind": "take_dice", "dice": DICE}
    for command in ({"kind": "choose_theme"}, dice, {"kind": "take_board"}):
        assert umpire.command(battle, command, seat="Fox")["accepted"], command
    with visiting(browser, umpire.invite(battle)["url"], size=TABLET) as seen:
        page = seen.page
        expect(page.locator(".sheet-room").first).to_be_attached()
        sheet, host = page.locator(".sheet-frame"), page.locator(".map-host")
        wide, around = sheet.bounding_box(), host.bounding_box()
        assert wide is not None
        assert around is not None
        assert wide["width"] > TABLET["width"] - 20
        assert around["height"] - wide["height"] < 80
        assert seen.complaints == []


@pytest.mark.long
def test_cards_alone_are_as_large_on_a_tablet_as_on_a_desk(
    browser: Browser, umpire: Client
) -> None:
    begun = umpire.begin_sample("tossing-tiger", name="On a tablet")["id"]
    seat = umpire.battle(begun)["view"]["seats"][0]["name"]
    wide = {}
    for name, size in {"desk": DESK, "tablet": ViewportSize(width=820, height=1180)}.items():
        with visiting(browser, umpire.invite(begun, seat=seat)["url"], size=size) as seen:
            card = seen.page.locator(".card-rows .pile .playing-card").first
            expect(card).to_be_visible()
            box = card.bounding_box()
            assert box is not None
            wide[name] = box["width"]
            assert seen.complaints == []
    assert wide["tablet"] == wide["desk"] > 90


BENT = """() => [...document.querySelectorAll("button, a")].filter((each) => {
  const { boxShadow, borderTopLeftRadius, borderBottomLeftRadius } = getComputedStyle(each);
  const isMarked = / 3px 0px 0px 0px inset$/.test(boxShadow);
  return isMarked && (borderTopLeftRadius !== "0px" || borderBottomLeftRadius !== "0px");
}).map((each) => each.textContent)"""
"""What is marked by a bar at its left edge, where the bar is bent into half a bracket."""


def test_what_is_marked_at_its_edge_has_a_straight_bar(browser: Browser, umpire: Client) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    lead(umpire, battle, TO_FIRE_OR_MOVE)
    wide = ViewportSize(width=1600, height=900)
    with visiting(browser, umpire.invite(battle, seat="Host")["url"], size=wide) as seen:
        page = seen.page
        expect(page.locator(".unit-list .now button")).to_be_visible()
        open_menu(page)
        expect(page.locator(".menu [aria-current=page]")).to_have_text("The table")
        assert page.evaluate(BENT) == []
        assert seen.complaints == []
