"""Draws a throw with Mitsuba's path tracer, and takes the picture as a camera does."""

from importlib import import_module
from typing import Any, Final

import cv2
import numpy as np

from benchmarks.path_traced_dice.bodies import Floats, Surface, die_surface, turned_up
from benchmarks.path_traced_dice.floors import Colours, laid_floor, printed_page
from benchmarks.path_traced_dice.throws import FLOOR_MM, MIDDLE_MM, Lamp, TracedThrow

_DEEPEST: Final = 2
"""Times that light is thrown back on its way."""
_SMOOTHING: Final = 5.0
"""Grey levels: what few light paths leave of grain is smoothed, as telephones do."""
_TABLE: Final = (0.2, 0.15, 0.11)
_PAPER_MM, _LAID_MM = 0.1, 0.3
"""How high the paper lies, and felt or wood on it."""


class Tracer:
    """Mitsuba, loaded once."""

    def __init__(self, *, samples: int) -> None:
        self._mi: Any = import_module("mitsuba")
        self._mi.set_variant("scalar_rgb")
        self._samples = samples

    def jpeg(self, throw: TracedThrow) -> bytes:
        """The picture of a throw."""
        scene = self._mi.load_dict(self._scene(throw))
        drawn = self._mi.render(scene, spp=self._samples, seed=throw.seed)
        light: Floats = np.asarray(drawn, dtype=np.float64)[..., :3]
        return _taken(light, throw)

    def _scene(self, throw: TracedThrow) -> dict[str, Any]:
        rng = np.random.default_rng(throw.seed)
        page, (left, bottom, right, top) = printed_page()
        scene: dict[str, Any] = {
            "type": "scene",
            "integrator": {"type": "path", "max_depth": _DEEPEST + 1},
            "sensor": self._sensor(throw),
            "around": {"type": "constant", "radiance": self._rgb(_times((1, 1, 1), throw.around))},
            "table": {
                **self._flat((-2000.0, -2000.0, 2000.0, 2000.0), height=0.0),
                "bsdf": {"type": "diffuse", "reflectance": self._rgb(_TABLE)},
            },
            "page": {
                **self._flat((left, bottom, right, top), height=_PAPER_MM),
                "bsdf": {"type": "diffuse", "reflectance": self._bitmap(page)},
            },
            "dice": self._dice(throw),
        }
        if throw.floor != "printed":
            size = (FLOOR_MM[2] - FLOOR_MM[0], FLOOR_MM[3] - FLOOR_MM[1])
            laid = self._bitmap(laid_floor(throw.floor, size, rng=rng))
            bsdf = {"type": "diffuse", "reflectance": laid}
            scene["floor"] = {**self._flat(FLOOR_MM, height=_LAID_MM), "bsdf": bsdf}
        total = sum(lamp.share for lamp in throw.lamps) or 1.0
        for at, lamp in enumerate(throw.lamps):
            scene[f"lamp{at}"] = self._lamp(lamp, share=(lamp.share + 0.02) / total)
        return scene

    def _sensor(self, throw: TracedThrow) -> dict[str, Any]:
        turn = throw.turn
        return {
            "type": "perspective",
            "fov": throw.wide_deg,
            "fov_axis": "x",
            "to_world": self._mi.ScalarTransform4f().look_at(
                origin=list(throw.eye_mm),
                target=[*MIDDLE_MM, 0.0],
                up=[float(np.sin(turn)), float(np.cos(turn)), 0.0],
            ),
            "film": {
                "type": "hdrfilm",
                "width": throw.width,
                "height": throw.height,
                "pixel_format": "rgb",
                "rfilter": {"type": "box"},
            },
            "sampler": {"type": "independent", "sample_count": self._samples},
        }

    def _flat(self, edges: tuple[float, float, float, float], *, height: float) -> dict[str, Any]:
        left, bottom, right, top = edges
        middle = [(left + right) / 2, (bottom + top) / 2, height]
        grown = [(right - left) / 2, (top - bottom) / 2, 1.0]
        whole = self._mi.ScalarTransform4f()
        return {"type": "rectangle", "to_world": whole.translate(middle).scale(grown)}

    def _lamp(self, lamp: Lamp, *, share: float) -> dict[str, Any]:
        """It looks at the tray, and lights its middle by its share whatever its size and place."""
        away = np.array(lamp.place_mm) - (*MIDDLE_MM, 0.0)
        far = float(np.linalg.norm(away))
        level = away[2] / far
        bright = share * far**2 / (lamp.radius_mm**2 * max(level, 0.3))
        seen = self._mi.ScalarTransform4f().look_at(
            origin=list(lamp.place_mm), target=[*MIDDLE_MM, 0.0], up=[0.31, 0.95, 0.05]
        )
        return {
            "type": "disk",
            "to_world": seen.scale([lamp.radius_mm, lamp.radius_mm, 1.0]),
            "emitter": {"type": "area", "radiance": self._rgb(_times(lamp.colour, bright))},
        }

    def _dice(self, throw: TracedThrow) -> Any:
        whole = _all_dice(throw)
        mesh = self._mi.Mesh(
            "dice",
            vertex_count=len(whole.corners),
            face_count=len(whole.triangles),
            has_vertex_normals=False,
            has_vertex_texcoords=False,
            props=self._dice_made_of(throw),
        )
        mesh.add_attribute("vertex_colour", 3, whole.colours.astype(np.float32).ravel().tolist())
        held = self._mi.traverse(mesh)
        held["vertex_positions"] = whole.corners.astype(np.float32).ravel()
        held["faces"] = whole.triangles.ravel()
        held.update()
        return mesh

    def _dice_made_of(self, throw: TracedThrow) -> Any:
        properties = self._mi.Properties()
        properties["mesh_bsdf"] = self._mi.load_dict(
            {
                "type": "principled",
                "roughness": throw.gloss,
                "specular": 0.5,
                "base_color": {"type": "mesh_attribute", "name": "vertex_colour"},
            }
        )
        return properties

    def _bitmap(self, colours: Colours) -> dict[str, Any]:
        # The first row of a texture lies at the bottom.
        data = self._mi.Bitmap(np.ascontiguousarray(colours[::-1]))
        return {"type": "bitmap", "bitmap": data, "raw": True, "wrap_mode": "clamp"}

    def _rgb(self, colour: tuple[float, float, float]) -> dict[str, Any]:
        return {"type": "rgb", "value": [float(each) for each in colour]}


