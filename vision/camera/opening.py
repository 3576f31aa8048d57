"""Knows which source somebody means by what they typed."""

from pathlib import Path
from typing import Final

from vision.camera.capture import Capture
from vision.camera.rendered import Rendered
from vision.camera.source import Clock, Source, SourceError
from vision.camera.stills import Stills, pictures_in
from vision.synthetic.packaged import packaged_scene, scene_names
from vision.synthetic.scene_toml import scene_from_toml

WAYS: Final = (
    "0 (a camera's number), http://... or rtsp://... (a stream), a video file, a folder of "
    "photographs, or a scene of the synthetic camera"
)
_SCENE: Final = ".toml"
_MOST_SCENE: Final = 1_000_000


def open_source(text: str, *, clock: Clock, wanted: tuple[int, int] | None = None) -> Source:
    """Open it; a SourceError says what there is to type, or why it does not open.

    A BadInputError says what is wrong with a scene or a photograph.
    """
    if text.isdecimal() and len(text) < 4:
        return Capture(int(text), clock=clock, wanted=wanted)
    if "://" in text:
        return Capture(text, clock=clock)
    if text in scene_names():
        return Rendered([packaged_scene(text)])
    place = Path(text)
    if place.is_dir():
        found = pictures_in(place)
        if not found:
            raise SourceError(f"{text}: expected photographs, got a folder without any")
        return Stills(found)
    if not place.is_file():
        raise SourceError(f"{text}: there is no such source; expected {WAYS}")
    if place.suffix.lower() == _SCENE:
        return Rendered([scene_from_toml(_text(place), name=place.stem)])
    return Capture(text, clock=clock)


def _text(place: Path) -> str:
    try:
        with place.open("rb") as file:
            return file.read(_MOST_SCENE).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as failure:
        raise SourceError(f"{place}: cannot be read as a scene: {failure}") from failure
