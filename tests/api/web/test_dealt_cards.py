"""Tests that a game of cards is played in the browser with nothing printed, to its end."""

import pytest
from playwright.sync_api import Browser, expect

from api.client import Client
from tests.api.web.browsing import PHONE, visiting
from tests.api.web.playing import Player, play_out, told

STEPS = ("roll", "terrain_done", "choose", "choose_edge", "deploy_done", "shuffle", "deal")
"""Each has one answer that leads on to where cards are laid."""

pytestmark = [pytest.mark.browser, pytest.mark.long]

AVOIDED = ("concede", "amend", "leave")
MOST_ACTS = 600


def begun(browser: Browser, address: str, umpire: Client) -> str:
    """A game that the host's page begins, with cards that the umpire deals."""
    with visiting(browser, address) as seen:
        page = seen.page
        deals = page.locator("[data-key='deals tossing_tiger']")
        # The samples are looked for the first time.
        expect(deals).to_be_visible()
        deals.check()
        page.locator("[data-key='sample tossing-tiger']").click()
        dealt = page.get_by_role("region", name="Cards")
        # It lies among the piles that every game tells, and nowhere else.
        expect(page.locator(".piles .pile[aria-label^='Draw pile']")).to_have_count(1)
        expect(dealt.locator("[data-place='draw pile']")).to_have_count(0)
        assert seen.complaints == []
    return str(umpire.battles()[0]["id"])


def test_a_whole_game_is_played_on_a_desk_and_a_phone_with_cards_that_the_umpire_deals(
    browser: Browser, address: str, umpire: Client
) -> None:
    battle = begun(browser, address, umpire)
    names = [str(each["name"]) for each in umpire.battle(battle)["view"]["seats"]]
    one, other = (umpire.invite(battle, seat=name)["url"] for name in names)
    with visiting(browser, one) as desk, visiting(browser, other, size=PHONE) as phone:
        players = (
            Player(page=desk.page, luck="lucky", avoids=AVOIDED),
            Player(page=phone.page, luck="unlucky", avoids=AVOIDED),
        )
        done = play_out(players, umpire=umpire, battle=battle, most=MOST_ACTS)
        # Nobody was ever asked which card came up.
        assert done >= 8
        result = str(umpire.battle(battle)["view"]["result"])
        for seen in (desk, phone):
            expect(seen.page.locator(".awaits")).to_have_text(result)
            promises = seen.page.get_by_role("region", name="Cards").locator(".promises")
            expect(promises).to_contain_text("host's computer keeps what is hidden")
            assert seen.complaints == []
        # Watched again, from its beginning: with its cards, as they lay at each moment.
        for seen in (desk, phone):
            seen.page.get_by_role("button", name="Watch it again").click()
            expect(seen.page.locator(".replay .where")).to_contain_text("e0 of")
            cloth = seen.page.locator(".replay .one .card-table")
            expect(cloth.locator(".pile[aria-label^='Draw pile']")).to_be_visible()
            rolled = next(
                int(str(each["id"])[1:])
                for each in umpire.events(battle)
                if " rolls a " in str(each["says"])
            )
            seen.page.evaluate(f"location.hash = '#/replay/{rolled}'")
            expect(cloth.locator(".cloth .named-card")).to_have_count(1)
            expect(seen.page.locator(".replay .one .no-table")).to_be_hidden()


def test_cards_to_choose_among_and_cards_that_were_seen_are_in_sight(
    browser: Browser, umpire: Client
) -> None:
    battle = str(umpire.begin_sample("tossing-tiger", name="In sight", cards="dealt")["id"])
    seats = [str(each["name"]) for each in umpire.battle(battle)["view"]["seats"]]
    asked = led_to(umpire, battle, command="lay_piles", seats=seats)
    with visiting(browser, umpire.invite(battle, seat=asked)["url"], size=PHONE) as phone:
        phone.page.get_by_role("button", name="Choose the cards of each pile").click()
        for each in phone.page.locator(".piles-picked .choices button").all():
            expect(each).to_be_in_viewport(ratio=0.9)
        # What a card does is read whole, though it stood at the edge.
        phone.page.locator(".dealt .hand summary").last.click()
        rule = phone.page.locator(".dealt .hand details[open]")
        expect(rule).to_be_in_viewport(ratio=0.98)
        assert phone.complaints == []


