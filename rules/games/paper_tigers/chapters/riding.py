"""Riding and towing: who may ride, who has to get off, and where to (PT1-F)."""

import math
from dataclasses import dataclass, replace

from rules.games.paper_tigers.asking import (
    Aiming,
    GroupChoice,
    GroupRoll,
    ShownAsk,
    in_front,
    without,
)
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.ground import landed, move_rules
from rules.games.paper_tigers.profiles import Ride, UnitKind
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import CardStep, Never, Unfit
from rules.referee.judging.mounting import judge_dismounting, judge_forced_dismount
from rules.referee.toolkit.dice import DiceAsk, DicePart, Meaning, parts_of
from rules.referee.toolkit.evidence import Outcome
from rules.referee.toolkit.game import Template
from rules.referee.toolkit.phrases import article
from rules.referee.toolkit.questions import Ask, Question
from rules.referee.toolkit.spots import Spot, at, spot_hole, spot_of
from rules.table.snapshot import Piece
from rules.table.units import Inches, plain

OFF, STAY = "get off", "stay"
CLOCK = 60.0
"""Degrees between the directions of the die, where chance decides: 1 is straight ahead."""
FAR = Inches(100.0)
"""Farther than any die: how far they are put down is held to the die alone."""
LEEWAY = 30.0
"""Degrees to either side that still count as that direction."""


