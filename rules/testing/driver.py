"""Plays any game by itself, filling the templates that it offers at random.

What it cannot know of a game - how its pieces move, what is secret - the game's own samples say.
They stand in `tests/samples.py` of the game's folder, as `SAMPLES`.
"""

import random
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from types import MappingProxyType
from typing import Protocol

from rules.referee.toolkit.dice import FACES
from rules.referee.toolkit.game import (
    Command,
    Decision,
    Event,
    Game,
    Hole,
    Refusal,
    Setup,
    State,
    Template,
)
from rules.referee.toolkit.vocabulary import written
from rules.registry import GAMES
from rules.table.snapshot import Snapshot

Rng = random.Random

RARELY = 0.0005
"""How likely a command is that a sample calls rare, against 1 for any other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """What players do at the table and say before they ask for something."""

    snapshot: Snapshot
    """The table as it is when they ask; the same one where nothing was moved."""
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    """What goes into holes that list no values: poses, texts."""
    sure: bool = True
    """Whether the game has to accept it; a move tried at random may be too long."""


class Mover(Protocol):
    """The hands of the players: called with a template before it is filled."""

    def __call__(
        self, state: State, template: Template, *, snapshot: Snapshot, rng: Rng
    ) -> Moved: ...


def stay(state: State, template: Template, *, snapshot: Snapshot, rng: Rng) -> Moved:
    """Nobody touches anything."""
    del state, template, rng
    return Moved(snapshot=snapshot)


def no_secrets(state: State, seat: str) -> Iterable[str]:
    """Everything lies open."""
    del state, seat
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A table that a game can begin on, and how players behave there."""

    name: str
    setup: Setup
    snapshot: Snapshot
    mover: Mover = stay
    rare: frozenset[str] = frozenset()
    """Kinds of commands that would end every game early, as giving up does."""
    weights: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """How likely kinds of commands are, against 1; never with 0."""
    secrets: Callable[[State, str], Iterable[str]] = no_secrets
    """Texts that this seat must not find in its view."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One command of a game, with what it was given on."""

    number: int
    state: State
    snapshot: Snapshot
    """What lay on the table when the templates were offered."""
    offers: tuple[tuple[str, Template], ...]
    command: Command
    moved: Moved
    decision: Decision
    after: State


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A game that was played by itself."""

    events: tuple[Event, ...]
    commands: tuple[Command, ...]
    """Those that were accepted."""
    refused: int
    state: State
    snapshot: Snapshot
    result: str | None
    """None when the steps ran out, or when nothing could be asked for any more."""
    stuck: bool


class UnfilledError(LookupError):
    """A hole that lists no values, and whose sample gives none either."""


def samples_of(slug: str, package: str = GAMES) -> tuple[Sample, ...]:
    """The samples in a game's own folder; a LookupError says what to write where there are none."""
    return samples_at(f"{package}.{slug}")


def samples_at(folder: str) -> tuple[Sample, ...]:
    """The samples of the game in a package, wherever that is installed."""
    name = f"{folder}.tests.samples"
    wanted = f"{name}: expected SAMPLES = (Sample(name=..., setup=..., snapshot=...), ...)"
    try:
        module = import_module(name)
    except ModuleNotFoundError as missing:
        # A module that the samples themselves import and that is not there is another fault.
        if missing.name is None or not f"{name}.".startswith(f"{missing.name}."):
            raise
        raise LookupError(f"{wanted}, got no module {missing.name}") from missing
    found: object = getattr(module, "SAMPLES", None)
    if not isinstance(found, tuple) or not all(isinstance(each, Sample) for each in found):
        got = "no SAMPLES" if found is None else f"SAMPLES of type {type(found).__name__}"
        raise LookupError(f"{wanted}, got {got}")
    if not found:
        raise LookupError(f"{wanted}, got none")
    return found


