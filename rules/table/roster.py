"""Says which tag is which piece: the roster of a battle, and the columns that games add to it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from rules.table.bad_input import BadInputError
from rules.table.shapes import Footprint
from rules.table.units import Inches


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """One printed tag of a piece and how high over the table it lies."""

    number: int
    height: Inches = Inches(0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One piece of the army list."""

    id: str
    name: str
    side: str
    kind: str
    footprint: Footprint
    tags: tuple[Tag, ...]
    extra: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    """What a game's own columns say of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column that a game adds, read from text (CSV) or from a TOML value."""

    name: str
    read: Callable[[object, str], object]
    default: object = None
    required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Others:
    """What a roster holds that is not meant for the battle, as declared by whoever reads it."""

    tables: tuple[str, ...] = ()
    """TOML tables to ignore."""
    columns: tuple[str, ...] = ()
    """Columns to ignore, unless a game adds one of that name."""
    copies: str = ""
    """The column that says how many of a piece there are: `id-1`, `id-2` and so on."""
    footprints: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """By kind: what a piece may leave out."""


NOBODY: Final = Others()


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """All pieces of a battle, by id and by tag."""

    entries: tuple[Entry, ...]

    def __post_init__(self) -> None:
        ids: dict[str, int] = {}
        tags: dict[int, str] = {}
        for index, entry in enumerate(self.entries):
            where = f"piece {index + 1}"
            if entry.id in ids:
                raise BadInputError(
                    f"{where}.id",
                    expected="an id of its own",
                    got=f"{entry.id!r}, which piece {ids[entry.id]} has already",
                )
            ids[entry.id] = index + 1
            for tag in entry.tags:
                if tag.number in tags:
                    raise BadInputError(
                        f"{where}.tags",
                        expected="tags of its own",
                        got=f"{tag.number} for {entry.id!r}, the tag of {tags[tag.number]!r}",
                    )
                tags[tag.number] = entry.id
