"""Tests of what is needed to play, and of setting up: the clauses of chapters A and B."""

import pytest

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.asking import PhaseBegan, RollTied
from rules.games.paper_tigers.chapters.beginning import RolesSet
from rules.games.paper_tigers.chapters.deploying import ChooseEdge, DeployDone, Deployed
from rules.games.paper_tigers.chapters.fire.firing import Fire, FireDeclared
from rules.games.paper_tigers.chapters.fire.shots import Shot
from rules.games.paper_tigers.chapters.laying import Pass, TurnUp
from rules.games.paper_tigers.chapters.picking import PickedFaces
from rules.games.paper_tigers.chapters.terrain import TerrainDone, TerrainPlaced, TerrainReopened
from rules.games.paper_tigers.chapters.turns import Deal, Dealt, Shuffle, Shuffled, TurnBegan
from rules.games.paper_tigers.initial import initial
from rules.games.paper_tigers.phases import BASIC
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    acting,
    all_of,
    entry,
    new_battle,
    picking,
    put,
    ruling,
    set_up,
    the,
)
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.toolkit.game import Seat, Setup
from rules.referee.toolkit.questions import Roll
from rules.referee.toolkit.settings import options_from
from rules.table.bad_input import BadInputError
from rules.table.roster import Entry, Roster
from tests.factories import box, disc, piece


def roster_of(*blue: Entry) -> Setup:
    """An army list in which Blue has these."""
    return Setup(
        seats=(Seat(name=HOST, sides=("Red",)), Seat(name=GUEST, sides=("Blue",))),
        roster=Roster(entries=(entry("R1", side="Red", kind="tank"), *blue)),
        options=options_from(GAME.option_schema, {}),
    )


@pytest.mark.parametrize(
    ("dice", "fault"),
    [
        ((4, 3), "expected 3 dice, got 2"),
        ((4, 3, 3, 1), "expected 3 dice, got 4"),
        ((4, 3, 7), "expected faces from 1 to 6, got 7"),
        ((4, 3, 0), "expected faces from 1 to 6, got 0"),
    ],
)
def test_pt1_a1_takes_as_many_six_sided_dice_as_it_asked_for(
    dice: tuple[int, ...], fault: str
) -> None:
    game = acting(put("T1", (10, 10)), put("E1", (20, 10), blue=True), cards={"T1": "QH"})
    game.do(HOST, Fire(target="E1"))
    refusal = game.refused(HOST, Roll(dice=dice))
    assert refusal.clause == "PT1-D2d"
    assert refusal.reason.startswith(f"That cannot be this roll: {fault}. Roll 3 dice: T1 fires")
    assert the(game.rolled(HOST, 4, 3, 3), Shot).total == 10


def test_pt1_a2_has_no_joker_and_no_card_twice() -> None:
    game = picking(put("T1", (10, 10), cards=("", "QS")), put("E1", (20, 10), blue=True))
    assert game.waits_for == [PickedFaces]  # the last side turns everything up
    for card, told in [
        ("joker", "Expected a card like QH, 10D or 2S, got 'joker'."),
        ("QS", "The queen of spades has been seen since the pack was last made whole."),
    ]:
        refusal = game.refused(HOST, TurnUp(cards=(card,)))
        assert (refusal.clause, refusal.reason) == ("PT1-A2", told)
    game.turned(HOST, "qh")
    assert game.card_up == ("QH", "T1")


@pytest.mark.parametrize(
    ("side", "warned"),
    [(30.0, ("The table is 30 by 30 in: small, for a quick game.",)), (36.0, ())],
)
def test_pt1_a3_warns_of_a_table_under_three_feet(side: float, warned: tuple[str, ...]) -> None:
    game = new_battle(side=side)
    game.rolled(HOST, 6, 5)
    game.rolled(GUEST, 1, 2)
    placed = the(game.do(HOST, TerrainDone()), TerrainPlaced)
    assert placed.warnings == warned


