"""A whole battle is played by the page alone, by two people with somebody watching."""

import pytest
from playwright.sync_api import Browser, expect

from api.client import Client
from tests.api.web.browsing import (
    DUEL,
    PHONE,
    Visit,
    duel_table,
    go,
    open_menu,
    visit,
    visiting,
)
from tests.api.web.playing import WAITED, Player, play_out, told

pytestmark = pytest.mark.browser


@pytest.fixture
def battle(umpire: Client) -> str:
    umpire.lay_table(duel_table())
    return str(umpire.create(DUEL)["id"])


def as_host(browser: Browser, address: str) -> Visit:
    seen = visit(browser, address)
    seen.page.get_by_role("button", name="Go on with A duel").first.click()
    return seen


@pytest.mark.long
def test_two_play_from_start_to_victory_and_one_watches(
    browser: Browser, address: str, umpire: Client, battle: str
) -> None:
    guest_at = umpire.invite(battle, seat="Guest")["url"]
    watcher_at = umpire.invite(battle)["url"]
    host = as_host(browser, address)
    guest, watcher = visit(browser, guest_at, size=PHONE), visit(browser, watcher_at)
    try:
        expect(guest.page.locator(".you")).to_have_text("You are Guest, Blue")
        expect(watcher.page.locator(".you")).to_have_text("You are watching")
        players = (Player(page=host.page, luck="lucky"), Player(page=guest.page, luck="unlucky"))
        done = play_out(players, umpire=umpire, battle=battle)
        assert done >= 15
        result = umpire.battle(battle)["view"]["result"]
        assert result is not None
        assert "Red" in result
        for seen in (host, guest, watcher):
            expect(seen.page.locator(".awaits")).to_have_text(result)
            expect(seen.page.locator(".slip h2")).to_contain_text(result.partition(". ")[0])
            expect(seen.page.locator(".over-card")).to_be_visible()
            expect(seen.page.locator(".over-card")).not_to_contain_text(result)
            assert seen.page.locator(WAITED).count() == 0
            assert seen.complaints == []
        go(watcher.page, "The log")
        expect(watcher.page.locator(".log li").first).to_contain_text("Red")
        assert watcher.page.locator(".log li").count() == umpire.battle(battle)["last"] + 1
        shown = watcher.page.locator(".log li:has-text('fires')").last
        shown.locator("button").first.click()
        expect(shown.locator(".evidence")).to_contain_text("range Yes T1 is 26.08 in away")
        assert shown.get_by_role("button", name="Dispute").count() == 0, "a spectator disputes"
    finally:
        for seen in (host, guest, watcher):
            seen.close()


@pytest.mark.usefixtures("battle")
def test_dice_are_tapped_face_by_face_and_taken_back(browser: Browser, address: str) -> None:
    seen = as_host(browser, address)
    page = seen.page
    dice = page.locator("[data-seat=Host] [data-command=roll]")
    give = dice.locator("[data-key=give]")
    dice.get_by_role("button", name="A 5", exact=True).click()
    expect(give).to_be_disabled()
    dice.get_by_role("button", name="A 3", exact=True).click()
    expect(dice.locator("output")).to_have_text("= 8")
    dice.get_by_role("button", name="Die 1: 5. Take it back").click()
    expect(give).to_be_disabled()
    dice.get_by_role("button", name="A 6", exact=True).click()
    give.click()
    expect(page.locator("[data-ruling=accepted]")).to_contain_text("Red rolls 3, 6")
    assert seen.complaints == []
    seen.close()


@pytest.mark.usefixtures("battle")
def test_the_referee_rolls_and_draws_for_those_who_have_no_dice(
    browser: Browser, address: str
) -> None:
    seen = as_host(browser, address)
    page = seen.page
    for side in ("Red", "Blue"):
        page.locator(".offer.open").get_by_role("button", name="Roll for me").click()
        expect(page.locator("[data-ruling=accepted]")).to_contain_text(f"{side} rolls")
    assert seen.complaints == []
    seen.close()


