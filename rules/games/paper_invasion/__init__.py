"""Paper Invasion: Heroes in drawn rooms against Enemies outside, made from a word."""

from typing import Final

from rules.games.paper_invasion import asks
from rules.games.paper_invasion.amendable import AMENDABLE
from rules.games.paper_invasion.chapters import (
    acting,
    boarding,
    by_hand,
    consequences,
    enemy_script,
    happening,
    items,
    mending,
    naming,
    placing,
    secret_passage,
    turns,
)
from rules.games.paper_invasion.differences import PROPOSAL_KINDS, differences, sighted
from rules.games.paper_invasion.draft import evolve
from rules.games.paper_invasion.facts import FACTS
from rules.games.paper_invasion.in_words import carried_over, in_words
from rules.games.paper_invasion.initial import OPTIONS, initial, unmeasured
from rules.games.paper_invasion.phases import awaits, decide, options
from rules.games.paper_invasion.seat_facts import facts
from rules.games.paper_invasion.view import view
from rules.referee.toolkit.book.clauses import clauses_of
from rules.referee.toolkit.chapters import contents, result, say
from rules.referee.toolkit.game import Game
from rules.referee.toolkit.questions import Choose

CONTENTS: Final = contents(
    asks,
    naming,
    mending,
    boarding,
    placing,
    turns,
    consequences,
    acting,
    items,
    secret_passage,
    happening,
    by_hand,
    enemy_script,
    commands=(Choose,),
    older={"asked": asks.upgraded},
)


GAME = Game(
    slug="paper_invasion",
    title="Paper Invasion",
    version=1,
    says="Heroes in a house that you drew. Enemies come through the walls.",
    option_schema=OPTIONS,
    commands=CONTENTS.commands,
    events=CONTENTS.events,
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
    facts=facts,
    fact_table=FACTS,
    result=result,
    headlines=("game_ended", "killed", "grabbed", "looted", "wall_changed", "moved"),
    unmeasured=unmeasured,
    in_words=in_words,
    carried_over=carried_over,
    amendable=AMENDABLE,
)
