"""Tests of chapter J: the patrols and the high ground, clause by clause."""

from typing import Any

import pytest

from rules.games.paper_tigers.chapters.acting import Decline
from rules.games.paper_tigers.chapters.arrivals import Arrive, Arrived
from rules.games.paper_tigers.chapters.beginning import ColumnRoll, ColumnRolled
from rules.games.paper_tigers.chapters.bonus import BonusAllowed
from rules.games.paper_tigers.chapters.deck_end import DeckEnded
from rules.games.paper_tigers.chapters.deploying import ChooseEdge, DeployDone
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.laying import Pass
from rules.games.paper_tigers.chapters.terrain import ObjectiveNamed, TerrainDone, TerrainPlaced
from rules.games.paper_tigers.chapters.turns import Shuffle
from rules.games.paper_tigers.state import Pack
from rules.games.paper_tigers.tests.battles import about
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    Put,
    acting,
    new_battle,
    put,
    started,
    the,
)
from rules.games.paper_tigers.vocabulary import Phase
from rules.table.bad_input import BadInputError
from rules.table.shapes import Disc
from rules.table.snapshot import Terrain
from tests.factories import box

SQUADS = ("squad",) * 4
HILL = box("H9", (18, 18), (30, 30), kind="hill")


def roles(game: Battle) -> Battle:
    """Red attacks and Blue defends; nobody has placed anything."""
    game.rolled(HOST, 6, 5)
    game.rolled(GUEST, 1, 1)
    return game


# J1. Clash of Patrols


def patrols(red: tuple[str, ...] = SQUADS, blue: tuple[str, ...] = SQUADS, **more: Any) -> Battle:
    return new_battle(red, blue, side=36.0, scenario="patrols", **more)


def in_column(die: int = 4) -> Battle:
    """Blue holds the south; its first squad stands 4 in from (18, 18), and so on to the edge."""
    game = roles(patrols())
    game.do(HOST, TerrainDone())
    game.chose(GUEST, "accept")
    game.do(GUEST, ChooseEdge(edge="south"))
    assert the(game.rolled(GUEST, die), ColumnRolled).inches == die
    for k in range(4):
        game.stands(f"B{k + 1}", (18, 14 - step(game) * k))
    return game


def step(game: Battle) -> float:
    """From the middle of a squad to that of the next one, 3 in behind it."""
    squad = game.snapshot.piece("B1").footprint
    assert isinstance(squad, Disc)
    return 3 + 2 * squad.radius


@pytest.mark.parametrize("blue", [("squad",) * 2, ("squad",) * 6, (*SQUADS, "tank")])
def test_pt1_j1a_each_side_has_three_to_five_squads(blue: tuple[str, ...]) -> None:
    with pytest.raises(BadInputError, match="3 to 5 squads and nothing else for Blue"):
        patrols(blue=blue)


def test_pt1_j1a_roles_and_terrain_are_as_usual() -> None:
    game = roles(patrols())
    assert (game.state.attacker, game.state.defender) == ("Red", "Blue")
    assert game.refused(GUEST, TerrainDone()).clause == "PT1-B2"
    game.do(HOST, TerrainDone())


def test_pt1_j1b_a_die_says_where_the_column_begins() -> None:
    game = in_column()
    game.do(GUEST, DeployDone())
    assert game.waits_for == [ColumnRoll]
    assert the(game.rolled(HOST, 2), ColumnRolled).side == "Red"


def test_pt1_j1b_the_first_squad_stands_where_the_die_says() -> None:
    game = in_column()
    game.stands("B1", (18, 13))
    refusal = game.refused(GUEST, DeployDone())
    assert refusal.clause == "PT1-J1b"
    assert "B1 from the middle of the table: 5 in, 4 prescribed" in refusal.reason


def test_pt1_j1b_the_next_one_stands_three_inches_behind_it() -> None:
    game = in_column()
    game.stands("B2", (18, 13 - step(game)))
    refusal = game.refused(GUEST, DeployDone())
    assert refusal.clause == "PT1-J1b"
    assert "B2 behind B1: 4 in, 3 prescribed" in refusal.reason


def test_pt1_j1c_destroyed_enemies_count_as_usual() -> None:
    squads = [put(name, (x, 30), kind="squad") for name, x in (("S1", 10), ("S2", 20))]
    enemies = [put("E1", (10, 5), kind="squad", blue=True), dead("E2", "squad")]
    game = acting(
        *squads, *enemies, cards={"S1": "2C"}, packs={"pack": Pack(draw=0)}, chosen=PATROLS
    )
    told = game.do(HOST, Decline())
    assert totals(told) == {"red": 1, "blue": 0}


PATROLS: dict[str, object] = {"scenario": "patrols"}


def dead(name: str, kind: str, *, blue: bool = True) -> Put:
    by = "S1" if blue else "E1"
    return put(
        name, (0, 0), kind=kind, blue=blue, spot=None, destroyed=True, hits=2, destroyed_by=by
    )


def totals(told: tuple[Any, ...]) -> dict[str, int]:
    return {each.name: each.count for each in the(told, DeckEnded).totals}


def arriving(*, turn: int = 2) -> Battle:
    """Red's tank is due in turn 2, at the north edge of a table of 48 in."""
    game = started(
        put("S1", (10, 30), kind="squad"),
        put("T9", (24, 46), heading=270, spot=None, arrives=2),
        put("E1", (10, 10), kind="squad", blue=True),
        phase=Phase.SHUFFLE,
        turn=turn,
        chosen=PATROLS,
    )
    game.do(HOST if turn % 2 == 0 else GUEST, Shuffle())
    return game


