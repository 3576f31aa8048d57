"""Where a battle has its units, for a table that nobody watches."""

from dataclasses import replace

from rules.games.papercraft.measuring.pieces import ruled_places
from rules.games.papercraft.profiles import Fate
from rules.games.papercraft.state import Phase
from rules.games.papercraft.tests.table_play import attacking, put


def test_what_is_removed_or_in_a_building_lies_beside_the_table() -> None:
    found = ruled_places(
        attacking(
            put("A", "seal_captain", (10, 10)),
            put("B", "paper_ghouls", (10, 12.1), blue=True, hp=9),
            put("C", "seal_captain", (30, 30), blue=True, hp=0, fate=Fate.CORPSE, killed_by="A"),
            put("D", "seal_captain", (20, 30), blue=True, hp=0, fate=Fate.REMOVED, killed_by="A"),
            put("E", "seal_captain", (20, 20), inside="H"),
            put("F", "seal_captain", None),
        ).state
    )
    lying = {name: place.spot is not None for name, place in found.items()}
    assert lying == {"A": True, "B": True, "C": True, "D": False, "E": False, "F": False}
    assert all(place.pieces == (name,) for name, place in found.items())


def test_nobody_has_ruled_on_a_unit_that_is_being_set_up() -> None:
    state = attacking(put("A", "seal_captain", (10, 10)), put("F", "seal_captain", None)).state
    for phase, known in ((Phase.MUSTER, ["A"]), (Phase.DEPLOY, ["A"]), (Phase.MOVE, ["A", "F"])):
        assert list(ruled_places(replace(state, phase=phase))) == known
