"""Plays Paper Tigers II: historical units, close combat, cover, suppression and much more."""

from typing import Final

from rules.games.paper_tigers.amendable import AMENDABLE as BASIC_AMENDABLE
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.shots import Shot
from rules.games.paper_tigers.dealing import DEALING
from rules.games.paper_tigers.differences import PROPOSAL_KINDS, differences, rests_on, sighted
from rules.games.paper_tigers.draft import evolve
from rules.games.paper_tigers.maps import what_counts
from rules.games.paper_tigers.measuring.positions import ruled_places
from rules.games.paper_tigers.phases import CHAPTERS as BASIC_CHAPTERS
from rules.games.paper_tigers.phases import awaits, decide, first_asked
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers_2.amendable import AMENDABLE
from rules.games.paper_tigers_2.armies import fieldable, muster
from rules.games.paper_tigers_2.battle_options import OPTIONS
from rules.games.paper_tigers_2.chronicle import CHRONICLE
from rules.games.paper_tigers_2.facts import sequel_facts
from rules.games.paper_tigers_2.initial import ROSTER_SCHEMA, initial
from rules.games.paper_tigers_2.older_asks import upgrade
from rules.games.paper_tigers_2.phases import CHAPTERS, options
from rules.games.paper_tigers_2.seat_facts import facts
from rules.games.paper_tigers_2.view import view
from rules.referee.toolkit.book.clauses import clauses_of
from rules.referee.toolkit.chapters import contents, result, say
from rules.referee.toolkit.game import Game, Setup
from rules.referee.toolkit.questions import Choose, Roll

AMENDED: Final = clauses_of("rules.games.paper_tigers")
OWN: Final = clauses_of("rules.games.paper_tigers_2")
CLAUSES: Final = OWN.amending(AMENDED)
"""This edition's own first; what it leaves as it was keeps the number of the basic game."""
CONTENTS: Final = contents(
    *BASIC_CHAPTERS,
    *CHAPTERS,
    commands=(Roll, Choose),
    without=(Fire, Shot),
    older={"asked": upgrade},
)


def _opened(setup: Setup) -> State:
    """The first state, in which both sides are asked for their roll."""
    return first_asked(initial(setup))


GAME = Game(
    slug="paper_tigers_2",
    title="Paper Tigers II",
    version=2,
    says="The same war with nations, planes, landings and close combat.",
    option_schema=OPTIONS,
    roster_schema=ROSTER_SCHEMA,
    commands=CONTENTS.commands,
    events=CONTENTS.events,
    clauses=CLAUSES,
    initial=_opened,
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
    result=result,
    headlines=("battle_ended", "deck_ended", "destroyed"),
    fieldable=fieldable(),
    muster=muster,
    chronicle=CHRONICLE,
    dealing=DEALING,
    amendable=(*BASIC_AMENDABLE, *AMENDABLE),
    ruled_places=ruled_places,
    what_counts=what_counts,
    facts=facts,
    fact_table=sequel_facts(_opened),
)
