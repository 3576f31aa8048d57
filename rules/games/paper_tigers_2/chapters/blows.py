"""Strikes blows in close combat, and says who stands where after it (PT2-D29 to D38)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.paper_tigers.asking import in_front, without
from rules.games.paper_tigers.chapters.fire.saving import destroy
from rules.games.paper_tigers.chapters.following import played_card
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.profiles import difficulty
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import UnitSpot, needed, reaching
from rules.games.paper_tigers_2.asking import TargetedChoice, UnitChoice
from rules.games.paper_tigers_2.chapters.acting import may_strike
from rules.games.paper_tigers_2.chapters.throwing import UNCAST, Cast, HandStep, explained, thrown
from rules.games.paper_tigers_2.state import (
    NO,
    YES,
    combat_in,
    sheet_of,
    with_battle,
    with_combat,
    with_facts,
    with_first,
)
from rules.games.paper_tigers_2.units.catalogue import Condition, Situation, Stage
from rules.games.paper_tigers_2.units.pools import DicePool
from rules.games.paper_tigers_2.units.unit_dice import action_pool, colour_of
from rules.referee.toolkit.dice import DiceAsk
from rules.referee.toolkit.phrases import listed, verb
from rules.referee.toolkit.questions import Ask


@dataclass(frozen=True, slots=True, kw_only=True)
class SuicideSettled:
    """PT2-I3h: whether a unit risks everything in its blow."""

    clause: ClassVar[str] = "PT2-I3h"

    unit: str
    risked: bool

    def after(self, state: State) -> State:
        return with_first(state, risked=self.risked)

    def told(self) -> str:
        return f"{self.unit} {'risks everything' if self.risked else 'does not risk its life'}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck:
    """A blow in close combat, and whether it destroys (PT2-D29, D31)."""

    unit: str
    target: str
    total: int
    difficulty: int
    success: bool
    defends: bool = False
    risked: bool = False
    """Its own end, if it failed."""
    says: str = ""

    @property
    def clause(self) -> str:
        return "PT2-D30" if self.defends else "PT2-D29"

    def after(self, state: State) -> State:
        state = without(state, StrikeBack if self.defends else Strike, unit=self.unit)
        if not self.risked or self.success:
            return state
        return with_combat(state, doomed=(*combat_in(state).doomed, self.unit))

    def told(self) -> str:
        how = "strikes back at" if self.defends else "strikes"
        result = "and destroys it" if self.success else "in vain"
        rolled = needed(self.total, self.difficulty) + explained(self.says)
        return f"{self.unit} {how} {self.target} {result}: {rolled}."


@dataclass(frozen=True, slots=True, kw_only=True)
class FoeChosen:
    """At whom a defender strikes."""

    clause: ClassVar[str] = "PT2-D36"

    unit: str
    target: str

    def after(self, state: State) -> State:
        return with_first(state, target=self.target)

    def told(self) -> str:
        return f"{self.unit} turns on {self.target}."


@dataclass(frozen=True, slots=True, kw_only=True)
class BlowLost:
    """A blow that came to nothing, because nobody was left to strike."""

    clause: ClassVar[str] = "PT2-D36"

    unit: str
    target: str = ""

    def after(self, state: State) -> State:
        return without(state, type(state.steps[0]), unit=self.unit)

    def told(self) -> str:
        gone = f": {self.target} can no longer be struck" if self.target else ""
        return f"{self.unit} strikes at nobody{gone}."


@dataclass(frozen=True, slots=True, kw_only=True)
class DefendersCalled:
    """Who strikes back, in this order (PT2-D36)."""

    clause: ClassVar[str] = "PT2-D36"

    units: tuple[str, ...]

    def after(self, state: State) -> State:
        state = without(state, CallDefenders, unit=combat_in(state).target)
        state = with_combat(state, defenders=self.units)
        return in_front(state, *(StrikeBack(unit=unit) for unit in self.units))

    def told(self) -> str:
        if not self.units:
            return "Nobody is left to strike back."
        return f"{listed(self.units)} {verb(self.units, 'strike')} back."


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatEnded:
    """PT2-D32, D38: the surviving attackers are back, or stay where they fought."""

    clause: ClassVar[str] = "PT2-D32"

    unit: str
    back: tuple[UnitSpot, ...] = ()
    stayed: tuple[str, ...] = ()

    def after(self, state: State) -> State:
        state = without(state, EndCombat, unit=self.unit)
        for each in self.back:
            unit = replace(state.unit(each.unit), spot=each.spot)
            state = state.with_unit(with_facts(unit, covered=False))
        for name in self.stayed:
            state = state.with_unit(with_facts(state.unit(name), covered=False))
        return with_battle(state, combat=None)

    def told(self) -> str:
        told = []
        if self.back:
            names = [each.unit for each in self.back]
            told.append(f"{listed(names)} {verb(names, 'go').replace('gos', 'goes')} back")
        if self.stayed:
            told.append(f"{listed(self.stayed)} {verb(self.stayed, 'stay')} where it fought")
        return f"The close combat is over: {' and '.join(told) or 'no attacker is left'}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Blow(HandStep):
    """A blow in close combat; who is hit is gone, without any save (PT2-D29, D31)."""

    target: str = ""
    risked: bool | None = None
    """None while nobody was asked."""
    cast: Cast = UNCAST

    def struck(self, draft: Draft, *, defends: bool) -> None:
        """Ask for what the blow still needs, or let it fall."""
        unit, target = draft.state.unit(self.unit), draft.state.unit(self.target)
        if sheet_of(unit).has("suicide assault") and self.risked is None:
            _ask_suicide(draft, unit, target=target)
            return  # PT2-I3h
        risked = bool(self.risked)
        pool = _pool(draft, unit, target=target, risked=risked)
        total = _rolled(draft, self, unit=unit, target=target, pool=pool)
        if total is None:
            return
        needed = difficulty(played_card(draft))
        event = Struck(
            unit=unit.id,
            target=target.id,
            total=total,
            difficulty=needed,
            success=total >= needed,
            defends=defends,
            risked=risked,
            says=pool.says,
        )
        draft.emit(event)
        if event.success:
            destroy(draft, target.id, by=unit.id)  # PT2-D29, D31: no save helps.
        elif risked and draft.state.options.choice("suicide_fail") == "at_once":
            destroy(draft, unit.id, by=unit.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike(Blow):
    """PT2-D29, E7: an attacker's blow, rolled for by itself."""

    def take(self, draft: Draft) -> None:
        unit, target = draft.state.unit(self.unit), draft.state.unit(self.target)
        if unit.destroyed or target.destroyed or not _supports(draft, target.id):
            draft.emit(BlowLost(unit=unit.id, target=target.id))
            return
        self.struck(draft, defends=False)


