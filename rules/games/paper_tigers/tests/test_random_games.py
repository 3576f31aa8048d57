"""Tests that battles of Paper Tigers end well, and that nothing asked for breaks them."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.chapters.fire.saving import WreckChoice
from rules.games.paper_tigers.chapters.laying import TurnUp
from rules.games.paper_tigers.state import Force, Hand, Slot, State
from rules.games.paper_tigers.tests.invariants import faults, step_faults
from rules.games.paper_tigers.tests.random_battles import PLAY, fought
from rules.games.paper_tigers.tests.samples import SAMPLES
from rules.games.paper_tigers.vocabulary import Phase
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


def test_random_battles_are_fought(record_property: Callable[[str, object], None]) -> None:
    """What the samples are for: every turn of the rules is taken in some battle."""
    tally = PLAY.tally(each.played for each in fought())
    missing = set(GAME.events.kinds) - set(tally.events) - SELDOM
    for number, sample in enumerate((*SAMPLES, *SAMPLES), start=len(SAMPLES)):
        if not missing:
            break
        PLAY.count(tally, PLAY.battle(sample, seed=f"fought {number}")[0])
        missing = set(GAME.events.kinds) - set(tally.events) - SELDOM
    assert not missing, f"expected these to happen in some battle: {sorted(missing)}"
    record_property("events", dict(tally.events))


SELDOM = {
    "amended",
    "table_accepted",
    "terrain_accepted",
    "terrain_reopened",
    "bonus_allowed",
    "bonus_added",
    "shot_lost",
    "roll_tied",
    "left_off",
    "stayed_aboard",
    "bridge_captured",
    "objective_settled",
}
"""What needs an agreement of both sides, or two rare dice at once."""


@cache
def moments() -> list[Moment]:
    return [moment for each in fought() for moment in each.some_moments(25, seed=SEED)]


def names_in(state: State, snapshot: Snapshot) -> list[str]:
    hands = [card for hand in state.hands.values() for card in hand.open]
    areas = [area.id for area in snapshot.terrain]
    answers = [
        choice
        for ask in state.asks
        if isinstance(ask.question, ChoiceQuestion)
        for choice in ask.question.choices
    ]
    return [*state.units, *state.hands, *state.slip_pieces, *areas, *hands, *answers, *FACES]


FACES = ("QH", "2C", "10D", "AS")


@st.composite
def careless(draw: st.DrawFn) -> tuple[Moment, Command]:
    """A command of any kind, from any seat, to a question that is open, stale or still to come."""
    moment = draw(st.sampled_from(moments()))
    sample, state, snapshot = moment
    kind = draw(st.sampled_from(list(GAME.commands.kinds.values())))
    body = draw(bodies_of(kind, names_in(state, snapshot)))
    if isinstance(body, Roll | Choose | TurnUp):
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
    for _, state, snapshot in moments():
        for ask in state.asks:
            others = {force.seat for force in state.forces} - {ask.seat}
            for seat in others:
                if any(_alike(other, ask) and other.seat == seat for other in state.asks):
                    continue
                dice = ask.question.dice.count if isinstance(ask.question, DiceQuestion) else 1
                body = Roll(dice=(1,) * dice, ask=ask.id)
                found = GAME.decide(state, Command(author=seat, body=body), snapshot)
                assert isinstance(found, Refusal), f"{seat} answered {ask}"


def _alike(one: Ask, other: Ask) -> bool:
    return one.question.answered_by == other.question.answered_by


def an_acting_state() -> tuple[State, Snapshot]:
    """A state in the middle of a battle of two, to be spoilt."""
    _, state, snapshot = next(
        each
        for each in moments()
        if each[1].phase is Phase.ACT and each[0].name == "two players" and not each[1].solo
    )
    return state, snapshot


def _with_unit(state: State, **changed: object) -> State:
    unit = next(u for u in state.units.values() if u.spot and not u.destroyed and not u.aboard)
    return state.with_unit(replace(unit, **changed))  # type: ignore[arg-type]


def _with_ask(state: State, **changed: object) -> State:
    question = WreckChoice(unit="", choices=("burn", "remove"))
    made = Ask(
        id=state.asked, seat="Red", who="Red", clause="PT1-D2i", says="Choose.", question=question
    )
    return replace(state, asks=(replace(made, **changed),))  # type: ignore[arg-type]


def _with_hand(state: State, hand: Hand) -> State:
    return state.with_hand("Red", hand)


def _with_pack(state: State, **changed: object) -> State:
    pack = replace(state.packs["pack"], **changed)  # type: ignore[arg-type]
    return replace(state, packs={"pack": pack})


OFF = Spot(x_in=Inches(-1.0), y_in=Inches(4.0))
SPOILT: dict[str, Callable[[State], State]] = {
    "a card too many": lambda state: _with_pack(state, draw=state.packs["pack"].draw + 1),
    "a card too few": lambda state: _with_pack(state, discards=()),
    "a face twice": lambda state: _with_hand(state, Hand(open=("QH", "QH"))),
    "no such face": lambda state: _with_hand(state, Hand(open=("1X",))),
    "less than no cards": lambda state: _with_hand(state, Hand(hidden=-1)),
    "three hits": lambda state: _with_unit(state, hits=3),
    "two hits and alive": lambda state: _with_unit(state, hits=2),
    "three cards": lambda state: _with_unit(state, cards=(Slot(),) * 3, had_card=True),
    "three actions": lambda state: _with_unit(state, actions=3),
    "damaged with cards": lambda state: _with_unit(state, hits=1, cards=(Slot(),), had_card=True),
    "a repair without damage": lambda state: _with_unit(state, repair=Slot(), hits=0),
    "off the table": lambda state: _with_unit(state, spot=OFF),
    "aboard nothing": lambda state: _with_unit(state, aboard="nobody"),
    "follows itself": lambda state: _with_unit(state, follows="R1"),
    "burns alive": lambda state: _with_unit(state, burning=True),
    "asks a stranger": lambda state: _with_ask(state, seat="Nobody"),
    "asks for the future": lambda state: _with_ask(state, id=state.asked + 1),
    "asks with one answer": lambda state: _with_ask(
        state, question=WreckChoice(unit="", choices=("burn",))
    ),
    "run 0": lambda state: replace(state, run=0),
    "ended without a result": lambda state: replace(state, phase=Phase.ENDED),
    "picked nothing": lambda state: replace(state, picks={"R1": ()}, phase=Phase.PICK),
    "too many kept": lambda state: _with_hand(
        replace(state, phase=Phase.SHUFFLE), Hand(open=("2C", "3C", "4C", "5C", "6C", "7C", "8C"))
    ),
    "a stranger's hand": lambda state: replace(
        state, forces=(*state.forces, Force(name="X", seat="X", side="Red", pack="pack"))
    ),
}


@pytest.mark.parametrize("name", SPOILT)
def test_an_impossible_state_is_noticed(name: str) -> None:
    state, snapshot = an_acting_state()
    assert faults(state, table=snapshot.table) == []
    assert faults(SPOILT[name](state), table=snapshot.table), f"expected {name} to be noticed"


def test_an_impossible_change_is_noticed() -> None:
    state, _ = an_acting_state()
    assert step_faults(state, [], after=state) == []
    for changed in (
        replace(state, turn=state.turn + 2),
        replace(state, run=state.run - 1),
        replace(state, asked=state.asked - 1),
    ):
        assert step_faults(state, [], after=changed)


def test_each_unit_rides_alone() -> None:
    """Two riders on one carrier are noticed, and so is a rider that stands elsewhere."""
    state, snapshot = an_acting_state()
    mine = [unit for unit in state.units.values() if unit.side == "Red" and not unit.destroyed]
    one, other, carrier = mine[-1], mine[-2], mine[0]
    doubled = state.with_unit(replace(one, aboard=carrier.id, spot=carrier.spot))
    doubled = doubled.with_unit(replace(other, aboard=carrier.id, spot=carrier.spot))
    assert faults(doubled, table=snapshot.table)
    apart = state.with_unit(replace(one, aboard=carrier.id, spot=OFF))
    assert faults(apart, table=snapshot.table)


def test_the_same_seed_plays_the_same_battle() -> None:
    """Otherwise the line that repeats a failed run would repeat nothing."""
    first, (second, _) = fought()[0].played, PLAY.battle(SAMPLES[0], seed="fought 0")
    assert first.commands == second.commands
    assert first.events == second.events