def test_what_does_not_count_says_why_with_clause_and_numbers(
    browser: Browser, address: str, umpire: Client, battle: str
) -> None:
    for seat, command in (
        ("Host", {"kind": "roll", "dice": [6, 3]}),
        ("Guest", {"kind": "roll", "dice": [2, 3]}),
        ("Host", {"kind": "terrain_done"}),
        ("Guest", {"kind": "choose", "choice": "accept"}),
        ("Guest", {"kind": "choose_edge", "edge": "south"}),
    ):
        assert umpire.command(battle, command, seat=seat)["accepted"], command
    seen = as_host(browser, address)
    page = seen.page
    greyed = page.locator(".offer.greyed[data-command=deploy_done]")
    expect(greyed).to_contain_text("Not now: T2")
    expect(greyed.locator(".clause summary")).to_have_text("PT1-B3")
    # The table is mended by hand, and the offer is there without anybody asking for it anew.
    umpire.put_piece("T2", battle=battle, x_in=20, y_in=4)
    expect(page.locator(".offer[data-command=deploy_done] [data-key=give]")).to_be_enabled()
    assert seen.complaints == []
    seen.close()


@pytest.mark.long
def test_an_event_is_taken_back_with_the_others_consent(
    browser: Browser, address: str, umpire: Client, battle: str
) -> None:
    guest_at = umpire.invite(battle, seat="Guest")["url"]
    umpire.command(battle, {"kind": "roll", "dice": [6, 3]}, seat="Host")
    host, guest = as_host(browser, address), visit(browser, guest_at)
    go(host.page, "The log")
    event = host.page.locator(".log [data-event=e1]")
    expect(event).to_contain_text("Red rolls 6, 3")
    event.locator("button").first.click()
    event.get_by_label("Why, if you like").fill("it fell off the table")
    event.get_by_role("button", name="Take it back").click()
    question = guest.page.locator(".offer[data-command=agree]")
    # Said once, over both answers.
    expect(guest.page.locator(".asked .question")).to_contain_text("it fell off the table")
    question.get_by_role("button", name="Agree").click()
    expect(event).to_have_class("taken-back")
    expect(event).to_contain_text("taken back")
    assert host.complaints == guest.complaints == []
    host.close()
    guest.close()


def test_giving_up_asks_twice(browser: Browser, umpire: Client, battle: str) -> None:
    with visiting(browser, umpire.invite(battle, seat="Guest")["url"], size=PHONE) as seen:
        page = seen.page
        open_menu(page)
        card = page.locator("[data-command=concede]")
        card.get_by_role("button", name="Give up", exact=True).click()
        card.get_by_role("button", name="No").click()
        assert umpire.battle(battle)["view"]["result"] is None
        card.get_by_role("button", name="Give up", exact=True).click()
        card.get_by_role("button", name="Yes, give up").click()
        expect(page.locator(".over-card")).to_be_visible()
        expect(page.locator(".awaits")).to_contain_text("Red")
        assert seen.complaints == []


def test_a_command_that_is_not_offered_is_given_by_its_schema(
    browser: Browser, umpire: Client, battle: str
) -> None:
    umpire.command(battle, {"kind": "roll", "dice": [6, 3]}, seat="Host")
    umpire.command(battle, {"kind": "roll", "dice": [2, 3]}, seat="Guest")
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as seen:
        page = seen.page
        open_menu(page)
        page.get_by_text("Any other command").click()
        page.get_by_role("combobox", name="Command").select_option("name_objective")
        page.get_by_label("Area", exact=True).fill("W1")
        points = page.get_by_label("Points", exact=True)
        give = page.get_by_role("button", name="Give this command")
        points.fill("many")
        give.click()
        expect(page.locator(".toast")).to_contain_text("expected a number, got “many”")
        points.fill("4")
        give.click()
        expect(page.locator("[data-ruling=accepted]")).to_contain_text(
            "The woods is worth 4 points"
        )
        assert seen.complaints == []


def test_a_form_keeps_what_is_filled_in_while_others_act(
    browser: Browser, umpire: Client, battle: str
) -> None:
    with visiting(browser, umpire.invite(battle, seat="Guest")["url"]) as seen:
        seen.page.get_by_role("button", name="A 4", exact=True).click()
        umpire.command(battle, {"kind": "roll", "dice": [6, 3]}, seat="Host")
        told(seen.page, umpire.battle(battle)["last"])
        expect(seen.page.get_by_role("button", name="Die 1: 4. Take it back")).to_be_visible()
