"""Tests the clauses of chapters A to C, G, N to P and S: set-up, turns, victory, scenarios."""

from dataclasses import replace

import pytest

from rules.games.paper_tigers.asking import RollTied
from rules.games.paper_tigers.chapters.beginning import RolesSet
from rules.games.paper_tigers.chapters.bonus import army_points, bonus
from rules.games.paper_tigers.chapters.deck_end import BattleEnded, PlayOn, PlayOnChoice
from rules.games.paper_tigers.chapters.deploying import ChooseEdge, DeployDone
from rules.games.paper_tigers.chapters.initiative import TieRoll
from rules.games.paper_tigers.chapters.keeping import Discard, Kept, KeptFaces
from rules.games.paper_tigers.chapters.laying import Assign, Pass
from rules.games.paper_tigers.chapters.picking import Pick
from rules.games.paper_tigers.chapters.slips import UseSlips
from rules.games.paper_tigers.chapters.terrain import NameObjective, TerrainDone, TerrainPlaced
from rules.games.paper_tigers.chapters.turns import (
    CardsRolled,
    Deal,
    Dealt,
    Shuffle,
    Shuffled,
    shuffler,
)
from rules.games.paper_tigers.state import Force, Hand, Objective, Pack
from rules.games.paper_tigers.tests.armies import box
from rules.games.paper_tigers.vocabulary import Phase
from rules.games.paper_tigers_2.battle_options import FOG_OF_WAR, PINCERS
from rules.games.paper_tigers_2.chapters.beyond.scenarios import TerrainPassed, WhichNorth
from rules.games.paper_tigers_2.chapters.turn import ShuffleAgain, deal_order
from rules.games.paper_tigers_2.tests.armies import line
from rules.games.paper_tigers_2.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    acting,
    all_of,
    ending_turn,
    lines,
    new_battle,
    picking,
    put,
    started,
    the,
)
from rules.referee.toolkit.cards import PACK_NAMES
from rules.referee.toolkit.game import Seat
from rules.table.bad_input import BadInputError
from rules.table.units import Inches


def roles(game: Battle) -> Battle:
    game.rolled(HOST, 6, 5)
    game.rolled(GUEST, 1, 2)
    return game


def terrain_laid(game: Battle) -> Battle:
    game.do(HOST, TerrainDone())
    game.chose(GUEST, "accept")
    return game


def plain() -> Battle:
    return new_battle(
        lines("Red", "medium tank", "infantry"), lines("Blue", "light tank", "scouts")
    )


def test_pt2_a1_a_small_table_gets_a_warning_and_the_pack_has_no_jokers() -> None:
    assert len(PACK_NAMES) == 52
    game = roles(plain())
    game.looks(table=replace(game.snapshot.table, width=Inches(30.0)))
    assert "in: small" in the(game.do(HOST, TerrainDone()), TerrainPlaced).warnings[0]


@pytest.mark.parametrize(("kind", "figures"), [("infantry", 6), ("infantry", 2), ("scouts", 3)])
def test_pt2_a2_figures_of_a_squad_and_of_scouts(kind: str, figures: int) -> None:
    red = [line("R1", side="Red", kind=kind, figures=figures)]
    with pytest.raises(BadInputError, match="figures"):
        new_battle(red, lines("Blue", "infantry"))
    right = 4 if kind == "infantry" else 2
    new_battle([line("R1", side="Red", kind=kind, figures=right)], lines("Blue", "infantry"))


def test_pt2_b1_pt2_b2_the_higher_roll_attacks_and_lays_the_terrain() -> None:
    game = plain()
    game.rolled(HOST, 3, 3)
    assert all_of(game.rolled(GUEST, 2, 4), RollTied)
    game.rolled(HOST, 6, 5)
    assert the(game.rolled(GUEST, 1, 2), RolesSet).attacker == "Red"
    assert game.refused(GUEST, TerrainDone()).clause == "PT2-B2"


def test_pt2_b3_pt2_b4_both_set_up_within_a_third_of_the_table() -> None:
    game = terrain_laid(roles(plain()))
    game.do(GUEST, ChooseEdge(edge="south"))
    game.stands("B1", (8, 20))
    assert game.refused(GUEST, DeployDone()).clause == "PT2-B3"
    game.stands("B1", (4, 4))
    game.do(GUEST, DeployDone())
    game.stands("R1", (8, 26))
    assert game.refused(HOST, DeployDone()).clause == "PT2-B4"
    game.stands("R1", (4, 44))
    game.do(HOST, DeployDone())
    assert game.state.phase is Phase.SHUFFLE