def test_pt1_a4a_the_other_side_agrees_to_outlines_before_anybody_sets_up() -> None:
    hill = box("H", (20, 20), (28, 26), kind="hill")
    game = new_battle(terrain=(hill,))
    game.rolled(HOST, 6, 5)
    game.rolled(GUEST, 1, 2)
    game.do(HOST, TerrainDone())
    assert game.state.areas == ("H",)
    refusal = game.refused(GUEST, ChooseEdge(edge="south"))
    assert refusal.clause == "PT1-A4a"
    assert "does Blue agree to it?" in refusal.reason
    reopened = game.chose(GUEST, "change")
    assert ruling(reopened, TerrainReopened).clause == "PT1-A4a"
    assert game.state.phase is Phase.TERRAIN
    assert list(game.state.areas) == []
    game.do(HOST, TerrainDone())
    assert the(game.chose(GUEST, "accept"), PhaseBegan).phase is Phase.DEPLOY_FIRST


def test_pt1_a4a_a_raised_block_is_a_hill_that_stops_sight() -> None:
    hill = box("H", (14, 8), (18, 12), kind="hill")
    game = acting(
        put("T1", (10, 10)), put("E1", (22, 10), blue=True), cards={"T1": "QH"}, terrain=(hill,)
    )
    refusal = game.refused(HOST, Fire(target="E1"))
    assert refusal.clause == "PT1-D2a"
    assert "the hill stands in the way" in refusal.reason


@pytest.mark.parametrize(
    ("size", "warned"),
    [
        ((4.0, 9.0), ""),
        ((3.5, 6.0), "Woods W is 3.5 by 6 in; 4 to 9 is usual."),
        ((6.0, 9.5), "Woods W is 6 by 9.5 in; 4 to 9 is usual."),
    ],
)
def test_pt1_a4b_warns_of_woods_of_unusual_size(size: tuple[float, float], warned: str) -> None:
    woods = box("W", (20, 20), (20 + size[0], 20 + size[1]))
    game = new_battle(terrain=(woods,))
    game.rolled(HOST, 6, 5)
    game.rolled(GUEST, 1, 2)
    placed = the(game.do(HOST, TerrainDone()), TerrainPlaced)
    assert placed.warnings == ((warned,) if warned else ())


def test_pt1_a4b_note_trees_may_be_shifted_and_the_outline_stays() -> None:
    woods = box("W", (14, 8), (18, 12))
    seen_through = put("E1", (20, 30), blue=True)
    game = acting(
        put("T1", (10, 10)),
        put("E2", (20, 10), blue=True),
        seen_through,
        cards={"T1": ("QH", "9H")},
        terrain=(woods,),
    )
    trees = tuple(piece(f"tree{k}", (15.0 + k, 20.0), footprint=disc(1.0)) for k in range(3))
    game.looks(pieces=(*game.snapshot.pieces, *trees))
    # The trees stand on the line to E1 and are gone from the line to E2.
    game.do(HOST, Fire(target="E1"))
    game.rolled(HOST, 1, 1, 1)
    refusal = game.refused(HOST, Fire(target="E2"))
    assert refusal.clause == "PT1-D2a"
    assert "the woods stand in the way" in refusal.reason


def test_pt1_a4c_each_house_of_a_town_is_a_building_of_its_own() -> None:
    town = [box(f"B{k}", (10 + 3 * k, 8), (13 + 3 * k, 12), kind="building") for k in range(3)]
    game = acting(
        put("S1", (11.5, 10), kind="squad"),
        put("E1", (14.5, 10), kind="squad", blue=True),
        put("E2", (17.5, 10), kind="squad", blue=True),
        cards={"S1": "QH"},
        terrain=town,
    )
    refusal = game.refused(HOST, Fire(target="E2"))
    assert "the building stands in the way" in refusal.reason
    assert the(game.do(HOST, Fire(target="E1")), FireDeclared).doubtful == ()


def test_pt1_a5_smoke_stands_at_damaged_units_and_nowhere_else() -> None:
    game = acting(
        put("T1", (10, 10), hits=1), put("E1", (20, 10), blue=True), put("T2", (10, 30)), cards={}
    )
    smoke = piece("smoke1", (21, 11), footprint=disc(0.4), kind="smoke")
    game.looks(pieces=(*game.snapshot.pieces, smoke))
    found = {each.kind: each.says for each in GAME.differences(game.state, game.snapshot)}
    assert found == {
        "smoke_missing": "T1 is damaged and has no smoke marker within 1 in: put one there.",
        "smoke_extra": "A smoke marker lies beside E1, which has no hit: take it away.",
    }
    game.stands("smoke1", (11, 11))
    assert GAME.differences(game.state, game.snapshot) == ()


