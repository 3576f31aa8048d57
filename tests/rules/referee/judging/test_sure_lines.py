"""Tests of what is sure of a line, or a distance, at first sight: never other than when judged."""

from random import Random

import pytest

from rules.referee.judging.sighting import (
    SightAnswer,
    SightRules,
    range_of,
    sight_of,
)
from rules.referee.judging.sure_lines import Line, sure_lines, surely_beyond
from rules.referee.toolkit.evidence import Outcome
from rules.referee.toolkit.findings import Agreed
from rules.table.measuring.ranges import Metric
from rules.table.shapes import Disc
from rules.table.snapshot import (
    Covariance,
    Piece,
    PieceState,
    Pose,
    Snapshot,
    TableSize,
    Terrain,
)
from rules.table.units import Inches

SIZE = TableSize(width=Inches(48), depth=Inches(48))


def _crowd(rng: Random, *, sigma: float) -> Snapshot:
    """A table with areas and units thrown anywhere."""
    areas = []
    for number in range(14):
        x, y = (rng.uniform(2, 40) for _ in range(2))
        wide, deep = (rng.uniform(1, 6) for _ in range(2))
        ring = ((x, y), (x + wide, y), (x + wide / 2, y + deep / 2), (x, y + deep))
        kind = rng.choice(["woods", "hill", "building", "road"])
        outline = tuple((Inches(a), Inches(b)) for a, b in ring)
        areas.append(Terrain(id=f"A{number}", kind=kind, outline=outline, sigma=Inches(sigma / 2)))
    units = tuple(
        Piece(
            id=f"U{number}",
            footprint=Disc(radius=Inches(0.6)),
            pose=Pose(
                x=Inches(rng.uniform(1, 47)),
                y=Inches(rng.uniform(1, 47)),
                covariance=Covariance.round(Inches(sigma)),
            ),
            state=rng.choice([PieceState.SEEN] * 9 + [PieceState.HIDDEN]),
        )
        for number in range(14)
    )
    return Snapshot(table=SIZE, pieces=units, terrain=tuple(areas))


RULES = (
    SightRules(),
    SightRules(wrecks=frozenset({"U3", "U4"})),
    SightRules(own_area_blocks=True, hill_overlook=True),
    SightRules(models_block=True, band=Inches(0.0)),
)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("sigma", [0.0, 0.05, 0.4])
def test_what_is_sure_is_what_the_judgement_says(rules: SightRules, sigma: float) -> None:
    sure = 0
    for seed in range(6):
        table = _crowd(Random(seed), sigma=sigma)
        names = [piece.id for piece in table.pieces]
        others = [name for name in names if name != "U0"]
        lines = sure_lines(table, "U0", targets=others, rules=rules)
        for name, line in zip(others, lines, strict=True):
            answer = sight_of(table, ("U0", name), rules=rules).answer
            passes = answer in {SightAnswer.CLEAR, SightAnswer.DOUBT}
            if line is not Line.UNSURE:
                sure += 1
                assert passes == (line is Line.NOT_BLOCKED), (seed, name, line, answer)
    assert sure > 5


@pytest.mark.parametrize("metric", list(Metric))
@pytest.mark.parametrize("sigma", [0.0, 0.05, 0.4])
def test_who_is_surely_too_far_is_never_within(metric: Metric, sigma: float) -> None:
    agreed, limit, far = Agreed(), Inches(12.0), 0
    for seed in range(4):
        table = _crowd(Random(seed), sigma=sigma)
        for piece in table.pieces[1:]:
            pair = ("U0", piece.id)
            outcome, _ = range_of(table, pair, limit=limit, metric=metric, agreed=agreed)
            if surely_beyond(table, pair, limit=limit, agreed=agreed):
                far += 1
                assert outcome in {Outcome.BROKEN, Outcome.UNSEEN}
    assert far > 10
