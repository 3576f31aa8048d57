"""Compares what each camera sees of tags with where it saw them when all cameras agreed."""

import math
from collections.abc import Collection, Mapping, Sequence
from functools import partial

from vision.fusion.cameras import JoinedCamera
from vision.fusion.clocks import Delays
from vision.fusion.resting import Kept, is_same_place
from vision.fusion.settings import FusionSettings
from vision.fusion.sight import CameraSight, TagSight, changed_keys

_SLACK_S = 0.02
"""Seconds by which two pictures count as of one moment."""


class AgreedPlaces:
    """Where each camera saw the tags at rest, in its own pixels, when they last agreed."""

    def __init__(self, count: int, *, settings: FusionSettings) -> None:
        self._settings = settings
        self.places: list[dict[int, TagSight]] = [{} for _ in range(count)]
        self.off: list[set[int]] = [set() for _ in range(count)]
        """The tags that a camera sees elsewhere than then."""
        self._since: list[dict[int, float]] = [{} for _ in range(count)]
        """By the camera's own clock, the first of the pictures that all show such a tag elsewhere.

        Pictures of a camera whose pictures come late are always older than the newest of another:
        what counts is whether they are newer than the change.
        """
        self._compared: list[Mapping[int, TagSight] | None] = [None] * count
        """What was compared last, while the places are the same."""

    def agree(self, kept: Kept, *, used: Collection[int]) -> None:
        """What the used cameras see of the tags at rest fits together."""
        moved = set()
        self._compared = [None] * len(self.places)
        for camera in used:
            old = self.places[camera]
            for number, tag in kept[camera].items():
                if number in old and not self._is_same(tag, old[number]):
                    moved.add(number)
            self.places[camera] = dict(kept[camera])
        for camera, places in enumerate(self.places):
            if camera not in used:
                for number in moved:
                    places.pop(number, None)

    def forget(self, camera: int) -> None:
        """It stands elsewhere now."""
        self.places[camera] = {}
        self.off[camera] = set()
        self._since[camera] = {}
        self._compared[camera] = None

    def compare(self, sight: CameraSight) -> None:
        """Find what the camera sees elsewhere."""
        before, tags = self._compared[sight.camera], sight.tags
        if before is tags:
            return
        self._compared[sight.camera] = tags
        places = self.places[sight.camera]
        # Most are the same object as in the picture before.
        new = tags.keys() if before is None else changed_keys(before, tags)
        self.off[sight.camera] = (self.off[sight.camera] - new) | {
            number
            for number in new
            if number in tags
            and number in places
            and not self._is_same(tags[number], places[number])
        }
        since = self._since[sight.camera]
        self._since[sight.camera] = {
            number: since.get(number, sight.seconds) for number in self.off[sight.camera]
        }

    def has(self, camera: int, number: int) -> bool:
        """Whether the cameras have agreed on what this one saw of a tag."""
        return number in self.places[camera]

    def is_at(self, camera: int, tag: TagSight) -> bool:
        """Whether it is where the camera saw it then."""
        return tag.number in self.places[camera] and tag.number not in self.off[camera]

    def shifted(
        self,
        camera: int,
        *,
        cameras: Sequence[JoinedCamera],
        used: Collection[int],
        delays: Delays,
    ) -> bool | None:
        """Whether most tags have moved for this camera which rest for others, in pictures no older
        than the first that shows it so; None where too few tell.
        """
        mine = cameras[camera].latest
        if mine is None:
            return None
        vouched = partial(self._vouched, camera, cameras=cameras, used=used, by=delays)
        moved = vouched([number for number in self.off[camera] if number in mine.tags])
        if not moved and cameras[camera].bumped_s is None:
            return None
        stayed = vouched([tag.number for tag in mine.tags.values() if self.is_at(camera, tag)])
        if len(moved) + len(stayed) < self._settings.bumped_least:
            return None
        return len(moved) > len(stayed)

    def _vouched(
        self,
        camera: int,
        numbers: Sequence[int],
        *,
        cameras: Sequence[JoinedCamera],
        used: Collection[int],
        by: Delays,
    ) -> list[int]:
        """The tags that rest for another camera since this one saw what it sees now."""
        return [
            number
            for number in numbers
            if any(
                self._vouches(
                    other,
                    number,
                    cameras=cameras,
                    since_s=self._changed_s(camera, number, by=by),
                    by=by,
                )
                for other in used
                if other != camera
            )
        ]

    def is_pending(
        self, cameras: Sequence[JoinedCamera], *, used: Collection[int], delays: Delays
    ) -> bool:
        """Whether one camera sees a change of which older pictures of another know nothing yet."""
        for camera in used:
            mine = cameras[camera].latest
            if mine is None or not self.off[camera]:
                continue
            for other in used:
                seen = cameras[other].latest
                if seen is None or other == camera:
                    continue
                taken_s = _taken(seen, delays) + _SLACK_S
                if any(
                    n in seen.tags
                    and self.is_at(other, seen.tags[n])
                    and taken_s < self._changed_s(camera, n, by=delays)
                    for n in self.off[camera]
                ):
                    return True
        return False

    def _changed_s(self, camera: int, number: int, *, by: Delays) -> float:
        """Since when a camera has seen a tag elsewhere; of one that rests any picture is new."""
        return self._since[camera].get(number, -math.inf) - by.of(camera).seconds

    def _vouches(
        self,
        other: int,
        number: int,
        *,
        cameras: Sequence[JoinedCamera],
        since_s: float,
        by: Delays,
    ) -> bool:
        seen = cameras[other].latest
        if seen is None or number not in seen.tags or not seen.is_vouching:
            return False
        return _taken(seen, by) >= since_s - _SLACK_S and self.is_at(other, seen.tags[number])

    def _is_same(self, tag: TagSight, other: TagSight) -> bool:
        return tag is other or is_same_place(
            tag, other, px=self._settings.shifted_px, sigmas=self._settings.shifted_sigmas
        )


def _taken(sight: CameraSight, delays: Delays) -> float:
    return sight.seconds - delays.of(sight.camera).seconds


def kept_of(
    before: Sequence[Mapping[int, TagSight]],
    *,
    cameras: Sequence[JoinedCamera],
    used: Collection[int],
    agreed: AgreedPlaces,
) -> list[dict[int, TagSight]]:
    """What each camera sees of the tags at rest; what a hand hides from one stays for as long as
    another sees it rest where it was.
    """
    kept = [dict(each) if camera in used else {} for camera, each in enumerate(before)]
    sights = {camera: cameras[camera].latest for camera in used}
    restless = set()
    for camera, sight in sights.items():
        if sight is None or not sight.is_vouching:
            continue
        for number, tag in sight.tags.items():
            if tag.is_resting:
                kept[camera][number] = tag
            elif not agreed.is_at(camera, tag):
                restless.add(number)
    for camera, sight in sights.items():
        if sight is None:
            continue
        for number in list(kept[camera]):
            if number in restless or (
                number not in sight.tags
                and not any(
                    other is not None
                    and number in other.tags
                    and agreed.is_at(other.camera, other.tags[number])
                    for other in sights.values()
                )
            ):
                del kept[camera][number]
    return kept
