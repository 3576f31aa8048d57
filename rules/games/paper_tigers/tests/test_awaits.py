"""Tests of the one sentence that says what the battle waits for, and from whom."""

from typing import Any

import pytest

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.battle_options import HIGH_GROUND, WITHDRAWAL
from rules.games.paper_tigers.chapters.beginning import SidesRoll
from rules.games.paper_tigers.phases import awaits
from rules.games.paper_tigers.profiles import ActionKind, UnitKind
from rules.games.paper_tigers.state import Hand, Outcome, Playing, Slips, Slot
from rules.games.paper_tigers.tests.battles import ask, battle, unit
from rules.games.paper_tigers.tests.test_survivors import TABLE
from rules.games.paper_tigers.vocabulary import Phase, Turned, reaching
from rules.referee.toolkit.dice import DiceAsk

T1, T2 = unit("T1"), unit("T2", blue=True)
QUEEN = Turned(card="QH", unit="T1", force="Red")
THREE_EACH = {"Red": Hand(hidden=3), "Blue": Hand(hidden=3)}
TOSS = SidesRoll(dice=DiceAsk(count=2, why="who attacks", means=()), side="red")
NOBODY = "The umpire goes on by itself."


def waits(phase: Phase, **more: Any) -> str:
    given: dict[str, Any] = {"phase": phase, **more}
    return awaits(battle(T1, T2, **given))


def test_open_asks_come_first() -> None:
    asks = (
        ask(TOSS, says="Roll 2 dice: who attacks."),
        ask(TOSS, blue=True, says="Roll 2 dice: who attacks"),
    )
    assert waits(Phase.TERRAIN, asks=asks) == (
        "Red: Roll 2 dice: who attacks. Blue: Roll 2 dice: who attacks."
    )


def test_a_battle_that_is_over_waits_for_nobody() -> None:
    outcome = Outcome(winner="red", how="points", marginal=False, says="Red wins 12 to 8")
    assert waits(Phase.ENDED, outcome=outcome) == "Red wins 12 to 8."


@pytest.mark.parametrize(
    ("scenario", "layer"), [("standard", "red"), (HIGH_GROUND, "blue"), (WITHDRAWAL, "blue")]
)
def test_terrain_is_laid_out_by_whom_the_scenario_names(scenario: str, layer: str) -> None:
    told = waits(Phase.TERRAIN, chosen={"scenario": scenario})
    assert told == f"{layer}: see that the terrain is laid out, and say so."


@pytest.mark.parametrize(
    ("phase", "edge", "told"),
    [
        (Phase.DEPLOY_FIRST, "", "blue: choose your edge of the table."),
        (Phase.DEPLOY_FIRST, "south", "blue: set up your units, and say when they stand."),
        (Phase.DEPLOY_SECOND, "south", "red: set up your units, and say when they stand."),
    ],
)
def test_the_defender_sets_up_first(phase: Phase, edge: str, told: str) -> None:
    assert waits(phase, edge=edge) == told


def test_slips_are_turned_by_their_side() -> None:
    slips = Slips(side="red", blanks=0, left_off=0)
    assert waits(Phase.TURN_SLIPS, slips=slips) == "red: turn the slips over, one by one."


@pytest.mark.parametrize(("turn", "side"), [(1, "blue"), (2, "red"), (3, "blue")])
def test_the_duty_to_shuffle_goes_round(turn: int, side: str) -> None:
    assert waits(Phase.SHUFFLE, turn=turn) == f"{side}: shuffle the draw pile."


def test_units_that_are_due_are_named() -> None:
    late = unit("S1", spot=None, arrives=2)
    state = battle(T1, late, phase=Phase.ARRIVALS, turn=2)
    assert awaits(state) == "Red: bring S1 onto the table at your own edge, or pass."
    gone_by = battle(T1, late, phase=Phase.ARRIVALS, turn=2, passed=("Red",))
    assert awaits(gone_by) == NOBODY


def test_the_deal_is_named() -> None:
    told = waits(Phase.DEAL, counts={"Red": 7, "Blue": 5})
    assert told == "Everybody: deal the cards, Red 7, Blue 5."


def test_whose_turn_it_is_to_lay_a_card() -> None:
    assert waits(Phase.ASSIGN, hands=THREE_EACH) == "Red: lay a card on a unit, or pass."
    told = waits(Phase.ASSIGN, hands=THREE_EACH, laid=("Red",))
    assert told == "Blue: lay a card on a unit, or pass."
    assert waits(Phase.ASSIGN) == NOBODY


def test_who_has_still_to_pick() -> None:
    ready = (unit("T1", cards=(Slot(),)), unit("T2", blue=True, cards=(Slot(),)))
    both = awaits(battle(*ready, phase=Phase.PICK))
    assert both == "Red and Blue: pick the unit that acts, and which of its cards."
    told = awaits(battle(*ready, phase=Phase.PICK, picks={"T1": (1,)}))
    assert told == "Blue: pick the unit that acts, and which of its cards."


def test_what_the_card_that_is_up_may_do() -> None:
    told = waits(Phase.ACT, playing=Playing(turned=QUEEN))
    assert told == "Red: T1 may fire or move with the queen of hearts."
    bound = Turned(card="QH", unit="T1", force="Red", intent="fire")
    told = waits(Phase.ACT, playing=Playing(turned=bound))
    assert told == "Red: T1 is to fire with the queen of hearts."
    acting = Playing(turned=QUEEN, action=ActionKind.FIRE, actors=("T1",))
    assert waits(Phase.ACT, playing=acting) == NOBODY


def test_the_charge_under_the_bridge_is_lit() -> None:
    bridge = unit("R1", blue=True, kind=UnitKind.BRIDGE, pieces=(), spot=None)
    card = Turned(card="9H", unit="R1", force="Blue")
    told = awaits(battle(bridge, playing=Playing(turned=card)))
    assert told == "Blue: light the charge under R1 with the 9 of hearts."


def test_who_may_repair() -> None:
    hurt = unit("T1", hits=1)
    state = battle(hurt, T2, phase=Phase.REPAIR, hands=THREE_EACH)
    assert awaits(state) == "Red: lay a card on a damaged unit, or pass."


def test_who_has_too_many_cards() -> None:
    hands = {"Red": Hand(hidden=8), "Blue": Hand(hidden=4, open=("QH", "2C", "3C"))}
    assert waits(Phase.CLEAN_UP, hands=hands) == (
        "Red: discard 2 cards, 6 may be kept. Blue: discard 1 card, 6 may be kept."
    )


@pytest.mark.parametrize("phase", Phase)
def test_there_is_a_sentence_for_every_phase(phase: Phase) -> None:
    assert waits(phase, edge="south").endswith(".")


def test_dice_that_cannot_make_less_are_told_so() -> None:
    (always,) = reaching(3, then="a hit", otherwise="a miss", of=3)
    assert (always.when, always.then) == ("whatever they show", "a hit")
    assert len(reaching(4, then="a hit", otherwise="a miss", of=3)) == 2


def test_what_may_be_discarded_names_only_cards_that_go() -> None:
    hands = {"Red": Hand(hidden=4, open=("AD", "KC", "6H", "8D")), "Blue": Hand()}
    state = battle(T1, T2, phase=Phase.CLEAN_UP, hands=hands)
    offers = GAME.options(state, TABLE, state.forces[0].seat)
    assert [each.says for each in offers if each.command == "discard"] == [
        "Red discards 2 saved cards.",
        "Red discards 1 face-down card and 1 saved card.",
        "Red discards 2 face-down cards.",
    ]
