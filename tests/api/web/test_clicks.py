"""Counts what players have to press: to the first shot, and through a whole small battle."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, expect

from api.client import Client
from tests.api.web.browsing import Json, visiting
from tests.api.web.finger import Finger, LoadedDice, possible

pytestmark = [pytest.mark.browser, pytest.mark.long]

SAMPLE = "[data-key='sample paper-tigers-small']"
FIRST_SHOT_WITHIN = 12
ALL_WITHIN = 80
SHOTS, MOVES = 12, 10
UNITS = 3
"""Of each side."""

ROUND = "[data-command=assign] [data-key=round]"

SAME_DRAWS = """
    const anyId = crypto.getRandomValues.bind(crypto);
    let [drawn, moment] = [0, ""];
    crypto.getRandomValues = (into) => {
        if (!(into instanceof Uint32Array)) return anyId(into);
        const now = document.querySelector(".offers")?.dataset.last ?? "";
        if (now !== moment) {
            drawn = Math.imul(Number(now) + 11, 2654435761) ^ Math.imul(11, 40503);
            moment = now;
        }
        for (let at = 0; at < into.length; at += 1) {
            drawn = (Math.imul(drawn, 1664525) + 1013904223) >>> 0;
            into[at] = drawn >>> 8;
        }
        return into;
    };
"""
"""Takes the place of chance in the page, but for the ids of commands, which must be new.

What is drawn hangs on how much has happened, and not on how often a page of this pace has drawn
before: otherwise other cards come up on a slow page, and another battle is counted.
"""


@dataclass(slots=True)
class Commander:
    """Plays both sides at one screen: red wins, once there were shots and moves enough."""

    finger: Finger
    shots: int = 0
    moves: int = 0
    first_shot: int = 0
    ways: dict[str, int] = field(default_factory=dict)
    hurt: set[str] = field(default_factory=set)
    story: list[str] = field(default_factory=list)

    def faces(self, what: str, count: int) -> list[int]:
        """Red damages each unit once, and destroys none before shots and moves were enough."""
        if "Blue attacks" in what:
            return [6, 5]
        fires, _, target = what.partition(" fires at ")
        is_lost = "to save" in what or "to recover" in what
        if target:
            is_late = self.shots >= SHOTS - UNITS and self.moves >= MOVES
            is_lost = fires.endswith("7") or (target[:2] in self.hurt and not is_late)
            self.hurt |= set() if is_lost else {target[:2]}
        return [1 if is_lost else 6] * count

    def acts(self, asked: list[str], able: dict[str, Json], *, side: str) -> None:
        """Answer one thing that is waited for."""
        finger = self.finger
        self.story.append(f"{finger.clicks} {side}: {' '.join(asked)}")
        if "move_done" in asked:
            finger.press("[data-command=move_done] [data-key=give]")
            self.moves += 1
        elif "move" in able and self._moves(able["move"]["unit"], may_fire="fire" in able):
            self._move(able["move"]["unit"])
        elif "fire" in able:
            target = able["fire"]["holes"][0]["allowed"][0]
            finger.press(f".dock [data-command=fire] button:text-is('Fire at {target}')")
            self.shots += 1
            self.first_shot = self.first_shot or finger.clicks
        elif "decline" in able:
            finger.press("[data-command=decline] [data-key=give]")
        elif "assign" in asked and finger.page.locator(ROUND).count():
            finger.press(ROUND)
        elif "assign" in asked:
            # The cards that are left were saved: which one goes where is not chosen here.
            finger.press("[data-command=pass] [data-key=give]")
        elif "choose_edge" in asked:
            # The sample's red units stand in the south.
            edge = "South" if side == "Red" else "North"
            finger.press(f".dock .choices button:text-is('{edge}')")
        elif "pick" in asked:
            # All of its cards.
            finger.press(".dock [data-command=pick] .choices button:last-child")
        elif "choose" in asked:
            finger.press(".dock .choices button")
        else:
            finger.press(".dock .offer:not([data-command=board]) [data-key=give]:enabled")

    def _moves(self, unit: str, *, may_fire: bool) -> bool:
        """Up to ten times; after that only back to where it could fire."""
        if self.moves < MOVES:
            return not may_fire or self.moves < self.shots
        return not may_fire and self.ways.get(unit, 0) % 2 == 1

    def _move(self, unit: str) -> None:
        """A little to and fro; the car drives out from behind the house first."""
        way = self.ways[unit] = self.ways.get(unit, 0) + 1
        forward = 25 if unit.endswith("7") else -25
        self.finger.pull(
            unit, by=(55, 0) if unit == "A1" and way == 1 else (0, forward if way % 2 else -forward)
        )


def newest(umpire: Client) -> str:
    return str(umpire.battles()[0]["id"])


@contextmanager
def played(browser: Browser, address: str, umpire: Client, *, slower: int) -> Iterator[Commander]:
    """A small battle from the start page on, until it is over; on a page so many times slower."""
    with visiting(browser, address) as seen:
        page = seen.page
        pace = seen.context.new_cdp_session(page)
        pace.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        finger = Finger(page)
        commander = Commander(finger)
        # Cards and dice alike fall as in every other run.
        page.add_init_script(SAME_DRAWS)
        page.reload()
        LoadedDice(umpire, commander.faces).lie_on(page)
        # The samples are laid out when they are asked for the first time.
        expect(page.locator(SAMPLE)).to_be_visible(timeout=120_000)
        finger.press(SAMPLE)
        expect(page.locator(".pad").first).to_be_visible()
        finger.press("[data-key=always]")
        battle = newest(umpire)
        while finger.clicks <= 2 * ALL_WITHIN:
            asked = finger.waits(umpire, battle)
            view = umpire.battle(battle)["view"]
            if view["result"] is not None:
                break
            commander.acts(asked, possible(umpire, battle), side=view["awaits"].partition(":")[0])
        yield commander
        assert seen.complaints == []


@pytest.mark.parametrize(
    "slower", [1, pytest.param(6, marks=(pytest.mark.soak, pytest.mark.soak_only))]
)
def test_a_small_battle_is_won_within_eighty_clicks(
    browser: Browser, address: str, umpire: Client, slower: int
) -> None:
    with played(browser, address, umpire, slower=slower) as commander:
        clicks, battle = commander.finger.clicks, newest(umpire)
        sys.stdout.write(
            f"{commander.first_shot} clicks to the first shot, {clicks} to victory with "
            f"{commander.shots} shots and {commander.moves} moves\n"
        )
        result = umpire.battle(battle)["view"]["result"]
        assert result is not None
        assert result.startswith("Red wins")
        says = [event["says"] for event in umpire.events(battle)]
        assert sum("fires at" in each for each in says) >= SHOTS
        assert sum(" moves " in each and " in." in each for each in says) >= MOVES
        assert 0 < commander.first_shot <= FIRST_SHOT_WITHIN
        assert clicks <= ALL_WITHIN, commander.story
