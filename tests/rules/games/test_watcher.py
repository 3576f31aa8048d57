"""The watcher lets an honest game pass, and finds each kind of broken promise."""

import itertools
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import pytest

from rules.referee.toolkit.book.clauses import Clause, Clauses, Standing
from rules.referee.toolkit.chronicle import Chronicle, Counted, Told
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import (
    Command,
    Decision,
    Event,
    Game,
    Hole,
    Refusal,
    State,
    Template,
)
from rules.referee.toolkit.settings import Option
from rules.referee.toolkit.tallies import Scored
from rules.referee.toolkit.vocabulary import Vocabulary
from rules.registry import games
from rules.table.roster import Column
from rules.table.snapshot import Snapshot
from rules.table.verdict import Answer
from rules.testing.conformance import (
    Watcher,
    clauses_are_sane,
    names_are_sane,
    untested,
)
from rules.testing.driver import (
    Played,
    Sample,
    UnfilledError,
    play,
    play_sample,
    samples_of,
)
from tests.architecture.sources import REPOSITORY
from tests.rules.games.toy_game.nearest_the_pin.chapters.rolling import Won

TOYS = "tests.rules.games.toy_game"
TOY = games(TOYS)["nearest_the_pin"]
SAMPLES = samples_of("nearest_the_pin", TOYS)


def watched(game: Game, sample: Sample, *, seed: object, steps: int = 60) -> Played:
    rng = random.Random(f"{seed}")
    watcher = Watcher(game, sample, rng=rng)
    played = play_sample(game, sample, rng=rng, steps=steps, watch=watcher.watch)
    watcher.finish(played)
    return played


@pytest.mark.soak
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_an_honest_game_passes(
    sample: Sample, rng_seed: int, soak_count: Callable[[int, int], int]
) -> None:
    results = [
        watched(TOY, sample, seed=f"{rng_seed} {number}").result
        for number in range(soak_count(30, 1000))
    ]
    assert {"R1 has won.", "B1 has won."} <= set(results)


def test_every_command_and_event_of_the_toy_is_met() -> None:
    played = [watched(TOY, SAMPLES[0], seed=number) for number in range(60)]
    events = {type(event.body) for each in played for event in each.events}
    commands = {type(command.body) for each in played for command in each.commands}
    assert events == set(TOY.events.kinds.values())
    assert commands == set(TOY.commands.kinds.values())


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (play_sample(TOY, SAMPLES[0], rng=random.Random(5), steps=60) for _ in range(2))
    assert first == second
    assert first.refused == 0
    assert not first.stuck


def test_steps_are_counted() -> None:
    sample = SAMPLES[0]
    played = play(
        TOY,
        sample.setup,
        snapshot=sample.snapshot,
        rng=random.Random(1),
        steps=1,
        mover=sample.mover,
    )
    assert len(played.commands) == 1
    assert played.result is None
    assert not played.stuck


def changed(template: Template, **fields: object) -> Template:
    hole = template.holes[0]
    made: Hole = replace(hole, **fields)  # type: ignore[arg-type]
    return replace(template, holes=(made, *template.holes[1:]))


def offering(change: Callable[[Template], Template]) -> Game:
    def options(state: State, snapshot: Snapshot, seat: str) -> tuple[Template, ...]:
        return tuple(change(each) for each in TOY.options(state, snapshot, seat))

    return replace(TOY, options=options)


def deciding(change: Callable[[Decision], Decision]) -> Game:
    def decide(state: State, command: Command, snapshot: Snapshot) -> Decision:
        return change(TOY.decide(state, command, snapshot))

    return replace(TOY, decide=decide)


def each_event(change: Callable[[Event], Event]) -> Game:
    def changed_all(decision: Decision) -> Decision:
        if isinstance(decision, Refusal):
            return decision
        return tuple(change(event) for event in decision)

    return deciding(changed_all)


def refusing(change: Callable[[Refusal], Refusal]) -> Game:
    return deciding(lambda each: change(each) if isinstance(each, Refusal) else each)


def forgetful() -> Game:
    """A game whose state depends on how often it was asked, and not only on the log."""
    calls = itertools.count()

    def evolve(state: State, event: object) -> State:
        after = TOY.evolve(state, event)
        return replace(after, winner=f"R{next(calls)}")

    return replace(TOY, evolve=evolve)


