"""Turns the facts of judged cases into a state of the game, and a state into facts."""

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from rules.games.paper_invasion.board import board_of, rooms_on
from rules.games.paper_invasion.draft import noticing
from rules.games.paper_invasion.initial import initial
from rules.games.paper_invasion.outlines import is_zone
from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.tables import EVENTS, PACKAGE, STARTERS, VAULT, starter_rooms
from rules.games.paper_invasion.vocabulary import Form, Mode, Phase, Row, Side, Slots, WallState
from rules.referee.toolkit.game import Fact, FactTable, Setup
from rules.referee.toolkit.package_data import packed_toml
from rules.referee.toolkit.questions import Ask
from rules.table.bad_input import BadInputError

WORDS: Final = packed_toml(PACKAGE, "cases.toml")
STAGES: Final = MappingProxyType({Phase(stage): says for stage, says in WORDS["stages"].items()})
LINES: Final = MappingProxyType({"open": WallState.OPENING, "single": WallState.SINGLE})
SIDES: Final = MappingProxyType({Side.HEROES: "heroes_skip", Side.ENEMIES: "enemies_skip"})
ORDER: Final = ("board", "stage", "turn", "slots")
"""What everything else rests on comes first."""


def _begin(setup: Setup, facts: tuple[Fact, ...]) -> State:
    """A game in its second turn, on a board of four rooms unless it is said otherwise."""
    state = replace(
        initial(setup),
        phase=Phase.HERO_TURN,
        turn=2,
        vault_room="a",
        event_room="a",
        dealt=18,
        board=board_of(starter_rooms(4), least=0.5),
        slots=Slots(digits=(2, 4, 1, 5, 3, 3)),
    )
    ranks = {kind: rank for rank, kind in enumerate(ORDER)}
    for fact in sorted(facts, key=lambda fact: ranks.get(str(fact["fact"]), len(ORDER))):
        state = _so(state, dict(fact))
    return state


def _so(state: State, fact: dict[str, Any]) -> State:
    kind = str(fact.pop("fact"))
    match kind:
        case "board":
            board = board_of(starter_rooms(_known(fact["rooms"], STARTERS)), least=0.5)
            digits = (*state.numbers.digits[:4], fact["rooms"] - 1, 3)
            return replace(state, board=board, slots=Slots(digits=digits))
        case "stage" if fact["stage"] != STAGES[Phase.HERO_TURN]:
            phase = next(phase for phase, stage in STAGES.items() if stage == fact["stage"])
            shown = None if phase in {Phase.THEME, Phase.WORD} else state.board
            made = replace(state, phase=phase, turn=0, dealt=0, board=shown)
            return replace(made, vault_room="", event_room="")
        case "turn":
            on = Phase.HERO_TURN if fact["side"] == Side.HEROES else Phase.ENEMY_TURN
            return replace(state, phase=on)
        case "slots":
            digits = tuple(int(each) for each in fact["digits"].split("-"))
            return replace(state, slots=Slots(digits=digits))
        case "at":
            return _placed(state, fact["token"], place=fact["place"])
        case "by":
            token = state.tokens[fact["token"]]
            return state.with_token(replace(token, attached=fact["room"]))
        case "wall":
            wall = state.map.wall(_known(fact["wall"], [each.id for each in state.map.walls]))
            assert wall is not None
            changed = replace(wall, state=LINES.get(fact["state"], WallState.DOUBLE))
            return replace(state, board=state.map.with_wall(changed))
        case "item":
            return _with_row(state, _row(VAULT, fact["item"]), at=2)
        case "event":
            return _with_row(state, _row(EVENTS, fact["event"]), at=3)
        case "begun":
            return replace(state, active=fact["token"])
        case "dealt":
            return replace(state, dealt=fact["count"])
    return _happened(state, fact, kind=kind)


