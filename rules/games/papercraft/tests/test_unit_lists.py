"""How unit lists are read, what is said of bad ones, and whether a player's own list can fight."""

from dataclasses import replace

import pytest

from rules.games.papercraft import GAME
from rules.games.papercraft.catalogue import CATALOGUE, FOUND, STARTER, attacks_from, roster_rows
from rules.games.papercraft.profiles import Armour, PrimaryType, SecondaryType
from rules.games.papercraft.tests.armies import row, rows, starter_army
from rules.games.papercraft.tests.table_play import new_battle
from rules.games.papercraft.unit_lists import unit_list
from rules.table.bad_input import BadInputError

UNITS = """\
unit_id,name,origin,status,points,primary_type,secondary_type,hp,movement_in,dodge_bonus,armour
hat_maker,Hat Maker,user,official,30,Magic,Character,9,8,1,None
wall,Wall,user,official,20,Building,Small Building,50,,0,Fortified
"""
ATTACKS = """\
unit_id,attack_id,name,attack_type,range_kind,range_in,hit_bonus,damage,rider
hat_maker,pin,Hat pin,Piercing|slashing,melee,1,2,1D6+1,no_damage:Undead
hat_maker,hat,Thrown hat,Bludgeon,ranged,6,0,1D6,
"""


def test_a_list_of_ones_own_is_read() -> None:
    units = unit_list(UNITS, ATTACKS)
    maker = units["hat_maker"].profile
    assert (maker.points, maker.hp, maker.armour) == (30, 9, Armour.NONE)
    pin, hat = maker.attacks
    assert [str(each) for each in pin.types] == ["Pierce", "Slashing"]
    assert (pin.melee, hat.melee, pin.spares) == (True, False, (PrimaryType.UNDEAD,))
    assert units["wall"].profile.movement is None
    assert units["wall"].profile.secondary is SecondaryType.SMALL_BUILDING


def test_a_list_of_ones_own_can_fight_and_its_log_needs_no_list() -> None:
    units = unit_list(UNITS, ATTACKS)
    mine = [dict(each) for each in roster_rows("Red", ("hat_maker", "wall"), units=units)]
    game = new_battle(mine, rows("Blue", "moth_rider"))
    for mine_, listed in zip(
        game.unit("R1").profile.attacks, units["hat_maker"].profile.attacks, strict=True
    ):
        assert replace(mine_, name=listed.name) == listed
    assert game.unit("R1").profile.hp == 9
    assert game.unit("R2").profile.movement is None


