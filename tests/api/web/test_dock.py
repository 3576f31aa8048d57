"""What is to be done next is seen whole in the dock, as far as a window has room."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from api.client import Client
from tests.api.forked import forked_serving
from tests.api.review.battle_files import played, write_told
from tests.api.web.browsing import (
    DUEL,
    PHONE,
    drag,
    duel_table,
    middle,
    rectangle,
    until,
    visiting,
)
from tests.api.web.moments import last_laid, script_of
from tests.api.web.playing import TO_FIRE_OR_MOVE, lead

pytestmark = pytest.mark.browser

IS_WHOLE = """each => {
  const box = each.getBoundingClientRect();
  const room = each.closest(".dock").getBoundingClientRect();
  return box.top >= room.top && box.bottom <= room.bottom;
}"""


@pytest.fixture
def battle(umpire: Client) -> str:
    umpire.lay_table(duel_table())
    return str(umpire.create(DUEL)["id"])


def test_both_seats_of_one_screen_are_in_sight(browser: Browser, address: str, battle: str) -> None:
    size = ViewportSize(width=1280, height=800)
    with visiting(browser, address, size=size, battle=battle) as seen:
        theirs = seen.page.locator(".dock .seat-offers").nth(1).locator("button")
        expect(theirs.first).to_be_visible()
        assert theirs.first.evaluate(IS_WHOLE)
        assert seen.complaints == []


def test_every_choice_of_a_unit_is_whole_on_a_phone(
    browser: Browser, umpire: Client, battle: str
) -> None:
    lead(umpire, battle, TO_FIRE_OR_MOVE)
    with visiting(browser, umpire.invite(battle, seat="Host")["url"], size=PHONE) as seen:
        decline = seen.page.locator(".dock .offer[data-command=decline] button").first
        expect(decline).to_be_visible()
        assert decline.evaluate(IS_WHOLE)
        assert seen.complaints == []


def test_the_button_of_a_phase_lies_beside_its_words(
    browser: Browser, umpire: Client, battle: str
) -> None:
    lead(umpire, battle, TO_FIRE_OR_MOVE[:2])
    address = umpire.invite(battle, seat="Host")["url"]
    for size in (ViewportSize(width=1280, height=800), PHONE):
        with visiting(browser, address, size=size) as seen:
            step = seen.page.locator(".dock .offer.step")
            expect(step.locator("button.go")).to_be_visible()
            words = step.locator("h3").bounding_box()
            button = step.locator("button.go").bounding_box()
            assert words
            assert button
            assert words["y"] + words["height"] <= button["y"] + 1
            assert step.locator("button.go").evaluate(IS_WHOLE)


def choosing_a_unit(umpire: Client) -> str:
    """A battle in which two units may have a card."""
    laid = duel_table()
    laid["pieces"].append(rectangle("T3", side="Red", at=(6, 5), heading=90))
    umpire.lay_table(laid)
    second = {**DUEL["roster"][0], "id": "T3"}
    made = str(umpire.create({**DUEL, "roster": [*DUEL["roster"], second]})["id"])
    lead(umpire, made, TO_FIRE_OR_MOVE[:11])
    return made


def test_a_card_can_be_laid_beside_the_end_of_the_phase_on_a_laptop(
    browser: Browser, umpire: Client
) -> None:
    address = umpire.invite(choosing_a_unit(umpire), seat="Host")["url"]
    with visiting(browser, address, size=ViewportSize(width=1366, height=768)) as seen:
        lay = seen.page.locator(".dock .offer[data-command=assign] [data-key=give]")
        expect(lay).to_be_visible()
        step = seen.page.locator(".dock .offer.step[data-command=pass]")
        box, end = lay.bounding_box(), step.bounding_box()
        assert box
        assert end
        assert box["y"] + box["height"] <= end["y"] + 1
        assert step.locator("button").last.evaluate(IS_WHOLE)
        assert seen.complaints == []


def test_units_to_choose_from_are_clear_of_the_end_of_a_phase_on_a_phone(
    browser: Browser, umpire: Client
) -> None:
    made = choosing_a_unit(umpire)
    with visiting(browser, umpire.invite(made, seat="Host")["url"], size=PHONE) as seen:
        units = seen.page.locator(".dock [data-command=assign] [data-hole=unit] button")
        expect(units).to_have_count(2)
        step = seen.page.locator(".dock .offer.step[data-command=pass]")
        expect(step.locator("button").last).to_be_visible()
        end = step.bounding_box()
        assert end
        for unit in units.all():
            box = unit.bounding_box()
            assert box
            assert unit.evaluate(IS_WHOLE)
            assert box["y"] + box["height"] <= end["y"] + 1


def test_a_tall_phone_keeps_its_room_for_what_may_be_chosen(
    browser: Browser, umpire: Client
) -> None:
    address = umpire.invite(choosing_a_unit(umpire), seat="Host")["url"]
    with visiting(browser, address, size=ViewportSize(width=430, height=932)) as seen:
        step = seen.page.locator(".dock .offer.step[data-command=pass]")
        expect(step.locator("button").last).to_be_visible()
        expect(step.locator(".help")).to_be_hidden()


def test_what_dice_have_to_show_is_said_on_a_phone(
    browser: Browser, umpire: Client, battle: str
) -> None:
    lead(umpire, battle, (*TO_FIRE_OR_MOVE, ("Host", {"kind": "move"})))
    address = umpire.invite(battle, seat="Host")["url"]
    for size in (PHONE, ViewportSize(width=PHONE["height"], height=PHONE["width"])):
        with visiting(browser, address, size=size) as seen:
            needed = seen.page.locator(".dock .awaits .rest")
            expect(needed).to_contain_text("as far as the total")
            assert needed.evaluate(IS_WHOLE)
            rolls = seen.page.locator(".dock [data-key=roll]")
            assert rolls.evaluate(IS_WHOLE)


ATTACK = '"attack", "unit": "R2", "attack": "knife", "target": "B3"'
"""Before the last of them three units have five ways to attack, most on several targets."""


MOVED = '"command": {"kind": "end_movement"'
"""Before the last of them two units may still move."""


@pytest.fixture(scope="module")
def attacking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address at which whoever attacks plays."""
    with played_until(ATTACK, folder=tmp_path_factory.mktemp("attacking")) as address:
        yield address


