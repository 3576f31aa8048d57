"""Knows what else a finished move is held against in this edition: roads, water, falling back."""

import math
from itertools import pairwise
from typing import Any

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.measuring.journey import Finding
from rules.games.paper_tigers.measuring.unit_table import reference_of
from rules.games.paper_tigers_2.decide.moving import bank_findings, move_findings
from rules.games.paper_tigers_2.decide.recovering import STAYED, fall_back_findings
from rules.games.paper_tigers_2.state import unit_in
from rules.games.paper_tigers_2.vocabulary import Topic


def walk_findings(draft: Draft, walk: Any) -> tuple[Finding, ...]:
    """Everything of this edition that a walk is held against."""
    unit = unit_in(draft.state, walk.unit.id)
    ferry = walk.body.aboard or unit.aboard
    if ferry:
        return bank_findings(draft, unit, ferry=unit_in(draft.state, ferry))
    if walk.start.pose is None or walk.end.pose is None:
        return ()
    step = draft.state.steps[0]
    here, there = reference_of(walk.start), reference_of(walk.end)
    way = [
        (float(here[0]), float(here[1])),
        *((float(x), float(y)) for x, y in walk.body.way),
        (float(there[0]), float(there[1])),
    ]
    if step.topic == Topic.FALL_BACK:
        length = _length(way)
        return fall_back_findings(draft, unit, ways=(walk.start, walk.end), length=length)
    return move_findings(
        draft,
        unit,
        way=way,
        allowed=float(walk.ask.inches),
        off_road=float(step.card) if step.card.isdecimal() else None,
    )


def stays(draft: Draft, walk: Any) -> bool:
    """PT2-C23: whoever may fall back may as well stay, however it stands."""
    if draft.state.steps[0].topic != Topic.FALL_BACK:
        return False
    here, there = reference_of(walk.start), reference_of(walk.end)
    return math.dist((here[0], here[1]), (there[0], there[1])) < STAYED


def _length(way: list[tuple[float, float]]) -> float:
    return math.fsum(math.dist(one, other) for one, other in pairwise(way))
