"""Tells which states a battle of Paper Tigers can never be in, whatever was asked for.

Each check gives a sentence for what is wrong; a sane state gives none. The last word of a battle is
left out of the count of cards: the card that ended it is nowhere any more.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.asking import PhaseBegan
from rules.games.paper_tigers.chapters.fire.saving import WreckChoice
from rules.games.paper_tigers.chapters.riding import DismountRoll, GetOff, PutDown
from rules.games.paper_tigers.profiles import MOST_ACTIONS, MOST_CARDS, MOST_SAVED
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.tests.battles import about
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.toolkit.cards import PACK_NAMES
from rules.referee.toolkit.questions import ChoiceQuestion, DiceQuestion
from rules.table.snapshot import TableSize

TURN_BEGINS: Final = frozenset({Phase.SHUFFLE, Phase.ARRIVALS, Phase.ROLL_CARDS})
NEXT: Final = MappingProxyType(
    {
        Phase.ROLL_SIDES: {Phase.TERRAIN},
        Phase.TERRAIN: {Phase.DEPLOY_FIRST},
        Phase.DEPLOY_FIRST: {Phase.DEPLOY_SECOND},
        Phase.DEPLOY_SECOND: {Phase.TURN_SLIPS, *TURN_BEGINS},
        Phase.TURN_SLIPS: TURN_BEGINS,
        Phase.SHUFFLE: {Phase.ARRIVALS, Phase.ROLL_CARDS},
        Phase.ARRIVALS: {Phase.ROLL_CARDS},
        Phase.ROLL_CARDS: {Phase.DEAL},
        Phase.DEAL: {Phase.ASSIGN},
        Phase.ASSIGN: {Phase.PICK, Phase.REPAIR, Phase.CLEAN_UP},
        Phase.PICK: {Phase.ACT, Phase.REPAIR, Phase.CLEAN_UP},
        Phase.ACT: {Phase.PICK, Phase.REPAIR, Phase.CLEAN_UP},
        Phase.REPAIR: {Phase.REPAIR_ROLLS, Phase.CLEAN_UP},
        Phase.REPAIR_ROLLS: {Phase.CLEAN_UP},
        Phase.CLEAN_UP: {Phase.DECK_CHECK, *TURN_BEGINS},
        Phase.DECK_CHECK: TURN_BEGINS,
    }
)
"""Which step may follow which; a battle may end in any of them."""
BEFORE_THE_DEAL: Final = frozenset(
    {Phase.SHUFFLE, Phase.ARRIVALS, Phase.ROLL_CARDS, Phase.DEAL, Phase.DECK_CHECK}
)


def faults(state: State, *, table: TableSize) -> list[str]:
    """Everything about a state that cannot be."""
    found = [*_asks(state), *_course(state), *_hands(state), *_queue(state)]
    if state.outcome is None:
        found += _packs(state)
    for unit in state.units.values():
        found += (f"{unit.id}: {fault}" for fault in _unit(state, unit, table=table))
    return found


def step_faults(before: State, events: Iterable[object], *, after: State) -> list[str]:
    """Everything about a change that cannot be: counters that jump, steps out of order."""
    found = []
    for name in ("turn", "run", "asked"):
        old, new = getattr(before, name), getattr(after, name)
        if not 0 <= new - old <= (1 if name != "asked" else new):
            found.append(f"{name} went from {old} to {new}")
    phases = [before.phase, *(event.phase for event in events if isinstance(event, PhaseBegan))]
    for old, new in pairwise(phases):
        if new not in NEXT.get(old, set()):
            found.append(f"{new} came after {old}")
    for name, unit in before.units.items():
        if unit.destroyed and not after.unit(name).destroyed:
            found.append(f"{name} is back from the dead")
    return found


def _packs(state: State) -> Iterator[str]:
    """PT1-A2: 52 cards in each pack, wherever they are, and no face twice."""
    for name, pack in state.packs.items():
        forces = {force.name for force in state.forces if force.pack == name}
        units = [unit for unit in state.units.values() if unit.force in forces]
        slots = [slot for unit in units for slot in (*unit.cards, unit.repair) if slot is not None]
        open_ = [turned.card for turned in state.queue if turned.force in forces]
        if state.playing is not None and state.playing.turned.force in forces:
            open_.append(state.playing.turned.card)
        hands = [state.hands[force] for force in sorted(forces & set(state.hands))]
        count = (
            pack.draw
            + len(pack.discards)
            + pack.hidden_discards
            + sum(hand.count for hand in hands)
            + len(slots)
            + len(open_)
        )
        if count != len(PACK_NAMES):
            yield f"{name} has {count} cards"
        if min(pack.draw, pack.hidden_discards) < 0:
            yield f"{name} has less than no cards somewhere"
        faces = [*pack.discards, *open_, *(card for hand in hands for card in hand.open)]
        faces += [slot.card for slot in slots if slot.card]
        yield from (f"{face} is there {n} times" for face, n in Counter(faces).items() if n > 1)
        yield from (f"{face} is no card" for face in faces if face not in PACK_NAMES)


def _hands(state: State) -> Iterator[str]:
    if set(state.hands) != {force.name for force in state.forces}:
        yield f"hands of {sorted(state.hands)}"
    for name, hand in state.hands.items():
        if hand.hidden < 0:
            yield f"{name} holds {hand.hidden} face-down cards"
        if state.phase in BEFORE_THE_DEAL and hand.count > MOST_SAVED:
            yield f"{name} has kept {hand.count} cards"
        if state.phase in BEFORE_THE_DEAL and hand.hidden:
            yield f"{name} has kept {hand.hidden} cards face down"


def _asks(state: State) -> Iterator[str]:
    seats = {force.name: force.seat for force in state.forces}
    numbers = [ask.id for ask in state.asks]
    if len(set(numbers)) != len(numbers) or any(not 0 < n <= state.asked for n in numbers):
        yield f"asks {numbers} of {state.asked}"
    for ask in state.asks:
        if seats.get(ask.who) != ask.seat:
            yield f"ask {ask.id} is to {ask.seat} for {ask.who}"
        question = ask.question
        unit = getattr(question, "unit", "")
        if unit and unit not in state.units:
            yield f"ask {ask.id} is about {unit}"
        if isinstance(question, DiceQuestion) and question.dice.count < 1:
            yield f"ask {ask.id} is for no dice"
        if isinstance(question, ChoiceQuestion) and len(question.choices) < 2:
            yield f"ask {ask.id} leaves no choice: {question.choices}"


def _course(state: State) -> Iterator[str]:
    ended = state.phase is Phase.ENDED
    if ended != (state.outcome is not None) or (ended and (state.asks or state.steps)):
        yield f"{state.phase} with outcome {state.outcome}, {state.asks} and {state.steps}"
    if state.run < 1:
        yield f"run {state.run} of the deck"
    if state.steps and state.playing is None:
        yield f"{state.steps} and no card"
    if state.playing is not None and state.phase is not Phase.ACT:
        yield f"a card is played in {state.phase}"
    if state.picks and state.phase not in {Phase.PICK, Phase.ENDED}:
        yield f"picks {dict(state.picks)} in {state.phase}"
    if any(name not in state.hands for name in (*state.counts, *state.passed, *state.kept)):
        yield f"strangers among {state.counts}, {state.passed} and {state.kept}"
    if state.attacker and state.attacker not in state.sides:
        yield f"{state.attacker} attacks"


def _queue(state: State) -> Iterator[str]:
    for turned in state.queue:
        unit = state.units.get(turned.unit)
        if unit is None or unit.force != turned.force or unit.destroyed or unit.hits:
            yield f"{turned.card} waits for {turned.unit}"
    for name, places in state.picks.items():
        most = len(state.unit(name).cards)
        if not places or any(not 1 <= place <= most for place in places):
            yield f"{name} has picked {places} of {most}"


def _unit(state: State, unit: Unit, *, table: TableSize) -> Iterator[str]:
    if not 0 <= unit.hits <= unit.profile.destroyed_at:
        yield f"{unit.hits} hits"
    if unit.destroyed != (unit.hits >= unit.profile.destroyed_at):
        yield f"destroyed {unit.destroyed} with {unit.hits} hits"
    if len(unit.cards) > MOST_CARDS or not 0 <= unit.actions <= MOST_ACTIONS:
        yield f"{len(unit.cards)} cards and {unit.actions} actions"
    if unit.hits and unit.cards:
        yield f"{len(unit.cards)} cards in spite of a hit"
    if unit.cards and not unit.had_card:
        yield "cards that were never laid"
    if unit.repair is not None and (not unit.damaged or unit.cards):
        yield "a repair card and nothing to repair"
    if unit.burning and not (unit.destroyed and unit.profile.vehicle):
        yield "burns"
    yield from _place(state, unit, table=table)
    yield from _riding(state, unit)
    yield from _following(state, unit)


def _place(state: State, unit: Unit, *, table: TableSize) -> Iterator[str]:
    unsettled = any(step.unit == unit.id for step in state.steps) or any(
        type(ask.question) is WreckChoice and about(ask).unit == unit.id for ask in state.asks
    )
    if unit.destroyed and not unit.burning and unit.spot is not None and not unsettled:
        yield "gone, and still in its place"
    if unit.spot is None or state.options.flag("edge_exit"):
        return
    if not (0 <= unit.spot.x_in <= table.width and 0 <= unit.spot.y_in <= table.depth):
        yield f"off the table at {unit.spot}"


def _riding(state: State, unit: Unit) -> Iterator[str]:
    if not unit.aboard:
        return
    carrier = state.units.get(unit.aboard)
    riders = [other.id for other in state.units.values() if other.aboard == unit.aboard]
    if carrier is None or carrier.side != unit.side or carrier.aboard or carrier.id == unit.id:
        yield f"aboard {unit.aboard}"
        return
    if len(riders) != 1:
        yield f"one of {riders} aboard {unit.aboard}"
    leaving = any(
        step.unit == unit.id and isinstance(step, GetOff | PutDown) for step in state.steps
    )
    leaving |= any(
        type(ask.question) is DismountRoll and about(ask).unit == unit.id for ask in state.asks
    )
    if carrier.destroyed and not leaving and state.outcome is None:
        yield f"aboard {unit.aboard}, which is destroyed"
    if not carrier.destroyed and not leaving and unit.spot != carrier.spot:
        yield f"at {unit.spot} aboard {carrier.id} at {carrier.spot}"


def _following(state: State, unit: Unit) -> Iterator[str]:
    if not unit.follows:
        return
    leader = state.units.get(unit.follows)
    if leader is None or leader.force != unit.force or leader.id == unit.id or unit.had_card:
        yield f"follows {unit.follows}"
    if state.phase in BEFORE_THE_DEAL:
        yield f"follows {unit.follows} before the deal"
