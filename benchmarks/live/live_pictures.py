"""Makes pictures of a table in play, at rest and in motion, and spoils them as cameras do."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from benchmarks.pictures.accuracy_pictures import FINE, Exposure, Floats, Grey, Laid, rendered
from benchmarks.pictures.accuracy_tables import (
    FAMILY,
    Look,
    family_of_all,
    gaussian,
    laid_on,
    told,
)
from calibration.anchors import Calibrated, Floor, Layout
from calibration.profile import CalibrationProfile, CameraId
from rules.table.roster import Entry
from rules.table.shapes import Rectangle
from rules.table.snapshot import TableSize
from rules.table.units import Degrees, Inches
from vision.locating.tag_layout import PieceTag, TaggedPiece, TagLayout

_ANCHORS: Final = 4
_ANCHOR_IN: Final = 1.0
_INSET_IN: Final = 1.6
_SWING_IN: Final = 0.3
SWING_FRAMES: Final = 36
"""There and back."""
_TURN_DEG: Final = 12.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """How the camera spoils a picture."""

    name: str
    kernel: Callable[[], Floats]
    exposure: float = 1.0
    noise: float = 2.0
    jpeg: int = 0


def _sharp() -> Floats:
    return gaussian(0.7)


def _smeared() -> Floats:
    """Four pixels of motion through a sharp lens."""
    sharp = gaussian(0.7)
    smear = np.zeros((1, 4 * FINE + 1))
    smear[:] = 1 / smear.size
    pad = smear.shape[1] // 2
    wide = np.pad(sharp, ((pad, pad), (pad, pad)))
    return np.asarray(cv2.filter2D(wide, -1, smear, borderType=cv2.BORDER_CONSTANT))


NOMINAL: Final = Condition(name="nominal", kernel=_sharp)
SPOILED: Final = (
    Condition(name="blur of 1.5 px", kernel=lambda: gaussian(1.5)),
    Condition(name="low light", kernel=_sharp, exposure=0.3, noise=5.0),
    Condition(name="4 px of motion", kernel=_smeared),
    Condition(name="JPEG 80", kernel=_sharp, jpeg=80),
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Play:
    """A table with its tags, and who they are."""

    view: Look
    tags: tuple[Laid, ...]
    profile: CalibrationProfile
    tag_layout: TagLayout

    def picture(self, tags: tuple[Laid, ...], *, condition: Condition = NOMINAL, seed: int) -> Grey:
        """With these tags and the anchors; the mat is the same whatever the seed."""
        exposure = Exposure(kernel=condition.kernel(), noise=0.0)
        clean = rendered(self.view.eye(), [*self.anchors, *tags], exposure=exposure, seed=1)
        return spoiled(clean, condition=condition, seed=seed)

    @property
    def anchors(self) -> list[Laid]:
        layout = self.profile.calibrated.layout
        family = family_of_all()
        return [
            Laid(
                number=number,
                cells=family.pattern(number),
                side_in=layout.size,
                height_in=0.0,
                x_in=x,
                y_in=y,
                heading_deg=0.0,
            )
            for number, (x, y, _, _) in zip(layout.numbers, layout.places.tolist(), strict=True)
        ]

    def swung(self, step: int) -> tuple[Laid, ...]:
        """The tags some frames on: all swing, at most 1.6 pixels a frame, and turn."""
        swing = -math.cos(2 * math.pi * step / SWING_FRAMES)
        return tuple(
            replace(
                tag,
                x_in=tag.x_in + _SWING_IN * swing,
                heading_deg=tag.heading_deg + _TURN_DEG * (-1) ** index * swing,
            )
            for index, tag in enumerate(self.tags)
        )

    def renumbered(self) -> tuple[Laid, ...]:
        """Every tag's place taken by the next one of its size."""
        found = []
        for tag in self.tags:
            same = [each for each in self.tags if each.side_in == tag.side_in]
            other = same[(same.index(tag) + 1) % len(same)]
            found.append(replace(tag, number=other.number, cells=other.cells))
        return tuple(found)


def spoiled(clean: Grey, *, condition: Condition, seed: int) -> Grey:
    """Less light, noise, JPEG."""
    generator = np.random.default_rng([seed, 9])
    light = clean.astype(np.float32) * np.float32(condition.exposure)
    light += generator.standard_normal(clean.shape, dtype=np.float32) * np.float32(condition.noise)
    picture: Grey = np.clip(np.round(light), 0, 255).astype(np.uint8)
    if not condition.jpeg:
        return picture
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, condition.jpeg])
    assert done
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), dtype=np.uint8)


def play_on(view: Look, *, count: int, seed: int) -> Play:
    """Tags anywhere on the table but on the anchors, and a calibration that is the truth."""
    table = TableSize(width=Inches(view.table[0]), depth=Inches(view.table[1]))
    wide, deep = view.table
    rows = [
        (x, y, 0.0, 0.0)
        for x, y in (
            (_INSET_IN, _INSET_IN),
            (wide - _INSET_IN, _INSET_IN),
            (wide - _INSET_IN, deep - _INSET_IN),
            (_INSET_IN, deep - _INSET_IN),
        )
    ]
    sigmas = [0.05] * 4 + [1e-5] * 8 + [2e-4] * 3 + [2e-4, 2e-4, 2e-4, 1e-4] * _ANCHORS + [1e-5]
    eye = view.eye()
    profile = CalibrationProfile(
        camera=CameraId(name="benchmark", id="", width=eye.width, height=eye.height),
        dictionary=FAMILY,
        table=table,
        calibrated=Calibrated(
            model=told(eye),
            layout=Layout(numbers=tuple(range(_ANCHORS)), places=np.array(rows), size=_ANCHOR_IN),
            covariance=np.diag(np.square(sigmas)),
            floor=Floor(corner=0.02, shift=0.02),
        ),
    )
    tags = tuple(
        tag
        for tag in laid_on(view, count=count + 3 * _ANCHORS, seed=seed)
        if tag.number >= _ANCHORS
        and all(math.dist((tag.x_in, tag.y_in), row[:2]) > 2.0 for row in rows)
    )[:count]
    return Play(view=view, tags=tags, profile=profile, tag_layout=_tag_layout(tags))


def _tag_layout(tags: tuple[Laid, ...]) -> TagLayout:
    tagged_pieces = []
    for tag in tags:
        paper = Rectangle(length=Inches(tag.side_in * 1.4), width=Inches(tag.side_in * 1.4))
        name = f"p{tag.number}"
        piece_tag = PieceTag(
            number=tag.number,
            size=Inches(tag.side_in),
            x=Inches(0.0),
            y=Inches(0.0),
            turn=Degrees(0.0),
            height=Inches(0.0),
            face="up",
        )
        entry = Entry(id=name, name=name, side="red", kind="piece", footprint=paper, tags=())
        tagged_pieces.append(TaggedPiece(entry=entry, tags=(piece_tag,)))
    return TagLayout(
        pieces=tuple(tagged_pieces), anchors={}, anchor_size=Inches(_ANCHOR_IN), class_sizes={}
    )
