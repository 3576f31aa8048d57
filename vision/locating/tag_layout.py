"""Lists the printed tags of each piece of a battle: how large, where on it, and how high."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from rules.table.roster import Entry, Roster
from rules.table.units import Degrees, Inches
from vision.kit.designs.anchors import anchor_size, anchors_on
from vision.kit.designs.piece_design import Design
from vision.kit.making import Kit
from vision.kit.tags.plan import height_of
from vision.kit.wanted.kinds import Group


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceTag:
    """One tag of a piece, in the piece's own frame: +x is its front, +y its left side."""

    number: int
    size: Inches
    """Of the black square, as designed."""
    x: Inches
    y: Inches
    turn: Degrees
    """Where the tag's right side points to, counter-clockwise from the piece's front."""
    height: Inches
    """Over what the piece stands on."""
    face: str
    is_unique: bool = True
    """Whether the number names this piece; a class number is on many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggedPiece:
    """One piece with the tags of all its faces; only the face that is up can be seen."""

    entry: Entry
    """With the piece's own id where the roster counts several copies."""
    tags: tuple[PieceTag, ...]
    terrain_height: Inches | None = None
    """How high what lies on the ground is, for all that stands on it; None for no terrain."""


@dataclass(frozen=True, kw_only=True)
class TagLayout:
    """Every tag that may lie on the table of one battle."""

    pieces: tuple[TaggedPiece, ...]
    anchors: Mapping[int, str]
    """The names of the anchors, by number."""
    anchor_size: Inches
    class_sizes: Mapping[int, Inches]
    """Of the numbers that several pieces share."""
    class_names: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    """What each of these numbers means: "smoke", or "tiger card (back)"."""

    @cached_property
    def of_number(self) -> Mapping[int, tuple[TaggedPiece, PieceTag]]:
        """The piece that has a unique number, and the tag that shows it."""
        return {
            tag.number: (tagged, tag)
            for tagged in self.pieces
            for tag in tagged.tags
            if tag.is_unique
        }

    @cached_property
    def of_shared(self) -> Mapping[int, PieceTag]:
        """Where on its paper the tag of each number is that several pieces share."""
        return {
            tag.number: tag
            for tagged in reversed(self.pieces)
            for tag in tagged.tags
            if not tag.is_unique
        }

    @cached_property
    def sides(self) -> tuple[float, float]:
        """The smallest and the largest tag, in inches."""
        unique = [float(tag.size) for _, tag in self.of_number.values()]
        sizes = [float(self.anchor_size), *unique, *map(float, self.class_sizes.values())]
        return min(sizes), max(sizes)

    def side(self, number: int) -> float:
        """The printed side of one of its tags, in inches."""
        if number in self.anchors:
            return float(self.anchor_size)
        known = self.of_number.get(number)
        return float(self.class_sizes[number] if known is None else known[1].size)

    @property
    def numbers(self) -> frozenset[int]:
        """Every number that belongs on this table."""
        return frozenset({*self.anchors, *self.of_number, *self.class_sizes})

    def has_most_of(self, roster: Roster) -> bool:
        """Whether it has at least half of a battle's pieces, by id and kind: armies of several
        games have some names in common, and one battle may use a part of a kit.
        """
        known = {(each.entry.id, each.entry.kind) for each in self.pieces}
        there = sum((each.id, each.kind) in known for each in roster.entries)
        return 2 * there >= len(roster.entries)


def tag_layout_of(kit: Kit) -> TagLayout:
    """What the kit of a roster puts on the table."""
    tagged_pieces = tuple(_tagged_piece(design) for design in kit.designs)
    shared = {
        tag.number: tag.size for each in tagged_pieces for tag in each.tags if not tag.is_unique
    }
    names = {
        number: _class_name(
            [(each, tag) for each in tagged_pieces for tag in each.tags if tag.number == number]
        )
        for number in shared
    }
    return TagLayout(
        pieces=tagged_pieces,
        anchors={anchor.number: anchor.name for anchor in anchors_on(kit.view.table)},
        anchor_size=Inches(anchor_size(kit.view)),
        class_sizes=shared,
        class_names=names,
    )


def _class_name(carriers: Sequence[tuple[TaggedPiece, PieceTag]]) -> str:
    """What all pieces with a shared number have in common: name or kind, and the face."""
    names = {tagged.entry.name for tagged, _ in carriers}
    kinds = {tagged.entry.kind.replace("_", " ") for tagged, _ in carriers}
    name = next(iter(names)) if len(names) == 1 else " or ".join(sorted(kinds))
    faces = {tag.face for _, tag in carriers}
    is_one_of_several = any(len({tag.face for tag in tagged.tags}) > 1 for tagged, _ in carriers)
    return f"{name} ({next(iter(faces))})" if is_one_of_several and len(faces) == 1 else name


def _tagged_piece(design: Design) -> TaggedPiece:
    piece = design.piece
    item = piece.item
    tags: list[PieceTag] = []
    unique = 0
    for face in design.faces:
        for index, (tag, role) in enumerate(zip(face.tags, face.roles, strict=True)):
            # On paper the front is up; a piece's own +x is its front.
            across, up = tag.centre
            tags.append(
                PieceTag(
                    number=tag.number,
                    size=Inches(tag.size),
                    x=Inches(up),
                    y=Inches(-across),
                    turn=Degrees((tag.top - 180.0) % 360.0),
                    height=height_of(item, unique + index),
                    face=face.name,
                    is_unique=role.unique,
                )
            )
        unique += sum(role.unique for role in face.roles)
    is_terrain = item.kind.group is Group.TERRAIN
    return TaggedPiece(
        entry=replace(item.entry, id=piece.id),
        tags=tuple(tags),
        terrain_height=item.height if is_terrain else None,
    )
