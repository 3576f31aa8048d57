"""Tells maps what counts for a unit, out of the rules that its moves and shots are held to."""

from dataclasses import replace
from functools import partial

from rules.games.paper_tigers.chapters.fire.shots import FiringRules, sight_rules, targets_of
from rules.games.paper_tigers.chapters.walking import FinishMove
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.ground import TOGETHER, followed_by, move_rules, start_of
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import State, Unit
from rules.referee.judging.areas import of_kinds
from rules.referee.judging.counted_moves import ends_near, reach_from, sight_counts
from rules.referee.judging.judged_ends import ends_by
from rules.referee.judging.ruled_move import IMPASSABLE
from rules.referee.toolkit.game import Command
from rules.referee.toolkit.what_counts import KeepsNear, UnitCounts
from rules.table.maps.reach_from import ReachFrom
from rules.table.snapshot import Snapshot
from rules.table.units import Inches, plain

_MIDDLING = Inches(7.0)
"""What two dice come to in the middle, before they are rolled (PT1-D1a)."""


def what_counts(state: State, snapshot: Snapshot, name: str) -> UnitCounts | None:
    """What counts for a unit that stands on the table by itself."""
    unit = state.units.get(name)
    if unit is None or unit.aboard or unit.destroyed or unit.is_bridge:
        return None
    command = Command(author=state.force(unit.force).seat, body=None)
    draft = Draft(state, command=command, snapshot=snapshot)
    piece = next((each for each in draft.table.pieces if each.id == unit.id), None)
    if piece is None or piece.pose is None:
        return None
    reach, says = _reach(draft, unit)
    leader = followed_by(state, unit)
    return UnitCounts(
        table=draft.table,
        piece=piece,
        side=unit.side,
        sight=sight_counts(draft.table, sight_rules(draft)),
        fire=state.edition.of(FiringRules).counts(draft, unit),
        reach=reach,
        reach_says=says,
        near=KeepsNear(unit=leader, within=TOGETHER) if leader else None,
        foes=tuple(other.id for other in targets_of(state, unit) if other.side != unit.side),
    )


def _reach(draft: Draft, unit: Unit) -> tuple[ReachFrom, str]:
    """As far as it has rolled; before that, as far as a middling roll would bring it."""
    steps = (each for each in draft.state.steps if isinstance(each, FinishMove))
    step = next((each for each in steps if each.unit == unit.id), None)
    if step is not None:
        far, says = Inches(float(step.inches)), f"up to {plain(step.inches)} in, as rolled"
    else:
        far = Inches(min(_MIDDLING, _MIDDLING if unit.profile.cap is None else unit.profile.cap))
        says = f"up to {plain(far)} in, which is a middling roll: the dice decide"
    rules, table = move_rules(draft, unit, allowance=far), draft.table
    surely = far if step is None else Inches(step.anywhere)
    if not rules.impassable_kinds and of_kinds(table.terrain, IMPASSABLE):
        surely = Inches(0.0)  # How far it goes on water is another matter.
    pair = start_of(draft, unit), table.piece(unit.id)
    near = None
    if leader := followed_by(draft.state, unit):
        says = f"{says}; it has to end near {leader}, which it follows"
        near = ends_near(table, leader, pair=pair, far=far, reach=TOGETHER, agreed=draft.agreed)
        surely = Inches(0.0) if near is None else surely
    ends = None
    # The crew of a gun moves with it, and what is asked before the dice are known is no ruling.
    if step is not None and unit.kind is not UnitKind.GUN:
        ends = ends_by(partial(step.question().findings, draft, aboard=""), pair=pair)
    return replace(reach_from(table, pair, rules=rules, surely=surely), near=near, ends=ends), says
