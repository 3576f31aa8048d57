"""Knows what a move of a unit is held against in this battle."""

import math

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.measuring.journey import MembershipTest, MoveMetric, MoveRules
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import State, Unit
from rules.referee.toolkit.settings import Options
from rules.table.units import Inches


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
        tolerance=draft.tolerance,
        doubt=draft.doubt,
    )
    own = draft.state.stages.rulings.ground
    return rules if own is None else own(draft, unit, rules=rules)


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
