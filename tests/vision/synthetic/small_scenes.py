"""Small scenes that render quickly: a dozen tags under an ideal or an everyday camera."""

from dataclasses import replace
from typing import Any

from rules.table.shapes import Rectangle
from rules.table.units import Inches
from tests.vision.rendering import renderer_of
from vision.synthetic.described.optics import SceneCamera, SceneLens, SceneLight, Sensor
from vision.synthetic.described.scene import (
    SceneHand,
    ScenePiece,
    ScenePlace,
    SceneTag,
    Station,
    TableScene,
)
from vision.synthetic.render import Quality, RenderedFrame, Renderer

IDEAL = Sensor(tone="linear", noise=0.0, jpeg=0)
CLEAN_LENS = SceneLens(blur_px=0.9, halo=0.0, vignetting=0.0)
BENT_LENS = replace(CLEAN_LENS, k1=-0.14, k2=0.04, p1=0.002, p2=-0.0016, k3=-0.004)
EVEN = SceneLight(ambient=1.0, gradient=0.0)
ABOVE = SceneCamera(
    position_in=(9.0, 6.5, 21.0),
    look_at_in=(9.0, 6.6, 0.0),
    width=960,
    height=720,
    hfov_deg=50.0,
    lens=CLEAN_LENS,
    sensor=IDEAL,
)
LEANING = replace(ABOVE, position_in=(7.0, -3.0, 19.0), roll_deg=5.0, lens=BENT_LENS, hfov_deg=56.0)


def tagged(number: int, x: float, y: float, *, heading: float = 0.0, **how: Any) -> ScenePiece:
    """A square of card with one tag of 1.6 in."""
    piece = {key: how.pop(key) for key in ("height_in", "figures", "base_in") if key in how}
    return ScenePiece(
        id=f"T{number}",
        place=ScenePlace(x=x, y=y, heading=heading),
        footprint=Rectangle(length=Inches(2.4), width=Inches(2.4)),
        tags=(SceneTag(id=number, side_in=how.pop("side_in", 1.6), **how),),
        **piece,
    )


def scene(*pieces: ScenePiece, camera: SceneCamera = ABOVE, **more: Any) -> TableScene:
    """A table of 18 x 13 in with these pieces, or with a dozen tags that lie anyhow."""
    chosen = pieces or tuple(
        tagged(index, 3.0 + 4.0 * (index % 4), 2.6 + 4.0 * (index // 4), heading=37.0 * index)
        for index in range(12)
    )
    return TableScene(
        name="small",
        width_in=18.0,
        depth_in=13.0,
        camera=camera,
        light=more.pop("light", EVEN),
        mat=more.pop("mat", "paper"),
        pieces=chosen,
        **more,
    )


def frame(of: TableScene, number: int = 0, *, quality: Quality = "full") -> RenderedFrame:
    """One frame, on a table that may have been drawn for another scene."""
    return renderer_of(of, quality=quality).frame(number)


def fresh(of: TableScene, number: int = 0, *, quality: Quality = "full") -> RenderedFrame:
    """One frame by a renderer of its own, for which nothing is taken from others."""
    return Renderer(of, quality=quality, cached=False).frame(number)


def still_hand(x: float, y: float, *, heading: float = 90.0, **how: Any) -> SceneHand:
    """A hand that stays where it is."""
    place = ScenePlace(x=x, y=y, heading=heading)
    return SceneHand(
        stations=(Station(at_s=0.0, place=place), Station(at_s=9.0, place=place)), **how
    )
