"""Tossing Tiger, Rolling Dragon: wars of shuffled piles, read card by card off the table."""

from typing import Final

from rules.games.tossing_tiger import draft
from rules.games.tossing_tiger.amendable import AMENDABLE
from rules.games.tossing_tiger.chapters import (
    acting,
    animal_actions,
    battles,
    dawn_rules,
    ending,
    layout,
    opening,
    piles,
    roosters,
    rounds,
    spoils,
)
from rules.games.tossing_tiger.dealing import DEALING
from rules.games.tossing_tiger.deck import ROSTER_SCHEMA, dealt
from rules.games.tossing_tiger.differences import PROPOSAL_KINDS, differences, sighted
from rules.games.tossing_tiger.facts import FACTS
from rules.games.tossing_tiger.initial import OPTIONS, initial, unmeasured
from rules.games.tossing_tiger.phases import awaits, decide, options
from rules.games.tossing_tiger.seat_facts import facts
from rules.games.tossing_tiger.view import hides, in_words, view
from rules.referee.toolkit.book.clauses import clauses_of
from rules.referee.toolkit.chapters import contents, evolve, result, say
from rules.referee.toolkit.game import Game, Roles
from rules.referee.toolkit.questions import Choose

CONTENTS: Final = contents(
    draft,
    rounds,
    opening,
    piles,
    layout,
    battles,
    acting,
    animal_actions,
    roosters,
    dawn_rules,
    spoils,
    ending,
    commands=(Choose,),
    without=(acting.CardAction, roosters.YesOrNo),
    older={"asked": draft.with_question},
)
GAME = Game(
    slug="tossing_tiger",
    title="Tossing Tiger, Rolling Dragon",
    version=2,
    says="Piles of cards are your dice. Roll a Dragon, toss a Tiger.",
    option_schema=OPTIONS,
    roster_schema=ROSTER_SCHEMA,
    commands=CONTENTS.commands,
    events=CONTENTS.events,
    clauses=clauses_of("rules.games.tossing_tiger"),
    initial=initial,
    decide=decide,
    evolve=evolve,
    options=options,
    say=say,
    cast=Roles(event="war_declared", roles=("attacker", "defender"), of="war"),
    view=view,
    hides=hides,
    differences=differences,
    sighted=sighted,
    proposal_kinds=PROPOSAL_KINDS,
    awaits=awaits,
    facts=facts,
    fact_table=FACTS,
    result=result,
    headlines=(
        *("game_ended", "war_decided", "war_stopped", "tossed", "war_stands", "piles_swapped"),
        *("rerolled", "turned_up", "number_said", "starter_set", "war_declared", "spoil_taken"),
        *("dawncard_laid", "animal_named", "hand_shown"),
    ),
    quiet=frozenset({"asked", "chosen", "phase_began", "stage_began"}),
    unmeasured=unmeasured,
    in_words=in_words,
    dealt=dealt,
    dealing=DEALING,
    amendable=AMENDABLE,
)
