"""Reads the files of the phones' pages from the package; no other file has an address here."""

from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import PurePath
from typing import Final

_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
_FOLDER: Final = "phone"
_BORROWED: Final = ("style/tokens.css", "style/phone.css", "app/elements.js", "icon.svg")
"""Of the table's own page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFile:
    """A file as it is sent."""

    content: bytes
    media_type: str

    @property
    def is_page(self) -> bool:
        """A page has an address of its own, and none by its name."""
        return self.media_type.startswith("text/html")


@cache
def page_file(name: str) -> PageFile | None:
    """One of them; None where there is none of that name."""
    return _files().get(name)


@cache
def _files() -> dict[str, PageFile]:
    """Looked up once: only what is in this list is ever read, and no path comes from outside."""
    web = resources.files("api") / "web"
    own = [
        (each.name if each.name.endswith(".html") else f"{_FOLDER}/{each.name}", each)
        for each in (web / _FOLDER).iterdir()
    ]
    borrowed = [(name, web.joinpath(*name.split("/"))) for name in _BORROWED]
    return {
        name: PageFile(content=each.read_bytes(), media_type=_TYPES[PurePath(name).suffix])
        for name, each in (*own, *borrowed)
        if PurePath(name).suffix in _TYPES
    }
