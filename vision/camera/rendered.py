"""Offers scenes of the synthetic camera as a source of pictures."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal, Self

import cv2
import numpy as np

from vision.camera.source import Frame, Identity
from vision.synthetic.described.scene import TableScene
from vision.synthetic.render import Renderer

NAME: Final = "synthetic camera"

Laid = Callable[[TableScene], TableScene]


class Rendered:
    """One scene after the other, each with its whole story, or each for some frames."""

    def __init__(
        self,
        scenes: Sequence[TableScene],
        *,
        frames_each: int | None = None,
        quality: Literal["full", "fast"] = "full",
        name: str = NAME,
        laid: Laid = lambda scene: scene,
    ) -> None:
        """`laid` is asked before each picture how the scene has come to lie."""
        self._scenes = tuple(scenes)
        self._frames_each = frames_each
        self._quality = quality
        self._laid = laid
        camera = self._scenes[0].camera
        self._identity = Identity(
            name=name,
            id=f"synthetic {camera.hfov_deg:g}°",
            width=camera.width,
            height=camera.height,
        )

    @property
    def identity(self) -> Identity:
        return self._identity

    def frames(self) -> Iterator[Frame]:
        number, began = 0, 0.0
        for scene in self._scenes:
            renderer = Renderer(scene, quality=self._quality)
            count = self._frames_each or scene.frames
            for step in range(count):
                renderer.scene = self._laid(scene)
                grey = cv2.cvtColor(renderer.frame(step).picture, cv2.COLOR_BGR2GRAY)
                yield Frame(
                    number=number,
                    seconds=began + step / scene.rate_hz,
                    name=f"frame {number}",
                    grey=np.asarray(grey, dtype=np.uint8),
                )
                number += 1
            began += count / scene.rate_hz

    def close(self) -> None:
        """There is nothing to release."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()
