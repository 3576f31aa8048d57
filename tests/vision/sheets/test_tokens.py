"""Tests of who lies where on a sheet, by its own tags alone, held against a rendered truth."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from api.files.roster_file import roster_text
from api.kit.kit_in_use import kit_in_use
from rules.games.paper_invasion.differences import sighted
from rules.games.paper_invasion.tests.sheet_play import on_sheet
from rules.games.paper_invasion.tests.table_play import position
from rules.games.paper_invasion.vocabulary import Phase
from rules.table.snapshot import Piece, PieceState, Snapshot
from tests.vision.sheets.drawn import BOX, PLAN, Drawn, line, sheet_with
from vision.locating.tag_layout import TagLayout
from vision.sheets.found_sheet import NoSheet
from vision.sheets.tokens import BESIDE, tokens_on_sheet

Spots = dict[str, tuple[float, float]]
SPOTS: Spots = {
    "H-1": (2.6, 4.6),
    "H-2": (7.1, 4.9),
    "E-1": (3.1, 1.4),
    "E-2": (7.8, 1.2),
    "V": (4.2, 2.4),
}
"""Inches of the area; each in a room of its own on the umpire's layout of four."""


@cache
def army() -> TagLayout:
    return kit_in_use(roster_text("paper-invasion"), name="paper-invasion").battle


def lying(*, tilt: float = 12.0, size: float = 1.0, spots: Spots = SPOTS) -> Drawn:
    """The sheet with tokens on it; their tags are as large as printed, times `size`."""
    made = sheet_with(line(*BOX, BOX[0], dark=0.3))
    tags = dict(made.sheet.tags)
    for tagged in army().pieces:
        if tagged.entry.id in spots:
            tag = tagged.tags[0]
            # The front of a token is its paper's top, and here the sheet's top too.
            x, y = spots[tagged.entry.id]
            middle = (x - float(tag.y), y + float(tag.x))
            tags[tag.number] = (middle, float(tag.size) * size)
    camera = replace(made.sheet.camera, width_px=1920, height_px=1080, tilt_deg=tilt)
    return replace(made, sheet=replace(made.sheet, tags=tags, strokes=(), camera=camera))


def looked(made: Drawn) -> Snapshot:
    found = tokens_on_sheet(made.grey(), PLAN, tag_layout=army())
    assert isinstance(found, Snapshot), found
    return found


def seen(snapshot: Snapshot) -> dict[str, Piece]:
    return {p.id: p for p in snapshot.pieces if p.state is PieceState.SEEN and p.id != "sheet"}


@pytest.mark.parametrize("tilt", [0.0, 25.0])
def test_tokens_are_where_they_lie_within_their_own_error(tilt: float) -> None:
    pieces = seen(looked(lying(tilt=tilt)))
    assert set(pieces) == set(SPOTS)
    for name, (x, y) in SPOTS.items():
        pose = pieces[name].pose
        assert pose is not None
        off = np.hypot(pose.x - BESIDE - x, pose.y - BESIDE - y)
        assert off < 2 * np.sqrt(max(pose.covariance.xx, pose.covariance.yy)), name
        assert off < 0.05, name


def test_the_game_proposes_who_was_put_down_and_who_moved() -> None:
    snapshot = looked(lying())
    game = on_sheet(position(rooms=4))
    setting = replace(game.state, phase=Phase.HEROES, tokens={}, names=())
    told = {each.subject: each.command for each in sighted(setting, snapshot)}
    assert {name: getattr(body, "room", "") for name, body in told.items()} == {
        "H-1": "a",
        "H-2": "b",
    }


def test_a_tag_of_another_size_or_seen_twice_is_not_believed() -> None:
    assert seen(looked(lying(size=1.35))) == {}
    made = lying(spots={"H-1": (2.6, 4.6)})
    grey = made.grey()
    twice = np.concatenate([grey, grey], axis=0)
    found = tokens_on_sheet(twice, PLAN, tag_layout=army())
    assert isinstance(found, NoSheet)
    assert "twice" in found.says


def test_without_the_sheet_nothing_is_told() -> None:
    made = lying()
    bare = {number: tag for number, tag in made.sheet.tags.items() if number not in PLAN.numbers}
    found = tokens_on_sheet(
        replace(made, sheet=replace(made.sheet, tags=bare)).grey(), PLAN, tag_layout=army()
    )
    assert isinstance(found, NoSheet)
