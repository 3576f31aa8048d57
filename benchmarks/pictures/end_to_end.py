"""Measures whole tables with nothing given: a calibrated lens, anchors laid by hand, heights."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.finding import Effort, Finding, Goal
from benchmarks.pictures.measured_tables import (
    ANCHOR_IN,
    COLUMNS,
    FIRST_BOARD_TAG,
    MARKER_IN,
    ROWS,
    SQUARE_IN,
    TableOf,
    anchors_by_hand,
    board_views,
    camera_over,
    hand_held,
    scene_of,
    tagged_pieces,
)
from calibration.anchors import anchors_of
from calibration.lens_board.lens_fit import fit_lens
from calibration.lens_prior import LensBelief
from calibration.profile import CalibrationProfile, CameraId
from calibration.table.table_fit import Laying, fit_table
from calibration.table.table_problem import KnownLength
from rules.table.outlines.length_error import shared_variance
from rules.table.roster import Entry
from rules.table.snapshot import Covariance, TableSize
from rules.table.units import Degrees, Inches
from vision.board import PrintedBoard, view_of
from vision.detector import Detector
from vision.fit.free import fit_corners, seen_tags
from vision.locating.locate import Locator
from vision.locating.located import Located
from vision.locating.place_error import EXACT, Care
from vision.locating.tag_layout import PieceTag, TaggedPiece, TagLayout
from vision.synthetic.described.optics import SceneCamera
from vision.synthetic.described.scene import ScenePiece, TableScene
from vision.synthetic.render import Renderer
from vision.tags.tag_family import TagFamily

Floats = NDArray[np.float64]
Grey = NDArray[np.uint8]

FAMILY: Final = "DICT_4X4_250"
HEIGHTS: Final = (0.0, 1.0, 2.0, 3.0)
_FLOOR: Final = 0.08
"""Inches that everything is raised by where heights err both ways; the anchors are, too."""
_EDGE_SIGMA: Final = 0.001
"""Inches; where the question is what the program adds, the known length is known."""
_TAPED: Final = 1 / 64
"""Inches: a table's edge that somebody measured with a tape, carefully."""
_INK: Final = 0.0012
"""Standard error of a print's scale, as a share."""
_ELLIPSE: Final = 5.991
"""Squared errors of two numbers that hold 95 of 100."""
_SHORTEST, _LONGEST = 3.0, 40.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Errors:
    """What one measured table, or several of them together, were wrong by."""

    off: Floats
    """Inches that each piece is off."""
    squared: Floats
    """The same, squared, in its own stated errors; two is what to expect."""
    lengths: Floats
    """What each distance between two pieces is off, in its stated errors."""
    peers: Floats
    """Inches that the same pieces are off by the peers' way."""
    unseen: int = 0

    @classmethod
    def joined(cls, parts: Sequence["Errors"]) -> "Errors":
        """All of several tables."""
        return cls(
            off=np.concatenate([part.off for part in parts]),
            squared=np.concatenate([part.squared for part in parts]),
            lengths=np.concatenate([part.lengths for part in parts]),
            peers=np.concatenate([part.peers for part in parts]),
            unseen=sum(part.unseen for part in parts),
        )


_TABLES: Final = ((36.0, 36.0, 0.005), (72.0, 48.0, 0.010))
_SMALL_TABLES: Final = ((18.0, 18.0, 0.010),)


def _small_or(effort: Effort, size: tuple[int, int]) -> tuple[int, int]:
    return effort.pick(size, small=(960, 540))


