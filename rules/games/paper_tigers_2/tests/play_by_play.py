"""Tells a battle of the second edition to somebody who was not there."""

from typing import Final

from rules.games.paper_tigers.tests.play_by_play import SILENT as BASIC_SILENT
from rules.games.paper_tigers.tests.play_by_play import told as basic_told
from rules.games.paper_tigers_2.chapters.throwing import DiceThrown
from rules.referee.log.battle import Battle

SILENT: Final = (*BASIC_SILENT, DiceThrown)
"""Dice that lie on the table were rolled a moment ago, and are counted in a moment."""


def told(battle: Battle, *, title: str) -> str:
    """The whole battle."""
    return basic_told(battle, title=title, silent=SILENT)
