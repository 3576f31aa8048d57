"""Lets a phone that is not the camera over the table look into the dice tray."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from api.phones.phone import Phone
from api.phones.room import PhoneRoom
from api.rolling.shots import TrayShot

if TYPE_CHECKING:
    from vision.camera.phone.source import PhonePicture

MOST_PHONES: Final = 2
"""That look at a time; a table has one tray."""


class TrayPhones:
    """The phones of one server that may see the tray. For the event loop's thread."""

    def __init__(self, room: PhoneRoom, *, is_camera: Callable[[Phone], bool]) -> None:
        self._room = room
        self._is_camera = is_camera
        self._taken: dict[str, _Newest] = {}

    def shots(self, *, is_wanted: bool) -> list[TrayShot]:
        """The latest picture of each; while none is wanted no phone sends any."""
        free = [each for each in self._room.phones() if each.is_here and not self._is_camera(each)]
        looking = {each.known.id: each for each in free[:MOST_PHONES]} if is_wanted else {}
        for name in set(self._taken) - set(looking):
            self._end(name)
        for name, phone in looking.items():
            if name not in self._taken and not phone.is_fed:
                self._taken[name] = _Newest(name)
                phone.feed_to(self._taken[name])
        return [shot for each in self._taken.values() if (shot := each.shot()) is not None]

    def looks(self, phone: Phone) -> bool:
        """Whether this phone is asked for pictures of the tray."""
        taken = self._taken.get(phone.known.id)
        return taken is not None and not taken.is_closed

    def _end(self, name: str) -> None:
        taken, phone = self._taken.pop(name), self._room.phone(name)
        if phone is not None:
            # One that became the camera meanwhile goes on with that.
            phone.feed_no_more(taken)


class _Newest:
    """Keeps the newest picture of one phone."""

    def __init__(self, camera: str) -> None:
        self.is_closed = False
        self._camera = camera
        self._guard = threading.Lock()
        self._count = 0
        self._picture: PhonePicture | None = None

    def put(self, picture: "PhonePicture") -> None:
        with self._guard:
            self._count, self._picture = self._count + 1, picture

    def close(self) -> None:
        with self._guard:
            self.is_closed, self._picture = True, None

    def shot(self) -> TrayShot | None:
        with self._guard:
            if self._picture is None:
                return None
            return TrayShot(
                camera=self._camera,
                number=self._count,
                seconds=self._picture.taken_s,
                jpeg=self._picture.jpeg,
            )