def test_pt2_b5_the_defender_shuffles_once_a_deck_and_the_other_as_it_likes() -> None:
    """Fault 9: the other player may shuffle once more."""
    game = terrain_laid(roles(plain()))
    game.do(GUEST, ChooseEdge(edge="south"))
    game.do(GUEST, DeployDone())
    game.do(HOST, DeployDone())
    assert game.refused(HOST, Shuffle()).clause == "PT2-B5"
    game.do(GUEST, Shuffle())
    assert (game.waits_for, game.state.asks[0].who) == ([ShuffleAgain], "Red")
    assert the(game.chose(HOST, "yes"), Shuffled) == Shuffled(by="Red", run=1)
    assert shuffler(replace(game.state, turn=4)) == "Blue", "there is no rota"
    assert shuffler(replace(game.state, turn=4, run=2)) == "Blue"


def cards_rolled(**chosen: object) -> Battle:
    game = started(
        *(put(f"T{k}", (5 + 5 * k, 40)) for k in range(5)),
        *(put(f"E{k}", (5 + 5 * k, 4), blue=True) for k in range(5)),
        phase=Phase.ROLL_CARDS,
        chosen=chosen,
    )
    game.rolled(HOST, 4, 3)
    game.rolled(GUEST, 2, 3)
    return game


def test_pt2_c1_pt2_c2_pt2_c3_cards_are_rolled_for_and_dealt_unseen() -> None:
    game = cards_rolled()
    assert deal_order(game.state) == ("Red", "Blue") * 5 + ("Red", "Red")
    assert deal_order(cards_rolled(deal_mode="block").state) == ("Red",) * 7 + ("Blue",) * 5
    told = game.do(HOST, Deal())
    assert len(the(told, Dealt).order) == 12
    assert game.hand("Red") == Hand(hidden=7), "nobody knows their faces"


def test_pt2_c4_under_five_units_only_the_higher_die_counts() -> None:
    game = started(
        put("T1", (10, 40)),
        put("E1", (10, 4), blue=True),
        phase=Phase.ROLL_CARDS,
        small_game=True,
    )
    assert the(game.rolled(HOST, 5, 2), CardsRolled).count == 5


def test_pt2_c5_the_attacker_lays_the_first_card_and_then_they_take_turns() -> None:
    hands = {"Red": Hand(hidden=2), "Blue": Hand(hidden=2)}
    game = started(
        put("T1", (10, 40)),
        put("E1", (10, 4), blue=True),
        phase=Phase.ASSIGN,
        hands=hands,
        counts={"Red": 2, "Blue": 7},
    )
    assert game.refused(GUEST, Assign(unit="E1")).clause == "PT2-C5"
    game.do(HOST, Assign(unit="T1"))
    game.do(GUEST, Assign(unit="E1"))
    assert game.refused(GUEST, Assign(unit="E1")).clause == "PT2-C5"


def test_pt2_c7_pt2_c25_pt2_c26_pt2_c27_six_cards_are_kept_and_shown() -> None:
    game = ending_turn(put("T1", (10, 40)), put("E1", (10, 4), blue=True), red=Hand(hidden=8))
    assert game.state.phase is Phase.CLEAN_UP
    game.do(HOST, Discard(hidden=2))
    assert game.waits_for == [KeptFaces]
    told = game.turned(HOST, "2H", "3H", "4H", "5H", "6H", "7H")
    assert the(told, Kept).cards[0] == "2H"
    assert game.hand("Red").open == ("2H", "3H", "4H", "5H", "6H", "7H")


def test_pt2_c8_the_higher_card_roller_picks_first() -> None:
    game = picking(
        put("T1", (10, 40), cards=("",)),
        put("E1", (10, 4), blue=True, cards=("",)),
        counts={"Red": 4, "Blue": 9},
    )
    assert game.refused(HOST, Pick(unit="T1")).clause == "PT2-C8"
    game.do(GUEST, Pick(unit="E1"))
    game.do(HOST, Pick(unit="T1"))


def deck_end(red: int, blue: int, *, run: int = 1, **chosen: object) -> Battle:
    """The deck is used up, and both sides have points by what they hold."""
    ground = [
        box("B1", "building", at=(8, 38), size=(4, 4)),
        box("B2", "building", at=(8, 2), size=(4, 4)),
    ]
    return ending_turn(
        put("T1", (10, 40), kind="infantry"),
        put("E1", (10, 4), kind="infantry", blue=True),
        terrain=ground,
        objectives=(Objective(area="B1", points=red), Objective(area="B2", points=blue)),
        packs={"pack": Pack(draw=0, hidden_discards=52)},
        run=run,
        chosen=chosen,
    )


