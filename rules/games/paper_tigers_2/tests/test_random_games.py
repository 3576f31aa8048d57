"""Tests that battles of random historical armies can be played to their end, and stay possible.

`make soak` plays a thousand of them, in ten parts.
"""

import random
from collections.abc import Callable, Iterable, Iterator

import pytest

from rules.games.paper_tigers.state import State
from rules.games.paper_tigers_2 import GAME
from rules.games.paper_tigers_2.chapters import fortifications
from rules.games.paper_tigers_2.chapters.beyond import (
    coming_down,
    entering,
    landing,
    scenarios,
    support,
)
from rules.games.paper_tigers_2.chapters.beyond.scenarios import CameNear
from rules.games.paper_tigers_2.chapters.carrying import fits
from rules.games.paper_tigers_2.chapters.throwing import HandStep
from rules.games.paper_tigers_2.phases import EDITION
from rules.games.paper_tigers_2.state import battle_in, facts_in, own_units, sheet_of
from rules.games.paper_tigers_2.tests.samples import SAMPLES, historical_sample
from rules.referee.toolkit.chapters import contents
from rules.referee.toolkit.vocabulary import kind_of
from rules.table.snapshot import TableSize
from rules.testing.driver import Played, Sample
from rules.testing.random_play import PARTS, PARTS_PLAYED, RandomPlay


def faults(state: State, *, table: TableSize) -> Iterator[str]:
    """What can never be, whatever was played and however large the table is."""
    del table
    for unit in own_units(state):
        if not unit.destroyed and unit.hits >= unit.profile.destroyed_at:
            yield f"{unit.id} lives with {unit.hits} hits"
        if unit.hits and unit.cards:
            yield f"{unit.id} is damaged and has cards"
        if sheet_of(unit).has("no radio") and (len(unit.cards) > 1 or unit.actions > 1):
            yield f"{unit.id} has no radio, {len(unit.cards)} cards and {unit.actions} actions"
        if len(unit.cards) > 2 or unit.actions > 2:
            yield f"{unit.id} has {len(unit.cards)} cards and {unit.actions} actions"
        if facts_in(unit).immobile and not sheet_of(unit).has("weak running gear"):
            yield f"{unit.id} is immobile for no reason"
        riders = [sheet_of(state.unit(name)) for name in state.passengers_of(unit.id)]
        if riders and not unit.destroyed and not fits(sheet_of(unit).loads, riders):
            yield f"{unit.id} carries more than it can"
    yield from _cards(state)
    fought = any(isinstance(step, HandStep) for step in state.steps)
    if battle_in(state).combat is not None and not fought:
        yield "a close combat that nobody fights"


def _cards(state: State) -> Iterator[str]:
    """PT2-A1: 52 cards in every pack, wherever they are."""
    for name, pack in state.packs.items():
        forces = {force.name for force in state.forces if force.pack == name}
        held = sum(state.hands[force].count for force in forces)
        laid = sum(
            len(unit.cards) + (unit.repair is not None)
            for unit in state.units.values()
            if unit.force in forces
        )
        up = sum(turned.force in forces for turned in state.queue)
        up += state.playing is not None and state.playing.turned.force in forces
        total = pack.draw + len(pack.discards) + pack.hidden_discards + held + laid + up
        if total != 52:
            yield f"{name} has {total} cards"


def ending(state: State) -> tuple[str, int]:
    """Who has won, and how many turns it took."""
    assert state.outcome is not None
    return state.outcome.winner, state.turn


QUICK = {"alone", "four players", "without a camera", "reconnaissance", "landings and bunkers"}

PLAY: RandomPlay[State] = RandomPlay(
    game=GAME,
    samples=SAMPLES,
    faults=faults,
    ending=ending,
)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_battles_of_random_historical_armies_come_to_an_end(
    part: int,
    *,
    rng_seed: int,
    soak_count: Callable[[int, int], int],
    record_property: Callable[[str, object], None],
) -> None:
    numbers = range(part, PARTS * soak_count(int(part < PARTS_PLAYED), 1_000 // PARTS), PARTS)
    tally = PLAY.tally(_historical(f"{rng_seed} {number}") for number in numbers)
    record_property("soak", f"{tally.says()}; {len(tally.events)} kinds of events")


def _historical(seed: str) -> Played:
    rng = random.Random(seed)
    sample = historical_sample(rng.randrange(10**9), count=rng.randint(3, 9))
    return PLAY.battle(sample, seed=seed)[0]


def test_a_battle_cites_this_edition_wherever_it_has_a_number_of_its_own() -> None:
    """Fault 14: no event of a whole battle names a clause that is restated here."""
    cited = {event.clause for event in _historical("cited").events}
    assert not cited & set(EDITION.restated)
    assert {"PT2-B1", "PT2-C1", "PT2-D8", "PT2-D15"} <= cited


@pytest.mark.soak
@pytest.mark.parametrize(
    "sample",
    # One, two and four players, and without a camera; what the others are for has its own tests.
    [
        pytest.param(each, marks=() if each.name in QUICK else pytest.mark.long, id=each.name)
        for each in SAMPLES
    ],
)
def test_every_sample_comes_to_an_end(
    sample: Sample, *, rng_seed: int, soak_count: Callable[[int, int], int]
) -> None:
    for number in range(soak_count(1, 30)):
        PLAY.battle(sample, seed=f"{rng_seed} {number}")


OUTSIDE = (12, *range(12), 13)
"""First the number under which all of it happens."""


def test_everything_from_outside_happens_in_some_battle() -> None:
    """Battles that nobody would call by chance alone still reach every kind of event."""
    # Nobody who walks at random crosses the table and comes back: that has a test of its own.
    chapters = (support, scenarios, entering, landing, coming_down, fortifications)
    outside = contents(*chapters).events.kinds.values()
    wanted = {kind_of(kind) for kind in outside} - {kind_of(CameNear)}
    found: set[str] = set()
    for number in OUTSIDE:
        for sample in _from_outside():
            played, _ = PLAY.battle(sample, seed=f"outside {number}")
            found |= {kind_of(event.body) for event in played.events}
            if wanted <= found:
                return
    missing = sorted(wanted - found)
    assert missing == [], f"{len(found)} kinds were found"


def _from_outside() -> Iterable[Sample]:
    names = {"landings and bunkers", "fog of war"}
    return [sample for sample in SAMPLES if sample.name in names]
