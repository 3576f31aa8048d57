"""Tests of units, squares, armies and teams (clauses OBJ, GEO, ARM and TEAM)."""

import pytest

from rules.games.papercraft import GAME
from rules.games.papercraft.abilities import ABILITIES
from rules.games.papercraft.catalogue import CATALOGUE, CHART, FOUND, SQUARES, STARTER
from rules.games.papercraft.chapters.attacks import Attack
from rules.games.papercraft.chapters.moving import SquareMoved, SquareMoveDone
from rules.games.papercraft.chapters.mustering import ArmiesAgreed, GetReady
from rules.games.papercraft.chapters.setting_up import Placed, PlaceSquare
from rules.games.papercraft.profiles import (
    Armour,
    DamageType,
    PrimaryType,
    SecondaryType,
    plain_word,
)
from rules.games.papercraft.state import Phase
from rules.games.papercraft.tests.armies import roster, row, rows, starter_army
from rules.games.papercraft.tests.table_play import (
    GUEST,
    HOST,
    attacking,
    moving,
    new_battle,
    placing,
    put,
    ruling,
    spot,
    the,
)
from rules.games.papercraft.view import sheet_text
from rules.referee.toolkit.dice import dice_from
from rules.referee.toolkit.game import Seat
from rules.referee.toolkit.questions import Roll
from rules.table.bad_input import BadInputError
from rules.table.edges import TableEdge, depth_from
from rules.table.outlines.outline import place
from rules.table.snapshot import TableSize
from rules.table.units import Inches


def test_pc_obj_01_a_unit_is_one_square_and_one_pool() -> None:
    game = new_battle(rows("Red", "quill_spears"), rows("Blue", "seal_captain"))
    assert {unit.id: unit.hp for unit in game.state.units.values()} == {"R1": 24, "B1": 16}
    assert game.refused(HOST, PlaceSquare(unit="R7")).clause in {"PC-SET-04", "PC-OBJ-01"}


def test_pc_obj_02_a_record_has_all_that_the_rules_need() -> None:
    wights = FOUND["will_o_wights"].profile
    assert (wights.points, wights.hp, wights.dodge) == (50, 24, 2)
    assert wights.movement == Inches(8)
    assert (wights.armour, wights.abilities) == (Armour.MAGIC, ("ghost_flight", "absorb_heat"))


def test_pc_obj_03_there_are_five_primary_types() -> None:
    assert [str(each) for each in PrimaryType] == [
        "Living",
        "Undead",
        "Magic",
        "Mechanical",
        "Building",
    ]
    assert {unit.profile.primary for unit in STARTER.values()} == set(PrimaryType)


def test_pc_obj_04_the_secondary_type_sets_the_attacks() -> None:
    attacks = {u.profile.secondary: u.profile.most_attacks for u in STARTER.values()}
    assert attacks == {
        SecondaryType.INFANTRY: 2,
        SecondaryType.CHARACTER: 1,
        SecondaryType.LARGE: 1,
        SecondaryType.SMALL_BUILDING: 1,
        SecondaryType.TITAN: 1,
    }


def test_pc_obj_05_a_unit_attacks_with_what_it_has() -> None:
    game = attacking(
        put("A", "inkbow_company", (10, 10)), put("B", "paper_ghouls", (10, 20), blue=True)
    )
    refusal = game.refused(HOST, Attack(unit="A", attack="cannon", target="B"))
    assert (refusal.clause, refusal.reason) == (
        "PC-OBJ-05",
        "A attacks with bow or knife, not with 'cannon'.",
    )


def test_pc_obj_06_attack_types_are_known_by_either_spelling() -> None:
    assert [plain_word(word) for word in ("Piercing", "bludgeoning", "SLASHING")] == [
        "Pierce",
        "Bludgeon",
        "Slashing",
    ]
    assert {kind for kind, _ in CHART} == set(DamageType)


def test_pc_obj_07_armour_has_five_kinds() -> None:
    assert {armour for _, armour in CHART} == set(Armour)
    with pytest.raises(BadInputError, match=r"R1.armour: expected one of Heavy, Light.*'Tin'"):
        new_battle(
            [row("R1", "quill_spears", side="Red", armour="Tin")], rows("Blue", "moth_rider")
        )


def test_pc_obj_08_dice_have_six_sides_and_come_as_many_as_asked() -> None:
    assert (dice_from("4D6+15", "").count, dice_from("4D6+15", "").plus) == (4, 15)
    game = new_battle(rows("Red", "quill_spears"), rows("Blue", "moth_rider"))
    for dice in ((7,), (0,), (3, 3), ()):
        assert game.refused(HOST, Roll(dice=dice)).clause == "PC-OBJ-08"
    with pytest.raises(BadInputError, match="expected dice like 2D6"):
        dice_from("2D8", "damage")


