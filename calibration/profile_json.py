"""Writes a calibration profile as JSON, and reads it back number for number.

Reading refuses what it does not know, and names the field, what was expected and what came.
"""

import json
from collections.abc import Callable
from enum import StrEnum
from typing import Final, TypeVar

import numpy as np

from calibration.anchors import PER_ANCHOR, Calibrated, Floor, Layout
from calibration.camera_model import CameraModel, Stand
from calibration.lens import COUNT as LENS_COUNT
from calibration.lens import PARAMETERS, Floats, Lens
from calibration.lens_prior import LensBelief
from calibration.print_scale import ScaleCheck, ScaleVerdict
from calibration.profile import CalibrationProfile, CameraId, HistoryStep, LensProfile
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, flag, items, mapping, number, parse, string, whole
from rules.table.snapshot import TableSize
from rules.table.units import Inches

SCHEMA: Final = "paper-umpire/profile/1"
LENS_SCHEMA: Final = "paper-umpire/lens/1"
_MOST_CONTROLS: Final = 20
_TURNED: Final = 1e-6
"""How far from a rotation a written matrix may be."""
_NEGATIVE: Final = 1e-7
"""Share of the largest correlation by which rounding may push one below nothing."""

E = TypeVar("E", bound=StrEnum)
T = TypeVar("T")


def profile_to_json(profile: CalibrationProfile) -> str:
    """One text for one file."""
    calibrated, check = profile.calibrated, profile.print_check
    layout, stand = calibrated.layout, calibrated.model.stand
    # Programs of before there were such cameras read all other profiles.
    of_others = {"is_placed_by_others": True} if calibrated.is_placed_by_others else {}
    return _text(
        {
            "format": SCHEMA,
            "camera": _camera_fields(profile.camera),
            "dictionary": profile.dictionary,
            "table": {
                "width_in": float(profile.table.width),
                "depth_in": float(profile.table.depth),
            },
            "is_lens_measured": profile.is_lens_measured,
            "lens": _lens_fields(calibrated.model.lens),
            "stand": {"rotation": stand.rotation.tolist(), "shift_in": stand.shift.tolist()},
            "layout": {
                "numbers": list(layout.numbers),
                "places": layout.places.tolist(),
                "size_in": layout.size,
                "scale": layout.scale,
            },
            "covariance": _lower(calibrated.covariance),
            "floor": {"corner_px": calibrated.floor.corner, "shift_px": calibrated.floor.shift},
            "flatness_in": calibrated.flatness,
            **of_others,
            "print": {
                "verdict": check.verdict,
                "scale": check.scale,
                "sigma": check.sigma,
                "sentence": check.sentence,
            },
            "history": [_written_step(step) for step in profile.history],
            "made_with": profile.made_with,
        }
    )


def lens_to_json(profile: LensProfile) -> str:
    """One text for one file."""
    return _text(
        {
            "format": LENS_SCHEMA,
            "camera": _camera_fields(profile.camera),
            "lens": _lens_fields(profile.lens.lens),
            "covariance": _lower(profile.lens.covariance),
            "rms_px": profile.rms_px,
            "views": profile.views,
            "made_with": profile.made_with,
        }
    )


def profile_from_json(text: str) -> CalibrationProfile:
    """Read a profile; a BadInputError names the field that is wrong."""
    fields = _opened(text, what="profile", form=SCHEMA)
    camera = fields.must("camera", _camera)
    lens = fields.must("lens", lambda value, where: _lens(value, where, camera=camera))
    stand = fields.must("stand", _stand)
    layout = fields.must("layout", _layout)
    size = LENS_COUNT + 6 + PER_ANCHOR * len(layout.numbers) + 1
    covariance = fields.must("covariance", lambda v, where: _covariance(v, where, size=size))
    floor = fields.must("floor", _floor)
    flatness = fields.must("flatness_in", _at_least_zero)
    is_of_others: bool = fields.may("is_placed_by_others", flag, default=False)
    dictionary, table = fields.must("dictionary", string), fields.must("table", _table)
    is_measured = fields.must("is_lens_measured", flag)
    check = fields.must("print", _check)
    history: tuple[HistoryStep, ...] = fields.may("history", _history, default=())
    made_with = _made_with(fields)
    fields.done()
    return CalibrationProfile(
        camera=camera,
        dictionary=dictionary,
        table=table,
        calibrated=Calibrated(
            model=CameraModel(lens=lens, stand=stand),
            layout=layout,
            covariance=covariance,
            floor=floor,
            flatness=flatness,
            is_placed_by_others=is_of_others,
        ),
        print_check=check,
        is_lens_measured=is_measured,
        history=history,
        made_with=made_with,
    )


