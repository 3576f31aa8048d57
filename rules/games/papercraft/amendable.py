"""Lists what of a battle of Papercraft the players may amend together, with a reason."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Final

from rules.games.papercraft.abilities import ABILITIES, PACKAGE, Effect, ability_of
from rules.games.papercraft.profiles import Fate
from rules.games.papercraft.state import FOUGHT, Phase, State, Status, StatusKind, Unit
from rules.referee.toolkit import amending
from rules.referee.toolkit.amending import BATTLE, Amendable, Domain, Holder, Number
from rules.referee.toolkit.package_data import packed_toml
from rules.referee.toolkit.spots import TypedSpot
from rules.table.edges import TableEdge

MOST_HP: Final = 9999
MOST_TURNS: Final = 999
TEXTS: Final = packed_toml(PACKAGE, "amendable.toml")
Says = Callable[[Any], str]


def _row(
    name: str, holder: Holder, *, domain: Callable[[Says], Domain], nothing: Any = None, **more: Any
) -> Amendable:
    """A row with its texts; `nothing` is what the state holds where it may be nothing."""
    text = TEXTS[name]
    made = domain(text.get("told", "").format)
    if "none" in text:
        made = amending.Maybe(made, text["none"], nothing)
    return holder.row(name, says=text["says"], clause=text.get("clause", ""), domain=made, **more)


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


def _unit(
    name: str,
    domain: Callable[[Says], Domain],
    *,
    wrong: Callable[..., str] | None = None,
    **more: Any,
) -> Amendable:
    """Something that only a living unit has, with what else may be wrong with a value."""

    def check(state: State, value: Any, /, *, name: str) -> str:
        unit = state.unit(name)
        dead = "" if unit.alive else "it is dead: amend what has become of it first."
        also = wrong(state, unit, value=value) if wrong is not None and unit.alive else ""
        return _under_way(state) or dead or also

    return _row(name, UNITS, domain=domain, check=check, **more)


def _yes_no(name: str) -> Amendable:
    return _unit(name, lambda _: amending.YesNo(TEXTS[name]["yes"], TEXTS[name]["no"]))


def _became(unit: Unit, fate: Fate) -> Unit:
    if fate is Fate.ALIVE:
        return replace(unit, fate=fate, hp=max(unit.hp, 1), killed_by="")
    hp = min(unit.hp, 0)
    return replace(unit, fate=fate, hp=hp, statuses=(), held_by="", inside="")


def _may_become(state: State, fate: Fate, /, *, name: str) -> str:
    inside = state.inside(name)
    if fate is Fate.ALIVE and state.unit(name).spot is None:
        return "it has no place on the table any more."
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


def _lasting(kind: StatusKind) -> Amendable:
    """What lasts on a unit, by the number of the turn in which it counts."""

    def puts(unit: Unit, turn: int | None) -> Unit:
        others = tuple(each for each in unit.statuses if each.kind is not kind)
        new = () if turn is None else (Status(kind=kind, turn=turn, by=unit.id),)
        return replace(unit, statuses=(*others, *new))

    def reads(unit: Unit) -> int | None:
        return next((each.turn for each in unit.statuses if each.kind is kind), None)

    domain = _number(1, MOST_TURNS)
    return _unit(f"{kind}_in_turn", domain, reads=reads, puts=puts)


def _number(least: float, most: float) -> Callable[[Says], Domain]:
    return lambda told: Number(least, most, told)


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
AMENDABLE: Final[tuple[Amendable, ...]] = (
    _unit("hp", _number(1, MOST_HP)),
    _row(
        "fate",
        UNITS,
        domain=lambda told: amending.Member(Fate, told),
        puts=_became,
        check=_may_become,
    ),
    _unit(
        "spot",
        TypedSpot,
        puts=lambda unit, spot: replace(unit, spot=spot, vouched=-1),
        wrong=lambda _, unit, value: "" if value else f"{unit.id} is alive.",
    ),
    _unit(
        "inside",
        lambda told: amending.Choice(_living_with(Effect.SHELTER), told),
        nothing="",
        wrong=_not_inside,
    ),
    _unit(
        "held_by",
        lambda told: amending.Choice(_living_with(Effect.HOLD), told),
        nothing="",
        wrong=lambda _, unit, value: "it cannot hold itself." if value == unit.id else "",
    ),
    _unit(
        "walked",
        _number(0.0, 1000.0),
        wrong=lambda _, unit, value: (
            "it never moves." if value and not unit.profile.movement else ""
        ),
    ),
    _yes_no("moved"),
    _unit(
        "attacks",
        lambda told: amending.Names(_attacks, told),
        reads=lambda unit: tuple(f"{attack} on {target}" for attack, target in unit.attacks),
        puts=_made,
        wrong=_not_made,
    ),
    _yes_no("ability_used"),
    _unit("spent", lambda told: amending.Names(lambda _: ONCE, told)),
    *(_lasting(kind) for kind in StatusKind),
    _row("edge", PLAYERS, domain=lambda told: amending.Member(TableEdge, told)),
    _row("turns", PLAYERS, domain=_number(0, MOST_TURNS), check=_under_way),
    _row(
        "order",
        BATTLE,
        domain=lambda told: amending.Names(attrgetter("order"), told),
        check=_not_all,
    ),
    _row(
        "active",
        BATTLE,
        domain=lambda told: amending.Choice(attrgetter("order"), told),
        check=_in_a_turn,
    ),
    _row(
        "phase",
        BATTLE,
        domain=lambda told: amending.Member(Phase, told, (Phase.MOVE, Phase.ATTACK)),
        check=_in_a_turn,
    ),
    _row("turn", BATTLE, domain=_number(1, MOST_TURNS), check=_in_a_turn),
    _row("round", BATTLE, domain=_number(1, MOST_TURNS), check=_in_a_turn),
    _row(
        "winner",
        BATTLE,
        domain=lambda told: amending.Choice(attrgetter("sides"), told),
        nothing="",
        reads=lambda state: "" if state.outcome is None else state.outcome.winner,
        puts=_won_by,
        check=_not_over,
    ),
)
