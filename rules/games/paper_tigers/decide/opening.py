"""Knows that the first thing asked for, before any command, is who attacks (PT1-B1)."""

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.setting_up import roll_sides
from rules.games.paper_tigers.initial import initial
from rules.games.paper_tigers.profiles import BASIC, Stages
from rules.games.paper_tigers.state import State
from rules.referee.toolkit.game import Command, Setup
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Inches

_NO_TABLE = Snapshot(table=TableSize(width=Inches(36.0), depth=Inches(36.0)))


def opened(setup: Setup, stages: Stages = BASIC) -> State:
    """The first state, in which both sides are asked for their roll."""
    return first_asked(initial(setup, stages))


def first_asked(state: State) -> State:
    """A state before the first roll, with that asked for."""
    draft = Draft(state, command=Command(author="", body=None), snapshot=_NO_TABLE)
    roll_sides(draft)
    return draft.state