def test_pc_obj_09_two_players_or_more() -> None:
    with pytest.raises(BadInputError, match="expected units of two sides or more, got Red"):
        new_battle(rows("Red", "quill_spears"), seats=(Seat(name=HOST, sides=("Red",)),))
    game = new_battle(rows("Red", "quill_spears"), rows("Blue", "moth_rider"))
    assert game.refused("Stranger", GetReady()).clause == "PC-OBJ-09"


def test_pc_obj_10_hit_points_are_shown_and_printed_and_never_asked_of_the_paper() -> None:
    game = attacking(
        put("A", "seal_captain", (10, 10), hp=7), put("B", "paper_ghouls", (20, 20), blue=True)
    )
    shown = GAME.view(game.state, GUEST)["units"]
    assert isinstance(shown, list)
    assert [(each["id"], each["hp"]) for each in shown] == [("A", 7), ("B", 26)]
    assert "7/16" in sheet_text(game.state).splitlines()[1]


def test_pc_geo_00_the_south_west_corner_is_where_counting_begins() -> None:
    size = TableSize(width=Inches(36), depth=Inches(48))
    depths = {edge: depth_from(edge, (1, 2), table=size) for edge in TableEdge}
    assert depths == {
        TableEdge.SOUTH: 2,
        TableEdge.NORTH: 46,
        TableEdge.WEST: 1,
        TableEdge.EAST: 35,
    }
    game = moving(put("A", "seal_captain", (10, 10)), put("B", "moth_rider", (30, 30), blue=True))
    refusal = game.refused(HOST, SquareMoveDone(unit="A", to=spot(37, 5)))
    assert refusal.clause == "PC-GEO-00"
    assert refusal.reason.startswith("37 in from the west edge and 5 in from the south is off")


def test_pc_geo_01_squares_have_the_size_of_their_type() -> None:
    sizes = {
        str(kind): (float(square.width), float(square.depth)) for kind, square in SQUARES.items()
    }
    assert sizes == {
        "Character": (1, 1),
        "Infantry": (4, 3),
        "Large Unit": (2, 2),
        "Small Building": (5, 5),
        "Titan": (6, 6),
    }


def test_pc_geo_02_front_and_corners_follow_from_middle_and_heading() -> None:
    unit = put("A", "quill_spears", (10, 10), 90).piece
    assert unit is not None
    outline = place(unit)
    assert outline.front.tolist() == pytest.approx([10, 11.5])
    corners = sorted((round(float(x), 6), round(float(y), 6)) for x, y in outline.corners)
    assert corners == [(8, 8.5), (8, 11.5), (12, 8.5), (12, 11.5)]


def test_pc_geo_04_the_tag_that_shows_tells_the_living_from_corpses() -> None:
    game = attacking(
        put("A", "seal_captain", (10, 10), face="corpse"),
        put("B", "moth_rider", (30, 30), blue=True),
    )
    (found,) = GAME.differences(game.state, game.snapshot)
    assert (found.subject, found.kind) == ("A", "turned_over")
    game.lies("A", (10, 10), face="face")
    assert GAME.differences(game.state, game.snapshot) == ()


def test_pc_geo_08_a_start_zone_is_ten_inches_deep() -> None:
    game = placing(put("A", "seal_captain", None), put("B", "moth_rider", None, blue=True))
    game.lies("A", (10, 9.5))
    assert the(game.do(HOST, PlaceSquare(unit="A")), Placed).unit == "A"
    game.lies("B", (10, 36 - 9.2))
    refusal = game.refused(GUEST, PlaceSquare(unit="B"))
    assert "B reaches 10.2 in from the north edge" in refusal.reason


def test_pc_geo_09_turning_on_the_spot_costs_what_the_front_travels() -> None:
    game = moving(put("A", "quill_spears", (10, 10)), put("B", "moth_rider", (30, 30), blue=True))
    game.lies("A", (10, 10), 270)
    moved = the(game.do(HOST, SquareMoveDone(unit="A")), SquareMoved)
    assert moved.length == pytest.approx(3)


def test_pc_geo_11_a_tenth_of_an_inch_is_no_overlap_yet() -> None:
    for deep, refused in ((0.09, False), (0.12, True)):
        game = placing(
            put("A", "seal_captain", (10, 5)),
            put("B", "moth_rider", None, blue=True),
            put("C", "seal_captain", None),
            edges={"Red": TableEdge.SOUTH, "Blue": TableEdge.NORTH},
        )
        game.lies("C", (11 - deep, 5))
        if refused:
            assert game.refused(HOST, PlaceSquare(unit="C")).clause == "PC-SET-08"
        else:
            game.do(HOST, PlaceSquare(unit="C"))


def test_pc_arm_01_the_army_total_is_agreed_per_player() -> None:
    small = rows("Blue", "moth_rider", army_total=100)
    game = new_battle(rows("Red", "quill_spears"), small, army_total=300)
    assert {player.name: player.total for player in game.state.players} == {"Red": 300, "Blue": 100}


