"""Reads webcams, streams and video files through OpenCV."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Final, Self

import cv2
import numpy as np

from calibration.profile import CameraId
from rules.table.snapshot import Health, HealthState
from vision.camera.controls.holding import Driver, HeldControls
from vision.camera.controls.system import driver_of, held_by, held_then
from vision.camera.devices import Device, holder
from vision.camera.luma import LEAST_SIDE, MOST_PIXELS, Luma, is_usable, luma_of
from vision.camera.source import HELD, Awaited, Bytes, Clock, Frame, Identity, SourceError

WANTED: Final = (1920, 1080)
"""What a webcam is asked for; left alone most give 640 x 480."""
OPEN_MS: Final = 3000
READ_MS: Final = 2000
"""How long a stream may take to open and to give a picture; FFmpeg's own limits are 30 s."""
_WARMING: Final = 5
"""Frames until exposure and white balance have settled."""
_LOST: Final = 30
"""So many failures in a row are no hiccup: the cable is out."""
_AT_ONCE_S: Final = 0.002
"""A picture that comes sooner than this was waiting already: pictures do not arrive that fast."""
_BURST: Final = 3
_MOST_PASSED: Final = 300
_STREAM_OPTIONS: Final = (
    # A server that sends us on to file:... would have us read this computer's own files, and one
    # that sends us on elsewhere would have us ask there in its place.
    "protocol_whitelist;http,https,tcp,tls,rtsp,rtp,udp,crypto|max_redirects;0"
    "|rtsp_transport;tcp|fflags;nobuffer"
)
_OPTIONS_NAME: Final = "OPENCV_FFMPEG_CAPTURE_OPTIONS"
_MOTION_JPEG: Final = frozenset({"MJPG", "mjpg", "JPEG", "jpeg"})
_PLANAR: Final = frozenset({"I420", "YV12"})


