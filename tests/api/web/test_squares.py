"""Tests that a battle of squares is played by the page alone, from the first roll to victory."""

import pytest
from playwright.sync_api import Browser, expect

from api.client import Client
from tests.api.web.browsing import PHONE, Json, visiting
from tests.api.web.playing import Player, play_out, told

pytestmark = [pytest.mark.browser, pytest.mark.long]

SQUARES: Json = {
    "game": "papercraft",
    "name": "Two casters",
    "seats": [{"name": "Host", "sides": ["Red"]}, {"name": "Guest", "sides": ["Blue"]}],
    "options": {"army_total": 45, "table_w_in": 24, "table_d_in": 24},
    "roster": [
        {
            "id": name,
            "side": side,
            "kind": "character",
            "footprint": "rectangle 1 x 1",
            "unit_type": "blot_caster",
        }
        for name, side in (("R1", "Red"), ("B1", "Blue"))
    ],
}


def squares_table() -> Json:
    """Each in its own zone, near enough to the other to throw a bolt."""

    def square(name: str, side: str, *, north: float, heading: float) -> Json:
        return {
            "id": name,
            "side": side,
            "kind": "character",
            "state": "seen",
            "face": "face",
            "footprint": {"rectangle": {"length_in": 1, "width_in": 1}},
            "pose": {"x_in": 12, "y_in": north, "heading_deg": heading, "sigma_in": 0.01},
        }

    return {
        "format": "paper-umpire/snapshot/1",
        "table": {"width_in": 24, "depth_in": 24},
        "pieces": [
            square("R1", "Red", north=9, heading=90),
            square("B1", "Blue", north=15, heading=270),
        ],
        "terrain": [],
    }


def test_squares_fight_to_the_end_on_two_pages(browser: Browser, umpire: Client) -> None:
    umpire.lay_table(squares_table())
    battle = str(umpire.create(SQUARES)["id"])
    likes = ("attack", "place", "end_movement", "end_turn")
    avoids = ("move_done", "use_ability", "amend", "accept_table", "enter", "leave", "concede")
    host_at = umpire.invite(battle, seat="Host")["url"]
    guest_at = umpire.invite(battle, seat="Guest")["url"]
    with visiting(browser, host_at) as host, visiting(browser, guest_at, size=PHONE) as guest:
        players = tuple(
            Player(page=seen.page, luck=luck, likes=likes, avoids=avoids, edge=edge)
            for seen, luck, edge in ((host, "lucky", "South"), (guest, "unlucky", "North"))
        )
        zones: list[int] = []
        strips = host.page.locator(".map .strip")
        while umpire.battle(battle)["view"]["state"]["phase"] != "attack":
            for player in players:
                told(player.page, umpire.battle(battle)["last"])
            zones.append(strips.count())
            assert any(player.acts() for player in players)
        done = len(zones) + play_out(players, umpire=umpire, battle=battle)
        assert done >= 8
        # All edges are marked while one is chosen, the start zones while squares are put down, and
        # none of them in the battle.
        assert (zones[0], max(zones), strips.count()) == (0, 4, 0)
        assert 2 in zones
        result = str(umpire.battle(battle)["view"]["result"])
        assert "Red" in result
        for seen in (host, guest):
            expect(seen.page.locator(".awaits")).to_have_text(result)
            assert seen.complaints == []
