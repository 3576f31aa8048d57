"""Knows whom a unit may fire at, by no more measuring than that answer takes."""

from collections.abc import Iterator
from functools import partial

from rules.games.paper_tigers.decide.firing import (
    check_range,
    check_shot,
    no_target,
    settled_in_turn,
    sight_rules,
    unarmed,
)
from rules.games.paper_tigers.measuring.sure_lines import Line, sure_lines, surely_beyond
from rules.games.paper_tigers.offering.trial import Trial
from rules.games.paper_tigers.state import Unit
from rules.table.units import Inches


def shots(trial: Trial, unit: Unit) -> Iterator[str]:
    """The targets at which its shot would be let pass, in the order of the battle."""
    targets = [
        other
        for other in trial.state.units.values()
        if no_target(trial.state, unit, target=other) is None
    ]
    if trial.state.stages.rulings.check_shot is not None:
        for target in targets:
            if trial.keeps(partial(check_shot, unit=unit, target=target)):
                yield target.id
        return
    if not targets or unarmed(trial.state, unit) is not None:
        return
    draft = trial.draft
    names = [target.id for target in targets]
    lines = sure_lines(draft.table, unit.id, targets=names, rules=sight_rules(draft))
    for target, line in zip(targets, lines, strict=True):
        if line is not Line.BLOCKED and _passes(trial, unit, target=target, line=line):
            yield target.id


def _passes(trial: Trial, unit: Unit, *, target: Unit, line: Line) -> bool:
    """Whether everything that a shot is held to lets it pass."""
    limit = trial.state.stages.fire_range(unit)
    if limit is not None and too_far(trial, (unit.id, target.id), limit=limit):
        return False
    settled = settled_in_turn(trial.state, (unit.id, target.id)) is not None
    if line is Line.UNSURE or settled:
        return trial.keeps(partial(check_shot, unit=unit, target=target))
    if limit is None:
        return True
    return trial.keeps(partial(check_range, unit=unit, target=target))


def too_far(trial: Trial, pair: tuple[str, ...], *, limit: Inches) -> bool:
    """Whether two units are so far apart that nobody has to measure it."""
    one, other = pair
    draft = trial.draft
    return surely_beyond(
        draft.table, (one, other), limit=limit, tolerance=draft.tolerance, doubt=draft.doubt
    )
