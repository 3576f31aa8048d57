"""Tests of chapter G: the end of a deck, points and victory, clause by clause."""

from typing import Any

import pytest

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.chapters.acting import Decline
from rules.games.paper_tigers.chapters.bonus import BonusAllowed
from rules.games.paper_tigers.chapters.deck_end import BattleEnded, DeckEnded, PlayOn, PlayOnChoice
from rules.games.paper_tigers.chapters.terrain import NameObjective, ObjectiveNamed, TerrainDone
from rules.games.paper_tigers.chapters.turns import Shuffle, Shuffled, TurnBegan
from rules.games.paper_tigers.scoring import losses
from rules.games.paper_tigers.state import Objective, Pack
from rules.games.paper_tigers.tests.battles import battle
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    Put,
    acting,
    all_of,
    new_battle,
    put,
    the,
)
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.toolkit.game import Event
from rules.table.snapshot import Terrain
from tests.factories import box

HOUSE = box("B1", (20, 20), (24, 24), kind="building")
FAR = (put("T1", (4, 44)), put("E1", (44, 4), blue=True))


def dead(name: str, kind: str, *, blue: bool = False, by: str = "") -> Put:
    killer = by or ("T1" if blue else "E1")
    return put(
        name, (0, 0), kind=kind, blue=blue, spot=None, destroyed=True, hits=2, destroyed_by=killer
    )


def last_card(*units: Put, draw: int = 0, run: int = 1, **more: Any) -> Battle:
    """Red has the last card of the turn, with so many left in the pack."""
    packs = {"pack": Pack(draw=draw, hidden_discards=51 - draw)}
    return acting(*FAR, *units, cards={"T1": "2C"}, packs=packs, run=run, **more)


def deck_ends(*units: Put, **more: Any) -> tuple[Battle, tuple[Event, ...]]:
    game = last_card(*units, **more)
    return game, game.do(HOST, Decline())


def totals(told: tuple[Event, ...]) -> dict[str, int]:
    return {each.name: each.count for each in the(told, DeckEnded).totals}


def test_pt1_g1_the_points_are_counted_when_the_pack_is_used_up() -> None:
    game, told = deck_ends(dead("E2", "tank", blue=True))
    assert (the(told, DeckEnded).run, totals(told)) == (1, {"red": 5, "blue": 0})
    assert game.state.phase is Phase.ENDED


def test_pt1_g1_a_card_left_in_the_pack_is_another_turn() -> None:
    game, told = deck_ends(dead("E2", "tank", blue=True), draw=1)
    assert all_of(told, DeckEnded) == []
    assert (the(told, TurnBegan).turn, game.state.phase) == (2, Phase.SHUFFLE)


@pytest.mark.parametrize(
    ("kind", "worth"),
    [
        ("squad", 1),
        ("truck", 1),
        ("jeep", 1),
        ("gun", 3),
        ("armoured_car", 3),
        ("tank", 5),
        ("halftrack", 3),
        ("weapons_carrier", 3),
    ],
)
def test_pt1_g2_what_a_destroyed_enemy_is_worth(kind: str, worth: int) -> None:
    _, told = deck_ends(dead("E2", kind, blue=True), dead("T2", "tank"), dead("T3", "tank"))
    assert totals(told) == {"red": worth, "blue": 10}


def test_pt1_g2_a_loss_scores_whatever_caused_it() -> None:
    own = dead("T2", "gun", by="T1").unit
    state = battle(*(each.unit for each in FAR), own)
    assert losses(state) == {"red": 0, "blue": 3}


def test_pt1_g3_a_feature_held_at_the_end_of_the_deck_scores() -> None:
    game, told = deck_ends(
        put("S1", (22, 22), kind="squad"),
        terrain=(HOUSE,),
        objectives=(Objective(area="B1", points=4),),
    )
    assert totals(told) == {"red": 4, "blue": 0}
    (held,) = the(told, DeckEnded).objectives
    assert (held.area, held.side, held.points) == ("B1", "red", 4)
    assert game.state.outcome is not None


def setting_out(*areas: Terrain) -> Battle:
    """Red attacks and is placing the terrain."""
    game = new_battle(terrain=areas)
    game.rolled(HOST, 6, 5)
    game.rolled(GUEST, 1, 1)
    return game


