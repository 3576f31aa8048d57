"""Tests that cards are chosen or drawn on the page, and only where there is a choice."""

import pytest
from playwright.sync_api import Browser, Page, expect

from api.client import Client
from tests.api.web.browsing import DUEL, PHONE, Json, duel_table, visiting
from tests.api.web.playing import TO_FIRE_OR_MOVE, lead

pytestmark = [pytest.mark.browser, pytest.mark.long]

PICK = ".dock [data-key='pick cards']"


def given(umpire: Client, battle: str, *, number: str) -> str:
    """Led to where piles are made, of which so many are wished for: the seat that makes them."""
    seats = [str(each["name"]) for each in umpire.battle(battle)["view"]["seats"]]
    for _ in range(20):
        offers = [
            (seat, each)
            for seat in seats
            for each in umpire.options(battle, seat=seat)
            if each["refusal"] is None and each["weight"] in {"main", "plain"}
        ]
        makes = [seat for seat, each in offers if each["command"] == "lay_piles"]
        if makes:
            return makes[0]
        seat, offer = offers[0]
        filled: Json = {"kind": offer["command"], **offer["fixed"]}
        for hole in offer["holes"]:
            if hole["kind"] == "dice":
                filled[hole["name"]] = [6 if seat == seats[0] else 1] * hole["count"]
            elif not hole["optional"]:
                allowed = hole["allowed"]
                filled[hole["name"]] = number if number in allowed else allowed[0]
        assert umpire.command(battle, filled, seat=seat)["accepted"], filled
    raise AssertionError("nobody makes piles")


def lies_in(page: Page) -> list[list[str]]:
    """The cards of each of one's own piles."""
    piles = page.locator(".dealt .glimpse")
    cards = "all => all.map(each => each.dataset.card)"
    return [each.locator(".face").evaluate_all(cards) for each in piles.all()]


def test_the_cards_of_each_pile_are_chosen_by_taps_where_there_is_a_choice(
    browser: Browser, umpire: Client
) -> None:
    begun = umpire.begin_sample("tossing-tiger", name="Two piles", cards="dealt")
    seat = given(umpire, str(begun["id"]), number="2")
    with visiting(browser, umpire.invite(str(begun["id"]), seat=seat)["url"]) as seen:
        page = seen.page
        page.locator(PICK).click()
        page.locator(".dock [data-key='choice sizes [3,3]']").click()
        cards = page.locator(".dock [data-key^='pile card']")
        expect(cards).to_have_count(6)
        keys = cards.evaluate_all("all => all.map(each => each.dataset.key)")
        wanted = keys[::2] + keys[1::2]
        give = page.locator(".dock [data-command=lay_piles] [data-key=give]")
        for key in wanted:
            # What is half chosen is not laid at random.
            expect(give).to_be_disabled()
            page.locator(f".dock [data-key='{key}']").click()
        expect(give).to_be_enabled()
        page.locator(".dock [data-command=lay_piles] [data-key=give]").click()
        expect(page.locator(".dealt .glimpse")).to_have_count(2)
        names = [key.removeprefix("pile card ") for key in wanted]
        assert [sorted(pile) for pile in lies_in(page)] == [sorted(names[:3]), sorted(names[3:])]
        assert seen.complaints == []


def test_of_one_way_to_make_piles_nobody_says_that_it_is_wanted(
    browser: Browser, umpire: Client
) -> None:
    begun = umpire.begin_sample("tossing-tiger", name="Three piles", cards="dealt")
    seat = given(umpire, str(begun["id"]), number="3")
    with visiting(browser, umpire.invite(str(begun["id"]), seat=seat)["url"]) as seen:
        page = seen.page
        page.locator(PICK).click()
        expect(page.locator(".dock [data-key^='pile card']")).to_have_count(6)
        assert seen.complaints == []


def test_one_pile_of_the_whole_hand_asks_for_no_cards(browser: Browser, umpire: Client) -> None:
    begun = umpire.begin_sample("tossing-tiger", name="One pile", cards="dealt")
    seat = given(umpire, str(begun["id"]), number="1")
    with visiting(browser, umpire.invite(str(begun["id"]), seat=seat)["url"]) as seen:
        page = seen.page
        expect(page.locator(".dealt .hand .face")).to_have_count(6)
        only = page.locator(".dock [data-command=lay_piles] .choices button")
        expect(only).to_have_count(1)
        expect(page.locator(PICK)).to_have_count(0)
        only.click()
        expect(page.locator(".dealt .glimpse .face")).to_have_count(6)
        assert seen.complaints == []


def test_cards_of_a_printed_deck_are_drawn_once(browser: Browser, umpire: Client) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    lead(umpire, battle, TO_FIRE_OR_MOVE[:-1])
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as seen:
        draws = seen.page.locator(".dock [data-command=turn_up] [data-key=deal]")
        draws.click()
        drawn = seen.page.locator(".dock [data-command=turn_up] .card[aria-pressed=true]")
        expect(drawn).to_have_count(2)
        # A second draw would be a choice between two.
        expect(draws).to_have_count(0)
        assert seen.complaints == []


def test_the_umpire_tosses_who_begins(browser: Browser, umpire: Client) -> None:
    begun = umpire.begin_sample("tossing-tiger", name="A toss", cards="dealt")
    battle = str(begun["id"])
    seats = [str(each["name"]) for each in umpire.battle(battle)["view"]["seats"]]
    lead(
        umpire,
        battle,
        [
            (seat, {"kind": "ready", "player": seat, "edge": edge})
            for seat, edge in zip(seats, ("south", "north"), strict=True)
        ],
    )
    with visiting(browser, umpire.invite(battle, seat=seats[0])["url"], size=PHONE) as seen:
        seen.page.get_by_role("button", name="Toss for us").click()
        expect(seen.page.locator(".slip h2")).to_contain_text("A toss decides: ")
        assert seen.complaints == []
