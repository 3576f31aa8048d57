"""Keeps the phones that are known here, and opens one of them as a camera."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from api.phones.entering import Entry, EntryAsked, KnownPhone
from api.phones.phone import Phone, PhoneWish

if TYPE_CHECKING:
    from api.phones.keeping import PhoneKeeper
    from calibration.profile import CameraId

Entered = Callable[[KnownPhone], None]


class PhoneRoom:
    """All phones of one server; the event loop's thread lets them in, any may look."""

    def __init__(
        self,
        *,
        keep: Path | None,
        steady: Callable[[], float],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`clock` is the one that pictures are timed by, the same in all processes."""
        self.entry = Entry(keep=keep, steady=steady)
        self._clock = clock
        self._phones = {name: Phone(known, clock=clock) for name, known in self.entry.known.items()}
        self.on_scan: Entered = lambda _phone: None
        """Called in the loop's thread when a phone has come in by a code that was scanned."""
        self.asks: Callable[[Phone], PhoneWish] = lambda _phone: PhoneWish()
        """What a phone is asked for at this moment."""

    def phones(self) -> tuple[Phone, ...]:
        """Those that are known, here or not."""
        return tuple(self._phones.values())

    def phone(self, name: str) -> Phone | None:
        return self._phones.get(name)

    def enter(self, asking: EntryAsked, *, origin: str) -> tuple[Phone, str]:
        """Let a phone in, with its token; a NotLetInError says why not."""
        known, token, is_scanned = self.entry.enter(asking, origin=origin)
        phone = self._phones.setdefault(known.id, Phone(known, clock=self._clock))
        phone.heard()
        if is_scanned:
            self.on_scan(known)
        return phone, token

    def who(self, token: str) -> Phone | None:
        """The phone of a token."""
        return self._phones.get(self.entry.who(token))

    def forget(self, name: str) -> bool:
        """Let it in no more."""
        if not self.entry.forget(name):
            return False
        self._phones.pop(name).feed_no_more()
        return True

    def ask_all(self) -> None:
        """Tell each phone what is asked of it now; in the event loop's thread."""
        for phone in self.phones():
            phone.want(self.asks(phone))

    def keeper(
        self,
        phone: Phone,
        *,
        expected: "CameraId | None",
        calibrated: Callable[[], "CameraId | None"] = lambda: None,
    ) -> "PhoneKeeper":
        """Open it as a camera, and hold it as it was calibrated."""
        from api.phones.keeping import PhoneKeeper

        return PhoneKeeper(phone, expected=expected, calibrated=calibrated)
