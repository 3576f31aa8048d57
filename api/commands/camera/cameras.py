"""`umpire cameras`: lists the cameras, says how each sees right now, and takes a picture."""

import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.text import Text

from api.files.new_folder import make_empty, writing
from api.guide.named import guide_page
from api.terminal.output import Output

HELP = (
    "List the cameras of this computer, and how each one sees: name, size, light and focus. Name "
    "sources to try those instead."
)
FORMAT: Final = "paper-umpire/cameras/1"
NUMBERS: Final = 4
"""How many numbers are tried where the system does not list its cameras."""
THUMBNAIL_PX: Final = 320
SETTLING_S: Final = 1.0
"""A camera that has just been opened may still be finding its focus and its light."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """A source, and what was seen through it."""

    source: str
    name: str
    id: str
    width: int | None
    height: int | None
    state: str
    note: str
    thumbnail: bytes | None
    """JPEG."""


def cameras(
    context: typer.Context,
    *,
    sources: Annotated[
        list[str] | None,
        typer.Argument(metavar="SOURCE", help="A number, a name, an address, a file."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
    thumbnails: Annotated[
        Path | None,
        typer.Option(help="A new or empty folder for a small picture from each."),
    ] = None,
) -> None:
    output: Output = context.obj
    if thumbnails is not None:
        make_empty(thumbnails)
    tried = [_tried(source, name=name) for source, name in _candidates(sources or [])]
    # A number that was only guessed, and that nothing answers to, is no camera.
    found = [each for each in tried if each.width is not None or sources or _are_listed()]
    places = {} if thumbnails is None else _written(found, folder=thumbnails)
    if as_json:
        rows = [_row(each, place=places.get(each.source)) for each in found]
        output.data(json.dumps({"format": FORMAT, "cameras": rows}, indent=2, ensure_ascii=False))
        return
    for each in found:
        output.lines(*_lines(each, place=places.get(each.source)))
    if not found:
        output.remark(
            "no camera was found; plug one in, or use a phone, or the synthetic camera: `umpire "
            f"synth --list`; see {guide_page('cameras')}"
        )


def _are_listed() -> bool:
    """Whether the system lists its cameras."""
    return sys.platform.startswith("linux")


def _candidates(sources: list[str]) -> list[tuple[str, str]]:
    """The sources to try, each with its name where that is known."""
    from vision.camera.devices import devices

    if sources:
        return [(source, source) for source in dict.fromkeys(sources)]
    if _are_listed():
        return [(f"{device.number}", device.name) for device in devices()]
    return [(f"{number}", f"camera {number}") for number in range(NUMBERS)]


def _tried(source: str, *, name: str) -> Tried:
    from vision.camera.keeper import Keeper
    from vision.camera.opening import Opener

    seen_at: float | None = None
    with Keeper.of(Opener(text=source)) as keeper:
        while True:
            look = keeper.look()
            if look.frame is not None and seen_at is None:
                seen_at = time.monotonic()
            is_settled = seen_at is not None and time.monotonic() - seen_at > SETTLING_S
            # Only a live camera gets better by waiting.
            is_file = keeper.identity is not None and not keeper.identity.is_live
            is_seen = look.ruling_frame is not None or is_settled or (is_file and look.frame)
            if is_seen or keeper.has_ended or look.counts.restarts > 0:
                break
            keeper.wait(0.1)
        identity = keeper.identity
    return Tried(
        source=source,
        name=name if identity is None else identity.name,
        id="" if identity is None else identity.id,
        width=None if identity is None else identity.width,
        height=None if identity is None else identity.height,
        state=look.health.state.value,
        note=look.health.note,
        thumbnail=None if look.frame is None else _thumbnail(look.frame.grey),
    )


def _thumbnail(grey: Any) -> bytes:
    import cv2

    height, width = grey.shape
    wide = min(THUMBNAIL_PX, width)
    size = (wide, max(1, round(height * wide / width)))
    _, data = cv2.imencode(".jpg", cv2.resize(grey, size, interpolation=cv2.INTER_AREA))
    return data.tobytes()


def _written(found: list[Tried], *, folder: Path) -> dict[str, str]:
    places = {}
    for number, each in enumerate(found, start=1):
        if each.thumbnail is None:
            continue
        place = folder / f"camera-{number}.jpg"
        with writing(place):
            place.write_bytes(each.thumbnail)
        places[each.source] = str(place)
    return places


def _row(each: Tried, *, place: str | None) -> dict[str, Any]:
    return {
        "source": each.source,
        "name": each.name,
        "id": each.id,
        "size_px": None if each.width is None else [each.width, each.height],
        "state": each.state,
        "note": each.note,
        "thumbnail": place,
    }


def _lines(each: Tried, *, place: str | None) -> list[Text]:
    style = "bold green" if each.state == "live" else "bold red"
    size = "" if each.width is None else f"  {each.width} x {each.height}"
    lines = [Text.assemble((each.source, "bold"), f"  {each.name}{size}  ", (each.state, style))]
    details = (each.note, f"id {each.id}" if each.id else "", place or "")
    return lines + [Text(f"   {detail}") for detail in details if detail]
