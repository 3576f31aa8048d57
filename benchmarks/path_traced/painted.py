"""Paints a table by path tracing, with mitsuba, which only this module knows."""

import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.path_traced.bodies import Body, joined
from benchmarks.path_traced.eye import Floats, TracedEye
from benchmarks.path_traced.laid import TABLE_IN, TracedTable
from benchmarks.path_traced.printed import PrintedPages
from benchmarks.path_traced.surfaces import figure_card, mat_picture

_QUICK: Final = "llvm_ad_mono"
_SLOW: Final = "scalar_rgb"
_RAYS: Final = 20_000_000
"""Followed at once: it bounds memory."""
_MARGIN_PX: Final = 0.06
"""By which more is painted than the lens shows, as a share of the picture."""
_INK: Final = 0.05
_PAPER: Final = 0.8
"""How much of the light white paper throws back."""
_PLAIN: Final = {"armour": 0.22, "mug": 0.55, "book": 0.16, "house": 0.4, "skin": 0.42}
_BOUNCES: Final = 3
"""Ways of light at most: off one thing, and another, to the camera."""

# Tried in a process of its own, for an old LLVM ends its process.
_TRIAL: Final = f"""
import mitsuba
mitsuba.set_variant({_QUICK!r})
scene = mitsuba.load_dict(mitsuba.cornell_box())
mitsuba.render(scene, spp=1).numpy()
"""


def has_mitsuba() -> bool:
    """Whether pictures can be painted here."""
    return find_spec("mitsuba") is not None


@cache
def variant() -> str:
    """The quick way where a new LLVM is there, else the one that needs nothing."""
    trial = subprocess.run(
        [sys.executable, "-c", _TRIAL], capture_output=True, check=False, env=dict(os.environ)
    )
    return _SLOW if trial.returncode else _QUICK


def painted(table: TracedTable, pages: PrintedPages, *, samples: int) -> Floats:
    """How much light reaches each pixel; paper that faces a bright window has about one."""
    import mitsuba

    mitsuba.set_variant(variant())
    wide, high = _frame(table.eye)
    passes = max(1, round(wide * high * samples / _RAYS))
    each = max(1, round(samples / passes))
    with tempfile.TemporaryDirectory() as folder:
        scene = mitsuba.load_dict(
            _scene(table, pages, mitsuba=mitsuba, folder=Path(folder), samples=each)
        )
        total = np.zeros((high, wide))
        for index in range(passes):
            total += np.asarray(mitsuba.render(scene, seed=1000 * table.seed + index)).reshape(
                high, wide
            )
    return _through_lens(total / passes, table.eye)


def _frame(eye: TracedEye) -> tuple[int, int]:
    """Pixels of the straight picture from which the lens's is taken."""
    more = 1 + 2 * _MARGIN_PX
    return round(eye.width * more / 2) * 2, round(eye.height * more / 2) * 2


