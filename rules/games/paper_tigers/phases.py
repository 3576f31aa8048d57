"""Puts the chapters together: what each phase does, offers and awaits, and what follows from it."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from rules.games.paper_tigers import asking
from rules.games.paper_tigers.chapters import (
    acting,
    agreeing,
    arrivals,
    beginning,
    bonus,
    deck_end,
    deploying,
    following,
    initiative,
    keeping,
    laying,
    moving,
    picking,
    repairs,
    riding,
    slips,
    terrain,
    turns,
    walking,
)
from rules.games.paper_tigers.chapters.fire import firing, saving, shelter, shots
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.initial import initial
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.vocabulary import UMPIRE, Edition, Phase
from rules.referee.toolkit.chapters import PhaseRow, progress
from rules.referee.toolkit.game import Command, Decision, Setup, Template, Weight
from rules.referee.toolkit.phrases import ended
from rules.referee.toolkit.questions import (
    Ask,
    ChoiceQuestion,
    DiceQuestion,
    choice_offer,
    roll_offer,
)
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Inches

CHAPTERS: Final = (
    asking,
    beginning,
    terrain,
    bonus,
    deploying,
    slips,
    turns,
    arrivals,
    laying,
    picking,
    initiative,
    acting,
    following,
    moving,
    walking,
    firing,
    shots,
    shelter,
    saving,
    riding,
    repairs,
    keeping,
    deck_end,
    agreeing,
)
_NO_TABLE: Final = Snapshot(table=TableSize(width=Inches(36.0), depth=Inches(36.0)))


def row(
    phase: Phase,
    clause: str,
    *,
    goes_on: Callable[[Any], bool] | None = None,
    offers: Callable[[Any], tuple[Template, ...]] | None = None,
    awaits: Callable[[Any], str] | None = None,
) -> tuple[Phase, PhaseRow]:
    """A phase with all that is said of it; what nobody is awaited in, the umpire does by itself."""
    return phase, PhaseRow(
        clause=clause, says=phase.says, goes_on=goes_on, offers=offers, awaits=awaits
    )


PHASES: Final[Mapping[Phase, PhaseRow]] = MappingProxyType(
    dict(
        (
            row(Phase.ROLL_SIDES, "PT1-B1", goes_on=beginning.roll_sides),
            row(
                Phase.TERRAIN,
                "PT1-B2",
                offers=terrain.terrain_offers,
                awaits=terrain.awaits_terrain,
            ),
            row(
                Phase.DEPLOY_FIRST,
                "PT1-B3",
                goes_on=beginning.roll_column,
                offers=deploying.deploy_offers,
                awaits=beginning.awaits_defender,
            ),
            row(
                Phase.DEPLOY_SECOND,
                "PT1-B4",
                goes_on=beginning.roll_column,
                offers=deploying.deploy_offers,
                awaits=beginning.awaits_attacker,
            ),
            row(
                Phase.TURN_SLIPS,
                "PT1-H4b",
                offers=slips.turn_slip_offers,
                awaits=slips.awaits_slips,
            ),
            row(Phase.SHUFFLE, "PT1-B5", offers=turns.shuffle_offers, awaits=turns.awaits_shuffle),
            row(
                Phase.ARRIVALS,
                "PT1-J1d",
                goes_on=arrivals.look_for_arrivals,
                offers=arrivals.arrival_offers,
                awaits=arrivals.awaits_arrivals,
            ),
            row(Phase.ROLL_CARDS, "PT1-C1", goes_on=turns.roll_cards),
            row(Phase.DEAL, "PT1-C1a", offers=turns.deal_offers, awaits=turns.awaits_deal),
            row(
                Phase.ASSIGN,
                "PT1-C2",
                goes_on=laying.look_who_lays,
                offers=laying.assign_offers,
                awaits=laying.awaits_cards,
            ),
            row(
                Phase.PICK,
                "PT1-C3",
                goes_on=picking.turn_cards_up,
                offers=picking.pick_offers,
                awaits=picking.awaits_picks,
            ),
            row(
                Phase.ACT,
                "PT1-C3d",
                goes_on=acting.play_next,
                offers=acting.acting_offers,
                awaits=acting.awaits_action,
            ),
            row(
                Phase.REPAIR,
                "PT1-C4",
                goes_on=repairs.look_who_repairs,
                offers=repairs.repair_offers,
                awaits=repairs.awaits_repairs,
            ),
            row(Phase.REPAIR_ROLLS, "PT1-C4a", goes_on=repairs.roll_repairs),
            row(
                Phase.CLEAN_UP,
                "PT1-C5c",
                goes_on=keeping.clean_up,
                offers=keeping.discard_offers,
                awaits=keeping.awaits_discards,
            ),
            row(Phase.DECK_CHECK, "PT1-G4"),
            row(Phase.ENDED, "PT1-G4"),
        )
    )
)
BASIC: Final = Edition(phases=PHASES)


def opened(setup: Setup) -> State:
    """The first state of the basic game, in which both sides are asked for their roll."""
    return first_asked(initial(setup, BASIC))


def first_asked(state: State) -> State:
    """A state before the first roll, with that asked for (PT1-B1)."""
    draft = Draft(state, command=Command(author="", body=None), snapshot=_NO_TABLE)
    beginning.roll_sides(draft)
    return draft.state


def decide(state: State, command: Command, snapshot: Snapshot) -> Decision:
    """What a command brings: all that happens until the referee waits for somebody again."""
    return Draft(state, command=command, snapshot=snapshot).decided(_ruled)


def _ruled(draft: Draft) -> None:
    state, author, body = draft.state, draft.command.author, draft.command.body
    if state.outcome is not None:
        draft.refuse("PT1-G4", f"The battle is over: {state.outcome.says}")
    if author not in {force.seat for force in state.forces}:
        draft.refuse("PT1-I2", f"{author} has no seat in this battle.")
    if not hasattr(body, "ruled"):
        draft.refuse(draft.clause, f"Paper Tigers knows no command {type(body).__name__}.")
    body.ruled(draft)
    progress(draft)


def options(state: State, snapshot: Snapshot, seat: str) -> tuple[Template, ...]:
    """What may be asked now; while somebody owes an answer, only that and giving up."""
    if state.outcome is not None or seat not in {force.seat for force in state.forces}:
        return ()
    trial = Trial(state, snapshot=snapshot, seat=seat)
    concede = Template(
        command="concede", says="Give the battle up.", verb="Give up", weight=Weight.GRAVE
    )
    if state.asks:
        return (*(_answer(trial, ask) for ask in state.asks if ask.seat == seat), concede)
    offers = state.edition.phases[state.phase].offers
    return (*(() if offers is None else offers(trial)), concede)


def _answer(trial: Trial, ask: Ask) -> Template:
    """What an ask is answered with."""
    question: Any = ask.question
    match question:
        case DiceQuestion():
            return roll_offer(ask)
        case ChoiceQuestion():
            return choice_offer(ask)
    offered: Template = question.offered(trial, ask)
    return offered


def awaits(state: State) -> str:
    """What is waited for now; open asks come before everything else."""
    if state.outcome is not None:
        return ended(state.outcome.says)
    if state.asks:
        return " ".join(f"{ask.who or ask.seat}: {ended(ask.says)}" for ask in state.asks)
    awaited = state.edition.phases[state.phase].awaits
    return UMPIRE if awaited is None else awaited(state)
