"""Judges a finished move: its length, its ground, its neighbours (PT1-D1)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from rules.games.paper_tigers.chapters.riding import landed
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.ground import move_rules
from rules.games.paper_tigers.measuring.cover import InAreaTest, areas_holding, holding_of
from rules.games.paper_tigers.measuring.entering import way_in
from rules.games.paper_tigers.measuring.mounting import judge_dismounting, judge_mounting
from rules.games.paper_tigers.measuring.move_rules import DIFFICULT
from rules.games.paper_tigers.measuring.moves import judge_move
from rules.games.paper_tigers.measuring.staying_close import crew_findings, judge_staying_close
from rules.games.paper_tigers.positions import spot_of, usual_error, word_piece
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import Unit
from rules.referee.toolkit.evidence import Outcome
from rules.referee.toolkit.findings import Finding
from rules.referee.toolkit.phrases import ended
from rules.referee.toolkit.spots import Spot
from rules.table.moves.piece_move import PieceMove
from rules.table.snapshot import Piece, PieceState, Pose, Terrain
from rules.table.units import Inches, Seconds, plain

COVER_KINDS: Final = frozenset({"woods", "building"})
"""PT1-D2g: what shelters a squad, and so may hide one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """A move as it is judged: who, from where, to where."""

    unit: Unit
    start: Piece
    end: Piece
    allowance: Inches
    way: tuple[tuple[Inches, Inches], ...] = ()
    """Points that it led through, where it was not the shortest."""
    aboard: str = ""
    """The carrier that it got on."""


def judged(draft: Draft, walk: Walk) -> Iterable[Finding]:
    """Everything that a move is held to."""
    unit, table = walk.unit, draft.table
    rules = move_rules(draft, unit, allowance=walk.allowance, carrier=walk.aboard or unit.aboard)
    clause = "PT1-F6" if unit.kind is UnitKind.GUN else "PT1-F1"
    if walk.aboard and unit.aboard == walk.aboard:
        return ()
    if unit.aboard:
        carrier = table.piece(unit.aboard)
        return judge_dismounting(table, carrier, end=walk.end, rules=rules, clause=clause)
    move = PieceMove.between(walk.start, walk.end, way=walk.way)
    if walk.aboard:
        return judge_mounting(
            table,
            move,
            carrier=table.piece(walk.aboard),
            rules=rules,
            contact=Inches(draft.state.options.number("mount_contact_in")),
            clause=clause,
        )
    pieces = unit.pieces if unit.kind is UnitKind.GUN else unit.pieces[:1]
    crew = crew_findings(draft.snapshot, walk.end, pieces=pieces, rules=rules)
    return (*judge_move(table, move, rules=rules), *crew, *_kept_close(draft, walk))


def _kept_close(draft: Draft, walk: Walk) -> tuple[Finding, ...]:
    """PT1-E1: a follower has to try to end within three inches of the unit it follows."""
    playing = draft.state.playing
    if playing is None or not playing.actors or walk.unit.id == playing.actors[0]:
        return ()
    followed = draft.table.piece(walk.unit.follows)
    found = judge_staying_close(
        followed,
        start=walk.start,
        end=walk.end,
        snapshot=draft.table,
        allowance=walk.allowance,
        stopped=partial(_is_stopped, draft, walk.end),
        agreed=draft.agreed,
    )
    return (found,)


def _is_stopped(draft: Draft, end: Piece) -> bool:
    """Whether the follower stands in ground that may have ended its move."""
    table = replace(draft.table, pieces=(end,))
    held = areas_holding(table, end.id, kinds=DIFFICULT, doubt=draft.doubt)
    return bool(held.sure or held.doubtful)


def no_hiding(unit: Unit, name: str, *, terrain: Sequence[Terrain]) -> tuple[str, str] | None:
    """The clause and reason why a unit cannot be in an area of that name; or None."""
    areas = {area.id: area for area in terrain}
    if name not in areas:
        known = ", ".join(areas) or "none"
        return "PT1-D1d", f"There is no area {name!r}; there are: {known}."
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
    if unfit := no_hiding(unit, name, terrain=terrain):
        draft.refuse(*unfit)
    return next(area for area in terrain if area.id == name)


def require_inside(draft: Draft, end: Piece, *, house: Terrain) -> None:
    """Nobody's word puts a unit into a house while it is seen, or said, to stand elsewhere."""
    test = InAreaTest(draft.state.options.choice("membership_test"))
    eps = Inches(draft.state.options.number("eps_in"))
    table = replace(draft.table, pieces=(end,))
    held = holding_of(table, end.id, areas=[house], test=test, eps=eps, doubt=draft.doubt)
    if not held.sure and not held.doubtful and not held.unseen:
        reason = f"The camera sees {end.id} outside of {house.id}."
        if end.state is not PieceState.SEEN:
            reason = f"The place that is named for {end.id} is outside of {house.id}."
        draft.unless_waived("PT1-D1d", reason, evidence=held.measured)


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
    draft: Draft,
    unit: Unit,
    *,
    to: Spot | None,
    aboard: str,
    house: Terrain | None,
    start: Piece,
) -> Piece:
    """The unit where it stands now: as the camera sees it, or as the player says."""
    now = landed(draft, unit, to=to) if unit.aboard else draft.table.piece(unit.id)
    if now.pose is None and (to is not None or house is not None):
        now = replace(now, pose=start.pose, state=PieceState.HIDDEN)
    if to is not None:
        return word_piece(now, spot=to, author=draft.command.author)
    if now.state is PieceState.SEEN:
        return now
    if aboard:
        carrier = spot_of(draft.table.piece(aboard))
        return now if carrier is None else word_piece(now, spot=carrier, author=unit.force)
    if house is not None and start.pose is not None:
        x, y = way_in(house, start=(start.pose.x, start.pose.y))
        inside = Spot(x_in=x, y_in=y, heading_deg=start.pose.heading)
        return word_piece(now, spot=inside, author=unit.force)
    return now


def corrected(finding: Finding) -> str:
    """A finding as the umpire says it, with the correction that a move too long needs."""
    says, found = ended(finding.says), finding.measured
    over = -found.margin if found.margin is not None else 0.0
    if finding.outcome is Outcome.BROKEN and found.what == "move" and over > 0:
        return f"{says} Pull it back by {plain(over)} in."
    return says
