"""Knows Paper Tigers II: historical units, close combat, cover, suppression and much more."""

from rules.games.paper_tigers.change import evolve
from rules.games.paper_tigers.decide import decide as decided
from rules.games.paper_tigers.decide.opening import first_asked
from rules.games.paper_tigers.differences import PROPOSAL_KINDS, differences, rests_on, sighted
from rules.games.paper_tigers.saying import say
from rules.games.paper_tigers_2 import calling, saying, saying_outside
from rules.games.paper_tigers_2.armies import fieldable, muster
from rules.games.paper_tigers_2.awaits import awaits
from rules.games.paper_tigers_2.battle_options import OPTIONS
from rules.games.paper_tigers_2.chronicle import CHRONICLE
from rules.games.paper_tigers_2.clause_list import CLAUSES
from rules.games.paper_tigers_2.commands import COMMANDS
from rules.games.paper_tigers_2.events import EVENTS
from rules.games.paper_tigers_2.initial import ROSTER_SCHEMA, initial
from rules.games.paper_tigers_2.offering import options
from rules.games.paper_tigers_2.state import State
from rules.games.paper_tigers_2.view import view
from rules.referee.toolkit.game import Game, Setup

_HANDLERS = (calling, saying, saying_outside)
"""Imported for what they register."""


def _opened(setup: Setup) -> State:
    """The first state, in which both sides are asked for their roll."""
    state = first_asked(initial(setup))
    assert isinstance(state, State)
    return state


def _result(state: State) -> str | None:
    return None if state.outcome is None else state.outcome.says


GAME = Game(
    slug="paper_tigers_2",
    title="Paper Tigers II",
    version=1,
    says="Battles of historical paper armies: the basic game with all that its sequel adds.",
    option_schema=OPTIONS,
    roster_schema=ROSTER_SCHEMA,
    commands=COMMANDS,
    events=EVENTS,
    clauses=CLAUSES,
    initial=_opened,
    decide=decided,
    evolve=evolve,
    options=options,
    say=say,
    view=view,
    differences=differences,
    rests_on=rests_on,
    sighted=sighted,
    proposal_kinds=PROPOSAL_KINDS,
    awaits=awaits,
    result=_result,
    fieldable=fieldable(),
    muster=muster,
    chronicle=CHRONICLE,
)
