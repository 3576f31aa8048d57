"""Says what is left of a unit that has died, and what its death sets off (PC-DTH)."""

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from rules.games.papercraft.abilities import Effect, ability_of
from rules.games.papercraft.chapters.salvo import FireSalvo
from rules.games.papercraft.chapters.sheltering import Eject
from rules.games.papercraft.draft import Draft
from rules.games.papercraft.profiles import Fate, PrimaryType
from rules.games.papercraft.state import State, Unit
from rules.referee.toolkit.phrases import counted, ended

FATES: Final = MappingProxyType(
    {
        Fate.ALIVE: "it lives",
        Fate.CORPSE: "turn its square over where it lies",
        Fate.RUBBLE: "turn its square over: it is rubble",
        Fate.REMOVED: "take its square off the table",
    }
)


def die(draft: Draft, unit: Unit, *, by: str) -> None:
    """PC-DTH-01 to DTH-04: what is left of a unit, and what its death sets off."""
    state = draft.state
    salvo = ability_of(unit.profile, Effect.SALVO)
    goes_off = salvo is not None and salvo.at_death and salvo.id not in unit.spent
    event = Died(
        unit=unit.id,
        by=by,
        fate=fate_of(state, unit),
        points=unit.profile.points,
        occupants=tuple(each.id for each in state.inside(unit.id)),
        salvo=salvo.id if salvo is not None and goes_off else "",
    )
    draft.emit(event)


def fate_of(state: State, unit: Unit) -> Fate:
    """PC-DTH-03, PC-OBJ-03: its primary type decides, or its own entry where that was agreed."""
    if unit.death is not None and state.options.choice("death_field") == "unit_list":
        return unit.death
    if unit.is_building:
        return Fate.REMOVED if state.options.choice("building_death") == "removed" else Fate.RUBBLE
    if unit.profile.primary in {PrimaryType.MAGIC, PrimaryType.UNDEAD}:
        return Fate.REMOVED
    return Fate.CORPSE


@dataclass(frozen=True, slots=True, kw_only=True)
class Died:
    """A unit is dead."""

    unit: str
    by: str
    fate: Fate
    points: int
    occupants: tuple[str, ...] = ()
    """Whoever was inside and has to come out."""
    salvo: str = ""
    """PC-ABL-05: the ability that its death sets off."""

    @property
    def clause(self) -> str:
        return "PC-DTH-02" if self.fate is Fate.REMOVED else "PC-DTH-04"

    def after(self, state: State) -> State:
        """PC-DTH-01; whatever its death sets off comes next (PC-DTH-08)."""
        unit = state.unit(self.unit)
        gone = replace(unit, fate=self.fate, killed_by=self.by, statuses=(), held_by="", inside="")
        state = state.let_go(*(each.id for each in state.held(self.unit)))
        if self.salvo:
            gone = replace(gone, spent=(*gone.spent, self.salvo))
        state = _without_moot(state.with_unit(gone), self.unit)
        state = state.with_next(*(Eject(unit=name, building=self.unit) for name in self.occupants))
        if not self.salvo:
            return state
        return state.with_next(FireSalvo(unit=self.unit, ability=self.salvo, dying=True))

    def told(self) -> str:
        worth = f", worth {counted(self.points, 'point')}" if self.points else ""
        by = f" by {self.by}" if self.by and self.by != self.unit else ""
        return ended(f"{self.unit} is killed{by}{worth}: {FATES[self.fate]}")


def _without_moot(state: State, gone: str) -> State:
    """The state without what a dead unit was still to do or to suffer of itself."""
    left = tuple(step for step in state.steps if step.unit != gone or not step.ends_with_unit)
    return replace(state, steps=left)
