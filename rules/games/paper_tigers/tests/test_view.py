"""Tests of what a seat gets to see: all that lies open, its own picks, and nothing by accident."""

import json
from dataclasses import dataclass, fields, replace
from typing import Any

import pytest

from rules.games.paper_tigers.chapters.fire.saving import SaveRoll
from rules.games.paper_tigers.chapters.picking import PickedFaces
from rules.games.paper_tigers.profiles import ActionKind, UnitKind
from rules.games.paper_tigers.seat_facts import facts
from rules.games.paper_tigers.state import (
    Hand,
    Objective,
    Outcome,
    Pack,
    Playing,
    Slips,
    Slot,
    State,
    Unit,
)
from rules.games.paper_tigers.tests.battles import ask, battle, spot, unit
from rules.games.paper_tigers.view import view
from rules.games.paper_tigers.vocabulary import Phase, Turned
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.table.units import Inches

T1, T2 = unit("T1"), unit("T2", blue=True)
S1 = unit("S1", kind=UnitKind.SQUAD)


def shown(state: State, seat: str = "Host") -> dict[str, Any]:
    """The view after a trip through JSON."""
    made: dict[str, Any] = json.loads(json.dumps(view(state, seat)))
    return made


def shown_unit(one: Unit, seat: str = "Host") -> dict[str, Any]:
    made: dict[str, Any] = shown(battle(one), seat)["units"][0]
    return made


def test_phase_roles_and_edge_are_shown() -> None:
    seen = shown(battle(T1, edge="south", phase=Phase.PICK, turn=3, run=2, round=1))
    assert {name: seen[name] for name in ("phase", "turn", "run", "round", "scenario")} == {
        "phase": "pick",
        "turn": 3,
        "run": 2,
        "round": 1,
        "scenario": "standard",
    }
    assert (seen["attacker"], seen["defender"], seen["edge"]) == ("red", "blue", "south")


def test_before_the_roll_nobody_defends() -> None:
    seen = shown(battle(T1, attacker="", phase=Phase.ROLL_SIDES))
    assert (seen["attacker"], seen["defender"]) == ("", "")


def test_forces_have_their_seats_and_hands() -> None:
    hands = {"Red": Hand(hidden=5, open=("QH", "2C")), "Blue": Hand(hidden=1)}
    seen = shown(battle(T1, hands=hands))
    assert seen["sides"] == [
        {"name": "red", "seats": ["Host"]},
        {"name": "blue", "seats": ["Guest"]},
    ]
    assert [force["hand"] for force in seen["forces"]] == [
        {"count": 7, "hidden": 5, "open": ["QH", "2C"]},
        {"count": 1, "hidden": 1, "open": []},
    ]
    assert [(force["name"], force["seat"]) for force in seen["forces"]] == [
        ("Red", "Host"),
        ("Blue", "Guest"),
    ]


def test_a_unit_is_shown_with_its_cards() -> None:
    seen = shown_unit(
        unit("T1", hits=1, cards=(Slot(), Slot(card="QH")), had_card=True, actions=1, follows="T3")
    )
    assert (seen["face_down"], seen["open_cards"]) == (1, ["QH"])
    assert (seen["hits"], seen["had_card"], seen["actions"], seen["follows"]) == (1, True, 1, "T3")
    assert seen["spot"] == {"x_in": 10, "y_in": 10, "heading_deg": 0}
    assert seen["repair"] is None


def test_a_repair_card_has_its_name_only_when_it_lies_open() -> None:
    assert shown_unit(unit("T1", repair=Slot()))["repair"] == {"card": ""}
    assert shown_unit(unit("T1", repair=Slot(card="7D")))["repair"] == {"card": "7D"}


def test_a_unit_that_is_not_on_the_table_has_no_spot() -> None:
    assert shown_unit(unit("T1", spot=None, arrives=3))["spot"] is None


def test_units_that_come_later_are_told_beside_how_many_there_are() -> None:
    def coming(*units: Unit) -> list[object]:
        sides = facts(battle(*units), "Host").sides
        return [n.value for side in sides for n in side.numbers if n.name == "To come"]

    stands, later = unit("T1"), unit("T9", spot=None, arrives=2)
    assert coming(stands, later) == [1]
    assert coming(replace(stands, spot=None), replace(later, spot=spot(4, 4))) == []


def test_packs_show_counts_and_open_discards() -> None:
    pack = Pack(draw=30, discards=("QH",), hidden_discards=2)
    assert shown(battle(packs={"pack": pack}))["packs"] == {
        "pack": {"draw": 30, "discards": ["QH"], "hidden_discards": 2}
    }


def test_objectives_slips_and_outcome_are_shown() -> None:
    seen = shown(
        battle(
            objectives=(Objective(area="B3", points=8, held_by="blue"),),
            slips=Slips(side="blue", blanks=1, left_off=0, spots={"P1": spot(3, 4)}),
            outcome=Outcome(winner="red", how="points", marginal=True, says="Red wins."),
        )
    )
    assert seen["objectives"] == [{"area": "B3", "points": 8, "held_by": "blue"}]
    assert seen["slips"]["spots"] == {"P1": {"x_in": 3, "y_in": 4, "heading_deg": 0}}
    assert seen["outcome"] == {
        "winner": "red",
        "how": "points",
        "marginal": True,
        "says": "Red wins.",
    }


