"""A battle is won in which nobody types a roll: a rendered camera over the tray reads them all."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from api.client import Client
from tests.api.web.browsing import DUEL, PHONE, visiting
from tests.api.web.playing import FACES, Player, play_out
from tests.api.web.tray_camera import TrayCamera, over_the_tray, tray, tray_picture

pytestmark = [pytest.mark.browser, pytest.mark.long]


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
                expect(seen.page.locator(".over-card")).to_be_visible()
                expect(seen.page.locator(".awaits")).to_have_text(result)
                assert seen.complaints == []
        thrown = rolls(umpire, battle)
        assert len(thrown) > 4
        faces = {face for each in thrown for face in each["dice"]}
        assert faces == set(FACES.values())
