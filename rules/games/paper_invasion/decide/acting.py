"""Knows how Moves and Actions of both sides are judged (PI-MOV, PI-HERO, PI-EN)."""

from rules.games.paper_invasion.commands import Grab, Kill, Loot, Move, Seal, Smash
from rules.games.paper_invasion.decide.dispatch import handle
from rules.games.paper_invasion.decide.draft import Draft
from rules.games.paper_invasion.decide.placing import seen_place
from rules.games.paper_invasion.decide.turns import begin_token
from rules.games.paper_invasion.events.action import (
    Grabbed,
    GrabFailed,
    Killed,
    Looted,
    Moved,
    WallChanged,
)
from rules.games.paper_invasion.state import Token
from rules.games.paper_invasion.vocabulary import Form, Side, Wall, Work
from rules.games.paper_invasion.ways import (
    KILLS,
    no_action,
    no_enemy_smash,
    no_grab,
    no_hero_smash,
    no_kill,
    no_loot,
    no_move,
    no_seal,
    no_step,
    steps,
    with_holder,
)


def require(draft: Draft, why: tuple[str, str] | None) -> None:
    """Refuse for a reason, where there is one."""
    if why is not None:
        draft.refuse(*why)


def move(draft: Draft, token: Token, *, to: str, free: bool = False) -> None:
    """A token goes one place on."""
    wall = next(wall for place, wall in steps(draft.state, token) if place == to)
    clause = "PI-MOV-01" if token.side is Side.HEROES else "PI-MOV-03"
    event = Moved(token=token.id, start=token.place, to=to, wall=wall, free=free)
    draft.emit(event, clause="PI-V-3" if free else clause)


@handle.register
def _move(body: Move, draft: Draft) -> None:
    token = draft.acting(body.token)
    require(draft, no_move(draft.state, token))
    to = body.to or seen_place(draft, body.token)
    require(draft, no_step(draft.state, token, to=to))
    begin_token(draft, token)
    move(draft, token, to=to)


@handle.register
def _kill(body: Kill, draft: Draft) -> None:
    token = draft.acting(body.token, Side.HEROES)
    state = draft.state
    require(draft, no_action(state, token))
    require(draft, no_kill(state, token))
    here = tuple(each.id for each in state.at(token.place, Side.ENEMIES))
    count = min(KILLS, len(here))
    killed = body.enemies or here[:count]
    if len(set(killed)) != count or not set(killed) <= set(here):
        said = f"A Kill takes {count} of {', '.join(here)} in {token.place}."
        draft.refuse("PI-HERO-01", said)
    begin_token(draft, token)
    draft.emit(Killed(token=token.id, enemies=tuple(killed)), clause="PI-HERO-01")


@handle.register
def _seal(body: Seal, draft: Draft) -> None:
    token = draft.acting(body.token, Side.HEROES)
    require(draft, no_action(draft.state, token))
    wall = draft.wall(body.wall)
    require(draft, no_seal(draft.state, token, wall=wall))
    begin_token(draft, token)
    event = WallChanged(
        wall=wall.id, before=wall.state, after=wall.state.stepped(1), work=Work.SEAL, token=token.id
    )
    draft.emit(event, clause="PI-HERO-02")


@handle.register
def _smash(body: Smash, draft: Draft) -> None:
    token = draft.acting(body.token)
    require(draft, no_action(draft.state, token))
    wall = draft.wall(body.wall)
    if token.side is Side.HEROES:
        require(draft, no_hero_smash(draft.state, token, wall=wall))
    else:
        require(draft, no_enemy_smash(draft.state, token, wall=wall))
    begin_token(draft, token)
    smash(draft, token, wall=wall)


def smash(draft: Draft, token: Token, *, wall: Wall) -> None:
    """PI-WALL-05: one line goes."""
    event = WallChanged(
        wall=wall.id, before=wall.state, after=wall.state.stepped(-1), work=Work.SMASH,
        token=token.id,
    )  # fmt: skip
    draft.emit(event, clause="PI-HERO-03" if token.side is Side.HEROES else "PI-EN-01")


@handle.register
def _loot(body: Loot, draft: Draft) -> None:
    token = draft.acting(body.token, Side.HEROES)
    require(draft, no_action(draft.state, token))
    require(draft, no_loot(draft.state, token))
    begin_token(draft, token)
    row = draft.state.vault_row
    draft.emit(Looted(token=token.id, name=row.name, says=row.says), clause="PI-HERO-04")


@handle.register
def _grab(body: Grab, draft: Draft) -> None:
    token = draft.acting(body.token, Side.ENEMIES)
    require(draft, no_action(draft.state, token))
    hero = draft.token(body.hero)
    require(draft, no_grab(token, hero))
    begin_token(draft, token)
    grab(draft, token, hero=hero)


def grab(draft: Draft, token: Token, *, hero: Token) -> None:
    """PI-EN-02, unless the Dodger makes it fail."""
    if draft.state.dodging in {"all", hero.id}:
        draft.emit(GrabFailed(token=token.id, hero=hero.id), clause="PI-V-7")
        return
    lost, open_again = with_holder(draft.state, hero)
    event = Grabbed(
        token=token.id,
        hero=hero.id,
        enemy=draft.new_names(Side.ENEMIES)[0],
        item_lost=lost,
        vault_open=open_again,
    )
    draft.emit(event, clause="PI-EN-03" if hero.form is Form.HOLDING else "PI-EN-02")