def _happened(state: State, fact: dict[str, Any], *, kind: str) -> State:
    match kind:
        case "owner":
            token = state.tokens[_known(fact["token"], state.tokens)]
            owned = state.with_token(replace(token, owner=fact["player"]))
            return replace(owned, mode=Mode.CUT_THROAT)
        case "happened":
            return replace(state, events=1, came=True)
        case "skip":
            name = SIDES[Side(fact["side"])]
            return replace(state, **{name: getattr(state, name) + 1})
        case "dodge" | "dodge_one":
            return replace(state, dodging=fact.get("token", "all"))
        case "used":
            return replace(state, used=(*state.used, (fact["seat"], fact["word"])))
    return state


def _placed(state: State, name: str, *, place: str) -> State:
    form = Form.HERO if name.startswith("H") else Form.ENEMY
    _known(place, (*state.map.names, "out-N", "out-E", "out-S", "out-W"))
    attached = rooms_on(state.map, place)[0] if is_zone(place) else ""
    token = Token(id=name, form=form, place=place, attached=attached)
    return replace(state.with_token(token), names=(*state.names, name))


def _known(name: Any, known: Any) -> Any:
    if name not in known:
        expected = "one of " + ", ".join(map(str, known))
        raise BadInputError("before", expected=expected, got=repr(name)[:60])
    return name


def _row(rows: tuple[Row, ...], name: str) -> int:
    return next(row.number for row in rows if row.name == name)


def _with_row(state: State, number: int, *, at: int) -> State:
    digits = state.numbers.digits
    return replace(state, slots=Slots(digits=(*digits[:at], number, *digits[at + 1 :])))


def _asks(state: State) -> tuple[Ask, ...]:
    return () if state.ask is None else (state.ask,)


def _told(state: State) -> tuple[Fact, ...]:
    return tuple(_facts(state))


def _facts(state: State) -> Iterator[Fact]:
    yield _fact("stage", stage=STAGES[state.phase])
    if state.in_play:
        yield _fact("turn", side=str(state.side))
    if state.board is not None:
        yield _fact("board", rooms=len(state.board.rooms))
        for wall in state.board.walls:
            lines = {line: name for name, line in LINES.items()}.get(wall.state, "double")
            yield _fact("wall", wall=wall.id, state=lines)
    for name in state.names:
        yield from (
            _of_token(state.tokens[name]) if name in state.tokens else [_fact("gone", token=name)]
        )
    if state.slots is not None:
        yield _fact("slots", digits="-".join(map(str, state.slots.digits)))
        yield _fact("item", item=state.vault_row.name)
        yield _fact("event", event=state.event_row.name)
    yield _fact("heroes", count=len(state.heroes))
    yield _fact("enemies", count=len(state.enemies))
    yield _fact("dealt", count=state.dealt)
    if state.active:
        yield _fact("begun", token=state.active)
    for side, name in SIDES.items():
        if getattr(state, name):
            yield _fact("skip", side=str(side))
    yield from (_fact("used", seat=seat, word=word) for seat, word in state.used)
    so = {"happened": state.came, "dodge": state.dodging == "all"}
    yield from (_fact(kind) for kind, is_so in so.items() if is_so)
    if state.dodging not in {"", "all"}:
        yield _fact("dodge_one", token=state.dodging)
    if state.outcome is not None:
        winner = state.outcome.winner
        is_side = winner in set(Side)
        yield _fact("won", side=winner) if is_side else _fact("winner", player=winner)


def _of_token(token: Token) -> Iterator[Fact]:
    yield _fact("at", token=token.id, place=token.place)
    if token.attached:
        yield _fact("by", token=token.id, room=token.attached)
    if token.owner:
        yield _fact("owner", token=token.id, player=token.owner)


def _fact(kind: str, **said: object) -> Fact:
    return {"fact": kind, **said}


ROWS: Final = MappingProxyType(
    {
        "holds": ("holds_item", "{token}"),
        "finished": ("done", "{token}"),
        "vault": ("vault_room", ""),
        "marker": ("event_room", ""),
        "turn_number": ("turn", ""),
    }
)
FACTS: Final = FactTable(
    begin=_begin,
    told=_told,
    asks=_asks,
    commands=WORDS["commands"],
    own=frozenset({"turn"}),
    rows=ROWS,
    follows=lambda state, _: noticing(state, before=state),
)