def end_to_end(effort: Effort) -> list[Finding]:
    """Accuracy with known heights, then whether the stated errors are true to what is unknown."""
    views = effort.pick(20, small=6)
    belief = lens_belief(views=views, seed=11, size=_small_or(effort, (1920, 1080)))
    findings = []
    for width, depth, most in effort.pick(_TABLES, small=_SMALL_TABLES):
        table = TableOf(width=width, depth=depth, size=_small_or(effort, (1920, 1080)))
        rounds = effort.pick(3, small=1)
        exact = [measured_table(table, belief=belief, seed=seed) for seed in range(rounds)]
        errors = Errors.joined(exact)
        findings.append(
            Finding(
                benchmark="end to end",
                measure=f"{table.name}: p95 of places",
                value=float(np.percentile(errors.off, 95)),
                unit="in",
                detail=f"{len(errors.off)} tags 0 to 3 in high, {rounds} tables; lens of {views} "
                f"views, anchors by hand to 1/16 in; {errors.unseen} unseen",
                peer="stock corners, four anchors, no lens, no heights",
                peer_value=float(np.percentile(errors.peers, 95)),
                goals=(Goal(most=most),),
                cost=False,
            )
        )
    return [*findings, *_honest(effort)]


def _honest(effort: Effort) -> list[Finding]:
    """Everything that errs by as much as the program reckons with, and its own blur, not a bell."""
    if effort.small:
        # A few tables say nothing about shares.
        return []
    table = TableOf(width=36.0, depth=36.0)
    lenses, rounds = 3, 5
    parts = []
    for lens in range(lenses):
        belief = lens_belief(views=20, seed=11 + 40 * lens)
        for index in range(rounds):
            seed = 100 + 10 * lens + index
            parts.append(measured_table(table, belief=belief, seed=seed, care=Care()))
    errors = Errors.joined(parts)
    detail = (
        f"{len(parts)} tables, {lenses} lens calibrations; heights, flatness, lean, print and the "
        "taped edge err as reckoned with"
    )
    places, distances = shares_of(errors)
    rows = (
        ("places: normalised error", math.sqrt(float(errors.squared.mean()) / 2), (0.8, 1.2)),
        ("places: in their 95 % ellipse", places, (0.93, 0.97)),
        (
            "distances 3 to 40 in: normalised error",
            math.sqrt(float((errors.lengths**2).mean())),
            (0.8, 1.2),
        ),
        ("distances 3 to 40 in: in their 95 % interval", distances, (0.93, 0.97)),
    )
    return [
        Finding(
            benchmark="end to end",
            measure=f"{table.name}: {what}",
            value=value,
            detail=detail,
            goals=(Goal(least=least, most=most),),
            cost=False,
        )
        for what, value, (least, most) in rows
    ]


def shares_of(errors: Errors) -> tuple[float, float]:
    """The shares of places and of distances that are within their stated 95 percent."""
    is_in, is_right = errors.squared < _ELLIPSE, np.abs(errors.lengths) < 1.96
    return float(is_in.mean()), float(is_right.mean())


@lru_cache(maxsize=24)
def grey_of(scene: TableScene) -> Grey:
    """The picture of a scene as a camera's luma; three tables' pictures are kept."""
    picture = Renderer(scene).frame(0).picture
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    grey.setflags(write=False)
    return grey


