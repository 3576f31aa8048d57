"""Draws the architecture for docs/architecture.md from the import contracts, and its three ways."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.architecture.sources import REPOSITORY

PICTURE: Final = REPOSITORY / "docs" / "pictures" / "architecture.svg"
WIDTH: Final = 960
LEFT, RIGHT = 120, 20
BOX_HEIGHT, GAP, PAD = 30, 8, 14
LETTER: Final = 8.0
"""Width of a letter of a room's name, in the picture's units."""
MARK: Final = 8
"""Radius of a numbered mark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """One package, with its rooms from the highest step down."""

    name: str
    says: str
    steps: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How something travels: the rooms that it comes through, each with the next by an import."""

    name: str
    colour: str
    rooms: tuple[str, ...]


WAYS: Final = (
    Way(
        name="a frame",
        colour="#1f6feb",
        rooms=(
            "vision.camera",
            "api.tables",
            "vision.pipeline",
            "vision.tracking",
            "rules.table",
        ),
    ),
    Way(
        name="a command",
        colour="#1a7f37",
        rooms=(
            "api.routes",
            "api.battles",
            "rules.referee.court",
            "rules.referee.toolkit",
            "rules.games",
        ),
    ),
    Way(
        name="a photograph",
        colour="#bc4c00",
        rooms=(
            "api.commands",
            "api.locating",
            "vision.locating",
            "vision.detector",
            "vision.sighting",
        ),
    ),
)


def contracts() -> dict[str, dict[str, list[str]]]:
    """The contracts of pyproject.toml by their ids."""
    text = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
    return {each["id"]: each for each in tomllib.loads(text)["tool"]["importlinter"]["contracts"]}


def floors() -> tuple[Floor, ...]:
    """The four packages, the highest first, as the contracts order their rooms."""
    found = contracts()
    calibration = tuple(sorted(path.stem for path in modules("calibration")))
    return (
        Floor(name="api", says="people and files", steps=steps(found["inside-api"]["layers"])),
        Floor(name="vision", says="frames to poses", steps=steps(found["inside-vision"]["layers"])),
        Floor(name="calibration", says="pixels to inches", steps=(calibration,)),
        Floor(
            name="rules",
            says="pure",
            steps=(
                ("testing",),
                ("registry",),
                ("games",),
                tuple(f"referee.{room}" for room in found["inside-referee"]["layers"]),
                ("table",),
            ),
        ),
    )


def modules(package: str) -> list[Path]:
    """The modules and folders of a package, less its own `__init__` and tests."""
    return [
        path
        for path in sorted((REPOSITORY / package).iterdir())
        if (path.suffix == ".py" or path.is_dir()) and not path.name.startswith("_")
    ]


def steps(layers: list[str]) -> tuple[tuple[str, ...], ...]:
    """Layers as the contracts write them: rooms on one step stand side by side."""
    return tuple(
        tuple(room.strip().strip("()") for room in layer.split("|"))
        for layer in layers
        if not layer.startswith("__")
    )


def picture() -> str:
    """The floors from top to bottom, and on the rooms the numbers of each way."""
    drawn, y = [], 10.0
    for floor in floors():
        lines, bottom = _drawn_floor(floor, y)
        drawn += lines
        y = bottom + GAP
    legend, y = _legend(y + MARK)
    style = "font-family='sans-serif' font-size='13'"
    size = f"width='{WIDTH}' height='{y:.0f}' viewBox='0 0 {WIDTH} {y:.0f}'"
    title = "<title>The floors and rooms, and three ways through them</title>"
    ground = f"<rect width='{WIDTH}' height='{y:.0f}' fill='#ffffff'/>"
    lines = [f"<svg xmlns='http://www.w3.org/2000/svg' {size} {style}>", title, ground]
    return "\n".join([*lines, *drawn, *legend, "</svg>"]) + "\n"


def _drawn_floor(floor: Floor, top: float) -> tuple[list[str], float]:
    x, y = float(LEFT), top + PAD
    boxes: list[str] = []
    for room in (room for step in floor.steps for room in step):
        width = len(room) * LETTER + 2 * GAP
        if x + width > WIDTH - RIGHT:
            x, y = float(LEFT), y + BOX_HEIGHT + GAP
        boxes += _box(f"{floor.name}.{room}", label=room, at=(x, y), width=width)
        x += width + GAP
    bottom = y + BOX_HEIGHT + PAD
    frame = (
        f"<rect x='6' y='{top:.0f}' width='{WIDTH - 12}' height='{bottom - top:.0f}' rx='6' "
        "fill='#f6f8fa' stroke='#8c959f'/>"
    )
    name = f"<text x='18' y='{top + PAD + 14:.0f}' font-weight='bold'>{floor.name}</text>"
    says = f"<text x='18' y='{top + PAD + 30:.0f}' font-size='11'>{floor.says}</text>"
    return [frame, name, says, *boxes], bottom


def _box(room: str, *, label: str, at: tuple[float, float], width: float) -> Iterator[str]:
    x, y = at
    yield (
        f"<rect x='{x:.0f}' y='{y:.0f}' width='{width:.0f}' height='{BOX_HEIGHT}' rx='4' "
        "fill='#ffffff' stroke='#57606a'/>"
    )
    yield f"<text x='{x + GAP:.0f}' y='{y + 20:.0f}'>{label}</text>"
    marks = [(way, way.rooms.index(room) + 1) for way in WAYS if room in way.rooms]
    for place, (way, number) in enumerate(marks):
        yield from _mark(way, number, at=(x + width - place * 2 * MARK, y))


def _mark(way: Way, number: int, *, at: tuple[float, float]) -> Iterator[str]:
    x, y = at
    yield f"<circle cx='{x:.0f}' cy='{y:.0f}' r='{MARK}' fill='{way.colour}'/>"
    yield (
        f"<text x='{x:.0f}' y='{y + 4:.0f}' fill='#ffffff' font-size='11' "
        f"text-anchor='middle'>{number}</text>"
    )


def _legend(top: float) -> tuple[list[str], float]:
    lines, y = [], top
    for way in WAYS:
        lines.append(f"<circle cx='20' cy='{y:.0f}' r='{MARK}' fill='{way.colour}'/>")
        told = f"the way of {way.name}: {', '.join(way.rooms)}"
        lines.append(f"<text x='36' y='{y + 4:.0f}'>{told}</text>")
        y += 2 * MARK + GAP
    return lines, y


def main() -> None:
    PICTURE.write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
