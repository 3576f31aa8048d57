"""Gives each tag of a battle its number, and refuses a number that two things would have.

The lowest numbers belong to the anchors, the next ones to class tags and the dice tray, the highest
ones to the sheets that are looked at before a battle; the pieces of the roster share what lies
between.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rules.table.bad_input import BadInputError
from rules.table.units import Inches
from vision.kit.wanted.army import Army, Item, piece_ids
from vision.kit.wanted.kinds import CLASS_FACES, Stands
from vision.tags.dictionary import Dictionary

ANCHORS: Final = 8
FIRST_CLASS: Final = ANCHORS
TRAY_NUMBERS: Final = (16, 17, 18, 19)
"""On the dice tray, which lies beside any army."""
FIRST_PIECE: Final = 20
BOARD_TAGS: Final = 24
SCALE_TAGS: Final = 6
_SMALL: Final = 250
"""Of the smaller dictionary; whoever runs out of the larger one has no other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignedNumber:
    """The number of one tag of one face of a piece."""

    number: int
    role: str
    """Which of the face's tags: only, front, rear, or a corner."""
    unique: bool
    """Whether it names this piece; a class tag is on many pieces and says only what they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPiece:
    """One thing to cut out, with the numbers of its tags."""

    id: str
    copy: int
    item: Item
    faces: tuple[tuple[str, tuple[AssignedNumber, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Every number of one battle."""

    dictionary: Dictionary
    pieces: tuple[PlannedPiece, ...]

    @property
    def board(self) -> tuple[int, ...]:
        """The numbers on the lens board, by place."""
        return tuple(range(self.dictionary.count - BOARD_TAGS, self.dictionary.count))

    @property
    def scale(self) -> tuple[int, ...]:
        """The numbers on the page for the scale check."""
        first = self.dictionary.count - BOARD_TAGS - SCALE_TAGS
        return tuple(range(first, first + SCALE_TAGS))


def class_number(kind: str, face: str) -> int:
    """The number that all pieces of a kind share on a face.

    >>> class_number("smoke", "up")
    8
    """
    return FIRST_CLASS + CLASS_FACES.index((kind, face))


def roles(item: Item) -> tuple[str, ...]:
    """The tags that one face of a piece has."""
    if item.kind.tags_on_face == 4:
        return ("south-west", "south-east", "north-east", "north-west")
    if item.stands is Stands.UPRIGHT:
        return ("front", "rear")
    if item.kind.tags_on_face == 2 and item.stands is Stands.FLAT:
        return ("first", "second")
    return ("only",)


def plan_for(army: Army, dictionary: Dictionary) -> Plan:
    """Give each tag its number: those in the roster stay, the others get the next free ones."""
    _check_written(army, dictionary)
    _check_kept(army, dictionary)
    taken = {tag.number for item in army.items for tag in item.entry.tags}
    taken |= {number for kept in army.kept.values() for number in kept.numbers}
    last = dictionary.count - BOARD_TAGS - SCALE_TAGS
    free = iter([number for number in range(FIRST_PIECE, last) if number not in taken])
    pieces = [
        PlannedPiece(
            id=name,
            copy=index + 1,
            item=item,
            faces=_faces(item, own=_own(item, name=name, army=army), free=free, room=last),
        )
        for item in army.items
        for index, name in enumerate(piece_ids(item))
    ]
    return Plan(dictionary=dictionary, pieces=tuple(pieces))


def _own(item: Item, *, name: str, army: Army) -> tuple[int, ...]:
    """The numbers that the roster has for a piece; kept ones only while it has as many tags."""
    if item.entry.tags:
        return tuple(tag.number for tag in item.entry.tags)
    kept = army.kept.get(name)
    if kept is None and item.copies > 1 and name == piece_ids(item)[0]:
        # The only one of its kind so far: now it is the first of several.
        is_other = any(item.entry.id in piece_ids(other) for other in army.items)
        kept = None if is_other else army.kept.get(item.entry.id)
    return kept.numbers if kept is not None and len(kept.numbers) == tag_count(item) else ()


def outgrown_tags(army: Army) -> list[str]:
    """What to say of pieces that have more or fewer tags than when they were printed."""
    told = []
    for item in army.items:
        count = tag_count(item)
        for name in () if item.entry.tags else piece_ids(item):
            kept = army.kept.get(name)
            if kept is not None and len(kept.numbers) != count:
                tags = "1 tag" if count == 1 else f"{count} tags"
                told.append(
                    f"{kept.where}: {name} has {tags} now, not {len(kept.numbers)}: it gets new "
                    "ones and has to be printed again"
                )
    return told


