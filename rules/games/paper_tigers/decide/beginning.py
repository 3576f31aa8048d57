"""Knows whether units begin, or arrive, on ground that may bear them, and not on one another."""

from collections.abc import Sequence
from dataclasses import replace

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.rules_of_move import move_rules
from rules.games.paper_tigers.measuring.journey import IMPASSABLE, MoveRules
from rules.games.paper_tigers.measuring.moves import judge_standing
from rules.games.paper_tigers.state import Unit
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.phrases import ended
from rules.table.units import Inches


def hold_to_ground(draft: Draft, units: Sequence[Unit]) -> list[Measured]:
    """What each unit's place was held against as if a move had ended there (GEO-07a).

    Models of a side that has not set up yet are in nobody's way. All units are of one side.
    """
    side = units[0].side if units else ""
    waiting = frozenset(
        other.id
        for other in draft.state.units.values()
        if other.spot is None and other.side != side
    )
    standing = [unit for unit in units if not unit.aboard]
    if not standing:
        return []
    # For the units of one side that stand by themselves the rules differ by this alone.
    rules = move_rules(draft, standing[0], allowance=Inches(0.0))
    rules = replace(rules, ignored=rules.ignored | waiting)
    by_kind = {vehicle: replace(rules, vehicle=vehicle) for vehicle in (False, True)}
    return [
        measured
        for unit in standing
        for measured in _held(
            draft, unit, rules=_amended(draft, unit, rules=by_kind[unit.profile.vehicle])
        )
    ]


def _amended(draft: Draft, unit: Unit, *, rules: MoveRules) -> MoveRules:
    own = draft.state.stages.rulings.ground
    if own is None:
        return rules
    # The first unit may be of a kind that goes where others do not.
    plain = replace(rules, impassable_kinds=IMPASSABLE)
    return own(draft, unit, rules=plain)


def _held(draft: Draft, unit: Unit, *, rules: MoveRules) -> list[Measured]:
    return [
        draft.hold(each.clause, each.outcome, says=ended(each.says), found=each.measured)
        for each in judge_standing(draft.table, draft.table.piece(unit.id), rules=rules)
    ]
