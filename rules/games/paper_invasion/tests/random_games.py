"""How games of Paper Invasion are played at random, and what must be true in all of them."""

from collections.abc import Iterable, Iterator
from functools import partial

from rules.games.paper_invasion import GAME
from rules.games.paper_invasion.outlines import is_zone
from rules.games.paper_invasion.state import State
from rules.games.paper_invasion.tests.samples import SAMPLES
from rules.games.paper_invasion.vocabulary import Form, Phase, Side
from rules.table.snapshot import TableSize
from rules.testing.random_play import RandomPlay, stubborn


def faults(state: State, *, table: TableSize) -> Iterator[str]:
    """What is impossible about a state, however large the table is."""
    del table
    if (state.phase is Phase.OVER) is (state.outcome is None):
        yield f"{state.phase} with {state.outcome}"
    holding = [token for token in state.tokens.values() if token.form is Form.HOLDING]
    if len(holding) > 1 or (holding and (state.item_spent or not state.looted)):
        yield f"{len(holding)} hold the item, spent {state.item_spent}"
    if state.active and state.active not in state.tokens:
        yield f"{state.active} is on and is not there"
    if state.board is None:
        return
    for wall in state.board.walls:
        if wall.one == wall.other or not (
            state.board.has(wall.one) and state.board.has(wall.other)
        ):
            yield f"{wall.id} parts {wall.one} from {wall.other}"
    for token in state.tokens.values():
        if not state.board.has(token.place):
            yield f"{token.id} is in {token.place}"
        outside = token.side is Side.ENEMIES and is_zone(token.place)
        if outside and not token.attached:
            yield f"{token.id} stands outside nothing"
    if state.in_play and (state.heroes_skip < 0 or state.enemies_skip < 0):
        yield f"skips {state.heroes_skip} and {state.enemies_skip}"


def step_faults(before: State, bodies: Iterable[object], *, after: State) -> Iterator[str]:
    """What is impossible about a change, whatever brought it."""
    del bodies
    if after.turn < before.turn or after.asked < before.asked or after.events < before.events:
        yield f"from turn {before.turn} to {after.turn}"
    fresh = set(after.tokens) - set(before.tokens)
    if fresh & set(before.names):
        yield f"{fresh} come back"


def ending(state: State) -> tuple[str, int]:
    """Who has won, and how many turns it took."""
    assert state.outcome is not None
    return str(state.outcome.winner), state.turn


PLAY: RandomPlay[State] = RandomPlay(
    game=GAME,
    samples=SAMPLES,
    faults=faults,
    step_faults=step_faults,
    ending=ending,
    to_the_end=partial(stubborn, giving_up="give_up"),
)
