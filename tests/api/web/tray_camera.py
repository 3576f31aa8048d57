"""A camera over the dice tray: every look is a new picture of the dice that lie there."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Final, cast

import cv2
import numpy as np
from playwright.sync_api import Locator, Page

from api.cameras.desk import CameraDesk
from api.files.table_file import parse_snapshot
from api.tables.hand import HandTable
from rules.table.snapshot import Health
from tests.api.web.browsing import duel_table
from tests.api.web.over_http import over_http
from vision.camera.keeper import CameraLook, Counts
from vision.camera.source import Frame
from vision.synthetic.rolls.chance import chance_roll, turned
from vision.synthetic.rolls.described import RollFloor
from vision.synthetic.rolls.disturbed import half_covered
from vision.synthetic.rolls.drawing import drawn_roll

SIZE: Final = (960, 720)
GREY: Final = np.zeros((SIZE[1], SIZE[0]), np.uint8)


@cache
def tray_picture(faces: tuple[int, ...], *, covered: bool = False) -> bytes:
    """What the camera sees of the tray with these dice in it."""
    rng = np.random.default_rng(8)
    clean = chance_roll(rng, count=max(1, len(faces)), size=SIZE)
    dice = tuple(
        replace(die, turn=turned(face, 0.4 * at))
        for at, (die, face) in enumerate(zip(clean.dice, faces, strict=False), start=1)
    )
    roll = replace(clean, dice=dice, floor=RollFloor.PRINTED)
    picture = drawn_roll(half_covered(roll, rng) if covered else roll)
    return bytes(cv2.imencode(".jpg", picture)[1])


class TrayCamera:
    """Every look is a new picture of what lies in the tray."""

    def __init__(self) -> None:
        self.shows = tray_picture(())
        self._numbers = count(1)

    def latest(self) -> CameraLook:
        number = next(self._numbers)
        frame = Frame(number=number, seconds=0.0, name="", grey=GREY, jpeg=self.shows)
        return CameraLook(health=Health(), frame=frame, age_s=0.0, counts=Counts())


@contextmanager
def over_the_tray(camera: TrayCamera, folder: Path) -> Iterator[str]:
    """The host's address at a server whose camera sees the tray alone."""
    table = HandTable(parse_snapshot(json.dumps(duel_table()), origin="duel"))
    no_camera_sees_it = SimpleNamespace(current=table)
    seen = SimpleNamespace(running=camera, close=lambda: None, table=no_camera_sees_it)
    desk = cast("CameraDesk", seen)
    with over_http(table, folder, desk=desk) as address:
        yield address


def tray(page: Page, *, phase: str) -> Locator:
    return page.locator(f".tray-read[data-phase={phase}]")
