"""Lists what of a battle of Papercraft the players may amend together, with a reason."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final

from rules.games.papercraft.abilities import ABILITIES, PACKAGE, Effect, ability_of
from rules.games.papercraft.profiles import Fate
from rules.games.papercraft.state import FOUGHT, Phase, State, Status, StatusKind, Unit
from rules.referee.toolkit.amending import (
    BATTLE,
    Amendable,
    Domain,
    Holder,
    Known,
    Maybe,
    Objection,
    domain_of,
)
from rules.referee.toolkit.package_data import packed_toml
from rules.referee.toolkit.spots import Spot, TypedSpot
from rules.table.edges import TableEdge

How = Mapping[str, Callable[..., Any]]
"""The `reads` and `puts` of a row."""
Wrong = Callable[..., str]
"""Why something cannot be, given the state, the living unit and the value."""


def _under_way(state: State, value: Any = None, /, *, name: str = "") -> str:
    del value, name
    busy = state.steps or state.asks
    return "something is under way: amend it once that is done." if busy else ""


def _units(state: State) -> tuple[str, ...]:
    return tuple(state.units) if state.phase in FOUGHT else ()


def _put(state: State, unit: Unit) -> State:
    """The dead hold nobody."""
    if not unit.alive:
        state = state.let_go(*(held.id for held in state.held(unit.id)))
    return state.with_unit(unit)


UNITS: Final = Holder(kind="unit", names=_units, get=State.unit, put=_put)


def _of_the_living(wrong: Wrong) -> Objection:
    """What only a living unit has, with what else may be wrong with a value."""

    def check(state: State, value: Any, /, *, name: str) -> str:
        unit = state.unit(name)
        dead = "" if unit.alive else "it is dead: amend what has become of it first."
        return _under_way(state) or dead or wrong(state, unit, value=value)

    return check


def _fits(state: State, unit: Unit, *, value: Any) -> str:
    del state, unit, value
    return ""


def _stands(state: State, unit: Unit, *, value: Spot | None) -> str:
    del state
    return "" if value else f"{unit.id} is alive."


def _not_itself(state: State, unit: Unit, *, value: str) -> str:
    del state
    return "it cannot hold itself." if value == unit.id else ""


def _became(unit: Unit, fate: Fate) -> Unit:
    if fate is Fate.ALIVE:
        return replace(unit, fate=fate, hp=max(unit.hp, 1), killed_by="")
    hp = min(unit.hp, 0)
    return replace(unit, fate=fate, hp=hp, statuses=(), held_by="", inside="")


def _may_become(state: State, fate: Fate, /, *, name: str) -> str:
    inside = state.inside(name)
    if fate is Fate.ALIVE and state.unit(name).spot is None:
        return "it no longer has a place on the table."
    if fate is not Fate.ALIVE and inside:
        return f"{inside[0].id} is in it: amend that first."
    return _under_way(state)


def _living_with(effect: Effect) -> Callable[[State], tuple[str, ...]]:
    def names(state: State) -> tuple[str, ...]:
        units = (unit for unit in state.units.values() if unit.alive)
        return tuple(unit.id for unit in units if ability_of(unit.profile, effect))

    return names


def _not_inside(state: State, unit: Unit, *, value: str) -> str:
    own = not value or (value != unit.id and state.unit(value).player == unit.player)
    return "" if own else f"{value} does not take it in."


def _attacks(state: State) -> tuple[str, ...]:
    attacks = (each.id for unit in state.units.values() for each in unit.profile.attacks)
    return tuple(
        f"{attack} on {target}" for attack in dict.fromkeys(attacks) for target in state.units
    )


def _never_moves(state: State, unit: Unit, *, value: float) -> str:
    del state
    return "it never moves." if value and not unit.profile.movement else ""


def _not_made(state: State, unit: Unit, *, value: tuple[str, ...]) -> str:
    del state
    parts = (each.split(" on ", 1) for each in value)
    wrong = (a for a, target in parts if unit.profile.attack(a) is None or target == unit.id)
    attack = next(wrong, "")
    return f"it cannot have made that attack with {attack}." if attack else ""


def _made(unit: Unit, made: tuple[str, ...]) -> Unit:
    pairs = (each.split(" on ", 1) for each in made)
    return replace(unit, attacks=tuple((attack, target) for attack, target in pairs))


def _lasting(kind: StatusKind) -> How:
    """What lasts on a unit, by the number of the turn in which it counts."""

    def puts(unit: Unit, turn: int | None) -> Unit:
        others = tuple(each for each in unit.statuses if each.kind is not kind)
        new = () if turn is None else (Status(kind=kind, turn=turn, by=unit.id),)
        return replace(unit, statuses=(*others, *new))

    def reads(unit: Unit) -> int | None:
        return next((each.turn for each in unit.statuses if each.kind is kind), None)

    return {"reads": reads, "puts": puts}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersTurns:
    """What a player's turns go by."""

    player: str
    edge: TableEdge
    turns: int


