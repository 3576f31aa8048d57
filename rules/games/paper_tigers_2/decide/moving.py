"""Knows how a unit moves: its dice, the road, water, and what a failed move does (PT2-D1, H12)."""

from dataclasses import replace
from typing import Final

import shapely

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.firing import played_card
from rules.games.paper_tigers.decide.saving import take_hit
from rules.games.paper_tigers.measuring.cover import areas_holding
from rules.games.paper_tigers.measuring.journey import Finding, MoveRules
from rules.games.paper_tigers.profiles import difficulty
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.state import Unit as BasicUnit
from rules.games.paper_tigers.vocabulary import Step, StepKind
from rules.games.paper_tigers_2.catalogue import Stage
from rules.games.paper_tigers_2.decide.throwing import thrown
from rules.games.paper_tigers_2.decide.water import on_its_way, to_land, too_much
from rules.games.paper_tigers_2.events import BrokeDown, CoverLeft, MoveCounted
from rules.games.paper_tigers_2.pools import Dice
from rules.games.paper_tigers_2.reckoning import action_pool, colour_of
from rules.games.paper_tigers_2.state import Unit, unit_in
from rules.games.paper_tigers_2.vocabulary import CONTACT, ON_WATER
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.table.units import Inches, plain

ROAD: Final = frozenset({"road"})
WATER: Final = frozenset({"river", "water"})
"""GEO-07a: what only amphibians and landing craft cross."""


def is_on_road(draft: Draft, unit: Unit) -> bool:
    """PT2-H12: whether a wheeled unit begins its move on a road (GEO-07b)."""
    if not unit.own.has("wheeled") or unit.aboard:
        return False
    if not any(area.kind.strip().casefold() in ROAD for area in draft.snapshot.terrain):
        return False
    held = areas_holding(draft.table, unit.id, kinds=ROAD, doubt=draft.doubt)
    return bool(held.sure or held.leaning)


def roll_move(draft: Draft, step: Step) -> None:
    """The dice of a move, with the road die apart from the others."""
    unit = unit_in(draft.state, step.unit)
    if unit.covered and draft.state.options.choice("cover_loss") == "any_move":
        draft.emit(CoverLeft(unit=unit.id), clause="PT2-D25")
        return
    card = played_card(draft)
    needed = difficulty(card)
    pool = action_pool(Stage.MOVE, unit.own, situation=colour_of(card), options=draft.state.options)
    road = is_on_road(draft, unit)
    if pool.count < 1:
        _count(draft, step, pool=pool, faces=(), road=False)
        return
    dice = DiceAsk(
        count=pool.count + road,
        why=f"{unit.id} moves with the {card.name}, {pool.says}"
        + (", and the last die is for the road" if road else ""),
        means=(
            Meaning(when=f"{needed} or more", then=_reach(draft, unit)),
            Meaning(when="less", then="it stays where it is"),
        ),
    )
    again = pool.count if unit.own.rerolls(Stage.MOVE) else 0
    faces = thrown(draft, step, dice=dice, force=unit.force, clause="PT2-D2", may_reroll=again)
    if faces is not None:
        _count(draft, step, pool=pool, faces=faces, road=road)


def _reach(draft: Draft, unit: Unit) -> str:
    most = draft.state.stages.cap(unit)
    reach = "as far as the total in inches"
    return reach if most is None else f"{reach}, but no more than {plain(most)}"


def _count(draft: Draft, step: Step, *, pool: Dice, faces: tuple[int, ...], road: bool) -> None:
    """What the dice allow."""
    unit = unit_in(draft.state, step.unit)
    needed = difficulty(played_card(draft))
    own = pool.total(faces[: pool.count])
    extra = faces[-1] if road else 0
    counts = draft.state.options.flag("road_die_counts")
    reached = (own + (extra if counts else 0)) >= needed
    most = draft.state.stages.cap(unit)
    allowance = float(own + extra) if reached else 0.0
    if most is not None:
        allowance = min(allowance, most)
    event = MoveCounted(
        unit=unit.id,
        total=own + (extra if counts else 0),
        difficulty=needed,
        allowance=Inches(allowance),
        off_road=Inches(float(min(own, allowance))),
        road=road,
        says=pool.says,
    )
    draft.emit(event, clause="PT2-D3" if reached else "PT2-D4")
    if not reached:
        _broken(draft, unit)
    elif unit.covered:
        draft.emit(CoverLeft(unit=unit.id), clause="PT2-D25")


