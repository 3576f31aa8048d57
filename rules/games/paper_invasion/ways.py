"""What each token may do now, and for what reason not; nothing here changes anything."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rules.games.paper_invasion.board import across, called, called_wall, is_outer, rooms_on, within
from rules.games.paper_invasion.outlines import ZONES, is_zone
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Form, Side, Wall, WallState

KILLS = 2


class Bar(NamedTuple):
    """Why something is not possible."""

    clause: str
    reason: str
    for_good: bool = False
    """Whether it would make no sense, whatever the players agree on."""


Bars = Iterator[Bar]


def passes(token: Token, wall: Wall) -> bool:
    """PI-WALL-03: whether a wall lets a token through, where it may go there at all."""
    if token.side is Side.HEROES:
        return wall.state is not WallState.DOUBLE
    return wall.state is WallState.OPENING


def steps(state: State, token: Token) -> Iterator[tuple[str, str]]:
    """Every place that is one Move away, with the wall on the way; a place may come twice."""
    for wall in state.map.walls_of(token.place):
        to = across(wall, token.place)
        if passes(token, wall) and not any(_leads_out(state, token, to=to)):
            yield to, wall.id
    if token.side is Side.ENEMIES and is_zone(token.place):
        yield from ((zone, "") for zone in _next_zones(state, token.place))


def _next_zones(state: State, zone: str) -> tuple[str, ...]:
    if state.options.choice("outside_moves") != "one_zone":
        return ()
    at = ZONES.index(zone)
    return tuple(each for each in (ZONES[at - 1], ZONES[(at + 1) % 4]) if rooms_on(state.map, each))


def _leads_out(state: State, token: Token, *, to: str) -> Bars:
    """Why a token does not go outside there."""
    if not is_zone(to):
        return
    if token.side is Side.HEROES:
        if not state.options.flag("heroes_outside"):
            yield Bar("PI-MOV-02", f"{token.id} stays inside: {called(to)} is outside the board.")
    elif not is_zone(token.place) and not state.options.flag("enemies_leave"):
        said = f"{token.id} does not leave for the outside: a Move leads to a room."
        yield Bar("PI-MOV-03", said)


def no_step(state: State, token: Token, *, to: str) -> Bars:
    """Why a token cannot go to a place in one Move."""
    board, clause = state.map, "PI-MOV-01" if token.side is Side.HEROES else "PI-MOV-03"
    if not board.has(to):
        said = f"There is no room {to!r}; there are {', '.join(board.names)}."
        yield Bar("PI-OBJ-05", said, for_good=True)
    if to == token.place:
        yield Bar("PI-MOV-04", f"{token.id} is {within(to)} already.", for_good=True)
    yield from _leads_out(state, token, to=to)
    walls = board.between(token.place, to)
    if any(place == to for place, _ in steps(state, token)):
        return
    if not walls:
        far = f"No wall parts {called(token.place)} from {called(to)}: a Move leads through one."
        yield Bar(clause if is_zone(to) else "PI-MOV-04", far)
    elif not any(passes(token, wall) for wall in walls):
        wall = walls[0]
        needed = "an Opening" if token.side is Side.ENEMIES else "an Opening or a Single Barrier"
        closed = f"{token.id} needs {needed}; {called_wall(wall.id)} is {wall.state.called}."
        yield Bar("PI-WALL-03", closed)


def no_move(state: State, token: Token) -> Bars:
    """Why a token makes no Move at all any more this turn."""
    order = state.options.choice("action_order")
    if token.moved:
        clause = "PI-TRN-03" if token.side is Side.HEROES else "PI-TRN-04"
        yield Bar(clause, f"{token.id} has moved this turn.")
    if order == "move_first" and token.acted:
        yield Bar("PI-TRN-05", f"{token.id} has acted, and was to move first.")
    elif order == "action_first" and not token.acted and may_act(state, token):
        yield Bar("PI-TRN-05", f"{token.id} acts first, then moves.")


def no_action(state: State, token: Token) -> Bars:
    """Why a token makes no Action any more this turn."""
    if token.acted:
        clause = "PI-HERO-05" if token.side is Side.HEROES else "PI-TRN-04"
        yield Bar(clause, f"{token.id} has taken its Action this turn.")
    # With the Move first, an Action only means that no Move follows; with the Action first, a
    # token that has moved has none left.
    elif state.options.choice("action_order") == "action_first" and token.moved:
        yield Bar("PI-TRN-05", f"{token.id} has moved, and was to act first.")


def no_kill(state: State, token: Token) -> Bars:
    """Why a Hero cannot kill where it is."""
    here = state.at(token.place, Side.ENEMIES)
    if not here:
        said = f"There is no Enemy in {token.place}, where {token.id} is."
        yield Bar("PI-HERO-01", said, for_good=True)
    if len(here) < KILLS and state.options.choice("kill_partial") == "not_allowed":
        yield Bar("PI-HERO-01", f"There is one Enemy in {token.place}; a Kill takes {KILLS}.")


def no_seal(state: State, token: Token, *, wall: Wall) -> Bars:
    """Why a Hero cannot add a line to a wall."""
    if wall.state is WallState.DOUBLE:
        said = f"Nothing more seals {called_wall(wall.id)}: it is double already."
        yield Bar("PI-WALL-02", said, for_good=True)
    yield from _not_own_wall(state, token, wall=wall, clause="PI-HERO-02")


def no_hero_smash(state: State, token: Token, *, wall: Wall) -> Bars:
    """Why a Hero cannot take a line off a wall."""
    said = f"A Hero smashes only Double Barriers; {called_wall(wall.id)} is {wall.state.called}."
    if wall.state is WallState.OPENING:
        yield Bar("PI-WALL-02", said, for_good=True)
    yield from _not_own_wall(state, token, wall=wall, clause="PI-HERO-03")
    if wall.state is WallState.SINGLE:
        yield Bar("PI-WALL-02", said)


def _not_own_wall(state: State, token: Token, *, wall: Wall, clause: str) -> Bars:
    if token.place not in {wall.one, wall.other}:
        yield Bar(clause, f"{token.id} is {within(token.place)}, not at {called_wall(wall.id)}.")
    if is_outer(wall) and not state.options.flag("seal_outer"):
        said = f"Heroes work on walls between two rooms; {called_wall(wall.id)} is an outer wall."
        yield Bar("PI-WALL-04", said)


def no_enemy_smash(state: State, token: Token, *, wall: Wall) -> Bars:
    """PI-EN-01: why an Enemy cannot take a line off a wall."""
    if wall.state is WallState.OPENING:
        said = f"Nothing is left to smash of {called_wall(wall.id)}: it is an Opening."
        yield Bar("PI-WALL-02", said, for_good=True)
    if token.place not in {wall.one, wall.other}:
        where = f"{token.id} is {within(token.place)}, not at {called_wall(wall.id)}."
        yield Bar("PI-EN-01", where)
    if is_outer(wall) and state.options.choice("outer_walls") == "indestructible":
        yield Bar("PI-WALL-02", f"Outer walls hold for ever, {called_wall(wall.id)} among them.")
    only = state.options.choice("outside_reach") == "attached_room"
    if is_zone(token.place) and only and across(wall, token.place) != token.attached:
        reach = f"{token.id} stands outside {token.attached} and reaches no other wall."
        yield Bar("PI-SET-06", reach)


def no_loot(state: State, token: Token) -> Bars:
    """Why a Hero cannot open the vault."""
    if state.looted:
        # Two who hold the one item make no sense.
        held = holder(state) is not None
        yield Bar("PI-HERO-04", "The vault has been opened already.", for_good=held)
    if token.place != state.vault_room:
        said = f"The vault is in {state.vault_room}, and {token.id} is in {token.place}."
        yield Bar("PI-HERO-04", said)


def no_grab(token: Token, hero: Token) -> Bars:
    """PI-EN-02: why an Enemy cannot grab a Hero."""
    if hero.side is not Side.HEROES:
        yield Bar("PI-EN-02", f"{hero.id} is not a Hero.", for_good=True)
    if hero.place != token.place:
        said = f"{hero.id} is in {hero.place}, and {token.id} is in {token.place}."
        yield Bar("PI-EN-02", said)


def may_step(state: State, token: Token) -> bool:
    """Whether a token has a legal Move now."""
    if token.done or any(no_move(state, token)):
        return False
    return next(iter(steps(state, token)), None) is not None


def fitting(state: State, token: Token, *, unfit: Callable[..., Bars]) -> tuple[str, ...]:
    """The walls of a token's place that it can do something to, by what says why it cannot."""
    walls = state.map.walls_of(token.place)
    return tuple(wall.id for wall in walls if not any(unfit(state, token, wall=wall)))


