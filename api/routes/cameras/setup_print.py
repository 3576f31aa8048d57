"""Prints the kit of the army that is set up, foretells it, and checks its size, over HTTP."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final, Literal

from fastapi import APIRouter, Body, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute
from api.cameras.open_camera import Desk
from api.errors import ProblemError, UserError
from api.routes.cameras.cameras import at_the_desk
from api.routes.cameras.photograph import photograph_of, sent_photograph
from api.routes.cameras.setup import SetupShown, not_started, told

if TYPE_CHECKING:
    from api.kit.kit_in_use import KitInUse

router = APIRouter(prefix="/api/v1/setup", tags=["set-up"], route_class=AdmittingRoute)

KitPart = Literal[
    "guide",
    "scale",
    "board",
    "anchors",
    "units",
    "terrain",
    "markers",
    "cards",
    "slips",
    "sheet",
]
PHOTOGRAPH: Final = photograph_of(
    "A photograph of the page *scale check* with a bank card on its outline."
)


class KitWanted(BaseModel):
    """What is printed of the kit, and on which paper."""

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"examples": [{"paper": "letter"}]}
    )

    paper: Literal["a4", "letter"] | None = None
    """As the roster says, where it is left out."""
    only: Annotated[list[KitPart], Field(max_length=20)] = []
    """Everything, where it is empty."""


class KitBefore(BaseModel):
    """The camera that the kit is to lie before; as the roster says, where it is left out."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={"examples": [{"camera": "1080p", "tilt_deg": 45.0}]},
    )

    camera: Annotated[str | None, Field(max_length=20)] = None
    """720p, 1080p, 1440p, 4k, or its pixels as WxH."""
    tilt_deg: Annotated[float | None, Field(ge=0, le=60)] = None
    """How far it leans from straight above."""


class KindForetoldTold(BaseModel):
    """Pieces whose tags are alike, and what becomes of them."""

    kinds: list[str]
    tag_in: float
    """Side of the smallest tag."""
    read: str
    """Where on the table its tags are read."""
    placed: str
    """How surely it is placed."""


class KitForetoldTold(BaseModel):
    """How surely a camera will read and place a kit that is not printed yet."""

    camera: str
    hangs: str
    """Where it hangs, as near as it sees the whole table, and for which lens that is told."""
    anchors: str
    """What is wrong with the anchors; empty where they are read everywhere."""
    kinds: list[KindForetoldTold]
    """Those with the smallest tags first."""
    basis: str
    """What all of it goes by."""
    drawing: str
    """An SVG with a map of the table for each of the kinds, one below the other."""


@router.post("/kit/foretold", operation_id="foretell_kit")
async def foretell_kit(desk: Desk, before: Annotated[KitBefore, Body()]) -> KitForetoldTold:
    """How surely a camera will read and place the kit of the army that was chosen."""
    kit = _chosen(desk)
    with _refusing():
        return await run_in_threadpool(_foretold_told, kit, before=before)


@router.post(
    "/kit.pdf",
    operation_id="print_kit",
    response_class=Response,
    responses={200: {"content": {"application/pdf": {}}}},
)
async def print_kit(desk: Desk, wanted: Annotated[KitWanted, Body()]) -> Response:
    """The pages to print for the army that was chosen, on A4 or Letter, or some of them."""
    from api.kit.work import pdf_of_roster

    kit = _chosen(desk)
    with _refusing():
        pdf = await run_in_threadpool(
            pdf_of_roster, kit.text, name=kit.name, paper=wanted.paper, only=wanted.only
        )
    names = {"content-disposition": 'attachment; filename="kit.pdf"'}
    return Response(pdf, media_type="application/pdf", headers=names)


@router.post("/print/photograph", operation_id="check_print_seen", openapi_extra=PHOTOGRAPH)
async def check_print_seen(request: Request, desk: Desk) -> SetupShown:
    """Measure by a bank card on the page *scale check* how large the kit was printed."""
    step = desk.table_step
    if step is None:
        raise not_started("no table is being measured: start that first")
    data = await sent_photograph(request)
    with at_the_desk():
        await asyncio.to_thread(step.check_card, data)
    return told(desk)


def _chosen(desk: Desk) -> "KitInUse":
    if desk.kit is None:
        raise not_started("no roster is chosen: choose one first")
    return desk.kit


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except UserError as failure:
        raise ProblemError(
            422, kind="bad-question", title="Bad question", detail=str(failure)
        ) from failure


def _foretold_told(kit: "KitInUse", *, before: KitBefore) -> KitForetoldTold:
    from api.calibrating import foretell_work as words

    found = words.roster_foretold(kit, camera=before.camera, tilt=before.tilt_deg)
    camera, hangs = words.camera_told(found)
    return KitForetoldTold(
        camera=camera,
        hangs=f"{hangs}, if its lens sees {words.LENS} degrees along the picture's long side",
        anchors=words.anchors_told(found),
        kinds=[
            KindForetoldTold(
                kinds=words.names_told(each.kind),
                tag_in=each.kind.smallest,
                read=words.read_told(each.map),
                placed=words.placed_told(each.map),
            )
            for each in found.kinds
        ],
        basis=words.BASIS,
        drawing=words.kit_maps(found, a_row=1),
    )
