"""Tests what an army is told of units that have to be carried, or that have nobody to carry."""

import pytest

from rules.games.paper_tigers_2.armies import muster
from rules.games.paper_tigers_2.battle_options import OPTIONS
from rules.games.paper_tigers_2.tests.armies import army
from rules.referee.toolkit.settings import options_from

OPEN = options_from(OPTIONS, {"landings": True})


@pytest.mark.parametrize(
    ("kinds", "told"),
    [
        (("towed gun", "medium tank"), {("PT2-F6", "R1")}),
        (("light towed gun",), {("PT2-F6", "R1")}),
        (("towed gun", "transport"), set()),
        (("towed gun", "towed gun"), {("PT2-F6", "R1"), ("PT2-F6", "R2")}),
        (("landing craft",), {("PT2-J3", "R1")}),
        (("landing craft", "infantry"), set()),
        (("glider",), {("PT2-K2", "R1")}),
        (("glider", "infantry"), set()),
        (("medium tank", "infantry"), set()),
    ],
)
def test_pt2_f6_pt2_j3_pt2_k2_who_carries_nobody_or_is_carried_by_nobody_is_noted(
    kinds: tuple[str, ...], told: set[tuple[str, str]]
) -> None:
    (own,) = muster(army("Red", kinds), OPEN)
    assert {(note.clause, note.unit) for note in own.notes} == told
