"""Reads the guide from where it was built, or makes it from the checkout this program runs in."""

from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from api.guide.making import GuideMaker
from api.guide.places import FRONT, REPOSITORY

OWN: Final = ("guide.css", "guide.js")
"""How the pages look and how they are searched; they lie beside where the pages are built."""


@lru_cache(maxsize=1)
def _built() -> dict[str, Traversable]:
    """Looked up once: only what is in this list is ever read, and no path comes from outside."""
    found: dict[str, Traversable] = {}
    folders = [("", resources.files("api") / "web" / "guide")]
    while folders:
        before, folder = folders.pop()
        for each in folder.iterdir():
            if each.is_dir():
                folders.append((f"{before}{each.name}/", each))
            else:
                found[before + each.name] = each
    return found


@lru_cache(maxsize=1)
def _made() -> GuideMaker | None:
    is_checkout = (REPOSITORY / "pyproject.toml").is_file()
    return GuideMaker(REPOSITORY) if is_checkout and FRONT not in _built() else None


def guide_addresses() -> frozenset[str]:
    """Every address of the guide, relative to its front page."""
    maker = _made()
    return frozenset(_built()) | (frozenset() if maker is None else maker.addresses)


def guide_content(address: str) -> bytes:
    """What stands there; only one of the addresses may be asked for."""
    maker = _made()
    if address in _built() or maker is None:
        return _built()[address].read_bytes()
    return maker.content(address)