@pytest.mark.parametrize(("figures", "fits"), [(2, False), (3, True), (5, True), (6, False)])
def test_pt1_a6_a_squad_has_three_to_five_figures(figures: int, fits: bool) -> None:
    on_a_base = roster_of(entry("B1", side="Blue", kind="squad", figures=figures))
    loose = roster_of(
        *(entry(f"f{k}", side="Blue", kind="squad", unit="B1") for k in range(figures))
    )
    for setup in (on_a_base, loose):
        if fits:
            assert initial(setup, BASIC).unit("B1").kind is UnitKind.SQUAD
            continue
        with pytest.raises(BadInputError, match=f"3 to 5 figures, got {figures}"):
            initial(setup, BASIC)


@pytest.mark.parametrize("kind", ["aircraft", "ship"])
def test_pt1_a6_neither_aircraft_nor_ships_take_part(kind: str) -> None:
    with pytest.raises(BadInputError, match=f"squad, gun, truck.* got '{kind}'"):
        initial(roster_of(entry("B1", side="Blue", kind=kind)), BASIC)


def test_pt1_a7_lengths_are_told_in_inches() -> None:
    game = acting(
        put("S1", (10, 10), kind="squad"), put("E1", (22.6, 10), blue=True), cards={"S1": "QH"}
    )
    refusal = game.refused(HOST, Fire(target="E1"))
    assert refusal.reason == "E1 is 12.6 in away; infantry fire reaches 12 in."
    assert refusal.evidence[0].value == pytest.approx(12.6)
    assert refusal.evidence[0].limit == 12.0


def test_pt1_b1_equal_totals_are_rolled_again_by_both() -> None:
    game = new_battle()
    game.rolled(HOST, 6, 1)
    tied = game.rolled(GUEST, 3, 4)
    assert (the(tied, RollTied).total, ruling(tied, RollTied).clause) == (7, "PT1-B1")
    assert [ask.seat for ask in game.state.asks] == [HOST, GUEST]
    game.rolled(GUEST, 2, 2)
    roles = the(game.rolled(HOST, 1, 2), RolesSet)
    assert (roles.attacker, roles.defender) == ("Blue", "Red")
    assert [(each.name, each.count) for each in roles.totals] == [("Red", 3), ("Blue", 4)]


def test_pt1_b2_the_higher_total_attacks_and_lays_out_the_terrain() -> None:
    game = new_battle()
    game.rolled(HOST, 4, 3)
    told = game.rolled(GUEST, 5, 5)
    assert the(told, RolesSet).attacker == "Blue"
    refusal = game.refused(HOST, TerrainDone())
    assert (refusal.clause, refusal.reason) == ("PT1-B2", "It is Blue who places the terrain.")
    assert the(game.do(GUEST, TerrainDone()), TerrainPlaced).by == "Blue"


def defended() -> Battle:
    """Guest's Blue defends a table of 36 in; nothing is deployed yet."""
    game = new_battle(side=36.0)
    game.rolled(HOST, 6, 5)
    game.rolled(GUEST, 1, 2)
    game.do(HOST, TerrainDone())
    game.chose(GUEST, "accept")
    return game


def test_pt1_b3_the_defender_takes_an_edge_and_deploys_first() -> None:
    game = defended()
    for who, body, clause in [
        (HOST, ChooseEdge(edge="north"), "It is Blue who sets up now."),
        (HOST, DeployDone(), "It is Blue who sets up now."),
        (GUEST, DeployDone(), "First Blue chooses an edge of the table."),
        (GUEST, ChooseEdge(edge="top"), "Blue chooses one of the edges"),
    ]:
        refusal = game.refused(who, body)
        assert refusal.clause == "PT1-B3"
        assert refusal.reason.startswith(clause)
    game.do(GUEST, ChooseEdge(edge="south"))
    assert game.refused(GUEST, ChooseEdge(edge="west")).clause == "PT1-B3"


