"""Knows how the events before the first turn are told, and what is told of a phase."""

from types import MappingProxyType
from typing import Final

from rules.games.papercraft.events import setup as happened
from rules.games.papercraft.saying.dispatch import say
from rules.games.papercraft.saying.phrases import at
from rules.games.papercraft.vocabulary import Phase
from rules.referee.toolkit.dice import faces
from rules.referee.toolkit.phrases import capital, counted, ended, listed

PHASES: Final = MappingProxyType(
    {
        Phase.MUSTER: "Look at armies and table, and say that you are ready.",
        Phase.ORDER: "Roll for the order.",
        Phase.EDGES: "Choose your edges of the table.",
        Phase.DEPLOY: "Place your units, one at a time.",
        Phase.TURN_START: "The turn begins.",
        Phase.MOVE: "Move as many units as you like, then end the movement.",
        Phase.ATTACK: "Attack with your units, one attack at a time, then end the turn.",
        Phase.TURN_END: "The turn ends.",
        Phase.ENDED: "The battle is over.",
    }
)


@say.register
def _asked(event: happened.Asked) -> str:
    return ended(event.ask.says)


@say.register
def _rolled(event: happened.Rolled) -> str:
    why = f": {event.why}" if event.why else ""
    return ended(f"{event.player} rolls {faces(event.dice)}{why}")


@say.register
def _chosen(event: happened.Chosen) -> str:
    question = f"{event.question} " if event.question else ""
    return f"{question}{event.player}: {event.choice}."


@say.register
def _phase_began(event: happened.PhaseBegan) -> str:
    return PHASES[event.phase]


@say.register
def _mustered(event: happened.Mustered) -> str:
    worth = f"{event.points} of {counted(event.total, 'point')}"
    return f"{event.player} is ready with an army of {worth}."


@say.register
def _armies_agreed(event: happened.ArmiesAgreed) -> str:
    told = ", ".join(f"{each.name} {each.count}" for each in event.totals)
    return " ".join(
        (
            f"The Army Totals are {told or 'none'}.",
            *(capital(ended(each)) for each in event.warnings),
        )
    )


@say.register
def _roll_tied(event: happened.RollTied) -> str:
    return f"{listed(event.players)} have {event.face} each: they roll again."


@say.register
def _order_set(event: happened.OrderSet) -> str:
    return f"The order is {listed(event.order)}, in placing units and in taking turns."


@say.register
def _edge_chosen(event: happened.EdgeChosen) -> str:
    return f"{event.player} begins at the {event.edge} edge."


@say.register
def _placed(event: happened.Placed) -> str:
    return f"{event.player} places {event.unit}, {at(event.spot)}."


@say.register
def _player_skipped(event: happened.PlayerSkipped) -> str:
    return f"{event.player} has nothing left to place and is skipped."
