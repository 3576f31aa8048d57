"""Tests that a whole battle is played to victory with keys alone, a move and all."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from api.client import Client
from tests.api.web.browsing import DUEL, Json, duel_table, place_of, until, visiting
from tests.api.web.keys import reached, typed
from tests.api.web.playing import TO_MOVE, Player, lead, told

pytestmark = [pytest.mark.browser, pytest.mark.long]

PUSHES = 8
"""Each by a quarter of an inch."""
MOST_ACTS = 60
OVER = ["Watch it again", "Save the report", "Read the log"]
ANSWERS: Mapping[str, Json] = {
    "roll": {},
    "choose": {},
    "choose_edge": {"edge": "north"},
    "deploy_done": {},
    "shuffle": {},
    "pass": {"force": "Blue"},
    "decline": {},
    "turn_up": {},
}
"""What the other seat does, which has no page here; it rolls nothing but ones."""


def answered(umpire: Client, battle: str) -> bool:
    """Let the other seat do one thing, if anything is asked of it."""
    options = umpire.options(battle, seat="Guest")
    offers = {each["command"]: each for each in options if each["refusal"] is None}
    kind = next((each for each in ANSWERS if each in offers), "")
    if not kind:
        return False
    command = {"kind": kind, **offers[kind]["fixed"], **ANSWERS[kind]}
    for hole in offers[kind]["holes"]:
        if hole["kind"] == "dice":
            command[hole["name"]] = [1] * hole["count"]
        elif hole["kind"] == "cards":
            command[hole["name"]] = hole["allowed"][: hole["count"]]
        elif hole["kind"] == "choice" and hole["name"] not in command:
            agrees = "accept" in hole["allowed"]
            command[hole["name"]] = "accept" if agrees else hole["allowed"][0]
    return bool(umpire.command(battle, command, seat="Guest")["accepted"])


def at_piece(page: Page, piece: str) -> None:
    """From the first piece that Tab leads to, on with the arrows."""
    reached(page.locator(".map [data-piece][tabindex='0']"))
    for arrow in ("", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
        if arrow:
            page.keyboard.press(arrow)
        if page.evaluate("document.activeElement.dataset.piece") == piece:
            return
    raise AssertionError(f"arrows never lead to {piece}")


def moved(page: Page, umpire: Client, battle: str) -> None:
    """Push the tank north, and say that it stands."""
    x, y, _ = place_of(umpire, "T1", battle=battle)
    at_piece(page, "T1")
    for _ in range(PUSHES):
        page.keyboard.press("Alt+ArrowUp")
    until(page, lambda: place_of(umpire, "T1", battle=battle)[:2] == (x, y + PUSHES / 4))
    typed(page.locator("[data-command=move_done] [data-key=give]"))
    expect(page.locator("[data-ruling=accepted]")).to_contain_text("T1 moves 2")


def test_a_battle_is_won_with_keys_alone(browser: Browser, umpire: Client) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    at = umpire.invite(battle, seat="Host")["url"]
    with visiting(browser, at) as host:
        page = host.page
        mine = Player(page=page, luck="lucky", likes=("move", "assign"), press=typed)
        story: list[str] = []
        for _ in range(MOST_ACTS):
            state = umpire.battle(battle)
            story.append(state["view"]["awaits"])
            if state["view"]["result"] is not None:
                break
            told(page, state["last"])
            if "Move T1 up to" in story[-1]:
                moved(page, umpire, battle)
                mine = replace(mine, likes=("fire", "assign"))
            else:
                assert answered(umpire, battle) or mine.acts(), story[-1]
        result = umpire.battle(battle)["view"]["result"]
        assert result is not None, story[-1]
        assert "Red" in result
        over = page.locator(".over-card")
        expect(page.locator(".awaits")).to_have_text(result)
        expect(over.get_by_role("button")).to_have_text(OVER)
        typed(over.get_by_role("button", name=OVER[0]))
        expect(page.locator(".replay .where")).to_be_visible()
        assert host.complaints == []


def test_a_place_is_chosen_with_keys_alone(browser: Browser, umpire: Client) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    lead(umpire, battle, TO_MOVE)
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as host:
        page = host.page
        form = page.locator("[data-command=move_done]")
        typed(form.locator("[data-key=place]"))
        for way, inches in (("east", "19,5"), ("north", "12")):
            reached(form.locator(f"[data-key='inches {way}']"))
            page.keyboard.type(inches)
        page.keyboard.press("Enter")
        expect(form).to_contain_text("19.5 in east, 12 in north")
        typed(form.locator("[data-key=give]"))
        expect(page.locator("[data-ruling=accepted]")).to_contain_text("T1 moves 7")
        assert place_of(umpire, "T1", battle=battle) == (19.5, 12.0, 90.0)
        assert host.complaints == []
