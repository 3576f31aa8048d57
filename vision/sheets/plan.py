"""Describes a sheet with tags of its own: where they are printed, and what area is drawn in."""

from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np

from rules.table.bad_input import BadInputError
from vision.sighting import Floats

GAME_SHEET: Final = "game_sheet"


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetTag:
    """One tag of a sheet, in inches from the south-west corner of the area."""

    number: int
    x_in: float
    y_in: float
    size_in: float

    @property
    def corners(self) -> Floats:
        """4 x 2: top left, top right, bottom right, bottom left; its top is the sheet's."""
        half = self.size_in / 2
        signs = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)], dtype=np.float64)
        return np.asarray((self.x_in, self.y_in) + half * signs)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPlan:
    """A sheet: x runs east and y north from the south-west corner of the area that is drawn in."""

    width_in: float
    depth_in: float
    tags: tuple[SheetTag, ...]
    dictionary: str = "DICT_4X4_250"

    @classmethod
    def described(cls, kit: dict[str, Any]) -> Self:
        """The sheet of a kit's description; a BadInputError says that there is none."""
        found = [piece for piece in kit["pieces"] if piece["kind"] == GAME_SHEET]
        if not found:
            raise BadInputError("roster", expected=f"a piece of kind {GAME_SHEET}", got="none")
        size = found[0]["footprint"]["rectangle"]
        wide, deep = float(size["width_in"]), float(size["length_in"])
        tags = tuple(
            # In a piece's own frame +x is its front, the sheet's top, and +y its left.
            SheetTag(
                number=int(tag["id"]),
                x_in=wide / 2 - float(tag["at_in"][1]),
                y_in=deep / 2 + float(tag["at_in"][0]),
                size_in=float(tag["size_in"]),
            )
            for tag in found[0]["faces"][0]["tags"]
        )
        return cls(
            width_in=wide, depth_in=deep, tags=tags, dictionary=str(kit["dictionary"]["name"])
        )

    @property
    def numbers(self) -> tuple[int, ...]:
        """The tags that stand for this sheet and nothing else."""
        return tuple(tag.number for tag in self.tags)
