"""Plays random legal games of every variant to their end, and loses no card on the way."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from rules.games.tossing_tiger import GAME
from rules.games.tossing_tiger.chapters.spoils import SpoilTaken
from rules.games.tossing_tiger.state import State
from rules.games.tossing_tiger.tests.samples import seats
from rules.games.tossing_tiger.tests.variants import (
    LONGEST,
    VARIANTS,
    combinations,
    variant,
    with_all,
)
from rules.games.tossing_tiger.tests.war_play import war
from rules.games.tossing_tiger.vocabulary import Role
from rules.referee.toolkit.chapters import evolve
from rules.testing.driver import Step, play_sample


def faults(state: State) -> list[str]:
    """What cannot be true of any game."""
    found = []
    if state.all_cards != len(state.deck.cards):
        found.append(f"{state.all_cards} cards of {len(state.deck.cards)}")
    counts = [state.draw, state.discards, state.war_pile, *state.hands.values()]
    rows = [row for each in state.going for row in (each.attacking, each.defending)]
    piles = [pile for row in rows for pile in row if pile is not None]
    counts += [pile.size for pile in piles]
    if min(counts) < 0:
        found.append(f"fewer than no cards: {counts}")
    gone = (*state.destroyed, *state.face_up)
    for animal in state.deck.animals:
        open_ones = sum(state.deck.animal(face) == animal for face in gone)
        if open_ones > state.deck.copies(animal):
            found.append(f"{open_ones} cards of {animal}")
    named = [face for face in gone if face in state.deck.cards]
    if len(set(named)) != len(named):
        found.append("a card in two places")
    if any(pile.face and not pile.size for pile in piles):
        found.append("a face without a card")
    return found


def conserved(step: Step) -> None:
    assert not faults(step.after), (step.command, faults(step.after))


@pytest.mark.soak
@pytest.mark.parametrize("name", list(VARIANTS))
def test_random_games_come_to_their_end_with_every_card(
    name: str, *, rng_seed: int, soak_count: Callable[[int, int], int]
) -> None:
    for number in range(soak_count(2, 1_000)):
        rng = random.Random(f"{rng_seed} {name} {number}")
        played = play_sample(GAME, variant(name), rng=rng, steps=LONGEST, watch=conserved)
        assert played.result is not None, f"{name} {number}: no end in {LONGEST} commands"
        assert not played.refused, f"{name} {number}: offered, and refused"


@pytest.mark.long
@pytest.mark.soak
def test_every_combination_that_is_allowed_comes_to_its_end(
    rng_seed: int, soak_count: Callable[[int, int], int]
) -> None:
    found = list(combinations())
    assert len(set(found)) == len(found) == 32 + 8
    for number in range(soak_count(1, 100)):
        for chosen in found:
            said = " ".join(sorted(chosen))
            rng = random.Random(f"{rng_seed} {said} {number}")
            sitting = seats(4, teams=2 if "fight_together" in chosen else 0)
            wanted = with_all(said, chosen, sitting=sitting)
            played = play_sample(GAME, wanted, rng=rng, steps=LONGEST, watch=conserved)
            assert played.result is not None, said
            assert not played.refused, said


def test_a_lost_card_is_noticed() -> None:
    state = war(2).state
    assert not faults(state)
    assert faults(replace(state, draw=state.draw - 1)) == ["87 cards of 88"]
    assert faults(replace(state, destroyed=("tiger",) * 7, draw=state.draw - 7))


def test_a_card_taken_twice_is_noticed() -> None:
    table = war(1, ("crane", "mantis"))
    taken = SpoilTaken(war=1, role=Role.ATTACKER, place=1, player="")
    state = replace(table.state, discards=table.state.discards + 1)
    assert faults(evolve(state, taken))
