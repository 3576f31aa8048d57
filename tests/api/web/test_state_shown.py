"""The page draws the state of any game from its facts; a sixth one need only tell them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.installed_game import with_site
from tests.api.umpire import serving
from tests.api.web.browsing import DESK, PHONE, open_menu, visiting
from tests.api.web.test_access_for_all import faults

pytestmark = pytest.mark.browser


def planted(site: Path) -> str:
    """The path on which Python finds the umpire and the planted game."""
    info = site / "every_fact-1.0.dist-info"
    info.mkdir(parents=True)
    told = "Metadata-Version: 2.1\nName: every-fact\nVersion: 1.0\n"
    (info / "METADATA").write_text(told, encoding="utf-8")
    entry = "[paper_umpire.games]\nevery_fact = tests.api.every_fact\n"
    (info / "entry_points.txt").write_text(entry, encoding="utf-8")
    return with_site(site)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that has the planted game."""
    folder = tmp_path_factory.mktemp("served")
    found = planted(folder / "site")
    with serving("--battles", "battles", cwd=folder, PYTHONPATH=found) as (address, _):
        yield address


def begin(page: Page) -> None:
    # Whichever test is the first waits for a server that is still starting.
    page.set_default_timeout(60_000)
    page.locator("[data-key='sample every_fact-all-states']").click()
    expect(page.locator(".plate")).to_have_count(2)
    expect(page.locator("[data-piece=R1]")).to_be_visible()


def classes(page: Page, piece: str) -> set[str]:
    return set((page.locator(f"[data-piece={piece}]").get_attribute("class") or "").split())


@pytest.mark.long
def test_a_planted_game_has_everything_that_it_tells_drawn(browser: Browser, place: str) -> None:
    with visiting(browser, place, size=DESK) as seen:
        begin(seen.page)
        the_pieces_show_how_they_fare(seen.page)
        the_turn_and_the_order_are_shown(seen.page)
        the_plates_have_numbers_and_hands(seen.page)
        the_piles_face_each_other(seen.page)
        a_unit_has_a_card(seen.page)
        assert faults(seen.page) == []
        a_seat_alone_sees_what_it_alone_may(seen.page)
        assert seen.complaints == []


def the_pieces_show_how_they_fare(page: Page) -> None:
    assert {"acting", "damaged"} <= classes(page, "R1")
    assert {"aboard", "done"} <= classes(page, "R2")
    assert "wreck" in classes(page, "B1")
    assert "corpse" in classes(page, "B2")
    assert "done" in classes(page, "B4")
    assert "to_come" in classes(page, "B5")
    # What the game has taken off the table is gone.
    expect(page.locator("[data-piece=B3]")).to_have_count(0)
    badges = page.locator("[data-badges=R1]")
    for drawn in (".burst", ".smoke", ".badge-back", ".badge-face", ".rides"):
        expect(badges.locator(drawn)).to_have_count(1)
    expect(badges.locator(".burst text")).to_have_text("1")
    expect(badges.locator(".rides text")).to_have_text("R2")
    expect(page.locator("[data-badges=R3] .life text")).to_have_text("3")
    expect(page.locator("[data-badges=R3] .status-mark")).to_have_count(3)
    expect(page.locator("[data-badges=B1] .flame")).to_have_count(1)
    expect(page.locator("[data-badges=B4] .tick")).to_have_count(1)
    label = page.locator("[data-piece=R1]").get_attribute("aria-label") or ""
    assert "acting, 1 of 2 hits, carries R2, 2 cards, has acted" in label


