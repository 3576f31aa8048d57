"""Checks that the packages which would be imported are Paper Umpire's own.

`rules`, `vision` and `api` are common names: another project's folder on the import path can
stand in front of ours, and would be noticed as a riddle in the middle of a game. So the first thing
that start-up does is to look, before any of them is imported; hence only the standard library here.
"""

import ast
import os
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

PACKAGES: Final = ("rules", "calibration", "vision", "api")
MARKER: Final = "DISTRIBUTION"
DISTRIBUTION: Final = "paper-umpire"


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreign:
    """A package that an import would take from the wrong place, or that carries no marker."""

    package: str
    expected: Path
    found: Path | None
    """The file or folder that an import would take; None where there is none."""

    def __str__(self) -> str:
        got = self.found or "no such package"
        return (
            f"{self.package}: expected Paper Umpire's own package in {self.expected}, got {got}; "
            f"{self._advice()}"
        )

    def _advice(self) -> str:
        if self.found is None or self.found.parent == self.expected:
            return (
                f"it was removed or overwritten: install {DISTRIBUTION} anew, in an environment "
                "of its own"
            )
        place = self.found.parent.parent if self.found.suffix == ".py" else self.found.parent
        listed = os.environ.get("PYTHONPATH", "").split(os.pathsep)
        if any(entry and Path(entry).resolve() == place for entry in listed):
            return f"take {place} off PYTHONPATH"
        if place == Path.cwd():
            return "start it from another folder"
        return f"install {DISTRIBUTION} in an environment of its own"


class ForeignPackageError(Exception):
    """Start-up must stop: running would mix the code of two projects. One line per package."""

    def __init__(self, foreign: tuple[Foreign, ...]) -> None:
        super().__init__("\n".join(map(str, foreign)))
        self.foreign = foreign


def foreign_packages() -> tuple[Foreign, ...]:
    """Those of our packages that an import would not take from beside this one."""
    home = Path(__file__).resolve().parent.parent
    foreign = []
    for package in PACKAGES:
        found = _would_import(package)
        init = home / package / "__init__.py"
        if found != init or not _is_marked(init):
            foreign.append(Foreign(package=package, expected=home / package, found=found))
    return tuple(foreign)


def require_own_packages() -> None:
    """Raise ForeignPackageError unless all four packages are ours."""
    foreign = foreign_packages()
    if foreign:
        raise ForeignPackageError(foreign)


def _would_import(package: str) -> Path | None:
    # Finding a top-level package reads directories only; nothing of it is executed.
    spec = find_spec(package)
    if spec is None:
        return None
    if spec.origin is not None:
        return Path(spec.origin).resolve()
    # A folder without __init__.py: a namespace package, which ours never are.
    return next((Path(place).resolve() for place in spec.submodule_search_locations or ()), None)


def _is_marked(init: Path) -> bool:
    """Whether the source assigns our name to the marker, read without executing a line of it."""
    try:
        tree = ast.parse(init.read_bytes())
    except (OSError, SyntaxError):
        return False
    return any(
        isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and node.target.id == MARKER
        and isinstance(node.value, ast.Constant)
        and node.value.value == DISTRIBUTION
        for node in tree.body
    )