def test_pc_arm_02_an_army_costs_no_more_than_its_total() -> None:
    army = starter_army("quill guard")
    assert sum(CATALOGUE[name].profile.points for name in army) == 400
    new_battle(rows("Red", *army), rows("Blue", "moth_rider"))
    with pytest.raises(
        BadInputError, match="expected at most 400 points, got 435, which is 35 too"
    ):
        new_battle(rows("Red", *army, "seal_captain"), rows("Blue", "moth_rider"))


def test_pc_arm_03_anybody_takes_any_unit() -> None:
    mixed = rows("Red", "dust_wraiths", "seal_captain", "organ_house")
    assert len(new_battle(mixed, rows("Blue", "quill_spears")).state.units) == 4


def test_pc_arm_04_the_same_unit_may_come_often() -> None:
    game = new_battle(rows("Red", *("seal_captain",) * 5), rows("Blue", "quill_spears"))
    assert len(game.state.army("Red")) == 5


def test_pc_arm_05_each_unit_has_a_square_of_its_size_and_has_been_seen() -> None:
    wrong = row("R1", "quill_spears", side="Red", footprint="rectangle 4 x 3")
    with pytest.raises(BadInputError, match=r"R1.footprint: expected rectangle 3 x 4.*4 x 3"):
        new_battle([wrong], rows("Blue", "moth_rider"))
    game = placing(put("A", "seal_captain", None), put("B", "moth_rider", None, blue=True))
    refusal = game.refused(HOST, PlaceSquare(unit="A"))
    assert refusal.clause == "PC-ARM-05"
    assert "Nobody sees A on the table" in refusal.reason


def test_pc_arm_06_no_tag_is_on_two_squares() -> None:
    first = {**row("R1", "seal_captain", side="Red"), "tags": [30]}
    with pytest.raises(BadInputError, match="expected tags of its own, got 30"):
        roster([first, {**row("B1", "moth_rider", side="Blue"), "tags": [30]}])


def test_pc_arm_07_units_in_testing_are_told_of_or_turned_down() -> None:
    armies = (rows("Red", "ninja_assassin"), rows("Blue", "will_o_wights"))
    game = new_battle(*armies, ready=False)
    game.do(HOST, GetReady())
    warnings = the(game.do(GUEST, GetReady()), ArmiesAgreed).warnings
    assert warnings == ("R1 (Ninja Assassin) is still being tested",)
    with pytest.raises(BadInputError, match="Ninja Assassin, which is still being tested"):
        new_battle(*armies, official_game=True)


TEAM = (
    Seat(name="Rangers", sides=("Red",)),
    Seat(name="Raiders", sides=("Red",)),
    Seat(name=GUEST, sides=("Blue",)),
)


def team(total: int) -> tuple[list[dict[str, object]], ...]:
    return (
        rows("Red", "seal_captain", player="Rangers", army_total=200),
        rows("Red", "seal_captain", letter="U", player="Raiders", army_total=total),
        rows("Blue", "moth_rider", army_total=400),
    )


def test_pc_team_01_two_may_play_against_one() -> None:
    game = new_battle(*team(200), seats=TEAM)
    assert [(p.name, p.side) for p in game.state.players] == [
        ("Rangers", "Red"),
        ("Raiders", "Red"),
        ("Blue", "Blue"),
    ]


def test_pc_team_02_totals_that_differ_are_told_before_anybody_gets_ready() -> None:
    game = new_battle(*team(150), seats=TEAM, ready=False)
    (template, *_) = GAME.options(game.state, game.snapshot, "Rangers")
    assert "Red's Army Totals are 50 points short" in template.says
    for seat, player in (("Rangers", "Rangers"), ("Raiders", "Raiders")):
        game.do(seat, GetReady(player=player))
    agreed = ruling(game.do(GUEST, GetReady()), ArmiesAgreed)
    assert agreed.clause == "PC-TEAM-02"
    assert "50 points short" in GAME.say(agreed.body)
    even = new_battle(*team(200), seats=TEAM, ready=False)
    assert "short" not in GAME.options(even.state, even.snapshot, "Rangers")[0].says


def test_pc_team_03_team_mates_do_not_attack_each_other() -> None:
    game = attacking(
        put("A", "inkbow_company", (10, 10), player="Red"),
        put("C", "seal_captain", (10, 15), player="Raiders", side="Red"),
        put("B", "moth_rider", (30, 30), blue=True),
    )
    refusal = game.refused(HOST, Attack(unit="A", attack="bow", target="C"))
    assert (refusal.clause, refusal.reason) == ("PC-ATK-05", "C is on A's own side.")
    assert game.state.phase is Phase.ATTACK


def test_every_ability_that_was_found_is_worked_by_the_umpire() -> None:
    named = {name for unit in FOUND.values() for name in unit.row["abilities"].split(";") if name}
    assert named == set(ABILITIES)
    assert len(ABILITIES) == 17