@pytest.mark.parametrize("worth", [2, 4, 8])
def test_pt1_g3a_the_value_is_agreed_before_play(worth: int) -> None:
    game = setting_out(HOUSE)
    told = game.do(HOST, NameObjective(area="B1", points=worth))
    assert the(told, ObjectiveNamed).points == worth
    assert game.state.objectives == (Objective(area="B1", points=worth),)


def test_pt1_g3a_refuses_what_is_no_area_or_no_value() -> None:
    game = setting_out(HOUSE)
    refusal = game.refused(HOST, NameObjective(area="B9", points=2))
    assert (refusal.clause, "'B9'" in refusal.reason) == ("PT1-G3a", True)
    refusal = game.refused(HOST, NameObjective(area="B1", points=51))
    assert refusal.clause == "PT1-G3a"
    assert "0 to 50 points, not 51" in refusal.reason


def test_pt1_g3a_no_points_take_an_objective_back() -> None:
    game = setting_out(HOUSE)
    game.do(HOST, NameObjective(area="B1", points=8))
    game.do(HOST, NameObjective(area="B1", points=0))
    assert game.state.objectives == ()


def test_pt1_g3b1_values_simply_add() -> None:
    houses = [box(f"B{k}", (8 * k, 20), (8 * k + 4, 24), kind="building") for k in range(5)]
    squads = [put(f"S{k}", (8 * k + 2, 22), kind="squad") for k in range(5)]
    _, told = deck_ends(
        *squads,
        terrain=houses,
        objectives=tuple(Objective(area=house.id, points=2) for house in houses),
    )
    assert totals(told) == {"red": 10, "blue": 0}


@pytest.mark.parametrize(("gap", "holder"), [(2.6, ""), (3.6, "red")])
def test_pt1_g3b2_an_enemy_within_three_inches_contests(gap: float, holder: str) -> None:
    _, told = deck_ends(
        put("S1", (22, 22), kind="squad"),
        put("E2", (24 + gap + 0.5, 22), kind="squad", blue=True),
        dead("T2", "tank"),
        terrain=(HOUSE,),
        objectives=(Objective(area="B1", points=8),),
    )
    assert [each.side for each in the(told, DeckEnded).objectives] == [holder]
    assert totals(told) == {"red": 8 if holder else 0, "blue": 5}


def test_pt1_g3b2_nobody_holds_what_nobody_is_in() -> None:
    _, told = deck_ends(
        put("S1", (22, 18), kind="squad"),
        dead("T2", "tank"),
        terrain=(HOUSE,),
        objectives=(Objective(area="B1", points=8),),
    )
    assert [each.side for each in the(told, DeckEnded).objectives] == [""]


@pytest.mark.parametrize(("held", "extra"), [(8, 8), (24, 13)])
def test_pt1_g3c_the_other_side_gets_points_up_to_twice_the_total(held: int, extra: int) -> None:
    # Blue has 13 points as Red has: a tank, a gun, a halftrack, a truck and a squad.
    army = ("tank", "gun", "halftrack", "truck", "squad")
    game = new_battle(army, army, terrain=(HOUSE,))
    game.rolled(HOST, 6, 5)
    game.rolled(GUEST, 1, 1)
    game.do(HOST, NameObjective(area="B1", points=held, held_by="Blue"))
    game.do(HOST, TerrainDone())
    bonus = the(game.chose(GUEST, "accept"), BonusAllowed)
    assert (bonus.side, bonus.points, bonus.own_points) == ("Red", extra, 13)


def test_pt1_g3c_refuses_a_holder_that_is_no_side() -> None:
    refusal = setting_out(HOUSE).refused(HOST, NameObjective(area="B1", points=8, held_by="Green"))
    assert (refusal.clause, "'Green'" in refusal.reason) == ("PT1-G3c", True)


def lead_of(lead: int, **more: Any) -> tuple[Battle, tuple[Event, ...]]:
    """Red ends the deck so many squads ahead."""
    squads = [dead(f"E{k + 2}", "squad", blue=True) for k in range(lead)]
    return deck_ends(*squads, **more)


@pytest.mark.parametrize(("lead", "marginal"), [(1, True), (2, True), (3, False)])
def test_pt1_g4_a_short_lead_is_a_win_unless_both_play_on(lead: int, marginal: bool) -> None:
    game, _ = lead_of(lead)
    assert game.waits_for == [PlayOnChoice, PlayOnChoice]
    ended = the(game.chose(GUEST, "no"), BattleEnded)
    assert (ended.winner, ended.marginal) == ("red", marginal)