def _broken(draft: Draft, unit: Unit) -> None:
    """PT2-I4d, I4e, I4n: what a failed move does to a unit that cannot stand it."""
    hot, stuck = unit.own.has("engine fire"), unit.own.has("weak running gear")
    if hot or (stuck and not unit.immobile):
        clause = "PT2-I4n" if stuck else "PT2-I4e"
        draft.emit(BrokeDown(unit=unit.id, immobile=stuck, hot=hot), clause=clause)
    if unit.own.has("unreliable"):
        hit = Step(kind=StepKind.SAVE, unit=unit.id, number=1)
        take_hit(draft, hit, clause="PT2-I4d")


def ground(draft: Draft, unit: BasicUnit, *, rules: MoveRules) -> MoveRules:
    """PT2-J1: amphibians go into water; landing craft nowhere else, which is found apart."""
    if not isinstance(unit, Unit):
        return rules
    del draft
    if unit.own.has("amphibious") or unit.own.has("landing craft"):
        return replace(rules, impassable_kinds=frozenset())
    return rules


def unfit_for_move(state: State, unit: Unit) -> tuple[str, str] | None:
    """PT2-I4n, K2: why a unit cannot move at all; or None."""
    del state
    if unit.immobile:
        return "PT2-I4n", f"{unit.id} cannot move until a recovery frees it."
    if unit.own.has("glider"):
        return "PT2-K3d", f"{unit.id} is a glider and has stopped for good."
    return None


def move_findings(draft: Draft, unit: Unit, *, way: list[tuple[float, float]], allowed: float,
                  off_road: float | None) -> tuple[Finding, ...]:  # fmt: skip
    """PT2-H12 and J2: what of a way lies off the road, or on water."""
    found: list[Finding] = []
    if off_road is not None and off_road < allowed:
        beside = _beside_road(draft, way)
        what = f"{unit.id} went {plain(Inches(beside))} in off the road"
        found.append(
            too_much(
                draft, unit, value=beside, limit=off_road, clause="PT2-H12",
                says=f"{what}, and {plain(Inches(off_road))} in are allowed there",
            )
        )  # fmt: skip
    if unit.own.has("amphibious"):
        wet = on_its_way(draft, way, kinds=WATER)
        if wet > 0:
            what = f"{unit.id} went {plain(Inches(wet))} in on water"
            found.append(
                too_much(
                    draft, unit, value=wet, limit=ON_WATER, clause="PT2-J2",
                    says=f"{what}, and {plain(ON_WATER)} in are the most",
                )
            )  # fmt: skip
    if unit.own.has("landing craft"):
        line = shapely.LineString(way)
        dry = line.length - on_its_way(draft, way, kinds=WATER)
        found.append(
            too_much(
                draft, unit, value=dry, limit=0.0, clause="PT2-J1",
                says=f"{unit.id} went {plain(Inches(dry))} in on land, where it cannot be",
            )
        )  # fmt: skip
    return tuple(found)


def _beside_road(draft: Draft, way: list[tuple[float, float]]) -> float:
    return float(shapely.LineString(way).length) - on_its_way(draft, way, kinds=ROAD)


def bank_findings(draft: Draft, unit: Unit, *, ferry: Unit) -> tuple[Finding, ...]:
    """PT2-J3: landing craft load and unload at the water's edge."""
    if not ferry.own.has("landing craft"):
        return ()
    gap = to_land(draft, ferry)
    says = f"{ferry.id} lies {plain(Inches(gap))} in from the bank"
    found = too_much(draft, unit, value=gap, limit=CONTACT, clause="PT2-J3", says=says)
    return (found,)