def moody() -> Game:
    calls = itertools.count()
    return refusing_sometimes(lambda: next(calls) % 2 == 1)


def refusing_sometimes(now: Callable[[], bool]) -> Game:
    def decide(decision: Decision) -> Decision:
        return Refusal(clause="NP-1", reason="Not today.") if now() else decision

    return deciding(decide)


def chatty_view(state: State, seat: str) -> Mapping[str, object]:
    return {**TOY.view(state, seat), "hand": ["QH"]}


def raising(state: State, command: Command, snapshot: Snapshot) -> Decision:
    if command.author == "Guest":
        raise KeyError(command)
    return TOY.decide(state, command, snapshot)


@dataclass(frozen=True, slots=True, kw_only=True)
class Landed:
    """Something that JSON has no numbers for."""

    distance: float = float("inf")


ENDLESS = Measured(
    what="range",
    answer=Answer.NO,
    why="far",
    snapshot=1,
    value=float("inf"),  # type: ignore[arg-type]
)

NOBODY_WON = Event(body=Won(), clause="NP-3")


def scoring(*parts: Scored) -> Game:
    """The toy game with a point for whoever has won, and what makes it."""

    def tells(event: object) -> tuple[Told, ...]:
        return (Counted(points={"red": 1.0}, parts=parts),) if isinstance(event, Won) else ()

    chronicle = Chronicle(
        turn=lambda _: 1, points=lambda _: {}, points_say="", units=lambda _: (), tells=tells
    )
    return replace(TOY, chronicle=chronicle)


FAULTS: tuple[tuple[str, Game, str], ...] = (
    (
        "offers what it refuses",
        offering(lambda each: changed(each, allowed=("R1", "B1"), greyed={})),
        "offered, and refused",
    ),
    (
        "greys what it offers",
        offering(lambda each: changed(each, greyed={"R1": "No.", "B1": "No."})),
        "either allowed or greyed, got both",
    ),
    (
        "greys for another reason",
        offering(lambda each: changed(each, greyed=dict.fromkeys(each.holes[0].greyed, "No."))),
        "expected 'No.', got",
    ),
    (
        "greys what it accepts",
        deciding(lambda each: (NOBODY_WON,) if isinstance(each, Refusal) else each),
        "waives=frozenset()) refused: ",
    ),
    (
        "shows a refusal and accepts",
        offering(lambda each: replace(each, refusal=Refusal(clause="NP-1", reason="No."))),
        "expected something to ask for, got nothing",
    ),
    (
        "a template with no sentence",
        offering(lambda each: replace(each, says="")),
        "expected a sentence, got ''",
    ),
    (
        "a template for no command",
        offering(lambda each: replace(each, fixed={"toke": "R1"})),
        "flick.toke: expected one of kind, token",
    ),
    (
        "an unknown widget",
        offering(lambda each: changed(each, kind="slider")),
        "expected one of ['area',",
    ),
    (
        "says no sentence",
        replace(TOY, say=lambda event: f"{type(event).__name__}"),
        "expected an end",
    ),
    (
        "refuses by no clause",
        refusing(lambda each: replace(each, clause="NP-99")),
        "expected a clause, got 'NP-99'",
    ),
    (
        "refuses without a reason",
        refusing(lambda each: replace(each, reason=" ")),
        "expected a sentence, got ' '",
    ),
    (
        "refuses what was let pass",
        refusing(lambda each: replace(each, waivable=True)),
        "and refused by it again",
    ),
    (
        "rules by no clause",
        each_event(lambda each: replace(each, clause="")),
        "got ''",
    ),
    (
        "evidence that JSON cannot carry",
        each_event(lambda each: replace(each, evidence=(ENDLESS,))),
        "Out of range float values",
    ),
    ("an event of no vocabulary", replace(TOY, events=Vocabulary(Landed)), "a kind of this game"),
    ("state beside the log", forgetful(), "expected the same state from the log"),
    ("answers by mood", moody(), "expected one answer"),
    ("tells a secret", replace(TOY, view=chatty_view), "expected 'QH' hidden from"),
    ("a view that JSON cannot carry", replace(TOY, view=lambda *_: {"seat": object()}), "JSON"),
    ("breaks down", replace(TOY, decide=raising), "Guest"),
    (
        "nothing to ask for",
        replace(TOY, options=lambda *_: ()),
        "expected something to ask for, got nothing",
    ),
    (
        "does not say what it waits for",
        replace(TOY, awaits=lambda _: ""),
        "expected a sentence",
    ),
    (
        "a score that does not add up",
        scoring(Scored(side="red", what="wins", points=2.0)),
        "got parts of {'red': 2.0}",
    ),
    (
        "a score that is not told",
        scoring(Scored(side="red", what="the pin", points=1.0)),
        "expected ['the pin'] told",
    ),
    (
        "an end without a word",
        replace(TOY, result=lambda s: s.winner and "over"),
        "expected an end",
    ),
)


