"""Reads all dice in the tray: the faces where every one of them is sure, and otherwise why not."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.table.bad_input import BadInputError
from vision.dice.face import FACE_PX, FaceReading, read_face
from vision.dice.rim import crossed_mm
from vision.dice.standing import FloorThing, StandingCube, fitted_cubes, floor_things
from vision.dice.tray_view import Bgr, NoTrayError, TrayPicture, tray_picture

MOST_DICE: Final = 20
_SIDES_MM: Final = (6.8, 22.5)
"""Of dice of 8 to 20 mm, with what the picture may be off."""
_MISFIT, _WORST = 0.036, 0.095
"""Shares of a die's side by which its outline may be off, on average and anywhere. A die that leans
by ten degrees is off by more."""
_HAND_MM2: Final = 1200.0
"""Area of what is no die; the largest covers half of that."""
_HAND_MM: Final = 30.0
"""Along the floor's edge; a die on it covers less."""
_OVER_RIM_MM: Final = 5.0
"""The same of what is asked about; a finger covers twice that."""
_TWO_DICE: Final = 1.55
"""Times the area of the others, or of the die that would fit: two dice at least."""
_SOLID: Final = 0.93
"""Of its hull's area that a die covers."""
_LEAST_CONTRAST: Final = 45.0
_LEAST_PIP, _MOST_GAP = 0.62, 0.5
"""Strength of any pip by the usual one's, and of a place without a pip."""
_LEAST_MARGIN: Final = 0.35
_MOST_STRAY: Final = 0.03
_ASIDE, _GAP = 0.085, 0.35
"""What a die that lies flat hardly reaches: its pips aside, as a share of its side, and something
where no pip is.
"""
_SIDES_PX, _FLAT = (30.0, 45.0), (1.15, 0.98)
"""By the side of a die in the picture's pixels, how much of these and of _MISFIT it may have
together: the coarser it is, the more. A die that leans back by as much as the camera looks from
aside has the outline of one that lies flat, and one that leans to the camera may show two faces
alike.
"""


class DiceDoubt(StrEnum):
    """Why dice are asked about; the value is said to the player."""

    NO_TRAY = "the tray is not seen whole"
    HAND = "a hand or another thing lies over the tray"
    OUT = "something lies over the rim of the floor"
    COUNT = "another number of dice is seen than was asked for"
    TOUCHING = "dice touch, or lie on each other"
    COCKED = "a die does not lie flat"
    COVERED = "a die is partly covered"
    SIZE = "something has not the size of a die"
    GLARE = "light blinds the camera where a pip may be"
    UNCLEAR = "the pips of a die are not clear"
    MOVING = "the dice have not come to rest"
    STRANGE = "a die has not the size of those that were shown to the umpire"
    MISREAD = "a number was read wrongly when these dice were shown to the umpire"
    PARTS = "which dice are for what is not told by two colours, one clearly lighter"