def fresh_tags(army: Army, plan: Plan) -> dict[str, tuple[int, ...]]:
    """The numbers that this plan has given away and the roster does not name, by piece."""
    return {
        piece.id: tuple(tag.number for _, tags in piece.faces for tag in tags if tag.unique)
        for piece in plan.pieces
        if tag_count(piece.item) and not _own(piece.item, name=piece.id, army=army)
    }


def _faces(
    item: Item, *, own: tuple[int, ...], free: Iterator[int], room: int
) -> tuple[tuple[str, tuple[AssignedNumber, ...]], ...]:
    written = iter(own)
    faces: list[tuple[str, tuple[AssignedNumber, ...]]] = []
    for face in item.faces:
        if face in item.kind.shared:
            number = class_number(item.kind.name, face)
            faces.append((face, (AssignedNumber(number=number, role="only", unique=False),)))
            continue
        tags = []
        for role in roles(item):
            number = next(written, -1)
            if number < 0:
                number = next(free, -1)
            if number < 0:
                other = "" if room > _SMALL else "take --dictionary 36h11, or "
                raise BadInputError(
                    item.row.at("count" if item.copies > 1 else "id"),
                    expected=f"at most {room - FIRST_PIECE} unique tags in a battle",
                    got=f"more; {other}print fewer pieces",
                )
            tags.append(AssignedNumber(number=number, role=role, unique=True))
        faces.append((face, tuple(tags)))
    return tuple(faces)


def _check_written(army: Army, dictionary: Dictionary) -> None:
    """The numbers that the roster itself names."""
    owners: dict[int, Item] = {}
    for item in army.items:
        _check_count(item)
        for tag in item.entry.tags:
            where = item.row.at("tags")
            _check_range(tag.number, where=where, dictionary=dictionary)
            if tag.number in owners:
                other = owners[tag.number]
                raise BadInputError(
                    where,
                    expected="tags of its own",
                    got=f"{tag.number}, the tag of {other.entry.id!r} on line "
                    f"{other.row.lines.get('tags', other.row.line)}",
                )
            owners[tag.number] = item


def _check_kept(army: Army, dictionary: Dictionary) -> None:
    """The numbers of pieces that were printed before, some of which may be gone."""
    owners = {tag.number: item for item in army.items for tag in item.entry.tags}
    for name, kept in army.kept.items():
        for number in kept.numbers:
            _check_range(number, where=kept.where, dictionary=dictionary)
            other = owners.get(number)
            if other is not None and other.entry.id != name:
                at = other.row.lines.get("tags", other.row.line)
                got = f"{number}, the tag of {other.entry.id!r} on line {at}"
                raise BadInputError(kept.where, expected="tags of its own", got=got)


def _check_range(number: int, *, where: str, dictionary: Dictionary) -> None:
    if number >= dictionary.count:
        raise BadInputError(
            where,
            expected=f"0 to {dictionary.count - 1}, the ids of {dictionary.family.value}",
            got=f"{number}",
        )
    last = dictionary.count - BOARD_TAGS - SCALE_TAGS
    if FIRST_PIECE <= number < last:
        return
    owner = "the anchors" if number < ANCHORS else "markers, card backs and the dice tray"
    if number >= last:
        owner = "the lens board and the scale page"
    raise BadInputError(
        where, expected=f"{FIRST_PIECE} to {last - 1}", got=f"{number}, which belongs to {owner}"
    )


def tag_count(item: Item) -> int:
    """How many unique tags a piece has, all faces together."""
    own = [face for face in item.faces if face not in item.kind.shared]
    return len(own) * len(roles(item))


def height_of(item: Item, index: int) -> Inches:
    """How high over the table the tag of this index lies, faces and roles counted through."""
    if not item.heights:
        return Inches(0.0)
    return item.heights[index] if len(item.heights) > 1 else item.heights[0]


def _check_count(item: Item) -> None:
    written = len(item.entry.tags)
    if len(item.heights) > 1 and len(item.heights) != tag_count(item):
        raise BadInputError(
            item.row.at("tag_heights_in"),
            expected=f"one height, or one for each of {tag_count(item)} tags",
            got=f"{len(item.heights)}",
        )
    if not written:
        return
    if item.copies > 1:
        raise BadInputError(
            item.row.at("tags"), expected="no tags where count is more than 1", got=f"{written}"
        )
    own = [face for face in item.faces if face not in item.kind.shared]
    needed = tag_count(item)
    if written != needed:
        what = (
            f"{needed} ({', '.join(own)}"
            if len(own) > 1
            else f"{needed} (" + ", ".join(roles(item))
        )
        hint = '; stands = "flat" takes one' if item.stands is Stands.UPRIGHT else ""
        raise BadInputError(
            item.row.at("tags"), expected=f"{what}) or none{hint}", got=f"{written}"
        )
