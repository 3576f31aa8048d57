"""Papercraft: armies of paper squares that move, strike with a die each, and fall over."""

from rules.games.papercraft.amendable import AMENDABLE
from rules.games.papercraft.armies import fieldable, muster, read_units
from rules.games.papercraft.asks import upgraded
from rules.games.papercraft.catalogue import ROSTER_SCHEMA, ready_armies
from rules.games.papercraft.chronicle import CHRONICLE
from rules.games.papercraft.differences import PROPOSAL_KINDS, differences, rests_on, sighted
from rules.games.papercraft.facts import FACTS
from rules.games.papercraft.initial import initial
from rules.games.papercraft.maps import what_counts
from rules.games.papercraft.measuring.pieces import ruled_places
from rules.games.papercraft.options import OPTIONS
from rules.games.papercraft.phases import CHAPTERS, awaits, decide, options
from rules.games.papercraft.seat_facts import facts
from rules.games.papercraft.view import sheet_text, view
from rules.referee.toolkit.book.clauses import clauses_of
from rules.referee.toolkit.chapters import contents, evolve, result, say
from rules.referee.toolkit.game import Game
from rules.referee.toolkit.questions import Choose, Roll

CONTENTS = contents(*CHAPTERS, commands=(Roll, Choose), older={"asked": upgraded})
GAME = Game(
    slug="papercraft",
    title="Papercraft",
    version=1,
    says="Armies of paper squares. Shoot far, strike near, watch the hit points.",
    option_schema=OPTIONS,
    roster_schema=ROSTER_SCHEMA,
    commands=CONTENTS.commands,
    events=CONTENTS.events,
    clauses=clauses_of("rules.games.papercraft"),
    initial=initial,
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
    headlines=("battle_ended", "died"),
    chronicle=CHRONICLE,
    amendable=AMENDABLE,
    ruled_places=ruled_places,
    what_counts=what_counts,
    sheet=sheet_text,
    fieldable=fieldable(),
    muster=muster,
    total_option="army_total",
    ready_armies=ready_armies(),
    read_units=read_units,
    facts=facts,
    fact_table=FACTS,
)
