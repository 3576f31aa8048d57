"""Knows how players set walls and tokens by hand: what an own table brings, or what was missed.

Outside of that, it takes the agreement of all sides, as every overruling does.
"""

from rules.games.paper_invasion.board import Board
from rules.games.paper_invasion.commands import PutToken, SetTokens, SetWall, TakeStrip
from rules.games.paper_invasion.decide.boarding import mend
from rules.games.paper_invasion.decide.dispatch import handle
from rules.games.paper_invasion.decide.draft import Draft
from rules.games.paper_invasion.events.action import WallChanged
from rules.games.paper_invasion.events.happening import TokenPut, TokensSet
from rules.games.paper_invasion.seeing import STATES, on_sheet, wall_under
from rules.games.paper_invasion.vocabulary import AskKind, Phase, Side, Wall, WallState, Work
from rules.referee.toolkit.phrases import ended

MOST = 40
"""Tokens of a side in one place."""


def _require_agreed(draft: Draft, clause: str, *, what: str) -> None:
    """By hand only what an own table asks for, or what all sides agree to."""
    ask = draft.state.ask
    if ask is not None and ask.kind is AskKind.APPLY:
        draft.require_heroes()
        return
    if ask is not None:
        draft.refuse(ask.clause, f"First: {ended(ask.says)}")
    if not draft.state.in_play:
        draft.require_phase(Phase.HERO_TURN, Phase.ENEMY_TURN)
    draft.unless_waived(clause, f"{what} That is for all of you to agree on.")


@handle.register
def _wall(body: SetWall, draft: Draft) -> None:
    if draft.state.phase is Phase.BOARD:
        _mended(draft, body)
        return
    if draft.state.board is None:
        draft.require_phase(Phase.BOARD)
    wall = draft.wall(body.wall)
    if wall.state is body.state:
        draft.refuse("PI-GEO-08", f"{wall.id} is {body.state} already.")
    what = f"{wall.id} was {wall.state} and is to be {body.state}."
    _require_agreed(draft, "PI-GEO-08", what=what)
    _set(draft, wall, after=body.state, work=Work.AGREED)


def _set(draft: Draft, wall: Wall, *, after: WallState, work: Work) -> None:
    event = WallChanged(wall=wall.id, before=wall.state, after=after, work=work)
    draft.emit(event, clause="PI-GEO-08" if work is Work.AGREED else "PI-GEO-07")


def _mended(draft: Draft, body: SetWall) -> None:
    """A wall of the board that is being looked at."""
    draft.require_phase(Phase.BOARD)
    draft.require_heroes()
    if draft.state.board is None:
        draft.refuse("PI-GEO-02", "No board has been taken yet.")
    wall = draft.wall(body.wall)
    board = _with(draft.state.map, wall, state=body.state)
    what = f"{wall.id} is {body.state}"
    mend(draft, board, what=what, clause="PI-GEO-08", settled=wall.id)


def _with(board: Board, wall: Wall, *, state: WallState) -> Board:
    made = Wall(id=wall.id, one=wall.one, other=wall.other, line=wall.line, state=state)
    return board.with_wall(made)


@handle.register
def _strip(body: TakeStrip, draft: Draft) -> None:
    """PI-GEO-07: a strip that lies well says in which state its wall is."""
    state = draft.state
    if state.board is None:
        draft.require_phase(Phase.BOARD)
    if state.pieces.get(body.strip) != "wall_strip":
        draft.refuse("PI-GEO-07", f"{body.strip!r} is no wall strip of the roster.")
    found = on_sheet(draft.snapshot, body.strip)
    if isinstance(found, str):
        draft.refuse("PI-GEO-07", found)
    options = state.options
    wall = wall_under(
        state.map, found, reach=options.number("strip_reach_in"),
        turn=options.number("strip_turn_deg"),
    )  # fmt: skip
    if isinstance(wall, str):
        draft.refuse("PI-GEO-07", f"{body.strip}: {wall} Which wall is it for?")
    face = next(piece.face for piece in draft.snapshot.pieces if piece.id == body.strip)
    shown = STATES.get(face)
    if shown is None:
        draft.refuse("PI-GEO-07", f"{body.strip} shows {face or 'no face'}, not opening or double.")
    assert shown is not None
    if state.phase is Phase.BOARD:
        _mended(draft, SetWall(wall=wall.id, state=shown))
        return
    if wall.state is shown:
        draft.refuse("PI-GEO-07", f"{wall.id} is {shown} already, as the strip says.")
    _require_agreed(
        draft, "PI-GEO-07", what=f"{body.strip} shows {wall.id} as {shown}, and it is {wall.state}."
    )
    _set(draft, wall, after=shown, work=Work.STRIP)


@handle.register
def _tokens(body: SetTokens, draft: Draft) -> None:
    state = draft.state
    if state.board is None or not state.map.has(body.place):
        draft.refuse("PI-OBJ-05", f"There is no place {body.place!r}.")
    here = state.at(body.place, body.side)
    if not 0 <= body.count <= MOST:
        draft.refuse("PI-OBJ-03", f"A place holds 0 to {MOST} of a side, not {body.count}.")
    if body.count == len(here):
        draft.refuse("PI-OBJ-03", f"{len(here)} of the {body.side} are in {body.place} already.")
    what = f"{len(here)} of the {body.side} are in {body.place}, and {body.count} are to be."
    _require_agreed(draft, "PI-OBJ-03", what=what)
    gone = tuple(token.id for token in here[body.count :])
    come = draft.new_names(body.side, max(0, body.count - len(here)))
    event = TokensSet(side=Side(body.side), place=body.place, gone=gone, come=come)
    draft.emit(event, clause="PI-OBJ-03")


@handle.register
def _put(body: PutToken, draft: Draft) -> None:
    token = draft.token(body.token)
    if not draft.state.map.has(body.place):
        draft.refuse("PI-OBJ-05", f"There is no place {body.place!r}.")
    if token.place == body.place:
        draft.refuse("PI-GEO-05", f"{token.id} is in {body.place} already.")
    what = f"{token.id} is in {token.place}, and is to be in {body.place}."
    _require_agreed(draft, "PI-GEO-05", what=what)
    draft.emit(TokenPut(token=token.id, place=body.place), clause="PI-GEO-05")