def watched_five_times(game: Game, sample: Sample) -> None:
    for seed in range(5):
        watched(game, sample, seed=seed)


@pytest.mark.parametrize(
    ("game", "message"),
    [(game, message) for _, game, message in FAULTS],
    ids=[name for name, _, _ in FAULTS],
)
def test_a_broken_promise_is_found(game: Game, message: str) -> None:
    sample = replace(SAMPLES[0], secrets=lambda *_: ["QH"])
    with pytest.raises((AssertionError, ValueError, TypeError, KeyError)) as caught:
        watched_five_times(game, sample)
    assert message in str(caught.value)


def test_a_command_that_brings_nothing_about_is_found() -> None:
    with pytest.raises(AssertionError, match="expected something to come of"):
        watched(
            deciding(lambda each: each if isinstance(each, Refusal) else ()), SAMPLES[0], seed=1
        )


def offering_poses(state: State, snapshot: Snapshot, seat: str) -> tuple[Template, ...]:
    templates = TOY.options(state, snapshot, seat)
    return tuple(
        replace(changed(each, allowed=(), kind="pose"), refusal=None) for each in templates
    )


def test_a_hole_that_nobody_fills_is_named() -> None:
    game = replace(TOY, options=offering_poses)
    with pytest.raises(UnfilledError, match=r"flick\.token: expected allowed values, or one from"):
        watched(game, SAMPLES[0], seed=1)


def test_the_toys_own_data_conform() -> None:
    names_are_sane(TOY)
    clauses_are_sane(TOY.clauses)
    folder = REPOSITORY / "tests/rules/games/toy_game/nearest_the_pin"
    assert untested(TOY.clauses, [folder]) == []
    assert untested(TOY.clauses, [folder / "nowhere"]) == ["NP-1", "NP-2", "NP-3", "NP-4", "NP-5"]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"slug": "Nearest"}, "expected a slug in snake_case"),
        ({"title": ""}, "expected a title"),
        ({"version": 0}, "expected a version from 1"),
        ({"says": "A game"}, "expected an end"),
        ({"option_schema": (Option(name="Far", default=1, says="Far."),)}, "got option 'Far'"),
        ({"option_schema": (Option(name="far", default=1, says=""),)}, "expected a sentence"),
        ({"roster_schema": (Column(name="A b", read=str),)}, "got column 'A b'"),  # type: ignore[arg-type]
        ({"roster_schema": (Column(name="tags", read=str),)}, "expected a column of its own"),  # type: ignore[arg-type]
    ],
)
def test_names_that_are_not_sane(fields: dict[str, object], message: str) -> None:
    with pytest.raises(AssertionError) as caught:
        names_are_sane(replace(TOY, **fields))  # type: ignore[arg-type]
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("clause", "message"),
    [
        (None, "expected clauses, got none"),
        (Clause(id="1", standing=Standing.DONE, says="x"), "expected an id like"),
        (Clause(id="NP-1", standing=Standing.DONE, says=""), "NP-1: expected what it says"),
        (Clause(id="NP-1", standing=Standing.EXEMPT, says="x"), "NP-1: expected a reason"),
    ],
)
def test_clauses_that_are_not_sane(clause: Clause | None, message: str) -> None:
    clauses = Clauses(MappingProxyType({clause.id: clause} if clause else {}))
    with pytest.raises(AssertionError) as caught:
        clauses_are_sane(clauses)
    assert message in str(caught.value)
