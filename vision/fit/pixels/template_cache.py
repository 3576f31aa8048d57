"""Keeps the predicted pictures of tags that were made for an earlier frame.

A picture is a matter of the tag's pattern and blur alone, and neither changes much between frames.
"""

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.fit.pixels.templates import CHANNELS, Atlas, Singles, atlas_of, side_of
from vision.sighting import Floats

_STEP: Final = 0.02
"""Of the blur's logarithm. Pictures are made for blurs in such steps, so that a fit finds the same
whatever was in the cache before."""
_MOST_BYTES: Final = 16_000_000
"""Of one store: 190 tags as a table in Full HD shows them."""
_TALLEST: Final = 32_000
"""Rows of a picture in which OpenCV looks things up."""
_MOST_STORES: Final = 2
"""Near and far tags, or those of a blur that changes."""

_Key = tuple[bytes, int, int]
"""A pattern, and its blur across and down in steps."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Store:
    """Pictures that are sampled equally finely; one that is written in is never written over."""

    pictures: Singles
    places: dict[_Key, int] = field(default_factory=dict)


class TemplateCache:
    """Belongs to one table and one thread."""

    def __init__(self) -> None:
        self._stores: dict[tuple[int, int], _Store] = {}
        self.made = 0
        """How many pictures were missing and had to be made."""

    def atlas(self, patterns: NDArray[np.bool_], *, blur: Floats, samples: int) -> Atlas:
        """As `atlas_of` makes it, for blurs (n x 2) that are at most half a step away."""
        count, cells, _ = patterns.shape
        side = side_of(cells=cells, samples=samples)
        room = min(_TALLEST // side, _MOST_BYTES // (4 * CHANNELS * side**2))
        if count > room:
            return atlas_of(patterns, blur=blur, samples=samples)
        steps = np.rint(np.log(blur) / _STEP)
        near = np.exp(steps * _STEP)
        keys = [
            (pattern.tobytes(), across, down)
            for pattern, (across, down) in zip(patterns, steps.astype(int).tolist(), strict=True)
        ]
        store = self._store(cells=cells, samples=samples, room=room)
        absent = {key: at for at, key in enumerate(keys) if key not in store.places}
        if len(store.places) + len(absent) > room:
            # A new one, as somebody may still be using the pictures of the old one.
            del self._stores[cells, samples]
            store = self._store(cells=cells, samples=samples, room=room)
            absent = {key: at for at, key in enumerate(keys)}
        if absent:
            new = list(absent.values())
            first = len(store.places)
            made = atlas_of(patterns[new], blur=near[new], samples=samples)
            store.pictures[first * side : (first + len(new)) * side] = made.picture
            store.places.update(zip(absent, range(first, first + len(new)), strict=True))
            self.made += len(new)
        return Atlas(
            picture=store.pictures,
            samples=samples,
            cells=cells,
            places=np.array([store.places[key] for key in keys], dtype=np.float32),
            over=np.log(near / blur).mean(axis=1),
        )

    def _store(self, *, cells: int, samples: int, room: int) -> _Store:
        """The store in use stays; the one that was used longest ago goes."""
        store = self._stores.pop((cells, samples), None)
        if store is None:
            side = side_of(cells=cells, samples=samples)
            store = _Store(pictures=np.empty((room * side, side, CHANNELS), dtype=np.float32))
        self._stores[cells, samples] = store
        while len(self._stores) > _MOST_STORES:
            del self._stores[next(iter(self._stores))]
        return store
