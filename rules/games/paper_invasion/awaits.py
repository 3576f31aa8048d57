"""Knows what the game waits for, and from whom, in a sentence."""

from rules.games.paper_invasion.decide.draft import next_mover
from rules.games.paper_invasion.decide.placing import next_zone
from rules.games.paper_invasion.state import State
from rules.games.paper_invasion.vocabulary import Control, Phase, Side
from rules.games.paper_invasion.ways import duties
from rules.referee.toolkit.phrases import ended, listed


def awaits(state: State) -> str:
    """What is waited for now; an open question comes before everything else."""
    heroes = listed(state.seats_of(Side.HEROES))
    if state.outcome is not None:
        return ended(state.outcome.says)
    if state.ask is not None:
        return f"{heroes}: {ended(state.ask.says)}"
    match state.phase:
        case Phase.THEME:
            return f"{heroes}: choose a theme, and who plays together."
        case Phase.WORD:
            return f"{heroes}: take a word, or six dice."
        case Phase.BOARD:
            return f"{heroes}: {_board(state)}"
        case Phase.HEROES:
            left = state.numbers.heroes - len(state.heroes)
            return f"{heroes}: place the Heroes in rooms, {left} to go."
        case Phase.ENEMIES:
            left = state.numbers.enemies - state.dealt
            said = f"place the Enemies, {left} to go; the next one at {next_zone(state)}."
            return f"{listed(state.seats_of(Side.ENEMIES))}: {said}"
        case Phase.MARKERS:
            left_over = [
                name
                for name, room in (("vault", state.vault_room), ("event", state.event_room))
                if not room
            ]
            return f"{heroes}: place {listed(f'the {name}' for name in left_over)}."
    return _turn(state)


def _board(state: State) -> str:
    rooms = state.numbers.rooms
    if state.board is None:
        return f"draw {rooms} rooms, or take the umpire's layout."
    if state.doubts:
        first = state.doubts[0]
        return f"look at {first.subject}: {ended(first.says)}"
    return f"look at the board, {len(state.board.rooms)} of {rooms} rooms, and confirm it."


def _turn(state: State) -> str:
    side = state.side
    players = state.seats_of(side)
    if side is Side.ENEMIES and state.control is Control.ALTERNATING and not state.active:
        players = (next_mover(state),)
    owed = duties(state)
    more = f" {owed[0][1]}" if owed else " End the turn when you are done."
    return f"{listed(players)}: it is the {side}' turn.{more}"
