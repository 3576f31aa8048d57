"""Knows whether a command would be accepted, by trying it."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from rules.games.papercraft.decide.dispatch import handle
from rules.games.papercraft.decide.draft import Draft
from rules.games.papercraft.state import State, Unit
from rules.referee.game import Command, Hole, Refusal, Template
from rules.referee.ruling import RefusedError
from rules.table.snapshot import Snapshot


class Trial:
    """One moment of a battle, in which one seat's commands are tried; nothing comes of it."""

    __slots__ = ("_first", "seat", "snapshot", "state")

    def __init__(self, state: State, *, snapshot: Snapshot, seat: str) -> None:
        self.state = state
        self.snapshot = snapshot
        self.seat = seat
        self._first = self._draft(None)

    def _draft(self, body: object) -> Draft:
        command = Command(author=self.seat, body=body)
        return Draft(self.state, command=command, snapshot=self.snapshot)

    def refusal(self, body: object) -> Refusal | None:
        """Why a command would be refused, or None."""
        draft = self._draft(body)
        draft.share_table(self._first)
        try:
            handle(body, draft)
        except RefusedError as refused:
            return refused.refusal
        return None

    def sorted_out(
        self, tries: Iterable[tuple[str, object]]
    ) -> tuple[tuple[str, ...], Mapping[str, str]]:
        """Of named commands, those that are accepted, and for the others the reason."""
        allowed, greyed = [], {}
        for name, body in tries:
            refusal = self.refusal(body)
            if refusal is None:
                allowed.append(name)
            else:
                greyed[name] = refusal.reason
        return tuple(allowed), MappingProxyType(greyed)

    def plain(self, body: object, *, command: str, says: str) -> Template:
        """A command without holes, greyed when it would be refused."""
        return Template(command=command, says=says, refusal=self.refusal(body))

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


def target_hole(allowed: tuple[str, ...], greyed: Mapping[str, str]) -> Hole:
    """A hole for the unit that something is aimed at."""
    return Hole(name="target", kind="unit", allowed=allowed, greyed=greyed)


def spot_hole(*, optional: bool) -> Hole:
    """A hole for a place; it may be left out where the unit is seen to stand well."""
    return Hole(name="to", kind="pose", optional=optional)
