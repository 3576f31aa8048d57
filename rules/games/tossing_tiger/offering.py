"""Knows what a seat may ask for now: templates with holes, tried on the very rules that decide."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from rules.games.tossing_tiger.commands import RowsLaid
from rules.games.tossing_tiger.decide.acting import own_rolled, place_in
from rules.games.tossing_tiger.decide.answering import live_choices
from rules.games.tossing_tiger.decide.dispatch import handle
from rules.games.tossing_tiger.decide.draft import Draft
from rules.games.tossing_tiger.decide.ending import can_be_shown
from rules.games.tossing_tiger.decide.numbers import Building, numbers_of, why_not
from rules.games.tossing_tiger.decide.opening import building_of
from rules.games.tossing_tiger.decide.war_rules import before_roll, mergeable
from rules.games.tossing_tiger.measuring.rows import lanes_needed, lanes_seen
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import (
    ROLES,
    Ask,
    AskKind,
    Edge,
    Phase,
    Purpose,
    Role,
)
from rules.referee.toolkit.game import Command, Hole, Refusal, Template
from rules.referee.toolkit.ruling import RefusedError
from rules.table.snapshot import Snapshot

MOST_SPLITS: Final = 40
"""Ways to make piles that a page shows; any other way may be typed."""
GREYED_NUMBERS: Final = 2
"""So many numbers beyond the largest legal one are shown with the reason."""


def options(state: State, snapshot: Snapshot, seat: str) -> tuple[Template, ...]:
    """What may be asked now."""
    if state.outcome is not None or seat not in {player.seat for player in state.players}:
        return ()
    if state.phase is Phase.SETUP:
        return _ready(state, seat)
    asks = [ask for ask in state.asks if ask.seat == seat]
    answers = tuple(_answer(state, ask, snapshot=snapshot) for ask in asks)
    lanes = _lanes(state, snapshot, seat=seat)
    freely = (each for war in state.going for each in _freely(state, war, seat=seat))
    return (*lanes, *answers, *freely)


def _lanes(state: State, snapshot: Snapshot, *, seat: str) -> tuple[Template, ...]:
    """TT-GEO-07: where several wars are fought, each is told which part of the table is its own."""
    if not lanes_needed(state, snapshot):
        return ()
    hole = Hole(name="lane", kind="choice", allowed=lanes_seen(state, snapshot))
    return tuple(
        Template(
            command="mark_lane",
            says=f"Mark where {war.attacker} and {war.defender} fight.",
            fixed={"war": war.id},
            holes=(hole,),
        )
        for war in state.going
        if war.lane is None
        and any(member.seat == seat for role in ROLES for member in state.members(war.party(role)))
    )


def _ready(state: State, seat: str) -> tuple[Template, ...]:
    edges = Hole(name="edge", kind="choice", allowed=tuple(str(edge) for edge in Edge))
    return tuple(
        Template(
            command="ready",
            says=f"{player.name} has taken six cards, and sits at this edge of the table.",
            fixed={"player": player.name},
            holes=(edges,),
        )
        for player in state.players
        if player.seat == seat and player.edge is None
    )


def _answer(state: State, ask: Ask, *, snapshot: Snapshot) -> Template:
    says = ask.says if ask.says.endswith((".", "?")) else f"{ask.says}."
    fixed = {"ask": ask.id}
    match ask.kind:
        case AskKind.CHOOSE:
            greyed = _greyed(state, ask)
            allowed = live_choices(state, ask)
            hole = Hole(name="choice", kind="choice", allowed=allowed, greyed=greyed)
            return Template(command="choose", says=says, fixed=fixed, holes=(hole,))
        case AskKind.TURN_UP:
            faces = tuple(name for name in state.deck.animals if state.can_show(name))
            hole = Hole(name="card", kind="card", allowed=faces)
            return Template(command="turn_up", says=says, fixed=fixed, holes=(hole,))
        case AskKind.LAY:
            holes = _pile_holes(building_of(state, ask))
            return Template(command="lay_piles", says=says, fixed=fixed, holes=holes)
        case AskKind.SHOW:
            cards = tuple(name for name in state.deck.cards if can_be_shown(state, name))
            hole = Hole(name="cards", kind="cards", allowed=cards, count=ask.count)
            return Template(command="show_hand", says=says, fixed=fixed, holes=(hole,))
    # Where the camera sees other rows, the word of the players counts, and the page says why.
    refusal = _refusal(state, RowsLaid(ask=ask.id), snapshot=snapshot, author=ask.seat)
    if refusal is None:
        return Template(command="rows_laid", says=says, fixed=fixed)
    word = f"{says} The camera does not find them so: {refusal.reason}"
    return Template(command="rows_laid", says=word, fixed={**fixed, "by_word": True})


def _refusal(state: State, body: object, *, snapshot: Snapshot, author: str) -> Refusal | None:
    """Why a command would be refused, or None."""
    draft = Draft(state, command=Command(author=author, body=body), snapshot=snapshot)
    try:
        handle(body, draft)
    except RefusedError as refused:
        return refused.refusal
    return None


def _greyed(state: State, ask: Ask) -> Mapping[str, str]:
    """TT-TRN-04: numbers of piles that somebody might expect, with the reason."""
    if ask.purpose is not Purpose.NUMBER:
        return MappingProxyType({})
    war = state.war(ask.war)
    found = numbers_of(state, war)
    told = (str(number) for number in range(1, found.most + GREYED_NUMBERS + 1))
    numbers = [number for number in told if number not in found.choices]
    return MappingProxyType({each: why_not(state, war, number=each)[1] for each in numbers})


# --- piles ---------------------------------------------------------------------------------------


def _pile_holes(making: Building) -> tuple[Hole, ...]:
    """Ways to split what a side has; with team mates, who supplies which is fixed by example."""
    owners = _owners(making)
    splits = tuple(_splits(making, owners))
    sizes = Hole(name="sizes", kind="choice", allowed=splits)
    if len(making.members) == 1:
        return (sizes,)
    return (sizes, Hole(name="owners", kind="choice", allowed=(owners,)))


def _owners(making: Building) -> tuple[str, ...]:
    """An owner for each pile, so that everybody supplies as many as the hands allow."""
    count, least = len(making.places), making.least
    room = {name: making.cards_of(name) // least for name in making.members}
    given = dict.fromkeys(making.members, 0)
    for _ in range(count):
        able = [name for name in making.members if given[name] < room[name]] or [
            max(making.members, key=making.cards_of)
        ]
        given[min(able, key=lambda name: given[name])] += 1
    return tuple(name for name, number in given.items() for _ in range(number))


def _splits(making: Building, owners: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
    """Sizes that will do, the most even ones first."""
    found = 0
    tried: set[tuple[int, ...]] = set()
    for first in _first_splits(making, owners):
        todo = [first]
        while todo and found < MOST_SPLITS:
            sizes = todo.pop(0)
            if sizes in tried:
                continue
            tried.add(sizes)
            if making.fault(sizes, owners) is None:
                found += 1
                yield sizes
                todo += _neighbours(sizes, owners)


def _first_splits(making: Building, owners: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
    least = making.least
    even = list[int]()
    for name in dict.fromkeys(owners):
        number, cards = owners.count(name), making.cards_of(name)
        even += [cards // number + (at < cards % number) for at in range(number)]
    yield tuple(sorted(even, reverse=True)) if len(set(owners)) == 1 else tuple(even)
    if len(owners) == 1:
        # TT-DAWN-08: one pile of several; the rest stays in the hand.
        for size in range(least, making.cards_of(owners[0]) + 1):
            yield (size,)


def _neighbours(sizes: tuple[int, ...], owners: tuple[str, ...]) -> list[tuple[int, ...]]:
    """The same with a card of one pile on another one of the same player."""
    found = []
    for here in range(len(sizes)):
        for there in range(len(sizes)):
            if here != there and owners[here] == owners[there]:
                changed = list(sizes)
                changed[here] -= 1
                changed[there] += 1
                found.append(tuple(changed))
    return found


# --- what nobody was asked for -------------------------------------------------------------------


def _freely(state: State, war: War, *, seat: str) -> Iterator[Template]:
    """TT-BAT-01, and what a Dawncard allows before a battle is rolled."""
    if not before_roll(state, war):
        return
    place = war.battle
    for role in ROLES:
        if seat not in {member.seat for member in state.members(war.party(role))}:
            continue
        fixed: dict[str, object] = {"war": war.id, "role": str(role)}
        if war.rule == "flee" and role not in war.fought(place).conceded:
            says = f"{war.party(role)} gives battle {place} up; then there is no bonus."
            yield Template(command="give_up_battle", says=says, fixed=fixed)
        piles = own_rolled(war, role, upto=place)
        if war.rule == "one_reroll" and role not in war.free_rerolled and piles:
            hole = Hole(name="place", kind="choice", allowed=tuple(place_in(p) for p in piles))
            says = f"{war.party(role)} rolls one own pile again, once in this war."
            yield Template(command="free_reroll", says=says, fixed=fixed, holes=(hole,))
        if role is Role.ATTACKER:
            yield from _of_attacker(state, war)


def _of_attacker(state: State, war: War) -> Iterator[Template]:
    if war.rule == "guess" and not war.guess:
        hole = Hole(name="animal", kind="choice", allowed=state.deck.animals)
        says = f"Guess, once, what {war.defender} rolls in battle {war.battle}."
        yield Template(command="guess", says=says, fixed={"war": war.id}, holes=(hole,))
    places = mergeable(war)
    if war.rule == "one_merge" and not war.merged and len(places) > 1:
        for first in places[:-1]:
            later = tuple(place for place in places if place > first)
            hole = Hole(name="second", kind="choice", allowed=later)
            says = f"Have {war.defender}'s pile of battle {first} put together with a later one."
            fixed = {"war": war.id, "first": first}
            yield Template(command="merge", says=says, fixed=fixed, holes=(hole,))
