"""Random battles of Papercraft come to an end, and nothing that is asked for breaks them."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.papercraft import GAME
from rules.games.papercraft.chapters.damage import HoldChoice
from rules.games.papercraft.chapters.hits import AttackUnderway
from rules.games.papercraft.profiles import Fate
from rules.games.papercraft.state import Phase, State
from rules.games.papercraft.tests.invariants import faults, step_faults
from rules.games.papercraft.tests.random_battles import PLAY, fought, quickly_fought
from rules.games.papercraft.tests.samples import SAMPLES
from rules.referee.toolkit.game import Command, Refusal
from rules.referee.toolkit.questions import Ask, ChoiceQuestion, Choose, DiceQuestion, Roll
from rules.referee.toolkit.spots import Spot
from rules.table.snapshot import Snapshot
from rules.table.units import Inches
from rules.testing.driver import Sample
from rules.testing.made_values import bodies_of
from rules.testing.random_play import PARTS, PARTS_PLAYED

SEED = "moments of random battles"
Moment = tuple[Sample, State, Snapshot]


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_random_battles_come_to_an_end_and_never_to_an_impossible_state(
    part: int,
    *,
    rng_seed: int,
    soak_count: Callable[[int, int], int],
    record_property: Callable[[str, object], None],
) -> None:
    battles = range(part, PARTS * soak_count(int(part < PARTS_PLAYED), 1_000 // PARTS), PARTS)
    for line in PLAY.soak(battles, seed=rng_seed):
        record_property("soak", line)


@pytest.mark.long
def test_random_battles_are_fought(record_property: Callable[[str, object], None]) -> None:
    """What the samples are for: every turn of the rules is taken in some battle."""
    tally = PLAY.tally(each.played for each in fought())
    missing = set(GAME.events.kinds) - set(tally.events) - SELDOM
    assert not missing, f"expected these to happen in some battle: {sorted(missing)}"
    record_property("events", dict(tally.events))


SELDOM = {
    "amended",
    "table_accepted",
    "conceded",
    "strike_lost",
    "turn_skipped",
    "hold_ended",
    "roll_tied",
    "player_skipped",
    "held",
    "escape_rolled",
    "came_out",
    "guard_chosen",
    "salvo_fired",
    "salvo_rolled",
    "type_chosen",
    "damage_chosen",
    "entered",
}
"""What needs an agreement of both sides, somebody who gives up, or two rare things at once."""


@cache
def moments() -> list[Moment]:
    return [moment for each in quickly_fought() for moment in each.some_moments(25, seed=SEED)]


def names_in(state: State) -> list[str]:
    answers = [
        choice
        for ask in state.asks
        if isinstance(ask.question, ChoiceQuestion)
        for choice in ask.question.choices
    ]
    attacks = [attack.id for unit in state.units.values() for attack in unit.profile.attacks]
    abilities = [name for unit in state.units.values() for name in unit.profile.abilities]
    players = [player.name for player in state.players]
    return [*state.units, *players, *answers, *attacks, *abilities]


@st.composite
def careless(draw: st.DrawFn) -> tuple[Moment, Command]:
    """A command of any kind, from any seat, to a question that is open, stale or still to come."""
    moment = draw(st.sampled_from(moments()))
    sample, state, _ = moment
    kind = draw(st.sampled_from(list(GAME.commands.kinds.values())))
    body = draw(bodies_of(kind, names_in(state)))
    if isinstance(body, Roll | Choose):
        numbers = [0, state.asked - 1, state.asked, state.asked + 1]
        asks = st.sampled_from([*numbers, *(ask.id for ask in state.asks)])
        body = replace(body, ask=draw(asks))
    seats = [seat.name for seat in sample.setup.seats]
    author = draw(st.sampled_from([*seats, "camera", "umpire", "Nobody", ""]))
    waives = draw(st.sets(st.sampled_from(sorted(each.id for each in GAME.clauses)), max_size=3))
    return moment, Command(author=author, body=body, waives=frozenset(waives))


@pytest.mark.soak
@given(case=careless())
def test_whatever_is_asked_for_gets_an_answer_and_a_refusal_leaves_no_trace(
    case: tuple[Moment, Command],
) -> None:
    (_, state, snapshot), command = case
    before = GAME.view(state, command.author)
    decision = GAME.decide(state, command, snapshot)
    assert GAME.decide(state, command, snapshot) == decision
    assert GAME.view(state, command.author) == before
    if isinstance(decision, Refusal):
        assert decision.clause in GAME.clauses
        return
    after = state
    for event in decision:
        after = GAME.evolve(after, event.body)
        GAME.say(event.body)
    assert faults(after, table=snapshot.table) == []
    assert step_faults(state, [event.body for event in decision], after=after) == []


def test_nobody_answers_for_somebody_else() -> None:
    for sample, state, snapshot in moments():
        for ask in state.asks:
            others = {seat.name for seat in sample.setup.seats} - {ask.seat}
            for seat in others:
                kind = ask.question.answered_by
                if any(o.seat == seat and o.question.answered_by == kind for o in state.asks):
                    continue
                count = ask.question.dice.count if isinstance(ask.question, DiceQuestion) else 1
                body = Roll(dice=(1,) * count, ask=ask.id)
                found = GAME.decide(state, Command(author=seat, body=body), snapshot)
                assert isinstance(found, Refusal), f"{seat} answered {ask}"


def a_fight() -> tuple[State, Snapshot]:
    """A state in the middle of a battle of two, to be spoilt."""
    _, state, snapshot = next(
        each for each in moments() if each[1].phase is Phase.ATTACK and not each[1].asks
    )
    return state, snapshot


def _with_unit(state: State, **changed: object) -> State:
    unit = next(u for u in state.units.values() if u.alive and u.on_table)
    return state.with_unit(replace(unit, **changed))  # type: ignore[arg-type]


def _with_ask(state: State, **changed: object) -> State:
    player = state.players[0]
    made = Ask(
        id=state.asked,
        seat=player.seat,
        who=player.name,
        clause="PC-ABL-15",
        says="Choose.",
        question=HoldChoice(unit="A", target="B", choices=("hold", "damage")),
    )
    return replace(state, asks=(replace(made, **changed),))  # type: ignore[arg-type]


OFF = Spot(x_in=Inches(-1.0), y_in=Inches(4.0))
SPOILT: dict[str, Callable[[State], State]] = {
    "no HP and alive": lambda state: _with_unit(state, hp=0),
    "HP and dead": lambda state: _with_unit(state, fate=Fate.CORPSE),
    "off the table": lambda state: _with_unit(state, spot=OFF),
    "nowhere": lambda state: _with_unit(state, spot=None),
    "another square": lambda state: _with_unit(state, width=Inches(7.0)),
    "three attacks": lambda state: _with_unit(
        state, attacks=(("x", "A"), ("x", "B"), ("x", "C")), ability_used=False
    ),
    "one target twice": lambda state: _with_unit(state, attacks=(("x", "A"), ("x", "A"))),
    "in nothing": lambda state: _with_unit(state, inside="nobody"),
    "walked backwards": lambda state: _with_unit(state, walked=Inches(-1.0)),
    "asks a stranger": lambda state: _with_ask(state, seat="Nobody"),
    "asks for the future": lambda state: _with_ask(state, id=state.asked + 1),
    "asks with one answer": lambda state: _with_ask(
        state, question=HoldChoice(unit="A", target="B", choices=("hold",))
    ),
    "ended without a result": lambda state: replace(state, phase=Phase.ENDED),
    "a stranger's turn": lambda state: replace(state, active="Stranger"),
    "dice that nobody waits for": lambda state: replace(
        state, steps=(AttackUnderway(unit="A", target="B", attack="x", attack_die=3),)
    ),
}


@pytest.mark.parametrize("name", SPOILT)
def test_an_impossible_state_is_noticed(name: str) -> None:
    state, snapshot = a_fight()
    assert faults(state, table=snapshot.table) == []
    assert faults(SPOILT[name](state), table=snapshot.table), f"expected {name} to be noticed"


def test_an_impossible_change_is_noticed() -> None:
    state, _ = a_fight()
    assert step_faults(state, [], after=state) == []
    hurt = next(u for u in state.units.values() if u.alive)
    for changed in (
        replace(state, turn=state.turn - 1),
        replace(state, asked=state.asked - 1),
        state.with_unit(replace(hurt, hp=hurt.hp + 1)),
    ):
        assert step_faults(state, [], after=changed)


def test_the_same_seed_plays_the_same_battle() -> None:
    """Otherwise the line that repeats a failed run would repeat nothing."""
    first, (second, _) = quickly_fought()[0].played, PLAY.battle(SAMPLES[0], seed="fought 0")
    assert first.commands == second.commands
    assert first.events == second.events
