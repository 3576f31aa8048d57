"""Keeps the path-traced pictures with their truth, so that a second run goes on where one ended."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from api.files.roster_file import parse_army
from api.kit.work import AS_WRITTEN, pdf_of_roster, planned_kit
from benchmarks.path_traced.bodies import hidden
from benchmarks.path_traced.developed import Grey, developed, exposed
from benchmarks.path_traced.eye import Floats, TracedEye
from benchmarks.path_traced.laid import (
    Situation,
    Stands,
    TracedTable,
    anchors_by_hand,
    bare_table,
    drawn_table,
    table_eye,
)
from benchmarks.path_traced.painted import painted
from benchmarks.path_traced.printed import PrintedPages, printed_pages
from benchmarks.path_traced.surfaces import MATS
from vision.kit.describe import described

HERE: Final = Path(__file__).resolve().parent
FOLDER: Final = HERE.parent.parent / "build" / "path_traced"
_DRAWS: Final = (
    "album",
    "bodies",
    "developed",
    "eye",
    "laid",
    "painted",
    "printed",
    "surfaces",
)
"""The modules on which a picture depends."""

ROSTER: Final = """
[kit]
game = "paper_tigers"
table = "36x36"
camera = "1080p"

[[piece]]
id = "S"
name = "Rifle squad"
side = "Red"
kind = "squad"
footprint = "rectangle 2.2 x 1.5"
figures = 4
count = 12

[[piece]]
id = "B"
name = "Rifle squad"
side = "Blue"
kind = "squad"
footprint = "disc 2.4"
figures = 4
count = 6

[[piece]]
id = "L"
name = "Scouts"
side = "Blue"
kind = "squad"
stands = "loose"
footprint = "disc 1.5"
figures = 3
count = 4

[[piece]]
id = "T"
name = "Medium tank"
side = "Blue"
kind = "tank"
footprint = "rectangle 3.3 x 1.6"
tag_heights_in = [1.2]
count = 4
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """A camera, the anchors under it, and how many pictures are measured with it."""

    name: str
    tilt_deg: float
    size: tuple[int, int]
    samples: int
    pictures: int
    seed: int


