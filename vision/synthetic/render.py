"""Renders a scene at a time: table, shadows, things and hands, then the lens."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache, partial
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from rules.table.snapshot import Snapshot
from vision.synthetic import develop
from vision.synthetic.described.moments import Moment, moment
from vision.synthetic.described.optics import SceneCamera
from vision.synthetic.described.scene import Patch, TableScene
from vision.synthetic.develop import Bytes
from vision.synthetic.fast import FastPainter
from vision.synthetic.painting.surfaces import Image
from vision.synthetic.projection import CameraView, view_of
from vision.synthetic.tabletop import lighting
from vision.synthetic.tabletop.background import Backdrop, all_rays, centre_scale, table_places
from vision.synthetic.tabletop.layers import LaidSheet, Layer, in_order, terrain_things
from vision.synthetic.tabletop.sheets import Sheet, SheetStamp, places_on, stamp
from vision.synthetic.truth import Truth, snapshot_of, truth_of

Quality = Literal["full", "fast"]

_KEPT_STAMPS: Final = 1200
_KEPT_CAMERAS: Final = 3
_KEPT_UNLIT: Final = 2
_UNLIT: Final[OrderedDict[Hashable, Image]] = OrderedDict()
"""By mat and camera; a table is often rendered again with something else on it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RenderedFrame:
    """One picture and what is really in it."""

    number: int
    seconds: float
    picture: Bytes
    """Rows x columns x (blue, green, red)."""
    jpeg: bytes | None
    """The file that the picture was decoded from; None where the scene leaves JPEG out."""
    work_out: Callable[[], Truth]
    set_table: Callable[[], Snapshot]

    @property
    def truth(self) -> Truth:
        """Worked out when somebody asks: it takes as long as a picture of the fast painter."""
        return self.work_out()

    @property
    def snapshot(self) -> Snapshot:
        """Of the truth the table alone."""
        return self.set_table()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Stage:
    """The bare table with its terrain as one camera sees it."""

    view: CameraView
    rays: NDArray[np.float32]
    light: Image
    bare: Image
    """Light of the table with flat terrain, before the lens."""


