"""Tests that a camera reads and places a printed kit as was foretold before it was printed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest

from calibration.anchors import Layout, anchors_of
from calibration.camera_model import CameraModel
from calibration.error_map import GOOD_BENDING, GOOD_LENS, within_95
from calibration.lens import Floats
from calibration.lens_prior import LensBelief
from calibration.print_scale import MEASURED_TRUE
from calibration.profile import CalibrationProfile, CameraId
from calibration.several.plan import with_care
from calibration.table.table_fit import BY_HAND, FLATNESS, Laying, fit_table
from rules.table.snapshot import TableSize
from rules.table.units import Inches
from tests.calibration.simulated import Scene, framing
from tests.chance import mean_square
from tests.vision.kit.kits import kit_of
from tests.vision.measured import grey_of, true_model
from tests.vision.rendering import renderer_of
from vision.foretold import KitMap, LaidTag, TagReading, covariances, kit_map
from vision.kit.describe import described
from vision.kit.making import Kit
from vision.locating.locate import Locator
from vision.locating.located import LocatedPiece
from vision.locating.place_error import Care
from vision.locating.tag_layout import tag_layout_of
from vision.staging.places import scattered
from vision.staging.poses import pose_over
from vision.staging.writing import scene_text
from vision.synthetic.described.scene import ScenePiece, TableScene
from vision.synthetic.described.scene_toml import scene_from_toml

TILT = 45.0
TABLE = TableSize(width=Inches(72.0), depth=Inches(48.0))
_LIFT = 0.15
"""Inches that all of a scene is raised by, so that heights can err both ways."""
_BY_HAND = ((30.0, 270.0), (35.0, 0.0), (30.0, 90.0), (35.0, 180.0))


def roster(count: int, *, roofs: float | None = None, flat: float | None = None) -> str:
    """So many trucks, each with one tag on its roof, and as many markers that lie flat."""
    sizes = ["" if size is None else f"tag_size_in = {size}\n" for size in (roofs, flat)]
    return (
        '[kit]\ntable = "72x48"\ntilt = 45\n'
        f'[[piece]]\nid = "truck"\nkind = "truck"\nside = "Red"\ncount = {count}\n'
        f'footprint = "rectangle 2.6 x 1.4"\ntag_heights_in = [1.0]\n{sizes[0]}'
        f'[[piece]]\nid = "mark"\nkind = "marker"\ncount = {count}\n'
        f'footprint = "disc 2"\n{sizes[1]}'
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Drawn:
    """A kit on its table before a camera of which all is known."""

    kit: Kit
    scene: TableScene
    camera: CameraModel
    """In the frame in which the anchors were meant to lie."""
    stood: Scene
    """The anchors as somebody laid them, and all places that the camera has been in."""


def drawn(kit: Kit, *, rng: np.random.Generator) -> Drawn:
    """Heights, flatness, leans and anchors err by as much as the program reckons with."""
    told = described(kit)
    seed = int(rng.integers(1, 10_000))
    pose = pose_over(told, tilt_deg=TILT)
    stands, left = scattered(told, seed=seed, pieces=told["pieces"], eye=pose.position)
    assert not left
    scene = scene_from_toml(
        scene_text(told, stands=stands, pose=pose, seed=seed, says="x"), name="x"
    )
    camera = true_model(scene.camera)
    lens, stand = camera.lens, camera.stand
    places = np.array([(each.x, each.y, 0.0, 0.0) for each in anchors_of(TABLE)])
    sigmas = [BY_HAND, BY_HAND, FLATNESS, np.radians(4.0)]
    places += rng.normal(0.0, 1.0, places.shape) * sigmas
    layout = Layout(
        numbers=tuple(each.number for each in anchors_of(TABLE)),
        places=places,
        size=told["anchors"][0]["size_in"],
    )
    by_hand = [framing(lens, table=TABLE, tilt_deg=tilt, turn_deg=turn) for tilt, turn in _BY_HAND]
    return Drawn(
        kit=kit,
        scene=_disturbed(scene, layout=layout, rng=rng),
        camera=camera,
        stood=Scene(table=TABLE, lens=lens, layout=layout, stands=(*by_hand, stand)),
    )


def _disturbed(scene: TableScene, *, layout: Layout, rng: np.random.Generator) -> TableScene:
    east, north, up = scene.camera.position_in
    look_x, look_y, look_z = scene.camera.look_at_in
    camera = replace(
        scene.camera,
        position_in=(east, north, up + _LIFT),
        look_at_in=(look_x, look_y, look_z + _LIFT),
    )
    pieces = [_laid(piece, layout) if piece.anchor else _off(piece, rng) for piece in scene.pieces]
    return replace(scene, camera=camera, pieces=tuple(pieces))


def _laid(piece: ScenePiece, layout: Layout) -> ScenePiece:
    x, y, z, turn = layout.places[layout.row(piece.tags[0].id)].tolist()
    place = replace(piece.place, x=x, y=y, heading=piece.place.heading + float(np.degrees(turn)))
    return replace(piece, place=place, height_in=_LIFT + z)


def _off(piece: ScenePiece, rng: np.random.Generator) -> ScenePiece:
    care = Care()
    is_raised = piece.height_in > 0
    own = care.raised_height_in if is_raised else care.flat_height_in
    height = piece.height_in + _LIFT + rng.normal(0.0, own) + rng.normal(0.0, FLATNESS)
    lean = np.radians(care.lean_deg) * piece.height_in * rng.normal(0.0, 1.0, 2)
    tags = tuple(
        replace(tag, offset_in=(tag.offset_in[0] + lean[0], tag.offset_in[1] + lean[1]))
        for tag in piece.tags
    )
    return replace(piece, height_in=float(height), tags=tags)


def calibrated_profile(drawn: Drawn, *, rng: np.random.Generator) -> CalibrationProfile:
    """What twenty views of the board, a measured print and five photographs bring."""
    true = drawn.stood.lens
    sigmas = np.array([*(share * true.width for share in GOOD_LENS), *GOOD_BENDING])
    belief = LensBelief(
        lens=true.with_values(true.values + rng.normal(0.0, 1.0, len(sigmas)) * sigmas),
        covariance=np.diag(sigmas**2),
    )
    fit = fit_table(
        drawn.stood.photographs(rng, noise=0.03),
        anchors=drawn.stood.anchors,
        belief=belief,
        laying=Laying(size=drawn.stood.layout.size, scale_sigma=1e-5, ink=0.0),
    )
    return CalibrationProfile(
        camera=CameraId(name="synthetic", id="", width=true.width, height=true.height),
        dictionary=drawn.kit.view.dictionary.family.value,
        table=TABLE,
        calibrated=fit.calibrated,
        print_check=MEASURED_TRUE,
    )


def located(drawn: Drawn, profile: CalibrationProfile) -> list[tuple[ScenePiece, LocatedPiece]]:
    """Each piece that the table has, and what one picture shows of it."""
    grey = grey_of(renderer_of(drawn.scene).frame(0))
    found = Locator(profile, tag_layout=tag_layout_of(drawn.kit)).located(grey)
    assert found.refusal is None
    laid = {piece.id: piece for piece in drawn.scene.pieces if not piece.anchor}
    return [(laid[each.entry.id], each) for each in found.pieces]


def tag_of(piece: ScenePiece) -> LaidTag:
    """As the kit tells it: its height is not what it turned out to be."""
    height = 1.0 if piece.kind == "truck" else 0.0
    return LaidTag(side=piece.tags[0].side_in, height=height)


def map_of(drawn: Drawn, tags: Sequence[LaidTag]) -> KitMap:
    """What is foretold of tags on this table, before anything of it is measured."""
    camera, stood = drawn.camera, drawn.stood
    calibrated = with_care(camera.lens, camera.stand, table=TABLE, anchor=stood.layout.size)
    return kit_map(calibrated, tags, view=drawn.kit.view, side=49)


def reading_at(found: KitMap, piece: ScenePiece) -> str:
    """What the map of its tag says of the nearest of its places."""
    row = int(np.abs(found.y - piece.place.y).argmin())
    column = int(np.abs(found.x - piece.place.x).argmin())
    return found.readings()[row][column]


def foretold_covariances(drawn: Drawn, pieces: Sequence[ScenePiece]) -> Floats:
    camera, stood = drawn.camera, drawn.stood
    calibrated = with_care(camera.lens, camera.stand, table=TABLE, anchor=stood.layout.size)
    cells = drawn.kit.view.dictionary.cells
    return np.concatenate(
        [
            covariances(
                calibrated,
                tag_of(piece),
                at=np.array([(piece.place.x, piece.place.y)]),
                cells=cells,
                care=Care(),
            )
            for piece in pieces
        ]
    )


def true_places(drawn: Drawn, pieces: Sequence[ScenePiece]) -> Floats:
    """In the frame of the anchors as they really lie."""
    heights = np.array([tag_of(piece).height for piece in pieces])
    meant = np.array([(piece.place.x, piece.place.y) for piece in pieces])
    seen = drawn.camera.pixels(np.column_stack([meant, heights]))
    return drawn.stood.in_table_frame().places(seen, height=heights)


def places_of(found: Sequence[LocatedPiece]) -> Floats:
    """Of pieces that all have one."""
    poses = [each.pose for each in found]
    return np.array([(pose.x, pose.y) for pose in poses if pose is not None])


def _total(found: LocatedPiece) -> float:
    assert found.whole_error is not None
    return found.whole_error.xx + found.whole_error.yy


@pytest.mark.long
@pytest.mark.soak
def test_places_err_as_was_foretold(rng_seed: int, soak_count: Callable[[int, int], int]) -> None:
    """Of a kit that was printed, laid by hand, calibrated and looked at by the program itself."""
    kit, count = kit_of(roster(20)), soak_count(2, 60)
    squares, inside, claims = [], [], []
    for index in range(count):
        rng = np.random.default_rng([rng_seed, index])
        table = drawn(kit, rng=rng)
        pairs = located(table, calibrated_profile(table, rng=rng))
        seen = [(piece, found) for piece, found in pairs if found.pose is not None]
        assert len(seen) >= 0.9 * len(pairs)
        pieces = [piece for piece, _ in seen]
        expected = foretold_covariances(table, pieces)
        errors = places_of([found for _, found in seen]) - true_places(table, pieces)
        squares.append(
            float(np.einsum("ni,nij,nj->n", errors, np.linalg.inv(expected), errors).mean()) / 2
        )
        inside.append(float((np.hypot(*errors.T) < within_95(expected)).mean()))
        claimed = np.array([_total(found) for _, found in seen])
        claims.append(float(np.sqrt(claimed / np.trace(expected, axis1=1, axis2=2)).mean()))
    # Half of what places err by is their table's, so a table counts for a few draws only.
    low, high = mean_square(count, freedom=6)
    assert 0.5 * low < np.mean(squares) < 1.2 * high
    assert np.mean(inside) > 0.9
    assert all(0.6 < claim < 1.35 for claim in claims), claims


@pytest.mark.parametrize(
    ("count", "surely_read"), [(28, 6), pytest.param(40, 15, marks=pytest.mark.long)]
)
def test_tags_are_read_where_it_was_foretold(count: int, surely_read: int) -> None:
    rng = np.random.default_rng(5)
    # Beside each tag that is too small lies one that is not.
    kit = kit_of(roster(count, roofs=0.25, flat=0.5))
    table = drawn(kit, rng=rng)
    profile = calibrated_profile(table, rng=rng)
    pairs = located(table, profile)
    maps = {tag: map_of(table, [tag]) for tag in {tag_of(piece) for piece, _ in pairs}}
    read: dict[str, list[bool]] = {each.value: [] for each in TagReading}
    for piece, found in pairs:
        read[reading_at(maps[tag_of(piece)], piece)].append(found.pose is not None)
    assert len(read[TagReading.NEVER]) >= 10
    assert not any(read[TagReading.NEVER])
    surely = read[TagReading.IN_GOOD_LIGHT] + read[TagReading.SURELY]
    assert len(surely) >= surely_read
    assert all(surely)


def test_the_map_is_that_of_the_worst_tag() -> None:
    kit = kit_of(roster(1))
    table = drawn(kit, rng=np.random.default_rng(1))
    high, low = LaidTag(side=0.9, height=1.0, aside=0.5), LaidTag(side=0.6)
    small, large, both = (map_of(table, tags) for tags in ([low], [high], [low, high]))
    assert (both.px_per_cell == np.minimum(small.px_per_cell, large.px_per_cell)).all()
    assert (both.within == np.maximum(small.within, large.within)).all()
    assert (large.within > small.within).mean() > 0.9
    shares = [both.share(each) for each in TagReading]
    assert sum(shares) == pytest.approx(1.0)
    assert both.worst is not None
    assert both.worst == both.within[both.is_read > 0].max()


def test_what_is_read_nowhere_is_placed_nowhere() -> None:
    table = drawn(kit_of(roster(1)), rng=np.random.default_rng(1))
    found = map_of(table, [LaidTag(side=0.1)])
    assert found.share(TagReading.NEVER) == 1.0
    assert found.typical is None
    assert found.worst is None


def test_a_radius_holds_95_of_100_errors() -> None:
    rng = np.random.default_rng(3)
    for ratio in (1.0, 0.5, 0.1, 0.0):
        covariance = np.diag([1.0, ratio**2])
        drawn_errors = rng.normal(0.0, 1.0, (200_000, 2)) * [1.0, ratio]
        radius = within_95(covariance[None])[0]
        assert (np.hypot(*drawn_errors.T) < radius).mean() == pytest.approx(0.95, abs=0.004)
