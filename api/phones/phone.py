"""Holds one phone while it is here: what it says of itself, what it is asked for, its pictures."""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from api.phones.entering import KnownPhone
from api.phones.report import TROUBLES, PhoneReport
from rules.table.bad_input import BadInputError

if TYPE_CHECKING:
    from vision.camera.phone.source import PhonePicture

SILENT_S: Final = 2.5
"""A phone that is well says something every second."""
MOST_PICTURE: Final = 8_000_000
"""Bytes; one of 1920 x 1080 has a tenth of it."""
OLDEST_S: Final = 5.0
"""A picture that took longer on its way is passed over; the next one may be quicker."""
MOST_AGE_S: Final = 3600.0
_JPEG: Final = b"\xff\xd8\xff"
GONE: Final = "the phone does not answer: wake it, and look whether it is in the same network"


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneWish:
    """What the umpire asks of a phone, and what the phone may show."""

    sends: bool = False
    rate_hz: float = 0.0
    """Pictures a second, as many as it can up to this."""
    quality: float = 0.9
    """Of its JPEG, 0 to 1."""
    state: str = "waiting"
    note: str = ""
    """How its pictures do, in words for whoever holds it."""
    hold: tuple[tuple[str, float], ...] = ()
    """At what to lock focus, exposure and white balance; each that is not named, as it is."""
    placing: str = ""
    """What inch error to expect from here, and what to do about it."""


class PictureTaker(Protocol):
    """Where a phone's pictures go."""

    def put(self, picture: "PhonePicture") -> None:
        """Take one; in any thread."""

    def close(self) -> None:
        """There are no more."""


class Phone:
    """One phone that was let in; its pictures may be put in from any thread."""

    def __init__(self, known: KnownPhone, *, clock: Callable[[], float]) -> None:
        """`clock` is the steady clock that pictures are timed by."""
        self.known = known
        self.report: PhoneReport | None = None
        self.wanted = PhoneWish()
        self.hold: tuple[tuple[str, float], ...] = ()
        """What was held of it when it was calibrated."""
        self.pictures = 0
        self._clock = clock
        self._began_s = clock()
        self._heard_s: float | None = None
        self._feed: PictureTaker | None = None
        self._guard = threading.Lock()
        self._changed = asyncio.Event()

    # --- what comes from the phone -----------------------------------------------------------

    def heard(self) -> None:
        """It has said something."""
        self._heard_s = self._clock()

    def has_gone(self) -> None:
        """Its line has ended."""
        self._heard_s = None

    def reports(self, report: PhoneReport) -> None:
        self.heard()
        self.report = report

    @property
    def clock_ms(self) -> float:
        """The time by which it says when its pictures were taken."""
        return (self._clock() - self._began_s) * 1000

    def shows(self, jpeg: bytes, *, taken_ms: float) -> None:
        """One picture, taken when `clock_ms` was so; a BadInputError says why it is not taken."""
        self.heard()
        if self.report is None:
            raise BadInputError("picture", expected="a report before it", got="none")
        if not jpeg.startswith(_JPEG) or len(jpeg) > MOST_PICTURE:
            raise BadInputError("picture", expected="a JPEG", got=f"{len(jpeg)} bytes")
        age_s = (self.clock_ms - taken_ms) / 1000
        if not 0 <= age_s <= MOST_AGE_S:
            raise BadInputError("age", expected=f"0 to {MOST_AGE_S:g} s", got=f"{age_s:.60g}")
        with self._guard:
            feed = self._feed
        if feed is None or not self.wanted.sends or age_s > OLDEST_S:
            return
        from vision.camera.phone.source import PhonePicture

        self.pictures += 1
        feed.put(
            PhonePicture(
                jpeg=jpeg, taken_s=self._clock() - age_s, name=self.known.name, lens=self.lens
            )
        )

    # --- what is known of it -----------------------------------------------------------------

    @property
    def lens(self) -> str:
        """What a calibration belongs to: the phone, its lens, and the zoom."""
        report = self.report
        lens = "" if report is None else report.lens
        zoom = None if report is None else report.zoom
        named = f"phone {self.known.id} {lens}".strip()
        return named if zoom is None else f"{named} zoom {zoom:g}"

    @property
    def is_here(self) -> bool:
        """Whether it has said something lately."""
        return self._heard_s is not None and self._clock() - self._heard_s < SILENT_S

    @property
    def trouble(self) -> str:
        """Why no pictures come, in words; nothing while all is well."""
        if not self.is_here:
            return GONE
        return "" if self.report is None else TROUBLES[self.report.trouble]

    # --- what it is asked for ----------------------------------------------------------------

    def want(self, wanted: PhoneWish) -> None:
        """Ask it for something else; in the event loop's thread."""
        if wanted != self.wanted:
            self.wanted = wanted
            self._changed.set()
            self._changed = asyncio.Event()

    async def changed(self, most_s: float) -> None:
        """Until it is asked for something else, but no longer than this."""
        changed = self._changed
        try:
            await asyncio.wait_for(changed.wait(), most_s)
        except TimeoutError:
            return

    # --- where its pictures go ---------------------------------------------------------------

    @property
    def is_fed(self) -> bool:
        """Whether its pictures go anywhere."""
        with self._guard:
            return self._feed is not None

    def feed_to(self, feed: "PictureTaker") -> None:
        """From now on its pictures go there."""
        with self._guard:
            before, self._feed = self._feed, feed
        if before is not None:
            before.close()

    def feed_no_more(self, feed: "PictureTaker | None" = None) -> None:
        """Let them go nowhere, unless they go elsewhere than to this feed already."""
        with self._guard:
            before = self._feed
            if feed is not None and before is not feed:
                return
            self._feed = None
        if before is not None:
            before.close()
