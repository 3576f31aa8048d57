"""Tests of what no ruling of Paper Tigers depends on, and what holds in any battle."""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache

import pytest

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.tests.random_battles import PLAY, fought
from rules.games.paper_tigers.tests.samples import SAMPLES, box
from rules.games.paper_tigers.tests.turned_tables import swapped, turned
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.toolkit.game import Template
from rules.table.snapshot import Snapshot
from rules.testing.conformance import is_sentence
from rules.testing.driver import Sample, body_of

Moment = tuple[Sample, State, Snapshot]


@cache
def moments() -> list[Moment]:
    return [moment for each in fought() for moment in each.some_moments(6, seed="properties")]


def seats_of(sample: Sample) -> list[str]:
    return [seat.name for seat in sample.setup.seats]


def offers_of(state: State, snapshot: Snapshot, seat: str) -> tuple[Template, ...]:
    return GAME.options(state, snapshot, seat)


def _ruled(template: Template) -> object:
    """What a template allows and greys; sentences may name places, which a turn changes."""
    holes = [(hole.name, hole.allowed, sorted(hole.greyed)) for hole in template.holes]
    refused = None if template.refusal is None else template.refusal.clause
    return (template.command, dict(template.fixed), holes, refused)


@pytest.mark.soak
def test_turning_the_table_changes_no_ruling(soak_count: Callable[[int, int], int]) -> None:
    picked = random.Random("turned").sample(moments(), soak_count(8, len(moments())))
    for number, (sample, state, snapshot) in enumerate(picked):
        if state.phase is Phase.DEPLOY_FIRST and not state.edge:
            continue  # nobody has an edge yet, and each side's place depends on it
        there, quarters = (state, snapshot), 1 + number % 3
        for _ in range(quarters):
            there = turned(*there)
        for seat in seats_of(sample):
            was = [_ruled(each) for each in offers_of(state, snapshot, seat)]
            now = [_ruled(each) for each in offers_of(*there, seat)]
            assert now == was, f"{sample.name}, {quarters} quarters: {state.phase}"


def test_turning_the_table_four_times_brings_everything_back() -> None:
    _, state, snapshot = moments()[-1]
    there = (state, snapshot)
    for _ in range(4):
        there = turned(*there)
    assert {name: unit.hits for name, unit in there[0].units.items()} == {
        name: unit.hits for name, unit in state.units.items()
    }
    for unit in state.units.values():
        back = there[0].unit(unit.id).spot
        if unit.spot is not None:
            assert back is not None
            assert (back.x_in, back.y_in) == pytest.approx((unit.spot.x_in, unit.spot.y_in))


def test_what_the_sides_are_called_changes_no_ruling() -> None:
    for sample, state, snapshot in moments():
        if len(sample.setup.seats) != 2:
            continue  # a seat that has both sides keeps its name
        renamed = swapped(state, "Red", other="Blue")
        pieces = tuple(swapped(piece, "Red", other="Blue") for piece in snapshot.pieces)
        table = replace(snapshot, pieces=pieces)
        for seat, new in (("Red", "Blue"), ("Blue", "Red")):
            was = offers_of(state, snapshot, seat)
            now = offers_of(renamed, table, new)
            assert now == swapped(was, "Red", other="Blue"), f"{sample.name}: {state.phase}"


@pytest.mark.soak
def test_a_battle_is_told_and_told_again_from_its_events(
    rng_seed: int, soak_count: Callable[[int, int], int]
) -> None:
    for number in range(soak_count(2, 500)):
        sample = SAMPLES[(rng_seed + number) % len(SAMPLES)]
        played, _ = PLAY.battle(sample, seed=f"{rng_seed} told {number}")
        state = GAME.initial(sample.setup)
        for event in played.events:
            sent = json.loads(json.dumps(GAME.events.write(event.body), allow_nan=False))
            body = GAME.events.read(sent, "event")
            is_sentence(GAME.say(body), f"say({body})")
            state = GAME.evolve(state, body)
        assert state == played.state
        for seat in (*seats_of(sample), "nobody"):
            assert GAME.view(state, seat) == GAME.view(played.state, seat)


def targets_offered(state: State, snapshot: Snapshot, seat: str) -> set[str]:
    found: set[str] = set()
    for template in offers_of(state, snapshot, seat):
        if template.command == "fire" and template.refusal is None:
            (hole, *_) = template.holes
            found |= {str(value) for value in hole.allowed}
    return found


def test_more_terrain_never_opens_a_line_of_fire() -> None:
    rng = random.Random("terrain")
    closed = 0
    for sample, state, snapshot in moments():
        if state.phase is not Phase.ACT or state.asks:
            continue
        for seat in seats_of(sample):
            before = targets_offered(state, snapshot, seat)
            for number in range(6):
                x, y = rng.uniform(2, 40), rng.uniform(2, 40)
                kind = rng.choice(("woods", "building"))
                new = box(f"new{number}", kind, at=(x, y), size=(5, 5))
                terrain = (*snapshot.terrain, new)
                after = targets_offered(state, replace(snapshot, terrain=terrain), seat)
                assert after <= before, f"{sample.name}: {after - before} behind {new}"
                closed += after < before
    assert closed, "expected some line to be closed"


def _ready(state: State, snapshot: Snapshot, seat: str) -> Iterator[Template]:
    for template in offers_of(state, snapshot, seat):
        if template.command != "concede":
            yield template


def test_only_those_who_are_waited_for_are_offered_anything() -> None:
    for sample, state, snapshot in moments():
        offered = {
            seat: [each.command for each in _ready(state, snapshot, seat)]
            for seat in seats_of(sample)
        }
        if state.asks:
            waited = {ask.seat for ask in state.asks}
            assert {seat for seat, commands in offered.items() if commands} == waited
            for seat, commands in offered.items():
                assert len(commands) == sum(ask.seat == seat for ask in state.asks)
        else:
            assert any(offered.values()), f"{sample.name}: nobody may do anything, {state.phase}"
        assert offers_of(state, snapshot, "Nobody") == ()


def test_every_offer_speaks_the_language_of_the_wire() -> None:
    """A form can be filled by whoever reads nothing but the JSON of a template."""
    for sample, state, snapshot in moments():
        for seat in seats_of(sample):
            for template in _ready(state, snapshot, seat):
                values: Mapping[str, object] = {
                    hole.name: hole.allowed[0]
                    for hole in template.holes
                    if hole.allowed and not hole.optional and hole.kind not in {"cards", "dice"}
                }
                needed = {hole.name for hole in template.holes if not hole.optional}
                if needed <= set(values):
                    body_of(GAME, template, values=values)


def test_nothing_is_said_to_be_shuffled_before_it_is() -> None:
    said = {
        offer.says
        for sample, state, snapshot in moments()
        for seat in seats_of(sample)
        for offer in offers_of(state, snapshot, seat)
        if offer.command == "shuffle"
    }
    assert said
    assert all(each.startswith("Say that ") for each in said)
