"""Lets a side add units where the other begins with places that count (PT1-G3c, J2d, J3c)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.paper_tigers.chapters.beginning import deploying_side
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.scoring import worth
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.phrases import counted, listed, verb


@dataclass(frozen=True, slots=True, kw_only=True)
class AddBonus:
    """Units that stand by join the side that sets up, for the points that it may add."""

    units: tuple[str, ...]

    def ruled(self, draft: Draft) -> None:
        draft.require_phase(Phase.DEPLOY_FIRST, Phase.DEPLOY_SECOND)
        state, side = draft.state, deploying_side(draft.state)
        clause = bonus_clause(state)
        names = tuple(dict.fromkeys(self.units))
        if not names:
            draft.refuse(clause, "Name the units that are to be added.")
        for name in names:
            unit = state.standby.get(name)
            if unit is None:
                known = ", ".join(state.standby) or "none"
                draft.refuse(
                    clause, f"There is no unit {name!r} that stands by; there are: {known}."
                )
            draft.own_force(unit.force)
            if unit.side != side:
                draft.unless_waived(clause, f"It is {side} that sets up now, and {name} joins it.")
        takes = sum(worth(state, state.standby[name]) for name in names)
        left = state.bonus.get(side, 0)
        if takes > left:
            worths = f"{listed(names)} {verb(names, 'take')} {counted(takes, 'point')}"
            draft.unless_waived(clause, f"{worths}, and {side} may add {left}.")
        draft.emit(BonusAdded(side=side, units=names, points=takes), clause=clause)


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusAllowed:
    """Unit points that a side may add because the other begins with objectives."""

    side: str
    points: int
    own_points: int
    other_points: int

    def after(self, state: State) -> State:
        return replace(state, bonus={**state.bonus, self.side: self.points})

    def told(self) -> str:
        return (
            f"{self.side} may add units worth {counted(self.points, 'point')}: "
            f"it has {self.own_points}, the other side {self.other_points}."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusAdded:
    """Units that stood by are in the battle."""

    clause: ClassVar[str] = "PT1-G3c"

    side: str
    units: tuple[str, ...]
    points: int

    def after(self, state: State) -> State:
        joining = {name: state.standby[name] for name in self.units}
        standby = {name: unit for name, unit in state.standby.items() if name not in joining}
        left = max(0, state.bonus.get(self.side, 0) - self.points)
        bonus = {**state.bonus, self.side: left}
        return replace(state, units={**state.units, **joining}, standby=standby, bonus=bonus)

    def told(self) -> str:
        joins = f"{listed(self.units)} {verb(self.units, 'join')} {self.side}"
        return f"{joins}, worth {counted(self.points, 'point')}."


def bonus_clause(state: State) -> str:
    """Under which clause points may be added in this battle."""
    return "PT1-J2d" if state.big_hill else "PT1-J3c" if state.bridge else "PT1-G3c"


def army_points(state: State, side: str) -> int:
    """PT1-G2: what a side's units are worth together."""
    return sum(worth(state, unit) for unit in state.living(side))


def bonus(own: int, *, other: int, held: int) -> int:
    """PT1-G3c: unit points to add against objectives held: no more than twice the other's total.

    >>> bonus(20, other=20, held=8), bonus(20, other=20, held=24), bonus(45, other=20, held=8)
    (8, 20, 0)
    """
    return max(0, min(held, 2 * other - own))


def tell_bonus(draft: Draft) -> None:
    """Say what each side may add for the places that the other holds from the start."""
    state = draft.state
    for side in state.sides:
        held = sum(each.points for each in state.objectives if each.held_by not in {"", side})
        if held:
            own, other = (army_points(state, each) for each in (side, state.other_side(side)))
            extra = bonus(own, other=other, held=held)
            event = BonusAllowed(side=side, points=extra, own_points=own, other_points=other)
            draft.emit(event, clause=bonus_clause(state))


def bonus_offers(trial: Trial, side: str) -> tuple[Template, ...]:
    """Units that stand by, each alone, as far as the points go."""
    own = [unit.id for unit in trial.state.standby.values() if unit.side == side]
    allowed = tuple((name,) for name in own if trial.refusal(AddBonus(units=(name,))) is None)
    if not allowed:
        return ()
    left = counted(trial.state.bonus.get(side, 0), "point")
    says = f"{side} adds units that stand by, worth up to {left}."
    hole = Hole(name="units", kind="unit", allowed=allowed)
    return (Template(command="add_bonus", says=says, holes=(hole,)),)
