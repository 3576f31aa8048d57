"""Knows how the end of a battle is told, and what players put right."""

from rules.games.papercraft.events import ending as happened
from rules.games.papercraft.saying.dispatch import say
from rules.games.papercraft.saying.phrases import at
from rules.referee.toolkit.phrases import ended, listed


@say.register
def _amended(event: happened.Amended) -> str:
    moved = "has moved" if event.moved else "has not moved"
    return f"Agreed: {event.unit} has {event.hp} HP and {moved} in this turn."


@say.register
def _table_accepted(event: happened.TableAccepted) -> str:
    return f"Agreed: {event.unit} stands {at(event.spot)}."


@say.register
def _conceded(event: happened.Conceded) -> str:
    units = f"; {listed(event.units)} are taken off" if event.units else ""
    return f"{event.player} gives up{units}."


def said_end(event: happened.BattleEnded) -> str:
    """Who has won, and how."""
    left = ", ".join(f"{each.name} {each.count}" for each in event.points_left)
    points = f" Points left: {left}." if left else ""
    if not event.winner:
        return f"The battle is drawn: {ended(event.how)}{points}"
    return f"{event.winner} wins: {ended(event.how)}{points}"


@say.register
def _battle_ended(event: happened.BattleEnded) -> str:
    return said_end(event)
