"""Serves the pages themselves: files of the package, as they are and in few bytes."""

from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import PurePath
from types import MappingProxyType
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response
from starlette.exceptions import HTTPException

from api.access.admission import AdmittingRoute
from api.routes.folded import folded

router = APIRouter(include_in_schema=False, route_class=AdmittingRoute)

MEDIA_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}
PAGES: Final = frozenset({"/", "/docs", "/book", "/screen", "/overlay"})
"""To these a link may lead from anywhere; no word of the table is in them."""


def _parts() -> Mapping[str, Traversable]:
    """What belongs to the pages, as `app.js` or `table/map.js`; pages have addresses of their own.

    Looked up once: only what is in this list is ever read, and no path comes from outside.
    """
    web = resources.files("api") / "web"
    here = [(each.name, each) for each in web.iterdir() if each.is_file()]
    inside = [
        (f"{folder.name}/{each.name}", each)
        for folder in web.iterdir()
        if folder.is_dir()
        for each in folder.iterdir()
    ]
    found = {name: each for name, each in (*here, *inside) if PurePath(name).suffix in MEDIA_TYPES}
    return MappingProxyType(found)


PARTS: Final = _parts()


def _file(request: Request, name: str) -> Response:
    content = PARTS[name].read_bytes()
    return folded(request, content, media_type=MEDIA_TYPES[PurePath(name).suffix])


def _part(request: Request, name: str) -> Response:
    if name not in PARTS or name.endswith(".html"):
        raise HTTPException(404)
    return _file(request, name)


@router.get("/", operation_id="page")
def index(request: Request) -> Response:
    return _file(request, "index.html")


@router.get("/docs", operation_id="docs")
def docs(request: Request) -> Response:
    return _file(request, "docs.html")


@router.get("/book", operation_id="book_page")
def book(request: Request) -> Response:
    return _file(request, "book.html")


@router.get("/screen", operation_id="screen_page")
def screen(request: Request) -> Response:
    return _file(request, "screen.html")


@router.get("/overlay", operation_id="overlay_page")
def overlay(request: Request) -> Response:
    return _file(request, "screen.html")


@router.get("/{part}", operation_id="page_part")
def part(request: Request, part: Annotated[str, Path()]) -> Response:
    return _part(request, part)


@router.get("/{folder}/{module}", operation_id="page_module")
def module(
    request: Request, *, folder: Annotated[str, Path()], module: Annotated[str, Path()]
) -> Response:
    return _part(request, f"{folder}/{module}")
