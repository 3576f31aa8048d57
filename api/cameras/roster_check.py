"""Counts which tags of an army the camera has seen at least once.

A square of a cloth or of grain may read as a tag, too: nobody's tag is told of that could not be as
large as one of this army there, or that is not there in several pictures.
"""

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from vision.camera.source import Frame
from vision.detector import Detector
from vision.locating.tag_layout import TagLayout
from vision.sighting import Sighting
from vision.tags.tag_family import TagFamily

LEAST: Final = 0.6
MOST: Final = 1.6
"""Times as large as the smallest and the largest tag of the army beside others in the picture: a
camera that looks askance sees far ones smaller."""

SURE: Final = 3
"""Pictures that nobody's tag is in before it is told."""


class RosterCheck:
    """`see` belongs to the camera's thread, the rest to anybody."""

    def __init__(self, battle: TagLayout, *, dictionary: str) -> None:
        self._battle = battle
        self._detector = Detector(TagFamily.of(dictionary))
        self._guard = threading.Lock()
        self._seen: Counter[int] = Counter()
        """In how many pictures each number was."""

    def see(self, frame: Frame) -> None:
        """Tick off what lies in the picture."""
        sightings = self._detector.sightings(frame.grey)
        numbers = {each.number for each in surely_there(sightings, battle=self._battle)}
        with self._guard:
            self._seen.update(numbers)

    def told(self) -> dict[str, Any]:
        """Piece by piece: its tags, and which of them are still to be shown."""
        with self._guard:
            seen = dict(self._seen)
        strangers = seen.keys() - self._battle.numbers
        pieces = [
            {
                "piece": tagged.entry.id,
                "tags": [tag.number for tag in tagged.tags],
                "unseen": sorted({tag.number for tag in tagged.tags} - seen.keys()),
            }
            for tagged in self._battle.pieces
        ]
        return {
            "pieces": pieces,
            "unseen": sum(bool(each["unseen"]) for each in pieces),
            "strangers": sorted(each for each in strangers if seen[each] >= SURE),
        }


def surely_there(sightings: Sequence[Sighting], *, battle: TagLayout) -> Iterator[Sighting]:
    """Those of the army, and of others what is read without a doubt and is as large as its tags."""
    own = [each for each in sightings if each.number in battle.numbers]
    scales = [each.shortest_side_px / battle.side(each.number) for each in own]
    smallest, largest = battle.sides
    yield from own
    if not scales:
        return
    least, most = LEAST * smallest * min(scales), MOST * largest * max(scales)
    for each in sightings:
        is_another = each.number not in battle.numbers and each.wrong_cells == 0
        if is_another and least <= each.shortest_side_px <= most:
            yield each
