"""Holds the entries of a log so that one more costs the same however many there are."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Final, overload

from rules.referee.log.entries import Entry

SIZE: Final = 256
"""Entries of a block; as many at most are copied when one more comes."""


class _Block:
    """Entries that no others come between any more, and which command brought which."""

    __slots__ = ("commands", "entries")

    def __init__(self, entries: tuple[Entry, ...]) -> None:
        self.entries = entries
        found: dict[str, tuple[Entry, ...]] = {}
        for entry in entries:
            found[entry.command] = (*found.get(entry.command, ()), entry)
        self.commands: Mapping[str, tuple[Entry, ...]] = found


class Entries(Sequence[Entry]):
    """The entries of a log. Never changed: `plus` makes another one, which shares what it can."""

    __slots__ = ("_blocks", "_tail")

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._blocks: tuple[_Block, ...] = ()
        self._tail: tuple[Entry, ...] = ()
        self._take(tuple(entries))

    def plus(self, fresh: Iterable[Entry]) -> "Entries":
        """These, and the fresh ones behind them."""
        found = Entries()
        found._blocks = self._blocks
        found._take((*self._tail, *fresh))
        return found

    def of_command(self, command_id: str) -> tuple[Entry, ...]:
        """What a command brought about."""
        found: list[Entry] = []
        for block in self._blocks:
            found += block.commands.get(command_id, ())
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