def test_pt2_g1_pt2_g3_pt2_g4_pt2_g5_pt2_g6_places_count_when_the_deck_is_used_up() -> None:
    game = deck_end(8, 2)
    assert game.state.outcome is not None
    assert "red wins: red 8, blue 2" in game.state.outcome.says.lower()
    near = ending_turn(
        put("T1", (10, 40), kind="infantry"),
        put("E1", (15, 40), kind="infantry", blue=True),
        terrain=[box("B1", "building", at=(8, 38), size=(4, 4))],
        objectives=(Objective(area="B1", points=8),),
        packs={"pack": Pack(draw=0, hidden_discards=52)},
    )
    assert near.waits_for == [PlayOnChoice, PlayOnChoice], "with an enemy at 2.4 in nobody holds it"


def test_pt2_g8_pt2_g9_equal_totals_are_played_on_by_consent_only() -> None:
    game = deck_end(4, 4)
    assert game.waits_for == [PlayOnChoice, PlayOnChoice]
    told = game.chose(HOST, "no")
    assert the(told, BattleEnded).winner == ""
    game = deck_end(4, 4)
    game.chose(HOST, "yes")
    assert all_of(game.chose(GUEST, "yes"), PlayOn)
    third = deck_end(4, 4, run=3)
    assert third.state.outcome is not None
    assert third.state.outcome.winner == ""
    close = deck_end(6, 4)
    close.chose(HOST, "no")
    assert close.state.outcome is not None
    assert close.state.outcome.marginal


def test_pt2_g7_a_side_may_add_units_against_places_held() -> None:
    game = plain()
    assert [army_points(game.state, side) for side in ("Red", "Blue")] == [6, 6]
    assert bonus(6, other=6, held=8) == 6


def test_pt2_g10_a_target_keeps_the_battle_going() -> None:
    game = deck_end(8, 2, victory_target=20)
    assert game.state.outcome is None
    assert game.state.run == 2, "the next run of the deck has begun"


ALONE = (Seat(name=HOST, sides=("Red", "Blue")),)
SOLO = (
    Force(name="Red", seat=HOST, side="red", pack="pack"),
    Force(name="Blue", seat=HOST, side="blue", pack="pack"),
)


def test_pt2_n1_pt2_n2_alone_the_higher_side_lays_all_its_cards_first() -> None:
    game = new_battle(lines("Red", "medium tank"), lines("Blue", "infantry"), seats=ALONE)
    assert game.state.solo
    laying = started(
        put("T1", (10, 40)),
        put("E1", (10, 4), blue=True),
        phase=Phase.ASSIGN,
        solo=True,
        forces=SOLO,
        counts={"Red": 3, "Blue": 8},
        hands={"Red": Hand(hidden=1), "Blue": Hand(hidden=2)},
    )
    assert laying.refused(HOST, Assign(unit="T1")).clause == "PT2-N2"
    laying.do(HOST, Assign(unit="E1"))


def test_pt2_n3_alone_first_one_card_of_every_unit_and_then_the_others() -> None:
    game = picking(
        put("T1", (10, 40), cards=("9H", "2C")),
        put("E1", (10, 4), blue=True, cards=("KD",)),
        solo=True,
        forces=SOLO,
    )
    playing = game.state.playing
    assert playing is not None
    assert playing.turned.card == "KD"
    assert [turned.card for turned in game.state.queue] == ["9H"]
    assert [slot.card for slot in game.own("T1").cards] == ["2C"]


def test_pt2_n4_alone_a_side_may_begin_as_slips() -> None:
    slips = [line(f"P{k}", side="Blue", kind="slip") for k in range(4)]
    game = new_battle(
        lines("Red", "medium tank", "infantry"),
        [*lines("Blue", "infantry", "scouts", "towed gun"), *slips],
        seats=ALONE,
    )
    game.rolled(HOST, 6, 5, ask=game.state.asks[0].id)
    game.rolled(HOST, 1, 2)
    game.do(HOST, TerrainDone())
    assert game.refused(HOST, UseSlips(side="Blue", blanks=2)).clause == "PT2-N4"
    game.do(HOST, UseSlips(side="Blue", blanks=1))
    assert game.state.slips is not None


FOUR = tuple(
    Seat(name=name, sides=(side,))
    for name, side in (("Rangers", "Red"), ("Raiders", "Red"), ("Brigade", "Blue"))
)


