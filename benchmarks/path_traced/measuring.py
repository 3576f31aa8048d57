"""Calibrates from path-traced photographs and measures the others, here and the usual way."""

import math
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Final

import cv2
import numpy as np

from api.files.roster_file import parse_army
from api.kit.work import AS_WRITTEN, planned_kit
from benchmarks.path_traced.album import (
    ROSTER,
    SET_UPS,
    SetUp,
    TracedPicture,
    calibrating_tables,
    kit_pages,
    measured_tables,
    picture_of,
    stand_of,
)
from benchmarks.path_traced.developed import Grey
from benchmarks.path_traced.eye import Floats, TracedEye
from benchmarks.path_traced.laid import TABLE_IN, TracedTable
from benchmarks.path_traced.printed import DPI, stock_tags, tag_corners
from calibration.anchors import anchors_of
from calibration.lens_board.lens_fit import fit_lens
from calibration.lens_prior import LensBelief
from calibration.profile import CalibrationProfile, CameraId
from calibration.table.table_fit import Laying, fit_table
from calibration.table.table_problem import KnownLength, Photograph
from rules.table.snapshot import TableSize
from rules.table.units import Inches
from vision.board import PrintedBoard, view_of
from vision.detector import Detector
from vision.fit.free import fit_corners, seen_tags
from vision.locating.locate import Locator
from vision.locating.located import Located, LocatedPiece
from vision.locating.tag_layout import TagLayout, tag_layout_of
from vision.tags.tag_family import TagFamily

_FAMILY: Final = "DICT_4X4_250"
_VIEWS: Final = 10
_LENS_SEED: Final = 7
TAPED_IN: Final = 1 / 64
"""Standard error of the southern edge, measured with a tape."""
_TAPE_SEED: Final = 5
_BURNT: Final = 250
"""Grey level from which on ink is burnt away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedPiece:
    """What became of one piece of a picture."""

    set_up: str
    situation: str
    id: str
    is_open: bool
    """Whether one tag of it at least is neither hidden nor burnt."""
    has_figure: bool
    is_shaded: bool
    """Whether a shadow's edge lies on each of its open tags."""
    off_in: float | None
    """None where it was not placed."""
    squared: float
    """Its error, squared, in the stated ones: two is what to expect."""
    is_told: bool
    """Whether something says why it was not placed."""
    stock_off_in: float | None


def judged_set_up(set_up: SetUp) -> list[JudgedPiece]:
    """Calibrate with two photographs, and judge each of the others."""
    layout = tag_layout_of(planned_kit(_army(), AS_WRITTEN, roster="roster"))
    seen = _anchors_seen(set_up, layout=layout)
    found = []
    for table in measured_tables(set_up):
        picture = picture_of(table, samples=set_up.samples)
        # One reading of the tape would err all places of a set-up alike, and say nothing of others.
        profile = _profile(set_up, layout=layout, seen=seen, length=taped(table))
        located = Locator(profile, tag_layout=layout).located(picture.grey)
        found += _judged(picture, located=located, name=set_up.name)
    return found


@cache
def _army() -> Any:
    return parse_army(ROSTER.encode(), origin="roster", is_csv=False)


def taped(table: TracedTable) -> float:
    """The southern edge as somebody reads it off a tape before this picture."""
    west, east = table.anchors[:2]
    off = float(np.random.default_rng((table.seed, _TAPE_SEED)).normal(0, TAPED_IN))
    return math.hypot(east.x - west.x, east.y - west.y) + off


def _anchors_seen(set_up: SetUp, *, layout: TagLayout) -> tuple[Photograph, ...]:
    """What the two photographs of the bare table show."""
    family, lens = TagFamily.of(_FAMILY), _belief_of(set_up).lens
    detector, found = Detector(family), []
    for table in calibrating_tables(set_up):
        grey = picture_of(table, samples=set_up.samples).grey
        tags = [each for each in detector.sightings(grey) if each.number in layout.anchors]
        found.append(seen_tags(fit_corners(grey, tags, family=family, lens=lens)))
    return tuple(found)