def _supports(draft: Draft, target: str) -> bool:
    """AMB2-59: whether a follower's blow counts, where only supporters may be attacked."""
    if draft.state.options.choice("follower_targets") == "any_enemy":
        return True
    combat = combat_in(draft.state)
    return target in {combat.target, *combat.helpers}


def _pool(draft: Draft, unit: Unit, *, target: Unit, risked: bool) -> DicePool:
    """PT2-I3g, I3h, I4j: the dice of a blow, with what both of them are."""
    situation: Situation = frozenset({Condition.ON_FOOT} if sheet_of(unit).infantry else ())
    if risked:
        situation |= {Condition.SUICIDE}
    return action_pool(
        Stage.CLOSE_COMBAT,
        sheet_of(unit),
        target=sheet_of(target),
        situation=situation | colour_of(played_card(draft)),
        options=draft.state.options,
    )


def _rolled(draft: Draft, step: Blow, *, unit: Unit, target: Unit, pool: DicePool) -> int | None:
    """The total of a blow; None while somebody is asked."""
    card = played_card(draft)
    needed = difficulty(card)
    dice = DiceAsk(
        count=max(1, pool.count),
        why=f"{unit.id} strikes at {target.id}, against the {card.name}, {pool.says}",
        means=reaching(needed, then=f"{target.id} is destroyed", otherwise="nothing"),
    )
    good = pool.total(step.cast.dice) >= needed
    again = pool.count if sheet_of(unit).rerolls(Stage.CLOSE_COMBAT) and not good else 0
    faces = thrown(
        draft,
        step,
        other=target.id,
        dice=dice,
        force=unit.force,
        clause="PT2-D37",
        may_reroll=again,
    )
    return None if faces is None else pool.total(faces)