PLAYERS: Final = Holder(
    kind="side",
    names=lambda state: tuple(state.edges) if state.phase in FOUGHT else (),
    get=lambda state, name: PlayersTurns(
        player=name, edge=state.edges[name], turns=state.turns.get(name, 0)
    ),
    put=lambda state, part: replace(
        state,
        edges={**state.edges, part.player: part.edge},
        turns={**state.turns, part.player: part.turns},
    ),
)


def _in_a_turn(state: State, value: Any, /, *, name: str) -> str:
    """What can be otherwise only in the midst of a turn, while nothing is under way."""
    del name
    if state.phase not in {Phase.MOVE, Phase.ATTACK}:
        return "nobody is in the midst of a turn."
    if value in state.order and not any(unit.alive for unit in state.army(value)):
        return f"{value} has no unit left."
    return _under_way(state)


def _not_all(state: State, order: tuple[str, ...], /, *, name: str) -> str:
    del name
    missing = [each for each in state.order if each not in order]
    return f"{missing[0]} takes turns too." if missing else _under_way(state)


def _won_by(state: State, winner: str) -> State:
    if state.outcome is None:
        return state
    says = f"{winner} wins, as was agreed." if winner else "The battle is drawn, as was agreed."
    return replace(state, outcome=replace(state.outcome, winner=winner, says=says))


def _not_over(state: State, winner: str, /, *, name: str) -> str:
    del winner, name
    return "" if state.outcome is not None else "it is not over yet."


ONCE: Final = tuple(name for name, each in ABILITIES.items() if each.once)
KNOWN: Final = MappingProxyType[str, Known](
    {
        "fates": tuple(Fate),
        "shelters": _living_with(Effect.SHELTER),
        "holders": _living_with(Effect.HOLD),
        "attacks": _attacks,
        "abilities": ONCE,
        "edges": tuple(TableEdge),
        "players": attrgetter("order"),
        "phases": (Phase.MOVE, Phase.ATTACK),
        "sides": attrgetter("sides"),
    }
)
"""Names of each sort."""
HOLDERS: Final = MappingProxyType({"unit": UNITS, "player": PLAYERS, "battle": BATTLE})
WRONG: Final = MappingProxyType[str, Wrong](
    {
        "spot": _stands,
        "inside": _not_inside,
        "held_by": _not_itself,
        "walked": _never_moves,
        "attacks": _not_made,
    }
)
"""By row of a living unit, what else may be wrong with a value."""
CHECKS: Final = MappingProxyType[str, Objection](
    {
        "fate": _may_become,
        "turns": _under_way,
        "order": _not_all,
        **dict.fromkeys(("active", "phase", "turn", "round"), _in_a_turn),
        "winner": _not_over,
    }
)
HOW: Final = MappingProxyType[str, How](
    {
        # A blow takes more than there is; who is dead has none left all the same.
        "hp": {"reads": lambda unit: max(unit.hp, 0)},
        "fate": {"puts": _became},
        "spot": {"puts": lambda unit, spot: replace(unit, spot=spot, vouched=-1)},
        "attacks": {
            "reads": lambda unit: tuple(f"{attack} on {on}" for attack, on in unit.attacks),
            "puts": _made,
        },
        **{f"{kind}_in_turn": _lasting(kind) for kind in StatusKind},
        "winner": {
            "reads": lambda state: "" if state.outcome is None else state.outcome.winner,
            "puts": _won_by,
        },
    }
)
"""By row that is no field of its own, how it is read and put back."""


def _row(name: str, text: Mapping[str, Any]) -> Amendable:
    domain: Domain
    if name == "spot":
        domain = Maybe(TypedSpot(text["told"].format), text["none"])
    else:
        domain = domain_of(text, known=KNOWN)
    how = dict(HOW.get(name, {}))
    if name in CHECKS:
        how["check"] = CHECKS[name]
    elif text["of"] == "unit":
        how["check"] = _of_the_living(WRONG.get(name, _fits))
    says, clause = text["says"], text.get("clause", "")
    return HOLDERS[text["of"]].row(name, says=says, clause=clause, domain=domain, **how)


AMENDABLE: Final = tuple(
    _row(name, text) for name, text in packed_toml(PACKAGE, "amendable.toml").items()
)
