"""What players may amend of a game's state: a row says what it is, whose, and what it may be.

A game lists its rows in `Game.amendable`; asking, agreeing, the log, the page and the report are
the referee's. A row that has shipped keeps its name, because logs hold it, and what it puts into
the state stays the same for them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, Protocol

from rules.referee.toolkit.cards import Card, card_from
from rules.referee.toolkit.phrases import counted, listed
from rules.table.bad_input import BadInputError

State = Any
"""A game's own frozen state."""
Known = tuple[str, ...] | Callable[[State], tuple[str, ...]]
"""Names that a game, or its state, knows; members of an enumeration are read as such."""
NONE: Final = "none"
YES: Final = "yes"
NO: Final = "no"
MOST_LISTED: Final = 24
"""Whole numbers up to so many are offered one by one; of more, one is typed."""


def known_now(known: Known, state: State) -> tuple[str, ...]:
    """The names that are known in this moment of a battle."""
    return known if isinstance(known, tuple) else known(state)


class Domain:
    """What an amended value may be, how it is written, and how it is told.

    A text that is typed, and nothing against it, where a kind of domain says no more.
    """

    __slots__ = ()

    def parse(self, text: str) -> Any:
        """The value that a text stands for, whatever the state; logs are read with it."""
        return text

    def text(self, value: Any) -> str:
        """A value as a text that reads back as the same."""
        return str(value)

    def require(self, state: State, value: Any) -> None:
        """Raise a BadInputError where it may not be this now."""
        del state, value

    def allowed(self, state: State) -> tuple[str, ...]:
        """All texts that it may be now; none where one is typed."""
        del state
        return ()

    def told(self, value: Any) -> str:
        """It as the end of a sentence on whom it belongs to: "has 2 hits"."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class YesNo(Domain):
    """Yes or no, each with its words: "is immobile", "can move"."""

    yes: str
    no: str

    def parse(self, text: str) -> bool:
        if text not in {YES, NO}:
            raise BadInputError("value", expected="yes or no", got=repr(text)[:60])
        return text == YES

    def text(self, value: Any) -> str:
        return YES if value else NO

    def allowed(self, state: State) -> tuple[str, ...]:
        del state
        return (YES, NO)

    def told(self, value: Any) -> str:
        return self.yes if value else self.no


@dataclass(frozen=True, slots=True)
class Number(Domain):
    """A number with bounds; whole where the lower bound is."""

    least: float
    most: float
    says: Callable[[Any], str]

    def parse(self, text: str) -> float:
        try:
            return int(text) if isinstance(self.least, int) else float(text)
        except ValueError:
            what = "a whole number" if isinstance(self.least, int) else "a number"
            raise BadInputError("value", expected=what, got=repr(text)[:60]) from None

    def require(self, state: State, value: float) -> None:
        del state
        if not self.least <= value <= self.most:
            expected = f"{self.least:g} to {self.most:g}"
            raise BadInputError("value", expected=expected, got=f"{value:g}")

    def allowed(self, state: State) -> tuple[str, ...]:
        del state
        if not isinstance(self.least, int) or self.most - self.least >= MOST_LISTED:
            return ()
        return tuple(str(each) for each in range(self.least, int(self.most) + 1))

    def told(self, value: float) -> str:
        return self.says(value)


class _Listed(Domain):
    """One of those that are offered."""

    __slots__ = ()

    def require(self, state: State, value: Any) -> None:
        if (text := str(value)) not in (known := self.allowed(state)):
            raise BadInputError("value", expected=_one_of(known), got=repr(text)[:60])


@dataclass(frozen=True, slots=True)
class Choice(_Listed):
    """One of several texts that the game, or its state, knows."""

    known: Known
    says: Callable[[str], str]

    def allowed(self, state: State) -> tuple[str, ...]:
        return known_now(self.known, state)

    def told(self, value: str) -> str:
        return self.says(value)


@dataclass(frozen=True, slots=True)
class Member(_Listed):
    """One of an enumeration; `among` are those that it may become, all where it says nothing."""

    enumeration: type[StrEnum]
    says: Callable[[Any], str]
    among: tuple[str, ...] = ()

    def parse(self, text: str) -> StrEnum:
        try:
            return self.enumeration(text)
        except ValueError:
            known = tuple(str(each) for each in self.enumeration)
            raise BadInputError("value", expected=_one_of(known), got=repr(text)[:60]) from None

    def allowed(self, state: State) -> tuple[str, ...]:
        del state
        return tuple(str(each) for each in self.among or self.enumeration)

    def told(self, value: StrEnum) -> str:
        return self.says(value)


@dataclass(frozen=True, slots=True)
class Names(Domain):
    """Any number of names, each once, that the state knows; written with commas between them."""

    known: Known
    says: Callable[[str], str]
    """From the list as it is told."""

    def parse(self, text: str) -> tuple[str, ...]:
        names = (each.strip() for each in text.split(","))
        return () if text.strip() in {NONE, ""} else tuple(each for each in names if each)

    def text(self, value: tuple[str, ...]) -> str:
        return ", ".join(value) or NONE

    def require(self, state: State, value: tuple[str, ...]) -> None:
        known = known_now(self.known, state)
        for index, each in enumerate(value):
            if each not in known or each in value[:index]:
                expected = f"{_one_of(known)}, each once"
                raise BadInputError("value", expected=expected, got=repr(each)[:60])

    def told(self, value: tuple[str, ...]) -> str:
        return self.says(listed(value) if value else NONE)


@dataclass(frozen=True, slots=True)
class Cards(Domain):
    """Cards of the ordinary pack, written as "QH 10D"."""

    says: Callable[[str], str]
    """From the list as it is told."""
    most: int = 52

    def parse(self, text: str) -> tuple[Card, ...]:
        found = text.replace(",", " ").split()
        return () if text.strip() in {NONE, ""} else tuple(card_from(each) for each in found)

    def text(self, value: tuple[Card, ...]) -> str:
        return " ".join(str(card) for card in value) or NONE

    def require(self, state: State, value: tuple[Card, ...]) -> None:
        del state
        if len(value) > self.most:
            raise BadInputError("value", expected=f"up to {self.most} cards", got=f"{len(value)}")

    def told(self, value: tuple[Card, ...]) -> str:
        return self.says(listed([card.name for card in value]) if value else NONE)


@dataclass(frozen=True, slots=True)
class Maybe(Domain):
    """What may also be nothing, written as "none"; the state then holds `nothing`."""

    domain: Domain
    says: str
    """What is told of nothing: "is aboard nobody"."""
    nothing: Any = None

    def parse(self, text: str) -> Any:
        return self.nothing if text.strip() in {NONE, ""} else self.domain.parse(text)

    def text(self, value: Any) -> str:
        return NONE if value == self.nothing else self.domain.text(value)

    def require(self, state: State, value: Any) -> None:
        if value != self.nothing:
            self.domain.require(state, value)

    def allowed(self, state: State) -> tuple[str, ...]:
        found = self.domain.allowed(state)
        return (NONE, *found) if found else ()

    def told(self, value: Any) -> str:
        return self.says if value == self.nothing else self.domain.told(value)


def domain_of(row: Mapping[str, Any], *, known: Mapping[str, Known]) -> Domain:
    """What a row of a game's data says that a value may be, and how that is told.

    `yes` and `no`; a number up to `most`, of `each` if it is counted; up to so many `cards`; one
    `among` those that are `known` by a word, or any `names` of them; `none` if it may be nothing.

    >>> domain_of({"most": 9, "each": "hit", "told": "has {}"}, known={}).told(2)
    'has 2 hits'
    """
    if "yes" in row:
        return YesNo(row["yes"], row["no"])
    told, each = row["told"].format, row.get("each")
    if "cards" in row:
        return Cards(told, row["cards"])
    if "names" in row:
        return Names(known[row["names"]], told)
    if "most" in row:
        says = told if each is None else lambda number: told(counted(number, each))
        count = Number(row.get("least", 0), row["most"], says)
        return Maybe(count, row["none"]) if "none" in row else count
    among = known[row["among"]]
    if isinstance(among, tuple) and isinstance(among[0], StrEnum):
        return Member(type(among[0]), told, among)
    choice = Choice(among, told)
    return Maybe(choice, row["none"], "") if "none" in row else choice


class SeenBy(Protocol):
    """Whether a seat may see the part of that name."""

    def __call__(self, state: State, seat: str, /, *, name: str) -> bool: ...


class Objection(Protocol):
    """Why something cannot be this value now, in a sentence; nothing where it can.

    All who sit at the table read it, so nothing secret is in it.
    """

    def __call__(self, state: State, value: Any, /, *, name: str) -> str: ...


def _everybody(state: State, seat: str, /, *, name: str) -> bool:
    del state, seat, name
    return True


def _nothing_against(state: State, value: Any, /, *, name: str) -> str:
    del state, value, name
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """Whose something is, and how that part of the state is got by its name and put back."""

    kind: str
    """unit, side or battle; what belongs to the battle has the empty name."""
    names: Callable[[State], tuple[str, ...]]
    get: Callable[[State, str], Any]
    put: Callable[[State, Any], State]
    seen: SeenBy = _everybody
    """Nobody amends what he may not see."""

    def row(
        self,
        name: str,
        *,
        says: str,
        domain: Domain,
        reads: Callable[[Any], Any] | None = None,
        puts: Callable[[Any, Any], Any] | None = None,
        check: Objection = _nothing_against,
        clause: str = "",
    ) -> "Amendable":
        """A row on this part; without `reads` and `puts` it is the field of that name."""
        return Amendable(
            name=name,
            says=says,
            holder=self,
            domain=domain,
            reads=reads or (lambda part: getattr(part, name)),
            puts=puts or (lambda part, value: replace(part, **{name: value})),
            check=check,
            clause=clause,
        )


BATTLE: Final = Holder(
    kind="battle",
    names=lambda _state: ("",),
    get=lambda state, _name: state,
    put=lambda _state, part: part,
)
"""The state as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendable:
    """One thing that players may amend together."""

    name: str
    """In snake_case; logs hold it."""
    says: str
    """What it is, in a sentence for players."""
    holder: Holder
    domain: Domain
    reads: Callable[[Any], Any]
    """It, from the part of the state that it belongs to."""
    puts: Callable[[Any, Any], Any]
    """That part with it."""
    check: Objection = _nothing_against
    clause: str = ""
    """The game's own clause on it, where the rulebook has one."""

    def value(self, state: State, name: str) -> Any:
        """What it is now."""
        return self.reads(self.holder.get(state, name))

    def written(self, state: State, name: str) -> str:
        """What it is now, as a text."""
        return self.domain.text(self.value(state, name))

    def told_now(self, state: State, name: str) -> str:
        """What is so of somebody now, as the end of a sentence; empty where nothing is."""
        value = self.value(state, name)
        return self.domain.told(value) if value else ""

    def seen_by(self, state: State, seat: str) -> tuple[str, ...]:
        """Of whom a seat may amend it."""
        names = self.holder.names(state)
        return tuple(name for name in names if self.holder.seen(state, seat, name=name))

    def amended(self, state: State, name: str, *, text: str) -> State:
        """The state once it was agreed to be this."""
        part = self.holder.get(state, name)
        return self.holder.put(state, self.puts(part, self.domain.parse(text)))

    def told(self, name: str, text: str) -> str:
        """It as a clause of a sentence.

        >>> hits = BATTLE.row(
        ...     "hits", says="How many hits.", domain=Number(0, 9, lambda n: f"has {n} hits")
        ... )
        >>> hits.told("T1", "3")
        'T1 has 3 hits'
        """
        return f"{name} {self.domain.told(self.domain.parse(text))}".lstrip()


def _one_of(known: tuple[str, ...]) -> str:
    return f"one of {', '.join(known)}" if known else "nothing: there is none"
