"""Knows who may attack whom at close quarters, and how attackers are put there (PT2-D26 to D35)."""

from collections.abc import Sequence
from dataclasses import replace

from rules.games.paper_tigers.commands import Place
from rules.games.paper_tigers.decide.aboard import landed
from rules.games.paper_tigers.decide.declaring import hold_actors
from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.firing import no_target
from rules.games.paper_tigers.decide.following import followed_by, unfit_to_follow
from rules.games.paper_tigers.decide.placing import spot_of
from rules.games.paper_tigers.decide.rules_of_move import move_rules
from rules.games.paper_tigers.measuring.moves import judge_standing
from rules.games.paper_tigers.measuring.sighting import range_of
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Follower, Purpose, Step, UnitSpot
from rules.games.paper_tigers_2.change import combat_in
from rules.games.paper_tigers_2.commands import BreakOff, CloseCombat
from rules.games.paper_tigers_2.decide.acting import require_card_for
from rules.games.paper_tigers_2.decide.nearness import is_within, require_within
from rules.games.paper_tigers_2.events import (
    BlowLost,
    BrokeOff,
    CloseCombatDeclared,
    HelperNamed,
    InContact,
)
from rules.games.paper_tigers_2.state import Unit, own_units, unit_in
from rules.games.paper_tigers_2.vocabulary import CLOSE, CONTACT, HELP, NOBODY, Action, Topic
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.phrases import ended
from rules.table.measuring.ranges import Metric
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches

MOST_FOLLOWERS = 2
MOST_HELPERS = 2
ANYWHERE = Inches(100.0)


@handle.register
def _close_combat(body: CloseCombat, draft: Draft) -> None:
    turned, unit = require_card_for(draft, Action.CLOSE_COMBAT)
    target = draft.known_unit(body.target)
    evidence: list[Measured | None] = [check_enemy_near(draft, unit, target=body.target)]
    evidence += check_attack_followers(draft, unit, target=body.target, followers=body.followers)
    chain = (unit.id, *(each.unit for each in body.followers))
    starts = []
    for name in chain:
        spot = draft.state.unit(name).spot
        assert spot is not None
        starts.append(UnitSpot(unit=name, spot=spot))
    event = CloseCombatDeclared(
        unit=unit.id,
        target=target.id,
        card=turned.card,
        followers=body.followers,
        follows=followed_by(draft.state, (unit.id,) * len(chain)),
        starts=tuple(starts),
    )
    draft.emit(event, clause="PT2-D27", evidence=[each for each in evidence if each is not None])


def check_enemy_near(draft: Draft, unit: Unit, *, target: str) -> Measured:
    """PT2-D27: an enemy within six inches; the evidence."""
    _check_enemy(draft, unit, target=target)
    pair = (unit.id, target)
    return require_within(draft, pair, limit=CLOSE, clause="PT2-D27", reaches="close combat")


def _check_enemy(draft: Draft, unit: Unit, *, target: str) -> Measured | None:
    """PT2-D33: anybody who can be fired at but for the line of sight."""
    enemy = draft.known_unit(target)
    if unfit := no_target(draft.state, unit, target=enemy):
        draft.refuse(*unfit)
    if enemy.side == unit.side:
        draft.refuse("PT2-D27", f"{enemy.id} is on {unit.id}'s own side.")
    return None


def check_attack_followers(
    draft: Draft, leader: Unit, *, target: str, followers: Sequence[Follower]
) -> list[Measured | None]:
    """PT2-D34, E6 to E8: two at most, each near the leader, each with an enemy of its own."""
    names = [each.unit for each in followers]
    if len({leader.id, *names}) <= len(names):
        draft.refuse("PT2-E2", "No unit acts twice on one card.")
    if len(names) > MOST_FOLLOWERS:
        draft.refuse("PT2-E6", f"{names[2]} would be one too many: two follow into close combat.")
    found: list[Measured | None] = []
    for each in followers:
        unit = draft.known_unit(each.unit)
        if unfit := unfit_to_follow(draft.state, unit, leader=leader.id):
            draft.refuse(*unfit)
        hold_actors(draft, (unit.id,), action=Action.CLOSE_COMBAT)
        reaches = f"Follow Me into close combat from {leader.id}"
        pair = (leader.id, unit.id)
        found.append(require_within(draft, pair, limit=HELP, clause="PT2-E6", reaches=reaches))
        if not each.target:
            draft.refuse("PT2-E8", f"{each.unit} follows to attack as well: name its target.")
        _check_enemy(draft, unit_in(draft.state, unit.id), target=each.target)
        if each.target != target:
            pair = (target, each.target)
            reaches = f"the fight around {target}"
            found.append(require_within(draft, pair, limit=HELP, clause="PT2-E8", reaches=reaches))
    return found