class Capture:
    """A device, a stream or a video file; the number of a device counts from 0."""

    def __init__(
        self,
        place: int | str,
        *,
        clock: Clock,
        wanted: tuple[int, int] | None = None,
        device: Device | None = None,
        driver: Callable[[int], Driver] = driver_of,
        calibrated: CameraId | None = None,
    ) -> None:
        # Our own messages say what OpenCV would say of a camera that is not there.
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
        self._is_file = isinstance(place, str) and "://" not in place
        self._place = place
        self._device = device
        self._clock = clock
        self._height = 0
        self._is_damaged = False
        """Whether the last picture came, but could not be read."""
        self._is_packets = False
        """Whether pictures come undecoded from a stream, so that they can be skipped."""
        self._at_once = self._passed_over = 0
        self._arrived_s = 0.0
        self._is_awaited: Awaited | None = None
        self._held: HeldControls | None = None
        self._video = self._opened()
        if isinstance(place, int):
            self._ask_for(wanted or WANTED)
        self._ask_for_luma()
        self._started = clock()
        first = self._first()
        rate = float(self._video.get(cv2.CAP_PROP_FPS))
        self._rate_hz = rate if np.isfinite(rate) and 0.1 <= rate <= 1000 else 30.0
        self._waiting: Luma | None = first
        self._identity = self._identified(first.grey)
        if isinstance(place, int):
            # Now that light and focus have settled: what is held sooner stays wrong.
            then = held_then(calibrated, now=self._identity)
            self._held = held_by(driver, place, clock=clock, calibrated=then)
            self._identity = replace(self._identity, controls=self._held.values)

    def _opened(self) -> cv2.VideoCapture:
        place = self._place
        if isinstance(place, int) or self._is_file:
            video = cv2.VideoCapture(place)
        else:
            limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_MS]
            limits += [cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_MS]
            with _stream_options():
                video = cv2.VideoCapture(place, cv2.CAP_FFMPEG, limits)
        if not video.isOpened():
            video.release()
            raise self._unopened()
        return video

    def _ask_for(self, wanted: tuple[int, int]) -> None:
        """A camera that cannot do one of these ignores it."""
        # Without compression USB 2 has no room for more than a few large frames a second.
        self._video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._video.set(cv2.CAP_PROP_FRAME_WIDTH, wanted[0])
        self._video.set(cv2.CAP_PROP_FRAME_HEIGHT, wanted[1])
        # A lens that changes its focus is a different lens each time.
        self._video.set(cv2.CAP_PROP_AUTOFOCUS, 0)
        # More would be pictures from the past.
        self._video.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def _ask_for_luma(self) -> None:
        """Ask for pictures before their colours are worked out, where the driver can do that."""
        self._height = int(self._video.get(cv2.CAP_PROP_FRAME_HEIGHT))
        if isinstance(self._place, int):
            if self._video.getBackendName() == "V4L2":
                self._video.set(cv2.CAP_PROP_CONVERT_RGB, 0)
        elif self._code(cv2.CAP_PROP_FOURCC) in _MOTION_JPEG:
            self._video.set(cv2.CAP_PROP_FORMAT, -1)
            self._is_packets = not self._is_file
        elif self._code(cv2.CAP_PROP_CODEC_PIXEL_FORMAT) in _PLANAR:
            self._video.set(cv2.CAP_PROP_CONVERT_RGB, 0)

    def _code(self, name: int) -> str:
        value = int(self._video.get(name))
        return value.to_bytes(4, "little", signed=value < 0).decode("latin-1")

    def _first(self) -> Luma:
        first = None
        for _ in range(1 if self._is_file else _WARMING):
            first = self._read() or first
        if first is None and isinstance(self._place, int):
            # Some drivers deliver what nobody can read, unless they are left to convert it.
            self._video.set(cv2.CAP_PROP_CONVERT_RGB, 1)
            first = self._read()
        if first is None:
            self.close()
            raise self._without_picture()
        height, width = first.grey.shape
        if not is_usable(width, height):
            self.close()
            raise SourceError(
                f"{self._said}: expected pictures of at least {LEAST_SIDE} x {LEAST_SIDE} pixels "
                f"and at most {MOST_PIXELS / 1e6:g} megapixels, got {width} x {height}"
            )
        return first

    def _identified(self, grey: Bytes) -> Identity:
        place, device = self._place, self._device
        if device is not None:
            name, known = device.name, device.id
        elif isinstance(place, int):
            name, known = f"camera {place}", f"{self._video.getBackendName()} {place}"
        else:
            name, known = os.path.basename(place.rstrip("/")) or place, ""
        if not self._is_file and isinstance(place, str):
            # An address is all that tells one stream from another; the password stays out of it.
            known = _without_password(place)
        height, width = grey.shape
        return Identity(name=name, id=known, width=width, height=height, is_live=not self._is_file)

    @property
    def _said(self) -> str:
        if self._device is not None:
            return self._device.name
        return f"camera {self._place}" if isinstance(self._place, int) else _shown(self._place)

    @property
    def identity(self) -> Identity:
        return self._identity

    def spare(self, is_awaited: Awaited) -> None:
        """Of a file every picture counts."""
        self._is_awaited = None if self._is_file else is_awaited

    def frames(self) -> Iterator[Frame]:
        number, failures, damaged = 0, 0, 0
        wanted = (self._identity.height, self._identity.width)
        while True:
            read = self._next()
            number += self._passed_over
            if read is None:
                failures += 1
                damaged += self._is_damaged
                if self._is_file and not self._is_damaged:
                    return
                if failures >= _LOST:
                    raise self._lost(are_damaged=damaged >= _LOST / 2)
            elif read.grey.shape != wanted:
                size = f"{read.grey.shape[1]} x {read.grey.shape[0]}"
                raise SourceError(f"{self._said}: the picture has changed its size to {size}")
            else:
                failures, damaged = 0, 0
                if self._held is not None:
                    self._held.look()
                arrived_s = None if self._is_file else self._arrived_s
                since_s = number / self._rate_hz if arrived_s is None else arrived_s - self._started
                yield Frame(
                    number=number,
                    seconds=since_s,
                    name=f"frame {number}",
                    grey=read.grey,
                    captured_s=arrived_s,
                    jpeg=read.jpeg,
                    told=Health() if self._held is None else self._held.health,
                )
            number += 1

    def _next(self) -> Luma | None:
        if self._waiting is not None:
            first, self._waiting = self._waiting, None
            return first
        return self._read()

    def _read(self) -> Luma | None:
        self._is_damaged = False
        try:
            raw = self._newest()
        except cv2.error:
            return None
        if raw is None:
            return None
        read = luma_of(np.asarray(raw, dtype=np.uint8), height=self._height)
        self._is_damaged = read is None
        return read

    def _newest(self) -> np.ndarray | None:
        """The next picture; the one that arrives next, where they have begun to pile up.

        What waited in the network's buffers would otherwise pass for a picture of this moment.
        """
        self._passed_over = 0
        while True:
            asked = self._clock()
            if not self._video.grab():
                return None
            # Before it is decoded, which takes its time.
            self._arrived_s = self._clock()
            is_new = not self._is_packets or self._arrived_s - asked > _AT_ONCE_S
            self._at_once = 0 if is_new else self._at_once + 1
            # Networks deliver in bursts: one or two waiting frames are no backlog.
            is_newest = self._at_once <= _BURST or self._passed_over >= _MOST_PASSED
            if is_newest and self._is_to_be_decoded():
                done, raw = self._video.retrieve()
                return raw if done else None
            self._passed_over += 1

    def _is_to_be_decoded(self) -> bool:
        if self._is_awaited is None:
            return True
        return self._is_awaited(HELD / self._rate_hz)

    def close(self) -> None:
        self._video.release()
        if self._held is not None:
            self._held.close()
            self._held = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def _unopened(self) -> SourceError:
        place = self._place
        if not isinstance(place, int):
            told = "expected a video, got a file that OpenCV cannot play"
            if not self._is_file:
                told = "the stream cannot be opened; is the address right, and is it on?"
            return SourceError(f"{self._said}: {told}")
        if used_by := holder(place):
            return _busy(self._said, used_by)
        return SourceError(
            f"{self._said}: cannot be opened; is it plugged in, used by another program, or "
            "kept from this one by the system's privacy settings?"
        )

    def _lost(self, *, are_damaged: bool) -> SourceError:
        if are_damaged:
            return SourceError(
                f"{self._said}: only damaged pictures come; try another cable, port or network"
            )
        return SourceError(f"{self._said}: no more pictures come; is the cable in?")

    def _without_picture(self) -> SourceError:
        if isinstance(self._place, int) and (used_by := holder(self._place)):
            return _busy(self._said, used_by)
        return SourceError(f"{self._said}: opened, but it gives no picture")


def _busy(said: str, used_by: str) -> SourceError:
    told = f"{said}: is used by another program ({used_by}); end that one"
    return SourceError(told, state=HealthState.BUSY)


def _without_password(address: str) -> str:
    """The address without a name and a password in it.

    >>> _without_password("rtsp://guest:secret@table.local/video")
    'rtsp://table.local/video'
    """
    scheme, _, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{slash}{path}"


def _shown(place: str) -> str:
    return _without_password(place) if "://" in place else place


@contextmanager
def _stream_options() -> Iterator[None]:
    """OpenCV has no argument for these; it reads them from the environment when it opens."""
    before = os.environ.get(_OPTIONS_NAME)
    if before is None:
        os.environ[_OPTIONS_NAME] = _STREAM_OPTIONS
    try:
        yield
    finally:
        if before is None:
            with suppress(KeyError):
                del os.environ[_OPTIONS_NAME]
