"""Reads what a player wants printed: the pieces of a roster, and what printing adds to them."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from rules.table.bad_input import BadInputError
from rules.table.files.roster_files import MOST_ENTRIES, roster_from_rows
from rules.table.files.strict_json import items, number, string, whole
from rules.table.roster import Column, Entry
from rules.table.shapes import Footprint
from rules.table.units import Inches
from vision.kit.wanted.kept_numbers import KEPT, KeptNumbers, kept_tags
from vision.kit.wanted.kinds import KINDS, Group, PieceKind, Stands, kind_name
from vision.kit.wanted.lines import RosterRow, csv_rows, decoded, line_of_kit, toml_rows

MOST_COPIES: Final = 200
MOST_TOLD: Final = 180
"""Characters above the tag of a card, or below: what can still be read."""
KIT_FIELDS: Final = ("game", "camera", "table", "tilt", "dictionary", "paper", "art")


def _stands(value: object, where: str) -> Stands:
    text = string(value, where).strip().lower()
    if text not in {each.value for each in Stands}:
        raise BadInputError(where, expected="one of " + ", ".join(Stands), got=repr(text))
    return Stands(text)


def _copies(value: object, where: str) -> int:
    copies = whole(value, where)
    if not 1 <= copies <= MOST_COPIES:
        raise BadInputError(where, expected=f"1 to {MOST_COPIES}", got=f"{copies}")
    return copies


def _size(value: object, where: str) -> float:
    size = number(value, where)
    if not 0.1 <= size <= 7:
        raise BadInputError(where, expected="0.1 to 7 inches", got=f"{size:g}")
    return size


def _height(value: object, where: str) -> float:
    height = number(value, where)
    if not 0 <= height <= 24:
        raise BadInputError(where, expected="0 to 24 inches", got=f"{height:g}")
    return height


def _yes(value: object, where: str) -> bool:
    if isinstance(value, bool):
        return value
    text = string(value, where).strip().lower()
    if text not in {"yes", "no"}:
        raise BadInputError(where, expected="yes or no", got=repr(text))
    return text == "yes"


def _told(value: object, where: str) -> str:
    text = string(value, where).strip()
    if len(text) > MOST_TOLD:
        got = f"{len(text)} characters"
        raise BadInputError(where, expected=f"at most {MOST_TOLD} characters", got=got)
    return text


COLUMNS: Final = (
    Column(name="stands", read=_stands),
    Column(name="count", read=_copies, default=1),
    Column(name="tag_size_in", read=_size),
    Column(name="corpse", read=_yes, default=True),
    Column(name="height_in", read=_height, default=0.0),
    Column(name="card_top", read=_told, default=""),
    Column(name="card_foot", read=_told, default=""),
    Column(name="picture", read=_told, default=""),
)
"""How the piece carries its tags, how many of it, how large a tag, whether its back has one too,
how high terrain is, what is printed on a card above its tag and below, and one's own picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One row of the roster, before its copies are counted out."""

    row: RosterRow
    entry: Entry
    kind: PieceKind
    stands: Stands
    copies: int
    tag_size: Inches | None
    heights: tuple[Inches, ...] = ()
    """Of the tags over the table: none, one for all, or one each, faces and roles in order."""

    @property
    def footprint(self) -> Footprint:
        return self.entry.footprint

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces to print; a piece that leaves no corpse has one only."""
        if "corpse" in self.kind.faces and not self.entry.extra.get("corpse", True):
            return self.kind.faces[:1]
        return self.kind.faces

    @property
    def height(self) -> Inches:
        """How high terrain is."""
        value = self.entry.extra.get("height_in", 0.0)
        return Inches(value if isinstance(value, float) else 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Army:
    """All that a roster asks for, and what it says about the table it is for."""

    items: tuple[Item, ...]
    wishes: dict[str, str] = field(default_factory=dict)
    """The fields of ``[kit]``."""
    kept: dict[str, KeptNumbers] = field(default_factory=dict)
    """By the id of a piece, perhaps of one that is gone: the numbers it was printed with."""


def army_from_bytes(data: bytes, *, is_csv: bool, columns: Sequence[Column] = ()) -> Army:
    """The army of a roster file; `columns` are those that games add."""
    text = decoded(data)
    if not text.strip():
        raise BadInputError("line 1", expected="a roster", got="an empty file")
    rows, wishes = (csv_rows(text), {}) if is_csv else toml_rows(text)
    if not rows:
        expected = "a header and at least one row" if is_csv else "at least one [[piece]]"
        raise BadInputError(f"line {len(text.splitlines())}", expected=expected, got="none")
    found: list[Item] = []
    count = 0
    for row in rows:
        found.append(_item(row, columns=columns))
        count += found[-1].copies
        if count > MOST_ENTRIES:
            expected = f"at most {MOST_ENTRIES:,} pieces"
            raise BadInputError(f"line {row.line}", expected=expected, got="more")
    _refuse_doubles(found)
    kept = kept_tags(wishes.pop(KEPT, {}), text=text)
    return Army(items=tuple(found), wishes=_wishes(wishes, text=text), kept=kept)


def _wishes(kit: dict[str, object], *, text: str) -> dict[str, str]:
    for name, value in kit.items():
        where = f"line {line_of_kit(text, name)}, {name}"
        if name not in KIT_FIELDS:
            expected = "one of " + ", ".join(KIT_FIELDS)
            raise BadInputError(where, expected=expected, got="an unknown field")
        if name == "tilt" and not isinstance(value, str):
            number(value, where)
        else:
            string(value, where)
    return {name: str(value) for name, value in kit.items()}


def _item(row: RosterRow, *, columns: Sequence[Column]) -> Item:
    kind = _kind(row)
    fields = {"footprint": kind.footprint, **row.fields} if kind.footprint else dict(row.fields)
    if not fields.get("tags"):
        # The roster of a battle gives heights for the tags that it names, a kit before it names
        # any.
        fields.pop("tag_heights_in", None)
    own = {column.name for column in COLUMNS}
    known = (*COLUMNS, *(column for column in columns if column.name not in own))
    try:
        entry = roster_from_rows([fields], columns=known).entries[0]
    except BadInputError as complaint:
        name = complaint.where.removeprefix("piece 1").lstrip(".")
        where = row.at(name) if name else f"line {row.line}"
        raise BadInputError(where, expected=complaint.expected, got=complaint.got) from complaint
    copies, size = entry.extra["count"], entry.extra["tag_size_in"]
    stands = entry.extra["stands"]
    return Item(
        row=row,
        entry=replace(entry, kind=kind.name),
        kind=kind,
        stands=stands if isinstance(stands, Stands) else kind.stands,
        copies=copies if isinstance(copies, int) else 1,
        tag_size=Inches(size) if isinstance(size, float) else None,
        heights=_heights(row),
    )


def _heights(row: RosterRow) -> tuple[Inches, ...]:
    where = row.at("tag_heights_in")
    values = items(row.fields.get("tag_heights_in", []), where)
    return tuple(Inches(_height(value, where)) for value in values)


def _kind(row: RosterRow) -> PieceKind:
    written = row.fields.get("kind", "")
    name = kind_name(string(written, row.at("kind")))
    if name in KINDS:
        return KINDS[name]
    close = difflib.get_close_matches(name, list(KINDS), n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    got = f"{written!r}{hint}" if name else "nothing"
    raise BadInputError(row.at("kind"), expected="one of " + ", ".join(KINDS), got=got)


def _refuse_doubles(found: Sequence[Item]) -> None:
    lines: dict[str, int] = {}
    for item in found:
        for name in piece_ids(item):
            if name in lines:
                raise BadInputError(
                    item.row.at("id"),
                    expected="an id of its own",
                    got=f"{name!r}, which line {lines[name]} has already",
                )
            lines[name] = item.row.line


def piece_ids(item: Item) -> tuple[str, ...]:
    """The ids of an item's copies: its own, or numbered ones."""
    if item.copies == 1:
        return (item.entry.id,)
    return tuple(f"{item.entry.id}-{count + 1}" for count in range(item.copies))


def told_on(item: Item, column: str) -> str:
    """What a roster has printed on a card."""
    return str(item.entry.extra.get(column) or "")


def is_terrain(item: Item) -> bool:
    return item.kind.group is Group.TERRAIN