class RidingRules:
    """Where an edition may let others ride."""

    def no_ride(self, state: State, unit: Unit, *, carrier: Unit) -> Unfit | None:
        """The clause and reason why a unit cannot ride on, or be towed by, another; or None."""
        towed = unit.kind is UnitKind.GUN
        clause = "PT1-F6" if towed else "PT1-F1"
        if carrier.destroyed or carrier.is_bridge:
            return Never(clause, f"{carrier.id} cannot carry anybody.")
        if carrier.side != unit.side:
            return Never(clause, f"{carrier.id} is not on {unit.id}'s side.")
        if carrier.id == unit.id or carrier.aboard:
            return Never(clause, f"{carrier.id} cannot carry {unit.id}.")
        if apart := not_together(unit, carrier):
            return apart
        if towed and not carrier.profile.tows_gun:
            return clause, f"{carrier.id} tows no guns: it is {article(carrier.profile.name)}."
        if not towed and (unit.profile.vehicle or carrier.profile.carries_squad is Ride.NONE):
            return clause, f"{unit.id}, {article(unit.profile.name)}, cannot ride on {carrier.id}."
        rider = state.passenger_of(carrier.id)
        if rider and rider != unit.id:
            return clause, f"{carrier.id} carries {rider} already, and has room for one unit."
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a unit landed that had to get off."""

    unit: str
    to: Spot | None = None

    def ruled(self, draft: Draft) -> None:
        draft.own_unit(self.unit)
        ask = draft.open_ask("place")
        question = ask.question
        assert isinstance(question, PlaceQuestion)
        if question.unit != self.unit:
            draft.refuse(ask.clause, f"{question.unit} is to be put down now, not {self.unit}.")
        unit = draft.state.unit(self.unit)
        draft.require_on_table(unit, self.to)
        question.placed(draft, ask, unit=unit, to=self.to)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceQuestion(Question, ShownAsk):
    """A unit is to be put down somewhere."""

    answered_by = "place"
    unit: str

    @property
    def beside(self) -> str:
        """What the unit is put down next to."""
        return ""

    def placed(self, draft: Draft, ask: Ask, *, unit: Unit, to: Spot | None) -> None:
        """What it brings that the unit stands there, or where the camera sees it."""
        raise NotImplementedError

    def offered(self, trial: Trial, ask: Ask) -> Template:
        """Where the unit stands will do when it may stand there."""
        stands = trial.refusal(Place(unit=self.unit)) is None
        holes = (spot_hole(optional=stands),)
        return Template(command="place", says=ask.says, fixed={"unit": self.unit}, holes=holes)


@dataclass(frozen=True, slots=True, kw_only=True)
class PutDownQuestion(PlaceQuestion):
    """Passengers are to be put down beside their vehicle."""

    purpose = "put_down"
    carrier: str
    inches: Inches

    @property
    def beside(self) -> str:
        return self.carrier

    def placed(self, draft: Draft, ask: Ask, *, unit: Unit, to: Spot | None) -> None:
        carrier = draft.table.piece(self.carrier)
        piece = landed(draft, unit, to=to)
        finding = judge_forced_dismount(
            carrier,
            piece,
            die=round(self.inches),
            snapshot=draft.table,
            exact=draft.state.options.flag("dismount_exact"),
            ground=move_rules(draft, unit, allowance=self.inches),
            agreed=draft.agreed,
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
            carrier=self.carrier,
            spot=spot,
            vouched=draft.snapshot.number if to is not None else -1,
            ask_id=ask.id,
        )
        draft.emit(event, clause=ask.clause, evidence=(found,))


@dataclass(frozen=True, slots=True, kw_only=True)
class GetOffChoice(GroupChoice):
    """Passengers of a vehicle that was hit get off, or stay."""

    purpose = "get_off"
    unit: str
    carrier: str

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        """PT1-F4: passengers of a halftrack choose."""
        del ask
        if choice == STAY:
            draft.emit(StayedAboard(unit=self.unit, carrier=self.carrier), clause="PT1-F4")
            return
        ask_distance(draft, self.unit, carrier=self.carrier)


@dataclass(frozen=True, slots=True, kw_only=True)
class DismountRoll(GroupRoll):
    """How far away passengers have to be put down."""

    purpose = "dismount"
    unit: str
    carrier: str

    @property
    def parts(self) -> tuple[DicePart, ...]:
        return parts_of({"the distance": 1, "the direction": self.dice.count - 1})

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        """How far away passengers have to be put down."""
        event = MustGetOff(
            unit=self.unit,
            carrier=self.carrier,
            inches=Inches(float(dice[0])),
            direction=dice[1] if len(dice) > 1 else 0,
        )
        draft.emit(event, clause=ask.clause)


@dataclass(frozen=True, slots=True, kw_only=True)
class GetOff(CardStep):
    """Passengers leave their carrier at once, or say whether they do."""

    mortal = True
    carrier: str
    may_stay: bool = False

    def take(self, draft: Draft) -> None:
        """Passengers leave their carrier at once, or say whether they do."""
        unit, carrier = draft.state.unit(self.unit), draft.state.unit(self.carrier)
        shot = _shot_to_come(draft.state, carrier.id)
        if shot is not None and draft.state.unit(shot.target).destroyed:
            # The tank does not fire after all.
            draft.emit(StayedAboard(unit=unit.id, carrier=carrier.id), clause="PT1-F2")
            return
        if self.may_stay and not carrier.destroyed:
            draft.ask(
                GetOffChoice(unit=unit.id, carrier=carrier.id, choices=(STAY, OFF)),
                force=unit.force,
                clause="PT1-F4",
                says=f"{carrier.id} was hit: does {unit.id} get off or stay?",
            )
            return
        ask_distance(draft, unit.id, carrier=carrier.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class PutDown(CardStep):
    """Wait until passengers stand where they were put down."""

    mortal = True
    by_hand = True
    carrier: str
    inches: int
    direction: int = 0

    def take(self, draft: Draft) -> None:
        """Wait until they stand there."""
        unit = draft.state.unit(self.unit)
        whereto = _whereto(draft.state, self)
        inches = Inches(float(self.inches))
        draft.ask(
            PutDownQuestion(unit=unit.id, carrier=self.carrier, inches=inches),
            force=unit.force,
            clause="PT1-F7" if unit.kind is UnitKind.GUN else "PT1-F5",
            says=f"Put {unit.id} down {self.inches} in from {self.carrier}{whereto}.",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MustGetOff:
    """Passengers have to leave, or chose to."""

    unit: str
    carrier: str
    inches: Inches
    direction: int = 0
    """The die for the direction, where chance decides it."""

    def after(self, state: State) -> State:
        state = without(state, GetOff, unit=self.unit)
        inches, way = round(self.inches), self.direction
        step = PutDown(unit=self.unit, carrier=self.carrier, inches=inches, direction=way)
        return in_front(state, step)

    def told(self) -> str:
        direction = f", in the direction of a {self.direction}" if self.direction else ""
        away = f"{plain(self.inches)} in away{direction}"
        return f"{self.unit} gets off {self.carrier} and lands {away}."


@dataclass(frozen=True, slots=True, kw_only=True)
class StayedAboard:
    """Passengers chose to stay."""

    unit: str
    carrier: str

    def after(self, state: State) -> State:
        return without(state, GetOff, unit=self.unit)

    def told(self) -> str:
        return f"{self.unit} stays aboard {self.carrier}."


@dataclass(frozen=True, slots=True, kw_only=True)
class GotOff:
    """Passengers stand beside their vehicle."""

    unit: str
    carrier: str
    spot: Spot
    vouched: int = -1
    ask_id: int = 0

    def after(self, state: State) -> State:
        unit = replace(state.unit(self.unit), aboard="", spot=self.spot, vouched=self.vouched)
        state = without(state.with_unit(unit), PutDown, unit=self.unit)
        # Whoever is off has no second reason to get off.
        return without(state, GetOff, unit=self.unit)

    def told(self) -> str:
        return f"{self.unit} stands {at(self.spot)}."


def no_ride(state: State, unit: Unit, *, carrier: Unit) -> Unfit | None:
    """The clause and reason why a unit cannot ride on, or be towed by, another; or None."""
    return state.edition.of(RidingRules).no_ride(state, unit, carrier=carrier)


def not_together(unit: Unit, carrier: Unit) -> Unfit | None:
    """Why two units do not come onto the table together; or None."""
    if not _come_together(unit, carrier):
        return Never("PT1-J1d", f"{unit.id} and {carrier.id} do not come onto the table together.")
    return None


def _come_together(unit: Unit, carrier: Unit) -> bool:
    """PT1-J1d: nobody rides on what is not on the table yet, or is there before its rider."""
    if unit.spot is not None and carrier.spot is not None:
        return True
    group = unit.force == carrier.force or not unit.arrives
    return unit.arrives == carrier.arrives and group


def _shot_to_come(state: State, shooter: str) -> Aiming | None:
    """The shot for which riders get off their tank (PT1-F2)."""
    aims = [step for step in state.steps if isinstance(step, Aiming)]
    return next((step for step in aims if step.unit == shooter), None)


def ask_distance(draft: Draft, name: str, *, carrier: str) -> None:
    """PT1-F5: how far from the carrier, and where chance decides it, in which direction."""
    unit = draft.state.unit(name)
    at_random = draft.state.options.choice("dismount_direction") == "random"
    means = [Meaning(when="the die" if not at_random else "the first die", then="inches away")]
    if at_random:
        clock = "1 ahead of the vehicle, then 60 degrees further to the left for each pip"
        means.append(Meaning(when="the second die", then=f"the direction, {clock}"))
    dice = DiceAsk(
        count=2 if at_random else 1, why=f"how far from {carrier} {name} lands", means=tuple(means)
    )
    clause = "PT1-F7" if unit.kind is UnitKind.GUN else "PT1-F5"
    roll = DismountRoll(dice=dice, unit=name, carrier=carrier)
    draft.ask_roll(roll, force=unit.force, clause=clause)


def _whereto(state: State, step: PutDown) -> str:
    """AMB1-32: in which direction, where that is not the owner's choice."""
    if step.direction:
        return f", in the direction of a {step.direction}"
    away = state.options.choice("dismount_direction") == "away_from_shooter"
    if not away or not _shooter(state) or _shot_to_come(state, step.carrier) is not None:
        return ""
    return f", away from {_shooter(state)}"


def _require_ground(draft: Draft, unit: Unit, *, carrier: Piece, piece: Piece) -> None:
    """However it got there, a unit stands on no other model and on ground that bears it."""
    rules = move_rules(draft, unit, allowance=FAR, carrier=carrier.id)
    for each in judge_dismounting(draft.table, carrier, end=piece, rules=rules, clause="PT1-F1"):
        if each.measured.what in {"ground", "overlap", "edge"}:
            draft.hold(each.clause, each.outcome, says=each.says, found=each.measured)


def _require_direction(draft: Draft, piece: Piece, *, carrier: Piece, clause: str) -> None:
    """AMB1-32: chance, or the shooter, may say where to."""
    policy = draft.state.options.choice("dismount_direction")
    if policy == "owner" or piece.pose is None or carrier.pose is None:
        return
    step = draft.state.steps[0]
    assert isinstance(step, PutDown)
    bearing = _bearing(carrier, piece)
    if policy == "random":
        wanted = carrier.pose.heading + CLOCK * ((step.direction or 1) - 1)
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
    waiting = [step.unit for step in state.steps if isinstance(step, Aiming)]
    behind = [name for name in state.playing.actors if name not in waiting]
    return behind[-1] if behind else ""
