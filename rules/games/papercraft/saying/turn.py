"""Knows how the events of a turn are told, but for attacks."""

from rules.games.papercraft.events import turn as happened
from rules.games.papercraft.saying.dispatch import say
from rules.games.papercraft.saying.phrases import at
from rules.table.units import plain


@say.register
def _turn_began(event: happened.TurnBegan) -> str:
    return f"Turn {event.turn}, in round {event.round}, is {event.player}'s."


@say.register
def _turn_skipped(event: happened.TurnSkipped) -> str:
    return f"{event.player} has no unit left and is skipped."


@say.register
def _moved(event: happened.Moved) -> str:
    total = ""
    if event.walked > event.length:
        total = f", {plain(event.walked)} in of its Movement so far"
    little = "" if event.counts else "; that is too little to count as a move"
    return f"{event.unit} moves {plain(event.length)} in{total}{little}."


@say.register
def _entered(event: happened.Entered) -> str:
    return f"{event.unit} goes into {event.building}; its square is taken off the table."


@say.register
def _came_out(event: happened.CameOut) -> str:
    how = "is put out of the fallen" if event.fell else "comes out of"
    return f"{event.unit} {how} {event.building} and stands {at(event.spot)}."


@say.register
def _turn_ended(event: happened.TurnEnded) -> str:
    return f"The turn of {event.player} is over."
