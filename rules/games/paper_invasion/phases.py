"""Tells what each phase of a game is for, and goes through them as players ask for something."""

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any, Final

from rules.games.paper_invasion.board import called, within
from rules.games.paper_invasion.chapters import (
    acting,
    boarding,
    by_hand,
    enemy_script,
    happening,
    items_offered,
    naming,
    placing,
    secret_passage,
    turns,
)
from rules.games.paper_invasion.draft import Draft, Phases, Trial, due_now, next_mover, pick
from rules.games.paper_invasion.state import State
from rules.games.paper_invasion.vocabulary import EnemyControl, Phase, Side
from rules.games.paper_invasion.ways import duties
from rules.referee.toolkit.chapters import PhaseRow
from rules.referee.toolkit.game import Command, Decision, Template, Weight
from rules.referee.toolkit.phrases import ended, listed
from rules.referee.toolkit.questions import Ask, ChoiceQuestion, choice_offer
from rules.table.snapshot import Snapshot

WHY: Final = MappingProxyType(
    {"PI-EVT-01": "few Enemies are left", "PI-EVT-02": "the Enemies were stuck in their turn"}
)
"""What brought the event."""


def _board(state: State) -> str:
    rooms = state.numbers.rooms
    if state.board is None:
        return f"draw {rooms} rooms, or take the umpire's layout."
    if state.doubts:
        first = state.doubts[0]
        return f"look at {called(first.subject)}: {ended(first.says)}"
    return f"look at the board, {len(state.board.rooms)} of {rooms} rooms, and confirm it."


def _turn(state: State) -> str:
    side = state.side
    players = state.seats_of(side)
    if side is Side.ENEMIES and state.control is EnemyControl.ALTERNATING and not state.active:
        players = (next_mover(state),)
    owed = duties(state)
    more = f" {owed[0].reason}" if owed else " End the turn when you are done."
    return f"{listed(players)}: it is the {side}' turn.{more}"


def _markers_left(state: State) -> str:
    rooms = (("vault", state.vault_room), ("event", state.event_room))
    return f"place {listed(f'the {name}' for name, room in rooms if not room)}."


def _enemies_left(state: State) -> str:
    left = state.numbers.enemies - state.dealt
    said = f"place the Enemies, {left} to go; the next one {within(placing.next_zone(state))}."
    return f"{listed(state.seats_of(Side.ENEMIES))}: {said}"


def _deal(draft: Draft) -> bool:
    if draft.state.automatic:
        placing.deal(draft)
    return draft.state.automatic


def _first_turn(draft: Draft) -> bool:
    if not (draft.state.vault_room and draft.state.event_room):
        return False
    turns.first_turn(draft)
    return True


def _go_on(draft: Draft) -> bool:
    """PI-TRN-01: the next turn, or the next step of Enemies that move by themselves."""
    if draft.state.ending:
        turns.next_turn(draft)
    elif draft.state.phase is Phase.ENEMY_TURN and draft.state.automatic:
        enemy_script.script_step(draft)
    else:
        return False
    return True


def _set_up(tell: Callable[[State], str]) -> Callable[[State], str]:
    """What is waited for from the Heroes' players before the first turn."""
    return lambda state: f"{listed(state.seats_of(Side.HEROES))}: {tell(state)}"


def playing_offers(trial: Trial) -> Iterator[Template]:
    """Every Move and Action of every token that may begin now, the item, and the turn's end."""
    state = trial.state
    on_turn = trial.seat in state.seats_of(state.side)
    if on_turn:
        yield from acting.action_offers(trial)
        end = trial.refusal(turns.EndSide())
        yield Template(command="end_turn", says="The turn is over.", refusal=end)
    if trial.for_heroes:
        yield from items_offered.item_offers(trial)
        if turns.why_no_extra(state) is None:
            own = state.event_row.number
            numbers = (own, *(row.number for row in state.event_table if row.number != own))
            rows = pick("row", numbers, kind="count")
            told = ", ".join(f"{row.number} {row.name}" for row in state.event_table)
            says = f"Take another event, from the row that you choose: {told}."
            yield Template(command="trigger_event", says=says, holes=rows, weight=Weight.QUIET)


def _turns_of(side: Side) -> PhaseRow:
    return PhaseRow(
        clause="PI-TRN-01",
        says=f"It is the {side}' turn.",
        goes_on=_go_on,
        offers=playing_offers,
        awaits=_turn,
    )


