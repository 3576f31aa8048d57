"""Knows how lines of play are counted: what perft is to chess.

Every template is filled with every value that it allows, alone and together, and each filling that
is accepted is one line. What chance decides is fixed: every die shows a 4, and whoever moves stays
where it stands, or goes to the place that a position names for it. Giving up is left out.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from rules.games.papercraft import GAME
from rules.games.papercraft.state import State
from rules.referee.game import Command, Hole, Refusal, Template
from rules.referee.spots import Spot
from rules.referee.vocabulary import written
from rules.table.snapshot import Snapshot

DIE: Final = 4
Places = Mapping[str, tuple[Spot, ...]]
"""By unit, where it may be said to be put."""


def lines(state: State, snapshot: Snapshot, *, depth: int, places: Places) -> int:
    """How many lines of exactly so many commands there are from here."""
    if not depth:
        return 1
    return sum(divided(state, snapshot, depth=depth, places=places).values())


def divided(state: State, snapshot: Snapshot, *, depth: int, places: Places) -> dict[str, int]:
    """The same by the first command, so that a wrong count can be walked down."""
    found: dict[str, int] = {}
    for command in commands(state, snapshot, places=places):
        decision = GAME.decide(state, command, snapshot)
        if isinstance(decision, Refusal):
            continue
        after = state
        for event in decision:
            after = GAME.evolve(after, event.body)
        name = f"{command.author}: {_in_short(command.body)}"
        assert name not in found, f"expected each command once, got {name} twice"
        found[name] = lines(after, snapshot, depth=depth - 1, places=places)
    return found


def commands(state: State, snapshot: Snapshot, *, places: Places) -> Iterator[Command]:
    """Every filling of every template that is not greyed; some are still refused as a whole."""
    for seat in dict.fromkeys(player.seat for player in state.players):
        for template in GAME.options(state, snapshot, seat):
            if template.refusal is None and template.command != "concede":
                for values in _fillings(template, places):
                    fields = {**template.fixed, **values}
                    body = {name: written(value) for name, value in fields.items()}
                    read = GAME.commands.read({"kind": template.command, **body}, "command")
                    yield Command(author=seat, body=read)


def _fillings(template: Template, places: Places) -> Iterator[Mapping[str, object]]:
    choices = [_values(template, hole, places=places) for hole in template.holes]
    for picked in product(*choices):
        yield {
            hole.name: value
            for hole, value in zip(template.holes, picked, strict=True)
            if value is not None
        }


def _values(template: Template, hole: Hole, *, places: Places) -> list[object]:
    """What a hole is filled with; None leaves it out."""
    if hole.kind == "dice":
        return [[DIE] * hole.count]
    if hole.kind == "pose":
        return [None, *places.get(str(template.fixed.get("unit", "")), ())]
    left_out: list[object] = [None] if hole.optional else []
    return [*left_out, *hole.allowed]


def _in_short(body: object) -> str:
    """A command as one reads it in a list of counts."""
    words = dict(GAME.commands.write(body))
    kind = words.pop("kind")
    return " ".join([str(kind), *(f"{name}={value}" for name, value in words.items())])
