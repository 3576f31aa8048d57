"""Turns the facts of judged cases into a state of the sequel, and a state into facts."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from rules.games.paper_tigers.facts import COMMANDS, fact_table
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers_2.armies import muster
from rules.referee.toolkit.game import Fact, FactTable, Refusal, Setup
from rules.referee.toolkit.package_data import packed_toml

OWN_COMMANDS: Final = packed_toml("rules.games.paper_tigers_2", "case_commands.toml")


def sequel_facts(begun: Callable[[Setup], State]) -> FactTable:
    """The facts of the basic game with commands of the sequel's own; some armies are refused."""
    table = fact_table(begun, {**COMMANDS, **OWN_COMMANDS})

    def begin(setup: Setup, facts: tuple[Fact, ...]) -> State | Refusal:
        armies = muster(setup.roster.entries, setup.options)
        for fault in (each for army in armies for each in army.faults):
            return Refusal(clause=fault.clause, reason=fault.says)
        begun: State | Refusal = table.begin(setup, facts)
        return begun

    return replace(table, begin=begin)
