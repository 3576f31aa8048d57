"""A battle is won over a table that a rendered camera sees, with a knock and a covered tag."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from api.client import Client
from tests.api.web.browsing import DUEL, PHONE, Json, open_menu, visiting
from tests.api.web.over_http import over_http
from tests.api.web.playing import Player, play_out, play_until
from tests.api.web.seen_table import SeenTable
from tests.vision.measured import Thing, thing

pytestmark = [pytest.mark.browser, pytest.mark.long]

SMALL: Json = {
    **DUEL,
    "roster": [{**each, "footprint": "rectangle 1.2 x 1.2"} for each in DUEL["roster"]],
}
MOVED_IN = 2.0


def tank(name: str, tag: int, *, side: str, at: tuple[float, float, float]) -> Thing:
    made = thing(name, tag, at=at)
    entry = replace(made.tagged.entry, side=side, kind="tank")
    return replace(made, tagged=replace(made.tagged, entry=entry))


def test_a_battle_is_won_under_a_camera_that_is_knocked_and_covered(
    browser: Browser, tmp_path: Path
) -> None:
    stage = SeenTable(
        tank("T1", 20, side="Red", at=(5.0, 1.5, 90.0)),
        tank("T2", 21, side="Blue", at=(11.0, 7.5, 270.0)),
    )
    with over_http(stage.table, tmp_path) as address, Client(address, seconds=60) as umpire:
        battle = str(umpire.create(SMALL)["id"])
        at = [umpire.invite(battle, seat=seat)["url"] for seat in ("Host", "Guest")]
        with visiting(browser, at[0]) as host, visiting(browser, at[1], size=PHONE) as guest:
            page = host.page
            moves = Player(page=page, luck="lucky", likes=("move", "assign"))
            waits = Player(
                page=guest.page, luck="unlucky", likes=("pass", "decline"), avoids=("concede",)
            )
            play_until("Move T1 up to", (moves, waits), umpire=umpire, battle=battle)
            # The hand moves the piece, and the camera says how far.
            stage.carry("T1", x=5.0, y=1.5 + MOVED_IN, heading=90.0)
            page.locator("[data-command=move_done] [data-key=give]").click()
            for seen in (host, guest):
                expect(seen.page.locator("[data-ruling=accepted]")).to_contain_text("T1 moves 2")
            # While the camera stands askew nothing is ruled, and everybody reads why.
            stage.knock(inches=0.4)
            for seen in (host, guest):
                expect(seen.page.locator(".banner")).to_contain_text("Camera: moved")
                expect(seen.page.locator(".map")).to_have_class(re.compile("stale"))
            stage.straighten()
            for seen in (host, guest):
                expect(seen.page.locator(".banner")).to_be_hidden()
            # A hand lies on a tag: whoever knows where the piece stands vouches for it.
            stage.cover("T2")
            for seen in (host, guest):
                expect(seen.page.locator(".map .piece.hidden[data-piece=T2]")).to_have_count(1)
            open_menu(page)
            vouch = page.locator("[data-command=declare_unmoved]")
            vouch.get_by_role("button", name=re.compile("T2")).click()
            for seen in (host, guest):
                expect(seen.page.locator(".map .piece.declared[data-piece=T2]")).to_have_count(1)
            stage.uncover()
            fires = replace(moves, likes=("fire", "assign"))
            play_out((fires, waits), umpire=umpire, battle=battle)
            result = str(umpire.battle(battle)["view"]["result"])
            assert "Red" in result
            for seen in (host, guest):
                expect(seen.page.locator(".over-card")).to_be_visible()
                expect(seen.page.locator(".awaits")).to_have_text(result)
                assert seen.complaints == []
