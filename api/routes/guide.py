"""Serves the guide, and the list of its pages for language models."""

from pathlib import PurePath
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import RedirectResponse
from starlette.exceptions import HTTPException

from api.access.admission import AdmittingRoute
from api.guide.making import FOR_MODELS
from api.guide.places import FRONT
from api.guide.shelf import guide_addresses, guide_content
from api.routes.folded import folded

router = APIRouter(include_in_schema=False, route_class=AdmittingRoute)

ROOT: Final = "/guide/"
TEXTS: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
}
PICTURES: Final = {".jpg": "image/jpeg", ".png": "image/png"}
GUIDE_PAGES: Final = frozenset(
    {"/guide", ROOT, *(ROOT + each for each in guide_addresses() if each.endswith(".html"))}
)
"""To these a link may lead from anywhere; no word of the table is in them."""


@router.get("/guide", operation_id="guide")
def guide() -> Response:
    return RedirectResponse(ROOT)


@router.get("/guide/{page:path}", operation_id="guide_page")
def guide_page(request: Request, page: Annotated[str, Path()]) -> Response:
    address = page or FRONT
    if address not in guide_addresses():
        raise HTTPException(404)
    return _sent(request, address)


@router.get("/llms.txt", operation_id="for_models")
def for_models(request: Request) -> Response:
    return _sent(request, FOR_MODELS)


def _sent(request: Request, address: str) -> Response:
    ending = PurePath(address).suffix
    content = guide_content(address)
    if ending in PICTURES:
        return Response(content, media_type=PICTURES[ending])
    return folded(request, content, media_type=TEXTS[ending])