def led_to(umpire: Client, battle: str, *, command: str, seats: list[str]) -> str:
    """The seat that may do it, once everything before it is done in some way."""
    for _ in range(40):
        offers = [
            (seat, each)
            for seat in seats
            for each in umpire.options(battle, seat=seat)
            if each["refusal"] is None and each["weight"] in {"main", "plain"}
        ]
        if found := next((seat for seat, each in offers if each["command"] == command), None):
            return found
        seat, offer = offers[0]
        filled = {hole["name"]: hole["allowed"][-1] for hole in offer["holes"] if hole["allowed"]}
        done = umpire.command(
            battle, {"kind": offer["command"], **offer["fixed"], **filled}, seat=seat
        )
        assert done["accepted"], done
    raise AssertionError(f"nobody was ever offered {command}")


def test_a_hand_is_on_its_own_page_alone(browser: Browser, umpire: Client) -> None:
    begun = umpire.begin_sample("tossing-tiger", name="Two hands", cards="dealt")
    battle = str(begun["id"])
    seats = [str(each["name"]) for each in umpire.battle(battle)["view"]["seats"]]
    one, other = (umpire.invite(battle, seat=seat)["url"] for seat in seats)
    with visiting(browser, one) as mine, visiting(browser, other) as theirs:
        for seen in (mine, theirs):
            player = Player(page=seen.page, luck="lucky", avoids=AVOIDED)
            told(seen.page, umpire.battle(battle)["last"])
            assert player.acts()
        for seen in (mine, theirs):
            expect(seen.page.locator(".dealt .hand .face")).to_have_count(6)
            # On a phone the hand lies in reach, whichever way the phone is held.
            for width, height in ((360, 740), (740, 360)):
                seen.page.set_viewport_size({"width": width, "height": height})
                first = seen.page.locator(".dealt .hand .face").first
                expect(first).to_be_in_viewport(ratio=0.9)
                tray = seen.page.locator(".card-tray").bounding_box()
                cloth = seen.page.locator(".card-table").bounding_box()
                assert tray is not None
                assert cloth is not None
                assert tray["height"] <= cloth["height"] / 2 + 1
        hands = [
            set(
                seen.page.locator(".dealt .hand .face").evaluate_all(
                    "e => e.map(c => c.dataset.card)"
                )
            )
            for seen in (mine, theirs)
        ]
        assert hands[0].isdisjoint(hands[1])
        assert not any(card in theirs.page.content() for card in hands[0])


def test_a_hand_is_told_once_where_there_is_room_for_it(browser: Browser, umpire: Client) -> None:
    battle = str(umpire.begin_sample("paper-tigers-small", name="Told once", cards="dealt")["id"])
    for _ in range(20):
        offers = [
            (seat, each)
            for seat in ("Fox", "Owl")
            for each in umpire.options(battle, seat=seat)
            if each["refusal"] is None and each["weight"] in {"main", "plain"}
        ]
        if any(each["command"] == "assign" for _, each in offers):
            break
        seat, offer = next(each for each in offers if each[1]["command"] in STEPS)
        filled = {"kind": offer["command"], **offer["fixed"]}
        for hole in offer["holes"]:
            dice = [6 if seat == "Fox" else 1] * hole["count"]
            chosen = next((each for each in hole["allowed"] if each in {"accept", "north"}), "")
            filled[hole["name"]] = dice if hole["kind"] == "dice" else chosen
        assert umpire.command(battle, filled, seat=seat)["accepted"], filled
    address = umpire.invite(battle, seat="Fox")["url"]
    with visiting(browser, address) as desk, visiting(browser, address, size=PHONE) as phone:
        expect(desk.page.locator(".own-slot .hand .playing-card")).to_have_count(6)
        expect(desk.page.locator(".scroll .dealt .hand").first).to_be_hidden()
        expect(phone.page.locator(".own-slot .hand")).to_be_hidden()
        expect(phone.page.locator(".scroll .dealt .hand").first).to_be_visible()
        assert desk.complaints == phone.complaints == []


def test_a_browser_comes_again_at_the_bare_address(
    browser: Browser, address: str, umpire: Client
) -> None:
    with visiting(browser, address) as seen:
        expect(seen.page.locator("header .link")).to_be_visible()
        tab = seen.page.context.new_page()
        tab.goto(umpire.origin + "/")
        expect(tab.locator("[data-key='sample tossing-tiger']")).to_be_visible()
        tab.close()


def test_a_stranger_here_is_let_in_by_a_code_in_the_terminal(
    browser: Browser, umpire: Client
) -> None:
    with visiting(browser, umpire.origin + "/") as seen:
        page = seen.page
        expect(page.get_by_role("alert")).to_contain_text("This table is private")
        page.get_by_role("button", name="Show a code in the terminal").click()
        page.get_by_label("Six digits in the terminal").fill("000000")
        page.get_by_role("button", name="Come in").click()
        expect(page.get_by_role("status")).to_contain_text("left")
