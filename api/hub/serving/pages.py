"""Serves the hub's own pages, and of the table's pages the style that they share."""

from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import PurePath
from types import MappingProxyType
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response
from starlette.exceptions import HTTPException

from api.hub.serving.admission import HubRoute
from api.routes.folded import folded
from api.routes.page import MEDIA_TYPES, PARTS

router = APIRouter(include_in_schema=False, route_class=HubRoute)
HUB_PAGES: Final = frozenset({"/", "/screen"})
"""To these a link may lead from anywhere; no word of an event is in them."""
LOOKS: Final = frozenset(name for name in PARTS if name.endswith(".css") or name == "icon.svg")


def _parts() -> Mapping[str, Traversable]:
    page = resources.files("api.hub") / "page"
    found = {each.name: each for each in page.iterdir() if each.is_file()}
    known = {name: each for name, each in found.items() if PurePath(name).suffix in MEDIA_TYPES}
    return MappingProxyType(known)


HUB_PARTS: Final = _parts()


@router.get("/", operation_id="hub_page")
def hub_page(request: Request) -> Response:
    return _file(request, HUB_PARTS["hub.html"])


@router.get("/screen", operation_id="hub_screen")
def hub_screen(request: Request) -> Response:
    return _file(request, HUB_PARTS["big.html"])


@router.get("/part/{name}", operation_id="hub_page_part")
def hub_page_part(request: Request, *, name: Annotated[str, Path()]) -> Response:
    if name not in HUB_PARTS or name.endswith(".html"):
        raise HTTPException(404)
    return _file(request, HUB_PARTS[name])


@router.get("/look/{name:path}", operation_id="hub_look")
def hub_look(request: Request, *, name: Annotated[str, Path()]) -> Response:
    if name not in LOOKS:
        raise HTTPException(404)
    return _file(request, PARTS[name])


def _file(request: Request, found: Traversable) -> Response:
    media_type = MEDIA_TYPES[PurePath(found.name).suffix]
    return folded(request, found.read_bytes(), media_type=media_type)
