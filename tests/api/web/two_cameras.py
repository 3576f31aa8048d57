"""A server whose table two cameras see: each shows what was rendered for it, and nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import numpy as np

from api.cameras.choices import CameraChoice, Kind
from api.cameras.desk import CameraDesk
from benchmarks.live.phone_stage import letting_phones_in
from calibration.profile import CameraId
from tests.api.server.shown_camera import ShownCamera
from tests.vision.fusion.test_several import FLAT, NAMES, NORTH, SOUTH, TANK, THIRD, cameras_over
from tests.vision.measured import grey_of, rendered, table_scene
from vision.camera.opening import Opener
from vision.camera.source import Bytes, Identity
from vision.camera.worker import Opens

THINGS: Final = (TANK, FLAT, THIRD)
TURNS: Final = 12
"""Pictures of each, until all of the pieces rest."""
BETWEEN_S: Final = 0.05


class _Stopped:
    """The clock of the pictures, which stands still after the last one."""

    seconds = 1.0

    def __call__(self) -> float:
        return self.seconds


def _pictures() -> list[Bytes]:
    return [grey_of(rendered(table_scene(*THINGS, camera=each))) for each in (SOUTH, NORTH)]


@contextmanager
def over_two_cameras(folder: Path) -> Iterator[str]:
    """The host's address, once all of the pieces are seen by both."""
    clock, pictures = _Stopped(), _pictures()
    several = cameras_over(*THINGS)
    shown = {
        name: ShownCamera(Identity(name=name, id=name, width=at.width, height=at.height))
        for name, at in zip(NAMES, (SOUTH, NORTH), strict=True)
    }

    def keep(opens: Opens, _expected: CameraId | None) -> ShownCamera:
        assert isinstance(opens, Opener)
        return shown[opens.text]

    with letting_phones_in(folder) as (app, host):
        desk = CameraDesk(app.state.table, folder=folder / "desk", keep=keep, clock=clock)
        app.state.door.put(desk)
        first, second = (
            CameraChoice(id=name, kind=Kind.GIVEN, name=name, source=name) for name in NAMES
        )
        other = several.profile_of(1).camera
        desk.open_table(first, several, beside=[(Opener(text=second.source), other)])
        for turn in range(TURNS):
            for name, grey in zip(NAMES, pictures, strict=True):
                clock.seconds += BETWEEN_S
                noise = np.random.default_rng(turn).integers(-1, 2, grey.shape)
                noisy = np.clip(grey.astype(np.int16) + noise, 0, 255).astype(np.uint8)
                shown[name].show(noisy, seconds=clock.seconds)
        yield f"{host}/#{app.state.grants.host_token}"
