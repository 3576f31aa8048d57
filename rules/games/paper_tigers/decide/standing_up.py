"""Knows whether a finished move was legal: its length, its ground, its neighbours (PT1-D1)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial

from rules.games.paper_tigers.commands import MoveDone
from rules.games.paper_tigers.decide.aboard import landed, no_ride
from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.hiding import no_hiding
from rules.games.paper_tigers.decide.placing import spot_of, usual_error, word_piece
from rules.games.paper_tigers.decide.rules_of_move import move_rules
from rules.games.paper_tigers.events.action import Moved
from rules.games.paper_tigers.measuring.cover import InAreaTest, areas_holding, holding_of
from rules.games.paper_tigers.measuring.crew import crew_findings
from rules.games.paper_tigers.measuring.doorway import way_in
from rules.games.paper_tigers.measuring.journey import DIFFICULT, Finding, Journey
from rules.games.paper_tigers.measuring.mounting import judge_dismounting, judge_mounting
from rules.games.paper_tigers.measuring.moves import judge_move
from rules.games.paper_tigers.measuring.staying_close import judge_staying_close
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import Unit
from rules.games.paper_tigers.vocabulary import Ask, AskKind
from rules.referee.toolkit.evidence import Measured, Outcome
from rules.referee.toolkit.phrases import ended
from rules.referee.toolkit.spots import Spot
from rules.table.snapshot import Piece, PieceState, Pose, Terrain
from rules.table.units import Inches, Seconds, plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """A move as it is judged: who, from where, to where."""

    unit: Unit
    start: Piece
    end: Piece
    ask: Ask
    body: MoveDone


@handle.register
def _move_done(body: MoveDone, draft: Draft) -> None:
    unit = draft.own_unit(body.unit)
    ask = draft.open_ask(AskKind.MOVE, 0)
    if ask.unit != unit.id:
        draft.refuse(ask.clause, f"{ask.unit} is moving now, not {unit.id}.")
    draft.require_on_table(unit, body.to)
    house = _house(draft, unit, body=body)
    if body.aboard and body.in_area:
        draft.refuse("PT1-F1", f"{unit.id} is aboard {body.aboard} or in {body.in_area}, not both.")
    if body.aboard:
        _require_ride(draft, unit, carrier=body.aboard)
    start = _start(draft, unit)
    end = _end(draft, unit, body=body, house=house, start=start)
    if start.pose is None or end.pose is None:
        draft.refuse(
            "PT1-D1b", f"Nobody sees where {unit.id} stands: put it in view, or say where it is."
        )
    if house is not None and (body.to is not None or end.state is PieceState.SEEN):
        _require_inside(draft, end, house=house)
    walk = Walk(unit=unit, start=start, end=end, ask=ask, body=body)
    stays = draft.state.stages.rulings.stays
    findings: list[Finding] = []
    if stays is None or not stays(draft, walk):
        findings = [*_judged(draft, walk), *_judged_besides(draft, walk)]
    evidence = [
        draft.hold(each.clause, each.outcome, says=_corrected(each), found=each.measured)
        for each in findings
    ]
    _finish(draft, walk, evidence=evidence)


def _corrected(finding: Finding) -> str:
    """A finding as the umpire says it, with the correction that a move too long needs."""
    says, found = ended(finding.says), finding.measured
    over = -found.margin if found.margin is not None else 0.0
    if finding.outcome is Outcome.BROKEN and found.what == "move" and over > 0:
        return f"{says} Pull it back by {plain(over)} in."
    return says


def _require_ride(draft: Draft, unit: Unit, *, carrier: str) -> None:
    if unit.aboard and unit.aboard != carrier:
        draft.refuse("PT1-F1", f"{unit.id} is aboard {unit.aboard} and has to get off first.")
    if unfit := no_ride(draft.state, unit, carrier=draft.known_unit(carrier)):
        draft.refuse(*unfit)


def _house(draft: Draft, unit: Unit, *, body: MoveDone) -> Terrain | None:
    """The house that a player says the unit is in."""
    if not body.in_area:
        return None
    terrain = draft.table.terrain
    if unfit := no_hiding(unit, body.in_area, terrain=terrain):
        draft.refuse(*unfit)
    return next(area for area in terrain if area.id == body.in_area)


def _require_inside(draft: Draft, end: Piece, *, house: Terrain) -> None:
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


def _start(draft: Draft, unit: Unit) -> Piece:
    """The unit where it was last ruled to stand, whatever the camera sees of it by now."""
    now = draft.table.piece(unit.id)
    if unit.spot is None:
        return now
    error = usual_error(draft.snapshot) if now.pose is None else now.pose.covariance
    pose = Pose(x=unit.spot.x_in, y=unit.spot.y_in, heading=unit.spot.heading_deg, covariance=error)
    if now.state is PieceState.DECLARED:
        return replace(now, pose=pose)
    return replace(now, pose=pose, state=PieceState.SEEN, age=Seconds(0.0))


def _end(draft: Draft, unit: Unit, *, body: MoveDone, house: Terrain | None, start: Piece) -> Piece:
    """The unit where it stands now: as the camera sees it, or as the player says."""
    now = landed(draft, unit, to=body.to) if unit.aboard else draft.table.piece(unit.id)
    if now.pose is None and (body.to is not None or house is not None):
        now = replace(now, pose=start.pose, state=PieceState.HIDDEN)
    if body.to is not None:
        return word_piece(now, spot=body.to, author=draft.command.author)
    if now.state is PieceState.SEEN:
        return now
    if body.aboard:
        carrier = spot_of(draft.table.piece(body.aboard))
        return now if carrier is None else word_piece(now, spot=carrier, author=unit.force)
    if house is not None and start.pose is not None:
        x, y = way_in(house, start=(start.pose.x, start.pose.y))
        inside = Spot(x_in=x, y_in=y, heading_deg=start.pose.heading)
        return word_piece(now, spot=inside, author=unit.force)
    return now


def _judged(draft: Draft, walk: Walk) -> Iterable[Finding]:
    unit, table = walk.unit, draft.table
    rules = move_rules(
        draft, unit, allowance=walk.ask.inches, carrier=walk.body.aboard or unit.aboard
    )
    clause = "PT1-F6" if unit.kind is UnitKind.GUN else "PT1-F1"
    if walk.body.aboard and unit.aboard == walk.body.aboard:
        return ()
    if unit.aboard:
        carrier = table.piece(unit.aboard)
        return judge_dismounting(table, carrier, end=walk.end, rules=rules, clause=clause)
    journey = Journey.between(walk.start, walk.end, way=walk.body.way)
    if walk.body.aboard:
        return judge_mounting(
            table,
            journey,
            carrier=table.piece(walk.body.aboard),
            rules=rules,
            contact=Inches(draft.state.options.number("mount_contact_in")),
            clause=clause,
        )
    pieces = unit.pieces if unit.kind is UnitKind.GUN else unit.pieces[:1]
    crew = crew_findings(draft.snapshot, walk.end, pieces=pieces, rules=rules)
    return (*judge_move(table, journey, rules=rules), *crew, *_kept_close(draft, walk))


def _judged_besides(draft: Draft, walk: Walk) -> tuple[Finding, ...]:
    """What an amending edition holds a move to."""
    own = draft.state.stages.rulings.move_findings
    return () if own is None else own(draft, walk)


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
        allowance=walk.ask.inches,
        stopped=partial(_is_stopped, draft, walk.end),
        tolerance=draft.tolerance,
        doubt=draft.doubt,
    )
    return (found,)


def _is_stopped(draft: Draft, end: Piece) -> bool:
    """Whether the follower stands in ground that may have ended its move."""
    table = replace(draft.table, pieces=(end,))
    held = areas_holding(table, end.id, kinds=DIFFICULT, doubt=draft.doubt)
    return bool(held.sure or held.doubtful)


def _finish(draft: Draft, walk: Walk, *, evidence: list[Measured]) -> None:
    spot = spot_of(walk.end)
    if walk.body.aboard:
        spot = spot_of(draft.table.piece(walk.body.aboard)) or spot
    assert spot is not None
    # In a house it stands anywhere (GEO-00), unless a player has said where.
    anywhere = bool(walk.body.in_area) and walk.body.to is None
    told = walk.end.state is PieceState.DECLARED and not walk.body.aboard and not anywhere
    walked = next((found.value for found in evidence if found.what == "move"), None)
    event = Moved(
        unit=walk.unit.id,
        spot=spot,
        length=walked or Inches(0.0),
        aboard=walk.body.aboard,
        off="" if walk.body.aboard else walk.unit.aboard,
        in_area=walk.body.in_area,
        vouched=draft.snapshot.number if told else -1,
        ask_id=walk.ask.id,
    )
    draft.emit(event, clause="PT1-F1" if walk.body.aboard else "PT1-D1b", evidence=evidence)
