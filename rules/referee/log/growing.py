"""Holds the entries of a log so that one more costs the same however many there are."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Final, overload

from rules.referee.log.entries import Entry

SIZE: Final = 256
"""Entries of a block; as many at most are copied when one more comes."""


_CAUSES: Final = re.compile(r'"causes":\["((?:[^"\\]|\\.)*)"')
"""Where a line names its command; a body may hold the like, so that more is found than there is."""
Read = Callable[[str], Entry]


class _Block:
    """Entries that no others come between any more, and which command brought which."""

    __slots__ = ("_commands", "_entries", "_lines", "_named", "_read")

    def __init__(
        self, entries: tuple[Entry, ...], *, lines: tuple[str, ...] = (), read: Read | None = None
    ) -> None:
        self._entries = entries
        self._lines = lines
        self._read = read
        self._commands: Mapping[str, tuple[Entry, ...]] | None = None
        self._named: frozenset[str] | None = None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All of them; lines that nobody has asked for yet are read now."""
        if self._read is not None:
            # Two threads may both read them, and come to the same.
            self._entries = tuple(map(self._read, self._lines))
            self._read, self._lines = None, ()
        return self._entries

    def of_command(self, command_id: str) -> tuple[Entry, ...]:
        if self._read is not None and not self._may_name(command_id):
            return ()
        if self._commands is None:
            found: dict[str, tuple[Entry, ...]] = {}
            for entry in self.entries:
                found[entry.command] = (*found.get(entry.command, ()), entry)
            self._commands = found
        return self._commands.get(command_id, ())

    def _may_name(self, command_id: str) -> bool:
        if self._named is None:
            self._named = frozenset(_CAUSES.findall("\n".join(self._lines)))
        return json.dumps(command_id)[1:-1] in self._named


class Entries(Sequence[Entry]):
    """The entries of a log. Never changed: `plus` makes another one, which shares what it can."""

    __slots__ = ("_blocks", "_tail")

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._blocks: tuple[_Block, ...] = ()
        self._tail: tuple[Entry, ...] = ()
        self._take(tuple(entries))

    @classmethod
    def unread(cls, lines: Sequence[str], read: Read) -> "Entries":
        """Those of sound lines, each of which is read once somebody asks for what lies near it."""
        found = cls()
        whole = len(lines) // SIZE * SIZE
        found._blocks = tuple(
            _Block((), lines=tuple(lines[at : at + SIZE]), read=read)
            for at in range(0, whole, SIZE)
        )
        found._tail = tuple(map(read, lines[whole:]))
        return found

    def plus(self, fresh: Iterable[Entry]) -> "Entries":
        """These, and the fresh ones behind them."""
        found = Entries()
        found._blocks = self._blocks
        found._take((*self._tail, *fresh))
        return found

    def upto(self, many: int) -> "Entries":
        """The first ones."""
        found = Entries()
        found._blocks = self._blocks[: many // SIZE]
        found._tail = self[len(found._blocks) * SIZE : many]
        return found

    def of_command(self, command_id: str) -> tuple[Entry, ...]:
        """What a command brought about."""
        found: list[Entry] = []
        for block in self._blocks:
            found += block.of_command(command_id)
        found += [entry for entry in self._tail if entry.command == command_id]
        return tuple(found)

    @overload
    def __getitem__(self, place: int) -> Entry: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Entry, ...]: ...
    def __getitem__(self, place: int | slice) -> Entry | tuple[Entry, ...]:
        many = len(self)
        if isinstance(place, slice):
            start, stop, step = place.indices(many)
            if step != 1:
                return tuple(self)[place]
            first = start // SIZE
            behind = islice(
                self._parts(first), start - first * SIZE, max(start, stop) - first * SIZE
            )
            return tuple(behind)
        at = place + many if place < 0 else place
        if not 0 <= at < many:
            raise IndexError(place)
        block, inside = divmod(at, SIZE)
        return (self._blocks[block].entries if block < len(self._blocks) else self._tail)[inside]

    def __len__(self) -> int:
        return len(self._blocks) * SIZE + len(self._tail)

    def __iter__(self) -> Iterator[Entry]:
        return self._parts(0)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Entries | tuple):
            return NotImplemented
        return self is other or (len(self) == len(other) and tuple(self) == tuple(other))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Entries({len(self)})"

    def _parts(self, first: int) -> Iterator[Entry]:
        blocks = (block.entries for block in self._blocks[first:])
        return chain.from_iterable(chain(blocks, (self._tail,)))

    def _take(self, entries: tuple[Entry, ...]) -> None:
        whole = len(entries) // SIZE * SIZE
        blocks = [_Block(entries[at : at + SIZE]) for at in range(0, whole, SIZE)]
        self._blocks = (*self._blocks, *blocks)
        self._tail = entries[whole:]
