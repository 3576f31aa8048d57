"""Describes a finished calibration: for which camera and table, how sure, and how it came about."""

from dataclasses import dataclass, field
from typing import Final

from calibration.anchors import Anchor, Calibrated, anchors_of
from calibration.lens import Lens
from calibration.lens_prior import LensBelief
from calibration.print_scale import UNCHECKED, ScaleCheck
from rules.table.bad_input import BadInputError
from rules.table.snapshot import TableSize

_ALIKE: Final = 0.9
"""Share of an error above which the print's part in it is not worth telling."""
DICTIONARIES: Final = ("DICT_4X4_250", "DICT_APRILTAG_36h11")


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraId:
    """Which camera, and the size of its pictures."""

    name: str
    id: str
    """What tells it from others of its kind, a serial number or a path; may be empty."""
    width: int
    height: int
    controls: tuple[tuple[str, int], ...] = field(default=(), compare=False)
    """What was held of it at that time, focus and exposure and all, by name; where it was known."""

    def __str__(self) -> str:
        known = f"{self.name!r}" + (f" ({self.id})" if self.id not in {"", self.name} else "")
        return f"{known} at {self.width} x {self.height}"


def check_camera(made_for: CameraId, used: CameraId, *, what: str = "profile") -> None:
    """Refuse a calibration of another camera or of another size of picture.

    Photographs may not say who took them; then the size is all that is asked for.
    """
    if (made_for.width, made_for.height) != (used.width, used.height):
        raise BadInputError(
            f"{what}.camera",
            expected=f"pictures of {made_for.width} x {made_for.height} pixels",
            got=f"{used.width} x {used.height}: set the camera to that size, or calibrate again",
        )
    if not made_for.name and not made_for.id:
        return
    is_other = made_for.id != used.id if made_for.id and used.id else made_for.name != used.name
    if is_other:
        raise BadInputError(f"{what}.camera", expected=f"{made_for}", got=f"{used}")


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryStep:
    """One step on the way, and the error that was to be expected after it."""

    name: str
    error_in: float
    but_for_print_in: float | None = None
    """What would be left of it, were the print measured without doubt."""
    within_95_in: tuple[float, float] | None = None
    """Of pieces at rest: radii that hold 95 of 100 places, without them and with; medians over the
    table."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LensProfile:
    """A measured lens, good for any table."""

    camera: CameraId
    lens: LensBelief
    rms_px: float
    views: int
    made_with: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _same_size(self.lens.lens, self.camera)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CalibrationProfile:
    """A camera over a table."""

    camera: CameraId
    dictionary: str
    table: TableSize
    calibrated: Calibrated
    print_check: ScaleCheck = UNCHECKED
    is_lens_measured: bool = False
    history: tuple[HistoryStep, ...] = ()
    made_with: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _same_size(self.calibrated.model.lens, self.camera)
        if self.dictionary not in DICTIONARIES:
            raise BadInputError(
                "dictionary", expected=" or ".join(DICTIONARIES), got=repr(self.dictionary)
            )
        known = {anchor.number for anchor in self.anchors}
        unknown = sorted(set(self.calibrated.layout.numbers) - known)
        if unknown:
            expected = f"anchors numbered {', '.join(map(str, sorted(known)))}"
            raise BadInputError("layout.numbers", expected=expected, got=f"{unknown[0]}")

    @property
    def anchors(self) -> tuple[Anchor, ...]:
        """Where the anchors were meant to lie."""
        return anchors_of(self.table)

    @property
    def story(self) -> str:
        """How the error shrank, for people.

        >>> told((HistoryStep(name="1 photograph", error_in=0.31),))
        '1 photograph 0.310 in'
        """
        return told(self.history)

    @property
    def refined(self) -> str:
        """What pieces at rest have made of it, for people; empty where none have."""
        for step in self.history[-1:]:
            if step.within_95_in is not None:
                before, after = step.within_95_in
                return f"refined by {step.name}: {before:.3f} in -> {after:.3f} in"
        return ""


def told(history: tuple[HistoryStep, ...]) -> str:
    """Steps and what each left, in one line."""
    return " -> ".join(f"{step.name} {told_error(step)}" for step in history)


def told_error(step: HistoryStep) -> str:
    """The error after a step, and what of it is not the print's.

    >>> told_error(HistoryStep(name="lens", error_in=0.293, but_for_print_in=0.021))
    '0.293 in (0.021 in but for the print)'
    """
    rest = step.but_for_print_in
    is_alike = rest is None or rest > _ALIKE * step.error_in
    return f"{step.error_in:.3f} in" + ("" if is_alike else f" ({rest:.3f} in but for the print)")


def _same_size(lens: Lens, camera: CameraId) -> None:
    if (lens.width, lens.height) != (camera.width, camera.height):
        expected = f"{camera.width} x {camera.height} pixels as the camera's"
        raise BadInputError("lens", expected=expected, got=f"{lens.width} x {lens.height}")
