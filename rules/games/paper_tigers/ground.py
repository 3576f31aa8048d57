"""Holds a move, or a unit that comes onto the table, to its ground and its neighbours (PT1-D1)."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.measuring.positions import table_of
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import Never, Unfit
from rules.referee.judging.areas import InAreaTest, areas_holding, holding_of
from rules.referee.judging.crews import crew_findings
from rules.referee.judging.entering import way_in
from rules.referee.judging.mounting import judge_dismounting, judge_mounting
from rules.referee.judging.moves import judge_move, judge_standing
from rules.referee.judging.ruled_move import (
    DIFFICULT,
    IMPASSABLE,
    MembershipTest,
    MoveClauses,
    MoveRules,
)
from rules.referee.judging.spacing import judge_staying_close
from rules.referee.toolkit.evidence import Measured, Outcome
from rules.referee.toolkit.findings import Finding
from rules.referee.toolkit.phrases import ended
from rules.referee.toolkit.settings import Options
from rules.referee.toolkit.spots import Spot, spot_of, usual_error, word_piece
from rules.table.moves.lengths import MoveMetric
from rules.table.moves.piece_move import PieceMove
from rules.table.snapshot import Piece, PieceState, Pose, Terrain
from rules.table.units import Inches, Seconds, plain

TOGETHER: Final = Inches(3.0)
"""PT1-D1e: how far a crew may stand from its gun, as near as followers from a leader (PT1-E1)."""

CLAUSES: Final = MoveClauses(
    move="PT1-D1b", still="PT1-D1c", entry="PT1-D1d", building="PT1-D1d", water="PT1-J3b"
)


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
        clauses=CLAUSES,
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
        draft.hold(each.clause, each.outcome, says=each.says, found=each.measured)
        for each in judge_standing(draft.table, draft.table.piece(unit.id), rules=rules)
    ]


COVER_KINDS: Final = frozenset({"woods", "building"})
"""PT1-D2g: what shelters a squad, and so may hide one."""


def judged(draft: Draft, move: PieceMove, *, allowance: Inches, aboard: str) -> tuple[Finding, ...]:
    """Everything that a move is held to; ``aboard`` is the carrier that it got on."""
    unit, table = draft.state.unit(move.mover.id), draft.table
    rules = move_rules(draft, unit, allowance=allowance, carrier=aboard or unit.aboard)
    clause = "PT1-F6" if unit.kind is UnitKind.GUN else "PT1-F1"
    if aboard and unit.aboard == aboard:
        return ()
    if unit.aboard:
        carrier = table.piece(unit.aboard)
        return judge_dismounting(table, carrier, end=move.now, rules=rules, clause=clause)
    if aboard:
        return judge_mounting(
            table,
            move,
            carrier=table.piece(aboard),
            rules=rules,
            contact=Inches(draft.state.options.number("mount_contact_in")),
            clause=clause,
        )
    pieces = unit.pieces if unit.kind is UnitKind.GUN else unit.pieces[:1]
    crew = crew_findings(
        draft.snapshot,
        move.now,
        pieces=pieces,
        clause="PT1-D1e",
        limit=TOGETHER,
        agreed=rules.agreed,
    )
    close = _kept_close(draft, unit, move=move, allowance=allowance)
    return (*judge_move(table, move, rules=rules), *crew, *close)


def followed_by(state: State, unit: Unit) -> str:
    """PT1-E1: the living unit directly before it in its chain; empty where there is none."""
    actors = () if state.playing is None else state.playing.actors
    before = actors[actors.index(unit.id) - 1] if unit.id in actors[1:] else ""
    return before if before and not state.unit(before).destroyed else ""


def _kept_close(
    draft: Draft, unit: Unit, *, move: PieceMove, allowance: Inches
) -> tuple[Finding, ...]:
    """PT1-E1: a follower has to try to end within three inches of the one directly before it."""
    before = followed_by(draft.state, unit)
    if not before:
        return ()
    found = judge_staying_close(
        draft.table.piece(before),
        start=move.mover,
        end=move.now,
        snapshot=draft.table,
        allowance=allowance,
        reach=TOGETHER,
        stopped=partial(_is_stopped, draft, move.now),
        agreed=draft.agreed,
        clause="PT1-E1",
    )
    return (found,)


def _is_stopped(draft: Draft, end: Piece) -> bool:
    """Whether the follower stands in ground that may have ended its move."""
    table = replace(draft.table, pieces=(end,))
    held = areas_holding(table, end.id, kinds=DIFFICULT, doubt=draft.doubt)
    return bool(held.sure or held.doubtful)


def no_hiding(unit: Unit, name: str, *, terrain: Sequence[Terrain]) -> Unfit | None:
    """Why a unit cannot be in an area of that name; or None."""
    areas = {area.id: area for area in terrain}
    if name not in areas:
        known = ", ".join(areas) or "none"
        return Never("PT1-D1d", f"There is no area {name!r}; there are: {known}.")
    kind = areas[name].kind.strip().casefold()
    if unit.profile.vehicle and kind == "building":
        return "PT1-D1d", f"{unit.id} is a vehicle, and vehicles never enter buildings."
    if kind not in COVER_KINDS:
        return "PT1-D1d", f"{name} is a {kind}: only a building or woods hide a unit."
    return None


def house_of(draft: Draft, unit: Unit, *, name: str) -> Terrain | None:
    """The house that a player says the unit is in."""
    if not name:
        return None
    terrain = draft.table.terrain
    draft.hold_fit((no_hiding(unit, name, terrain=terrain),))
    return next(area for area in terrain if area.id == name)


def require_inside(draft: Draft, end: Piece, *, house: Terrain) -> None:
    """Nobody's word puts a unit into a house while it is seen, or said, to stand elsewhere."""
    test = InAreaTest(draft.state.options.choice("membership_test"))
    eps = Inches(draft.state.options.number("eps_in"))
    table = replace(draft.table, pieces=(end,))
    held = holding_of(table, end.id, areas=[house], test=test, eps=eps, doubt=draft.doubt)
    if not held.sure and not held.doubtful and not held.unseen:
        reason = f"{end.id} stands outside {house.id}."
        if end.state is not PieceState.SEEN:
            reason = f"The place that is named for {end.id} is outside {house.id}."
        draft.unless_waived("PT1-D1d", reason, evidence=held.measured)


