"""Knows Papercraft: armies of paper squares that move, strike with a die each, and fall over."""

from rules.games.papercraft.armies import muster, ready_armies
from rules.games.papercraft.awaits import awaits
from rules.games.papercraft.battle_options import OPTIONS
from rules.games.papercraft.change import evolve
from rules.games.papercraft.chronicle import CHRONICLE
from rules.games.papercraft.commands import COMMANDS
from rules.games.papercraft.decide import decide
from rules.games.papercraft.differences import PROPOSAL_KINDS, differences, rests_on, sighted
from rules.games.papercraft.events import EVENTS
from rules.games.papercraft.initial import initial
from rules.games.papercraft.offering import options
from rules.games.papercraft.roster_units import ROSTER_SCHEMA
from rules.games.papercraft.saying import say
from rules.games.papercraft.sheet import sheet_text
from rules.games.papercraft.state import State
from rules.games.papercraft.unit_views import fieldable, read_units
from rules.games.papercraft.view import view
from rules.referee.toolkit.clauses import clauses_of
from rules.referee.toolkit.game import Game


def _result(state: State) -> str | None:
    return None if state.outcome is None else state.outcome.says


GAME = Game(
    slug="papercraft",
    title="Papercraft",
    version=1,
    says="Armies of paper squares that move, attack with a die against a die, and are turned over.",
    option_schema=OPTIONS,
    roster_schema=ROSTER_SCHEMA,
    commands=COMMANDS,
    events=EVENTS,
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
    result=_result,
    chronicle=CHRONICLE,
    sheet=sheet_text,
    fieldable=fieldable(),
    muster=muster,
    total_option="army_total",
    ready_armies=ready_armies(),
    read_units=read_units,
)
