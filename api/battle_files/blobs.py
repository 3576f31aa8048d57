"""Packs tables and profiles into a battle file, and unpacks them with care: a file that was mailed
may be a bomb.

A kilobyte can say that it is a gigabyte of zeros, and a table of the database can be a query that
never ends. Neither is believed.
"""

import zlib
from collections.abc import Callable, Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Final

from api.battle_files.schema import TABLES, Row
from rules.table.bad_input import BadInputError

MOST_UNPACKED: Final = 8_000_000
"""Bytes; a table of a hundred units has some 60,000."""
OWN: Final[Mapping[str, str]] = MappingProxyType(
    {" ".join(each.split()).split()[2]: " ".join(each.split()) for each in TABLES}
)
"""By its name, how each table and trigger of a battle file is made."""
_SHAPE: Final = "the tables of a battle and nothing else"
_PACKED: Final = {"snapshots": True, "calibrations": True, "pictures": False}


def packed(content: bytes) -> bytes:
    """Snapshots and profiles are texts; packed, they take a fifth of the room."""
    return zlib.compress(content)


def unpacked(content: object) -> bytes:
    """What was packed; a BadInputError says that it is damaged, or larger than anything we pack.

    >>> unpacked(packed(b"a table"))
    b'a table'
    """
    taken = zlib.decompressobj()
    try:
        found = taken.decompress(content if isinstance(content, bytes) else b"", MOST_UNPACKED + 1)
    except zlib.error as error:
        raise BadInputError("content", expected="what was packed", got=str(error)) from error
    if len(found) > MOST_UNPACKED:
        raise BadInputError("content", expected=f"at most {MOST_UNPACKED:,} bytes", got="more")
    if not taken.eof:
        raise BadInputError("content", expected="what was packed", got="only its beginning")
    return found


def check_blobs(select: Callable[[str], list[Row]]) -> None:
    """Look at every table, profile and picture; a BadInputError names one that is not what its hash
    says. One is in memory at a time.
    """
    for table, is_packed in _PACKED.items():
        for (row,) in select(f"SELECT rowid FROM {table} ORDER BY rowid"):
            ((digest, content),) = select(
                f"SELECT digest, content FROM {table} WHERE rowid = {int(row)}"
            )
            where = f"{table} {row}"
            try:
                plain = unpacked(content) if is_packed else bytes(content)
            except BadInputError as error:
                raise BadInputError(where, expected=error.expected, got=error.got) from error
            except TypeError as error:
                raise BadInputError(where, expected="bytes", got=str(error)) from error
            if sha256(plain).hexdigest() != digest:
                raise BadInputError(
                    where, expected=f"the content with hash {str(digest)[:16]}", got="another"
                )


def check_shape(select: Callable[[str], list[Row]], *, where: str) -> None:
    """Refuse what only looks like a table of ours: a view is computed anew at each reading."""
    rows = select("SELECT type, name, sql FROM sqlite_master WHERE sql NOTNULL")
    for kind, name, sql in rows:
        told = " ".join(str(sql).split())
        # Tables of older files were altered; what may come after their names is checked below.
        as_made = OWN.get(str(name), "")
        if not as_made or (told != as_made if kind == "trigger" else kind != "table"):
            raise BadInputError(where, expected=_SHAPE, got=f"the {kind} {name}"[:60])
        if told.upper().startswith("CREATE VIRTUAL"):
            raise BadInputError(where, expected=_SHAPE, got=f"the virtual table {name}")
        for column in select(f"PRAGMA table_xinfo('{name}')"):
            if column[6]:
                got = f"the computed column {name}.{column[1]}"[:60]
                raise BadInputError(where, expected=_SHAPE, got=got)
