"""Turns the facts of judged cases into a state of the game, and a state into facts."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import cycle
from types import MappingProxyType
from typing import Any, Final

from rules.games.tossing_tiger.animals import PACKAGE
from rules.games.tossing_tiger.chapters.layout import RowsLaid
from rules.games.tossing_tiger.chapters.piles import LayPiles, PilesToMake
from rules.games.tossing_tiger.chapters.rounds import Ready
from rules.games.tossing_tiger.differences import EARLY, FANNED, LANDED, TOUCHED, TURNED_UP, sighted
from rules.games.tossing_tiger.draft import Draft, Trial
from rules.games.tossing_tiger.initial import initial
from rules.games.tossing_tiger.phases import PHASES, decide
from rules.games.tossing_tiger.results import WarScene
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import (
    CardAt,
    Phase,
    PileSpot,
    Role,
    RolledAnimal,
    SeatEdge,
    WarStage,
    war_of,
    won,
)
from rules.referee.toolkit.chapters import evolve
from rules.referee.toolkit.game import Command, Fact, FactTable, Refusal, Setup
from rules.referee.toolkit.package_data import packed_toml
from rules.referee.toolkit.questions import Ask, Choose
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Inches

NOTHING_SEEN: Final = Snapshot(table=TableSize(width=Inches(36.0), depth=Inches(24.0)), number=1)
WORDS: Final = packed_toml(PACKAGE, "cases.toml")
STAGES: Final = MappingProxyType({WarStage(stage): says for stage, says in WORDS["stages"].items()})
DAWNCARD: Final = "D-rooster-01"
Said = Mapping[str, list[dict[str, Any]]]
"""What is so, by kind of fact."""


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
    if "dealing" in said:
        return state
    number = said.get("number", [{}])[0].get("battles", 0)
    state = _seated(state, said, least=(2 + state.together) * number + 2 * bool(dawn))
    for war in state.wars if number else ():
        state = _built(state, war.id, number=number, is_dawn=bool(dawn))
        if said.get("stage", [{}])[0].get("stage") != STAGES[WarStage.LAYOUT]:
            ask = _ask(state, war.id)
            state = _done(state, RowsLaid(ask=ask.id), seat=ask.seat)
    for fact in said.get("named", []):
        state = _answered(state, fact["animal"])
    return _rolled(_spotted(state, said.get("lies", [])), said.get("met", []))


def _seated(state: State, said: Said, *, least: int) -> State:
    for player, edge in zip(state.players, cycle(SeatEdge), strict=False):
        state = _done(state, Ready(edge=edge, player=player.name), seat=player.seat)
    state = _dealt(state, said, least=least)
    first = state.teams[0] if state.together else state.players[0].name
    state = _answered(state, said.get("starter", [{"player": first}])[0]["player"])
    for fact in said.get("attacks", []) if state.phase is Phase.PAIRING else ():
        state = _answered(state, fact["defender"])
    return state


def _dealt(state: State, said: Said, *, least: int) -> State:
    hands = {name: max(count, least) for name, count in state.hands.items()}
    hands |= {_known(each["player"], hands): each["cards"] for each in said.get("hand", [])}
    draw = len(state.deck.cards) - sum(hands.values())
    for fact in said.get("draw", []):
        draw = fact["cards"]
    discards = sum(each["cards"] for each in said.get("discards", []))
    return replace(state, hands=MappingProxyType(hands), draw=draw, discards=discards)


def _built(state: State, war: int, *, number: int, is_dawn: bool) -> State:
    if state.war(war).stage is WarStage.NUMBER:
        state = _answered(state, f"{number} with a Dawncard" if is_dawn else str(number), war=war)
    if is_dawn and state.war(war).stage is WarStage.DAWNCARD:
        state = _answered(state, DAWNCARD, war=war)
    while state.war(war).stage is WarStage.BUILD:
        ask = _ask(state, war)
        assert isinstance(ask.question, PilesToMake)
        trial = Trial(state=state, snapshot=NOTHING_SEEN, seat=ask.seat)
        offered: list[Any] = [hole.allowed[0] for hole in ask.question.offer(trial, ask).holes]
        sizes, owners = (*offered, ())[:2]
        laid = sizes if owners else tuple(sorted(sizes))
        piles = LayPiles(sizes=laid, owners=owners, ask=ask.id)
        state = _done(state, piles, seat=ask.seat)
    return state


def _spotted(state: State, lying: Iterable[Mapping[str, Any]]) -> State:
    """With the places at which piles were laid before the camera."""
    rows: dict[Role, list[PileSpot]] = {role: [] for role in Role}
    for fact in lying:
        spot = PileSpot(x_in=Inches(float(fact["east"])), y_in=Inches(float(fact["north"])))
        rows[Role(fact["role"])].append(spot)
    spots = MappingProxyType({role: tuple(row) for role, row in rows.items()})
    return state.with_war(replace(state.wars[-1], spots=spots)) if state.wars else state


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


def _ask(state: State, war: int) -> Ask:
    """What is asked first in a war, or at all."""
    return next(ask for ask in state.asks if war in {0, war_of(ask)})


def _answered(state: State, choice: str, *, war: int = 0) -> State:
    ask = _ask(state, war)
    return _done(state, Choose(choice=choice, ask=ask.id), seat=ask.seat)


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
    if state.phase is Phase.SETUP:
        yield _fact("dealing")
    for player in state.players:
        yield _fact("hand", player=player.name, cards=state.owned(player.name))
    yield from (_fact("worth", player=name, points=f"{n}") for name, n in state.shown.items())
    yield _fact("draw", cards=state.draw)
    yield _fact("discards", cards=state.discards)
    yield _fact("destroyed", cards=len(state.destroyed))
    if state.outcome is not None:
        yield _fact("over")
        yield from (_fact("winner", player=name) for name in state.outcome.winners)
    if state.starter:
        yield _fact("starter", player=state.starter)
    fighting = {name for war in state.wars for name in (war.attacker, war.defender)}
    if state.options.flag("simulwars"):
        idle = set(state.parties) - fighting - set(state.waiting)
        yield from (_fact("sits_out", player=name) for name in idle)
    for war in state.wars:
        yield _fact("attacks", attacker=war.attacker, defender=war.defender)
    if state.wars:
        yield from _of_war(state, state.wars[-1])


def _of_war(state: State, war: War) -> Iterator[Fact]:
    yield _fact("stage", stage=STAGES[war.stage])
    if war.number:
        yield _fact("number", battles=war.number)
    if war.dawncard:
        yield _fact("dawncard", rule=war.rule, change=war.change)
    if war.animal:
        yield _fact("named", animal=war.animal)
    for role, row in war.spots.items():
        for place, spot in enumerate(row, start=1):
            where = {"east": f"{spot.x_in:g}", "north": f"{spot.y_in:g}"}
            yield _fact("lies", role=str(role), battle=place, **where)
    scene = WarScene(war=war, deck=state.deck, options=state.options)
    results = [each or "" for each in (war.results if war.decided else scene.results())]
    for place, result in enumerate(results, start=1):
        faces = [scene.animal(role, place) or "nothing" for role in Role]
        if any(face != "nothing" for face in faces):
            yield _fact("met", battle=place, attacking=faces[0], defending=faces[1])
        if result:
            yield _fact("goes", battle=place, winner=won(result))
    for role in Role:
        count = sum(each in {role.value, "both"} for each in results)
        yield _fact("wins", player=war.party(role), battles=count)


def _seen(state: State, snapshot: Snapshot) -> tuple[Fact, ...]:
    """What the camera makes of the piles of a war."""
    found = []
    for each in sighted(state, snapshot):
        first, second, *_ = each.subject.split()
        if each.kind in {EARLY, LANDED, TOUCHED, TURNED_UP}:
            found.append(_fact(each.kind, role=first, battle=int(second)))
        if each.kind == FANNED and isinstance(each.command, LayPiles):
            sizes = ", ".join(map(str, each.command.sizes))
            found.append(_fact(each.kind, role=each.subject.split()[3], sizes=sizes))
    return tuple(found)


def _fact(kind: str, **said: object) -> Fact:
    return {"fact": kind, **said}


def _asks(state: State) -> tuple[Ask, ...]:
    return state.asks


OF_CARD: Final = "{role} {battle} of war 1"
ROWS: Final = MappingProxyType(
    {
        "pile": ("cards", OF_CARD),
        "acts_as": ("acts_as", OF_CARD),
        "left_out": ("left_out", "battle {battle} of war 1"),
        "bonus": ("bonus", "war 1"),
        "guess": ("guess", "war 1"),
    }
)
OWN: Final = frozenset({"hand", "discards", "starter"})
FACTS: Final = FactTable(
    begin=_begin, told=_told, asks=_asks, sees=_seen, commands=WORDS["commands"], own=OWN, rows=ROWS
)
