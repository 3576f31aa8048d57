"""Which files of the repository the architecture tests read."""

from collections.abc import Iterator
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
PACKAGES = ("rules", "calibration", "vision", "api")


def is_test(path: Path) -> bool:
    """Clause tests stand in the folder of their game; everything in tests/ is one."""
    return "tests" in path.parts or "testing" in path.parts or path.name == "conftest.py"


def package_files(root: Path, *suffixes: str) -> Iterator[Path]:
    """The files of the four packages below `root`, clause tests included, relative to it."""
    for package in PACKAGES:
        yield from _files(root, root / package, suffixes)


def package_sources(root: Path) -> Iterator[Path]:
    """The Python modules that users get."""
    return (path for path in package_files(root, ".py") if not is_test(path))


def all_sources(root: Path) -> Iterator[Path]:
    """Every Python module of the repository."""
    yield from package_files(root, ".py")
    for folder in ("tests", "benchmarks", ".ci"):
        yield from _files(root, root / folder, (".py",))
    yield from (path.relative_to(root) for path in sorted(root.glob("*.py")))


def _files(root: Path, folder: Path, suffixes: tuple[str, ...]) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in suffixes and path.is_file():
            yield path.relative_to(root)
