"""Serves the cameras: which there are, what they see, and how the open one is doing."""

import math
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute
from api.battles.table_shown import TableShown
from api.cameras.choices import CameraChoice, Kind
from api.cameras.open_camera import Desk
from api.cameras.typed_source import LONGEST
from api.errors import ExitCode, NoPictureError, ProblemError, UserError
from api.routes.cameras.streams import MEDIA_TYPE, Draw, Streams
from api.routes.shown import Hides, IsCoarse, TheTable
from api.tables.switch import camera_table

if TYPE_CHECKING:
    from api.cameras.desk import CameraDesk
    from vision.camera.source import Frame

router = APIRouter(prefix="/api/v1", tags=["cameras"], route_class=AdmittingRoute)

THUMBNAIL_PX: Final = 320
WIDEST: Final = 1280
"""Pixels; what a page shows of a camera is no wider."""
MOST_FRAMES: Final = 10_000
PICTURE: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"image/jpeg": {}}},
}
STREAM: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {MEDIA_TYPE: {}}},
}
_trying = threading.Lock()


class CameraTold(BaseModel):
    """A camera that may be opened."""

    camera: str
    kind: Kind
    name: str
    is_open: bool


class CameraNow(BaseModel):
    """The open camera; `state` is what a player has to know of it."""

    camera: str | None
    name: str
    width: int | None
    height: int | None
    state: str
    note: str
    age_s: float | None
    frames: int
    lost: int
    restarts: int
    is_table: bool
    is_drawn: bool = False
    """Whether what it sees is drawn to practise with, and pieces are put there by this API."""


class CameraWanted(BaseModel):
    """Which camera to open, and the size of its pictures if it gives several."""

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"examples": [{"camera": "practice"}]}
    )

    camera: Annotated[str, Field(max_length=40)]
    size_px: Annotated[list[Annotated[int, Field(ge=160, le=8000)]] | None, Field(max_length=2)] = (
        None
    )


