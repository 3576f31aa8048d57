"""Knows Tossing Tiger, Rolling Dragon: wars of shuffled piles, read card by card off the table."""

from rules.games.tossing_tiger.awaits import awaits
from rules.games.tossing_tiger.change import evolve
from rules.games.tossing_tiger.commands import COMMANDS
from rules.games.tossing_tiger.decide import decide
from rules.games.tossing_tiger.deck import ROSTER_SCHEMA
from rules.games.tossing_tiger.differences import PROPOSAL_KINDS, differences, sighted
from rules.games.tossing_tiger.events import EVENTS
from rules.games.tossing_tiger.game_options import OPTIONS
from rules.games.tossing_tiger.generating import dealt
from rules.games.tossing_tiger.hiding import hides
from rules.games.tossing_tiger.in_words import in_words
from rules.games.tossing_tiger.initial import initial, unmeasured
from rules.games.tossing_tiger.offering import options
from rules.games.tossing_tiger.saying import say
from rules.games.tossing_tiger.state import State
from rules.games.tossing_tiger.view import view
from rules.referee.toolkit.clauses import clauses_of
from rules.referee.toolkit.game import Game


def _result(state: State) -> str | None:
    return None if state.outcome is None else state.outcome.says


GAME = Game(
    slug="tossing_tiger",
    title="Tossing Tiger, Rolling Dragon",
    version=1,
    says="Piles of animals are rolled like dice: pile against pile, each turns its top card up.",
    option_schema=OPTIONS,
    roster_schema=ROSTER_SCHEMA,
    commands=COMMANDS,
    events=EVENTS,
    clauses=clauses_of("rules.games.tossing_tiger"),
    initial=initial,
    decide=decide,
    evolve=evolve,
    options=options,
    say=say,
    view=view,
    hides=hides,
    differences=differences,
    sighted=sighted,
    proposal_kinds=PROPOSAL_KINDS,
    awaits=awaits,
    result=_result,
    unmeasured=unmeasured,
    in_words=in_words,
    dealt=dealt,
)
