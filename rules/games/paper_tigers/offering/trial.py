"""Knows whether a command would be accepted, by trying it."""

from collections.abc import Callable

from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.state import Force, State
from rules.referee.toolkit.trial import CommandTrial
from rules.table.snapshot import Snapshot


class Trial(CommandTrial[State, Draft]):
    """One moment of a battle, in which one seat's commands are tried; nothing comes of it."""

    __slots__ = ()

    def __init__(self, state: State, *, snapshot: Snapshot, seat: str) -> None:
        super().__init__(state, snapshot=snapshot, seat=seat, make=Draft, handle=handle)

    def keeps(self, rule: Callable[[Draft], object]) -> bool:
        """Whether one of the rules that commands are held to refuses nothing."""
        return self.refused(rule) is None

    @property
    def forces(self) -> tuple[Force, ...]:
        """The battle groups of this seat."""
        return tuple(force for force in self.state.forces if force.seat == self.seat)
