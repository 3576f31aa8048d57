"""Turns the facts of judged cases into a state of the sequel, and a state into facts."""

from collections.abc import Callable
from typing import Final

from rules.games.paper_tigers.facts import COMMANDS, fact_table
from rules.games.paper_tigers.state import State
from rules.referee.toolkit.game import FactTable, Setup
from rules.referee.toolkit.package_data import packed_toml

OWN_COMMANDS: Final = packed_toml("rules.games.paper_tigers_2", "case_commands.toml")


def sequel_facts(begun: Callable[[Setup], State]) -> FactTable:
    """The facts of the basic game, and the commands that the sequel adds."""
    return fact_table(begun, {**COMMANDS, **OWN_COMMANDS})
