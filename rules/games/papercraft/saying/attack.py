"""Knows how attacks and their damage are told."""

from types import MappingProxyType
from typing import Final

from rules.games.papercraft.events import attack as happened
from rules.games.papercraft.profiles import Fate
from rules.games.papercraft.saying.dispatch import say
from rules.referee.toolkit.phrases import counted, ended

FATES: Final = MappingProxyType(
    {
        Fate.ALIVE: "it lives",
        Fate.CORPSE: "turn its square over where it lies",
        Fate.RUBBLE: "turn its square over: it is rubble",
        Fate.REMOVED: "take its square off the table",
    }
)


@say.register
def _attack_declared(event: happened.AttackDeclared) -> str:
    return f"{event.unit} attacks {event.target} with {event.name or event.attack}."


@say.register
def _range_failed(event: happened.RangeFailed) -> str:
    return f"{event.target} is out of reach of {event.unit}, and that attack is used up."


@say.register
def _strike_lost(event: happened.StrikeLost) -> str:
    return f"The attack of {event.unit} on {event.target} comes to nothing."


@say.register
def _guard_chosen(event: happened.GuardChosen) -> str:
    bonus = "Hit Bonus, ready to strike back" if event.strike else "Dodge Bonus"
    return f"{event.unit} meets {event.target} with its {bonus}."


@say.register
def _hit_rolled(event: happened.HitRolled) -> str:
    if event.sure:
        return f"{event.target} is held, so {event.unit} hits it without a roll."
    result = "hits" if event.hit else "misses"
    totals = f"{event.attack_total} against {event.guard_total}"
    back = f" {event.target} strikes back at once." if event.blow_back and not event.hit else ""
    return f"{event.unit} {result} {event.target}: {totals}.{back}"


@say.register
def _type_chosen(event: happened.TypeChosen) -> str:
    return f"{event.unit} makes that {event.type} damage."


@say.register
def _damage_chosen(event: happened.DamageChosen) -> str:
    return f"{event.unit} hurts {event.target} and does not hold it."


@say.register
def _hurt(event: happened.Hurt) -> str:
    left = f"{event.hp} left" if event.hp > 0 else "none left"
    why = f" ({event.why})" if event.why else ""
    if event.amount < 0:
        return f"{event.unit} regains {-event.amount} HP{why}: {left}."
    return f"{event.unit} loses {event.amount} HP{why}: {left}."


@say.register
def _died(event: happened.Died) -> str:
    worth = f", worth {counted(event.points, 'point')}" if event.points else ""
    by = f" by {event.by}" if event.by and event.by != event.unit else ""
    return ended(f"{event.unit} is killed{by}{worth}: {FATES[event.fate]}")
