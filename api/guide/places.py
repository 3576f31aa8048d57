"""Says where each file of the documentation stands in the guide, as one relative address."""

from pathlib import Path, PurePosixPath
from typing import Final

REPOSITORY: Final = Path(__file__).resolve().parents[2]
"""The checkout; where this is installed, what stands there is somebody else's."""
FRONT: Final = "index.html"
RULINGS: Final = "rulings/"
"""Where the books of rulings are: the judged cases of each game."""
PICTURES: Final = frozenset({".svg", ".jpg", ".png"})
_BESIDE: Final = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
_OWN_NAMES: Final = {"README.md": FRONT, "SECURITY.md": "report-a-hole.html"}


def address_of(source: PurePosixPath) -> str | None:
    """Where a file of the repository stands in the guide; None where it is not part of it.

    >>> address_of(PurePosixPath("docs/cameras.md"))
    'cameras.html'
    >>> address_of(PurePosixPath("rules/games/papercraft/README.md"))
    'games/papercraft.html'
    >>> address_of(PurePosixPath("docs/playing/shot.jpg"))
    'playing/shot.jpg'
    >>> address_of(PurePosixPath("docs/rulings/papercraft.md"))
    'rulings/papercraft.html'
    >>> address_of(PurePosixPath("rules/registry.py"))
    """
    if len(source.parts) == 1:
        known = str(source) in _BESIDE
        return _OWN_NAMES.get(str(source), f"{source.stem.lower()}.html") if known else None
    if source.parts[0] == "docs" and source.suffix in {".md", *PICTURES}:
        inside = PurePosixPath(*source.parts[1:])
        return str(inside.with_suffix(".html") if source.suffix == ".md" else inside)
    match source.parts:
        case ("rules", "games", slug, "README.md"):
            return f"games/{slug.replace('_', '-')}.html"
        case _:
            return None


def sources(repository: Path) -> dict[str, Path]:
    """Each address of the guide with the file it comes from: its pages, then its pictures."""
    files = [
        *(repository / name for name in _BESIDE),
        *sorted((repository / "docs").rglob("*.md")),
        *sorted((repository / "rules" / "games").glob("*/README.md")),
        *sorted(each for each in (repository / "docs").rglob("*") if each.suffix in PICTURES),
    ]
    found = {}
    for file in files:
        address = address_of(PurePosixPath(file.relative_to(repository).as_posix()))
        if address is not None and file.is_file():
            found[address] = file
    return found