SET_UPS: Final = (
    SetUp(name="from above", tilt_deg=0, size=(1920, 1080), samples=8, pictures=20, seed=100),
    SetUp(name="30 degrees", tilt_deg=30, size=(1920, 1080), samples=8, pictures=20, seed=200),
    SetUp(name="45 degrees", tilt_deg=45, size=(2560, 1440), samples=6, pictures=10, seed=300),
    SetUp(name="60 degrees", tilt_deg=60, size=(2560, 1440), samples=6, pictures=10, seed=400),
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TracedPicture:
    """A picture and what it really shows."""

    grey: Grey
    truth: dict[str, Any]


@cache
def kit_pages() -> PrintedPages:
    """The pages of the kit, and its description."""
    origin = "roster"
    army = parse_army(ROSTER.encode(), origin=origin, is_csv=False)
    description = json.dumps(described(planned_kit(army, AS_WRITTEN, roster=origin)))
    return printed_pages(pdf_of_roster(ROSTER, name="traced"), description=description)


@cache
def stand_of(set_up: SetUp) -> TracedEye:
    """The camera as it hangs while everything is measured."""
    return table_eye(tilt_deg=set_up.tilt_deg, azimuth_deg=-90.0, size=set_up.size)


def anchors_of_set_up(set_up: SetUp) -> tuple[Stands, ...]:
    return anchors_by_hand(kit_pages(), rng=np.random.default_rng(set_up.seed))


def calibrating_tables(set_up: SetUp) -> tuple[TracedTable, TracedTable]:
    """Two photographs of the bare table: one by hand from another side, one from the stand."""
    by_hand = table_eye(tilt_deg=25.0, azimuth_deg=10.0, size=set_up.size)
    mat = MATS[set_up.seed // 100 % len(MATS)]
    return tuple(  # type: ignore[return-value]  # two go in, two come out
        bare_table(
            kit_pages(),
            anchors=anchors_of_set_up(set_up),
            eye=eye,
            mat=mat,
            seed=set_up.seed + index,
        )
        for index, eye in enumerate((by_hand, stand_of(set_up)))
    )


def measured_tables(set_up: SetUp) -> Iterator[TracedTable]:
    """All situations and mats in turn."""
    situations = list(Situation)
    for index in range(set_up.pictures):
        eye, situation = stand_of(set_up), situations[index % len(situations)]
        if situation is Situation.DIM:
            eye = replace(eye, focus_in=eye.focus * 0.86, aperture_in=0.05)
        yield drawn_table(
            kit_pages(),
            anchors=anchors_of_set_up(set_up),
            eye=eye,
            mat=MATS[index % len(MATS)],
            situation=situation,
            seed=set_up.seed + 10 + index,
        )


def picture_of(table: TracedTable, *, samples: int) -> TracedPicture:
    """From the folder, or painted now and kept there."""
    place = FOLDER / _version() / f"{table.seed}.png"
    told = place.with_suffix(".json")
    if place.exists() and told.exists():
        grey = np.asarray(cv2.imread(str(place), cv2.IMREAD_GRAYSCALE), dtype=np.uint8)
        return TracedPicture(grey=grey, truth=json.loads(told.read_text(encoding="utf-8")))
    print(f"painting picture {table.seed}: {table.situation or 'anchors'}", flush=True)
    shares = exposed(painted(table, kit_pages(), samples=samples))
    grey = developed(shares, seed=table.seed, is_dim=table.situation is Situation.DIM)
    truth = traced_truth(table)
    place.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(place), grey)
    # Last: a picture without it is painted anew.
    told.write_text(json.dumps(truth, indent=1), encoding="utf-8")
    return TracedPicture(grey=grey, truth=truth)


def traced_truth(table: TracedTable) -> dict[str, Any]:
    """Where everything is, and of each tag what hides and shades it."""
    return {
        "seed": table.seed,
        "situation": table.situation or "",
        "mat": table.mat,
        "anchors": [_standing(each) for each in table.anchors],
        "pieces": [_standing(each) for each in table.pieces],
        "tags": [
            {
                "number": tag.number,
                "owner": tag.owner,
                "corners_px": table.eye.pixels(tag.corners).tolist(),
                **_seen(tag.grid, table=table),
            }
            for tag in table.tags
        ],
    }


def _standing(stands: Stands) -> dict[str, Any]:
    return {
        "id": stands.id,
        "x": stands.x,
        "y": stands.y,
        "heading_deg": stands.heading_deg,
        "rise_in": stands.curl.rise_in,
    }


def _seen(grid: Floats, *, table: TracedTable) -> dict[str, float]:
    """Shares of a tag that are out of the picture or hidden, and shaded."""
    at = table.eye.pixels(grid)
    is_in = ((at >= 0) & (at <= (table.eye.width - 1, table.eye.height - 1))).all(axis=1)
    # Paper that lies flat hides nothing.
    bodies = [each for each in table.bodies if np.ptp(each.points[:, 2]) > 0]
    is_hidden = hidden(grid, target=np.array(table.eye.position), bodies=bodies)
    shaded = 0.0
    if table.bulb is not None:
        lamp = np.array(table.bulb.position)
        shaded = float(hidden(grid, target=lamp, bodies=bodies).mean())
    return {"hidden": float((is_hidden | ~is_in).mean()), "shaded": shaded}


@cache
def _version() -> str:
    """Of what pictures depend on: painted by other code, they are others."""
    known = hashlib.sha256(ROSTER.encode())
    for name in _DRAWS:
        known.update((HERE / f"{name}.py").read_bytes())
    for page in kit_pages().pages:
        known.update(page.tobytes())
    return known.hexdigest()[:12]
