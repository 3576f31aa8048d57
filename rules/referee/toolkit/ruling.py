"""A ruling in the making: the events so far, the state after them, how it is refused, and tried.

A game's `decide` makes one of these, lets the command add to it, and takes what came of it. A
`CommandTrial` makes as many as there are commands that a seat might give, and lets nothing come
of them.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, NoReturn, Protocol, Self, TypeVar, cast

from rules.referee.toolkit.evidence import Measured, Outcome
from rules.referee.toolkit.game import (
    Command,
    Decision,
    Event,
    Hole,
    Refusal,
    Template,
)
from rules.referee.toolkit.measured_before import MeasuredBefore
from rules.referee.toolkit.phrases import ended
from rules.table.snapshot import Snapshot

_State = TypeVar("_State")
_Found = TypeVar("_Found")


class Asking(Protocol):
    """Something that a game waits for from somebody, as far as every game's asks are alike."""

    @property
    def id(self) -> int: ...

    @property
    def seat(self) -> str: ...

    @property
    def clause(self) -> str: ...

    @property
    def says(self) -> str: ...


_Ask = TypeVar("_Ask", bound=Asking)


class RefusedError(Exception):
    """A ruling that came to a refusal; `Ruling.decided` turns it into the value."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


def waived_as(clause: str, reason: str) -> str:
    """How a command waives one refusal by a clause and not the others by it."""
    return f"{clause}: {reason}"


class Ruling(ABC, Generic[_State]):
    """One ruling in the making."""

    __slots__ = ("command", "events", "snapshot", "state")

    def __init__(self, state: _State, *, command: Command, snapshot: Snapshot) -> None:
        self.state = state
        self.command = command
        self.snapshot = snapshot
        self.events: list[Event] = []

    def evolved(self, body: Any) -> _State:
        """The state once something has happened."""
        state: _State = body.after(self.state)
        return state

    def emit(self, body: Any, *, clause: str = "", evidence: Sequence[Measured] = ()) -> None:
        """Let something have happened, under its own clause unless this one says another."""
        told = Event(body=body, clause=clause or body.clause, evidence=tuple(evidence))
        self.events.append(told)
        self.state = self.evolved(body)

    def refuse(self, clause: str, reason: str, *, evidence: Sequence[Measured] = ()) -> NoReturn:
        """Refuse the command for good: it makes no sense, whatever the players agree on.

        Right only where going on would have nothing to go on with: a name that nothing has, an
        answer that nobody asked for or of the wrong kind, a number that its field cannot hold, a
        battle that is over, somebody else's hand. What a rule forbids is `unless_waived`.
        """
        raise RefusedError(Refusal(clause=clause, reason=reason, evidence=tuple(evidence)))

    def unless_waived(self, clause: str, reason: str, *, evidence: Sequence[Measured] = ()) -> None:
        """Refuse the command by a rule, unless the players have agreed to let just this pass.

        Right for whatever a rule forbids, measured or not: too far, not now, not this unit, once
        a turn. What follows the call has to work when it is let pass, without any number or name
        that the refusal said is missing; where that cannot be, `refuse`. One call holds one rule,
        so that nobody agrees to more than he was told.
        """
        waives = self.command.waives
        if clause not in waives and waived_as(clause, reason) not in waives:
            raise RefusedError(
                Refusal(clause=clause, reason=reason, evidence=tuple(evidence), waivable=True)
            )

    def hold(self, clause: str, outcome: Outcome, *, says: str, found: Measured) -> Measured:
        """Hold somebody to a measured limit; what is kept or overlooked is evidence."""
        says = ended(says)
        if outcome is Outcome.UNSEEN:
            reason = f"The umpire cannot tell: {ended(found.why)}"
            self.unless_waived(clause, reason, evidence=(found,))
        if outcome is Outcome.BROKEN:
            self.unless_waived(clause, says, evidence=(found,))
        if outcome is Outcome.ASKED:
            reason = f"{says} That is for you to agree on: let it pass together, or not."
            self.unless_waived(clause, reason, evidence=(found,))
        return found

    def decided(self, work: Callable[[Self], None]) -> Decision:
        """What the command brings: all that the work on it let happen, or its refusal."""
        try:
            work(self)
        except RefusedError as refused:
            return refused.refusal
        if self.command.before is not None:
            self.command.before.after = self.state
        return tuple(self.events)

    def answered(
        self,
        fitting: Sequence[_Ask],
        number: int,
        *,
        unasked: tuple[str, str],
        who: Callable[[_Ask], str],
    ) -> _Ask:
        """The ask that the author answers: the one named, or with 0 the first of these.

        `unasked` is the clause and what is said where nothing of the kind is open; `who` tells the
        name of whoever is to answer.
        """
        mine = [ask for ask in fitting if ask.seat == self.command.author]
        named = [ask for ask in mine if number in {0, ask.id}]
        if not fitting:
            clause, nothing = unasked
            self.refuse(clause, f"{nothing} just now.")
        if not mine:
            first = fitting[0]
            says = ended(first.says.removeprefix(f"{who(first)}: "))
            self.refuse(first.clause, f"It is {who(first)}'s turn to answer: {says}")
        if not named:
            first = mine[0]
            self.refuse(first.clause, f"That is not what is asked now. {ended(first.says)}")
        return named[0]


class TableRuling(Ruling[_State]):
    """One ruling in the making of a game whose pieces are measured."""

    __slots__ = ("_table", "found")

    def __init__(self, state: _State, *, command: Command, snapshot: Snapshot) -> None:
        super().__init__(state, command=command, snapshot=snapshot)
        self._table: tuple[object, Snapshot, object] | None = None
        self.found: dict[tuple[object, ...], object] = {}

    @abstractmethod
    def standing(self) -> object:
        """What the table depends on: while it is the same object, nothing is measured anew."""

    @abstractmethod
    def table_now(self) -> Snapshot:
        """The table with one piece for each unit, as the game knows where everybody is."""

    def judged_by(self) -> object:
        """What measurements depend on besides the table: while both are equal, they are kept.

        A game that does not say it measures anew after whatever has happened.
        """
        return object()

    @property
    def table(self) -> Snapshot:
        """The table as the game knows it, made once while everything stands where it stands."""
        if self._table is None or self._table[0] is not self.standing():
            if self.command.before is not None:
                self._recall(self.command.before)
            else:
                made, judged_by = self.table_now(), self.judged_by()
                if self._table is None or self._table[1:] != (made, judged_by):
                    self.found = {}
                self._table = (self.standing(), made, judged_by)
        assert self._table is not None
        return self._table[1]

    def _recall(self, before: MeasuredBefore) -> None:
        """Go on with what other rulings have measured on an equal table."""
        standing = self.standing()
        known = before.of(standing)
        if known is None:
            known = before.kept(standing, table=self.table_now(), judged_by=self.judged_by())
        table, judged_by, self.found = known
        self._table = (standing, table, judged_by)

    def once(self, what: tuple[object, ...], measure: Callable[[Snapshot], _Found]) -> _Found:
        """A measurement on the table as it is now, taken once and remembered while it stays so."""
        table = self.table
        if what not in self.found:
            self.found[what] = measure(table)
        return cast("_Found", self.found[what])

    def share_table(self, other: "TableRuling[_State]") -> None:
        """Use the table, and what was measured on it, of another ruling on the same moment."""
        self._table = (self.standing(), other.table, self.judged_by())
        self.found = other.found


_Draft = TypeVar("_Draft", bound=TableRuling[Any])
_Made_co = TypeVar("_Made_co", bound=TableRuling[Any], covariant=True)


class Drafts(Protocol[_Made_co]):
    """How a game begins a ruling."""

    def __call__(self, state: Any, /, *, command: Command, snapshot: Snapshot) -> _Made_co: ...


def worked_out(body: Any, draft: Any) -> None:
    """A command knows how it is ruled on."""
    body.ruled(draft)


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
        handle: Callable[[object, _Draft], None] = worked_out,
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

    def mildest(self, tries: Iterable[tuple[str, object]]) -> tuple[str, Refusal | None]:
        """Of named commands that are all refused, the one that lacks least, and why."""
        return mildest((name, self.refusal(body)) for name, body in tries)

    def plain(self, body: object, *, command: str, says: str) -> Template:
        """A command without holes, greyed when it would be refused."""
        return Template(command=command, says=says, refusal=self.refusal(body))


def mildest(refused: Iterable[tuple[str, Refusal | None]]) -> tuple[str, Refusal | None]:
    """Of what is refused, the one that lacks least: what no measurement refuses, then what is the
    nearest to its limit.
    """
    return max(refused, key=lambda each: _margin(each[1]))


def _margin(refusal: Refusal | None) -> float:
    """How much a refusal leaves to spare, in inches: less than nothing where a limit is broken."""
    margins = [] if refusal is None else [each.margin for each in refusal.evidence]
    return min((each for each in margins if each is not None), default=math.inf)


def unit_hole(
    name: str, allowed: tuple[str, ...], *, greyed: Mapping[str, str], optional: bool = False
) -> Hole:
    """A hole for a unit."""
    return Hole(name=name, kind="unit", allowed=allowed, greyed=greyed, optional=optional)