def landed(draft: Draft, unit: Unit, *, to: Spot | None) -> Piece:
    """The unit as a piece of its own, off its carrier: where the camera or a player has it."""
    alone = replace(unit, aboard="", vouched=-1)
    piece = table_of(draft.state.with_unit(alone), draft.snapshot).piece(unit.id)
    if to is None:
        return piece
    return _on_word(draft, piece, spot=to, author=draft.command.author)


def _on_word(draft: Draft, piece: Piece, *, spot: Spot, author: str) -> Piece:
    return word_piece(piece, spot=spot, author=author, error=usual_error(draft.snapshot))


def seen_spot(draft: Draft, unit: Unit, *, clause: str) -> Spot:
    """Where a unit stands that has to be seen on the table."""
    spot = spot_of(draft.table.piece(unit.id))
    if spot is None:
        draft.refuse(clause, f"{unit.id} is not on the table; nobody sees it.")
    return spot


def start_of(draft: Draft, unit: Unit) -> Piece:
    """The unit where it was last ruled to stand, whatever the camera sees of it by now."""
    now = draft.table.piece(unit.id)
    if unit.spot is None:
        return now
    error = usual_error(draft.snapshot) if now.pose is None else now.pose.covariance
    pose = Pose(x=unit.spot.x_in, y=unit.spot.y_in, heading=unit.spot.heading_deg, covariance=error)
    if now.state is PieceState.DECLARED:
        return replace(now, pose=pose)
    return replace(now, pose=pose, state=PieceState.SEEN, age=Seconds(0.0))


def end_of(
    draft: Draft, unit: Unit, *, to: Spot | None, aboard: str, house: Terrain | None, start: Piece
) -> Piece:
    """The unit where it stands now: as the camera sees it, or as the player says."""
    now = landed(draft, unit, to=to) if unit.aboard else draft.table.piece(unit.id)
    if now.pose is None and (to is not None or house is not None):
        now = replace(now, pose=start.pose, state=PieceState.HIDDEN)
    if to is not None:
        return _on_word(draft, now, spot=to, author=draft.command.author)
    if now.state is PieceState.SEEN:
        return now
    if aboard:
        carrier = spot_of(draft.table.piece(aboard))
        return now if carrier is None else _on_word(draft, now, spot=carrier, author=unit.force)
    if house is not None and start.pose is not None:
        x, y = way_in(house, start=(start.pose.x, start.pose.y))
        inside = Spot(x_in=x, y_in=y, heading_deg=start.pose.heading)
        return _on_word(draft, now, spot=inside, author=unit.force)
    return now


def corrected(finding: Finding) -> str:
    """A finding as the umpire says it, with the correction that a move too long needs."""
    says, found = ended(finding.says), finding.measured
    over = -found.margin if found.margin is not None else 0.0
    if finding.outcome is Outcome.BROKEN and found.what == "move" and over > 0:
        along = " along that way" if len(found.line) > 2 else ""
        return f"{says} Pull it back by {plain(over)} in{along}."
    return says
