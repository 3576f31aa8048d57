"""What each token may do now, and for what reason not; nothing here changes anything."""

from collections.abc import Callable, Iterator

from rules.games.paper_invasion.board import across, is_outer, rooms_on
from rules.games.paper_invasion.outlines import ZONES, is_zone
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Form, Side, Wall, WallState

KILLS = 2
Why = tuple[str, str] | None
"""The clause and the reason why something is not possible."""


def passes(token: Token, wall: Wall) -> bool:
    """PI-WALL-03: whether a wall lets a token through, where it may go there at all."""
    if token.side is Side.HEROES:
        return wall.state is not WallState.DOUBLE
    return wall.state is WallState.OPENING


def steps(state: State, token: Token) -> Iterator[tuple[str, str]]:
    """Every place that is one Move away, with the wall on the way; a place may come twice."""
    for wall in state.map.walls_of(token.place):
        to = across(wall, token.place)
        if _leads_out(state, token, to=to) is None and passes(token, wall):
            yield to, wall.id
    if token.side is Side.ENEMIES and is_zone(token.place):
        yield from ((zone, "") for zone in _next_zones(state, token.place))


def _next_zones(state: State, zone: str) -> tuple[str, ...]:
    if state.options.choice("outside_moves") != "one_zone":
        return ()
    at = ZONES.index(zone)
    return tuple(each for each in (ZONES[at - 1], ZONES[(at + 1) % 4]) if rooms_on(state.map, each))


def _leads_out(state: State, token: Token, *, to: str) -> Why:
    """Why a token does not go outside there."""
    if not is_zone(to):
        return None
    if token.side is Side.HEROES:
        if not state.options.flag("heroes_outside"):
            return "PI-MOV-02", f"{token.id} stays inside: {to} is outside of the board."
    elif not is_zone(token.place) and not state.options.flag("enemies_leave"):
        return "PI-MOV-03", f"{token.id} does not leave for the outside: a Move leads to a room."
    return None


def no_step(state: State, token: Token, *, to: str) -> Why:
    """Why a token cannot go to a place in one Move."""
    board, clause = state.map, "PI-MOV-01" if token.side is Side.HEROES else "PI-MOV-03"
    if not board.has(to):
        return "PI-OBJ-05", f"There is no room {to!r}; there are {', '.join(board.names)}."
    if to == token.place:
        return "PI-MOV-04", f"{token.id} is in {to} already."
    out = _leads_out(state, token, to=to)
    if out is not None:
        return out
    if any(place == to for place, _ in steps(state, token)):
        return None
    walls = board.between(token.place, to)
    if not walls:
        far = f"{to} is not next to {token.place}: a Move leads through one wall."
        return clause if is_zone(to) else "PI-MOV-04", far
    wall = walls[0]
    needed = "an Opening" if token.side is Side.ENEMIES else "an Opening or a Single Barrier"
    return "PI-WALL-03", f"{wall.id} is {wall.state.called}; {token.id} needs {needed}."


def no_move(state: State, token: Token) -> Why:
    """Why a token makes no Move at all any more in this turn."""
    clause = "PI-TRN-03" if token.side is Side.HEROES else "PI-TRN-04"
    order = state.options.choice("action_order")
    if token.moved:
        return clause, f"{token.id} has moved in this turn."
    if order == "move_first" and token.acted:
        return "PI-TRN-05", f"{token.id} has acted, and was to move first."
    if order == "action_first" and not token.acted and may_act(state, token):
        return "PI-TRN-05", f"{token.id} acts first and moves then."
    return None


def no_action(state: State, token: Token) -> Why:
    """Why a token makes no Action any more in this turn."""
    if token.acted:
        clause = "PI-HERO-05" if token.side is Side.HEROES else "PI-TRN-04"
        return clause, f"{token.id} has made its Action in this turn."
    # With the Move first, an Action only means that no Move follows; with the Action first, a
    # token that has moved has none left.
    if state.options.choice("action_order") == "action_first" and token.moved:
        return "PI-TRN-05", f"{token.id} has moved, and was to act first."
    return None


def no_kill(state: State, token: Token) -> Why:
    """Why a Hero cannot kill where it is."""
    here = state.at(token.place, Side.ENEMIES)
    if not here:
        return "PI-HERO-01", f"There is no Enemy in {token.place}, where {token.id} is."
    if len(here) < KILLS and state.options.choice("kill_partial") == "not_allowed":
        return "PI-HERO-01", f"There is one Enemy in {token.place}; a Kill takes {KILLS}."
    return None


def no_seal(state: State, token: Token, *, wall: Wall) -> Why:
    """Why a Hero cannot add a line to a wall."""
    unfit = _not_own_wall(state, token, wall=wall, clause="PI-HERO-02")
    if unfit is not None:
        return unfit
    if wall.state is WallState.DOUBLE:
        return "PI-WALL-02", f"{wall.id} is double already, and cannot be sealed further."
    return None


def no_hero_smash(state: State, token: Token, *, wall: Wall) -> Why:
    """Why a Hero cannot take a line off a wall."""
    unfit = _not_own_wall(state, token, wall=wall, clause="PI-HERO-03")
    if unfit is not None:
        return unfit
    if wall.state is not WallState.DOUBLE:
        said = f"{wall.id} is {wall.state.called}; a Hero smashes Double Barriers alone."
        return "PI-WALL-02", said
    return None


