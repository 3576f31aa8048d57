"""Tests that printed tags stay with their pieces when a roster changes."""

import tomllib

import pytest

from rules.table.bad_input import BadInputError
from rules.table.files.printed import PRINTING
from rules.table.files.roster_files import roster_from_toml
from tests.vision.kit.kits import kit_of
from vision.kit.tags.plan import fresh_tags, plan_for
from vision.kit.wanted.army import army_from_bytes
from vision.kit.wanted.kept_numbers import with_kept
from vision.tags.dictionary import dictionary_from_text

TANK = '[[piece]]\nid = "T1"\nkind = "tank"\nfootprint = "rectangle 3.3 x 1.6"\n'
SQUAD = '[[piece]]\nid = "S1"\nkind = "squad"\nfootprint = "disc 2.4"\n'
SMOKE = '[[piece]]\nid = "smoke"\nkind = "smoke"\ncount = 3\n'


def tank(name: str, *, more: str = "") -> str:
    return TANK.replace("T1", name) + more


def numbers(roster: str, dictionary: str = "4x4") -> dict[str, list[int]]:
    army = army_from_bytes(roster.encode(), is_csv=False)
    plan = plan_for(army, dictionary_from_text(dictionary))
    return {
        piece.id: [tag.number for _, tags in piece.faces for tag in tags] for piece in plan.pieces
    }


def kept(roster: str) -> str:
    army = army_from_bytes(roster.encode(), is_csv=False)
    return with_kept(roster, fresh_tags(army, plan_for(army, dictionary_from_text("4x4"))))


def test_without_it_a_new_row_takes_the_tags_of_the_next() -> None:
    assert numbers(TANK + SQUAD)["S1"] == [21, 22]
    assert numbers(TANK + tank("T2") + SQUAD)["S1"] == [22, 23]


def test_kept_tags_stay_wherever_the_row_goes() -> None:
    roster = kept(TANK + SQUAD)
    assert numbers(tank("T2") + SQUAD + roster.replace(SQUAD, "")) == {
        "T1": [20],
        "S1": [21, 22],
        "T2": [23],
    }


def test_the_tags_of_a_piece_that_is_gone_are_not_given_to_another() -> None:
    roster = kept(TANK + SQUAD).replace(TANK, tank("T2"))
    assert numbers(roster) == {"T2": [23], "S1": [21, 22]}


def test_keeping_again_adds_the_new_ones_only() -> None:
    once = kept(TANK + SQUAD + SMOKE)
    twice = kept(tank("T2") + once)
    assert twice.startswith(tank("T2") + once)
    assert tomllib.loads(twice)["kit"]["tags"] == {"T1": [20], "S1": [21, 22], "T2": [23]}
    army = army_from_bytes(twice.encode(), is_csv=False)
    assert fresh_tags(army, plan_for(army, dictionary_from_text("4x4"))) == {}


def test_all_else_in_the_file_stays() -> None:
    before = f'# My army\r\n[kit]\r\ntable = "48x48" # wide\r\n\r\n{TANK}'
    first = kept(before)
    assert first.startswith(before)
    behind = first + "\r\n# to come:\r\n" + tank("T2")
    again = kept(behind)
    assert [line for line in again.splitlines() if line not in behind.splitlines()] == ["T2 = [21]"]
    assert again.endswith("# to come:\r\n" + tank("T2"))


def test_names_of_any_letters_are_kept() -> None:
    strange = ("T 1", "Танк", 'the \\"old\\" one', "a.b", "[kit.tags]")
    roster = "".join(tank(name) for name in strange)
    assert numbers(kept(roster)) == numbers(roster)
    assert numbers(tank("new") + kept(roster))["a.b"] == [23]


def test_more_copies_keep_the_tags_of_the_first_ones() -> None:
    several = SQUAD + "count = 2\n"
    assert numbers(TANK + kept(several).replace("count = 2", "count = 3")) == {
        "T1": [24],
        "S1-1": [20, 21],
        "S1-2": [22, 23],
        "S1-3": [25, 26],
    }
    assert numbers(TANK + kept(SQUAD).replace(SQUAD, several))["S1-1"] == [20, 21]


def test_a_piece_with_more_tags_than_before_gets_new_ones() -> None:
    roster = kept(SQUAD + TANK).replace("disc 2.4", 'disc 2.4"\nstands = "loose')
    assert numbers(roster) == {"S1": [23], "T1": [22]}
    assert [told for told in kit_of(roster).warnings if "printed again" in told] == [
        "line 13, kit.tags: S1 has 1 tag now, not 2: it gets new ones and has to be printed again"
    ]


def test_a_battle_passes_kept_tags_over() -> None:
    roster = kept(TANK + SQUAD + "count = 2\n")
    entries = roster_from_toml(roster, others=PRINTING).entries
    assert [entry.id for entry in entries] == ["T1", "S1-1", "S1-2"]


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("tags = 3", "line 2, tags: expected a table [kit.tags], got 3"),
        ("[kit.tags]\nT1 = 20", "line 3, kit.tags: expected a list, got 20"),
        ("[kit.tags]\nT1 = ['a']", "line 3, kit.tags: expected a whole number, got 'a'"),
        ("[kit.tags]\nT1 = [3]", "line 3, kit.tags: expected 20 to 219, got 3, which belongs"),
        ("[kit.tags]\nT1 = [999]", "line 3, kit.tags: expected 0 to 249, the ids of DICT_4X4_250"),
        (
            "[kit.tags]\nT1 = [20]\n'T 9' = [20]",
            "line 4, kit.tags: expected tags of its own, got 20, which 'T1' has already",
        ),
        (
            "[kit.tags]\nT9 = [30]",
            "line 3, kit.tags: expected tags of its own, got 30, the tag of 'S1' on line 11",
        ),
    ],
)
def test_what_cannot_be_kept_is_told_with_its_line(table: str, told: str) -> None:
    lines = "\n" * (5 - table.count("\n"))
    with pytest.raises(BadInputError) as caught:
        numbers(f"[kit]\n{table}{lines}{SQUAD}tags = [30, 31]\n")
    assert str(caught.value).startswith(told)