def name_helpers(draft: Draft, step: Step) -> None:
    """PT2-D35: up to two friends of the target within three inches help, one after the other."""
    combat = combat_in(draft.state)
    target = unit_in(draft.state, step.unit)
    able = [
        unit.id
        for unit in own_units(draft.state)
        if unit.side == target.side
        and unit.id not in {target.id, *combat.helpers}
        and unit.in_play
        and not unit.aboard
        and may_strike(draft, unit)
        and is_within(draft, (target.id, unit.id), limit=HELP)
    ]
    if not able or len(combat.helpers) >= MOST_HELPERS:
        draft.emit(HelperNamed(unit=""), clause="PT2-D35")
        return
    draft.ask(
        Purpose.AMENDED,
        topic=str(Topic.HELPERS),
        kind=AskKind.CHOOSE,
        force=target.force,
        clause="PT2-D35",
        says=f"Who helps {target.id} against {step.other}?",
        unit=target.id,
        other=step.other,
        choices=(*able, NOBODY),
    )


def settle_helper(draft: Draft, ask: Ask, *, choice: str) -> None:
    """A friend that helps, or nobody more."""
    del ask
    draft.emit(HelperNamed(unit="" if choice == NOBODY else choice), clause="PT2-D35")


def may_strike(draft: Draft, unit: Unit) -> bool:
    """AMB2-28: whether a damaged unit fights back."""
    return not unit.hits or draft.state.options.flag("cc_damaged_strikes_back")


def bring_into_contact(draft: Draft, step: Step) -> None:
    """PT2-D28: wait until the attacker stands beside its target."""
    unit = unit_in(draft.state, step.unit)
    if unit.destroyed or unit_in(draft.state, step.other).destroyed:
        draft.emit(BlowLost(unit=unit.id, target=step.other), clause="PT2-D28")
        return
    draft.ask(
        Purpose.AMENDED,
        topic=str(Topic.CONTACT),
        kind=AskKind.PLACE,
        force=unit.force,
        clause="PT2-D28",
        says=f"Put {unit.id} beside {step.other}, which it attacks.",
        unit=unit.id,
        other=step.other,
        inches=CONTACT,
    )


@handle.register
def _break_off(body: BreakOff, draft: Draft) -> None:
    unit = draft.own_unit(body.unit)
    open_ = [ask for ask in draft.state.asks if ask.key == Topic.CONTACT and ask.unit == unit.id]
    if not open_:
        draft.refuse("PT2-D28", f"{unit.id} is not on its way to attack anybody.")
    ask = open_[0]
    event = BrokeOff(unit=unit.id, target=ask.other, ask_id=ask.id)
    draft.emit(event, clause="PT2-D28")


def settle_contact(draft: Draft, ask: Ask, *, body: Place) -> None:
    """An attacker stands where it attacks: beside its target, on ground that bears it."""
    unit = draft.state.unit(ask.unit)
    piece = landed(draft, unit, to=body.to)
    spot = spot_of(piece)
    if spot is None:
        draft.refuse("PT2-D28", f"Nobody sees where {unit.id} stands: say where it is.")
    table = _with(draft.table, piece)
    outcome, found = range_of(
        table,
        (unit.id, ask.other),
        limit=CONTACT,
        metric=Metric.EDGE,
        tolerance=draft.tolerance,
        doubt=draft.doubt,
        reaches="contact",
    )
    evidence = [draft.hold("PT2-D28", outcome, says=ended(found.why), found=found)]
    rules = move_rules(draft, unit, allowance=ANYWHERE)
    evidence += [
        draft.hold(each.clause, each.outcome, says=ended(each.says), found=each.measured)
        for each in judge_standing(table, piece, rules=rules)
    ]
    event = InContact(
        unit=unit.id,
        spot=spot,
        vouched=draft.snapshot.number if body.to is not None else -1,
        ask_id=ask.id,
    )
    draft.emit(event, clause="PT2-D28", evidence=evidence)


def _with(table: Snapshot, piece: Piece) -> Snapshot:
    """The table with one piece where it stands now."""
    return replace(
        table, pieces=tuple(piece if each.id == piece.id else each for each in table.pieces)
    )
