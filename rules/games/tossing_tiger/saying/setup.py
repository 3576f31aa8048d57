"""Knows how the events up to the first battle are told."""

from types import MappingProxyType
from typing import Final

from rules.games.tossing_tiger.animals import CHANGES, WAR_RULES
from rules.games.tossing_tiger.events import setup as happened
from rules.games.tossing_tiger.saying.dispatch import say
from rules.games.tossing_tiger.saying.phrases import a, battles, piles
from rules.games.tossing_tiger.vocabulary import Phase, Stage
from rules.referee.toolkit.phrases import counted, ended

PHASES: Final = MappingProxyType(
    {
        Phase.SETUP: "Take your seats, and six cards each.",
        Phase.START: "Everybody has six cards; the rest is the draw pile.",
        Phase.PAIRING: "Opponents are named.",
        Phase.WAR: "The war begins.",
        Phase.SCAN: "The game is over; hands are shown.",
        Phase.ENDED: "The game is over.",
    }
)
STAGES: Final = MappingProxyType(
    {
        Stage.NUMBER: "The number of piles is said.",
        Stage.DAWNCARD: "A Dawncard is laid.",
        Stage.BUILD: "Piles are made.",
        Stage.LAYOUT: "The piles are made; they are laid in two rows.",
        Stage.WAR_RULE: "The rows are laid.",
        Stage.BATTLE: "The battles begin.",
        Stage.CLOSING: "The last battle is over.",
        Stage.SPOILS: "Spoils are taken.",
        Stage.PENALTY: "The losers give a card to the war pile.",
        Stage.OVER: "The war is over.",
    }
)


@say.register
def _asked(event: happened.Asked) -> str:
    return ended(event.ask.says)


@say.register
def _chosen(event: happened.Chosen) -> str:
    return f"{event.player}: {event.choice}."


@say.register
def _sat_down(event: happened.SatDown) -> str:
    return f"{event.player} sits in the {event.edge}, with {counted(event.cards, 'card')}."


@say.register
def _phase_began(event: happened.PhaseBegan) -> str:
    return PHASES[event.phase]


@say.register
def _starter_set(event: happened.StarterSet) -> str:
    return f"{event.player} begins."


@say.register
def _round_began(event: happened.RoundBegan) -> str:
    arbiter = f" {event.arbiter} sits out, and may be the arbiter." if event.arbiter else ""
    return f"Round {event.round} starts with {event.player}.{arbiter}"


@say.register
def _war_declared(event: happened.WarDeclared) -> str:
    return f"{event.attacker} attacks {event.defender}."


@say.register
def _number_said(event: happened.NumberSaid) -> str:
    dawn = ", the first of the attacker's being a Dawncard" if event.with_dawncard else ""
    return f"Each side makes {piles(event.number)} of {event.least} cards or more{dawn}."


@say.register
def _dawncard_laid(event: happened.DawncardLaid) -> str:
    rule, change = WAR_RULES[event.rule].says, CHANGES[event.change].says
    return f"{event.player} opens with {event.card}. {rule} Other Roosters: {change}"


@say.register
def _empty_place_set(event: happened.EmptyPlaceSet) -> str:
    return f"The defender lays no pile at place {event.place}."


@say.register
def _stage_began(event: happened.StageBegan) -> str:
    return STAGES[event.stage]


@say.register
def _piles_built(event: happened.PilesBuilt) -> str:
    # How many cards each has is nobody else's to know before both sides are done.
    again = " anew" if event.again else ""
    return f"The {event.role} has made {piles(len(event.sizes))}{again}, shuffled and face down."


@say.register
def _rows_seen(event: happened.RowsSeen) -> str:
    if not event.attacking:
        return "The piles lie in two rows, by word of the players."
    return f"The camera sees both rows: {battles(tuple(range(1, len(event.attacking) + 1)))}."


@say.register
def _lane_marked(event: happened.LaneMarked) -> str:
    lane = event.lane
    return (
        f"War {event.war} is fought between {lane.west_in:g} and {lane.east_in:g} in east, "
        f"{lane.south_in:g} and {lane.north_in:g} in north."
    )


@say.register
def _animal_named(event: happened.AnimalNamed) -> str:
    return f"It is {a(event.animal)}: {WAR_RULES[event.rule].says}"
