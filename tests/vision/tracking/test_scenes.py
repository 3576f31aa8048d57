"""Tests of whole scenes: all that must be found is, and nothing else."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.table.roster import Entry
from rules.table.units import Degrees, Inches
from tests.often import often
from tests.vision.measured import Thing, anchors
from tests.vision.tracking.played import CAMERA, pipeline_for, played
from vision.locating.tag_layout import PieceTag, TaggedPiece
from vision.synthetic.described.scene import ScenePiece
from vision.synthetic.described.scene_toml import scene_from_toml
from vision.tracking.track import Life

SCENES = Path(__file__).parents[2] / "scenes" / "live"
PLACES = sorted(SCENES.iterdir())
UNKNOWN = ("stranger", "copy-of-")
"""Beginnings of the ids of what is on the table and in no roster."""


def thing_of(piece: ScenePiece) -> Thing:
    """What a roster says of a piece of the scene."""
    piece_tags = tuple(
        PieceTag(
            number=tag.id,
            size=Inches(tag.side_in),
            x=Inches(0.0),
            y=Inches(0.0),
            turn=Degrees(0.0),
            height=Inches(piece.height_in),
            face="up",
        )
        for tag in piece.tags
    )
    entry = Entry(
        id=piece.id, name=piece.id, side="red", kind="piece", footprint=piece.footprint, tags=()
    )
    return Thing(piece=piece, tagged=TaggedPiece(entry=entry, tags=piece_tags))


def told_of(place: Path) -> dict[str, Any]:
    """Everything that the live table tells of a scene, but places."""
    scene = scene_from_toml((place / "scene.toml").read_text("utf-8"), name=place.name)
    assert scene.camera.width == CAMERA.width
    things = [thing_of(each) for each in scene.pieces if not each.id.startswith(UNKNOWN)]
    whole = replace(scene, camera=CAMERA, pieces=(*anchors(), *scene.pieces))
    shown = list(played(pipeline_for(*things, scene=whole), whole))
    assert not [(one.frame.seconds, one.lies) for one in shown if one.lies]
    last = shown[-1].table
    told: dict[str, Any] = {
        life.value: sorted(piece.id for piece in last.pieces if piece.life is life) for life in Life
    }
    told["moves"] = [name for one in shown for name, _ in one.table.moves]
    told["strangers"] = sorted({number for one in shown for number in one.table.strangers})
    told["health"] = last.health.state.value
    return {name: value for name, value in told.items() if value}


@pytest.mark.parametrize("place", often(PLACES, quick=PLACES[::2]), ids=lambda place: place.name)
def test_exactly_what_is_expected_is_found(place: Path) -> None:
    assert told_of(place) == tomllib.loads((place / "expected.toml").read_text("utf-8"))