def test_open_cards_wait_in_order_and_one_is_played() -> None:
    queen = Turned(card="QH", unit="T1", force="Red")
    ten = Turned(card="10D", unit="T2", force="Blue", intent="fire")
    seen = shown(
        battle(
            T1,
            T2,
            queue=(ten,),
            playing=Playing(turned=queen, action=ActionKind.FIRE, actors=("T1", "S1")),
        )
    )
    assert [(each["card"], each["intent"]) for each in seen["queue"]] == [("10D", "fire")]
    assert (seen["playing"]["card"], seen["playing"]["action"]) == ("QH", "fire")
    assert seen["playing"]["actors"] == ["T1", "S1"]
    before = shown(battle(T1, playing=Playing(turned=queen)))
    assert before["playing"]["action"] == ""


def test_a_seat_sees_its_own_ask_in_full_and_of_others_only_whom_it_waits_for() -> None:
    dice = DiceAsk(count=2, why="saving", means=(Meaning(when="5 or 6", then="saved"),))
    question = SaveRoll(dice=dice, unit="T1", by="T2", armour=2)
    open_ask = ask(question, says="Roll!")
    state = battle(T1, T2, asks=(open_ask,))
    own, other = shown(state, "Host"), shown(state, "Guest")
    assert (own["asks"][0]["says"], own["asks"][0]["dice"]) == ("Roll!", 2)
    assert own["asks"][0]["means"] == [{"when": "5 or 6", "then": "saved"}]
    assert own["waits_for"] == []
    assert other["asks"] == []
    assert other["waits_for"] == [{"seat": "Host", "force": "Red", "purpose": "save"}]


def picking(name: str, *, cards: tuple[int, ...] = (1,)) -> State:
    """Red has picked one of its two units and is asked for the faces of its cards."""
    asks = tuple(
        ask(
            PickedFaces(unit=name, cards=len(cards)),
            id=place,
            says=f"Turn up the card of {name}.",
        )
        for place in cards
    )
    return battle(T1, S1, T2, phase=Phase.PICK, picks={name: cards}, asks=asks)


@pytest.mark.parametrize("seat", ["Guest", "somebody who looks on", ""])
def test_whom_another_seat_has_picked_is_nowhere_in_what_a_seat_gets(seat: str) -> None:
    text = json.dumps(view(picking("T1"), seat))
    assert text == json.dumps(view(picking("S1"), seat))
    assert text == json.dumps(view(picking("T1", cards=(1, 2)), seat))
    assert json.loads(text)["picks"] == {}


def test_that_another_seat_has_picked_is_known() -> None:
    red, blue = shown(picking("T1"), "Guest")["forces"]
    assert (red["has_picked"], blue["has_picked"]) == (True, False)


def test_a_seat_sees_its_own_picks() -> None:
    assert shown(picking("T1", cards=(1, 2)), "Host")["picks"] == {"T1": [1, 2]}


def test_somebody_who_looks_on_gets_the_public_part() -> None:
    seen = shown(picking("T1"), "somebody who looks on")
    assert (seen["picks"], seen["asks"]) == ({}, [])
    assert seen["waits_for"] == [{"seat": "Host", "force": "Red", "purpose": "picked"}]
    assert len(seen["units"]) == 3


@dataclass(frozen=True, slots=True, kw_only=True)
class WiderState(State):
    planted: str = "a secret that nobody listed"


@dataclass(frozen=True, slots=True, kw_only=True)
class WiderUnit(Unit):
    planted: str = "a secret that nobody listed"


def widened(kind: type, value: object) -> Any:
    return kind(**{each.name: getattr(value, each.name) for each in fields(value)})  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", ["Host", "Guest", ""])
def test_a_new_field_does_not_appear_by_itself(seat: str) -> None:
    state = battle(T1, T2)
    wider = widened(WiderState, state).with_unit(widened(WiderUnit, T1))
    assert wider.planted
    assert wider.units["T1"].planted
    assert view(wider, seat) == view(state, seat)


def test_the_length_of_a_unit_is_not_shown_because_nobody_listed_it() -> None:
    assert "length" not in shown_unit(unit("T1", length=Inches(3.3)))


def test_the_thirds_in_which_sides_begin_are_shown_while_they_deploy() -> None:
    laid = replace(battle(T1, T2), phase=Phase.DEPLOY_FIRST, edge="south")
    assert shown(laid)["zones"] == [
        {"says": f"{laid.defender} begins here", "edge": "south", "depth_share": 1 / 3},
        {"says": f"{laid.attacker} begins here", "edge": "north", "depth_share": 1 / 3},
    ]
    assert shown(replace(laid, edge=""))["zones"] == []
    assert shown(replace(laid, phase=Phase.PICK))["zones"] == []


@pytest.mark.parametrize(
    ("scenario", "sides"), [("high_ground", 1), ("withdrawal", 1), ("patrols", 0)]
)
def test_who_begins_elsewhere_has_no_third(scenario: str, sides: int) -> None:
    started = battle(T1, T2, chosen={"scenario": scenario})
    laid = replace(started, phase=Phase.DEPLOY_FIRST, edge="south")
    assert [each["edge"] for each in shown(laid)["zones"]] == ["north"] * sides