@contextmanager
def played_until(last: str, *, folder: Path, odds: str = "off") -> Iterator[str]:
    """The address of whoever is to do next what a duel has there for the last time."""
    script = script_of("papercraft")
    begun = json.loads(script[0])
    begun["options"]["odds"] = odds
    lines = script[1 : max(at for at, line in enumerate(script) if last in line)]
    (folder / "battles").mkdir()
    told = list(played([json.dumps(begun), *lines]))
    write_told(folder / "battles" / "duel.battle", told, title="A duel")
    with (
        forked_serving("--battles", str(folder / "battles"), cwd=folder) as (address, _),
        Client(address, seconds=60) as umpire,
    ):
        table = last_laid(told)
        assert table is not None
        umpire.lay_table(table, battle="duel")
        yield umpire.invite("duel", seat="Host")["url"]


@pytest.mark.long
def test_the_end_of_a_phase_is_in_sight_however_much_may_be_done(
    browser: Browser, attacking: str
) -> None:
    with visiting(browser, attacking, size=PHONE) as seen:
        page = seen.page
        end = page.locator(".dock [data-command=end_turn] button").last
        openers = page.locator(".dock [data-key=opener]")
        expect(end).to_be_visible()
        # Targets do not lie there one by one before anybody asks for them.
        assert openers.count() >= 3
        assert end.evaluate(IS_WHOLE)
        openers.first.click()
        expect(page.locator(".dock .choices button").first).to_be_focused()
        assert end.evaluate(IS_WHOLE)
        assert seen.complaints == []