class Renderer:
    """Renders frames of one scene, and keeps what does not change between them."""

    def __init__(
        self, scene: TableScene, *, quality: Quality = "full", cached: bool = True
    ) -> None:
        self.scene = scene
        self.quality = quality
        self._cached = cached
        self._stages: OrderedDict[SceneCamera, _Stage] = OrderedDict()
        self._stamps: OrderedDict[Hashable, SheetStamp | None] = OrderedDict()
        self._backdrop: Backdrop | None = None
        self._scale: float | None = None
        self._terrain = terrain_things(scene)
        self._lamp = lighting.lamp_place(scene)
        self._fast: OrderedDict[SceneCamera, FastPainter] = OrderedDict()

    def frame(self, number: int = 0) -> RenderedFrame:
        """The frame of that number; the same number gives the same frame, whatever came before."""
        seconds = number / self.scene.rate_hz
        now = moment(self.scene, seconds)
        rng = np.random.default_rng([self.scene.seed, number, 3])
        if self.quality == "fast":
            painter = self._painter(now.camera)
            view = painter.view
            order = in_order(self.scene, now, view=view, terrain=self._terrain, smeared=False)
            picture, layers = painter.picture(order, rng=rng)
        else:
            stage = self._stage(now.camera)
            light, layers = self._lit(stage, now)
            through = develop.spread(light, now.camera)
            picture = develop.exposed(through, now.camera, rng=rng)
            view = stage.view
        picture = develop.sharpened(picture, now.camera)
        jpeg = None
        if now.camera.sensor.jpeg:
            jpeg = develop.as_jpeg(picture, now.camera.sensor.jpeg)
            picture = develop.from_jpeg(jpeg)
        truth = partial(truth_of, self.scene, now, number=number, view=view, layers=layers)
        return RenderedFrame(
            number=number,
            seconds=seconds,
            picture=picture,
            jpeg=jpeg,
            work_out=cache(truth),
            set_table=cache(partial(snapshot_of, self.scene, now, number=number)),
        )

    # --- what stays ------------------------------------------------------------------------------

    def _stage(self, camera: SceneCamera) -> _Stage:
        stage = self._stages.get(camera)
        if stage is None:
            stage = self._built(camera)
            self._stages[camera] = stage
            while len(self._stages) > _KEPT_CAMERAS:
                self._stages.popitem(last=False)
        return stage

    def _built(self, camera: SceneCamera) -> _Stage:
        view = view_of(camera)
        rays = all_rays(view)
        places = table_places(view, rays)
        if self._scale is None:
            self._scale = 1.15 * centre_scale(view, self.scene)
        light = lighting.table_light(view, self.scene, places=places.astype(np.float64))
        bare = self._unlit(camera, view, places=places) * light[..., None]
        stage = _Stage(view=view, rays=rays, light=light, bare=bare)
        ground = [thing for thing in self._terrain if isinstance(thing.key, Patch)]
        for part in ("contact", "flat"):
            for sheet in (sheet for thing in ground for sheet in getattr(thing, part)):
                drawn = self._stamped(sheet, stage)
                if drawn is not None:
                    lay(bare, drawn)
        return stage

    def _unlit(
        self, camera: SceneCamera, view: CameraView, *, places: NDArray[np.float32]
    ) -> Image:
        """What the camera sees of mat and table top, which scenes of one table share."""
        scene, scale = self.scene, self._scale
        key = (scene.width_in, scene.depth_in, scene.mat, scene.mat_grid_in, scene.seed)
        seen = _UNLIT.get((key, scale, camera)) if self._cached else None
        if seen is None:
            if self._backdrop is None:
                assert scale is not None
                self._backdrop = Backdrop(scene, scale=scale)
            seen = self._backdrop.seen(view, places=places)
            _UNLIT[(key, scale, camera)] = seen
            while len(_UNLIT) > _KEPT_UNLIT:
                _UNLIT.popitem(last=False)
        return seen

    def _painter(self, camera: SceneCamera) -> FastPainter:
        painter = self._fast.get(camera)
        if painter is None:
            stage = self._stage(camera)
            painter = FastPainter(
                camera,
                stage.view,
                rays=stage.rays,
                bare=stage.bare,
                light=stage.light,
                seed=self.scene.seed,
            )
            self._fast[camera] = painter
            while len(self._fast) > _KEPT_CAMERAS:
                self._fast.popitem(last=False)
        return painter

    # --- one frame -------------------------------------------------------------------------------

    def _lit(self, stage: _Stage, now: Moment) -> tuple[Image, list[Layer]]:
        """The light of the whole table, and everything that was laid on it, in order."""
        picture = stage.bare.copy()
        layers: list[Layer] = []
        order = in_order(self.scene, now, view=stage.view, terrain=self._terrain)
        for laid in order:
            drawn = self._drawn(laid, stage, camera=now.camera)
            if drawn is not None:
                lay(picture, drawn)
                layers.append(Layer(stamp=drawn, tag=laid.tag, piece=laid.piece))
        return picture, layers

    def _drawn(self, laid: LaidSheet, stage: _Stage, *, camera: SceneCamera) -> SheetStamp | None:
        if laid.smears:
            stamps = [self._stamped(sheet, stage) for sheet in laid.smears]
            return averaged([each for each in stamps if each is not None])
        if not self._cached:
            return self._stamped(laid.sheet, stage)
        key = (laid.key, camera)
        if key not in self._stamps:
            self._stamps[key] = self._stamped(laid.sheet, stage)
            while len(self._stamps) > _KEPT_STAMPS:
                self._stamps.popitem(last=False)
        return self._stamps[key]

    def _stamped(self, sheet: Sheet, stage: _Stage) -> SheetStamp | None:
        """A sheet as the camera sees it, in the light that falls on it."""
        drawn = stamp(sheet, stage.view, rays=stage.rays)
        if drawn is None or drawn.mode == "shadow":
            return drawn
        fallen = stage.light[drawn.window][..., None]
        drawn.light[...] *= fallen * np.float32(sheet.shade)
        glare = self.scene.light.glare
        shiny = sheet.gloss > 0 and glare > 0
        if not (shiny or sheet.bend):
            return drawn
        places = places_on(sheet, stage.view, rays=stage.rays[drawn.window])
        if sheet.bend:
            shade = lighting.bent_shade(sheet, self.scene.light, places=places)
            drawn.light[...] *= shade[..., None]
        if shiny:
            shine = lighting.shine(
                sheet, stage.view, places=places, lamp=self._lamp, strength=glare
            )
            drawn.light[...] += (shine * drawn.cover)[..., None]
        return drawn


def lay(picture: Image, drawn: SheetStamp) -> None:
    """Put a stamp over what is in the picture already."""
    window = picture[drawn.window]
    window *= (1.0 - drawn.cover)[..., None]
    if drawn.mode == "paint":
        window += drawn.light


def averaged(stamps: list[SheetStamp]) -> SheetStamp | None:
    """What a sheet looks like that was at each of these places for a part of the exposure."""
    if not stamps:
        return None
    left, top = min(each.left for each in stamps), min(each.top for each in stamps)
    right = max(each.window[1].stop for each in stamps)
    bottom = max(each.window[0].stop for each in stamps)
    light = np.zeros((bottom - top, right - left, 3), dtype=np.float32)
    cover = np.zeros((bottom - top, right - left), dtype=np.float32)
    share = np.float32(1.0 / len(stamps))
    for each in stamps:
        rows = slice(each.top - top, each.top - top + each.cover.shape[0])
        columns = slice(each.left - left, each.left - left + each.cover.shape[1])
        light[rows, columns] += share * each.light
        cover[rows, columns] += share * each.cover
    return SheetStamp(left=left, top=top, light=light, cover=cover, mode=stamps[0].mode)
