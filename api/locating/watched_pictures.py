"""Keeps the pictures of `umpire watch --annotate`: one of each moment that it tells."""

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from api.drawing.annotated import MeasuredPhoto, annotated
from api.drawing.canvas import Bytes
from api.files.new_folder import make_empty, writing
from vision.camera.source import Frame
from vision.pipeline import LiveTable, Pipeline
from vision.seen_now import located_of

_QUALITY: Final = 90


class WatchedPictures:
    """Writes into one new or empty folder."""

    def __init__(self, folder: Path, *, pipeline: Pipeline, has_roster: bool) -> None:
        make_empty(folder)
        self._folder, self._pipeline, self._has_roster = folder, pipeline, has_roster
        self.count = 0

    def follow(self, pipeline: Pipeline) -> None:
        """The pictures are followed anew: their camera was put right."""
        self._pipeline = pipeline

    def keep(self, frame: Frame, table: LiveTable) -> None:
        """The table as it was told, over the picture that shows it: `000123.jpg` is frame 123."""
        shown = MeasuredPhoto(
            colour=_colour(frame),
            located=located_of(self._pipeline, table),
            model=self._pipeline.profile.calibrated.model,
            name=frame.name,
            has_roster=self._has_roster,
        )
        done, data = cv2.imencode(".jpg", annotated(shown), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        assert done, "a picture of bytes can always be written as JPEG"
        with writing(self._folder):
            (self._folder / f"{frame.number:06d}.jpg").write_bytes(data.tobytes())
        self.count += 1


def _colour(frame: Frame) -> Bytes:
    """In colour where the camera gave colour: measuring uses brightness alone."""
    if frame.jpeg is not None:
        read = cv2.imdecode(np.frombuffer(frame.jpeg, np.uint8), cv2.IMREAD_COLOR)
        if read is not None and read.shape[:2] == frame.grey.shape:
            return np.asarray(read, dtype=np.uint8)
    return np.asarray(cv2.cvtColor(frame.grey, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
