"""A battle is won in which nobody types a roll: a rendered camera over the tray reads them all."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from api.cameras.desk import CameraDesk
from api.client import Client
from api.files.table_file import parse_snapshot
from api.tables.hand import HandTable
from rules.table.snapshot import Health
from tests.api.web.browsing import DUEL, PHONE, duel_table, visiting
from tests.api.web.over_http import over_http
from tests.api.web.playing import FACES, Player, play_out
from vision.camera.keeper import CameraLook, Counts
from vision.camera.source import Frame
from vision.synthetic.rolls.chance import chance_roll, turned
from vision.synthetic.rolls.described import RollFloor
from vision.synthetic.rolls.disturbed import half_covered
from vision.synthetic.rolls.drawing import drawn_roll

pytestmark = [pytest.mark.browser, pytest.mark.long]

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
    desk = cast("CameraDesk", SimpleNamespace(running=camera, close=lambda: None))
    with over_http(table, folder, desk=desk) as address:
        yield address


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrower(Player):
    """Somebody who throws dice into the tray and never types any."""

    camera: TrayCamera

    def give(self, offer: Locator) -> None:
        if offer.get_attribute("data-command") != "roll":
            Player.give(self, offer)
            return
        slots = offer.locator(".slots .slot").count()
        self.throws((FACES[self.luck],) * slots)

    def throws(self, faces: tuple[int, ...]) -> None:
        """Take up what lies there, throw, and accept what is read."""
        self.camera.shows = tray_picture(())
        expect(tray(self.page, phase="open")).to_be_visible()
        self.camera.shows = tray_picture(faces)
        accept = tray(self.page, phase="read").get_by_role("button", name="Accept")
        with self.page.expect_response("**/commands"):
            accept.click()


def tray(page: Page, *, phase: str) -> Locator:
    return page.locator(f".tray-read[data-phase={phase}]")


def rolls(umpire: Client, battle: str) -> list[Any]:
    return [event for event in umpire.events(battle) if event["dice"]]


def test_a_battle_is_won_in_which_nobody_types_a_roll(browser: Browser, tmp_path: Path) -> None:
    camera = TrayCamera()
    with over_the_tray(camera, tmp_path) as address, Client(address, seconds=60) as umpire:
        battle = str(umpire.create(DUEL)["id"])
        at = [umpire.invite(battle, seat=seat)["url"] for seat in ("Host", "Guest")]
        with visiting(browser, at[0]) as host, visiting(browser, at[1], size=PHONE) as guest:
            wins = Thrower(page=host.page, luck="lucky", camera=camera)
            loses = Thrower(
                page=guest.page, luck="unlucky", avoids=("concede", "decline"), camera=camera
            )
            # What is not sure says why, and one tap tells what came up.
            expect(tray(host.page, phase="open")).to_contain_text("Roll 2 dice into the tray.")
            camera.shows = tray_picture((6, 6), covered=True)
            expect(tray(host.page, phase="unsure")).to_contain_text("Not sure: ")
            expect(tray(guest.page, phase="unsure")).to_contain_text("for Host")
            assert rolls(umpire, battle) == []
            wins.throws((6, 6))
            # The dice still lie there: they are not the other seat's.
            expect(tray(guest.page, phase="before")).to_contain_text("Take them up, and roll.")
            expect(tray(guest.page, phase="before").get_by_role("button")).to_have_count(0)
            play_out((wins, loses), umpire=umpire, battle=battle)
            result = str(umpire.battle(battle)["view"]["result"])
            assert "Red" in result
            for seen in (host, guest):
                expect(seen.page.locator(".over-card")).to_contain_text(result)
                assert seen.complaints == []
        thrown = rolls(umpire, battle)
        assert len(thrown) > 4
        faces = {face for each in thrown for face in each["dice"]}
        assert faces == set(FACES.values())
