"""Nearest the Pin: everybody flicks a token once, and the one nearest to the pin wins."""

from typing import Final

from rules.referee.toolkit.book.clauses import clauses_of
from rules.referee.toolkit.chapters import contents
from rules.referee.toolkit.game import Game
from tests.rules.games.toy_game.nearest_the_pin.amendable import AMENDABLE
from tests.rules.games.toy_game.nearest_the_pin.chapters import flicking, rolling
from tests.rules.games.toy_game.nearest_the_pin.draft import decide
from tests.rules.games.toy_game.nearest_the_pin.phases import awaits, options
from tests.rules.games.toy_game.nearest_the_pin.state import (
    OPTIONS,
    evolve,
    initial,
    result,
    say,
    view,
)

CONTENTS: Final = contents(flicking, rolling)

GAME: Final = Game(
    slug="nearest_the_pin",
    title="Nearest the Pin",
    version=1,
    says="Everybody flicks a token once; the one that comes to lie nearest to the pin wins.",
    option_schema=OPTIONS,
    commands=CONTENTS.commands,
    events=CONTENTS.events,
    clauses=clauses_of(__name__),
    initial=initial,
    decide=decide,
    evolve=evolve,
    options=options,
    say=say,
    view=view,
    awaits=awaits,
    result=result,
    amendable=AMENDABLE,
)