def test_pt1_j1d_reinforcements_come_at_their_own_edge() -> None:
    game = arriving()
    game.stands("T9", (24, 44))
    refusal = game.refused(HOST, Arrive())
    assert refusal.clause == "PT1-J1d"
    assert "2.5 in from the north edge" in refusal.reason
    game.stands("T9", (24, 46.4))
    assert [each.unit for each in the(game.do(HOST, Arrive()), Arrived).spots] == ["T9"]
    assert game.state.phase is Phase.ROLL_CARDS


def test_pt1_j1d_nobody_comes_too_early() -> None:
    game = arriving(turn=1)
    assert game.state.phase is Phase.ROLL_CARDS
    refusal = game.refused(HOST, Arrive())
    assert (refusal.clause, "Roll 2 dice" in refusal.reason) == ("PT1-C1", True)
    assert game.unit("T9").spot is None


def test_pt1_j1d_they_may_be_held_back() -> None:
    game = arriving()
    game.do(HOST, Pass())
    assert game.state.phase is Phase.ROLL_CARDS
    assert game.unit("T9").spot is None


# J2. Take the High Ground


def high_ground(*, hill: Terrain = HILL, blue: tuple[str, ...] = ("tank",) * 7) -> Battle:
    game = new_battle(("tank",) * 5, blue, terrain=(hill,), scenario="high_ground")
    return roles(game)


def test_pt1_j2a_the_defender_places_the_terrain_and_the_hill_is_worth_eight() -> None:
    game = high_ground()
    assert game.refused(HOST, TerrainDone()).clause == "PT1-J2a"
    told = game.do(GUEST, TerrainDone())
    assert the(told, TerrainPlaced).big_hill == "H9"
    named = the(told, ObjectiveNamed)
    assert (named.area, named.points, named.held_by) == ("H9", 8, "Blue")


def test_pt1_j2a_the_hill_lies_near_the_middle() -> None:
    game = high_ground(hill=box("H9", (18, 31), (30, 43), kind="hill"))
    refusal = game.refused(GUEST, TerrainDone())
    assert refusal.clause == "PT1-J2a"
    assert "7 in from the middle; 6 is the most" in refusal.reason


def test_pt1_j2a_a_small_hill_gets_a_warning() -> None:
    game = high_ground(hill=box("H9", (20, 20), (28, 28), kind="hill"))
    (warning,) = the(game.do(GUEST, TerrainDone()), TerrainPlaced).warnings
    assert "8 by 8 in; about 12 by 12 is meant" in warning


def on_the_hill(count: int) -> Battle:
    """So many of Blue's seven units stand on the hill, the others in Blue's zone."""
    game = high_ground()
    game.do(GUEST, TerrainDone())
    game.chose(HOST, "accept")
    game.do(GUEST, ChooseEdge(edge="south"))
    for k in range(count):
        game.stands(f"B{k + 1}", (20 + 2 * k, 22 + 2 * k))
    return game


def test_pt1_j2b_up_to_a_third_rounded_up_begins_on_the_hill() -> None:
    on_the_hill(3).do(GUEST, DeployDone())
    refusal = on_the_hill(4).refused(GUEST, DeployDone())
    assert refusal.clause == "PT1-J2b"
    assert "4 of 7 units are on hill H9; at most 3 may be" in refusal.reason


def test_pt1_j2b_nobody_begins_between_zone_and_hill() -> None:
    game = on_the_hill(0)
    game.stands("B1", (10, 17))
    refusal = game.refused(GUEST, DeployDone())
    assert refusal.clause == "PT1-J2b"
    assert "its zone ends at 16 in" in refusal.reason


def shot_at(target: Put, *, from_hill: bool = False, **more: Any) -> Battle:
    """Red hits a unit of Blue's."""
    shooter = put("T1", (20, 20) if from_hill else (6, 24))
    game = acting(
        shooter,
        target,
        put("E9", (40, 2), blue=True),
        cards={"T1": "2H"},
        terrain=(HILL, box("W1", (24, 24), (29, 29))),
        big_hill="H9",
        **more,
    )
    game.do(HOST, Fire(target=target.unit.id))
    game.rolled(HOST, 6, 6, 6)
    return game


def test_pt1_j2c_a_squad_in_woods_on_the_hill_has_two_dice() -> None:
    game = shot_at(put("E1", (26.5, 26.5), kind="squad", blue=True))
    (ask,) = game.state.asks
    assert (ask.clause, about(ask).dice.count) == ("PT1-J2c", 2)
    assert "2 cover dice" in ask.says


@pytest.mark.parametrize(("from_hill", "dice"), [(False, 3), (True, 2)])
def test_pt1_j2c_the_bonus_die_is_against_ground_level(from_hill: bool, dice: int) -> None:
    game = shot_at(put("E1", (21, 24), blue=True), from_hill=from_hill)
    assert [about(ask).dice.count for ask in game.state.asks] == [dice]


def test_pt1_j2d_the_attacker_gets_points_for_the_hill() -> None:
    game = high_ground()
    game.do(GUEST, TerrainDone())
    told = game.chose(HOST, "accept")
    bonus = the(told, BonusAllowed)
    assert (bonus.side, bonus.points, bonus.own_points, bonus.other_points) == ("Red", 8, 25, 35)
    assert [event.clause for event in told if event.body is bonus] == ["PT1-J2d"]