def play(
    game: Game,
    setup: Setup,
    *,
    snapshot: Snapshot,
    rng: Rng,
    steps: int,
    mover: Mover = stay,
    weights: Mapping[str, float] = MappingProxyType({}),
    watch: Callable[[Step], None] | None = None,
) -> Played:
    """A game of at most so many commands; `watch` sees each one with all that it rests on."""
    state = game.initial(setup)
    events: list[Event] = []
    commands: list[Command] = []
    refused, stuck = 0, False
    for number in range(steps):
        if ended(game, state) is not None:
            break
        offers = offered(game, setup, state=state, snapshot=snapshot)
        picked = _picked(offers, weights=weights, rng=rng)
        if picked is None:
            stuck = True
            break
        seat, template = picked
        moved = mover(state, template, snapshot=snapshot, rng=rng)
        body = body_of(game, template, values=at_random(game, template, moved=moved, rng=rng))
        command = Command(author=seat, body=body)
        decision = game.decide(state, command, moved.snapshot)
        before = (number, state, snapshot)
        step = _step(game, before, offers=offers, command=command, moved=moved, decision=decision)
        if watch is not None:
            watch(step)
        if isinstance(decision, Refusal):
            # What was moved is put back.
            refused += 1
            continue
        state, snapshot = step.after, moved.snapshot
        events += decision
        commands.append(command)
    return Played(
        events=tuple(events),
        commands=tuple(commands),
        refused=refused,
        state=state,
        snapshot=snapshot,
        result=ended(game, state),
        stuck=stuck,
    )


def _step(
    game: Game,
    before: tuple[int, State, Snapshot],
    *,
    offers: tuple[tuple[str, Template], ...],
    command: Command,
    moved: Moved,
    decision: Decision,
) -> Step:
    number, state, snapshot = before
    return Step(
        number=number,
        state=state,
        snapshot=snapshot,
        offers=offers,
        command=command,
        moved=moved,
        decision=decision,
        after=folded(game, state, decision=decision),
    )


def _picked(
    offers: tuple[tuple[str, Template], ...], *, weights: Mapping[str, float], rng: Rng
) -> tuple[str, Template] | None:
    """A seat and what it asks for, by how likely that is; None where nothing can be asked for."""
    ready = [(seat, template) for seat, template in offers if template.refusal is None]
    likely = [weights.get(each.command, 1.0) for _, each in ready]
    return rng.choices(ready, likely)[0] if any(likely) else None


def play_sample(
    game: Game,
    sample: Sample,
    *,
    rng: Rng,
    steps: int,
    watch: Callable[[Step], None] | None = None,
) -> Played:
    """A game on a sample's table."""
    return play(
        game,
        sample.setup,
        snapshot=sample.snapshot,
        rng=rng,
        steps=steps,
        mover=sample.mover,
        weights={**dict.fromkeys(sample.rare, RARELY), **sample.weights},
        watch=watch,
    )


def ended(game: Game, state: State) -> str | None:
    """How a game ended, or None while it goes on."""
    return None if game.result is None else game.result(state)


def offered(
    game: Game, setup: Setup, *, state: State, snapshot: Snapshot
) -> tuple[tuple[str, Template], ...]:
    """All templates with the seat that each is offered to."""
    return tuple(
        (seat.name, template)
        for seat in setup.seats
        for template in game.options(state, snapshot, seat.name)
    )


def folded(game: Game, state: State, *, decision: Decision) -> State:
    """The state after a decision; after a refusal it is the same."""
    if isinstance(decision, Refusal):
        return state
    for event in decision:
        state = game.evolve(state, event.body)
    return state


def body_of(game: Game, template: Template, *, values: Mapping[str, object]) -> object:
    """A command from a template, read as if it had come over the wire."""
    fields = {name: written(value) for name, value in {**template.fixed, **values}.items()}
    return game.commands.read({"kind": template.command, **fields}, template.command)


def at_first(game: Game, template: Template, *, moved: Moved, rng: Rng) -> dict[str, object]:
    """Each hole at its first allowed value; dice at random, and what may be left out left out."""
    return {
        hole.name: _first(game, template, hole=hole, moved=moved, rng=rng)
        for hole in template.holes
        if hole.name in moved.values or not hole.optional
    }


