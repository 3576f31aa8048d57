"""Knows whether a command would be accepted, by trying it."""

from rules.games.papercraft.decide.dispatch import handle
from rules.games.papercraft.decide.draft import Draft
from rules.games.papercraft.state import State, Unit
from rules.referee.toolkit.game import Template
from rules.referee.toolkit.trial import CommandTrial
from rules.table.snapshot import Snapshot


class Trial(CommandTrial[State, Draft]):
    """One moment of a battle, in which one seat's commands are tried; nothing comes of it."""

    __slots__ = ()

    def __init__(self, state: State, *, snapshot: Snapshot, seat: str) -> None:
        super().__init__(state, snapshot=snapshot, seat=seat, make=Draft, handle=handle)

    def plain_concede(self) -> tuple[Template, ...]:
        """Giving up, for whoever has something to give up."""
        own = [player for player in self.state.players if player.seat == self.seat]
        if not any(unit.alive for player in own for unit in self.state.army(player.name)):
            return ()
        return (Template(command="concede", says="Give the battle up."),)

    @property
    def own(self) -> tuple[Unit, ...]:
        """The living units of the player whose turn it is."""
        return tuple(unit for unit in self.state.army(self.state.active) if unit.alive)
