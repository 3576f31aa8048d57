"""The beginning of a battle: who attacks, and how far forward columns march (PT1-B1, B2, J1b)."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rules.games.paper_tigers.asking import GroupRoll, RollTied
from rules.games.paper_tigers.battle_options import HIGH_GROUND, PATROLS, WITHDRAWAL
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.measuring.zones import Edge
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.vocabulary import Phase, totals
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.tallies import Count

SIDE_DICE: Final = 2
"""PT1-B1: ordinary ones, as for every roll (PT1-A1)."""


class BeginningRules:
    """Where an edition may say otherwise who attacks."""

    def attacker(self, state: State, high: str) -> str:
        """Who attacks when that side has rolled higher."""
        del state
        return high

    def both_attack(self, state: State) -> bool:
        """Whether nobody defends; the higher roll is then for the terrain alone."""
        del state
        return False

    def dice(self, state: State, usual: DiceAsk, *, side: str) -> DiceAsk:
        """What a side rolls for, and what that means."""
        del state, side
        return usual


@dataclass(frozen=True, slots=True, kw_only=True)
class SidesRoll(GroupRoll):
    """Both sides roll for who attacks."""

    purpose = "sides"
    side: str

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        """Once both rolls are in: the higher attacks; equal ones are rolled again."""
        del ask, dice
        state = draft.state
        if any(isinstance(other.question, SidesRoll) for other in state.asks):
            return
        totals = {side: sum(state.rolls[state.forces_of(side)[0].name]) for side in state.sides}
        high, low = sorted(state.sides, key=lambda side: -totals[side])
        if totals[high] == totals[low]:
            draft.emit(RollTied(total=totals[high]), clause="PT1-B1")
            return
        high = state.edition.of(BeginningRules).attacker(state, high)
        low = state.other_side(high)
        counts = tuple(Count(name=side, count=totals[side]) for side in state.sides)
        both = state.edition.of(BeginningRules).both_attack(state)
        event = RolesSet(attacker=high, defender=low, totals=counts, both=both)
        draft.emit(event, clause="PT1-B2")
        draft.begin(Phase.TERRAIN, clause=terrain_clause(draft.state))


@dataclass(frozen=True, slots=True, kw_only=True)
class RolesSet:
    """Who attacks and who defends."""

    clause: ClassVar[str] = "PT1-B2"

    attacker: str
    defender: str
    totals: tuple[Count, ...]
    both: bool = False
    """Both attack; the first of them lays terrain first."""

    def after(self, state: State) -> State:
        return replace(state, attacker=self.attacker, rolls={})

    def told(self) -> str:
        rolled = f": {totals(self.totals)}" if self.totals else ""
        if self.both:
            return f"Both sides attack, and {self.attacker} lays terrain first{rolled}."
        return f"{self.attacker} attacks and {self.defender} defends{rolled}."


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnRoll(GroupRoll):
    """PT1-J1b: how near the middle a column begins."""

    purpose = "column"
    side: str

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        del ask
        draft.emit(ColumnRolled(side=self.side, inches=dice[0]))


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnRolled:
    """How far from the table's centre a marching column begins."""

    clause: ClassVar[str] = "PT1-J1b"

    side: str
    inches: int

    def after(self, state: State) -> State:
        return replace(state, columns={**state.columns, self.side: self.inches})

    def told(self) -> str:
        return f"{self.side}'s column begins {self.inches} in from the middle of the table."


def roll_sides(draft: Draft) -> bool:
    """Ask both sides for their roll."""
    rules = draft.state.edition.of(BeginningRules)
    means = (
        Meaning(when="the higher total", then="Attacker"),
        Meaning(when="the lower total", then="Defender"),
        Meaning(when="equal totals", then="both roll again"),
    )
    for side in draft.state.sides:
        usual = DiceAsk(count=SIDE_DICE, why=f"whether {side} attacks", means=means)
        dice = rules.dice(draft.state, usual, side=side)
        force = draft.state.forces_of(side)[0].name
        draft.ask_roll(SidesRoll(dice=dice, side=side), force=force, clause="PT1-B1")
    return True


def scenario(state: State) -> str:
    """Which battle is played."""
    return state.options.choice("scenario")


def deploying_side(state: State) -> str:
    """PT1-B3, B4: the Defender first."""
    return state.defender if state.phase is Phase.DEPLOY_FIRST else state.attacker


def roll_column(draft: Draft) -> bool:
    """In a clash of patrols, ask the side that deploys how near the middle it begins."""
    state = draft.state
    side = deploying_side(state)
    if scenario(state) != PATROLS or side in state.columns or not state.edge:
        return False
    means = Meaning(when="the die", then="inches from the middle of the table to the first squad")
    dice = DiceAsk(count=1, why=f"where {side}'s column begins", means=(means,))
    force = state.forces_of(side)[0].name
    draft.ask_roll(ColumnRoll(dice=dice, side=side), force=force, clause="PT1-J1b")
    return True


def terrain_clause(state: State) -> str:
    """The clause under which terrain is placed."""
    return {HIGH_GROUND: "PT1-J2a", WITHDRAWAL: "PT1-J3a"}.get(scenario(state), "PT1-B2")


def edge_of(state: State, side: str) -> Edge:
    """A side's own edge: the Attacker's is across from the Defender's."""
    edge = Edge(state.edge)
    return edge if side == state.defender else edge.opposite


def awaits_defender(state: State) -> str:
    """The Defender, who sets up first."""
    if not state.edge:
        return f"{state.defender}: choose your edge of the table."
    return f"{state.defender}: set up your units, and say when they stand."


def awaits_attacker(state: State) -> str:
    """The Attacker."""
    return f"{state.attacker}: set up your units, and say when they stand."
