"""Makes the roster of a battle from a printed kit: each piece with the numbers it got."""

from dataclasses import replace
from types import MappingProxyType

from rules.table.roster import Entry, Roster, Tag
from vision.kit.designs.cards import card_name
from vision.kit.making import Kit
from vision.kit.tags.plan import PlannedPiece, height_of
from vision.kit.wanted.army import COLUMNS


def battle_roster(kit: Kit) -> Roster:
    """Every printed piece, its copies counted out; class tags name no piece, so none has them."""
    return Roster(entries=tuple(_entry(piece) for piece in kit.plan.pieces))


def _entry(piece: PlannedPiece) -> Entry:
    item = piece.item
    numbers = [tag.number for _, tags in piece.faces for tag in tags if tag.unique]
    tags = (Tag(number=n, height=height_of(item, index)) for index, n in enumerate(numbers))
    own = {column.name for column in COLUMNS}
    extra = {name: value for name, value in item.entry.extra.items() if name not in own}
    return replace(
        item.entry,
        id=piece.id,
        name=card_name(piece),
        tags=tuple(tags),
        extra=MappingProxyType(extra),
    )
