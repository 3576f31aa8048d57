"""Knows the pages themselves: files read from the package and served as they are."""

from importlib import resources
from typing import Annotated, Final

from fastapi import APIRouter, Path, Response
from starlette.exceptions import HTTPException

from api.access.admission import AdmittingRoute

router = APIRouter(include_in_schema=False, route_class=AdmittingRoute)

MEDIA_TYPES: Final = {
    "index.html": "text/html; charset=utf-8",
    "app.js": "text/javascript; charset=utf-8",
    "style.css": "text/css; charset=utf-8",
    "icon.svg": "image/svg+xml",
    "docs.html": "text/html; charset=utf-8",
    "docs.js": "text/javascript; charset=utf-8",
}
PAGES: Final = frozenset({"/", "/docs"})
"""To these a link may lead from anywhere; no word of the table is in them."""


def _file(name: str) -> Response:
    # Only names of the list above are asked for: no path comes from outside.
    content = (resources.files("api") / "web" / name).read_bytes()
    return Response(content, media_type=MEDIA_TYPES[name])


@router.get("/", operation_id="page")
def index() -> Response:
    return _file("index.html")


@router.get("/docs", operation_id="docs")
def docs() -> Response:
    return _file("docs.html")


@router.get("/{part}", operation_id="page_part")
def part(part: Annotated[str, Path()]) -> Response:
    if part not in MEDIA_TYPES or part.endswith(".html"):
        raise HTTPException(404)
    return _file(part)
