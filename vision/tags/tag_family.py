"""Holds the cells of every tag that may be looked for: of the kit, or of any other dictionary."""

from dataclasses import dataclass
from functools import cached_property
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.table.bad_input import BadInputError
from vision.tags.dictionary import Family

Cells = NDArray[np.bool_]


@dataclass(frozen=True, eq=False, kw_only=True)
class TagFamily:
    """Tags of one size in cells, each with its number."""

    name: str
    numbers: tuple[int, ...]
    patterns: Cells
    """One for each number: rows from the tag's top, each from its left, the black frame of one
    cell included; true is white."""

    @classmethod
    def of(cls, family: Family | str, *, numbers: tuple[int, ...] | None = None) -> Self:
        """A family of the kit, or any dictionary that OpenCV knows by name.

        >>> TagFamily.of(Family.SMALL, numbers=(3, 8)).cells
        6
        >>> len(TagFamily.of("DICT_6X6_250").numbers)
        250
        """
        name = str(family)
        code = getattr(cv2.aruco, name, None) if name.startswith("DICT_") else None
        if code is None:
            raise BadInputError("family", expected="the name of an OpenCV dictionary", got=name)
        book = cv2.aruco.getPredefinedDictionary(int(code))
        cells = int(book.markerSize) + 2
        whole = cls(
            name=name,
            numbers=tuple(range(len(book.bytesList))),
            patterns=np.array(
                [
                    np.asarray(cv2.aruco.generateImageMarker(book, number, cells)) > 0
                    for number in range(len(book.bytesList))
                ]
            ),
        )
        return whole if numbers is None else whole.only(numbers)

    def __post_init__(self) -> None:
        shape = self.patterns.shape
        if len(shape) != 3 or shape[1] != shape[2] or shape[0] != len(self.numbers):
            expected = f"{len(self.numbers)} squares of cells"
            raise BadInputError(f"{self.name}: patterns", expected=expected, got=f"{shape}")
        if len(set(self.numbers)) != len(self.numbers) or not self.numbers:
            expected = "one or more numbers, each once"
            raise BadInputError(f"{self.name}: numbers", expected=expected, got=f"{self.numbers}")

    @property
    def cells(self) -> int:
        """From black edge to black edge, the frame of one cell included."""
        return int(self.patterns.shape[1])

    @cached_property
    def _places(self) -> dict[int, int]:
        return {number: index for index, number in enumerate(self.numbers)}

    def __contains__(self, number: int) -> bool:
        return number in self._places

    def pattern(self, number: int) -> Cells:
        """The cells of one tag."""
        index = self._places.get(number)
        if index is None:
            expected = f"a tag of {self.name} with {len(self.numbers)} numbers"
            raise BadInputError("tag", expected=expected, got=f"{number}")
        return np.asarray(self.patterns[index])

    def only(self, numbers: tuple[int, ...]) -> Self:
        """The family without all other tags, in the order of the numbers."""
        chosen = tuple(sorted(set(numbers)))
        return type(self)(
            name=self.name,
            numbers=chosen,
            patterns=np.array([self.pattern(number) for number in chosen]),
        )

    @cached_property
    def turned_patterns(self) -> Cells:
        """Each pattern as it is, and turned counter-clockwise by one, two, three quarters."""
        return np.stack([np.rot90(self.patterns, turn, axes=(1, 2)) for turn in range(4)], axis=1)

    @cached_property
    def least_distance(self) -> int:
        """The fewest cells in which two tags differ, or one and itself turned."""
        flat = self.turned_patterns.reshape(len(self.numbers), 4, -1).astype(np.int32)
        least = flat.shape[-1]
        for index, one in enumerate(flat):
            own = np.abs(one[1:] - one[0]).sum(axis=-1).min()
            others = np.abs(flat[index + 1 :] - one[0]).sum(axis=-1)
            least = min(least, int(own), int(others.min(initial=least)))
        return least

    @cached_property
    def book(self) -> cv2.aruco.Dictionary:
        """As OpenCV takes it; its numbers count the tags from 0.

        It corrects no more cells than the distance of these tags allows.
        """
        inner = self.patterns[:, 1:-1, 1:-1].astype(np.uint8)
        listed = np.concatenate(
            [
                np.asarray(cv2.aruco.Dictionary.getByteListFromBits(np.ascontiguousarray(each)))
                for each in inner
            ]
        )
        correctable = max(0, (self.least_distance - 1) // 2)
        return cv2.aruco.Dictionary(listed, self.cells - 2, correctable)
