"""Knows how abilities are told."""

from types import MappingProxyType
from typing import Final

from rules.games.papercraft.events import ability as happened
from rules.games.papercraft.saying.dispatch import say
from rules.games.papercraft.vocabulary import StatusKind
from rules.referee.toolkit.dice import faces
from rules.referee.toolkit.phrases import counted, listed
from rules.table.units import plain

LASTS: Final = MappingProxyType(
    {
        StatusKind.PINNED: "may not move in its next own turn",
        StatusKind.BURNING: "burns: it is hurt at the end of its next turn unless it moves in it",
        StatusKind.EMPOWERED: "has its Hit Bonus doubled",
    }
)


@say.register
def _ability_used(event: happened.AbilityUsed) -> str:
    target = f" on {event.target}" if event.target else ""
    return f"{event.unit} uses {event.name or event.ability}{target} in place of attacking."


@say.register
def _applied_by_hand(event: happened.AppliedByHand) -> str:
    target = f" on {event.target}" if event.target else ""
    return (
        f"{event.unit} uses {event.ability.replace('_', ' ')}{target}: apply it by hand, and amend "
        "what it changes."
    )


@say.register
def _status_gained(event: happened.StatusGained) -> str:
    return f"{event.ability or event.status.by}: {event.unit} {LASTS[event.status.kind]}."


@say.register
def _held(event: happened.Held) -> str:
    return f"{event.unit} holds {event.target}, which can neither move nor attack."


@say.register
def _hold_ended(event: happened.HoldEnded) -> str:
    return f"{event.unit} lets go of {listed(event.freed)}."


@say.register
def _escape_rolled(event: happened.EscapeRolled) -> str:
    result = "breaks free of" if event.free else "is still held by"
    return f"{event.unit} {result} {event.by}: {event.total}, {event.needed} needed."


@say.register
def _sung(event: happened.Sung) -> str:
    return f"{event.unit} sings: every Living unit on the table regains {event.number} HP."


@say.register
def _healed(event: happened.Healed) -> str:
    return f"{event.unit} regains {event.amount} HP: {event.hp} now."


@say.register
def _salvo_fired(event: happened.SalvoFired) -> str:
    how = "dies, and its salvo goes off at" if event.dying else "fires its salvo at"
    return f"{event.unit} {how} {listed(event.targets)}."


@say.register
def _salvo_rolled(event: happened.SalvoRolled) -> str:
    return f"Of {faces(event.dice)} for {listed(event.targets)}: {listed(event.hits)} hit."


@say.register
def _shift_aimed(event: happened.ShiftAimed) -> str:
    if not event.attack_total and event.took:
        return f"{event.target} lets {event.unit} shift it."
    result = "takes hold of" if event.took else "finds no hold on"
    totals = f"{event.attack_total} against {event.guard_total}"
    return f"{event.unit} {result} {event.target}: {totals}."


@say.register
def _shift_rolled(event: happened.ShiftRolled) -> str:
    return f"{event.unit} may shift {event.target} by up to {event.inches} in."


@say.register
def _shifted(event: happened.Shifted) -> str:
    return f"{event.unit} shifts {event.target} by {plain(event.length)} in."


@say.register
def _charged(event: happened.Charged) -> str:
    price = counted(len(event.targets), "attack")
    return (
        f"{event.unit} flies {plain(event.length)} in over {listed(event.targets)}: {price}, "
        f"{event.cost_hp} HP each."
    )
