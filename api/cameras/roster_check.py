"""Counts which tags of an army the camera has seen at least once."""

import threading
from typing import Any

from vision.camera.source import Frame
from vision.detector import Detector
from vision.locating.tag_layout import TagLayout
from vision.tags.tag_family import TagFamily


class RosterCheck:
    """`see` belongs to the camera's thread, the rest to anybody."""

    def __init__(self, battle: TagLayout, *, dictionary: str) -> None:
        self._battle = battle
        self._detector = Detector(TagFamily.of(dictionary))
        self._guard = threading.Lock()
        self._seen: set[int] = set()

    def see(self, frame: Frame) -> None:
        """Tick off what lies in the picture."""
        numbers = {each.number for each in self._detector.sightings(frame.grey)}
        with self._guard:
            self._seen |= numbers

    def told(self) -> dict[str, Any]:
        """Piece by piece: its tags, and which of them are still to be shown."""
        with self._guard:
            seen = set(self._seen)
        pieces = [
            {
                "piece": tagged.entry.id,
                "tags": [tag.number for tag in tagged.tags],
                "unseen": sorted({tag.number for tag in tagged.tags} - seen),
            }
            for tagged in self._battle.pieces
        ]
        return {
            "pieces": pieces,
            "unseen": sum(bool(each["unseen"]) for each in pieces),
            "strangers": sorted(seen - self._battle.numbers),
        }
