"""Lets units into buildings and out of them, and puts them out of ruins (PC-ABL-16)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.papercraft.abilities import Ability, Effect, ability_of
from rules.games.papercraft.asks import UnitRoll
from rules.games.papercraft.chapters.damage import hurt
from rules.games.papercraft.chapters.moving import (
    PutQuestion,
    may_move,
    require_outside,
    require_seen,
    stands_free,
    where_it_lies,
    why_it_stays,
    with_piece,
)
from rules.games.papercraft.chapters.reach import judge_distance
from rules.games.papercraft.draft import Draft, Trial
from rules.games.papercraft.state import Phase, State, StatusKind, Unit, UnitStep
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Template
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.spots import Spot, at, spot_hole
from rules.table.snapshot import Piece, Snapshot


def no_shelter(state: State, unit: Unit, *, building: Unit) -> Iterator[tuple[str, str]]:
    """Under which clauses a building that takes others in does not take this unit, and why."""
    if building.player != unit.player:
        yield "PC-ABL-16", f"{building.id} is {building.player}'s, not {unit.player}'s."
    if unit.moved:
        yield "PC-ABL-16", f"{unit.id} has moved this turn; whoever goes in began beside it."
    shelter = ability_of(building.profile, Effect.SHELTER)
    guests = (*state.inside(building.id), unit)
    if shelter is None or not has_room(shelter, guests):
        yield "PC-ABL-16", f"{building.id} has no room for {unit.id}."


def has_room(shelter: Ability, guests: tuple[Unit, ...]) -> bool:
    """Whether so many fit in together: of one sort alone, and no more than it holds of that."""
    sorts = Counter(guest.profile.secondary for guest in guests)
    room = dict(zip(shelter.targets, shelter.capacity, strict=True))
    return len(sorts) == 1 and all(count <= room.get(sort, 0) for sort, count in sorts.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Enter:
    """A unit goes into a building that takes it in; its square is taken off the table."""

    unit: str
    building: str

    def ruled(self, draft: Draft) -> None:
        """PC-ABL-16: it stands beside the building."""
        draft.require_turn(Phase.MOVE)
        unit = draft.own_unit(self.unit)
        building = draft.known_unit(self.building)
        if not draft.state.shelter_of(building) or not building.alive:
            draft.refuse("PC-ABL-16", f"{building.id} takes nobody in.")
        require_outside(draft, unit)
        draft.hold_to(why_it_stays(draft.state, unit))
        draft.hold_to(no_shelter(draft.state, unit, building=building))
        near = _beside(draft, unit.id, building=building.id, table=draft.ruled_table())
        draft.emit(Entered(unit=unit.id, building=building.id), evidence=(near,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """A unit is in a building now."""

    clause: ClassVar[str] = "PC-ABL-16"

    unit: str
    building: str

    def after(self, state: State) -> State:
        return state.with_unit(replace(state.unit(self.unit), inside=self.building, moved=True))

    def told(self) -> str:
        return f"{self.unit} goes into {self.building}; its square is taken off the table."


def _beside(draft: Draft, unit: str, *, building: str, table: Snapshot) -> Measured:
    """PC-ABL-16: within melee range of the building."""
    near = judge_distance(
        table,
        (unit, building),
        limit=draft.length("melee_reach_in"),
        clause="PC-ABL-16",
        agreed=draft.agreed,
    )
    return draft.held(near)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """A unit comes out of its building and stands beside it."""

    unit: str
    to: Spot | None = None

    def ruled(self, draft: Draft) -> None:
        draft.require_turn(Phase.MOVE)
        unit = draft.own_unit(self.unit)
        if not unit.inside:
            draft.refuse("PC-ABL-16", f"{unit.id} is in no building.")
        draft.hold_to(why_not_out(draft.state, unit))
        draft.require_on_table(unit, self.to)
        end = where_it_lies(draft, unit, to=self.to)
        spot = require_seen(draft, unit, end=end, clause="PC-ABL-16")
        table = with_piece(draft.table, end)
        near = _beside(draft, unit.id, building=unit.inside, table=table)
        stands_free(draft, unit, end=end, table=table)
        told = draft.vouched(end)
        event = CameOut(unit=unit.id, building=unit.inside, spot=spot, vouched=told)
        draft.emit(event, evidence=(near,))


def why_not_out(state: State, unit: Unit) -> Iterator[tuple[str, str]]:
    """Under which clauses a unit may not come out of its building now, and why."""
    if unit.moved:
        yield "PC-ABL-16", f"{unit.id} went inside this turn; it comes out in another."
    if unit.has(StatusKind.PINNED, turn=state.own_turn(unit)):
        yield "PC-MOV-12", f"{unit.id} may not move this turn."


@dataclass(frozen=True, slots=True, kw_only=True)
class CameOut:
    """A unit stands beside the building it was in."""

    clause: ClassVar[str] = "PC-ABL-16"

    unit: str
    building: str
    spot: Spot
    fell: bool = False
    """PC-ABL-16: the building was destroyed."""
    vouched: int = -1
    ask_id: int = 0

    def after(self, state: State) -> State:
        unit = state.unit(self.unit)
        state = state.closed(self.ask_id).without(Eject, self.unit)
        moved = unit.moved or not self.fell
        out = replace(unit, inside="", spot=self.spot, vouched=self.vouched, moved=moved)
        state = state.with_unit(out)
        if not self.fell:
            return state
        return state.with_next(SufferFall(unit=self.unit, building=self.building))

    def told(self) -> str:
        how = "is put out of the fallen" if self.fell else "comes out of"
        return f"{self.unit} {how} {self.building} and stands {at(self.spot)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class RuinStep(UnitStep):
    """What becomes of a unit whose building has fallen."""

    ends_with_unit: ClassVar[bool] = True

    building: str

    @property
    def about(self) -> tuple[str, ...]:
        return self.unit, self.building


@dataclass(frozen=True, slots=True, kw_only=True)
class Eject(RuinStep):
    """PC-ABL-16: whoever was inside is put down beside the ruin."""

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        reach = draft.length("melee_reach_in")
        draft.ask(
            PutBesideRuin(unit=unit.id, building=self.building, inches=reach),
            clause="PC-ABL-16",
            says=f"Put {unit.id} down within {reach:g} in of {self.building}, which has fallen.",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PutBesideRuin(PutQuestion):
    """Where a unit stands that was in a building as it fell."""

    KIND: ClassVar[str] = "eject"

    building: str

    def put(self, draft: Draft, ask: Ask, *, end: Piece, spot: Spot) -> None:
        """PC-ABL-16: beside the building that fell, within melee range of it."""
        unit = draft.state.unit(self.unit)
        table = with_piece(draft.ruled_table(draft.state.unit(self.building)), end)
        near = _beside(draft, unit.id, building=self.building, table=table)
        stands_free(draft, unit, end=end, table=table)
        event = CameOut(
            unit=unit.id,
            building=self.building,
            spot=spot,
            fell=True,
            vouched=draft.vouched(end),
            ask_id=ask.id,
        )
        draft.emit(event, evidence=(near,))


@dataclass(frozen=True, slots=True, kw_only=True)
class SufferFall(RuinStep):
    """PC-ABL-16: what coming out of a ruin costs."""

    settled_by_damage: ClassVar[bool] = True

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        shelter = ability_of(draft.state.unit(self.building).profile, Effect.SHELTER)
        assert shelter is not None
        assert shelter.dice is not None
        dice = DiceAsk(
            count=shelter.dice.count,
            why=f"how much the fall of {self.building} hurts {unit.id}",
            means=(Meaning(when="the sum", then="it loses that many HP"),),
        )
        question = FallRoll(dice=dice, unit=unit.id, building=self.building)
        draft.ask_roll(question, clause="PC-ABL-16")


@dataclass(frozen=True, slots=True, kw_only=True)
class FallRoll(UnitRoll):
    """How much the fall of its building hurts a unit."""

    KIND: ClassVar[str] = "eject_damage"

    building: str

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        """PC-ABL-16: so many hit points."""
        del ask
        unit, by = draft.state.unit(self.unit), self.building
        why = "the fall of the building"
        hurt(draft, unit, amount=sum(dice), by=by, why=why, clause="PC-ABL-16", settles=True)


def shelter_offers(trial: Trial, unit: Unit) -> list[Template]:
    """Out of a building for whoever is in one, and into one for everybody else."""
    return _leave_offer(trial, unit) if unit.inside else _enter_offer(trial, unit)


def _enter_offer(trial: Trial, unit: Unit) -> list[Template]:
    houses = [
        each.id
        for each in trial.own
        if trial.state.shelter_of(each) and not any(no_shelter(trial.state, unit, building=each))
    ]
    if not houses or not may_move(trial.state, unit):
        return []
    tries = [(name, Enter(unit=unit.id, building=name)) for name in houses]
    says, fixed = f"{unit.id} goes into a building.", {"unit": unit.id}
    return trial.for_units("enter", says=says, fixed=fixed, tries=tries, hole="building")


def _leave_offer(trial: Trial, unit: Unit) -> list[Template]:
    if any(why_not_out(trial.state, unit)):
        return []
    stands = trial.refusal(Leave(unit=unit.id)) is None
    says = f"{unit.id} comes out of {unit.inside} and stands beside it."
    holes = (spot_hole(optional=stands),)
    return [Template(command="leave", says=says, fixed={"unit": unit.id}, holes=holes)]
