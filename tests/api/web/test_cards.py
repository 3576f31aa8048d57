"""Tests that a war of cards is played on two phones, by what each is offered alone."""

import pytest
from playwright.sync_api import Browser, expect

from api.client import Client
from tests.api.umpire import disc
from tests.api.web.browsing import PHONE, visiting
from tests.api.web.playing import Player, told

pytestmark = [pytest.mark.browser, pytest.mark.long]

AVOIDED = ("concede", "amend", "leave")


def test_a_war_is_played_on_two_phones(browser: Browser, umpire: Client) -> None:
    battle = str(umpire.begin_sample("tossing-tiger", name="A war")["id"])
    seats = [str(each["name"]) for each in umpire.battle(battle)["view"]["seats"]]
    first, second = (umpire.invite(battle, seat=seat)["url"] for seat in seats)
    with (
        visiting(browser, first, size=PHONE) as one,
        visiting(browser, second, size=PHONE) as other,
    ):
        players = [
            Player(page=seen.page, luck=luck, avoids=AVOIDED)
            for seen, luck in ((one, "lucky"), (other, "unlucky"))
        ]
        # At the moment of choosing, a line says what the choice is for, by which clause.
        help_line = one.page.locator(".dock .offer .help").first
        expect(help_line).to_contain_text("any edge will do")
        expect(help_line).to_contain_text("TT-SET-02")
        said: list[str] = []
        while sum("how many piles" in each for each in said) < 2:
            state = umpire.battle(battle)
            said.append(str(state["view"]["awaits"]))
            assert len(said) < 40, said
            for player in players:
                told(player.page, state["last"])
            assert any(player.acts() for player in players), said[-1]
        # From the choice of the piles to the next one, a war has all of its parts.
        for part in ("shuffle each well", "two rows", "Which card is on top", "do you take"):
            assert any(part in each for each in said), part
        width = one.page.evaluate("document.documentElement.scrollWidth")
        assert width == PHONE["width"]
        expect(other.page.locator(".you")).to_contain_text(seats[1])
        # Cards lie on a cloth where the ground of another game would be, and nowhere else.
        cloth = other.page.get_by_role("region", name="The cards on the table")
        expect(cloth.locator(".pile[aria-label^='Draw pile']")).to_be_visible()
        expect(other.page.locator(".pile[aria-label^='Draw pile']")).to_have_count(1)
        expect(other.page.locator(".map")).not_to_be_visible()
        # A card that is seen there by a camera lies where it is.
        seen = {"format": "paper-umpire/snapshot/1", "table": {"width_in": 36, "depth_in": 24}}
        umpire.lay_table({**seen, "pieces": [disc("tiger", 6, 6)]}, battle=battle)
        expect(other.page.locator(".map [data-surface=cloth] > .woven")).to_have_count(1)
        expect(cloth).not_to_be_visible()
        assert one.complaints == []
        assert other.complaints == []