def _profile(
    set_up: SetUp, *, layout: TagLayout, seen: tuple[Photograph, ...], length: float
) -> CalibrationProfile:
    """A lens of its own, two photographs, one edge by tape."""
    size = TableSize(width=Inches(TABLE_IN[0]), depth=Inches(TABLE_IN[1]))
    fit = fit_table(
        seen,
        anchors=anchors_of(size),
        belief=_belief_of(set_up),
        laying=Laying(size=float(layout.anchor_size)),
        lengths=[KnownLength(one=0, other=1, value=length, sigma=TAPED_IN)],
    )
    width, height = set_up.size
    return CalibrationProfile(
        camera=CameraId(name="path-traced", id="", width=width, height=height),
        dictionary=_FAMILY,
        table=size,
        calibrated=fit.calibrated,
        is_lens_measured=True,
    )


def _belief_of(set_up: SetUp) -> LensBelief:
    return _belief(stand_of(replace(SET_UPS[0], size=set_up.size)))


# --- the lens --------------------------------------------------------------------------------


@cache
def _belief(eye: TracedEye) -> LensBelief:
    """What views of the board tell of a lens, which is one for all stands."""
    board = kit_pages().kit["board"]
    printed = PrintedBoard(
        columns=board["columns"],
        rows=board["rows"],
        square_in=board["square_in"],
        marker_in=board["tag_in"],
        numbers=tuple(board["ids"]),
    )
    family, rng, found = TagFamily.of(_FAMILY), np.random.default_rng(_LENS_SEED), []
    for index in range(_VIEWS):
        grey = _board_view(eye, rng=rng)
        seen = view_of(grey, printed, family=family, picture=f"view {index}").seen
        found += [seen] if seen is not None else []
    return fit_lens(found).belief


