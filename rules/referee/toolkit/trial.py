"""Tries commands on the rules that decide, to say which would be accepted."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from rules.referee.toolkit.game import Command, Hole, Refusal, Template
from rules.referee.toolkit.ruling import RefusedError, TableRuling
from rules.table.snapshot import Snapshot

_State = TypeVar("_State")
_Draft = TypeVar("_Draft", bound=TableRuling[Any])
_Made_co = TypeVar("_Made_co", bound=TableRuling[Any], covariant=True)


class Drafts(Protocol[_Made_co]):
    """How a game begins a ruling."""

    def __call__(self, state: Any, /, *, command: Command, snapshot: Snapshot) -> _Made_co: ...


class CommandTrial(Generic[_State, _Draft]):
    """One moment of a battle, in which one seat's commands are tried; nothing comes of it."""

    __slots__ = ("_first", "_handle", "_make", "seat", "snapshot", "state")

    def __init__(
        self,
        state: _State,
        *,
        snapshot: Snapshot,
        seat: str,
        make: Drafts[_Draft],
        handle: Callable[[object, _Draft], None],
    ) -> None:
        self.state = state
        self.snapshot = snapshot
        self.seat = seat
        self._make = make
        self._handle = handle
        self._first = self._begun(None)

    def _begun(self, body: object) -> _Draft:
        command = Command(author=self.seat, body=body)
        return self._make(self.state, command=command, snapshot=self.snapshot)

    @property
    def draft(self) -> _Draft:
        """The ruling that all tries share their table and what is measured on it with."""
        return self._first

    def refused(self, rule: Callable[[_Draft], object], body: object = None) -> Refusal | None:
        """Why a rule that commands are held to refuses this one, or None."""
        draft = self._begun(body)
        draft.share_table(self._first)
        try:
            rule(draft)
        except RefusedError as refused:
            return refused.refusal
        return None

    def refusal(self, body: object) -> Refusal | None:
        """Why a command would be refused, or None."""
        return self.refused(lambda draft: self._handle(body, draft), body)

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
