"""Fires a salvo at everybody around, in place of an attack or at death (PC-ABL-05)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.games.papercraft.abilities import ABILITIES, Ability
from rules.games.papercraft.asks import TargetRoll, UnitRoll
from rules.games.papercraft.chapters.damage import hurt, hurt_in_words
from rules.games.papercraft.chapters.reach import within
from rules.games.papercraft.draft import Draft
from rules.games.papercraft.state import State, TargetStep, Unit, UnitStep
from rules.referee.toolkit.dice import DiceAsk, Meaning, faces
from rules.referee.toolkit.phrases import listed
from rules.referee.toolkit.questions import Ask


@dataclass(frozen=True, slots=True, kw_only=True)
class FireSalvo(UnitStep):
    """PC-ABL-05: first at whom, then a die for each of them."""

    ability: str
    dying: bool = False
    """Whether it is set off by the death of the unit."""
    targets: tuple[str, ...] = ()
    """In the order of their dice, once it is known."""

    def take(self, draft: Draft) -> None:
        unit, ability = draft.state.unit(self.unit), ABILITIES[self.ability]
        if not self.targets:
            self._fire(draft, unit, ability=ability)
            return
        dice = DiceAsk(
            count=len(self.targets),
            why=f"whom {unit.id} hits, a die each for {listed(self.targets)}",
            means=(
                Meaning(when=f"{ability.hits_on} or more on its die", then="that one is hit"),
                Meaning(when="less", then="that one is missed"),
            ),
        )
        draft.ask_roll(SalvoRoll(dice=dice, unit=unit.id), clause="PC-ABL-05")

    def _fire(self, draft: Draft, unit: Unit, *, ability: Ability) -> None:
        """At every enemy around, and by a dying unit at everybody."""
        targets = [
            (name, evidence)
            for name, evidence in within(draft, unit, radius=ability.radius, clause="PC-ABL-05")
            if self.dying or draft.state.enemies(unit, draft.state.unit(name))
        ]
        event = SalvoFired(
            unit=unit.id,
            ability=ability.id,
            targets=tuple(name for name, _ in targets),
            dying=self.dying,
        )
        draft.emit(event, evidence=tuple(each for _, each in targets))


@dataclass(frozen=True, slots=True, kw_only=True)
class SalvoFired:
    """PC-ABL-05: at whom a salvo goes, in the order of their dice."""

    clause: ClassVar[str] = "PC-ABL-05"

    unit: str
    ability: str
    targets: tuple[str, ...]
    dying: bool

    def after(self, state: State) -> State:
        if not self.targets:
            return state.without(FireSalvo, self.unit)
        return state.rewritten(FireSalvo, self.unit, targets=self.targets)

    def told(self) -> str:
        how = "dies, and its salvo goes off at" if self.dying else "fires its salvo at"
        return f"{self.unit} {how} {listed(self.targets)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class SalvoRoll(UnitRoll):
    """Whom a salvo hits, a die for each."""

    KIND: ClassVar[str] = "salvo"

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        """PC-ABL-05: each die for its own target."""
        del ask
        step = draft.state.steps[0]
        assert isinstance(step, FireSalvo)
        ability = ABILITIES[step.ability]
        hits = tuple(
            name
            for name, face in zip(step.targets, dice, strict=True)
            if face >= ability.hits_on and draft.state.unit(name).alive
        )
        event = SalvoRolled(
            unit=self.unit, ability=ability.id, targets=step.targets, dice=dice, hits=hits
        )
        draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class SalvoRolled:
    """Whom a salvo hits."""

    clause: ClassVar[str] = "PC-ABL-05"

    unit: str
    ability: str
    targets: tuple[str, ...]
    dice: tuple[int, ...]
    hits: tuple[str, ...]

    def after(self, state: State) -> State:
        hits = [RocketHit(unit=self.unit, target=name, ability=self.ability) for name in self.hits]
        return state.without(FireSalvo, self.unit).with_next(*hits)

    def told(self) -> str:
        return f"Of {faces(self.dice)} for {listed(self.targets)}: {listed(self.hits)} hit."


@dataclass(frozen=True, slots=True, kw_only=True)
class RocketHit(TargetStep):
    """PC-ABL-05: a damage roll for each one hit; whoever has died of another's needs none."""

    settled_by_damage: ClassVar[bool] = True

    ability: str

    def take(self, draft: Draft) -> None:
        unit, target = draft.state.unit(self.unit), draft.state.unit(self.target)
        ability = ABILITIES[self.ability]
        assert ability.damage is not None
        if not target.alive:
            why = "dead already"
            hurt(draft, target, amount=0, by=unit.id, why=why, clause="PC-ABL-05", settles=True)
            return
        brings = f"with the armour of {target.id}, the HP that it loses"
        dice = DiceAsk(
            count=ability.damage.count,
            why=f"how much damage {unit.id} does to {target.id}, {ability.damage}",
            means=(Meaning(when="the sum", then=brings),),
        )
        draft.ask_roll(RocketRoll(dice=dice, unit=unit.id, target=target.id), clause="PC-ABL-05")


@dataclass(frozen=True, slots=True, kw_only=True)
class RocketRoll(TargetRoll):
    """How much damage a rocket does."""

    KIND: ClassVar[str] = "salvo_damage"

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        """PC-ABL-05: what a rocket does."""
        del ask
        state, step = draft.state, draft.state.steps[0]
        assert isinstance(step, RocketHit)
        target, ability = state.unit(self.target), ABILITIES[step.ability]
        assert ability.damage is not None
        assert ability.damage_type is not None
        amount, why = hurt_in_words(
            state, target, roll=sum(dice), kind=ability.damage_type, plus=ability.damage.plus
        )
        hurt(draft, target, amount=amount, by=self.unit, why=why, clause="PC-ABL-05", settles=True)
