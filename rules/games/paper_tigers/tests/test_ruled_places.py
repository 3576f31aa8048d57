"""Where a battle has its units, for a table that nobody watches."""

from dataclasses import replace

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.measuring.positions import ruled_places
from rules.games.paper_tigers.tests.table_play import dead, loose, picking, put
from rules.games.paper_tigers.vocabulary import Phase


def test_what_rides_or_was_lost_lies_beside_the_table() -> None:
    units = (
        put("T1", (10, 10), heading=90.0),
        put("C", (20, 20), kind="truck"),
        put("S1", (20, 20), kind="squad", aboard="C"),
        loose("S2", (4, 4), (6, 4)),
        loose("G", (22, 10), (23, 10), kind="gun"),
        dead("E2", "squad", blue=True),
        put("E3", (30, 30), blue=True, destroyed=True, hits=2, burning=True),
        put("E4", (34, 30), blue=True),
    )
    found = ruled_places(picking(*units).state)
    told = {
        name: None if place.spot is None else (float(place.spot.x_in), float(place.spot.y_in))
        for name, place in found.items()
    }
    assert told == {
        "T1": (10, 10),
        "C": (20, 20),
        "S1": None,
        "S2": (5, 4),
        "G": (22.5, 10),
        "E2": None,
        "E3": (30, 30),
        "E4": (34, 30),
    }
    assert found["S2"].pieces == ("S21", "S22")
    assert [name for name, place in found.items() if place.loose] == ["S1", "S2", "E2"]
    assert GAME.ruled_places is ruled_places


def test_nobody_has_ruled_on_a_unit_that_is_being_set_up() -> None:
    state = picking(put("T1", (10, 10)), put("E1", (30, 30), blue=True)).state
    units = {name: replace(unit, spot=None) for name, unit in state.units.items()}
    reserve = {**units, "E1": replace(units["E1"], arrives=True)}
    for phase, known in (
        (Phase.ROLL_SIDES, ["E1"]),
        (Phase.TERRAIN, ["E1"]),
        (Phase.DEPLOY_FIRST, ["E1"]),
        (Phase.ACT, ["T1", "E1"]),
    ):
        found = ruled_places(replace(state, units=reserve, phase=phase))
        assert list(found) == known, phase
        assert all(place.spot is None for place in found.values())