@dataclass(frozen=True, slots=True, kw_only=True)
class DieReading:
    """One die in the tray, or what may be one."""

    x_mm: float
    y_mm: float
    """From the upper left corner of the floor, x to the right and y down."""
    side_mm: float
    face: int | None
    """The likeliest number; only `TrayReading.faces` may be relied on."""
    other: int | None
    """The next likely number."""
    margin: float
    """How much worse that one fits, in pips."""
    doubt: DiceDoubt | None
    light: float = 0.0
    """Of its upper face, as a share of all that the picture can show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrayReading:
    """What one picture shows."""

    dice: tuple[DieReading, ...]
    doubts: tuple[DiceDoubt, ...]
    """Each reason once; none where the reading is sure."""
    says: str = ""
    """More about the first of them."""
    is_ordered: bool = False
    """Whether the dice stand in the order in which they are given."""

    @property
    def faces(self) -> tuple[int, ...] | None:
        """What came up, smallest first or in the order of the dice; None where anything is in
        doubt.
        """
        return None if self.doubts else self.told([die.face for die in self.dice])

    def told(self, faces: Sequence[int | None]) -> tuple[int, ...]:
        """Faces of these dice as they are given."""
        known = [face for face in faces if face is not None]
        return tuple(known if self.is_ordered else sorted(known))

    @property
    def margin(self) -> float:
        """Of the die that is nearest to another reading."""
        return min((die.margin for die in self.dice), default=0.0)


def read_tray(picture: Bgr, *, asked: int) -> TrayReading:
    """Read so many dice; blue, green and red, with the whole tray in the picture."""
    if not 1 <= asked <= MOST_DICE:
        raise BadInputError("dice", expected=f"1 to {MOST_DICE}", got=f"{asked}")
    try:
        view = tray_picture(picture)
    except NoTrayError as why:
        return TrayReading(dice=(), doubts=(DiceDoubt.NO_TRAY,), says=str(why))
    return read_floor(view, asked=asked)


def read_floor(view: TrayPicture, *, asked: int) -> TrayReading:
    """Read the dice on a floor that was found already."""
    things = floor_things(view)
    crossed = crossed_mm(view)
    if crossed > _HAND_MM or any(thing.area_mm2 > _HAND_MM2 for thing in things):
        return TrayReading(dice=(), doubts=(DiceDoubt.HAND,))
    fits = list(zip(things, fitted_cubes(things, view.camera_mm), strict=True))
    whole = [thing.area_mm2 for thing, cube in fits if _is_whole(cube)]
    usual = float(np.median(whole)) if whole else None
    dice = tuple(_die(view, thing, cube=cube, usual=usual) for thing, cube in fits)
    doubts = [die.doubt for die in dice if die.doubt is not None]
    if crossed > _OVER_RIM_MM:
        doubts.append(DiceDoubt.OUT)
    says = ""
    if len(dice) != asked:
        doubts.append(DiceDoubt.COUNT)
        says = f"{asked} asked for, {len(dice)} seen"
    return TrayReading(dice=dice, doubts=tuple(dict.fromkeys(doubts)), says=says)


def settled(
    readings: Sequence[TrayReading], *, pictures: int = 3, moved_mm: float = 0.6
) -> TrayReading:
    """The last reading, sure only where the last few pictures show the same dice in one place."""
    if not readings:
        raise BadInputError("readings", expected="one or more", got="none")
    last = readings[-1]
    recent = readings[-pictures:]
    if last.doubts:
        return last
    is_rest = len(recent) == pictures and all(
        _is_same(one, last, moved_mm=moved_mm) for one in recent
    )
    return last if is_rest else replace(last, doubts=(DiceDoubt.MOVING,))


def _is_same(one: TrayReading, other: TrayReading, *, moved_mm: float) -> bool:
    if one.faces is None or len(one.dice) != len(other.dice):
        return False
    return all(
        any(
            each.face == die.face
            and np.hypot(each.x_mm - die.x_mm, each.y_mm - die.y_mm) <= moved_mm
            for each in other.dice
        )
        for die in one.dice
    )


def _is_whole(cube: StandingCube) -> bool:
    is_size = _SIDES_MM[0] <= cube.side_mm <= _SIDES_MM[1]
    return is_size and cube.misfit <= _MISFIT and cube.worst <= _WORST


def _die(
    view: TrayPicture, thing: FloorThing, *, cube: StandingCube, usual: float | None
) -> DieReading:
    doubt = _doubt_of_outline(thing, cube, usual=usual)
    face = read_face(face_picture(view, cube)) if doubt is None else None
    if face is not None:
        # Where no pips are seen nothing speaks for it that they are aside.
        is_seen = face.contrast >= _LEAST_CONTRAST and not face.glare
        side_px = cube.side_mm * view.seen_px_per_mm
        leans = is_seen and _lean(cube, face) > np.interp(side_px, _SIDES_PX, _FLAT)
        doubt = DiceDoubt.COCKED if leans else _doubt_of_face(face)
    return DieReading(
        x_mm=cube.x_mm,
        y_mm=cube.y_mm,
        side_mm=cube.side_mm,
        face=None if face is None else face.number,
        other=None if face is None else face.other,
        margin=0.0 if face is None else face.margin,
        doubt=doubt,
        light=0.0 if face is None else face.light,
    )


def _doubt_of_outline(
    thing: FloorThing, cube: StandingCube, *, usual: float | None
) -> DiceDoubt | None:
    if thing.is_at_rim:
        return DiceDoubt.OUT
    if _is_whole(cube):
        return None
    if usual is not None and thing.area_mm2 > _TWO_DICE * usual:
        return DiceDoubt.TOUCHING
    if cube.misfit <= _MISFIT and cube.worst <= _WORST:
        return DiceDoubt.SIZE
    if usual is not None and thing.area_mm2 < 0.75 * usual:
        return DiceDoubt.COVERED
    hull = cv2.contourArea(cv2.convexHull(thing.outline_mm.astype(np.float32)))
    if thing.area_mm2 < _SOLID * hull:
        is_large = usual is None and thing.area_mm2 > _TWO_DICE * _SIDES_MM[0] ** 2
        return DiceDoubt.TOUCHING if is_large else DiceDoubt.COVERED
    return DiceDoubt.COCKED


def _lean(cube: StandingCube, face: FaceReading) -> float:
    """How much speaks for it that a die leans."""
    signs = (
        cube.misfit / _MISFIT,
        face.aside / _ASIDE,
        face.strongest_gap / _GAP,
    )
    return float(np.linalg.norm(signs))


def _doubt_of_face(face: FaceReading) -> DiceDoubt | None:
    if face.glare:
        return DiceDoubt.GLARE
    is_clear = (
        face.contrast >= _LEAST_CONTRAST
        and face.weakest >= _LEAST_PIP
        and face.strongest_gap <= _MOST_GAP
        and face.margin >= _LEAST_MARGIN
        and face.stray <= _MOST_STRAY
        and face.is_counted
    )
    return None if is_clear else DiceDoubt.UNCLEAR


def face_picture(view: TrayPicture, cube: StandingCube) -> NDArray[np.uint8]:
    """The upper face of a die, straightened."""
    middle, side = cube.top(view.camera_mm)
    step = side * view.px_per_mm / FACE_PX
    cosine, sine = step * np.cos(cube.heading), step * np.sin(cube.heading)
    way = np.array([(cosine, -sine, 0.0), (sine, cosine, 0.0)])
    way[:, 2] = middle * view.px_per_mm - 0.5 - way[:, :2] @ np.full(2, (FACE_PX - 1) / 2)
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    size = (FACE_PX, FACE_PX)
    face = cv2.warpAffine(view.colours, way, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(face, dtype=np.uint8)
