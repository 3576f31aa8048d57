"""Lists what of a game the players may amend together, with a reason."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from rules.games.tossing_tiger.animals import ANIMALS, CHANGES, PACKAGE, WAR_RULES
from rules.games.tossing_tiger.results import OTHER, OWN
from rules.games.tossing_tiger.state import Player, State, War
from rules.games.tossing_tiger.vocabulary import (
    BattleFate,
    CardAt,
    FreeTalk,
    Pile,
    Result,
    Role,
    SeatEdge,
    WarStage,
)
from rules.referee.toolkit.amending import Amendable, Holder, Known, domain_of
from rules.referee.toolkit.package_data import packed_toml

FOUGHT: Final = frozenset({WarStage.WAR_RULE, WarStage.BATTLE, WarStage.CLOSING})
MAKING: Final = frozenset({WarStage.DAWNCARD, WarStage.BUILD})
WINNERS: Final = MappingProxyType(
    {each: "nobody" if each is Result.NONE else str(each) for each in Result}
)
"""By result, as it is said here: "none" says that nothing was amended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A state, and what is amended of it: a player, "war 2", "battle 1 of war 2" or a pile."""

    state: State
    name: str = ""

    @property
    def war(self) -> War:
        return self.state.war(int(self.name.rsplit(maxsplit=1)[1]))

    @property
    def place(self) -> int:
        return int(self.name.split()[1])

    @property
    def at(self) -> CardAt:
        return CardAt(war=self.war.id, role=Role(self.name.split()[0]), place=self.place)

    @property
    def pile(self) -> Pile:
        return self.war.laid(self.at.role, self.place)

    @property
    def fate(self) -> BattleFate:
        return self.war.fought(self.place)

    @property
    def player(self) -> Player:
        return self.state.player(self.name)


def _holder(kind: str, names: Callable[[State], tuple[str, ...]]) -> Holder:
    return Holder(
        kind=kind,
        names=names,
        get=lambda state, name: Named(state=state, name=name),
        put=lambda _, state: state,
    )


def _fought(state: State) -> tuple[War, ...]:
    return tuple(war for war in state.going if war.stage in FOUGHT)


def _battles(state: State) -> tuple[str, ...]:
    wars = _fought(state)
    return tuple(f"battle {at} of war {war.id}" for war in wars for at in range(1, war.battle + 1))


def _piles(state: State, *, face_up: bool) -> tuple[str, ...]:
    piles = [each for war in _fought(state) for each in war.piles()]
    return tuple(
        f"{at.role} {at.place} of war {at.war}"
        for at, pile in piles
        if not pile.is_dawncard and (pile.face or not face_up)
    )


HOLDERS: Final = MappingProxyType(
    {
        "state": _holder("battle", lambda _: ("",)),
        "player": _holder(
            "side", lambda state: tuple(each.name for each in state.players if each.edge)
        ),
        "war": _holder("unit", lambda state: tuple(f"war {war.id}" for war in _fought(state))),
        "fate": _holder("unit", _battles),
        "pile": _holder("unit", lambda state: _piles(state, face_up=False)),
        "card": _holder("unit", lambda state: _piles(state, face_up=True)),
    }
)
"""By what of a `Named` a row is about."""


KNOWN: Final = MappingProxyType[str, Known](
    {
        "edges": tuple(SeatEdge),
        "parties": lambda state: state.parties,
        "war rules": tuple(WAR_RULES),
        "changes": tuple(CHANGES),
        "animals": lambda state: state.deck.animals,
        "results": tuple(WINNERS.values()),
        "actors": tuple(ANIMALS),
        "sides": (OWN, OTHER),
    }
)
"""Names of each sort."""


def _get(named: Named, about: str, *, field: str) -> Any:
    if field == "hand":
        return named.state.hands[named.name]
    found = getattr(getattr(named, "pile" if about == "card" else about), field)
    return WINNERS.get(found, "") if field == "fixed" else found


def _put(named: Named, about: str, *, field: str, value: Any) -> State:
    """The state with something else in that field."""
    state, changes = named.state, {field: value}
    if field == "hand":
        return state.with_hand(named.name, value - state.hands[named.name])
    if field == "talking":
        place = max((war.battle for war in state.wars), default=0)
        talks = (FreeTalk(party=party, war=state.war_count, place=place) for party in value)
        return replace(state, talks=tuple(talks))
    if field == "face":
        # Whoever rolled it has rolled that animal.
        at, log = named.at, list(named.war.log)
        rolled = [n for n, each in enumerate(log) if (each.role, each.place) == (at.role, at.place)]
        for number in rolled[-1:]:
            log[number] = replace(log[number], animal=value)
        state = state.with_war(replace(named.war, log=tuple(log)))
    if about in {"pile", "card"}:
        return state.with_changed_pile(named.at, **changes)
    if about == "player":
        players = (replace(p, edge=value) if p.name == named.name else p for p in state.players)
        return replace(state, players=tuple(players))
    if about == "fate":
        if field == "fixed":
            changes[field] = next((each for each, says in WINNERS.items() if says == value), None)
        return state.with_war(named.war.with_battle(named.place, **changes))
    if about == "war":
        return state.with_war(replace(named.war, **changes))
    return replace(state, **changes)


def _row(field: str, text: Mapping[str, Any]) -> Amendable:
    about = text["of"]

    def kept(named: Named, value: Any) -> State:
        """A card more or fewer somewhere was counted wrong on the draw pile."""
        state = _put(named, about, field=field, value=value)
        return replace(state, draw=state.draw + named.state.all_cards - state.all_cards)

    def check(state: State, value: Any, /, *, name: str) -> str:
        making = any(war.stage in MAKING or war.rule == "multi_stage" for war in state.going)
        if field == "hand" and making:
            return "piles are made of it: amend it before a number is said, or once all lie."
        if field == "rule" and "multi_stage" in {value, Named(state=state, name=name).war.rule}:
            return "its piles were made as the rule has it."
        left = kept(Named(state=state, name=name), value).draw
        return f"the draw pile has no more than {state.draw}." if left < 0 else ""

    return HOLDERS[about].row(
        text.get("name", field),
        says=text["says"],
        clause=text["clause"],
        domain=domain_of(text, known=KNOWN),
        reads=lambda named: _get(named, about, field=field),
        puts=kept,
        check=check,
    )


ROWS: Final = packed_toml(PACKAGE, "amendable.toml")
AMENDABLE: Final = tuple(_row(field, text) for field, text in ROWS.items())
