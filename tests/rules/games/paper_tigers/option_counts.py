"""Knows how lines of play are counted: what perft is to chess.

Every template is filled with every value that it allows, alone and together, and each filling that
is accepted is one line. What chance decides is fixed: every die shows a 4, a card turned up is the
first that it can be, and whoever moves stays where it stands. Giving up is left out.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Final

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.state import State
from rules.referee.game import Command, Hole, Refusal, Template
from rules.referee.vocabulary import written
from rules.table.snapshot import Snapshot

DIE: Final = 4
FIXED: Final = frozenset({"turn_up"})
"""Commands whose cards are chance and not choice."""


def lines(state: State, snapshot: Snapshot, *, depth: int) -> int:
    """How many lines of exactly so many commands there are from here."""
    if not depth:
        return 1
    return sum(divided(state, snapshot, depth=depth).values())


def divided(state: State, snapshot: Snapshot, *, depth: int) -> dict[str, int]:
    """The same by the first command, so that a wrong count can be walked down."""
    found: dict[str, int] = {}
    for command in commands(state, snapshot):
        decision = GAME.decide(state, command, snapshot)
        if isinstance(decision, Refusal):
            continue
        after = state
        for event in decision:
            after = GAME.evolve(after, event.body)
        name = f"{command.author}: {_in_short(command.body)}"
        assert name not in found, f"expected each command once, got {name} twice"
        found[name] = lines(after, snapshot, depth=depth - 1)
    return found


def commands(state: State, snapshot: Snapshot) -> Iterator[Command]:
    """Every filling of every template that is not greyed; some are still refused as a whole."""
    for seat in dict.fromkeys(force.seat for force in state.forces):
        for template in GAME.options(state, snapshot, seat):
            if template.refusal is None and template.command != "concede":
                for values in _fillings(template):
                    fields = {**template.fixed, **values}
                    body = {name: written(value) for name, value in fields.items()}
                    read = GAME.commands.read({"kind": template.command, **body}, "command")
                    yield Command(author=seat, body=read)


def _fillings(template: Template) -> Iterator[Mapping[str, object]]:
    choices = [_values(template, hole) for hole in template.holes]
    for picked in product(*choices):
        yield {
            hole.name: value
            for hole, value in zip(template.holes, picked, strict=True)
            if value is not None
        }


def _values(template: Template, hole: Hole) -> list[object]:
    """What a hole is filled with; None leaves it out."""
    left_out: list[object] = [None] if hole.optional else []
    if hole.kind == "dice":
        return [[DIE] * hole.count]
    if hole.kind == "pose":
        return [None]
    if template.command in FIXED:
        return [list(hole.allowed[: hole.count])]
    if hole.kind == "cards":
        return [*left_out, *(list(each) for each in combinations(hole.allowed, hole.count))]
    return [*left_out, *hole.allowed]


def _in_short(body: object) -> str:
    """A command as one reads it in a list of counts."""
    words = dict(GAME.commands.write(body))
    kind = words.pop("kind")
    return " ".join([str(kind), *(f"{name}={value}" for name, value in words.items())])
