"""Knows who attacks and who defends (PT1-B1), and how far forward a column marches (PT1-J1b)."""

from rules.games.paper_tigers.battle_options import HIGH_GROUND, PATROLS, WITHDRAWAL
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.events.setup import ColumnRolled, PhaseBegan, RolesSet, RollTied
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.vocabulary import Ask, Phase, Purpose
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.tallies import Count

SIDE_DICE = 2


def roll_sides(draft: Draft) -> bool:
    """Ask both sides for their roll."""
    means = (
        Meaning(when="the higher total", then="Attacker"),
        Meaning(when="the lower total", then="Defender"),
        Meaning(when="equal totals", then="both roll again"),
    )
    for side in draft.state.sides:
        dice = DiceAsk(count=SIDE_DICE, why=f"whether {side} attacks", means=means)
        force = draft.state.forces_of(side)[0].name
        draft.ask_roll(Purpose.SIDES, force=force, clause="PT1-B1", dice=dice, other=side)
    return True


def settle_sides(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """Once both rolls are in: the higher attacks; equal ones are rolled again."""
    del dice
    state = draft.state
    if any(other.purpose is ask.purpose for other in state.asks):
        return
    totals = {side: sum(state.rolls[state.forces_of(side)[0].name]) for side in state.sides}
    high, low = sorted(state.sides, key=lambda side: -totals[side])
    if totals[high] == totals[low]:
        draft.emit(RollTied(total=totals[high]), clause="PT1-B1")
        return
    if (own := state.stages.rulings.attacker) is not None:
        high = own(state, high)
        low = state.other_side(high)
    counts = tuple(Count(name=side, count=totals[side]) for side in state.sides)
    draft.emit(RolesSet(attacker=high, defender=low, totals=counts), clause="PT1-B2")
    draft.emit(PhaseBegan(phase=Phase.TERRAIN), clause=terrain_clause(draft.state))


def scenario(state: State) -> str:
    """Which battle is played."""
    return state.options.choice("scenario")


def terrain_placer(state: State) -> str:
    """PT1-B2: the Attacker, but where a scenario gives it to the Defender (PT1-J2a, J3a)."""
    if (own := state.stages.rulings.terrain_side) is not None:
        return own(state)
    return state.defender if scenario(state) in {HIGH_GROUND, WITHDRAWAL} else state.attacker


def terrain_clause(state: State) -> str:
    """The clause under which terrain is placed."""
    return {HIGH_GROUND: "PT1-J2a", WITHDRAWAL: "PT1-J3a"}.get(scenario(state), "PT1-B2")


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
    draft.ask_roll(Purpose.COLUMN, force=force, clause="PT1-J1b", dice=dice, other=side)
    return True


def settle_column(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """How near the middle a column begins."""
    draft.emit(ColumnRolled(side=ask.other, inches=dice[0]), clause="PT1-J1b")
