"""Refuses what cannot be printed: pieces larger than a page, and terrain larger than any table."""

from typing import Final

import shapely

from rules.table.bad_input import BadInputError
from rules.table.units import plain
from vision.kit.designs.game_sheet import STRIP
from vision.kit.drawing.cutouts import CAPTION
from vision.kit.drawing.fitting import outline_on_paper
from vision.kit.paper.sheets import A4, COMMON, FOOTER, LETTER, MARGIN
from vision.kit.wanted.army import Item
from vision.kit.wanted.kinds import Group, Stands

LARGEST_TERRAIN: Final = 72.0
"""Inches; the longest table. It takes eighty pages already."""


def require_printable(item: Item) -> None:
    """Refuse what is larger than a page of either paper, and terrain larger than any table."""
    left, low, right, high = shapely.Polygon(outline_on_paper(item.footprint)).bounds
    width, height = right - left, high - low
    if item.stands is Stands.ROOF:
        # Only a card for its roof is printed.
        if max(width, height) > LARGEST_TERRAIN:
            _refuse(item, f"at most {plain(LARGEST_TERRAIN)} in", width=width, height=height)
        return
    if item.kind.group is Group.TERRAIN:
        if max(width, height) > LARGEST_TERRAIN:
            _refuse(
                item, f"terrain of at most {plain(LARGEST_TERRAIN)} in", width=width, height=height
            )
        return
    if item.kind.group is Group.SHEET:
        wide = LETTER.height - 2 * MARGIN
        high = A4.width - 2 * MARGIN - FOOTER - 2 * STRIP
        if width > wide or height > high:
            _refuse(item, _page(high, wide), width=width, height=height)
        return
    short, long = sorted((width, height))
    if short > COMMON[0] - CAPTION or long > COMMON[1] - CAPTION:
        _refuse(item, _page(COMMON[0] - CAPTION, COMMON[1] - CAPTION), width=width, height=height)


def _page(short: float, long: float) -> str:
    return f"a size that fits on a page, at most {plain(short)} x {plain(long)} in"


def _refuse(item: Item, expected: str, *, width: float, height: float) -> None:
    got = f"{plain(height)} x {plain(width)} in"
    raise BadInputError(item.row.at("footprint"), expected=expected, got=got)
