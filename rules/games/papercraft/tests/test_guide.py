"""Tests that the unit lists in the guide can be read and fielded as it says."""

import re

import pytest

from rules.games.papercraft import GAME
from rules.games.papercraft.profiles import PrimaryType
from rules.games.papercraft.unit_lists import ATTACK_COLUMNS, STATUSES, UNIT_COLUMNS
from rules.referee.log.house_options import all_options
from rules.referee.toolkit.armies import Fieldable, ordered_from, rows_of
from rules.referee.toolkit.settings import options_from
from rules.table.files.printed import PRINTING
from rules.table.files.roster_files import roster_from_rows
from tests.architecture.sources import REPOSITORY

GUIDE = (REPOSITORY / "docs" / "papercraft.md").read_text(encoding="utf-8")


def own_units() -> tuple[Fieldable, ...]:
    units, attacks = re.findall(r"```csv\n(.*?)```", GUIDE, flags=re.DOTALL)
    assert GAME.read_units is not None
    return GAME.read_units({"units": units, "attacks": attacks})


def test_the_lists_in_the_guide_are_read_with_every_attack() -> None:
    ox, wall = own_units()
    assert (ox.name, ox.points) == ("Paper Ox", 60)
    assert "Horns: Pierce|Slashing" in ox.says
    assert "Bellow" in ox.says
    assert (wall.name, wall.points) == ("Ink Wall", 40)
    assert "no Movement" in wall.says


def test_the_army_in_the_guide_can_be_fielded_without_its_files() -> None:
    (typed,) = re.findall(r"attacks=attacks.csv (.*)$", GUIDE, flags=re.MULTILINE)
    units = own_units()
    ordered = [ordered_from(text, units) for text in re.findall(r'"(.*?)"', typed)]
    rows = [dict(row) for row in rows_of(units, ordered, side="Red")]
    roster = roster_from_rows(rows, columns=GAME.roster_schema, others=PRINTING)
    assert GAME.muster is not None
    (army,) = GAME.muster(roster.entries, options_from(all_options(GAME), {}))
    assert army.worth == 160
    assert army.faults == ()


@pytest.mark.parametrize("word", [*STATUSES, *PrimaryType])
def test_the_guide_names_every_status_and_type(word: str) -> None:
    assert word in GUIDE


def test_the_guide_names_every_column_or_uses_it() -> None:
    left = {"origin", "source"}  # Where a unit is from need not be said of one's own.
    assert [name for name in {*UNIT_COLUMNS, *ATTACK_COLUMNS} - left if name not in GUIDE] == []
