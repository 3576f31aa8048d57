"""Holds a move, or a unit that comes onto the table, to its ground and its neighbours."""

import math
from collections.abc import Sequence
from dataclasses import replace

from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.measuring.move_rules import IMPASSABLE, MembershipTest, MoveRules
from rules.games.paper_tigers.measuring.moves import judge_standing
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import State, Unit
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.phrases import ended
from rules.referee.toolkit.settings import Options
from rules.table.moves.lengths import MoveMetric
from rules.table.units import Inches


class GroundRules:
    """Where an edition may have units cross other ground."""

    def changed(self, draft: Draft, unit: Unit, *, rules: MoveRules) -> MoveRules:
        """The rules of a move, changed for what the unit is."""
        del draft, unit
        return rules


def move_rules(draft: Draft, unit: Unit, *, allowance: Inches, carrier: str = "") -> MoveRules:
    """The rules of one move; the carrier that it gets on or off is in nobody's way."""
    options = draft.state.options
    rules = MoveRules(
        allowance=allowance,
        vehicle=unit.profile.vehicle,
        metric=MoveMetric(options.choice("move_metric")),
        exact=options.flag("move_exact"),
        pivot_cost=_pivot_cost(options, unit),
        entry_depth=_entry_depth(options),
        membership=MembershipTest(options.choice("membership_test")),
        stop_on_exit=options.flag("stop_on_exit"),
        edge_exit=options.flag("edge_exit"),
        overlap_end=options.choice("overlap_end") == "free",
        pass_through=_passable(draft.state, unit),
        ignored=_ignored(draft.state, unit) | ({carrier} if carrier else frozenset()),
        agreed=draft.agreed,
    )
    return draft.state.edition.of(GroundRules).changed(draft, unit, rules=rules)


def _pivot_cost(options: Options, unit: Unit) -> Inches:
    """Infantry has no front, so turning costs it nothing."""
    return Inches(0.0 if unit.kind is UnitKind.SQUAD else options.number("pivot_cost"))


def _entry_depth(options: Options) -> Inches | None:
    match options.choice("entry_depth"):
        case "own_length":
            return None
        case "free":
            return Inches(math.inf)
    return Inches(options.number("entry_depth_in"))


def _passable(state: State, unit: Unit) -> frozenset[str]:
    policy = state.options.choice("pass_through")
    if policy == "nobody":
        return frozenset()
    return frozenset(
        other.id
        for other in state.units.values()
        if policy == "everybody" or (other.side == unit.side and not other.destroyed)
    )


def _ignored(state: State, unit: Unit) -> frozenset[str]:
    """Passengers are where their carrier is, and what is destroyed is about to be taken away."""
    return frozenset(
        other.id
        for other in state.units.values()
        if other.id != unit.id
        and (other.aboard or other.is_bridge or (other.destroyed and not other.burning))
    )


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
        for measured in _held(draft, unit, rules=by_kind[unit.profile.vehicle])
    ]


def _held(draft: Draft, unit: Unit, *, rules: MoveRules) -> list[Measured]:
    # The first unit may be of a kind that goes where others do not.
    plain = replace(rules, impassable_kinds=IMPASSABLE)
    rules = draft.state.edition.of(GroundRules).changed(draft, unit, rules=plain)
    return [
        draft.hold(each.clause, each.outcome, says=ended(each.says), found=each.measured)
        for each in judge_standing(draft.table, draft.table.piece(unit.id), rules=rules)
    ]