PHASES: Final[Phases] = MappingProxyType(
    {
        Phase.THEME: PhaseRow(
            clause="PI-OBJ-01",
            says="Choose a theme and who plays together.",
            offers=naming.theme_offers,
            awaits=_set_up(lambda _: "choose a theme, and who plays together."),
        ),
        Phase.WORD: PhaseRow(
            clause="PI-SLOT-01",
            says="Take a word, or six dice.",
            offers=naming.word_offers,
            awaits=_set_up(lambda _: "take a word, or six dice."),
        ),
        Phase.BOARD: PhaseRow(
            clause="PI-SET-01",
            says="Take a board, look at it, and confirm it.",
            offers=boarding.board_offers,
            awaits=_set_up(_board),
        ),
        Phase.HEROES: PhaseRow(
            clause="PI-SET-04",
            says="Place the Heroes in rooms.",
            offers=placing.hero_offers,
            awaits=placing.heroes_awaited,
        ),
        Phase.ENEMIES: PhaseRow(
            clause="PI-SET-05",
            says="Place the Enemies outside, north, east, south and west in turn.",
            goes_on=_deal,
            offers=placing.enemy_offers,
            awaits=_enemies_left,
        ),
        Phase.MARKERS: PhaseRow(
            clause="PI-SET-07",
            says="Place the vault and the event marker.",
            goes_on=_first_turn,
            offers=placing.marker_offers,
            awaits=_set_up(_markers_left),
        ),
        Phase.HERO_TURN: _turns_of(Side.HEROES),
        Phase.ENEMY_TURN: _turns_of(Side.ENEMIES),
        Phase.OVER: PhaseRow(clause="PI-END-01", says="The game is over."),
    }
)


def decide(state: State, command: Command, snapshot: Snapshot) -> Decision:
    """What a command brings: all that happens until the referee waits for somebody again."""
    return Draft(state, command=command, snapshot=snapshot, phases=PHASES).decided(_ruled)


def _ruled(draft: Draft) -> None:
    state, author = draft.state, draft.command.author
    body: Any = draft.command.body
    if state.outcome is not None:
        draft.refuse(state.outcome.clause, f"The game is over: {state.outcome.says}")
    if author not in {seat.name for seat in state.seats}:
        draft.refuse("PI-OBJ-01", f"{author} has no seat in this game.")
    body.ruled(draft)
    progress(draft)


def progress(draft: Draft) -> None:
    """Let happen whatever nobody needs to be asked for."""
    while not turns.end_if_over(draft) and draft.state.ask is None:
        due, row = due_now(draft.state), draft.phase
        if due:
            happening.happen(draft, why=WHY[due], clause=due)
        elif row.goes_on is None or not row.goes_on(draft):
            return


def options(state: State, snapshot: Snapshot, seat: str) -> tuple[Template, ...]:
    """What may be asked now; while the umpire waits for an answer, only that and giving up."""
    if state.outcome is not None or seat not in {each.name for each in state.seats}:
        return ()
    trial = Trial(state, snapshot=snapshot, seat=seat, phases=PHASES)
    give_up = Template(
        command="give_up", says="Give the game up.", verb="Give up", weight=Weight.GRAVE
    )
    always = (*enemy_script.control_offers(trial), give_up)
    if state.ask is not None:
        return (*_answer_offers(trial, state.ask), *always)
    offers = PHASES[state.phase].offers
    return (*(() if offers is None else offers(trial)), *always)


def _answer_offers(trial: Trial, ask: Ask) -> tuple[Template, ...]:
    """What the open question is answered with, for whoever plays for the Heroes."""
    if not trial.for_heroes:
        return ()
    match ask.question:
        case ChoiceQuestion():
            return (choice_offer(ask),)
        case secret_passage.NewRoom():
            return (ask.question.offered(ask),)
    return by_hand.by_hand_offers(trial)


def awaits(state: State) -> str:
    """What is waited for now; an open question comes before everything else."""
    if state.outcome is not None:
        return ended(state.outcome.says)
    if state.ask is not None:
        return f"{listed(state.seats_of(Side.HEROES))}: {ended(state.ask.says)}"
    told = PHASES[state.phase].awaits or _turn
    return told(state)
