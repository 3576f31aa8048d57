"""Knows Paper Invasion: Heroes in drawn rooms against Enemies outside, made from a word."""

from rules.games.paper_invasion.awaits import awaits
from rules.games.paper_invasion.battle_options import OPTIONS
from rules.games.paper_invasion.change import evolve
from rules.games.paper_invasion.commands import COMMANDS
from rules.games.paper_invasion.decide import decide
from rules.games.paper_invasion.differences import PROPOSAL_KINDS, differences, sighted
from rules.games.paper_invasion.events import EVENTS
from rules.games.paper_invasion.in_words import carried_over, in_words
from rules.games.paper_invasion.initial import initial, unmeasured
from rules.games.paper_invasion.offering import options
from rules.games.paper_invasion.saying import say
from rules.games.paper_invasion.state import State
from rules.games.paper_invasion.view import view
from rules.referee.toolkit.clauses import clauses_of
from rules.referee.toolkit.game import Game


def _result(state: State) -> str | None:
    return None if state.outcome is None else state.outcome.says


GAME = Game(
    slug="paper_invasion",
    title="Paper Invasion",
    version=1,
    says="Heroes in drawn rooms hold out against Enemies, in a game that is made from a word.",
    option_schema=OPTIONS,
    commands=COMMANDS,
    events=EVENTS,
    clauses=clauses_of("rules.games.paper_invasion"),
    initial=initial,
    decide=decide,
    evolve=evolve,
    options=options,
    say=say,
    view=view,
    differences=differences,
    sighted=sighted,
    proposal_kinds=PROPOSAL_KINDS,
    awaits=awaits,
    result=_result,
    unmeasured=unmeasured,
    in_words=in_words,
    carried_over=carried_over,
)
