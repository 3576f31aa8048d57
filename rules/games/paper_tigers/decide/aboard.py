"""Knows riding and towing: who may ride, who has to get off, and where to (PT1-F)."""

import math
from dataclasses import replace

from rules.games.paper_tigers.commands import Place
from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.placing import spot_of, table_of, word_piece
from rules.games.paper_tigers.decide.rules_of_move import move_rules
from rules.games.paper_tigers.events.action import GotOff, MustGetOff, StayedAboard
from rules.games.paper_tigers.measuring.mounting import judge_dismounting, judge_forced_dismount
from rules.games.paper_tigers.profiles import Ride, UnitKind
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Purpose, Step, StepKind
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.evidence import Outcome
from rules.referee.toolkit.phrases import ended
from rules.referee.toolkit.spots import Spot
from rules.table.snapshot import Piece
from rules.table.units import Inches

OFF, STAY = "get off", "stay"
CLOCK = 60.0
"""Degrees between the directions of the die, where chance decides: 1 is straight ahead."""
FAR = Inches(100.0)
"""Farther than any die: how far they are put down is held to the die alone."""
LEEWAY = 30.0
"""Degrees to either side that still count as that direction."""


def no_ride(state: State, unit: Unit, *, carrier: Unit) -> tuple[str, str] | None:
    """The clause and reason why a unit cannot ride on, or be towed by, another; or None."""
    if (own := state.stages.rulings.no_ride) is not None:
        return own(state, unit, carrier=carrier)
    towed = unit.kind is UnitKind.GUN
    clause = "PT1-F6" if towed else "PT1-F1"
    if carrier.destroyed or carrier.is_bridge:
        return clause, f"{carrier.id} cannot carry anybody."
    if carrier.side != unit.side:
        return clause, f"{carrier.id} is not on {unit.id}'s side."
    if carrier.id == unit.id or carrier.aboard:
        return clause, f"{carrier.id} cannot carry {unit.id}."
    if towed and not carrier.profile.tows_gun:
        return clause, f"A {carrier.profile.name} tows no guns, and {carrier.id} is one."
    if not towed and (unit.profile.vehicle or carrier.profile.carries_squad is Ride.NONE):
        return clause, f"{unit.id}, a {unit.profile.name}, cannot ride on {carrier.id}."
    rider = state.passenger_of(carrier.id)
    if rider and rider != unit.id:
        return clause, f"{carrier.id} carries {rider} already, and has room for one unit."
    return not_together(unit, carrier)


def not_together(unit: Unit, carrier: Unit) -> tuple[str, str] | None:
    """Why two units do not come onto the table together; or None."""
    if not _come_together(unit, carrier):
        return "PT1-J1d", f"{unit.id} and {carrier.id} do not come onto the table together."
    return None


def _come_together(unit: Unit, carrier: Unit) -> bool:
    """PT1-J1d: nobody rides on what is not on the table yet, or is there before its rider."""
    if unit.spot is not None and carrier.spot is not None:
        return True
    group = unit.force == carrier.force or not unit.arrives
    return unit.arrives == carrier.arrives and group


def get_off(draft: Draft, step: Step) -> None:
    """Passengers leave their carrier at once, or say whether they do."""
    unit, carrier = draft.state.unit(step.unit), draft.state.unit(step.other)
    shot = _shot_to_come(draft.state, carrier.id)
    if shot is not None and draft.state.unit(shot.other).destroyed:
        # The tank does not fire after all.
        draft.emit(StayedAboard(unit=unit.id, carrier=carrier.id), clause="PT1-F2")
        return
    if step.flag and not carrier.destroyed:
        draft.ask(
            Purpose.GET_OFF,
            kind=AskKind.CHOOSE,
            force=unit.force,
            clause="PT1-F4",
            says=f"{carrier.id} was hit: does {unit.id} get off or stay?",
            unit=unit.id,
            other=carrier.id,
            choices=(STAY, OFF),
        )
        return
    ask_distance(draft, unit.id, carrier=carrier.id)


def _shot_to_come(state: State, shooter: str) -> Step | None:
    """The shot for which riders get off their tank (PT1-F2)."""
    aims = [step for step in state.steps if step.kind is StepKind.AIM]
    return next((step for step in aims if step.unit == shooter), None)


def settle_get_off(draft: Draft, ask: Ask, *, choice: str) -> None:
    """PT1-F4: passengers of a halftrack choose."""
    if choice == STAY:
        draft.emit(StayedAboard(unit=ask.unit, carrier=ask.other), clause="PT1-F4")
        return
    ask_distance(draft, ask.unit, carrier=ask.other)


def ask_distance(draft: Draft, name: str, *, carrier: str) -> None:
    """PT1-F5: how far from the carrier, and where chance decides it, in which direction."""
    unit = draft.state.unit(name)
    at_random = draft.state.options.choice("dismount_direction") == "random"
    means = [Meaning(when="the die" if not at_random else "the first die", then="inches away")]
    if at_random:
        clock = "1 ahead of the vehicle, then 60 degrees further to the left for each pip"
        means.append(Meaning(when="the second die", then=f"the direction, {clock}"))
    dice = DiceAsk(
        count=2 if at_random else 1,
        why=f"how far from {carrier} {name} gets off",
        means=tuple(means),
    )
    clause = "PT1-F7" if unit.kind is UnitKind.GUN else "PT1-F5"
    draft.ask_roll(
        Purpose.DISMOUNT, force=unit.force, clause=clause, dice=dice, unit=name, other=carrier
    )


