"""Decides which source somebody means by what they typed."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from calibration.profile import CameraId
from vision.camera.capture import Capture
from vision.camera.devices import Device, devices, matching
from vision.camera.rendered import Rendered
from vision.camera.replay import Replay, is_recording
from vision.camera.source import Clock, Source, SourceError
from vision.camera.stills import Stills, pictures_in
from vision.synthetic.described.packaged import packaged_scene, scene_names
from vision.synthetic.described.scene_toml import scene_from_toml

WAYS: Final = (
    "0 (a camera's number) or a part of its name, http://... or rtsp://... (a stream), a video "
    "file, a folder of photographs, a recording, or a scene of the synthetic camera"
)
SCHEMES: Final = ("http", "https", "rtsp", "rtsps")
_SCENE: Final = ".toml"
_MOST_SCENE: Final = 1_000_000


def open_source(
    text: str,
    *,
    clock: Clock,
    wanted: tuple[int, int] | None = None,
    calibrated: CameraId | None = None,
) -> Source:
    """Open it; a SourceError says what there is to type, or why it does not open.

    `calibrated` is the camera of the table that was measured: where it is this one, it is held as
    it was held then.

    A BadInputError says what is wrong with a scene or a photograph.
    """
    if text.isascii() and text.isdecimal() and len(text) < 4:
        return _camera(int(text), clock=clock, wanted=wanted, calibrated=calibrated)
    if "://" in text:
        return _stream(text, clock=clock)
    if text in scene_names():
        return Rendered([packaged_scene(text)])
    place = Path(text)
    if is_recording(place):
        return Replay(place)
    if place.is_dir():
        found = pictures_in(place)
        if not found:
            raise SourceError(f"{text}: expected photographs, got a folder without any")
        return Stills(found)
    if not place.is_file():
        return _named(text, clock=clock, wanted=wanted, calibrated=calibrated)
    if place.suffix.lower() == _SCENE:
        return Rendered([scene_from_toml(_text(place), name=place.stem)])
    return Capture(text, clock=clock)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opener:
    """What somebody typed, on its way to the process that opens it."""

    text: str
    wanted: tuple[int, int] | None = None
    calibrated: CameraId | None = None

    def __call__(self, *, clock: Clock) -> Source:
        return open_source(self.text, clock=clock, wanted=self.wanted, calibrated=self.calibrated)


def is_live(text: str) -> bool:
    """Whether it names a device or a stream, which can hang and belong in a process of their own.

    >>> is_live("0"), is_live("rtsp://phone/1"), is_live("skirmish")
    (True, True, False)
    """
    return "://" in text or not (text in scene_names() or Path(text).exists())


def _camera(
    number: int, *, clock: Clock, wanted: tuple[int, int] | None, calibrated: CameraId | None
) -> Source:
    known = next((device for device in devices() if device.number == number), None)
    return Capture(number, clock=clock, wanted=wanted, device=known, calibrated=calibrated)


def _stream(address: str, *, clock: Clock) -> Source:
    scheme = address.partition("://")[0].casefold()
    if scheme not in SCHEMES:
        expected = ", ".join(f"{each}://" for each in SCHEMES)
        raise SourceError(f"{scheme}://: no kind of stream that is opened; expected {expected}")
    return Capture(address, clock=clock)


def _named(
    text: str, *, clock: Clock, wanted: tuple[int, int] | None, calibrated: CameraId | None
) -> Source:
    among = devices()
    found = matching(text, among=among) if text.strip() else ()
    if len(found) > 1:
        names = ", ".join(_told(device) for device in found)
        raise SourceError(f"{text}: more than one camera has that name: {names}; type its number")
    if not found:
        there = ", ".join(_told(device) for device in among)
        cameras = f"; the cameras here are {there}" if there else ""
        raise SourceError(f"{text}: there is no such source; expected {WAYS}{cameras}")
    (device,) = found
    return Capture(device.number, clock=clock, wanted=wanted, device=device, calibrated=calibrated)


def _told(device: Device) -> str:
    return f"{device.number} ({device.name})"


def _text(place: Path) -> str:
    try:
        with place.open("rb") as file:
            data = file.read(_MOST_SCENE + 1)
        if len(data) > _MOST_SCENE:
            raise SourceError(
                f"{place}: expected at most {_MOST_SCENE:,} bytes of a scene, got more"
            )
        return data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as failure:
        raise SourceError(f"{place}: cannot be read as a scene: {failure}") from failure
