"""Lays out a package with data of its own, for the loaders that read it."""

import importlib
import itertools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

Packed = Callable[[dict[str, str | bytes]], str]

NAMES = (f"planted_package_{number}" for number in itertools.count())


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Packed]:
    """Writes files into a new package and gives its name."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(files: dict[str, str | bytes]) -> str:
        package = next(NAMES)
        for name, content in {"__init__.py": "", **files}.items():
            place = tmp_path / package / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content if isinstance(content, bytes) else content.encode())
        importlib.invalidate_caches()
        return package

    yield write
    for name in [name for name in sys.modules if name.startswith("planted_package_")]:
        del sys.modules[name]
