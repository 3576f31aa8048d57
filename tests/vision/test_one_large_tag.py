"""Tests why a base with a figure has two tags: the numbers of docs/decisions/0013."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from rules.table.units import Inches
from tests.vision.kit.kits import kit_of
from tests.vision.measured import grey_of
from tests.vision.rendering import renderer_of
from tests.vision.test_foretold import Drawn, calibrated_profile, drawn
from vision.locating.locate import Locator
from vision.locating.tag_layout import TagLayout, tag_layout_of
from vision.synthetic.described.scene import ScenePiece, TableScene

SIDE = 2.0
"""Of a square base, in inches: two tags of 0.7 in, or one of 1.12 in."""
FIGURE = 0.5
"""Inches at the rear of a base that a figure has beside one large tag."""


def roster(count: int) -> str:
    """So many squads for a table of six by four feet."""
    return (
        '[kit]\ntable = "72x48"\ntilt = 45\n'
        f'[[piece]]\nid = "S"\nkind = "squad"\nside = "Red"\ncount = {count}\n'
        f'footprint = "rectangle {SIDE} x {SIDE}"\n'
    )


def with_one_large(table: Drawn) -> tuple[TableScene, TagLayout]:
    """The same bases with one tag that fills all before the figure, which stands at the rear."""
    room = SIDE - FIGURE
    size, ahead = round(room * 6 / 8, 2), (SIDE - room) / 2

    def altered(piece: ScenePiece) -> ScenePiece:
        if piece.anchor:
            return piece
        tag = replace(piece.tags[0], side_in=size, offset_in=(ahead, 0.0))
        rear = 0.2 - SIDE / 2
        figures = tuple(replace(each, offset_in=(rear, 0.0)) for each in piece.figures)
        return replace(piece, tags=(tag,), figures=figures, prints=piece.prints[:1])

    layout = tag_layout_of(table.kit)
    pieces = tuple(
        replace(each, tags=(replace(each.tags[0], size=Inches(size), x=Inches(ahead)),))
        for each in layout.pieces
    )
    scene = replace(table.scene, pieces=tuple(map(altered, table.scene.pieces)))
    return scene, replace(layout, pieces=pieces)


@pytest.mark.long
@pytest.mark.soak
def test_two_small_tags_find_more_figures_than_one_large(
    rng_seed: int, soak_count: Callable[[int, int], int]
) -> None:
    kit, found = kit_of(roster(40)), {"two": 0, "one": 0}
    for index in range(soak_count(1, 12)):
        rng = np.random.default_rng([rng_seed, index])
        table = drawn(kit, rng=rng)
        profile = calibrated_profile(table, rng=rng)
        printed = {"two": (table.scene, tag_layout_of(kit)), "one": with_one_large(table)}
        for name, (scene, layout) in printed.items():
            grey = grey_of(renderer_of(scene).frame(0))
            located = Locator(profile, tag_layout=layout).located(grey)
            found[name] += sum(each.pose is not None for each in located.pieces)
    assert found["one"] > 0
    assert found["two"] > 1.1 * found["one"]