def test_a_tap_on_the_table_leaves_the_dock_where_it_is(browser: Browser, attacking: str) -> None:
    with visiting(browser, attacking, size=PHONE, touch=True) as seen:
        page = seen.page
        expect(page.locator(".dock [data-key=opener]").first).to_be_visible()
        dock = page.locator(".dock")
        dock.evaluate("each => each.scrollTo(0, 40)")
        for piece in ("R1", "B1", "R2"):
            page.touchscreen.tap(*middle(page, piece))
            expect(page.locator(".offer-bar")).to_be_visible()
            assert dock.evaluate("each => each.scrollTop") == 40
            page.keyboard.press("Escape")
        assert seen.complaints == []


IS_CLEAR = """each => {
  const box = each.getBoundingClientRect();
  const dock = each.closest(".dock");
  const room = dock.getBoundingClientRect();
  const step = dock.querySelector(".step")?.getBoundingClientRect();
  const end = Math.min(room.bottom, step?.top ?? room.bottom);
  return box.height > 0 && box.top >= room.top - 1 && box.bottom <= end + 1;
}"""
"""Whether something is whole, and nothing that stays at the lower edge lies over it."""


@pytest.mark.long
def test_the_odds_of_an_attack_are_clear_of_the_end_of_the_turn_on_a_phone(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        played_until(ATTACK, folder=tmp_path, odds="own") as address,
        visiting(browser, address, size=PHONE) as seen,
    ):
        page = seen.page
        page.locator(".dock [data-key=opener]").first.click()
        odds = page.locator(".dock .odds-words").first
        expect(odds).to_contain_text("R1 hits B1")
        until(page, lambda: odds.evaluate(IS_CLEAR))
        # What is chosen by them is seen with them.
        choice = page.locator(".dock .choices button").first
        assert choice.evaluate(IS_CLEAR)
        choice.click()
        # What came of it has its room again.
        expect(page.locator(".slip h2").first).to_be_in_viewport(ratio=0.9)
        assert seen.complaints == []


@pytest.mark.long
def test_where_a_piece_is_to_stop_is_seen_at_once_on_a_phone(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        played_until(MOVED, folder=tmp_path) as address,
        visiting(browser, address, size=PHONE) as seen,
    ):
        page = seen.page
        expect(page.locator(".hints")).to_contain_text("A yellow edge")
        drag(page, by=("R2", 120, 0))
        stop = page.locator(".dock [data-key=stop]")
        expect(stop).to_be_visible()
        assert stop.evaluate(IS_CLEAR)
        assert page.locator(".dock .meter-words").evaluate(IS_CLEAR)
        assert seen.complaints == []


def test_the_odds_of_what_one_press_does_lie_below_it(browser: Browser, umpire: Client) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create({**DUEL, "options": {"odds": "own"}})["id"])
    lead(umpire, battle, TO_FIRE_OR_MOVE)
    with visiting(browser, umpire.invite(battle, seat="Host")["url"], size=PHONE) as seen:
        offer = seen.page.locator(".dock [data-command=move]")
        expect(offer.locator(".odds")).to_be_visible()
        odds, button = offer.locator(".odds").bounding_box(), offer.locator("button").bounding_box()
        assert odds
        assert button
        assert odds["y"] >= button["y"] + button["height"]
        assert odds["width"] > PHONE["width"] - 60
        assert seen.complaints == []


def test_a_hint_is_read_whole_on_a_small_phone(
    browser: Browser, umpire: Client, battle: str
) -> None:
    lead(umpire, battle, TO_FIRE_OR_MOVE)
    size = ViewportSize(width=360, height=640)
    with visiting(browser, umpire.invite(battle, seat="Host")["url"], size=size) as seen:
        hint = seen.page.locator(".hints")
        expect(hint).to_contain_text("A yellow edge")
        lies = """each => {
          const { x, y } = each.getBoundingClientRect();
          return each.contains(document.elementFromPoint(x + 20, y + 8));
        }"""
        assert hint.evaluate(lies)
        assert seen.complaints == []
