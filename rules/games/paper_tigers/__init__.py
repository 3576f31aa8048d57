"""Knows the basic game of Paper Tigers: small battles of paper tanks and squads, run by cards."""

from rules.games.paper_tigers.armies import fieldable, muster
from rules.games.paper_tigers.awaits import awaits
from rules.games.paper_tigers.battle_options import OPTIONS
from rules.games.paper_tigers.change import evolve
from rules.games.paper_tigers.chronicle import CHRONICLE
from rules.games.paper_tigers.commands import COMMANDS
from rules.games.paper_tigers.decide import decide
from rules.games.paper_tigers.decide.opening import opened
from rules.games.paper_tigers.differences import PROPOSAL_KINDS, differences, rests_on, sighted
from rules.games.paper_tigers.events import EVENTS
from rules.games.paper_tigers.initial import ROSTER_SCHEMA
from rules.games.paper_tigers.offering import options
from rules.games.paper_tigers.saying import say
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.view import view
from rules.referee.toolkit.clauses import clauses_of
from rules.referee.toolkit.game import Game


def _result(state: State) -> str | None:
    return None if state.outcome is None else state.outcome.says


GAME = Game(
    slug="paper_tigers",
    title="Paper Tigers",
    version=1,
    says="Small battles of paper tanks, guns and squads in which cards say who acts when.",
    option_schema=OPTIONS,
    roster_schema=ROSTER_SCHEMA,
    commands=COMMANDS,
    events=EVENTS,
    clauses=clauses_of("rules.games.paper_tigers"),
    initial=opened,
    decide=decide,
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
