"""Counts lines of play, which is to a game what perft is to chess.

Every template is filled with every value that it allows, alone and together, and each filling that
is accepted is one line. What chance decides is fixed: every die shows a 4, a card that is turned up
is the first that it can be, and whoever moves stays where it stands, or goes to the place that a
position names for it. Giving up is left out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Final

import pytest

from rules.referee.toolkit.game import Command, Game, Hole, Refusal, State, Template
from rules.referee.toolkit.spots import Spot
from rules.referee.toolkit.vocabulary import written
from rules.table.snapshot import Snapshot

DIE: Final = 4
Places = Mapping[str, tuple[Spot, ...]]
"""By unit, where it may be said to be put."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """A table on which lines of play are counted."""

    game: Game
    snapshot: Snapshot
    seats: tuple[str, ...]
    places: Places = field(default_factory=dict)
    chance: frozenset[str] = frozenset()
    """Commands whose values are chance and not choice."""

    def lines(self, state: State, *, depth: int) -> int:
        """How many lines of exactly so many commands there are from here."""
        return sum(self.divided(state, depth=depth).values()) if depth else 1

    def divided(self, state: State, *, depth: int) -> dict[str, int]:
        """The same by the first command, so that a wrong count can be walked down."""
        found: dict[str, int] = {}
        for command in self._commands(state):
            decision = self.game.decide(state, command, self.snapshot)
            if isinstance(decision, Refusal):
                continue
            after = state
            for event in decision:
                after = self.game.evolve(after, event.body)
            name = f"{command.author}: {self._in_short(command.body)}"
            assert name not in found, f"expected each command once, got {name} twice"
            found[name] = self.lines(after, depth=depth - 1)
        return found

    def hold_to(self, expected: int, state: State, *, depth: int) -> None:
        """Fail with the count of each first command where the sum is another than expected."""
        got = self.lines(state, depth=depth)
        if got == expected:
            return
        by_command = self.divided(state, depth=depth)
        told = "\n".join(f"{count:8,}  {command}" for command, count in by_command.items())
        pytest.fail(f"to depth {depth}: expected {expected:,} lines, got {got:,}:\n{told}")

    def _commands(self, state: State) -> Iterator[Command]:
        """Every filling of every template that is not greyed; some are still refused as a whole."""
        for seat in self.seats:
            for template in self.game.options(state, self.snapshot, seat):
                if template.refusal is None and template.command != "concede":
                    for values in self._fillings(template):
                        fields = {**template.fixed, **values}
                        body = {name: written(value) for name, value in fields.items()}
                        kind = {"kind": template.command}
                        read = self.game.commands.read({**kind, **body}, "command")
                        yield Command(author=seat, body=read)

    def _fillings(self, template: Template) -> Iterator[Mapping[str, object]]:
        choices = [self._values(template, hole) for hole in template.holes]
        for picked in product(*choices):
            yield {
                hole.name: value
                for hole, value in zip(template.holes, picked, strict=True)
                if value is not None
            }

    def _values(self, template: Template, hole: Hole) -> list[object]:
        """What a hole is filled with; None leaves it out."""
        if hole.kind == "dice":
            return [[DIE] * hole.count]
        if hole.kind == "pose":
            return [None, *self.places.get(str(template.fixed.get("unit", "")), ())]
        if template.command in self.chance:
            return [list(hole.allowed[: hole.count])]
        left_out: list[object] = [None] if hole.optional else []
        if hole.kind == "cards":
            return [*left_out, *(list(each) for each in combinations(hole.allowed, hole.count))]
        return [*left_out, *hole.allowed]

    def _in_short(self, body: object) -> str:
        """A command as one reads it in a list of counts."""
        words = dict(self.game.commands.write(body))
        kind = words.pop("kind")
        return " ".join([str(kind), *(f"{name}={value}" for name, value in words.items())])