@cache
def lens_belief(*, views: int, seed: int, size: tuple[int, int] = (1920, 1080)) -> LensBelief:
    """The lens as it comes out of so many rendered views of the board."""
    numbers = tuple(range(FIRST_BOARD_TAG, FIRST_BOARD_TAG + COLUMNS * ROWS // 2))
    board = PrintedBoard(
        columns=COLUMNS, rows=ROWS, square_in=SQUARE_IN, marker_in=MARKER_IN, numbers=numbers
    )
    family = TagFamily.of(FAMILY)
    found = [
        view_of(grey_of(scene), board, family=family, picture=scene.name).seen
        for scene in board_views(size=size, count=views, seed=seed)
    ]
    return fit_lens([view for view in found if view is not None]).belief


Treatment = Callable[[Grey, np.random.Generator], Grey]
"""What a camera does to its own pictures."""


def measured_table(
    table: TableOf,
    *,
    belief: LensBelief,
    seed: int,
    care: Care = EXACT,
    treated: Treatment | None = None,
) -> Errors:
    """Lay anchors, take six photographs, calibrate, and measure sixty pieces in another picture."""
    rng = np.random.default_rng(seed)
    is_exact = care == EXACT
    print_scale = 1.0 if is_exact else float(rng.normal(1.0, _INK))
    anchors = anchors_by_hand(table, rng=rng)
    pieces = tagged_pieces(table, rng=rng, heights=HEIGHTS, count=60 if table.width > 20 else 9)
    anchors = tuple(_made(each, print_scale=print_scale) for each in anchors)
    real = tuple(_made(each, print_scale=print_scale) for each in pieces)
    flatness = 0.0
    if not is_exact:
        flatness = Laying(size=ANCHOR_IN).flatness
        anchors = tuple(_uneven(each, rng=rng, flatness=flatness) for each in anchors)
        real = tuple(_careless(each, rng=rng, care=care, flatness=flatness) for each in real)
    profile = calibrated(
        table, anchors=anchors, belief=belief, rng=rng, is_exact=is_exact, treated=treated
    )
    camera = camera_over(table)
    grey = grey_of(scene_of(table, pieces=anchors + real, camera=camera, seed=seed + 7))
    if treated:
        grey = treated(grey, np.random.default_rng(seed + 7))
    locator = Locator(profile, tag_layout=roster_of(pieces, profile), care=care)
    peers = _by_peers(grey, pieces=pieces, table=table)
    return _judged(locator.located(grey), anchors=anchors, pieces=pieces, peers=peers)


def _made(piece: ScenePiece, *, print_scale: float) -> ScenePiece:
    tags = tuple(replace(tag, print_scale=print_scale) for tag in piece.tags)
    return replace(piece, tags=tags)


def _uneven(piece: ScenePiece, *, rng: np.random.Generator, flatness: float) -> ScenePiece:
    return replace(piece, height_in=max(0.0, _FLOOR + float(rng.normal(0.0, flatness))))


def _careless(
    piece: ScenePiece, *, rng: np.random.Generator, care: Care, flatness: float
) -> ScenePiece:
    """A piece that is a little higher or lower than its roster says, and leans."""
    is_raised = piece.height_in > 0
    sigma = care.raised_height_in if is_raised else care.flat_height_in
    height = piece.height_in + _FLOOR + float(rng.normal(0.0, math.hypot(sigma, flatness)))
    lean = np.radians(care.lean_deg) * piece.height_in * rng.normal(0.0, 1.0, 2)
    place = piece.place
    leaning = replace(place, x=place.x + float(lean[0]), y=place.y + float(lean[1]))
    return replace(piece, height_in=max(0.0, height), place=leaning)


def calibrated(
    table: TableOf,
    *,
    anchors: Sequence[ScenePiece],
    belief: LensBelief,
    rng: np.random.Generator,
    is_exact: bool,
    treated: Treatment | None = None,
) -> CalibrationProfile:
    """Six photographs of the anchors, and one edge of known length."""
    family = TagFamily.of(FAMILY)
    detector = Detector(family)
    cameras: tuple[SceneCamera, ...] = (
        *hand_held(table, count=5 if table.width > 20 else 2),
        camera_over(table),
    )
    photographs = []
    for index, camera in enumerate(cameras):
        scene = scene_of(table, pieces=tuple(anchors), camera=camera, seed=500 + index)
        grey = grey_of(scene)
        if treated:
            grey = treated(grey, np.random.default_rng(500 + index))
        sightings = [each for each in detector.sightings(grey) if each.number < len(anchors)]
        photographs.append(seen_tags(fit_corners(grey, sightings, family=family, lens=belief.lens)))
    west, east = anchors[0].place, anchors[1].place
    sigma = _EDGE_SIGMA if is_exact else _TAPED
    length = math.hypot(east.x - west.x, east.y - west.y)
    read = length if is_exact else length + float(rng.normal(0.0, sigma))
    size = TableSize(width=Inches(table.width), depth=Inches(table.depth))
    fit = fit_table(
        photographs,
        anchors=anchors_of(size),
        belief=belief,
        laying=Laying(size=ANCHOR_IN),
        lengths=[KnownLength(one=0, other=1, value=read, sigma=sigma)],
    )
    width, height = table.size
    return CalibrationProfile(
        camera=CameraId(name="synthetic", id="", width=width, height=height),
        dictionary=FAMILY,
        table=size,
        calibrated=fit.calibrated,
        is_lens_measured=True,
    )


def roster_of(pieces: Sequence[ScenePiece], profile: CalibrationProfile) -> TagLayout:
    """The pieces as their owner wrote them down."""
    listed = []
    for piece in pieces:
        (tag,) = piece.tags
        piece_tag = PieceTag(
            number=tag.id,
            size=Inches(tag.side_in),
            x=Inches(0.0),
            y=Inches(0.0),
            turn=Degrees(0.0),
            height=Inches(piece.height_in),
            face="up",
        )
        entry = Entry(
            id=piece.id, name=piece.id, side="", kind="", footprint=piece.footprint, tags=()
        )
        listed.append(TaggedPiece(entry=entry, tags=(piece_tag,)))
    return TagLayout(
        pieces=tuple(listed),
        anchors={anchor.number: anchor.name for anchor in profile.anchors},
        anchor_size=Inches(ANCHOR_IN),
        class_sizes={},
    )


def _judged(
    found: Located, *, anchors: Sequence[ScenePiece], pieces: Sequence[ScenePiece], peers: Floats
) -> Errors:
    """Against the truth in the frame of the anchors as they lie."""
    origin, turn = _frame_of(anchors)
    truth = {
        piece.id: turn @ (np.array([piece.place.x, piece.place.y]) - origin) for piece in pieces
    }
    seen = [piece for piece in found.pieces if piece.pose is not None and piece.whole_error]
    places = np.array([(piece.pose.x, piece.pose.y) for piece in seen if piece.pose])
    real = np.array([truth[piece.entry.id] for piece in seen])
    whole = np.array([_flat(piece.whole_error) for piece in seen if piece.whole_error])
    own = np.array([_flat(piece.pose.covariance) for piece in seen if piece.pose])
    off = places - real
    squared = np.einsum("ni,nij,nj->n", off, np.linalg.inv(whole), off)
    one, other = np.triu_indices(len(seen), 1)
    span, true_span = places[other] - places[one], real[other] - real[one]
    length, true_length = np.hypot(*span.T), np.hypot(*true_span.T)
    along = span / length[:, None]
    variance = np.einsum("ni,nij,nj->n", along, own[one] + own[other], along)
    variance += shared_variance(
        found.shared, table=found.table, start=places[one], end=places[other]
    )
    is_asked = (true_length >= _SHORTEST) & (true_length <= _LONGEST)
    return Errors(
        off=np.hypot(*off.T),
        squared=squared,
        lengths=((length - true_length) / np.sqrt(variance))[is_asked],
        peers=peers,
        unseen=len(pieces) - len(seen),
    )


def _frame_of(anchors: Sequence[ScenePiece]) -> tuple[Floats, Floats]:
    """The south-west anchor, and the turn that lays the south-east one to its east."""
    west, east = anchors[0].place, anchors[1].place
    angle = math.atan2(east.y - west.y, east.x - west.x)
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    return np.array([west.x, west.y]), turn


def _flat(covariance: Covariance) -> Floats:
    return np.array([[covariance.xx, covariance.xy], [covariance.xy, covariance.yy]])


def _by_peers(grey: Grey, *, pieces: Sequence[ScenePiece], table: TableOf) -> Floats:
    """What others do: stock corners, and a homography from four tags, or none if one is missed."""
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(book, settings).detectMarkers(grey)
    middles = {
        int(number): np.asarray(square, dtype=np.float64).reshape(4, 2).mean(axis=0)
        for number, square in zip(np.asarray(ids).reshape(-1), corners, strict=True)
    }
    if not middles.keys() >= {0, 1, 2, 3}:
        return np.array([])
    meant = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * (table.width, table.depth)
    way, _ = cv2.findHomography(np.array([middles[number] for number in range(4)]), meant)
    off = []
    for piece in pieces:
        middle = middles.get(piece.tags[0].id)
        if middle is not None:
            x, y, scale = way @ np.array([*middle, 1.0])
            off.append(math.hypot(x / scale - piece.place.x, y / scale - piece.place.y))
    return np.array(off)