def at_random(game: Game, template: Template, *, moved: Moved, rng: Rng) -> dict[str, object]:
    """One hole at any of its allowed values, and the others at their first: what is promised."""
    values = at_first(game, template, moved=moved, rng=rng)
    choices = [hole for hole in template.holes if hole.allowed and hole.name not in moved.values]
    if choices:
        hole = rng.choice(choices)
        if not hole.optional or rng.random() < 0.5:
            values[hole.name] = _any(game, template, hole=hole, rng=rng)
    return values


def variations(
    game: Game, template: Template, *, moved: Moved, rng: Rng
) -> Iterator[tuple[dict[str, object], str | None]]:
    """Every filling that a template promises something of: None for accepted, or the reason."""
    yield at_first(game, template, moved=moved, rng=rng), None
    # A greyed value is greyed as things are, before anything is said that need not be said.
    needed = {hole.name for hole in template.holes if not hole.optional}
    said = {name: value for name, value in moved.values.items() if name in needed}
    unsaid = replace(moved, values=said)
    for hole in template.holes:
        if hole.name in moved.values:
            continue
        several = takes_several(game, template, hole=hole)
        for value in hole.allowed:
            values = at_first(game, template, moved=moved, rng=rng)
            yield {**values, hole.name: _whole(value, hole, several=several)}, None
        for value, reason in hole.greyed.items():
            values = at_first(game, template, moved=unsaid, rng=rng)
            typed = _as_typed(game, template, hole=hole, value=value)
            yield {**values, hole.name: _whole(typed, hole, several=several)}, reason


def takes_several(game: Game, template: Template, *, hole: Hole) -> bool:
    """Whether a hole is a field that holds a tuple."""
    return typing.get_origin(_type_of(game, template, hole=hole)) is tuple


def _type_of(game: Game, template: Template, *, hole: Hole) -> object:
    kind = game.commands.kinds[template.command]
    named = {each.name: each.type for each in game.commands.fields(kind)}
    found = named[hole.name]
    if typing.get_origin(found) in {types.UnionType, typing.Union}:
        found = next(each for each in typing.get_args(found) if each is not type(None))
    return found


def _as_typed(game: Game, template: Template, *, hole: Hole, value: str) -> object:
    """A greyed value as the field has it: the names of greyed values are texts."""
    found = _type_of(game, template, hole=hole)
    if typing.get_origin(found) is tuple:
        found = typing.get_args(found)[0]
    return int(value) if found is int else float(value) if found is float else value


def _whole(value: object, hole: Hole, *, several: bool) -> object:
    """What fills a hole when this is the value picked: with others where it takes several."""
    if not several or isinstance(value, tuple | list):
        return value
    others = [each for each in hole.allowed if each != value]
    return [value, *others[: hole.count - 1]]


def _first(game: Game, template: Template, *, hole: Hole, moved: Moved, rng: Rng) -> object:
    if hole.name in moved.values:
        return moved.values[hole.name]
    if hole.kind == "dice":
        return [rng.randint(1, FACES) for _ in range(hole.count)]
    if not hole.allowed:
        raise UnfilledError(
            f"{template.command}.{hole.name}: expected allowed values, or one from the sample's "
            f"mover for a hole of kind {hole.kind}, got neither"
        )
    return _whole(hole.allowed[0], hole, several=takes_several(game, template, hole=hole))


def _any(game: Game, template: Template, *, hole: Hole, rng: Rng) -> object:
    if hole.kind == "dice":
        return [rng.randint(1, FACES) for _ in range(hole.count)]
    value = rng.choice(hole.allowed)
    if not takes_several(game, template, hole=hole) or isinstance(value, tuple | list):
        return value
    mixed = replace(hole, allowed=tuple(rng.sample(hole.allowed, len(hole.allowed))))
    return _whole(value, mixed, several=True)
