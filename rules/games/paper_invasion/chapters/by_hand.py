"""Walls and tokens that players set by hand: what an own table brings, or what was missed."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rules.games.paper_invasion.asks import AskAnswered, ByHand
from rules.games.paper_invasion.board import called, called_wall, rooms_on, the_wall, within
from rules.games.paper_invasion.chapters.consequences import change, joined
from rules.games.paper_invasion.chapters.mending import mend
from rules.games.paper_invasion.draft import Draft, Trial, pick
from rules.games.paper_invasion.outlines import is_zone
from rules.games.paper_invasion.seeing import STATES, on_sheet, wall_under
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Form, Phase, Side, Wall, WallState, Work
from rules.referee.toolkit.game import Template
from rules.referee.toolkit.phrases import ended, listed, verb


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensSet:
    """Players set by hand how many tokens of a side are in a place."""

    clause: ClassVar[str] = "PI-OBJ-03"

    side: Side
    place: str
    gone: tuple[str, ...] = ()
    come: tuple[str, ...] = ()

    def after(self, state: State) -> State:
        active = "" if state.active in self.gone else state.active
        state = replace(state.without(*self.gone), active=active)
        form = Form.HERO if self.side is Side.HEROES else Form.ENEMY
        attached = _outside_of(state, self.place)
        for name in self.come:
            token = Token(id=name, form=form, place=self.place, attached=attached)
            state = joined(state, token)
        return state

    def told(self) -> str:
        parts = []
        if self.gone:
            parts.append(f"{listed(self.gone)} {verb(self.gone, 'leave')} {called(self.place)}")
        if self.come:
            parts.append(f"{listed(self.come)} {verb(self.come, 'appear')} {within(self.place)}")
        return f"By hand: {' and '.join(parts) or f'nothing changes {within(self.place)}'}."


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenPut:
    """Players put a token elsewhere by hand."""

    clause: ClassVar[str] = "PI-GEO-05"

    token: str
    place: str

    def after(self, state: State) -> State:
        attached = _outside_of(state, self.place)
        token = replace(state.tokens[self.token], place=self.place, attached=attached)
        return state.with_token(token)

    def told(self) -> str:
        return f"By hand: {self.token} is {within(self.place)}."


def _outside_of(state: State, place: str) -> str:
    """PI-SET-06: the first room of a side of the board; nothing inside of it."""
    rooms = rooms_on(state.map, place) if is_zone(place) else ()
    return rooms[0] if rooms else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetWall:
    """A wall is as the author says: it was read wrongly, or something by hand has changed it."""

    wall: str
    state: WallState

    def ruled(self, draft: Draft) -> None:
        if draft.state.phase is Phase.BOARD:
            _mended(draft, self)
            return
        if draft.state.board is None:
            draft.require_phase(Phase.BOARD)
        wall = draft.wall(self.wall)
        if wall.state is self.state:
            draft.refuse("PI-GEO-08", f"{the_wall(wall)} is {self.state} already.")
        what = f"{the_wall(wall)} was {wall.state} and is to be {self.state}."
        _require_agreed(draft, "PI-GEO-08", what=what)
        _set(draft, wall, after=self.state, work=Work.AGREED)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTokens:
    """So many tokens of a side are in a place: something by hand has changed them."""

    side: Side
    place: str
    count: int

    def ruled(self, draft: Draft) -> None:
        state = draft.state
        if state.board is None or not state.map.has(self.place):
            draft.refuse("PI-OBJ-05", f"There is no place {self.place!r}.")
        here = state.at(self.place, self.side)
        if not 0 <= self.count <= MOST:
            draft.refuse("PI-OBJ-03", f"A place holds 0 to {MOST} of a side, not {self.count}.")
        if self.count == len(here):
            draft.refuse(
                "PI-OBJ-03", f"{len(here)} of the {self.side} are {within(self.place)} already."
            )
        what = f"{len(here)} of the {self.side} are {within(self.place)}, not {self.count}."
        _require_agreed(draft, "PI-OBJ-03", what=what)
        gone = tuple(token.id for token in here[self.count :])
        come = draft.new_names(self.side, max(0, self.count - len(here)))
        draft.emit(TokensSet(side=Side(self.side), place=self.place, gone=gone, come=come))


@dataclass(frozen=True, slots=True, kw_only=True)
class PutToken:
    """A token is in another place than the umpire has it."""

    token: str
    place: str

    def ruled(self, draft: Draft) -> None:
        token = draft.token(self.token)
        if not draft.state.map.has(self.place):
            draft.refuse("PI-OBJ-05", f"There is no place {self.place!r}.")
        if token.place == self.place:
            draft.refuse("PI-GEO-05", f"{token.id} is {within(self.place)} already.")
        what = f"{token.id} is {within(token.place)}, and is to be {within(self.place)}."
        _require_agreed(draft, "PI-GEO-05", what=what)
        draft.emit(TokenPut(token=token.id, place=self.place))


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeStrip:
    """A wall is as the strip shows that lies on it."""

    strip: str

    def ruled(self, draft: Draft) -> None:
        """PI-GEO-07: a strip that lies well says in which state its wall is."""
        state = draft.state
        if state.board is None:
            draft.require_phase(Phase.BOARD)
        if state.pieces.get(self.strip) != "wall_strip":
            draft.refuse("PI-GEO-07", f"{self.strip!r} is not a wall strip of the roster.")
        found = on_sheet(draft.snapshot, self.strip)
        if isinstance(found, str):
            draft.refuse("PI-GEO-07", found)
        wall = wall_under(state.map, found, options=state.options)
        if isinstance(wall, str):
            draft.refuse("PI-GEO-07", f"{self.strip}: {wall} Which wall is it for?")
        face = next(piece.face for piece in draft.snapshot.pieces if piece.id == self.strip)
        shown = STATES.get(face)
        if shown is None:
            draft.refuse(
                "PI-GEO-07", f"{self.strip} shows {face or 'no face'}, not opening or double."
            )
        if state.phase is Phase.BOARD:
            _mended(draft, SetWall(wall=wall.id, state=shown))
            return
        if wall.state is shown:
            draft.refuse("PI-GEO-07", f"{the_wall(wall)} is {shown} already, as the strip says.")
        what = f"{self.strip} shows {called_wall(wall.id)} as {shown}, and it is {wall.state}."
        _require_agreed(draft, "PI-GEO-07", what=what)
        _set(draft, wall, after=shown, work=Work.STRIP)


MOST = 40
"""Tokens of a side in one place."""


def _require_agreed(draft: Draft, clause: str, *, what: str) -> None:
    """By hand only what an own table asks for, or what all sides agree to."""
    ask = draft.state.ask
    if ask is not None and isinstance(ask.question, ByHand):
        draft.require_heroes()
        return
    if ask is not None:
        draft.refuse(ask.clause, f"First: {ended(ask.says)}")
    if not draft.state.in_play:
        draft.require_phase(Phase.HERO_TURN, Phase.ENEMY_TURN)
    draft.unless_waived(clause, f"{what} That is for all of you to agree on.")


def _set(draft: Draft, wall: Wall, *, after: WallState, work: Work) -> None:
    clause = "PI-GEO-08" if work is Work.AGREED else "PI-GEO-07"
    change(draft, wall, by=after.lines - wall.state.lines, work=work, clause=clause)


def _mended(draft: Draft, body: SetWall) -> None:
    """A wall of the board that is being looked at."""
    draft.require_heroes(Phase.BOARD)
    if draft.state.board is None:
        draft.refuse("PI-GEO-02", "No board has been taken yet.")
    wall = draft.wall(body.wall)
    board = draft.state.map.with_wall(replace(wall, state=body.state))
    what = f"{called_wall(wall.id)} is {body.state}"
    mend(draft, board, what=what, clause="PI-GEO-08", settled=wall.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """The players have applied what the umpire does not know."""

    def ruled(self, draft: Draft) -> None:
        ask = draft.open_ask("applied")
        draft.emit(AskAnswered(ask_id=ask.id, answer="applied"), clause=ask.clause)


MOST_SET: Final = 9


def by_hand_offers(trial: Trial) -> tuple[Template, ...]:
    """PI-EVT-07: walls and counts, which the umpire keeps for the players."""
    state = trial.state
    counts = tuple(range(MOST_SET + 1))
    found = [
        Template(
            command="set_tokens",
            says=f"Set how many {side} are in a room.",
            fixed={"side": str(side)},
            holes=(*pick("place", state.map.names), *pick("count", counts, kind="count")),
        )
        for side in Side
    ]
    for kind in WallState:
        if walls := tuple(wall.id for wall in state.map.walls if wall.state is not kind):
            says, fixed = f"Make a wall {kind}.", {"state": str(kind)}
            found.append(
                Template(command="set_wall", says=says, fixed=fixed, holes=pick("wall", walls))
            )
    return (*found, Template(command="applied", says="All of that is applied."))
