"""Makes the picture that is kept with a ruling: a bounded JPEG, and where things are in it.

The picture itself is never drawn on. What is drawn over it - outlines, the sight line - is kept
beside it in pixels, so that the same picture can be shown plain, with marks, or with everything
covered that not every player may see.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import cv2
import numpy as np

from api.battle_files.file import Picture
from api.battles.evidence_picture import unfolded
from api.drawing.canvas import Bytes, Floats
from api.review.pictures.caught import Caught, Still, read_marks
from calibration.camera_model import CameraModel
from rules.referee.toolkit.evidence import Measured
from rules.table.outlines.outline import place
from rules.table.snapshot import Piece

MOST_BYTES: Final = 150_000
LEAST_QUALITY: Final = 35
CARD_KINDS: Final = frozenset({"card", "cards", "deck", "hand"})
ROUND: Final = 16
"""Corners that a round base is drawn with."""
MARGIN: Final = 0.15
"""How much of its length a crop leaves around the sight line, and at least ..."""
LEAST_MARGIN_PX: Final = 60.0
LEAST_SHAPE: Final = 0.5
"""A crop is at least this share of the picture's longer side, in width and in height."""
AT_PX: Final = 6.0
BETWEEN: Final = 24
"""Points along each edge of the table: a lens bends it."""


def picture_of(
    caught: Caught, evidence: Iterable[Measured], *, sequence: int, still: Still
) -> Picture:
    """The picture with its marks; at most `MOST_BYTES`, if need be smaller and coarser."""
    image = _colour(caught)
    scale = min(1.0, still.width / image.shape[1])
    if scale < 1.0:
        image = _resized(image, scale)
    content, shrunk = _packed(image, quality=still.quality)
    marks = _marks(caught, evidence, scale=scale * shrunk, size=_size(image, shrunk))
    return Picture(
        sequence=sequence, media_type="image/jpeg", content=content, marks=json.dumps(marks)
    )


def covered(picture: Picture) -> Picture:
    """The picture as every seat may see it in play: cut to the sight line, cards covered.

    Without marks nobody can tell what lies where, so nothing is shown of it.
    """
    marks = read_marks(picture)
    image = unfolded(picture.content)
    if marks is None or image is None or not marks.get("table"):
        return withheld(picture)
    shown = np.zeros_like(image)
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(mask, [_whole(marks["table"])], 255)
    for each in marks["pieces"]:
        if each.get("card"):
            outline = _grown(np.array(each["outline"], dtype=np.float64), by=1.25)
            cv2.fillPoly(mask, [_whole(outline)], 0)
    shown[mask > 0] = image[mask > 0]
    left, top, right, bottom = _crop(marks, shape=image.shape)
    cut = np.ascontiguousarray(shown[top:bottom, left:right])
    moved = _shifted(marks, by=(left, top), size=(right - left, bottom - top))
    return Picture(
        sequence=picture.sequence,
        media_type="image/jpeg",
        content=_jpeg(cut, 85),
        marks=json.dumps(moved),
    )


def withheld(picture: Picture) -> Picture:
    """Nothing of it: where a game hides cards, one that the camera did not read may lie there."""
    black = np.zeros((90, 160, 3), np.uint8)
    return Picture(sequence=picture.sequence, media_type="image/jpeg", content=_jpeg(black, 80))


def _colour(caught: Caught) -> Bytes:
    if caught.jpeg is not None:
        image = unfolded(caught.jpeg)
        if image is not None and image.shape[:2] == caught.grey.shape[:2]:
            return image
    found: Bytes = cv2.cvtColor(caught.grey, cv2.COLOR_GRAY2BGR).astype(np.uint8)
    return found


def _resized(image: Bytes, scale: float) -> Bytes:
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    found: Bytes = cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
    return found


def _size(image: Bytes, scale: float) -> tuple[int, int]:
    return max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))


def _packed(image: Bytes, *, quality: int) -> tuple[bytes, float]:
    """A JPEG within the bound, and by how much the picture had to be made smaller for it."""
    scale = 1.0
    while True:
        now = image if scale == 1.0 else _resized(image, scale)
        level = quality
        while level >= LEAST_QUALITY:
            content = _jpeg(now, level)
            if len(content) <= MOST_BYTES:
                return content, scale
            level -= 15
        scale *= 0.75


def _jpeg(image: Bytes, quality: int) -> bytes:
    done, content = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return bytes(content)


def _marks(
    caught: Caught, evidence: Iterable[Measured], *, scale: float, size: tuple[int, int]
) -> dict[str, Any]:
    table = caught.snapshot.table
    corners = [(0.0, 0.0), (table.width, 0.0), (table.width, table.depth), (0.0, table.depth)]
    pieces = []
    for piece in caught.snapshot.pieces:
        if piece.pose is not None:
            spots = _seen(caught.model, _outline(piece), scale=scale)
            if spots:
                pieces.append(
                    {
                        "id": piece.id,
                        "side": piece.side,
                        "outline": spots,
                        "card": is_card(piece),
                    }
                )
    lines = [
        {"what": found.what, "answer": str(found.answer), "points": spots}
        for found in evidence
        if len(found.line) > 1
        and (
            spots := _seen(caught.model, [(float(x), float(y)) for x, y in found.line], scale=scale)
        )
    ]
    return {
        "size": list(size),
        "snapshot": caught.snapshot.number,
        "table": _seen(caught.model, _ring(corners), scale=scale),
        "pieces": pieces,
        "lines": lines,
        **_by_camera(caught),
    }


