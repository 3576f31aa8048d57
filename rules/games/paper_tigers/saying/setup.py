"""Knows how the events before the first turn are told, and asks and their answers."""

from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.events import setup as happened
from rules.games.paper_tigers.saying.dispatch import say
from rules.games.paper_tigers.saying.phrases import totals
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.toolkit.dice import faces
from rules.referee.toolkit.phrases import capital, counted, ended, listed, verb

PHASES: Final = MappingProxyType(
    {
        Phase.ROLL_SIDES: "Both sides roll for who attacks.",
        Phase.TERRAIN: "Now the terrain is laid out.",
        Phase.DEPLOY_FIRST: "The Defender sets up.",
        Phase.DEPLOY_SECOND: "The Attacker sets up.",
        Phase.TURN_SLIPS: "The slips are turned over, one by one.",
        Phase.SHUFFLE: "Time to shuffle the draw pile.",
        Phase.ARRIVALS: "Time for units to come onto the table.",
        Phase.ROLL_CARDS: "Roll for the number of cards.",
        Phase.DEAL: "Deal the cards, face down.",
        Phase.ASSIGN: "Lay cards on your units, one at a time.",
        Phase.PICK: "Pick who acts in this round.",
        Phase.ACT: "The open cards are played, the highest first.",
        Phase.REPAIR: "Cards may be laid on damaged units to repair them.",
        Phase.REPAIR_ROLLS: "Turn the repair cards up and roll for them.",
        Phase.CLEAN_UP: "Keep six cards at most; what is kept is turned up.",
        Phase.DECK_CHECK: "Is the deck used up? The umpire looks.",
        Phase.ENDED: "The battle is over.",
    }
)


@say.register
def _asked(event: happened.Asked) -> str:
    return event.ask.says


@say.register
def _rolled(event: happened.Rolled) -> str:
    why = event.why.strip()
    rolled = f"{event.force} rolls {faces(event.dice)}"
    return ended(f"{rolled}: {why}" if why else rolled)


@say.register
def _chosen(event: happened.Chosen) -> str:
    answer = f"{event.force}: {event.choice.replace('_', ' ')}."
    question = event.question.strip()
    return f"{ended(question)} {answer}" if question else answer


@say.register
def _phase_began(event: happened.PhaseBegan) -> str:
    return PHASES[event.phase]


@say.register
def _roll_tied(event: happened.RollTied) -> str:
    return f"Both have {event.total}: roll again."


@say.register
def _roles_set(event: happened.RolesSet) -> str:
    rolled = f": {totals(event.totals)}" if event.totals else ""
    return f"{event.attacker} attacks and {event.defender} defends{rolled}."


@say.register
def _objective_named(event: happened.ObjectiveNamed) -> str:
    if not event.points:
        return f"{event.area} is worth no points any more."
    held = f", and {event.held_by} holds it from the start" if event.held_by else ""
    return f"{event.area} is worth {counted(event.points, 'point')}{held}."


@say.register
def _terrain_placed(event: happened.TerrainPlaced) -> str:
    count = len(event.areas)
    told = [
        f"{event.by} has laid out {counted(count, 'area')}: {listed(event.areas)}."
        if count
        else f"{event.by} leaves the table bare."
    ]
    if event.big_hill:
        told.append(f"The hill to fight over is {event.big_hill}.")
    if event.river:
        told.append(f"The river is {event.river}.")
    if event.bridge:
        told.append(f"The only bridge is {event.bridge}.")
    return " ".join([*told, *(ended(each) for each in event.warnings if each.strip())])


@say.register
def _terrain_reopened(event: happened.TerrainReopened) -> str:
    return f"{event.by} does not agree to the terrain: it is open again."


@say.register
def _bonus_allowed(event: happened.BonusAllowed) -> str:
    return (
        f"{event.side} may add units worth {counted(event.points, 'point')}: "
        f"it has {event.own_points}, the other side {event.other_points}."
    )


@say.register
def _edge_chosen(event: happened.EdgeChosen) -> str:
    taken = f"The Defender takes the {event.edge} edge."
    return f"{taken} {capital(ended(event.warning))}" if event.warning else taken


@say.register
def _column_rolled(event: happened.ColumnRolled) -> str:
    return f"{event.side}'s column begins {event.inches} in from the middle of the table."


@say.register
def _boarded(event: happened.Boarded) -> str:
    if event.carrier:
        return f"{event.unit} begins the battle carried by {event.carrier}."
    return f"{event.unit} begins the battle on its own."


@say.register
def _slips_written(event: happened.SlipsWritten) -> str:
    return (
        f"{event.side} begins as {counted(event.on_table, 'slip')} of paper on the table: "
        f"{event.blanks} blank, {event.left_off} more left off."
    )


@say.register
def _deployed(event: happened.Deployed) -> str:
    units, slips = len(event.spots), len(event.slips)
    told = []
    if units or not slips:
        told.append(counted(units, "unit"))
    if slips:
        told.append(counted(slips, "slip"))
    return f"{event.side} stands ready with {listed(told)}."


@say.register
def _slip_turned(event: happened.SlipTurned) -> str:
    if event.unit:
        return f"{event.slip} is turned over: {event.unit} stands there."
    return f"{event.slip} is turned over: blank."


@say.register
def _left_off(event: happened.LeftOff) -> str:
    who = listed(event.units)
    return f"{who[:1].upper()}{who[1:]} {verb(event.units or ('',), 'stay')} out of the battle."
