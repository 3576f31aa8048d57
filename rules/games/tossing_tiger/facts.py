"""Turns the facts of judged cases into a state of the game, and a state into facts."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import cycle
from types import MappingProxyType
from typing import Any, Final

from rules.games.tossing_tiger.chapters.layout import RowsLaid
from rules.games.tossing_tiger.chapters.piles import LayPiles, PilesToMake
from rules.games.tossing_tiger.chapters.rounds import Ready
from rules.games.tossing_tiger.draft import Draft
from rules.games.tossing_tiger.initial import initial
from rules.games.tossing_tiger.phases import PHASES, decide
from rules.games.tossing_tiger.results import WarScene
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import (
    CardAt,
    Phase,
    Role,
    RolledAnimal,
    SeatEdge,
    WarStage,
    won,
)
from rules.referee.toolkit.chapters import evolve
from rules.referee.toolkit.game import Command, Fact, FactTable, Refusal, Setup
from rules.referee.toolkit.questions import Ask, Choose
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Inches

NOTHING_SEEN: Final = Snapshot(table=TableSize(width=Inches(36.0), depth=Inches(24.0)), number=1)
STAGES: Final = MappingProxyType(
    {
        WarStage.NUMBER: "its number",
        WarStage.DAWNCARD: "its Dawncard",
        WarStage.BUILD: "its piles",
        WarStage.LAYOUT: "its rows",
        WarStage.WAR_RULE: "its rule",
        WarStage.BATTLE: "its battles",
        WarStage.CLOSING: "its closing",
        WarStage.SPOILS: "its spoils",
        WarStage.PENALTY: "its penalty",
        WarStage.OVER: "its end",
    }
)
DAWNCARD: Final = "D-rooster-01"
COUNTS: Final = MappingProxyType({"draw": "draw", "discards": "discards"})


def _begin(setup: Setup, facts: tuple[Fact, ...]) -> State:
    """A game in its first war, as far as the facts go: hands, number, piles, battles."""
    said: dict[str, list[dict[str, Any]]] = {}
    for fact in facts:
        said.setdefault(str(fact["fact"]), []).append(dict(fact))
    state = initial(setup)
    dawn = said.get("dawncard", [{}])[0]
    if dawn:
        card = replace(state.deck.cards[DAWNCARD], dawn=dawn["rule"], change=dawn["change"])
        cards = MappingProxyType({**state.deck.cards, DAWNCARD: card})
        state = replace(state, deck=replace(state.deck, cards=cards))
    state = _seated(state)
    number = said.get("number", [{}])[0].get("battles", 0)
    state = _dealt(state, said, least=2 * number + 2 * bool(dawn))
    if number:
        state = _built(state, number, is_dawn=bool(dawn))
    for fact in said.get("named", []):
        state = _answered(state, fact["animal"])
    return _rolled(state, said.get("met", []))


def _seated(state: State) -> State:
    for player, edge in zip(state.players, cycle(SeatEdge), strict=False):
        state = _done(state, Ready(edge=edge, player=player.name), seat=player.seat)
    if state.phase is Phase.START:
        state = _answered(state, state.teams[0] if state.together else state.players[0].name)
    return state


def _dealt(state: State, said: Mapping[str, list[dict[str, Any]]], *, least: int) -> State:
    hands = {name: max(count, least) for name, count in state.hands.items()}
    hands |= {_known(each["player"], hands): each["cards"] for each in said.get("hand", [])}
    draw = len(state.deck.cards) - sum(hands.values())
    for fact in said.get("draw", []):
        draw = fact["cards"]
    discards = sum(each["cards"] for each in said.get("discards", []))
    return replace(state, hands=MappingProxyType(hands), draw=draw, discards=discards)


def _built(state: State, number: int, *, is_dawn: bool) -> State:
    state = _answered(state, f"{number} with a Dawncard" if is_dawn else str(number))
    if is_dawn and state.wars[-1].stage is WarStage.DAWNCARD:
        state = _answered(state, DAWNCARD)
    while state.wars[-1].stage is WarStage.BUILD:
        ask = state.asks[0]
        assert isinstance(ask.question, PilesToMake)
        piles = ask.question.count
        sizes = tuple((state.hands[ask.who] + place) // piles for place in range(piles))
        state = _done(state, LayPiles(sizes=sizes, ask=ask.id), seat=ask.seat)
    return _done(state, RowsLaid(ask=state.asks[0].id), seat=state.asks[0].seat)


def _rolled(state: State, battles: Iterable[Mapping[str, Any]]) -> State:
    """With the faces of battles that were fought; what their cards do is over."""
    place = 0
    log: list[RolledAnimal] = []
    for fact in battles:
        place = fact["battle"]
        for role, name in zip(Role, ("attacking", "defending"), strict=True):
            animal = _known(fact[name], (*state.deck.animals, "nothing"))
            at = CardAt(war=state.wars[-1].id, role=role, place=place)
            state = state.with_changed_pile(at, face=animal, acted=True)
            if not state.wars[-1].laid(role, place).is_dawncard:
                log.append(RolledAnimal(role=role, animal=animal, place=place))
    if not place:
        return state
    war = replace(state.wars[-1], battle=place + 1, log=tuple(log))
    return _gone_on(replace(state.with_war(war), asks=()))


def _gone_on(state: State) -> State:
    """The same, once everybody is asked what comes next."""
    nobody = Command(author=state.players[0].seat, body=None)
    draft = Draft(state, command=nobody, snapshot=NOTHING_SEEN, phases=PHASES)
    while draft.state.outcome is None and draft.phase.goes_on is not None:
        if not draft.phase.goes_on(draft):
            break
    return draft.state


def _answered(state: State, choice: str) -> State:
    return _done(state, Choose(choice=choice, ask=state.asks[0].id), seat=state.asks[0].seat)


def _done(state: State, body: object, *, seat: str) -> State:
    decision = decide(state, Command(author=seat, body=body), NOTHING_SEEN)
    if isinstance(decision, Refusal):
        got = f"what is refused by {decision.clause}: {decision.reason}"
        raise BadInputError("before", expected="facts that can be so", got=got)
    for event in decision:
        state = evolve(state, event.body)
    return state


def _known(name: str, known: Iterable[str]) -> str:
    if name not in known:
        raise BadInputError("before", expected="one of " + ", ".join(known), got=repr(name)[:60])
    return name


def _told(state: State) -> tuple[Fact, ...]:
    return tuple(_facts(state))


def _facts(state: State) -> Iterator[Fact]:
    for player in state.players:
        yield _fact("hand", player=player.name, cards=state.owned(player.name))
    yield _fact("draw", cards=state.draw)
    yield _fact("discards", cards=state.discards)
    yield _fact("destroyed", cards=len(state.destroyed))
    if state.outcome is not None:
        yield _fact("over")
        yield from (_fact("winner", player=name) for name in state.outcome.winners)
    if state.wars:
        yield from _of_war(state, state.wars[-1])


def _of_war(state: State, war: War) -> Iterator[Fact]:
    yield _fact("attacks", attacker=war.attacker, defender=war.defender)
    yield _fact("stage", stage=STAGES[war.stage])
    if war.number:
        yield _fact("number", battles=war.number)
    if war.dawncard:
        yield _fact("dawncard", rule=war.rule, change=war.change)
    if war.animal:
        yield _fact("named", animal=war.animal)
    scene = WarScene(war=war, deck=state.deck, options=state.options)
    results = [each or "" for each in (war.results if war.decided else scene.results())]
    for place, result in enumerate(results, start=1):
        faces = [scene.animal(role, place) or "nothing" for role in Role]
        if any(face != "nothing" for face in faces):
            yield _fact("met", battle=place, attacking=faces[0], defending=faces[1])
        if result:
            yield _fact("goes", battle=place, winner=won(result))
        for role in Role:
            pile = war.pile(role, place)
            if pile is not None:
                yield _fact("pile", player=pile.owner, battle=place, cards=pile.size)
    for role in Role:
        count = sum(each in {role.value, "both"} for each in results)
        yield _fact("wins", player=war.party(role), battles=count)


def _fact(kind: str, **said: object) -> Fact:
    return {"fact": kind, **said}


def _asks(state: State) -> tuple[Ask, ...]:
    return state.asks


COMMANDS: Final[Mapping[str, Mapping[str, object]]] = MappingProxyType(
    {
        "number": {"kind": "choose", "choice": "{number}"},
        "number_dawn": {"kind": "choose", "choice": "{number} with a Dawncard"},
        "lay": {"kind": "lay_piles", "sizes": "{sizes}"},
        "rows": {"kind": "rows_laid"},
        "land": {"kind": "choose", "choice": "{side}"},
        "pick_battle": {"kind": "choose", "choice": "battle {battle}"},
        "swap": {"kind": "choose", "choice": "{one} and {other}"},
        "pick_card": {"kind": "choose", "choice": "{side} {battle}"},
        "draw": {"kind": "choose", "choice": "draw pile"},
        "animal": {"kind": "choose", "choice": "{animal}"},
        "spoil": {"kind": "choose", "choice": "{which}"},
        "keep": {"kind": "choose", "choice": "keep"},
        "discard": {"kind": "choose", "choice": "discard"},
        "yes": {"kind": "choose", "choice": "yes"},
        "no": {"kind": "choose", "choice": "no"},
        "end_war": {"kind": "choose", "choice": "end the war"},
        "nothing": {"kind": "choose", "choice": "nothing"},
        "decline": {"kind": "choose", "choice": "leave it"},
        "act": {"kind": "choose", "choice": "do it"},
        "bonus": {"kind": "choose", "choice": "{piles}"},
        "guess": {"kind": "guess", "war": 1, "animal": "{animal}"},
        "merge": {"kind": "merge", "war": 1, "first": "{first}", "second": "{second}"},
        "free_reroll": {"kind": "free_reroll", "war": 1, "role": "{role}", "place": "{place}"},
        "give_up": {"kind": "give_up_battle", "war": 1, "role": "{role}"},
    }
)
OWN: Final = frozenset({"hand", "discards"})
FACTS: Final = FactTable(begin=_begin, told=_told, asks=_asks, commands=COMMANDS, own=OWN)
