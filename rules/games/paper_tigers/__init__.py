"""The basic game of Paper Tigers: small battles of paper tanks and squads, run by cards."""

from typing import Any

from rules.games.paper_tigers.amendable import AMENDABLE
from rules.games.paper_tigers.battle_options import OPTIONS
from rules.games.paper_tigers.chronicle import CHRONICLE
from rules.games.paper_tigers.differences import PROPOSAL_KINDS, differences, rests_on, sighted
from rules.games.paper_tigers.draft import evolve
from rules.games.paper_tigers.facts import FACTS
from rules.games.paper_tigers.initial import OWN_COLUMNS, ROSTER_SCHEMA, fieldable, muster
from rules.games.paper_tigers.older_asks import upgrade
from rules.games.paper_tigers.phases import CHAPTERS, awaits, decide, opened, options
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.view import view
from rules.referee.toolkit.chapters import contents
from rules.referee.toolkit.clauses import clauses_of
from rules.referee.toolkit.game import Game
from rules.referee.toolkit.questions import Choose, Roll

CONTENTS = contents(*CHAPTERS, commands=(Roll, Choose), older={"asked": upgrade})


def _say(event: Any) -> str:
    told: str = event.told()
    return told


def _result(state: State) -> str | None:
    return None if state.outcome is None else state.outcome.says


GAME = Game(
    slug="paper_tigers",
    title="Paper Tigers",
    version=2,
    says="Small battles of paper tanks, guns and squads in which cards say who acts when.",
    option_schema=OPTIONS,
    roster_schema=(*ROSTER_SCHEMA, *OWN_COLUMNS),
    commands=CONTENTS.commands,
    events=CONTENTS.events,
    clauses=clauses_of("rules.games.paper_tigers"),
    initial=opened,
    decide=decide,
    evolve=evolve,
    options=options,
    say=_say,
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
    amendable=AMENDABLE,
    fact_table=FACTS,
)