def _board_view(eye: TracedEye, *, rng: np.random.Generator) -> Grey:
    """The page of the board held anyhow before the same lens, without path tracing."""
    page = kit_pages().pages[kit_pages().board.page]
    across, down = (side / DPI for side in page.shape[::-1])
    lean = rng.uniform(-0.6, 0.6, 2)
    rotation, _ = cv2.Rodrigues(np.array([*lean, float(rng.choice([0.0, math.pi / 2]))]))
    away = float(rng.uniform(0.9, 1.5)) * across * eye.focal_px / eye.height
    room = away * np.array([eye.width, eye.height]) / eye.focal_px / 2
    shift = np.array([*rng.uniform(-0.45, 0.45, 2) * room, away])
    rays, normal = _fine_rays(eye), rotation[:, 2]
    there = rays * ((normal @ shift) / (rays @ normal))[..., None] - shift
    on_page = (there @ rotation[:, :2] + (across / 2, down / 2)) * DPI / 3 - 0.5
    small = cv2.resize(page, None, fx=1 / 3, fy=1 / 3, interpolation=cv2.INTER_AREA)
    at = on_page.astype(np.float32)
    fine = cv2.remap(
        small,
        at[..., 0],
        at[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=90,
    )
    soft = cv2.resize(fine, (eye.width, eye.height), interpolation=cv2.INTER_AREA)
    noisy = soft.astype(np.float64) * 0.8 + 15 + rng.normal(0, 1.5, soft.shape)
    return np.asarray(np.clip(np.round(noisy), 0, 255), dtype=np.uint8)


@lru_cache(maxsize=1)
def _fine_rays(eye: TracedEye) -> Floats:
    """Twice as many as pixels, each way: they are averaged."""
    x, y = np.meshgrid(np.arange(2 * eye.width), np.arange(2 * eye.height))
    flat = eye.straightened((np.stack([x, y], axis=-1) * 0.5 - 0.25 - eye.middle) / eye.focal_px)
    return np.concatenate([flat, np.ones((*flat.shape[:2], 1))], axis=-1)


# --- judging ---------------------------------------------------------------------------------


def _judged(picture: TracedPicture, *, located: Located, name: str) -> list[JudgedPiece]:
    truth = picture.truth
    places = _in_frame(truth)
    stock = _by_stock(picture.grey)
    kinds = {piece["id"]: piece for piece in kit_pages().kit["pieces"]}
    tags: dict[str, list[dict[str, Any]]] = {}
    for tag in truth["tags"]:
        tags.setdefault(tag["owner"], []).append(tag)
    found = []
    for piece in located.pieces:
        who = piece.entry.id
        if who not in places:
            continue
        clear = [
            tag for tag in tags[who] if tag["hidden"] == 0 and not _is_burnt(picture.grey, tag)
        ]
        off, squared = _off(piece, place=places[who])
        found.append(
            JudgedPiece(
                set_up=name,
                situation=truth["situation"],
                id=who,
                is_open=bool(clear),
                has_figure=kinds[who]["figure"] is not None,
                is_shaded=bool(clear) and all(0 < tag["shaded"] < 1 for tag in clear),
                off_in=off,
                squared=squared,
                is_told=_is_told(piece, located),
                stock_off_in=_stock_off(stock, kinds[who], place=places[who]),
            )
        )
    return found


def _is_burnt(grey: Grey, tag: dict[str, Any]) -> bool:
    """Whether glare hides the ink of a cell."""
    rows = kit_pages().kit["patterns"][str(tag["number"])]
    ink = [(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "#"]
    meant = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=float) * len(rows)
    way, _ = cv2.findHomography(meant, np.array(tag["corners_px"]))
    there = cv2.perspectiveTransform(np.array([ink], dtype=float) + 0.5, way)[0]
    x, y = np.round(there).astype(int).T
    return bool((grey[y.clip(0, len(grey) - 1), x.clip(0, grey.shape[1] - 1)] >= _BURNT).any())


def _in_frame(truth: dict[str, Any]) -> dict[str, Floats]:
    """Each piece's place in the frame of the anchors as they lie."""
    west, east = truth["anchors"][0], truth["anchors"][1]
    angle = math.atan2(east["y"] - west["y"], east["x"] - west["x"])
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    start = np.array([west["x"], west["y"]])
    return {
        each["id"]: turn @ (np.array([each["x"], each["y"]]) - start) for each in truth["pieces"]
    }


def _off(piece: LocatedPiece, *, place: Floats) -> tuple[float | None, float]:
    if piece.pose is None or piece.whole_error is None:
        return None, math.nan
    off = np.array([piece.pose.x, piece.pose.y]) - place
    whole = piece.whole_error
    stated = np.array([[whole.xx, whole.xy], [whole.xy, whole.yy]])
    return float(np.hypot(*off)), float(off @ np.linalg.solve(stated, off))


def _is_told(piece: LocatedPiece, located: Located) -> bool:
    """By a flag of its own, or by a sentence about the picture; not by one about the print."""
    if piece.flags or any(tag.flags for tag in piece.tags):
        return True
    return any("print" not in said for said in located.warnings)


def _by_stock(grey: Grey) -> dict[int, Floats]:
    """The corners of each tag in inches, by a homography from the four tags of the corners."""
    tags = stock_tags(grey)
    if not tags.keys() >= {0, 1, 2, 3}:
        return {}
    meant = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * TABLE_IN
    way, _ = cv2.findHomography(np.array([tags[number].mean(axis=0) for number in range(4)]), meant)
    return {
        number: cv2.perspectiveTransform(square[None], way)[0] for number, square in tags.items()
    }


def _stock_off(stock: dict[int, Floats], piece: dict[str, Any], *, place: Floats) -> float | None:
    """How far from its place a piece is that its first tag is read of."""
    for tag in piece["faces"][0]["tags"]:
        square = stock.get(tag["id"])
        if square is None:
            continue
        printed = tag_corners(tag)
        turn = _turn(printed[1] - printed[2], square[1] - square[2])
        middle = square.mean(axis=0) - turn @ np.array(tag["at_in"])
        return float(np.hypot(*(middle - place)))
    return None


def _turn(one: Floats, other: Floats) -> Floats:
    """The rotation that turns one way into the other's direction."""
    angle = math.atan2(other[1], other[0]) - math.atan2(one[1], one[0])
    return np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