def lens_from_json(text: str) -> LensProfile:
    """Read a lens; a BadInputError names the field that is wrong."""
    fields = _opened(text, what="lens", form=LENS_SCHEMA)
    camera = fields.must("camera", _camera)
    lens = fields.must("lens", lambda value, where: _lens(value, where, camera=camera))
    covariance = fields.must("covariance", lambda v, where: _covariance(v, where, size=LENS_COUNT))
    rms, views = fields.must("rms_px", _at_least_zero), fields.must("views", whole)
    made_with = _made_with(fields)
    fields.done()
    return LensProfile(
        camera=camera,
        lens=LensBelief(lens=lens, covariance=covariance),
        rms_px=rms,
        views=views,
        made_with=made_with,
    )


def _text(fields: dict[str, object]) -> str:
    return json.dumps(fields, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _opened(text: str, *, what: str, form: str) -> Fields:
    fields = Fields(parse(text, what=what), "")
    found = fields.must("format", string)
    if found != form:
        family, _, version = form.rpartition("/")
        theirs, _, number_of = found.rpartition("/")
        got = repr(found)
        if theirs == family and number_of.isdecimal() and int(number_of) > int(version):
            got += ", which a newer version of the program has written"
        raise BadInputError("format", expected=repr(form), got=got)
    return fields


def _camera_fields(camera: CameraId) -> dict[str, object]:
    fields: dict[str, object] = {
        "name": camera.name,
        "id": camera.id,
        "width": camera.width,
        "height": camera.height,
    }
    # Programs of before they were kept read a profile without them.
    return {**fields, "controls": dict(camera.controls)} if camera.controls else fields


def _lens_fields(lens: Lens) -> dict[str, object]:
    return {name: getattr(lens, name) for name in PARAMETERS}


def _lower(matrix: Floats) -> list[list[float]]:
    """The lower half of a symmetric matrix, row by row."""
    return [row[: index + 1] for index, row in enumerate(matrix.tolist())]


def _camera(value: object, where: str) -> CameraId:
    fields = Fields(value, where)
    camera = CameraId(
        name=fields.must("name", string),
        id=fields.must("id", string),
        width=fields.must("width", whole),
        height=fields.must("height", whole),
        controls=fields.may("controls", _controls, default=()),
    )
    fields.done()
    return camera


def _controls(value: object, where: str) -> tuple[tuple[str, int], ...]:
    found = mapping(value, where)
    if len(found) > _MOST_CONTROLS:
        got = f"{len(found)}"
        raise BadInputError(where, expected=f"at most {_MOST_CONTROLS} controls", got=got)
    return tuple((name, whole(each, f"{where}.{name[:40]}")) for name, each in found.items())


def _lens(value: object, where: str, *, camera: CameraId) -> Lens:
    fields = Fields(value, where)
    values = {name: fields.must(name, number) for name in PARAMETERS}
    fields.done()
    return _made(where, lambda: Lens(width=camera.width, height=camera.height, **values))


def _stand(value: object, where: str) -> Stand:
    fields = Fields(value, where)
    rotation = np.array(fields.must("rotation", _rows(3, 3)))
    shift = np.array(fields.must("shift_in", _row(3)))
    fields.done()
    off = float(np.abs(rotation @ rotation.T - np.eye(3)).max())
    if off > _TURNED or np.linalg.det(rotation) < 0:
        expected = "a rotation (three rows at right angles, of length 1)"
        raise BadInputError(fields.at("rotation"), expected=expected, got=f"{off:.3g} off")
    return Stand(rotation=rotation, shift=shift)


def _layout(value: object, where: str) -> Layout:
    fields = Fields(value, where)
    numbers = tuple(
        whole(each, f"{fields.at('numbers')}[{index}]")
        for index, each in enumerate(fields.must("numbers", items))
    )
    if not 3 <= len(numbers) <= 100:
        expected = "3 to 100 anchors"
        raise BadInputError(fields.at("numbers"), expected=expected, got=f"{len(numbers)}")
    places = np.array(fields.must("places", _rows(len(numbers), PER_ANCHOR)))
    size, scale = fields.must("size_in", number), fields.must("scale", number)
    fields.done()
    return _made(where, lambda: Layout(numbers=numbers, places=places, size=size, scale=scale))


def _covariance(value: object, where: str, *, size: int) -> Floats:
    rows = items(value, where)
    if len(rows) != size:
        raise BadInputError(where, expected=f"{size} rows", got=f"{len(rows)}")
    matrix = np.zeros((size, size))
    for index, row in enumerate(rows):
        matrix[index, : index + 1] = _row(index + 1)(row, f"{where}[{index}]")
    matrix = matrix + np.tril(matrix, -1).T
    variances = np.diag(matrix)
    if variances.min() < 0:
        index = int(np.argmin(variances))
        got = f"{variances[index]:g}"
        raise BadInputError(
            f"{where}[{index}][{index}]", expected="a variance of 0 or more", got=got
        )
    sigmas = np.sqrt(np.where(variances > 0, variances, 1.0))
    least = float(np.linalg.eigvalsh(matrix / np.outer(sigmas, sigmas))[0])
    if least < -_NEGATIVE * size:
        expected = "a positive semidefinite matrix"
        raise BadInputError(where, expected=expected, got=f"a correlation of {least:.3g}")
    return matrix


def _floor(value: object, where: str) -> Floor:
    fields = Fields(value, where)
    corner, shift = (fields.must(name, _at_least_zero) for name in ("corner_px", "shift_px"))
    fields.done()
    return Floor(corner=corner, shift=shift)


def _table(value: object, where: str) -> TableSize:
    fields = Fields(value, where)
    width, depth = fields.must("width_in", number), fields.must("depth_in", number)
    fields.done()
    return _made(where, lambda: TableSize(width=Inches(width), depth=Inches(depth)))


def _check(value: object, where: str) -> ScaleCheck:
    fields = Fields(value, where)
    check = ScaleCheck(
        verdict=fields.must("verdict", _one_of(ScaleVerdict)),
        scale=fields.must("scale", number),
        sigma=fields.must("sigma", _at_least_zero),
        sentence=fields.must("sentence", string),
    )
    fields.done()
    return check


def _history(value: object, where: str) -> tuple[HistoryStep, ...]:
    steps = []
    for index, each in enumerate(items(value, where)):
        fields = Fields(each, f"{where}[{index}]")
        name, error = fields.must("step", string), fields.must("error_in", _at_least_zero)
        rest = fields.may("but_for_print_in", _at_least_zero, default=None)
        within = fields.may("within_95_in", _two_radii, default=None)
        fields.done()
        steps.append(
            HistoryStep(name=name, error_in=error, but_for_print_in=rest, within_95_in=within)
        )
    return tuple(steps)


def _two_radii(value: object, where: str) -> tuple[float, float]:
    radii = [_at_least_zero(each, where) for each in items(value, where)]
    if len(radii) != 2:
        raise BadInputError(where, expected="two radii, before and after", got=f"{len(radii)}")
    return radii[0], radii[1]


def _written_step(step: HistoryStep) -> dict[str, object]:
    told: dict[str, object] = {"step": step.name, "error_in": step.error_in}
    if step.but_for_print_in is not None:
        told["but_for_print_in"] = step.but_for_print_in
    if step.within_95_in is not None:
        told["within_95_in"] = list(step.within_95_in)
    return told


def _made_with(fields: Fields) -> dict[str, str]:
    nothing: dict[str, str] = {}
    return fields.may("made_with", _texts, default=nothing)


def _texts(value: object, where: str) -> dict[str, str]:
    told = mapping(value, where)
    return {string(name, where): string(each, f"{where}.{name}") for name, each in told.items()}


def _row(count: int) -> Callable[[object, str], list[float]]:
    def read(value: object, where: str) -> list[float]:
        row = items(value, where)
        if len(row) != count:
            raise BadInputError(where, expected=f"{count} numbers", got=f"{len(row)}")
        return [number(each, f"{where}[{index}]") for index, each in enumerate(row)]

    return read


def _rows(count: int, width: int) -> Callable[[object, str], list[list[float]]]:
    def read(value: object, where: str) -> list[list[float]]:
        rows = items(value, where)
        if len(rows) != count:
            raise BadInputError(where, expected=f"{count} rows", got=f"{len(rows)}")
        return [_row(width)(row, f"{where}[{index}]") for index, row in enumerate(rows)]

    return read


def _at_least_zero(value: object, where: str) -> float:
    found = number(value, where)
    if found < 0:
        raise BadInputError(where, expected="a number of at least 0", got=f"{found:g}")
    return found


def _one_of(kind: type[E]) -> Callable[[object, str], E]:
    def read(value: object, where: str) -> E:
        text = string(value, where)
        if text not in {each.value for each in kind}:
            expected = "one of " + ", ".join(each.value for each in kind)
            raise BadInputError(where, expected=expected, got=repr(text))
        return kind(text)

    return read


def _made(where: str, make: Callable[[], T]) -> T:
    """A complaint about a value names the field that it came from."""
    try:
        return make()
    except BadInputError as error:
        raise error.inside(where) from error
