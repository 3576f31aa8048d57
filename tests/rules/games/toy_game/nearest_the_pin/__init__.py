"""Nearest the Pin: everybody flicks a token once, and the one nearest to the pin wins."""

from typing import Final

from rules.referee.toolkit.clauses import clauses_of
from rules.referee.toolkit.game import Game
from tests.rules.games.toy_game.nearest_the_pin.asking import awaits, options, view
from tests.rules.games.toy_game.nearest_the_pin.decide import decide
from tests.rules.games.toy_game.nearest_the_pin.state import OPTIONS, evolve, initial, result
from tests.rules.games.toy_game.nearest_the_pin.vocabulary import COMMANDS, EVENTS, say

GAME: Final = Game(
    slug="nearest_the_pin",
    title="Nearest the Pin",
    version=1,
    says="Everybody flicks a token once; the one that comes to lie nearest to the pin wins.",
    option_schema=OPTIONS,
    commands=COMMANDS,
    events=EVENTS,
    clauses=clauses_of(__name__),
    initial=initial,
    decide=decide,
    evolve=evolve,
    options=options,
    say=say,
    view=view,
    awaits=awaits,
    result=result,
)