def test_pt1_g4_a_lead_of_four_wins_at_once() -> None:
    game, told = lead_of(4)
    ended = the(told, BattleEnded)
    assert (ended.winner, ended.marginal) == ("red", False)
    assert [event.clause for event in told if event.body is ended] == ["PT1-G4"]
    assert game.state.asks == ()


def test_pt1_g4_both_have_to_want_another_deck() -> None:
    game, _ = lead_of(3)
    assert all_of(game.chose(HOST, "yes"), PlayOn) == []
    told = game.chose(GUEST, "yes")
    assert the(told, PlayOn).run == 2
    assert (game.state.phase, game.state.fresh) == (Phase.SHUFFLE, True)


def test_pt1_g4_equal_totals_are_played_on_with_a_whole_pack() -> None:
    game, told = lead_of(0)
    assert the(told, PlayOn).run == 2
    assert game.state.asks == ()
    shuffled = game.do(HOST, Shuffle())
    assert (the(shuffled, Shuffled).run, game.state.packs["pack"].draw) == (2, 52)


def test_pt1_g4_the_battle_is_over_for_good() -> None:
    game, _ = lead_of(4)
    refusal = game.refused(HOST, Decline())
    assert refusal.clause == "PT1-G4"
    assert "red 4, blue 0" in refusal.reason.lower()


def test_pt1_g4_the_result_is_told_once() -> None:
    game, told = lead_of(4)
    assert game.state.outcome is not None
    assert game.state.outcome.says == GAME.say(the(told, BattleEnded))
    assert GAME.say(the(told, BattleEnded)) == (
        "red wins: red 4, blue 0. The deck is empty. "
        "red has 1 for E2, 1 for E3, 1 for E4 and 1 for E5."
    )


def test_pt1_g4_the_last_ruling_lists_what_makes_the_score() -> None:
    _, told = lead_of(4)
    ended = the(told, BattleEnded)
    assert [(part.side, part.what, part.points) for part in ended.parts] == [
        ("red", f"E{k}", 1) for k in range(2, 6)
    ]
    assert "red has 1 for E2, 1 for E3, 1 for E4 and 1 for E5." in ended.told()


@pytest.mark.parametrize(("run", "over"), [(1, False), (2, False), (3, True)])
def test_pt1_g6_a_tie_is_a_draw_after_three_runs(run: int, over: bool) -> None:
    game, told = lead_of(0, run=run)
    assert (game.state.outcome is not None) == over
    if over:
        ended = the(told, BattleEnded)
        assert (ended.winner, ended.marginal) == ("", False)
        assert [event.clause for event in told if event.body is ended] == ["PT1-G6"]


@pytest.mark.parametrize(("lead", "over"), [(9, False), (10, True)])
def test_pt1_g7_the_battle_goes_on_to_the_agreed_total(lead: int, over: bool) -> None:
    game, told = lead_of(lead, chosen={"victory_target": 10})
    assert (game.state.outcome is not None) == over
    if not over:
        assert [event.clause for event in told if isinstance(event.body, PlayOn)] == ["PT1-G7"]


@pytest.mark.parametrize(("lead", "marginal"), [(2, True), (3, False)])
def test_pt1_g7_nobody_is_asked_to_play_on_beyond_the_agreed_total(
    lead: int, marginal: bool
) -> None:
    """Fault 2: once a side has the agreed total, the battle ends and is judged as any other."""
    game, told = lead_of(lead, chosen={"victory_target": lead})
    assert game.state.asks == ()
    assert (the(told, BattleEnded).winner, the(told, BattleEnded).marginal) == ("red", marginal)


def test_pt1_g7_equal_totals_beyond_the_target_are_a_draw_where_a_tie_takes_consent() -> None:
    chosen = {"victory_target": 3, "tie_play_on": "by_consent"}
    game, told = deck_ends(dead("T2", "gun"), dead("E2", "gun", blue=True), chosen=chosen)
    assert (game.state.asks, the(told, BattleEnded).winner) == ((), "")


def test_pt1_g7_the_target_counts_at_the_end_of_a_deck_only() -> None:
    _, told = lead_of(10, draw=1, chosen={"victory_target": 10})
    assert all_of(told, BattleEnded) == []