@pytest.mark.parametrize(("y", "fits"), [(10.4, True), (10.7, True), (10.8, False)])
def test_pt1_b3_the_defender_stays_within_a_third_of_the_table(y: float, fits: bool) -> None:
    game = defended()
    game.do(GUEST, ChooseEdge(edge="south"))
    game.stands("B1", (20, y), heading=90.0)  # 3 in long, looking north
    if fits:
        told = game.do(GUEST, DeployDone())
        assert ruling(told, Deployed).clause == "PT1-B3"
        assert game.unit("B1").spot is not None
        return
    refusal = game.refused(GUEST, DeployDone())
    assert (refusal.clause, refusal.waivable) == ("PT1-B3", True)
    assert refusal.reason == ("B1 reaches 12.3 in from the south edge; its zone ends at 12 in.")


@pytest.mark.parametrize(
    ("name", "at", "told"),
    [
        ("B1", (20.0, 5.5), "PT1-D1d: B1 stands 0.25 in inside H, which no vehicle may enter."),
        ("B1", (5.0, 3.0), "PT1-D1b: B1 "),
        ("B2", (20.0, 7.0), ""),
    ],
    ids=["a tank in a house", "a tank on a squad", "a squad in a house"],
)
def test_pt1_b3_nobody_begins_where_no_move_could_end(
    name: str, at: tuple[float, float], told: str
) -> None:
    house = box("H", (18, 6), (22, 8), kind="building")
    game = new_battle(("tank",), ("tank", "squad"), side=36.0, terrain=(house,), eps_in=0.1)
    game.rolled(HOST, 6, 5)
    game.rolled(GUEST, 1, 2)
    game.do(HOST, TerrainDone())
    game.chose(GUEST, "accept")
    game.do(GUEST, ChooseEdge(edge="south"))
    game.stands("B2", (5, 3))
    game.stands(name, at, heading=0.0)
    if not told:
        game.do(GUEST, DeployDone())
        return
    refusal = game.refused(GUEST, DeployDone())
    assert f"{refusal.clause}: {refusal.reason}".startswith(told)
    assert refusal.waivable


def test_pt1_b4_the_attacker_deploys_second_from_the_edge_across() -> None:
    game = defended()
    game.do(GUEST, ChooseEdge(edge="south"))
    refusal = game.refused(HOST, DeployDone())
    assert (refusal.clause, refusal.reason) == ("PT1-B3", "It is Blue who sets up now.")
    game.do(GUEST, DeployDone())
    game.stands("R1", (20, 24.0), heading=270.0)
    refusal = game.refused(HOST, DeployDone())
    assert refusal.clause == "PT1-B4"
    assert refusal.reason == "R1 reaches 13.5 in from the north edge; its zone ends at 12 in."
    game.stands("R1", (20, 25.5), heading=270.0)
    told = game.do(HOST, DeployDone())
    assert ruling(told, Deployed).clause == "PT1-B4"
    assert game.state.phase is Phase.SHUFFLE


def test_pt1_b5_the_duty_to_shuffle_passes_on_every_turn() -> None:
    game = set_up(new_battle(side=36.0))
    refusal = game.refused(HOST, Shuffle())
    assert (refusal.clause, refusal.reason) == ("PT1-B5", "In turn 1 it is Blue who shuffles.")
    assert ruling(game.do(GUEST, Shuffle()), Shuffled).clause == "PT1-B5"
    game.rolled(HOST, 1, 1)
    game.rolled(GUEST, 1, 1)
    assert all_of(game.do(HOST, Deal()), Dealt)
    # Nobody uses any card, so the turn ends with what is kept.
    game.do(HOST, Pass())
    game.do(GUEST, Pass())
    game.turned(HOST, *["2C", "3C"][: game.hand("Red").hidden])
    told = game.turned(GUEST, *["4C", "5C"][: game.hand("Blue").hidden])
    assert the(told, TurnBegan) == TurnBegan(turn=2, shuffler="Red")
    refusal = game.refused(GUEST, Shuffle())
    assert (refusal.clause, refusal.reason) == ("PT1-B5", "In turn 2 it is Red who shuffles.")
    assert the(game.do(HOST, Shuffle()), Shuffled) == Shuffled(by="Red", run=1)


def test_pt1_b5_a_turn_without_its_shuffle_does_not_go_on() -> None:
    game = set_up(new_battle(side=36.0))
    refusal = game.refused(GUEST, Deal())
    assert refusal.clause == "PT1-B5"
    assert game.state.phase is Phase.SHUFFLE