def _through_lens(straight: Floats, eye: TracedEye) -> Floats:
    x, y = _lens_map(eye)
    found = cv2.remap(
        straight.astype(np.float32), x, y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    return np.maximum(found.astype(np.float64), 0.0)


@lru_cache(maxsize=4)
def _lens_map(eye: TracedEye) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where in the straight picture each pixel of the lens's is."""
    wide, high = _frame(eye)
    x, y = np.meshgrid(np.arange(eye.width), np.arange(eye.height))
    seen = (np.stack([x, y], axis=-1) - eye.middle) / eye.focal_px
    there = eye.straightened(seen) * eye.focal_px + np.array([wide - 1, high - 1]) / 2
    return there[..., 0].astype(np.float32), there[..., 1].astype(np.float32)


def _scene(
    table: TracedTable, pages: PrintedPages, *, mitsuba: Any, folder: Path, samples: int
) -> dict[str, Any]:
    by_surface: dict[str, list[Body]] = {}
    for body in table.bodies:
        by_surface.setdefault(body.surface, []).append(body)
    shapes: dict[str, Any] = {}
    for index, (surface, bodies) in enumerate(by_surface.items()):
        place = folder / f"{index}.ply"
        _write_ply(place, joined(bodies))
        picture = _picture_of(surface, pages)
        shapes[f"body{index}"] = {
            "type": "ply",
            "filename": str(place),
            "face_normals": True,
            "bsdf": {
                "type": "twosided",
                "nested": _material(picture, mitsuba=mitsuba, is_glossy=table.is_glossy),
            },
        }
    return {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": _BOUNCES},
        "camera": _camera(table.eye, mitsuba=mitsuba, samples=samples),
        "ground": _ground(table, mitsuba=mitsuba),
        **_lights(table, mitsuba=mitsuba),
        **shapes,
    }


def _camera(eye: TracedEye, *, mitsuba: Any, samples: int) -> dict[str, Any]:
    wide, high = _frame(eye)
    place = mitsuba.ScalarTransform4f().look_at(
        origin=list(eye.position), target=list(eye.look_at), up=list(eye.up)
    )
    return {
        "type": "thinlens",
        "fov": math.degrees(2 * math.atan(wide / 2 / eye.focal_px)),
        "fov_axis": "x",
        "aperture_radius": eye.aperture_in,
        "focus_distance": eye.focus,
        "near_clip": 1.0,
        "far_clip": 1000.0,
        "to_world": place,
        "film": {
            "type": "hdrfilm",
            "width": wide,
            "height": high,
            "pixel_format": "luminance",
            "rfilter": {"type": "gaussian", "stddev": 0.45},
        },
        "sampler": {"type": "independent", "sample_count": samples},
    }


def _ground(table: TracedTable, *, mitsuba: Any) -> dict[str, Any]:
    """The mat, which reaches well beyond the table's edges."""
    width, depth = TABLE_IN
    turn = mitsuba.ScalarTransform4f()
    return {
        "type": "rectangle",
        "to_world": turn.translate([width / 2, depth / 2, 0]).scale([width, depth, 1]),
        "bsdf": _material(mat_picture(table.mat), mitsuba=mitsuba),
    }


def _lights(table: TracedTable, *, mitsuba: Any) -> dict[str, Any]:
    """A window to the side and a bright room, or a bulb and what the walls throw back of it."""
    turn = mitsuba.ScalarTransform4f()
    if table.bulb is None:
        window = turn.look_at(origin=[-70, 30, 45], target=[18, 18, 0], up=[0, 0, 1])
        return {
            "window": {
                "type": "rectangle",
                "to_world": window.scale([26, 22, 1]),
                "emitter": {"type": "area", "radiance": {"type": "spectrum", "value": 6.0}},
            },
            "room": {"type": "constant", "radiance": {"type": "spectrum", "value": 0.55}},
        }
    x, y, z = table.bulb.position
    # As bright at the middle of the table, wherever it hangs.
    far = (x - 18) ** 2 + (y - 18) ** 2 + z**2
    power = far**1.5 / (z * math.pi * table.bulb.radius_in**2)
    return {
        "bulb": {
            "type": "sphere",
            "center": [x, y, z],
            "radius": table.bulb.radius_in,
            "emitter": {"type": "area", "radiance": {"type": "spectrum", "value": 3.0 * power}},
        },
        "room": {"type": "constant", "radiance": {"type": "spectrum", "value": 0.12}},
    }


def _picture_of(surface: str, pages: PrintedPages) -> Floats | float:
    """How much light a surface throws back, everywhere or point by point."""
    if surface.startswith("page "):
        grey = pages.pages[int(surface.removeprefix("page "))] / 255.0
        return np.asarray(_INK + (_PAPER - _INK) * grey**2.2)
    if surface == "figures":
        return figure_card()
    return _PLAIN[surface]


def _material(picture: Floats | float, *, mitsuba: Any, is_glossy: bool = False) -> dict[str, Any]:
    shade: dict[str, Any]
    if isinstance(picture, float):
        shade = {"type": "spectrum", "value": picture}
    else:
        # The picture's rows run down, its shares as well.
        bitmap = mitsuba.Bitmap(picture.astype(np.float32)[..., None])
        shade = {"type": "bitmap", "bitmap": bitmap, "raw": True, "filter_type": "bilinear"}
    if is_glossy:
        return {"type": "roughplastic", "diffuse_reflectance": shade, "alpha": 0.12}
    return {"type": "diffuse", "reflectance": shade}


def _write_ply(place: Path, body: Body) -> None:
    """Binary, with the spots of its picture where it has one."""
    columns: Sequence[Floats] = [body.points]
    names = ["x", "y", "z"]
    if body.spots is not None:
        columns, names = [*columns, body.spots], [*names, "u", "v"]
    rows = np.column_stack(columns).astype("<f4")
    faces = np.empty(len(body.faces), dtype=[("count", "u1"), ("rows", "<i4", 3)])
    faces["count"], faces["rows"] = 3, body.faces
    head = [
        "ply",
        "format binary_little_endian 1.0",
        f"element vertex {len(rows)}",
        *(f"property float {name}" for name in names),
        f"element face {len(faces)}",
        "property list uchar int vertex_index",
        "end_header",
    ]
    place.write_bytes("\n".join(head).encode() + b"\n" + rows.tobytes() + faces.tobytes())
