"""Tests of who may begin aboard: only what comes onto the table together rides together."""

from dataclasses import replace

from rules.games.paper_tigers.chapters.riding import no_ride
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.tests.battles import battle, unit

TRUCK = unit("T", kind=UnitKind.TRUCK, spot=None)
SQUAD = unit("S", kind=UnitKind.SQUAD, spot=None)


def test_j1d_nobody_begins_aboard_what_comes_at_another_time() -> None:
    late = unit("L", kind=UnitKind.SQUAD, spot=None, arrives=2)
    state = battle(TRUCK, late, SQUAD)
    unfit = no_ride(state, late, carrier=TRUCK)
    assert unfit == ("PT1-J1d", "L and T do not come onto the table together.")
    assert no_ride(state, SQUAD, carrier=TRUCK) is None


def test_j1d_who_comes_together_rides_together() -> None:
    late = unit("L", kind=UnitKind.SQUAD, spot=None, arrives=2)
    truck = unit("T", kind=UnitKind.TRUCK, spot=None, arrives=2)
    assert no_ride(battle(truck, late), late, carrier=truck) is None
    other = replace(unit("O", kind=UnitKind.SQUAD, spot=None, arrives=2), force="Red too")
    assert no_ride(battle(truck, other), other, carrier=truck) is not None


def test_f1_once_both_are_on_the_table_it_does_not_matter_when_they_came() -> None:
    truck = unit("T", kind=UnitKind.TRUCK)
    late = unit("L", kind=UnitKind.SQUAD, arrives=2)
    assert no_ride(battle(truck, late), late, carrier=truck) is None
