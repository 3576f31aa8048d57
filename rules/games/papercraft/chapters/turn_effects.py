"""Settles what a turn begins and ends with: songs, holds, fire and rage (PC-TRN-05)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.papercraft.abilities import Effect, ability_of
from rules.games.papercraft.asks import UnitRoll
from rules.games.papercraft.chapters.damage import hurt, hurt_in_words
from rules.games.papercraft.draft import Draft
from rules.games.papercraft.profiles import DamageType, PrimaryType
from rules.games.papercraft.state import Phase, State, StatusKind, Unit, UnitStep
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.questions import Ask

BURN_DICE = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseOpened:
    """The battle goes on to another step."""

    KIND: ClassVar[str] = "phase_began"

    phase: Phase
    laid: tuple[str, ...] = ()
    """Whose squares lie on the table already when placing begins (PC-SET-05)."""

    def after(self, state: State) -> State:
        state = replace(state, phase=self.phase, laid=self.laid)
        if self.phase is not Phase.TURN_END:
            return state
        return replace(state, steps=(*_burns(state), *_rages(state)))

    def told(self) -> str:
        return self.phase.says


def due_at_start(state: State) -> tuple[UnitStep, ...]:
    """Hymns are sung, and held units try to break free."""
    songs = [
        Sing(unit=unit.id)
        for unit in _own(state)
        if ability_of(unit.profile, Effect.HEAL) is not None
    ]
    return (*songs, *(Escape(unit=unit.id) for unit in _own(state) if unit.held_by))


def _own(state: State) -> list[Unit]:
    return [unit for unit in state.army(state.active) if unit.alive and unit.spot is not None]


def _burns(state: State) -> list[UnitStep]:
    """PC-ABL-06: whoever burns this turn and has not moved in it."""
    turn = state.turns.get(state.active, 0)
    return [
        Burn(unit=unit.id)
        for unit in _own(state)
        if unit.has(StatusKind.BURNING, turn=turn) and not unit.moved
    ]


def _rages(state: State) -> list[UnitStep]:
    turn = state.turns.get(state.active, 0)
    return [Rage(unit=unit.id) for unit in _own(state) if _is_restless(state, unit, turn=turn)]


def _is_restless(state: State, unit: Unit, *, turn: int) -> bool:
    """PC-ABL-13: whether a raging unit has attacked no enemy this turn."""
    rage = ability_of(unit.profile, Effect.RESTLESS)
    fought = any(state.enemies(unit, state.unit(target)) for _, target in unit.attacks)
    return rage is not None and turn >= rage.from_turn and not fought


@dataclass(frozen=True, slots=True, kw_only=True)
class Escape(UnitStep):
    """PC-ABL-15: a held unit tries to break free as its own turn begins."""

    ends_with_unit: ClassVar[bool] = True

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        needed = _escape_on(draft, unit)
        dice = DiceAsk(
            count=1,
            why=f"whether {unit.id} breaks free of {unit.held_by}, with {unit.profile.dodge:+d}",
            means=(
                Meaning(when=f"{needed} or more in all", then="it is free"),
                Meaning(when="less", then="it is still held"),
            ),
        )
        draft.ask_roll(EscapeRoll(dice=dice, unit=unit.id), clause="PC-ABL-15")


@dataclass(frozen=True, slots=True, kw_only=True)
class EscapeRoll(UnitRoll):
    """Whether a held unit breaks free."""

    KIND: ClassVar[str] = "escape"

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        """PC-ABL-15: free or still held."""
        del ask
        unit = draft.state.unit(self.unit)
        needed, total = _escape_on(draft, unit), dice[0] + unit.profile.dodge
        event = EscapeRolled(
            unit=unit.id, by=unit.held_by, total=total, needed=needed, free=total >= needed
        )
        draft.emit(event)


def _escape_on(draft: Draft, unit: Unit) -> int:
    hold = ability_of(draft.state.unit(unit.held_by).profile, Effect.HOLD)
    assert hold is not None
    return hold.escape_on


@dataclass(frozen=True, slots=True, kw_only=True)
class EscapeRolled:
    """Whether a held unit has broken free."""

    clause: ClassVar[str] = "PC-ABL-15"

    unit: str
    by: str
    total: int
    needed: int
    free: bool

    def after(self, state: State) -> State:
        state = state.without(Escape, self.unit)
        if not self.free:
            return state
        return state.with_unit(replace(state.unit(self.unit), held_by=""))

    def told(self) -> str:
        result = "breaks free of" if self.free else "is still held by"
        return f"{self.unit} {result} {self.by}: {self.total} in all, {self.needed} or more needed."


@dataclass(frozen=True, slots=True, kw_only=True)
class Sing(UnitStep):
    """PC-ABL-11: a die for every Living unit on the table, of whatever side."""

    ends_with_unit: ClassVar[bool] = True

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        dice = DiceAsk(
            count=1,
            why=f"how much the song of {unit.id} heals",
            means=(Meaning(when="the die", then="that many HP for each Living unit on the table"),),
        )
        draft.ask_roll(SongRoll(dice=dice, unit=unit.id), clause="PC-ABL-11")


@dataclass(frozen=True, slots=True, kw_only=True)
class SongRoll(UnitRoll):
    """How much a song heals."""

    KIND: ClassVar[str] = "heal"

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        """Everybody hears it; with the cap, nobody comes out above what was printed (PC-AMB-22)."""
        del ask
        song = ability_of(draft.state.unit(self.unit).profile, Effect.HEAL)
        assert song is not None
        draft.emit(Sung(unit=self.unit, ability=song.id, number=dice[0]))
        capped = draft.state.options.choice("heal_cap") == "printed"
        for unit in tuple(draft.state.units.values()):
            listens = unit.alive and unit.spot is not None
            if not listens or unit.profile.primary is not PrimaryType.LIVING:
                continue
            hp = unit.hp + dice[0]
            hp = max(unit.hp, min(hp, unit.profile.hp)) if capped else hp
            if hp > unit.hp:
                draft.emit(Healed(unit=unit.id, amount=hp - unit.hp, hp=hp))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sung:
    """PC-ABL-11: what the die gives to every Living unit."""

    clause: ClassVar[str] = "PC-ABL-11"

    unit: str
    ability: str
    number: int
    """What was rolled."""

    def after(self, state: State) -> State:
        return state.without(Sing, self.unit)

    def told(self) -> str:
        return f"{self.unit} sings: every Living unit on the table regains {self.number} HP."


@dataclass(frozen=True, slots=True, kw_only=True)
class Healed:
    """A unit has regained hit points."""

    clause: ClassVar[str] = "PC-ABL-11"

    unit: str
    amount: int
    hp: int

    def after(self, state: State) -> State:
        return state.with_unit(replace(state.unit(self.unit), hp=self.hp))

    def told(self) -> str:
        return f"{self.unit} regains {self.amount} HP: {self.hp} now."


@dataclass(frozen=True, slots=True, kw_only=True)
class Burn(UnitStep):
    """PC-ABL-06: a unit that was set on fire and has not moved."""

    ends_with_unit: ClassVar[bool] = True
    settled_by_damage: ClassVar[bool] = True

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        dice = DiceAsk(
            count=BURN_DICE,
            why=f"{unit.id} still burns",
            means=(Meaning(when="the die", then="that much Energy damage, by the armour chart"),),
        )
        draft.ask_roll(BurnRoll(dice=dice, unit=unit.id), clause="PC-ABL-06")


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnRoll(UnitRoll):
    """What fire does to a unit."""

    KIND: ClassVar[str] = "burn"

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        """PC-ABL-06: Energy damage, by whoever set it on fire."""
        del ask
        state = draft.state
        unit = state.unit(self.unit)
        by = next((e.by for e in unit.statuses if e.kind is StatusKind.BURNING), unit.id)
        amount, why = hurt_in_words(state, unit, roll=sum(dice), kind=DamageType.ENERGY, plus=0)
        hurt(draft, unit, amount=amount, by=by, why=why, clause="PC-ABL-06", settles=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rage(UnitStep):
    """PC-ABL-13: a raging unit that has attacked no enemy."""

    ends_with_unit: ClassVar[bool] = True
    settled_by_damage: ClassVar[bool] = True

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        dice = DiceAsk(
            count=1,
            why=f"{unit.id} rages and has attacked no enemy",
            means=(Meaning(when="the die", then="it loses that many HP"),),
        )
        draft.ask_roll(RageRoll(dice=dice, unit=unit.id), clause="PC-ABL-13")


@dataclass(frozen=True, slots=True, kw_only=True)
class RageRoll(UnitRoll):
    """What its rage costs a unit."""

    KIND: ClassVar[str] = "restless"

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        """PC-ABL-13: so many hit points."""
        del ask
        unit = draft.state.unit(self.unit)
        hurt(draft, unit, amount=dice[0], by=unit.id, why="rage", clause="PC-ABL-13", settles=True)
