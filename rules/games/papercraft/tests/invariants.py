"""Checks what must be true at every moment of a battle of Papercraft, and of every step of it."""

from collections.abc import Iterable, Iterator, Sequence

from rules.games.papercraft.catalogue import SQUARES
from rules.games.papercraft.chapters.abilities_used import AbilityUsed
from rules.games.papercraft.chapters.amending import UnitAmended
from rules.games.papercraft.chapters.attacks import AttackDeclared
from rules.games.papercraft.chapters.damage import Hurt
from rules.games.papercraft.chapters.gale import Charged
from rules.games.papercraft.chapters.hits import AttackRoll, AttackUnderway, GuardRoll
from rules.games.papercraft.chapters.turn_effects import Healed
from rules.games.papercraft.profiles import Fate
from rules.games.papercraft.state import Phase, State, Unit
from rules.referee.toolkit.questions import ChoiceQuestion
from rules.table.snapshot import TableSize

FOUGHT = frozenset({Phase.TURN_START, Phase.MOVE, Phase.ATTACK, Phase.TURN_END})


def faults(state: State, *, table: TableSize) -> list[str]:
    """What is impossible about a state."""
    found = [fault for unit in state.units.values() for fault in _unit_faults(state, unit, table)]
    return [*found, *_ask_faults(state), *_turn_faults(state)]


def _unit_faults(state: State, unit: Unit, table: TableSize) -> Iterator[str]:
    name, profile = unit.id, unit.profile
    if (unit.hp > 0) is not unit.alive:
        yield f"{name} has {unit.hp} HP and is {unit.fate}"
    if unit.hp > profile.hp and state.options.choice("heal_cap") == "printed":
        yield f"{name} has {unit.hp} of {profile.hp} HP"
    square = SQUARES[profile.secondary]
    if {unit.width, unit.depth} != {square.width, square.depth}:
        yield f"{name} is {unit.width} by {unit.depth}"
    spot = unit.spot
    if spot is not None and not (0 <= spot.x_in <= table.width and 0 <= spot.y_in <= table.depth):
        yield f"{name} stands at {spot}"
    if unit.walked < 0 or (profile.movement is None and unit.walked > 0):
        yield f"{name} has walked {unit.walked}"
    if unit.inside and unit.alive:
        building = state.units.get(unit.inside)
        if building is None or building.player != unit.player:
            yield f"{name} is in {unit.inside}"
    if unit.held_by and unit.alive and not state.unit(unit.held_by).alive:
        yield f"{name} is held by {unit.held_by}, who is {state.unit(unit.held_by).fate}"
    if not unit.alive and (unit.statuses or unit.held_by or unit.inside):
        yield f"{name} is {unit.fate} and {unit.statuses}, {unit.held_by}, {unit.inside}"
    if state.phase in FOUGHT and unit.alive and spot is None:
        yield f"{name} is alive and nowhere"
    charges = unit.ability_used
    if len(unit.attacks) > profile.most_attacks and not charges:
        yield f"{name} has attacked {len(unit.attacks)} times"
    targets = [target for _, target in unit.attacks]
    if len(set(targets)) < len(targets):
        yield f"{name} has attacked {targets}"


def _ask_faults(state: State) -> Iterator[str]:
    ids = [ask.id for ask in state.asks]
    if len(set(ids)) < len(ids) or any(not 1 <= each <= state.asked for each in ids):
        yield f"asks {ids} of {state.asked}"
    for ask in state.asks:
        if ask.seat != state.player(ask.who).seat:
            yield f"{ask.who} does not sit at {ask.seat}"
        question = ask.question
        if isinstance(question, ChoiceQuestion) and len(question.choices) < 2:
            yield f"{ask.says} with {question.choices}"


def _turn_faults(state: State) -> Iterator[str]:
    if (state.phase is Phase.ENDED) is (state.outcome is None):
        yield f"{state.phase} with {state.outcome}"
    if state.order and set(state.order) - {player.name for player in state.players}:
        yield f"order {state.order}"
    if state.phase in FOUGHT and state.active not in state.order:
        yield f"{state.active} is on, of {state.order}"
    if state.steps and not state.asks and state.outcome is None:
        yield f"nobody is asked for {state.steps[0]}"
    for step in state.steps:
        if isinstance(step, AttackUnderway) and (step.attack_die or step.guard_die):
            other = AttackRoll if step.guard_die else GuardRoll
            if not any(isinstance(ask.question, other) for ask in state.asks):
                yield f"dice of {step} that nobody waits for"


def step_faults(before: State, bodies: Sequence[object], *, after: State) -> list[str]:
    """What is impossible about the events of one command."""
    return [
        *_hp_faults(before, bodies, after=after),
        *_right_faults(before, bodies),
        *_count_faults(before, after),
    ]


def _hp_faults(before: State, bodies: Sequence[object], *, after: State) -> Iterator[str]:
    """HP go down by what hurts, and up by what heals alone."""
    healing = before.options.choice("min_damage") == "heal"
    for body in bodies:
        if isinstance(body, Hurt) and body.amount < 0 and not healing:
            yield f"a hit heals {body.unit} by {-body.amount}"
        if isinstance(body, Healed) and body.amount <= 0:
            yield f"a song hurts {body.unit}"
    named = {each.unit for each in bodies if isinstance(each, Hurt | Healed | UnitAmended)}
    for name, unit in after.units.items():
        changed = unit.hp != before.unit(name).hp
        if changed and name not in named and unit.fate is not Fate.REMOVED:
            yield f"{name} goes from {before.unit(name).hp} to {unit.hp} HP for nothing"


def _right_faults(before: State, bodies: Iterable[object]) -> Iterator[str]:
    """Nobody acts twice beyond the right to."""
    for body in bodies:
        if isinstance(body, AttackDeclared):
            unit = before.unit(body.unit)
            if unit.ability_used or len(unit.attacks) >= unit.profile.most_attacks:
                yield f"{body.unit} attacks once too often"
        if isinstance(body, AbilityUsed):
            unit = before.unit(body.unit)
            if unit.ability_used or unit.attacks or unit.moved:
                yield f"{body.unit} uses {body.ability} though it has acted"
        if isinstance(body, Charged) and not before.unit(body.unit).ability_used:
            yield f"{body.unit} charges out of nothing"


def _count_faults(before: State, after: State) -> Iterator[str]:
    # A player whose units are all dead is skipped, so rounds may pass within one command.
    if after.turn < before.turn or after.round < before.round or after.asked < before.asked:
        yield f"from turn {before.turn} to {after.turn}, from ask {before.asked} to {after.asked}"
    for name, unit in before.units.items():
        if not unit.alive and after.unit(name).alive:
            yield f"{name} is alive again"
