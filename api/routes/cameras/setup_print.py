"""Prints the kit of the army that is set up, and checks how large it came out, over HTTP."""

import asyncio
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Body, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute
from api.cameras.open_camera import Desk
from api.errors import ProblemError, UserError
from api.routes.cameras.cameras import at_the_desk
from api.routes.cameras.photograph import photograph_of, sent_photograph
from api.routes.cameras.setup import SetupShown, not_started, told

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


@router.post(
    "/kit.pdf",
    operation_id="print_kit",
    response_class=Response,
    responses={200: {"content": {"application/pdf": {}}}},
)
async def print_kit(desk: Desk, wanted: Annotated[KitWanted, Body()]) -> Response:
    """The pages to print for the army that was chosen, on A4 or Letter, or some of them."""
    from api.kit.work import pdf_of_roster

    kit = desk.kit
    if kit is None:
        raise not_started("no roster is chosen: choose one first")
    try:
        pdf = await run_in_threadpool(
            pdf_of_roster, kit.text, name=kit.name, paper=wanted.paper, only=wanted.only
        )
    except UserError as failure:
        raise ProblemError(
            422, kind="bad-question", title="Bad question", detail=str(failure)
        ) from failure
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