def may_act(state: State, token: Token) -> bool:
    """Whether a token has a legal Action now."""
    if token.done or any(no_action(state, token)):
        return False
    return _actions(state, token) != ""


def duty(state: State, token: Token) -> Bar | None:
    """What a token has still to do before it is finished."""
    if token.done:
        return None
    if token.side is Side.HEROES:
        if state.options.flag("hero_must_act") and may_act(state, token):
            said = f"{token.id} still acts: it can {_actions(state, token)}."
            return Bar("PI-TRN-06", said)
        return None
    if not state.options.flag("enemy_must_move"):
        return None
    # With one order or the other, an Action may end the Move's chance, so the Move is named first.
    if may_step(state, token):
        places = ", ".join(dict.fromkeys(called(place) for place, _ in steps(state, token)))
        return Bar("PI-TRN-04", f"{token.id} still moves: to {places}.")
    if may_act(state, token):
        said = f"{token.id} still acts: it can {_actions(state, token)}."
        return Bar("PI-TRN-04", said)
    return None


def duties(state: State) -> tuple[Bar, ...]:
    """PI-TRN-03, PI-TRN-04: what the side whose turn it is has still to do."""
    found = (duty(state, token) for token in state.of(state.side))
    return tuple(each for each in found if each is not None)


def _actions(state: State, token: Token) -> str:
    """Every Action that a token could make where it is, in words."""
    if token.side is Side.ENEMIES:
        told = [f"grab {hero.id}" for hero in state.at(token.place, Side.HEROES)]
        walls = {"smash": fitting(state, token, unfit=no_enemy_smash)}
    else:
        told = [] if any(no_kill(state, token)) else ["kill"]
        told += [] if any(no_loot(state, token)) else ["open the vault"]
        sealed = fitting(state, token, unfit=no_seal)
        walls = {"seal": sealed, "smash": fitting(state, token, unfit=no_hero_smash)}
    told += [f"{what} {' or '.join(map(called, each))}" for what, each in walls.items() if each]
    return ", or ".join(told)


def holder(state: State) -> Token | None:
    """Who holds the vault item, if it was not used."""
    return next((token for token in state.tokens.values() if token.form is Form.HOLDING), None)


def with_holder(state: State, *heroes: Token) -> tuple[bool, bool]:
    """PI-AMB-12: whether the item is lost with Heroes, and whether the vault is open again."""
    held = any(hero.form is Form.HOLDING for hero in heroes)
    again = state.options.choice("item_on_grab") == "loot_again"
    return held and not again, held and again
