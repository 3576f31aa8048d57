"""Knows whether a command would be accepted, by trying it."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.state import Force, State
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
        return Draft(
            self.state, command=Command(author=self.seat, body=body), snapshot=self.snapshot
        )

    def refusal(self, body: object) -> Refusal | None:
        """Why a command would be refused, or None."""
        draft = self._draft(body)
        draft.share_table(self._first)
        try:
            handle(body, draft)
        except RefusedError as refused:
            return refused.refusal
        return None

    def keeps(self, rule: Callable[[Draft], object]) -> bool:
        """Whether one of the rules that commands are held to refuses nothing."""
        draft = self._draft(None)
        draft.share_table(self._first)
        try:
            rule(draft)
        except RefusedError:
            return False
        return True

    @property
    def draft(self) -> Draft:
        """The ruling that all tries share their table and what is measured on it with."""
        return self._first

    @property
    def forces(self) -> tuple[Force, ...]:
        """The battle groups of this seat."""
        return tuple(force for force in self.state.forces if force.seat == self.seat)

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


def unit_hole(
    name: str, allowed: tuple[str, ...], *, greyed: Mapping[str, str], optional: bool = False
) -> Hole:
    """A hole for a unit."""
    return Hole(name=name, kind="unit", allowed=allowed, greyed=greyed, optional=optional)