class CameraTyped(BaseModel):
    """A camera that the host types."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={"examples": [{"address": "http://192.168.1.20:8080/video"}]},
    )

    address: Annotated[
        str,
        Field(
            max_length=LONGEST,
            description="A stream's address, or the name of a file in the folder of recordings.",
        ),
    ]


async def streams_of(request: Request) -> Streams:
    found: Streams = request.app.state.streams
    return found


TheStreams = Annotated[Streams, Depends(streams_of)]
Frames = Annotated[
    int | None, Query(ge=1, le=MOST_FRAMES, description="End after so many pictures.")
]
Widest = Annotated[int, Query(ge=64, le=8000, description="The picture is not wider than this.")]


@contextmanager
def at_the_desk() -> Iterator[None]:
    """Turn what the set-up complains about into problems."""
    try:
        yield
    except NoPictureError as complaint:
        raise ProblemError(
            409, kind="no-picture", title="No picture", detail=complaint.message
        ) from complaint
    except OSError as complaint:
        raise ProblemError(
            503,
            kind="not-saved",
            title="Service Unavailable",
            detail=f"the disk does not take it ({complaint}): make room and try again",
        ) from complaint
    except UserError as complaint:
        is_order = complaint.exit_code in {ExitCode.USAGE, ExitCode.REFUSED, ExitCode.CANNOT_SEE}
        status = HTTPStatus.CONFLICT if is_order else HTTPStatus.UNPROCESSABLE_ENTITY
        kind = "not-yet" if is_order else "bad-question"
        raise ProblemError(
            status, kind=kind, title=status.phrase, detail=complaint.message
        ) from complaint


def chosen(desk: "CameraDesk", camera: str) -> CameraChoice:
    """The camera of that id, or the problem that there is none."""
    found = {each.id: each for each in desk.choices()}
    if camera not in found:
        raise ProblemError(
            404,
            kind="unknown-camera",
            title="Unknown camera",
            detail=f"there is no such camera; there are: {', '.join(found)}",
            known=list(found),
        )
    return found[camera]


@router.get("/cameras", operation_id="cameras")
def cameras(desk: Desk) -> list[CameraTold]:
    """The cameras that may be opened: those plugged in, phones, those typed, practice."""
    return [
        CameraTold(
            camera=each.id,
            kind=each.kind,
            name=each.name,
            is_open=desk.choice is not None and desk.choice.id == each.id,
        )
        for each in desk.choices()
    ]


@router.post("/cameras", operation_id="take_camera", status_code=HTTPStatus.CREATED)
def take_camera(desk: Desk, typed: Annotated[CameraTyped, Body()]) -> CameraTold:
    """Take a stream by its address, or a file of the folder of recordings, among the cameras."""
    with at_the_desk():
        taken = desk.take(typed.address)
    is_open = desk.choice is not None and desk.choice.id == taken.id
    return CameraTold(camera=taken.id, kind=taken.kind, name=taken.name, is_open=is_open)


@router.get(
    "/cameras/{camera}/thumbnail.jpg",
    operation_id="camera_thumbnail",
    responses={**PICTURE},
    response_class=Response,
)
def camera_thumbnail(
    desk: Desk, camera: Annotated[str, Path(max_length=40)], *, hides: IsCoarse
) -> Response:
    """A small picture from a camera; one that is not open is opened for a moment."""
    from api.cameras.looking import look_through

    choice = chosen(desk, camera)
    with at_the_desk():
        if desk.choice is not None and desk.choice.id == camera:
            return _picture(small(desk.frame(), hides=hides, widest=THUMBNAIL_PX))
        if choice.kind is Kind.PRACTICE:
            raise NoPictureError("the camera to practise with shows nothing before it is opened")
        if choice.kind is Kind.PHONE:
            raise NoPictureError("a phone sends pictures once it is the camera: open it")
        if not _trying.acquire(blocking=False):
            raise NoPictureError("another camera is being looked through: ask again in a moment")
        try:
            return _picture(small(look_through(choice), hides=hides, widest=THUMBNAIL_PX))
        finally:
            _trying.release()


@router.get("/camera", operation_id="camera_now")
def camera_now(desk: Desk) -> CameraNow:
    """How the open camera is."""
    return now_told(desk)


@router.put("/camera", operation_id="open_camera")
def open_camera(desk: Desk, wanted: Annotated[CameraWanted, Body()]) -> CameraNow:
    """Open a camera to set it up; the table is moved by hand until it is measured."""
    size = wanted.size_px
    if size is not None and len(size) != 2:
        raise ProblemError(
            422,
            kind="bad-question",
            title="Bad question",
            detail="size_px: expected width and height, got one number",
        )
    with at_the_desk():
        desk.open(chosen(desk, wanted.camera), size=None if size is None else (size[0], size[1]))
    return now_told(desk)


@router.delete("/camera", operation_id="close_camera")
def close_camera(desk: Desk) -> CameraNow:
    """Give the camera back; the table is moved by hand again."""
    with at_the_desk():
        desk.close()
        desk.kept_cameras.forget()
    return now_told(desk)


@router.get(
    "/camera/still.jpg", operation_id="raw_still", responses=PICTURE, response_class=Response
)
def raw_still(desk: Desk, widest: Widest = WIDEST, *, hides: IsCoarse) -> Response:
    """What the open camera sees now, as it came; blurred while cards are hidden in a battle."""
    with at_the_desk():
        found = _picture(small(desk.frame(), hides=hides, widest=widest))
    if hides():
        from api.cameras.pictures import WHY_COARSE

        found.headers["x-blurred"] = WHY_COARSE
    return found


@router.get(
    "/camera/stream.mjpeg", operation_id="raw_stream", responses=STREAM, response_class=Response
)
async def raw_stream(
    desk: Desk, streams: TheStreams, *, hides: IsCoarse, frames: Frames = None
) -> Response:
    """What the open camera sees, picture after picture."""
    return _stream(desk, streams, draw=lambda: small(desk.frame(), hides=hides), frames=frames)


@router.get(
    "/table/view.jpg", operation_id="annotated_still", responses=PICTURE, response_class=Response
)
def annotated_still(desk: Desk, shown: TheTable, *, hides: IsCoarse) -> Response:
    """What the camera of the table sees now, with the outline and the name of each piece."""
    with at_the_desk():
        return _picture(drawn(desk, shown=shown, hides=hides))


@router.get(
    "/table/view.mjpeg", operation_id="annotated_stream", responses=STREAM, response_class=Response
)
async def annotated_stream(
    desk: Desk,
    streams: TheStreams,
    *,
    shown: TheTable,
    hides: IsCoarse,
    frames: Frames = None,
) -> Response:
    """What the camera of the table sees, with what was made of it, picture after picture."""
    draw = partial(drawn, desk, shown=shown, hides=hides)
    return _stream(desk, streams, draw=draw, frames=frames)


def drawn(desk: "CameraDesk", *, shown: TableShown, hides: Hides) -> bytes:
    """The latest picture of the table with everything in it that may be shown."""
    from api.cameras.pictures import annotated, as_jpeg, coarse

    table = camera_table(desk.table)
    seen = None if table is None else table.seen()
    if table is None or seen is None or seen.frame is None:
        return small(desk.frame(), hides=hides)
    model = table.profile.calibrated.model
    snapshot = shown.of(seen.snapshot, None, seat="")
    grey = seen.frame.grey
    return as_jpeg(annotated(coarse(grey) if hides() else grey, snapshot=snapshot, model=model))


def small(frame: "Frame", *, hides: Hides, widest: int = WIDEST) -> bytes:
    """A picture as it came, or blurred, as a file that is not too large to send."""
    from api.cameras.pictures import as_jpeg, coarse

    return as_jpeg(coarse(frame.grey) if hides() else frame.grey, widest=widest)


def now_told(desk: "CameraDesk") -> CameraNow:
    running, choice = desk.running, desk.choice
    if running is None or choice is None:
        return CameraNow(
            camera=None,
            name="",
            width=None,
            height=None,
            state="closed",
            note="no camera is open",
            age_s=None,
            frames=0,
            lost=0,
            restarts=0,
            is_table=False,
        )
    look, identity = running.latest(), running.identity
    age = look.age_s
    return CameraNow(
        camera=choice.id,
        name=choice.name if identity is None else identity.name,
        width=None if identity is None else identity.width,
        height=None if identity is None else identity.height,
        state=str(look.health.state),
        note=look.health.note,
        age_s=None if age is None or not math.isfinite(age) else round(age, 3),
        frames=look.counts.frames,
        lost=look.counts.lost,
        restarts=look.counts.restarts,
        is_table=camera_table(desk.table) is not None or desk.sees_sheet,
        is_drawn=choice.kind is Kind.PRACTICE,
    )


def _stream(desk: "CameraDesk", streams: Streams, *, draw: Draw, frames: int | None) -> Response:
    with at_the_desk():
        desk.frame()
        running = desk.running
        if running is None:
            raise NoPictureError("no camera is open")
    return streams.answer(running, draw=draw, most=frames)


def _picture(jpeg: bytes) -> Response:
    return Response(jpeg, media_type="image/jpeg")