def settle_dismount(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """How far away passengers have to be put down."""
    event = MustGetOff(
        unit=ask.unit,
        carrier=ask.other,
        inches=Inches(float(dice[0])),
        direction=dice[1] if len(dice) > 1 else 0,
    )
    draft.emit(event, clause=ask.clause)


def put_down(draft: Draft, step: Step) -> None:
    """Wait until they stand there."""
    unit = draft.state.unit(step.unit)
    draft.ask(
        Purpose.PUT_DOWN,
        kind=AskKind.PLACE,
        force=unit.force,
        clause="PT1-F7" if unit.kind is UnitKind.GUN else "PT1-F5",
        says=f"Put {unit.id} down {step.number} in from {step.other}{_whereto(draft.state, step)}.",
        unit=unit.id,
        other=step.other,
        inches=Inches(float(step.number)),
    )


def _whereto(state: State, step: Step) -> str:
    """AMB1-32: in which direction, where that is not the owner's choice."""
    if step.card:
        return f", the way that a {step.card} points"
    away = state.options.choice("dismount_direction") == "away_from_shooter"
    if not away or not _shooter(state) or _shot_to_come(state, step.other) is not None:
        return ""
    return f", away from {_shooter(state)}"


@handle.register
def _place(body: Place, draft: Draft) -> None:
    draft.own_unit(body.unit)
    ask = draft.open_ask(AskKind.PLACE, 0)
    if ask.unit != body.unit:
        draft.refuse(ask.clause, f"{ask.unit} is to be put down now, not {body.unit}.")
    unit = draft.state.unit(body.unit)
    draft.require_on_table(unit, body.to)
    own = draft.state.stages.rulings.places.get(ask.key)
    if own is not None:
        own(draft, ask, body=body)
        return
    carrier = draft.table.piece(ask.other)
    piece = landed(draft, unit, to=body.to)
    finding = judge_forced_dismount(
        carrier,
        piece,
        die=round(ask.inches),
        snapshot=draft.table,
        exact=draft.state.options.flag("dismount_exact"),
        ground=move_rules(draft, unit, allowance=ask.inches),
        tolerance=draft.tolerance,
        doubt=draft.doubt,
        clause=ask.clause,
    )
    found = draft.hold(ask.clause, finding.outcome, says=finding.says, found=finding.measured)
    if finding.outcome is not Outcome.UNSEEN:
        _require_ground(draft, unit, carrier=carrier, piece=piece)
        _require_direction(draft, piece, carrier=carrier, clause=ask.clause)
    spot = spot_of(piece)
    if spot is None:
        draft.refuse(ask.clause, f"Nobody sees where {unit.id} stands: say where it is.")
    event = GotOff(
        unit=unit.id,
        carrier=ask.other,
        spot=spot,
        vouched=draft.snapshot.number if body.to is not None else -1,
        ask_id=ask.id,
    )
    draft.emit(event, clause=ask.clause, evidence=(found,))


def landed(draft: Draft, unit: Unit, *, to: Spot | None) -> Piece:
    """The unit as a piece of its own, off its carrier: where the camera or a player has it."""
    alone = replace(unit, aboard="", vouched=-1)
    piece = table_of(draft.state.with_unit(alone), draft.snapshot).piece(unit.id)
    return piece if to is None else word_piece(piece, spot=to, author=draft.command.author)


def _require_ground(draft: Draft, unit: Unit, *, carrier: Piece, piece: Piece) -> None:
    """However it got there, a unit stands on no other model and on ground that bears it."""
    rules = move_rules(draft, unit, allowance=FAR, carrier=carrier.id)
    for each in judge_dismounting(draft.table, carrier, end=piece, rules=rules):
        if each.measured.what in {"ground", "overlap", "edge"}:
            draft.hold(each.clause, each.outcome, says=ended(each.says), found=each.measured)


def _require_direction(draft: Draft, piece: Piece, *, carrier: Piece, clause: str) -> None:
    """AMB1-32: chance, or the shooter, may say where to."""
    policy = draft.state.options.choice("dismount_direction")
    if policy == "owner" or piece.pose is None or carrier.pose is None:
        return
    step = next(iter(draft.state.steps))
    bearing = _bearing(carrier, piece)
    if policy == "random":
        wanted = carrier.pose.heading + CLOCK * (int(step.card or 1) - 1)
    else:
        shooter = _shooter(draft.state)
        if not shooter or _shot_to_come(draft.state, carrier.id) is not None:
            # PT1-F2: nobody has shot at a tank that fires itself.
            return
        wanted = _bearing(draft.table.piece(shooter), carrier)
    off = abs((bearing - wanted + 180.0) % 360.0 - 180.0)
    if off > LEEWAY * (1 if policy == "random" else 3):
        draft.unless_waived(
            clause,
            f"{piece.id} has to get off in another direction: it stands {off:.0f} degrees from it.",
        )


def _bearing(one: Piece, other: Piece) -> float:
    if one.pose is None or other.pose is None:
        return 0.0
    return math.degrees(math.atan2(other.pose.y - one.pose.y, other.pose.x - one.pose.x))


def _shooter(state: State) -> str:
    """Who has fired last, of those who act with the card."""
    if state.playing is None:
        return ""
    waiting = [step.unit for step in state.steps if step.kind is StepKind.AIM]
    behind = [name for name in state.playing.actors if name not in waiting]
    return behind[-1] if behind else ""