def the_turn_and_the_order_are_shown(page: Page) -> None:
    expect(page.locator(".turn-no")).to_have_text("Turn 3")
    steps = page.get_by_role("list", name="Steps of the turn")
    expect(steps.locator("[aria-current=step]")).to_have_text("March")
    expect(page.locator(".phases .now")).to_have_text(["March", "Aim"])
    order = page.get_by_role("list", name="Order of play")
    expect(order.locator("li")).to_have_count(4)
    expect(order.locator("[aria-current=step]")).to_contain_text("R1")
    expect(order.get_by_role("img", name="queen of hearts")).to_be_visible()
    expect(order).to_contain_text("7 face down")
    page.get_by_text("Seats, objectives and clocks").click()
    more = page.locator(".more-state")
    for told in ("The mill", "held by red", "nobody's", "Round 3 of 8", "It rains."):
        expect(more).to_contain_text(told)
    expect(more.locator("[data-seat=Fox]")).to_contain_text("turns a card")
    expect(more.locator("[data-seat=Fox] small")).to_contain_text("Flick")
    expect(more).to_contain_text("The sun is going down.")


def the_plates_have_numbers_and_hands(page: Page) -> None:
    red = page.locator(".plate[data-side=red]")
    expect(red.locator(".points b")).to_have_text("7")
    for told in ("Attacker", "3 of 5 walkers", "holds The mill (2)", "begins in the south"):
        expect(red.locator(".counters")).to_contain_text(told)
    # The host plays both seats, and sees of their hands what anybody may.
    expect(red.get_by_role("group", name="Hand of Fox: 1 open, 4 face down")).to_be_visible()
    expect(red.get_by_role("img", name="2 of spades")).to_be_visible()
    expect(page.locator(".plate[data-side=blue] .points b")).to_have_text("4")


def the_piles_face_each_other(page: Page) -> None:
    expect(page.get_by_role("img", name="Draw pile: 31 cards")).to_have_count(1)
    expect(page.get_by_role("img", name="Discards: 0 cards")).to_have_count(1)
    cloth = page.get_by_role("region", name="red meets blue")
    expect(cloth.locator("li")).to_have_count(2)
    expect(cloth.locator(".between")).to_have_text(["red wins", "2"])
    expect(cloth.get_by_role("img", name="Duel 1: 1 card, Fox on top")).to_have_count(1)
    expect(cloth.get_by_role("img", name="Duel 2: an unknown number of cards")).to_have_count(1)
    expect(cloth).to_contain_text("upside down")


def a_unit_has_a_card(page: Page) -> None:
    page.locator("[data-piece=R1]").press("Enter")
    card = page.locator(".unit-card")
    expect(card.get_by_role("heading")).to_contain_text("heavy walker")
    for told in ("Acting, 1 of 2 hits", "Armour", "2 dice", "Worth", "two cannons", "Carries"):
        expect(card).to_contain_text(told)
    expect(card.get_by_role("img", name="queen of hearts")).to_be_visible()
    expect(card.locator(".may")).to_contain_text("Flick")
    # What another may not do stands on its own card, with the reason.
    card.get_by_role("button", name="R2").click()
    expect(card).to_have_attribute("data-unit", "R2")
    expect(card).to_contain_text("On R1")
    expect(card.locator(".may-not li")).to_contain_text("Flick")
    page.locator("[data-piece=R3]").hover()
    expect(card).to_have_attribute("data-unit", "R3")
    expect(card).to_contain_text("It has the mark stuck.")
    expect(card.get_by_role("img", name="3 of 12 hit points")).to_be_visible()
    page.locator(".dock").hover()


def a_seat_alone_sees_what_it_alone_may(page: Page) -> None:
    open_menu(page)
    page.locator("[data-key=seat]").select_option("Fox")
    hand = page.get_by_role("group", name="Hand of Fox: 1 open, 1 only you see, 3 face down")
    expect(hand).to_contain_text("Owl")
    expect(page.get_by_role("group", name="Hand of Owl: 1 open, 4 face down")).to_be_visible()


@pytest.mark.long
def test_a_phone_shows_the_points_and_the_card_of_a_unit(browser: Browser, place: str) -> None:
    with visiting(browser, place, size=PHONE, touch=True) as seen:
        page = seen.page
        begin(page)
        expect(page.locator(".plate .points b")).to_have_text(["4", "7"])
        expect(page.locator(".turn-no")).to_have_text("Turn 3")
        page.locator("[data-piece=B1]").tap()
        expect(page.locator(".unit-card")).to_contain_text("Wreck, lost to R1")
        assert seen.complaints == []
