"""Knows the page itself: three files, read from the package and served as they are."""

from importlib import resources
from typing import Final

from fastapi import APIRouter, Response

router = APIRouter(include_in_schema=False)

MEDIA_TYPES: Final = {
    "index.html": "text/html; charset=utf-8",
    "app.js": "text/javascript; charset=utf-8",
    "style.css": "text/css; charset=utf-8",
    "icon.svg": "image/svg+xml",
}


def _file(name: str) -> Response:
    # Only names of the list above are asked for: no path comes from outside.
    content = (resources.files("api") / "web" / name).read_bytes()
    return Response(content, media_type=MEDIA_TYPES[name])


@router.get("/")
def index() -> Response:
    return _file("index.html")


@router.get("/app.js")
def script() -> Response:
    return _file("app.js")


@router.get("/style.css")
def style() -> Response:
    return _file("style.css")


@router.get("/icon.svg")
def icon() -> Response:
    return _file("icon.svg")
