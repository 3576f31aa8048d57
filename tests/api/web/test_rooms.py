"""Tests that a game of rooms is played on the page to its end, its board confirmed first."""

import pytest
from playwright.sync_api import Browser

from api.client import Client
from tests.api.web.browsing import visiting
from tests.api.web.playing import Player, told

pytestmark = pytest.mark.browser

AVOIDED = ("concede", "amend", "leave", "take_word", "agree_board")
"""Six dice make the same of a game as a word does; nobody has drawn a board here."""


def test_rooms_are_confirmed_and_the_game_is_played_to_its_end(
    browser: Browser, umpire: Client
) -> None:
    battle = str(umpire.begin_sample("paper-invasion", alone=True)["id"])
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as seen:
        player = Player(page=seen.page, luck="lucky", avoids=AVOIDED)
        said: list[str] = []
        while umpire.battle(battle)["view"]["result"] is None:
            state = umpire.battle(battle)
            said.append(str(state["view"]["awaits"]))
            assert len(said) < 200, said[-5:]
            told(seen.page, state["last"])
            assert player.acts(), said[-1]
        assert any("look at the board" in each for each in said)
        assert any("to go" in each for each in said)
        assert seen.complaints == []