def _times(colour: tuple[float, float, float], by: float) -> tuple[float, float, float]:
    red, green, blue = colour
    return (red * by, green * by, blue * by)


def _all_dice(throw: TracedThrow) -> Surface:
    height = _PAPER_MM if throw.floor == "printed" else _LAID_MM
    corners, triangles, colours = [], [], []
    count = 0
    for die in throw.dice:
        one = die_surface(die.make)
        turned = one.corners @ turned_up(die.face, die.heading).T * die.side_mm
        middle = np.array([*die.place_mm, height + die.side_mm / 2])
        corners.append(turned + middle)
        triangles.append(one.triangles + count)
        colours.append(one.colours)
        count += len(one.corners)
    return Surface(
        corners=np.concatenate(corners),
        triangles=np.concatenate(triangles).astype(np.uint32),
        colours=np.concatenate(colours),
    )


def _taken(light: Floats, throw: TracedThrow) -> bytes:
    """Exposed for the paper, through lens, sensor and coder."""
    rng = np.random.default_rng([throw.seed, 1])
    paper = float(np.percentile(light.sum(axis=2), 95)) / 3
    seen = np.clip(light * throw.white / paper, 0.0, 1.0)
    soft = np.asarray(cv2.GaussianBlur(seen, (0, 0), throw.blur_px), dtype=np.float64)
    low = soft <= 0.0031308
    levels = 255 * np.where(low, 12.92 * soft, 1.055 * np.maximum(soft, 1e-6) ** (1 / 2.4) - 0.055)
    grainy = np.ascontiguousarray(np.round(levels).astype(np.uint8)[..., ::-1])
    smooth = cv2.fastNlMeansDenoisingColored(grainy, None, _SMOOTHING, _SMOOTHING, 5, 13)
    seen = smooth + throw.noise * rng.standard_normal(levels.shape)
    bgr = np.clip(np.round(seen), 0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, throw.jpeg])
    return bytes(packed)