def _by_camera(caught: Caught) -> dict[str, Any]:
    """Which of several cameras it was, and how many pictures there are of the moment."""
    if not caught.camera:
        return {}
    return {
        "camera": caught.camera,
        "sees": sorted(caught.sees),
        "cameras": 1 + len(caught.others),
    }


def is_card(piece: Piece) -> bool:
    """Whether a piece is paper with something on it that not everybody may read."""
    return piece.kind.casefold() in CARD_KINDS or bool(piece.face)


def _seen(
    model: CameraModel, spots: Sequence[tuple[float, float]], *, scale: float
) -> list[list[float]]:
    """Points of the table in pixels of the kept picture; nothing where one is not seen."""
    flat = np.array([(x, y, 0.0) for x, y in spots], dtype=np.float64)
    pixels = (model.pixels(flat) + 0.5) * scale - 0.5
    if not np.isfinite(pixels).all():
        return []
    return [[round(float(x), 1), round(float(y), 1)] for x, y in pixels]


def _outline(piece: Piece) -> list[tuple[float, float]]:
    laid = place(piece)
    if len(laid.corners) > 1:
        return [(float(x), float(y)) for x, y in laid.corners]
    turn = np.linspace(0.0, 2 * np.pi, ROUND, endpoint=False)
    x, y = laid.corners[0]
    return [
        (float(x + laid.radius * np.cos(each)), float(y + laid.radius * np.sin(each)))
        for each in turn
    ]


def _ring(corners: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    ends = np.array([*corners[1:], corners[0]], dtype=np.float64)
    starts = np.array(corners, dtype=np.float64)
    share = np.linspace(0.0, 1.0, BETWEEN, endpoint=False)[:, None, None]
    spots = (starts + share * (ends - starts)).transpose(1, 0, 2).reshape(-1, 2)
    return [(float(x), float(y)) for x, y in spots]


def _whole(spots: object) -> Any:
    return np.round(np.asarray(spots, dtype=np.float64)).astype(np.int32)


def _grown(outline: Floats, *, by: float) -> Floats:
    middle = outline.mean(axis=0)
    found: Floats = middle + by * (outline - middle)
    return found


def _crop(marks: Mapping[str, Any], *, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what is shown: the lines with the pieces at their ends; the
    whole table where nothing was measured along a line.
    """
    ends = [point for line in marks["lines"] for point in line["points"]]
    met = [
        point
        for each in marks["pieces"]
        if not each.get("card") and _is_at(each["outline"], ends)
        for point in each["outline"]
    ]
    found = np.array([*ends, *met] or marks["table"], dtype=np.float64)
    low, high = found.min(axis=0), found.max(axis=0)
    margin = max(LEAST_MARGIN_PX, MARGIN * float(np.hypot(*(high - low))))
    low, high = low - margin, high + margin
    # A strip of a picture tells nobody where on the table it is.
    short = np.maximum(LEAST_SHAPE * (high - low).max() - (high - low), 0.0) / 2
    left, top = np.floor(np.maximum(low - short, 0)).astype(int)
    right, bottom = np.ceil(np.minimum(high + short, shape[1::-1])).astype(int)
    return int(left), int(top), max(int(right), int(left) + 1), max(int(bottom), int(top) + 1)


def _is_at(outline: Sequence[Sequence[float]], spots: Sequence[Sequence[float]]) -> bool:
    """Whether a line begins, ends or bends at a piece."""
    shape = np.array(outline, dtype=np.float32)
    return any(cv2.pointPolygonTest(shape, (x, y), True) >= -AT_PX for x, y in spots)


def _shifted(
    marks: Mapping[str, Any], *, by: tuple[int, int], size: tuple[int, int]
) -> dict[str, Any]:
    """The marks of a crop, without those of covered cards."""

    def moved(points: Sequence[Sequence[float]]) -> list[list[float]]:
        return [[round(x - by[0], 1), round(y - by[1], 1)] for x, y in points]

    return {
        "size": list(size),
        "snapshot": marks.get("snapshot", 0),
        "table": moved(marks["table"]),
        "pieces": [
            {**each, "outline": moved(each["outline"])}
            for each in marks["pieces"]
            if not each.get("card")
        ],
        "lines": [{**each, "points": moved(each["points"])} for each in marks["lines"]],
        "cropped": True,
        **_of_camera(marks),
    }


def _of_camera(marks: Mapping[str, Any]) -> dict[str, Any]:
    """Which camera it was, and what it saw but for covered cards."""
    if not marks.get("camera"):
        return {}
    open_ones = {each["id"] for each in marks["pieces"] if not each.get("card")}
    sees = [name for name in marks.get("sees", ()) if name in open_ones]
    return {"camera": marks["camera"], "sees": sees, "cameras": marks.get("cameras", 1)}
