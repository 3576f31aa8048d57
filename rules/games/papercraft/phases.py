"""Tells what each phase of a battle is for, and goes through them as players ask for something."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from rules.games.papercraft import asks
from rules.games.papercraft.chapters import (
    abilities_used,
    amending,
    attacks,
    damage,
    death,
    gale,
    hits,
    moving,
    mustering,
    salvo,
    setting_up,
    sheltering,
    telekinesis,
    turn_effects,
    turns,
)
from rules.games.papercraft.draft import Book, Draft, Trial
from rules.games.papercraft.state import Phase, State
from rules.referee.toolkit.chapters import PhaseRow, progress
from rules.referee.toolkit.game import Command, Decision, Template
from rules.referee.toolkit.phrases import ended
from rules.referee.toolkit.questions import (
    Ask,
    ChoiceQuestion,
    DiceQuestion,
    choice_offer,
    roll_offer,
)
from rules.referee.toolkit.ruling import worked_out
from rules.table.snapshot import Snapshot

CHAPTERS: Final = (
    asks,
    mustering,
    setting_up,
    moving,
    sheltering,
    attacks,
    hits,
    damage,
    abilities_used,
    salvo,
    telekinesis,
    gale,
    death,
    turn_effects,
    turns,
    amending,
)


def _moving_offers(trial: Trial) -> Iterator[Template]:
    """A move for each unit, in and out of buildings, and the end of the movement."""
    if not trial.on_turn:
        return
    for unit in trial.own:
        if not unit.inside and unit.profile.movement:
            yield moving.move_offer(trial, unit)
        yield from sheltering.shelter_offers(trial, unit)
        yield from abilities_used.hand_offers(trial, unit)
    yield trial.plain(moving.EndMovement(), command="end_movement", says="No more moves.")


def _fighting_offers(trial: Trial) -> Iterator[Template]:
    """Every attack of every unit, abilities in place of them, and the end of the turn."""
    if not trial.on_turn:
        return
    able = False
    for unit in trial.own:
        found = (*attacks.attack_offers(trial, unit), *abilities_used.ability_offers(trial, unit))
        able = able or any(each.refusal is None for each in found)
        yield from (*found, *abilities_used.hand_offers(trial, unit))
    says = "No more attacks." if able else "Nobody can attack now."
    yield trial.plain(turns.EndTurn(), command="end_turn", says=says)


DOES: Final[Mapping[Phase, Mapping[str, Any]]] = MappingProxyType(
    {
        Phase.MUSTER: {"offers": mustering.muster_offers, "awaits": mustering.awaits_muster},
        Phase.ORDER: {"goes_on": setting_up.roll_order},
        Phase.EDGES: {
            "goes_on": setting_up.take_edges,
            "offers": setting_up.edge_offers,
            "awaits": setting_up.awaits_edge,
        },
        Phase.DEPLOY: {
            "goes_on": setting_up.next_placer,
            "offers": setting_up.placing_offers,
            "awaits": setting_up.awaits_place,
        },
        Phase.TURN_START: {"goes_on": turns.open_movement},
        Phase.MOVE: {
            "goes_on": turns.leave_turn,
            "offers": _moving_offers,
            "awaits": lambda state: f"{state.active}: move your units, then end the movement.",
        },
        Phase.ATTACK: {
            "goes_on": turns.leave_turn,
            "offers": _fighting_offers,
            "awaits": lambda state: f"{state.active}: attack, then end the turn.",
        },
        Phase.TURN_END: {"goes_on": turns.go_on},
    }
)
PHASES: Final[Mapping[Phase, PhaseRow]] = MappingProxyType(
    {
        phase: PhaseRow(clause=phase.clause, says=phase.says, **DOES.get(phase, {}))
        for phase in Phase
    }
)
BOOK: Final = Book(phases=PHASES, dies=death.die)
UMPIRE: Final = "The umpire goes on by itself."


def decide(state: State, command: Command, snapshot: Snapshot) -> Decision:
    """What a command brings: all that happens until the referee waits for somebody again."""
    return Draft(state, command=command, snapshot=snapshot, book=BOOK).decided(_ruled)


def _ruled(draft: Draft) -> None:
    state, author = draft.state, draft.command.author
    if state.outcome is not None:
        draft.refuse("PC-TRN-07", f"The battle is over: {state.outcome.says}")
    if author not in {player.seat for player in state.players}:
        draft.refuse("PC-OBJ-09", f"{author} has no seat in this battle.")
    worked_out(draft.command.body, draft)
    progress(draft)


def options(state: State, snapshot: Snapshot, seat: str) -> tuple[Template, ...]:
    """What may be asked now; while somebody owes an answer, only that and giving up."""
    if state.outcome is not None or seat not in {player.seat for player in state.players}:
        return ()
    trial = Trial(state, snapshot=snapshot, seat=seat, book=BOOK)
    offers = PHASES[state.phase].offers
    if state.asks:
        offered = tuple(_answer(trial, ask) for ask in state.asks if ask.seat == seat)
    else:
        offered = () if offers is None else tuple(offers(trial))
    return (*offered, *turns.concede_offer(trial))


def _answer(trial: Trial, ask: Ask) -> Template:
    """What an ask is answered with."""
    match ask.question:
        case DiceQuestion():
            return roll_offer(ask)
        case ChoiceQuestion():
            return choice_offer(ask)
    return moving.put_offer(trial, ask)


def awaits(state: State) -> str:
    """What the battle waits for now, and from whom; open asks come before everything else."""
    if state.outcome is not None:
        return ended(state.outcome.says)
    if state.asks:
        return " ".join(f"{ask.who}: {ended(ask.says)}" for ask in state.asks)
    says = PHASES[state.phase].awaits
    return (says(state) if says is not None else "") or UMPIRE
