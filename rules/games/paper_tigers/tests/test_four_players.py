"""Tests of four players, two of them to a side, each with a battle group."""

from dataclasses import replace
from typing import Any

import pytest

from rules.games.paper_tigers.chapters.acting import Decline
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.initiative import TieRoll
from rules.games.paper_tigers.chapters.laying import Assign, Assigned
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.picking import still_to_pick
from rules.games.paper_tigers.chapters.turns import Deal, Dealt
from rules.games.paper_tigers.state import Force, Hand, Pack, Slot
from rules.games.paper_tigers.tests.table_play import Battle, Put, dead, put, started, the
from rules.games.paper_tigers.vocabulary import Phase, Turned

FOUR = tuple(
    Force(name=name, seat=name, side=side, pack=side)
    for name, side in (
        ("Rangers", "red"),
        ("Raiders", "red"),
        ("Brigade", "blue"),
        ("Battery", "blue"),
    )
)


def of(group: str, each: Put) -> Put:
    return replace(each, unit=replace(each.unit, force=group))


def four(*units: Put, up: tuple[str, str, str], **more: Any) -> Battle:
    """Two battle groups a side; a card is up on a unit."""
    card, unit, force = up
    given: dict[str, Any] = {
        "forces": FOUR,
        "packs": {"red": Pack(), "blue": Pack()},
        "hands": {force.name: Hand() for force in FOUR},
        "chosen": {"decks": "per_side"},
        "queue": (Turned(card=card, unit=unit, force=force),),
    }
    return started(*units, **{"phase": Phase.ACT, **given, **more})


GROUPS = (
    of("Rangers", put("U1", (10, 40))),
    of("Raiders", put("U2", (30, 40))),
    of("Brigade", put("V1", (10, 4), blue=True)),
    of("Battery", put("V2", (30, 4), blue=True)),
)


@pytest.mark.parametrize("who", ["Raiders", "Brigade", "Battery"])
def test_nobody_plays_a_card_of_another_battle_group(who: str) -> None:
    game = four(*GROUPS, up=("3S", "U1", "Rangers"))
    for body in (Move(), Fire(target="V1"), Decline()):
        refusal = game.refused(who, body)
        assert refusal.clause == "PT1-C3d"
        assert "Rangers's turn" in refusal.reason


def test_whoever_has_no_seat_is_refused() -> None:
    refusal = four(*GROUPS, up=("3S", "U1", "Rangers")).refused("Stranger", Decline())
    assert (refusal.clause, "Stranger has no seat" in refusal.reason) == ("PT1-I2", True)


def test_nobody_is_commended_for_units_of_the_own_side() -> None:
    game = four(
        *GROUPS,
        of("Raiders", dead("U3", "tank", by="U1")),
        of("Battery", dead("V3", "truck", blue=True, by="U2")),
        up=("3S", "U1", "Rangers"),
        packs={"red": Pack(draw=0), "blue": Pack()},
    )
    game.do("Rangers", Decline())
    told = game.state.outcome
    assert told is not None
    assert told.says.endswith("Commended: Raiders with 1.")


@pytest.mark.parametrize(("tie", "first"), [("dice", ""), ("suit_then_dice", "10H")])
def test_suits_decide_between_two_packs_where_that_is_agreed(tie: str, first: str) -> None:
    queue = (
        Turned(card="10D", unit="V1", force="Brigade"),
        Turned(card="10H", unit="U1", force="Rangers"),
    )
    game = four(
        *GROUPS,
        up=("3S", "U1", "Rangers"),
        queue=queue,
        chosen={"decks": "per_side", "multi_deck_tie": tie},
    )
    game = Battle(replace(game.state, phase=Phase.PICK, queue=queue, playing=None), game.snapshot)
    if first:
        assert game.card_up == (first, "U1")
    else:
        assert game.waits_for == [TieRoll, TieRoll]


def test_four_players_lay_cards_side_by_side_in_turn() -> None:
    game = four(
        *GROUPS,
        up=("3S", "U1", "Rangers"),
        queue=(),
        phase=Phase.ASSIGN,
        hands={force.name: Hand(hidden=2) for force in FOUR},
    )
    laid = []
    for unit, who in (
        ("U1", "Rangers"),
        ("V1", "Brigade"),
        ("U2", "Raiders"),
        ("V2", "Battery"),
    ) * 2:
        assert game.state.phase is Phase.ASSIGN
        laid.append(the(game.do(who, Assign(unit=unit)), Assigned).force)
    assert laid == ["Rangers", "Brigade", "Raiders", "Battery"] * 2
    assert {force.name for force in FOUR} == set(still_to_pick(game.state))


def test_four_players_are_dealt_round_the_table_from_the_highest_roll() -> None:
    game = four(*GROUPS, up=("3S", "U1", "Rangers"), queue=(), phase=Phase.ROLL_CARDS)
    rolls = ((1, 1), (1, 2), (2, 2), (1, 1))
    for force, dice in zip(FOUR, rolls, strict=True):
        game.rolled(force.name, *dice)
    dealt = the(game.do("Rangers", Deal()), Dealt).order
    assert dealt[:4] == ("Brigade", "Battery", "Rangers", "Raiders")
    assert [dealt.count(force.name) for force in FOUR] == [2, 3, 4, 2]


def test_the_last_sides_players_turn_everything_up_together() -> None:
    lying = [
        replace(each, unit=replace(each.unit, cards=(Slot(card=card),)))
        for each, card in zip(GROUPS[:2], ("5C", "KD"), strict=True)
    ]
    game = four(*lying, *GROUPS[2:], up=("3S", "U1", "Rangers"), queue=(), phase=Phase.PICK)
    assert game.card_up == ("KD", "U2")
    assert [turned.card for turned in game.state.queue] == ["5C"]
