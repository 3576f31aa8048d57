"""Counts lines of play: what perft is to chess.

Every template is filled with every value that it allows, alone and together, and each filling that
is accepted is one line.
"""

from collections.abc import Iterator
from itertools import product

from rules.games.tossing_tiger import GAME
from rules.games.tossing_tiger.state import State
from rules.games.tossing_tiger.tests.war_play import EMPTY
from rules.referee.toolkit.game import Command, Refusal
from rules.referee.toolkit.vocabulary import written


def lines(state: State, *, depth: int) -> int:
    """How many lines of exactly so many commands there are from here."""
    if not depth:
        return 1
    return sum(divided(state, depth=depth).values())


def divided(state: State, *, depth: int) -> dict[str, int]:
    """The same by the first command, so that a wrong count can be walked down."""
    found: dict[str, int] = {}
    for command in commands(state):
        decision = GAME.decide(state, command, EMPTY)
        if isinstance(decision, Refusal):
            continue
        after = state
        for event in decision:
            after = GAME.evolve(after, event.body)
        name = f"{command.author}: {command.body}"
        assert name not in found, f"expected each command once, got {name} twice"
        found[name] = lines(after, depth=depth - 1)
    return found


def commands(state: State) -> Iterator[Command]:
    """Every filling of every template."""
    for seat in dict.fromkeys(player.seat for player in state.players):
        for template in GAME.options(state, EMPTY, seat):
            for picked in product(*(hole.allowed for hole in template.holes)):
                values = dict(zip((h.name for h in template.holes), picked, strict=True))
                fields = {**template.fixed, **values}
                body = {name: written(value) for name, value in fields.items()}
                read = GAME.commands.read({"kind": template.command, **body}, "command")
                yield Command(author=seat, body=read)