def test_pt2_o1_pt2_o2_pt2_o3_several_players_with_a_pack_for_each_side() -> None:
    red = [
        line("R1", side="Red", kind="medium tank", force="Rangers"),
        line("R2", side="Red", kind="infantry", force="Raiders"),
    ]
    blue = [line("B1", side="Blue", kind="light tank", force="Brigade")]
    game = new_battle(red, blue, seats=FOUR, decks="per_side")
    assert {force.name: force.pack for force in game.state.forces} == {
        "Rangers": "Red",
        "Raiders": "Red",
        "Brigade": "Blue",
    }
    assert set(game.state.packs) == {"Red", "Blue"}
    assert set(game.state.hands) == {"Rangers", "Raiders", "Brigade"}
    tied = acting(
        put("T1", (10, 40)),
        put("E1", (10, 4), blue=True),
        cards={"T1": "10H", "E1": "10D"},
        phase=Phase.PICK,
        packs={"red": Pack(), "blue": Pack()},
        forces=(
            Force(name="Red", seat=HOST, side="red", pack="red"),
            Force(name="Blue", seat=GUEST, side="blue", pack="blue"),
        ),
    )
    assert tied.waits_for == [TieRoll, TieRoll]


def test_pt2_p1_cards_need_not_lie_on_the_table() -> None:
    """The umpire keeps count of them: no piece on the table is a card."""
    game = acting(
        put("T1", (10, 40), cards=("",)), put("E1", (9, 4), blue=True), cards={"T1": "7H"}
    )
    assert [each.id for each in game.snapshot.pieces] == ["T1", "E1"]
    assert len(game.own("T1").cards) == 1


def pincers() -> Battle:
    tanks = ("medium tank", "light tank", "heavy tank")
    game = new_battle(lines("Red", *tanks), lines("Blue", *tanks), scenario=PINCERS)
    terrain_laid(roles(game))
    game.do(GUEST, ChooseEdge(edge="south"))
    game.do(GUEST, DeployDone())
    return game


def test_pt2_s2a_pt2_s2b_pt2_s2c_pt2_s2d_the_attacker_begins_on_both_flanks() -> None:
    with pytest.raises(BadInputError, match="tanks only"):
        new_battle(lines("Red", "infantry"), lines("Blue", "medium tank"), scenario=PINCERS)
    game = pincers()
    for name, at in (("R1", (4.0, 30.0)), ("R2", (4.0, 36.0)), ("R3", (44.0, 30.0))):
        game.stands(name, at)
    game.do(HOST, DeployDone())
    assert game.state.phase is Phase.SHUFFLE
    one_sided = pincers()
    for k, name in enumerate(("R1", "R2", "R3")):
        one_sided.stands(name, (4, 26 + 6 * k))
    assert "on each flank" in one_sided.refused(HOST, DeployDone()).reason
    middle = pincers()
    assert middle.refused(HOST, DeployDone()).clause == "PT2-S2c"
    near = pincers()
    for name, at in (("R1", (4.0, 8.0)), ("R2", (4.0, 36.0)), ("R3", (44.0, 30.0))):
        near.stands(name, at)
    assert "at least 6 in" in near.refused(HOST, DeployDone()).reason


def test_pt2_s3a_pt2_s3c_terrain_is_laid_in_turn_until_nobody_adds_any() -> None:
    game = new_battle(lines("Red", "medium tank"), lines("Blue", "infantry"), scenario=FOG_OF_WAR)
    roles(game)
    woods = box("W1", "woods", at=(10, 20), size=(6, 6))
    house = box("B9", "building", at=(30, 20), size=(3, 3))
    game.looks(terrain=(woods, house))
    assert game.refused(HOST, TerrainDone()).clause == "PT2-S3a"
    game.looks(terrain=(woods,))
    game.do(HOST, TerrainDone())
    assert the(game.chose(GUEST, "accept"), TerrainPassed).to == "Blue"
    assert game.refused(HOST, TerrainDone()).clause == "PT2-B2"
    game.do(GUEST, TerrainDone())
    game.chose(HOST, "accept")
    assert game.waits_for == [WhichNorth]
    game.chose(GUEST, "west")
    assert game.state.edge == "west"
    assert game.state.phase is Phase.SHUFFLE
    assert all(unit.spot is None for unit in game.state.units.values())


def test_passing_is_possible_and_named_places_take_whole_points() -> None:
    game = roles(plain())
    game.looks(terrain=(box("W1", "woods", at=(10, 20), size=(6, 6)),))
    game.do(HOST, NameObjective(area="W1", points=4))
    assert game.refused(HOST, NameObjective(area="W1", points=400)).clause == "PT2-G4"
    assert game.refused(HOST, Pass()).clause == "PT2-B2"
