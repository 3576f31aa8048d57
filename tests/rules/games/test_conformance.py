"""Every game in the registry keeps to what a game owes the referee."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.corpus.cases import packed_book
from rules.referee.toolkit.game import Game
from rules.registry import amendments, game, slugs
from rules.testing.agreements import hold_to_agreements, play_under_others
from rules.testing.conformance import (
    Watcher,
    clauses_are_sane,
    names_are_sane,
    round_trips,
    untested,
)
from rules.testing.driver import Sample, play_sample, samples_of
from rules.testing.made_values import bodies_of
from tests.architecture.sources import REPOSITORY
from tests.often import often


@pytest.fixture(params=slugs())
def each(request: pytest.FixtureRequest) -> Game:
    return game(request.param)


def test_there_is_a_game() -> None:
    assert [game(slug).slug for slug in slugs()], "expected a game, got none"


def test_its_names_can_be_shown_and_typed(each: Game) -> None:
    names_are_sane(each)


def test_its_clauses_can_be_cited(each: Game) -> None:
    clauses_are_sane(each.clauses)


def test_every_clause_that_is_done_has_a_case_or_a_test_named_after_it(each: Game) -> None:
    steps = [step for case in packed_book(each).cases for step in case.steps]
    judged = {clause for step in steps for clause in (*step.clauses, *step.rests_on)}
    # What a game takes over from the one that it amends is tested there.
    slugs_of = [each.slug, *filter(None, [amendments().get(each.slug)])]
    folders = [REPOSITORY / "rules" / "games" / slug for slug in slugs_of]
    assert set(untested(each.clauses, folders)) <= judged


# Each example is a value of every kind, of which a game has a hundred.
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=3)
@given(data=st.data())
def test_its_commands_and_events_go_through_json(each: Game, data: st.DataObject) -> None:
    for vocabulary in (each.commands, each.events):
        for kind in vocabulary.kinds.values():
            round_trips(vocabulary, data.draw(bodies_of(kind, variants=vocabulary.variants)))


SEQUEL = "paper_tigers_2"
IN_EVERY_RUN = 1
"""Samples of a game that are played in every run; `make long` plays the others, less far."""


def sample_names() -> list[Any]:
    """Each game with the number of each of its samples; one that has none fails in its test."""
    found = []
    for slug in slugs():
        try:
            count = len(samples_of(slug))
        except LookupError:
            count = 1
        for number in range(count):
            marks = () if number < IN_EVERY_RUN else pytest.mark.long
            found.append(pytest.param(slug, number, marks=marks))
    return found


@pytest.mark.soak
@pytest.mark.parametrize(("slug", "number"), sample_names())
def test_it_keeps_its_promises_when_it_is_played(
    slug: str,
    number: int,
    *,
    rng_seed: int,
    soak_count: Callable[[int, int], int],
    record_property: Callable[[str, object], None],
) -> None:
    found: Sample = samples_of(slug)[number]
    played_out = 0
    games, steps = soak_count(1, 100), soak_count(50 if number < IN_EVERY_RUN else 30, 400)
    # To try what is offered is most of the work; a short run tries fewer ways at each step.
    most, junk = soak_count(4, 30), soak_count(1, 2)
    for count in range(games):
        rng = random.Random(f"{rng_seed} {slug} {found.name} {count}")
        watcher = Watcher(game(slug), found, rng=rng, most=most, junk=junk)
        played = play_sample(game(slug), found, rng=rng, steps=steps, watch=watcher.watch)
        watcher.finish(played)
        assert played.events, "expected something to happen, got nothing"
        played_out += played.result is not None
    record_property("played_out", f"{played_out} of {games}")


@pytest.mark.soak
@pytest.mark.parametrize(
    "slug",
    # A sequel is played by most of the rules of its first edition.
    often(slugs(), quick=set(slugs()) - {SEQUEL}),
)
def test_what_players_change_together_holds(
    slug: str, *, rng_seed: int, soak_count: Callable[[int, int], int]
) -> None:
    rng = random.Random(f"{rng_seed} {slug} together")
    sample, moments, steps = samples_of(slug)[0], soak_count(1, 6), soak_count(12, 120)
    assert hold_to_agreements(game(slug), sample, rng=rng, moments=moments) > 0
    assert play_under_others(game(slug), sample, rng=rng, steps=steps) > 0
