"""Reads rows from the pages of a SQLite file that SQLite itself can no longer read.

Every page that looks like the leaf of a table is taken apart by itself, so it does not matter what
has become of the schema, of the pages above, or of its neighbours. What comes out is not trusted:
whoever asks checks each row by the hash that it carries. https://sqlite.org/fileformat2.html
"""

from collections.abc import Iterator
from typing import Final

LEAF: Final = 0x0D
"""The first byte of a page that holds rows of a table."""
FIRST_PAGE_HEADER: Final = 100
LEAF_HEADER: Final = 8
LONGEST: Final = 64_000_000
"""Bytes; a longer row is no row of ours, but a length that was damaged."""

Value = int | float | str | bytes | None
Record = tuple[int, tuple[Value, ...]]
"""A row's id and its columns."""

_INTEGER_BYTES: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


class _NotARowError(ValueError):
    """These bytes are not a row."""


def records(data: bytes, *, page_bytes: int) -> Iterator[Record]:
    """Every row that can be read, page by page; rows that were removed long ago may be among them.

    >>> list(records(bytes(4096), page_bytes=4096))
    []
    """
    for start in range(0, len(data) - page_bytes + 1, page_bytes):
        header = start + (FIRST_PAGE_HEADER if start == 0 else 0)
        if data[header] != LEAF:
            continue
        cells = int.from_bytes(data[header + 3 : header + 5], "big")
        pointers = header + LEAF_HEADER
        for index in range(min(cells, page_bytes // 2)):
            place = pointers + 2 * index
            offset = int.from_bytes(data[place : place + 2], "big")
            try:
                yield _cell(data, start + offset, page_bytes=page_bytes)
            except (_NotARowError, IndexError, UnicodeDecodeError):
                continue


def _cell(data: bytes, at: int, *, page_bytes: int) -> Record:
    size, at = _varint(data, at)
    row, at = _varint(data, at)
    if size > LONGEST:
        raise _NotARowError(size)
    return row, _columns(_payload(data, at, size=size, page_bytes=page_bytes))


def _payload(data: bytes, at: int, *, size: int, page_bytes: int) -> bytes:
    """The bytes of a row: those in its page, and those in the chain of pages that it runs on in."""
    most = page_bytes - 35
    if size <= most:
        return _exactly(data, at, size=size)
    least = (page_bytes - 12) * 32 // 255 - 23
    kept = least + (size - least) % (page_bytes - 4)
    local = kept if kept <= most else least
    parts = [_exactly(data, at, size=local)]
    following = int.from_bytes(_exactly(data, at + local, size=4), "big")
    left = size - local
    while left > 0:
        if not 1 < following <= len(data) // page_bytes:
            raise _NotARowError(following)
        start = (following - 1) * page_bytes
        following = int.from_bytes(data[start : start + 4], "big")
        taken = min(left, page_bytes - 4)
        parts.append(_exactly(data, start + 4, size=taken))
        left -= taken
    return b"".join(parts)


def _columns(payload: bytes) -> tuple[Value, ...]:
    header, at = _varint(payload, 0)
    if not at <= header <= len(payload):
        raise _NotARowError(header)
    kinds = []
    while at < header:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values: list[Value] = []
    for kind in kinds:
        value, at = _value(payload, at, kind=kind)
        values.append(value)
    return tuple(values)


def _value(payload: bytes, at: int, *, kind: int) -> tuple[Value, int]:
    if kind == 0:
        return None, at
    if kind in {8, 9}:
        return kind - 8, at
    if kind in _INTEGER_BYTES:
        size = _INTEGER_BYTES[kind]
        return int.from_bytes(_exactly(payload, at, size=size), "big", signed=True), at + size
    if kind < 12:
        # Of the other types only floating point has a meaning, and we write none.
        raise _NotARowError(kind)
    size = (kind - 12) // 2
    content = _exactly(payload, at, size=size)
    return (content.decode() if kind % 2 else content), at + size


def _exactly(data: bytes, at: int, *, size: int) -> bytes:
    found = data[at : at + size]
    if len(found) != size:
        raise _NotARowError(size)
    return found


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for index in range(8):
        byte = data[at + index]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + index + 1
    return value << 8 | data[at + 8], at + 9
