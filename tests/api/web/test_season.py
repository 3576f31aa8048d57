"""The page tells over all battles what everybody's dice brought, with how far luck may go."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from api.client import Client
from api.files.table_file import parse_snapshot
from api.tables.hand import HandTable
from tests.api.web.browsing import DUEL, PHONE, duel_table, visiting
from tests.api.web.over_http import over_http

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_a_season_of_dice_is_drawn_for_the_host(browser: Browser, tmp_path: Path) -> None:
    table = HandTable(parse_snapshot(json.dumps(duel_table()), origin="duel"))
    with over_http(table, tmp_path) as address, Client(address, seconds=60) as umpire:
        battle = str(umpire.create(DUEL)["id"])
        umpire.command(battle, {"kind": "roll", "dice": [4, 5]}, seat="Host")
        with visiting(browser, address, size=PHONE) as seen:
            seen.page.evaluate("location.hash = '#/library'")
            box = seen.page.locator(".season")
            box.get_by_text("What the dice brought").click()
            expect(box.locator("figcaption")).to_have_text(
                "Host, typed in: 2 dice, 4.50 on average, as luck has it."
            )
            chart = box.get_by_role("img")
            expect(chart).to_be_visible()
            told = chart.get_attribute("aria-label") or ""
            assert "4: 1 time, between" in told
            drawn = chart.bounding_box()
            assert drawn is not None
            assert drawn["x"] + drawn["width"] <= PHONE["width"]
            assert seen.complaints == []
