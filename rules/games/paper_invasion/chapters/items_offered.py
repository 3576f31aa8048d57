"""Offers the vault item to whoever holds it, in every way that it can be used (PI-V)."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from rules.games.paper_invasion.chapters.items import MOST_BURNT, no_shove, no_use, too_many
from rules.games.paper_invasion.draft import Trial, pick
from rules.games.paper_invasion.outlines import is_zone
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Side, WallState
from rules.games.paper_invasion.ways import duty, holder, no_action, steps
from rules.referee.toolkit.game import Hole, Template


def item_offers(trial: Trial) -> tuple[Template, ...]:
    """What the holder of the item may do with it now."""
    state = trial.state
    token = holder(state)
    if token is None or any(no_use(state, token)) or token.owner not in {"", trial.seat}:
        return ()
    if state.options.choice("item_cost") == "action" and not _can_act(trial, token):
        return ()
    effect = state.vault_row.effect
    return tuple(WAYS.get(effect, _plain)(state, token))


def _can_act(trial: Trial, token: Token) -> bool:
    """Whether the holder can spend its Action: no other token that owes something is on."""
    state = trial.state
    if state.side is not Side.HEROES or token.done or any(no_action(state, token)):
        return False
    other = state.tokens[state.active] if state.active not in {"", token.id} else None
    if other is None or state.options.flag("interleave"):
        return True
    return duty(state, other) is None


def _template(
    state: State, token: Token, *, says: str, holes: tuple[Hole, ...] = (), **fixed: str
) -> Template:
    given: Mapping[str, object] = {"token": token.id, **fixed}
    name = state.vault_row.name
    return Template(
        command="use_item", says=f"{token.id} uses the {name}: {says}.", fixed=given, holes=holes
    )


def _plain(state: State, token: Token) -> Iterator[Template]:
    yield _template(state, token, says=state.vault_row.says.rstrip(".!?"))


def _burning(state: State, token: Token, *, near: tuple[Token, ...], room: str) -> Template:
    """As many as may surely be picked; who names them may take more where each room counts."""
    most = len(near) if not too_many(state, near) else MOST_BURNT
    hole = Hole(name="enemies", kind="units", allowed=tuple(e.id for e in near), count=most)
    where = f"{token.place} and {room}" if room else token.place
    says = f"Enemies in {where} are burnt, {most} at most"
    return _template(state, token, says=says, holes=(hole,), **({"room": room} if room else {}))


def _walls(state: State, token: Token) -> Iterator[Template]:
    fixes = state.vault_row.effect == "fixer"
    walls = tuple(
        wall.id
        for wall in state.map.walls
        if (wall.state is WallState.OPENING if fixes else wall.state is not WallState.DOUBLE)
    )
    if walls:
        says = "an Opening is closed" if fixes else "a wall gets one line more"
        yield _template(state, token, says=says, holes=pick("wall", walls))


def _flamer_offer(state: State, token: Token) -> Iterator[Template]:
    own = state.at(token.place, Side.ENEMIES)
    beside = [room for room in state.map.neighbours(token.place) if not is_zone(room)]
    rooms = [room for room in beside if state.at(room, Side.ENEMIES)]
    for room in rooms:
        near = (*own, *state.at(room, Side.ENEMIES))
        yield _burning(state, token, near=near, room=room)
    if own and not rooms:
        yield _burning(state, token, near=own, room="")


def _mover_offer(state: State, token: Token) -> Iterator[Template]:
    places = tuple(dict.fromkeys(place for place, _ in steps(state, token)))
    if places:
        says = "it goes one room further"
        yield _template(state, token, says=says, holes=pick("room", places))


def _shover_offer(state: State, token: Token) -> Iterator[Template]:
    for start in state.map.names:
        rooms = tuple(
            room
            for room in state.map.neighbours(start)
            if not is_zone(room) and not any(no_shove(state, start, to=room))
        )
        if rooms:
            says = f"the Enemies in {start} are driven into a room next to it"
            yield _template(state, token, says=says, holes=pick("to", rooms), room=start)


def _sniper_offer(state: State, token: Token) -> Iterator[Template]:
    outside = state.options.flag("sniper_outside")
    marks = tuple(each.id for each in state.enemies if outside or not is_zone(each.place))
    if marks:
        holes = pick("enemies", marks, kind="units")
        yield _template(state, token, says="one Enemy is shot", holes=holes)


def _survivor_offer(state: State, token: Token) -> Iterator[Template]:
    rooms = pick("room", state.map.names)
    yield _template(state, token, says="a new Hero appears", holes=rooms)


WAYS: Final[MappingProxyType[str, Callable[[State, Token], Iterator[Template]]]] = MappingProxyType(
    {
        "flamer": _flamer_offer,
        "builder": _walls,
        "mover": _mover_offer,
        "shover": _shover_offer,
        "sniper": _sniper_offer,
        "survivor": _survivor_offer,
        "fixer": _walls,
    }
)
"""Items for which something has to be said; all others are simply used."""
