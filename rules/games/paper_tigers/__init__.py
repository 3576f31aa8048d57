"""The basic game of Paper Tigers: small battles of paper tanks and squads, run by cards."""

from rules.games.paper_tigers.amendable import AMENDABLE
from rules.games.paper_tigers.battle_options import OPTIONS
from rules.games.paper_tigers.chronicle import CHRONICLE
from rules.games.paper_tigers.dealing import DEALING
from rules.games.paper_tigers.differences import PROPOSAL_KINDS, differences, rests_on, sighted
from rules.games.paper_tigers.draft import evolve
from rules.games.paper_tigers.facts import FACTS
from rules.games.paper_tigers.initial import OWN_COLUMNS, ROSTER_SCHEMA, fieldable, muster
from rules.games.paper_tigers.maps import what_counts
from rules.games.paper_tigers.measuring.positions import ruled_places
from rules.games.paper_tigers.older_asks import upgrade
from rules.games.paper_tigers.phases import CHAPTERS, awaits, decide, opened, options
from rules.games.paper_tigers.seat_facts import facts
from rules.games.paper_tigers.view import view
from rules.referee.toolkit.book.clauses import clauses_of
from rules.referee.toolkit.chapters import contents, result, say
from rules.referee.toolkit.game import Game
from rules.referee.toolkit.questions import Choose, Roll

CONTENTS = contents(*CHAPTERS, commands=(Roll, Choose), older={"asked": upgrade})


GAME = Game(
    slug="paper_tigers",
    title="Paper Tigers",
    version=2,
    says="Small battles of paper tanks. Cards decide who acts, dice what happens.",
    option_schema=OPTIONS,
    roster_schema=(*ROSTER_SCHEMA, *OWN_COLUMNS),
    commands=CONTENTS.commands,
    events=CONTENTS.events,
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
    result=result,
    headlines=("battle_ended", "deck_ended", "destroyed"),
    fieldable=fieldable(),
    muster=muster,
    chronicle=CHRONICLE,
    dealing=DEALING,
    amendable=AMENDABLE,
    ruled_places=ruled_places,
    what_counts=what_counts,
    facts=facts,
    fact_table=FACTS,
)