BAD = {
    "no such type": (
        UNITS.replace("Magic,Character", "Ghost,Character"),
        ATTACKS,
        "units, line 2.primary_type: expected one of Living, Undead, Magic, Mechanical, Building, "
        "got 'Ghost'",
    ),
    "no HP": (
        UNITS.replace("Character,9,", "Character,,"),
        ATTACKS,
        "units, line 2.hp: expected a value, got nothing",
    ),
    "no points": (
        UNITS.replace("official,30,", "official,,"),
        ATTACKS,
        "units, line 2.points: expected a value, got nothing",
    ),
    "less than one HP": (
        UNITS.replace("Character,9,", "Character,0,"),
        ATTACKS,
        "units, line 2.hp: expected 1 or more, got 0",
    ),
    "an id twice": (
        UNITS.replace("wall,Wall", "hat_maker,Wall"),
        ATTACKS,
        "line 3.unit_id: expected an id of its own, got 'hat_maker', which units, line 2 has",
    ),
    "a status that nobody knows": (
        UNITS.replace("official,30", "secret,30"),
        ATTACKS,
        "units, line 2.status: expected one of official, testing, partial, starter, got 'secret'",
    ),
    "an unknown column": (
        UNITS.replace("points", "cost"),
        ATTACKS,
        "units, line 1: expected one of unit_id, name,",
    ),
    "a column twice": (
        UNITS.replace("points", "name"),
        ATTACKS,
        "units, line 1: expected each column once, got 'name' twice",
    ),
    "a cell too few": (
        UNITS.replace(",0,Fortified", ",0"),
        ATTACKS,
        "units, line 3: expected 11 cells, got 10",
    ),
    "no rows": ("", ATTACKS, "units: expected a header and rows, got an empty file"),
    "letters for a number": (
        UNITS.replace("official,30,", "official,many,"),
        ATTACKS,
        "units, line 2.points: expected a whole number, got 'many'",
    ),
    "a ranged attack without a range": (
        UNITS,
        ATTACKS.replace("ranged,6,", "ranged,,"),
        "attacks of units, line 3.range_in: expected how far a ranged attack reaches, got nothing",
    ),
    "a range that is none": (
        UNITS,
        ATTACKS.replace("ranged,6,", "thrown,6,"),
        "attacks of units, line 3.range_kind: expected melee or ranged, got 'thrown'",
    ),
    "dice that are none": (
        UNITS,
        ATTACKS.replace("1D6+1", "1D8"),
        "attacks of units, line 2.damage: expected dice like 2D6+3, got '1D8'",
    ),
    "a rider that is none": (
        UNITS,
        ATTACKS.replace("no_damage:Undead", "free_beer"),
        "attacks of units, line 2.rider: expected no_damage:TYPE or ability:ID, got 'free_beer'",
    ),
    "an attack twice": (
        UNITS,
        ATTACKS.replace("hat_maker,hat,", "hat_maker,pin,"),
        "attacks of units, line 3.attack_id: expected an id of its own, got 'pin' again",
    ),
    "an attack of nobody": (
        UNITS,
        ATTACKS.replace("hat_maker,hat", "ghoul,hat"),
        "attacks of units: expected units of the list, got 'ghoul', which it lacks",
    ),
    "no attack type": (
        UNITS,
        ATTACKS.replace("Bludgeon", ""),
        "attacks of units, line 3.attack_type: expected an attack type, got nothing",
    ),
    "broken quotes": (UNITS.replace("Hat Maker", '"Hat Maker'), ATTACKS, "expected CSV, got"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_list_says_where_and_what(what: str) -> None:
    units, attacks, says = BAD[what]
    with pytest.raises(BadInputError) as caught:
        unit_list(units, attacks)
    assert says in str(caught.value)


def test_american_spelling_is_read_too() -> None:
    units = unit_list(UNITS.replace("armour", "armor"), "")
    assert units["wall"].profile.armour is Armour.FORTIFIED


def test_a_unit_that_is_not_complete_is_listed_and_not_fielded() -> None:
    bowmen = FOUND["longbowmen"]
    assert bowmen.missing == ("points", "primary_type", "secondary_type", "hp", "armour")
    with pytest.raises(
        BadInputError, match=r"R1: expected points of Savage Berserkers, got nothing"
    ):
        new_battle(
            [{**row("R1", "savage_berserkers", side="Red"), "points": ""}],
            rows("Blue", "moth_rider"),
        )
    game = new_battle(rows("Red", "longbowmen"), rows("Blue", "moth_rider"))
    assert game.unit("R1").profile.attacks[0].id == "longbow"


def test_the_starter_set_is_marked_as_the_umpires_own_and_fields_two_armies() -> None:
    assert {unit.origin for unit in STARTER.values()} == {"starter"}
    assert all("own starter set" in unit.source for unit in STARTER.values())
    assert all("wiki" in unit.source for unit in FOUND.values())
    game = new_battle(
        rows("Red", *starter_army("quill guard")), rows("Blue", *starter_army("moth court"))
    )
    assert len(game.state.units) == 16


def test_a_list_says_when_an_own_ability_is_used() -> None:
    """Fault 19: `name:timing`, in a list and in a roster."""
    text = UNITS.replace("armour\n", "armour,abilities\n").replace(
        ",None\n", ",None,paper_cut:in_place_of_attack;old_song\n"
    )
    text = text.replace(",Fortified\n", ",Fortified,\n")
    units = unit_list(text, ATTACKS)
    profile = units["hat_maker"].profile
    assert (profile.abilities, profile.in_place) == (("paper_cut", "old_song"), ("paper_cut",))
    mine = [dict(each) for each in roster_rows("Red", ("hat_maker",), units=units)]
    assert new_battle(mine, rows("Blue", "moth_rider")).unit("R1").profile.in_place == (
        "paper_cut",
    )
    for bad, says in (
        ("paper_cut:at_noon", "expected one of army_building, own_turn_start"),
        ("gale:passive", "expected no timing for gale, got 'passive'"),
    ):
        with pytest.raises(BadInputError, match=says):
            unit_list(text.replace("paper_cut:in_place_of_attack", bad), ATTACKS)


def test_armies_are_put_together_from_every_unit_with_its_source() -> None:
    names = {each.row["unit_type"]: each for each in GAME.fieldable}
    assert set(names) == set(CATALOGUE)
    assert all(each.source for each in GAME.fieldable)
    assert [name for name, each in names.items() if each.points is None] == [
        "savage_berserkers",
        "longbowmen",
    ]
    army = [
        {**names[name].row, "id": f"R{n}", "side": "Red"}
        for n, name in enumerate(starter_army("quill guard"))
    ]
    game = new_battle(army, rows("Blue", "moth_rider"))
    assert sum(unit.profile.points for unit in game.state.army("Red")) == 400


def test_a_players_own_list_comes_in_as_texts() -> None:
    assert GAME.read_units is not None
    maker, wall = GAME.read_units({"units": UNITS, "attacks": ATTACKS})
    assert (maker.points, wall.points) == (30, 20)
    assert "Hat pin: Pierce|Slashing, melee 1, +2, 1D6+1, no_damage:Undead" in maker.says
    mine = [{**each.row, "id": f"R{n}", "side": "Red"} for n, each in enumerate((maker, wall))]
    game = new_battle(mine, rows("Blue", "moth_rider"))
    assert game.unit("R0").profile.hp == 9
    with pytest.raises(BadInputError, match="units: expected a header and rows"):
        GAME.read_units({})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("bow", "expected attacks like bow: Pierce, 18"),
        ("bow: Pierce, 18, +2", "expected attacks like bow: Pierce, 18"),
        ("bow: Pierce, far, +2, 2D6", "expected a number of inches, got 'far'"),
        ("a: Pierce, 1, 0, 1D6; a: Pierce, 2, 0, 1D6", "expected each attack once, got 'a' twice"),
    ],
)
def test_bad_attacks_in_a_roster(text: str, says: str) -> None:
    with pytest.raises(BadInputError) as caught:
        attacks_from(text, "R1.attacks")
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"unit_type": "nobody"}, "R1.unit_type: expected one of stefanos_foot_soldiers"),
        ({"kind": "titan"}, "R1.kind: expected Character, as Seal Captain is, got 'titan'"),
        ({"death": "ashes"}, "R1.death: expected one of corpse, removed, rubble, got 'ashes'"),
        ({"army_total": 0}, "army_total: expected 1 to 100000, got 0"),
        ({"side": ""}, "R1.side: expected a side, got nothing"),
    ],
)
def test_a_bad_roster_says_what_is_wrong(changes: dict[str, object], says: str) -> None:
    with pytest.raises(BadInputError) as caught:
        new_battle(
            [{**row("R1", "seal_captain", side="Red"), **changes}], rows("Blue", "moth_rider")
        )
    assert says in str(caught.value)


def test_the_front_of_infantry_is_what_was_agreed() -> None:
    short = row("R1", "quill_spears", side="Red", footprint="rectangle 4 x 3")
    for front, legal in (("long_side", False), ("short_side", True), ("per_unit", True)):
        if legal:
            game = new_battle([short], rows("Blue", "seal_captain"), infantry_front=front)
            assert (float(game.unit("R1").width), float(game.unit("R1").depth)) == (3, 4)
        else:
            with pytest.raises(BadInputError, match="footprint"):
                new_battle([short], rows("Blue", "seal_captain"), infantry_front=front)