def _not_own_wall(state: State, token: Token, *, wall: Wall, clause: str) -> Why:
    if token.place not in {wall.one, wall.other}:
        return clause, f"{wall.id} is no wall of {token.place}, where {token.id} is."
    if is_outer(wall) and not state.options.flag("seal_outer"):
        return "PI-WALL-04", f"{wall.id} is an outer wall; Heroes work on walls between two rooms."
    return None


def no_enemy_smash(state: State, token: Token, *, wall: Wall) -> Why:
    """PI-EN-01: why an Enemy cannot take a line off a wall."""
    if token.place not in {wall.one, wall.other}:
        return "PI-EN-01", f"{wall.id} is no wall of {token.place}, where {token.id} is."
    if wall.state is WallState.OPENING:
        return "PI-WALL-02", f"{wall.id} is an Opening: there is nothing left to smash."
    if is_outer(wall) and state.options.choice("outer_walls") == "indestructible":
        return "PI-WALL-02", f"{wall.id} is an outer wall, and those hold for ever."
    only = state.options.choice("outside_reach") == "attached_room"
    if is_zone(token.place) and only and across(wall, token.place) != token.attached:
        said = f"{token.id} stands outside of {token.attached} and reaches no other wall."
        return "PI-SET-06", said
    return None


def no_loot(state: State, token: Token) -> Why:
    """Why a Hero cannot open the vault."""
    if state.looted:
        return "PI-HERO-04", "The vault has been opened already."
    if token.place != state.vault_room:
        said = f"The vault is in {state.vault_room}, and {token.id} is in {token.place}."
        return "PI-HERO-04", said
    return None


def no_grab(token: Token, hero: Token) -> Why:
    """PI-EN-02: why an Enemy cannot grab a Hero."""
    if hero.side is not Side.HEROES:
        return "PI-EN-02", f"{hero.id} is no Hero."
    if hero.place != token.place:
        return "PI-EN-02", f"{hero.id} is in {hero.place}, and {token.id} is in {token.place}."
    return None


def may_step(state: State, token: Token) -> bool:
    """Whether a token has a legal Move now."""
    if token.done or no_move(state, token) is not None:
        return False
    return next(iter(steps(state, token)), None) is not None


def fitting(state: State, token: Token, unfit: Callable[..., Why]) -> tuple[str, ...]:
    """The walls of a token's place that it can do something to, by what says why it cannot."""
    walls = state.map.walls_of(token.place)
    return tuple(wall.id for wall in walls if unfit(state, token, wall=wall) is None)


def may_act(state: State, token: Token) -> bool:
    """Whether a token has a legal Action now."""
    if token.done or no_action(state, token) is not None:
        return False
    return bool(_actions(state, token))


def duty(state: State, token: Token) -> Why:
    """What a token has still to do before it is finished."""
    if token.done:
        return None
    if token.side is Side.HEROES:
        if state.options.flag("hero_must_act") and may_act(state, token):
            said = f"{token.id} has still to act: {', '.join(_actions(state, token))}."
            return "PI-TRN-06", said
        return None
    if not state.options.flag("enemy_must_move"):
        return None
    # With one order or the other, an Action may end the Move's chance, so the Move is named first.
    if may_step(state, token):
        places = ", ".join(dict.fromkeys(place for place, _ in steps(state, token)))
        return "PI-TRN-04", f"{token.id} has still to move: to {places}."
    if may_act(state, token):
        return "PI-TRN-04", f"{token.id} has still to act: {', '.join(_actions(state, token))}."
    return None


def duties(state: State) -> tuple[tuple[str, str], ...]:
    """PI-TRN-03, PI-TRN-04: what the side whose turn it is has still to do."""
    found = (duty(state, token) for token in state.of(state.side))
    return tuple(each for each in found if each is not None)


def _actions(state: State, token: Token) -> list[str]:
    """Every Action that a token could make where it is, in words."""
    if token.side is Side.ENEMIES:
        grabs = [f"grab {hero.id}" for hero in state.at(token.place, Side.HEROES)]
        return grabs + [f"smash {wall}" for wall in fitting(state, token, no_enemy_smash)]
    told = ["kill"] if no_kill(state, token) is None else []
    told += ["loot"] if no_loot(state, token) is None else []
    told += [f"seal {wall}" for wall in fitting(state, token, no_seal)]
    return told + [f"smash {wall}" for wall in fitting(state, token, no_hero_smash)]


def holder(state: State) -> Token | None:
    """Who holds the vault item, if it was not used."""
    held = (token for token in state.tokens.values() if token.form is Form.HOLDING)
    return next(held, None)


def with_holder(state: State, *heroes: Token) -> tuple[bool, bool]:
    """PI-AMB-12: whether the item is lost with Heroes, and whether the vault is open again."""
    held = any(hero.form is Form.HOLDING for hero in heroes)
    again = state.options.choice("item_on_grab") == "loot_again"
    return held and not again, held and again