def _ask_suicide(draft: Draft, unit: Unit, *, target: Unit) -> None:
    draft.ask(
        RiskAll(unit=unit.id, target=target.id, choices=(YES, NO)),
        force=unit.force,
        clause="PT2-I3h",
        says=f"Does {unit.id} risk everything against {target.id}: one more die, and its end if it "
        "fails?",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskAll(TargetedChoice):
    """Whether a unit risks everything in its blow."""

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        draft.emit(SuicideSettled(unit=self.unit, risked=choice == YES))


@dataclass(frozen=True, slots=True, kw_only=True)
class CallDefenders(HandStep):
    """PT2-D36: when all attackers are done, whoever is left of the defenders strikes back."""

    def take(self, draft: Draft) -> None:
        combat = combat_in(draft.state)
        named = [combat.target, *combat.helpers]
        if not combat.fighting:
            draft.emit(DefendersCalled(units=()))
            return
        attacked = [each.target for each in combat.fighting]
        if draft.state.options.flag("attacked_strikes_back"):
            named += attacked
        units = [draft.state.unit(name) for name in dict.fromkeys(named)]
        ready = tuple(unit.id for unit in units if not unit.destroyed and may_strike(draft, unit))
        draft.emit(DefendersCalled(units=ready))


def _foes(draft: Draft, unit: Unit) -> list[str]:
    """PT2-D36: at whom a defender may strike: the target at the leader, helpers at anybody."""
    combat = combat_in(draft.state)
    left = [each for each in combat.fighting if not draft.state.unit(each.unit).destroyed]
    leader = combat.attackers[0].unit
    if unit.id == combat.target and any(each.unit == leader for each in left):
        return [leader]
    if unit.id in combat.helpers:
        return [each.unit for each in left]
    return [each.unit for each in left if each.target == unit.id]


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeBack(Blow):
    """PT2-D30, D31: a defender's blow, against the same card."""

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        foes = [] if unit.destroyed else _foes(draft, unit)
        if not foes:
            draft.emit(BlowLost(unit=unit.id))
            return
        if not self.target:
            if len(foes) == 1:
                draft.emit(FoeChosen(unit=unit.id, target=foes[0]))
                return
            draft.ask(
                StrikeWhom(unit=unit.id, choices=tuple(foes)),
                force=unit.force,
                clause="PT2-D36",
                says=f"Whom does {unit.id} strike back at?",
            )
            return
        target = draft.state.unit(self.target)
        if target.destroyed:
            draft.emit(BlowLost(unit=unit.id, target=target.id))
            return
        self.struck(draft, defends=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeWhom(UnitChoice):
    """At whom a defender strikes."""

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        draft.emit(FoeChosen(unit=self.unit, target=choice))


@dataclass(frozen=True, slots=True, kw_only=True)
class EndCombat(HandStep):
    """PT2-D32, D38: attackers go back while any defender is left, and stay when none is."""

    def take(self, draft: Draft) -> None:
        combat = combat_in(draft.state)
        doomed = [name for name in combat.doomed if not draft.state.unit(name).destroyed]
        for name in doomed:
            # AMB2-53, where a failed suicide assault ends only after the defence.
            destroy(draft, name, by=name)
        if draft.state.steps[0] != self:
            return
        everybody = {combat.target, *combat.helpers, *(each.target for each in combat.fighting)}
        held = any(not draft.state.unit(name).destroyed for name in everybody)
        goes_back = held or draft.state.options.choice("cc_after_win") == "return"
        left = [each for each in combat.attackers if not draft.state.unit(each.unit).destroyed]
        back = tuple(
            UnitSpot(unit=each.unit, spot=each.start)
            for each in left
            if goes_back and draft.state.unit(each.unit).spot is not None
        )
        stayed = () if goes_back else tuple(each.unit for each in left)
        clause = "PT2-D38" if len(combat.attackers) > 1 else "PT2-D32"
        draft.emit(CombatEnded(unit=self.unit, back=back, stayed=stayed), clause=clause)
