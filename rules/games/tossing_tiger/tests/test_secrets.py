"""Tests that nobody is told of a card that nobody turned up: two such worlds look the same."""

from collections.abc import Callable, Mapping

import pytest

from rules.games.tossing_tiger.chapters.piles import LayPiles
from rules.games.tossing_tiger.rows import cards_on
from rules.games.tossing_tiger.state import State
from rules.games.tossing_tiger.tests import worlds
from rules.games.tossing_tiger.tests.variants import VARIANTS
from rules.games.tossing_tiger.tests.war_play import Table
from rules.games.tossing_tiger.view import view
from rules.games.tossing_tiger.vocabulary import Role
from rules.table.snapshot import Snapshot

NAMES = list(VARIANTS)


def differing(name: str, *, seed: str, steps: int = 40) -> int:
    """How many things that somebody is told tell the two worlds apart."""
    found = worlds.two_worlds(VARIANTS[name], seed=seed, steps=steps)
    return sum(one != other for one, other in found)


@pytest.mark.soak
def test_two_worlds_that_differ_in_hidden_cards_look_the_same(
    rng_seed: int, soak_count: Callable[[int, int], int]
) -> None:
    steps = soak_count(40, 2_000)
    for number in range(soak_count(6, 200)):
        name = NAMES[number % len(NAMES)]
        assert differing(name, seed=f"{rng_seed} {number}", steps=steps) == 0, name


def test_the_harness_notices_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(state: State, snapshot: Snapshot, seats: tuple[str, ...]) -> list[str]:
        seen = [piece.id for piece in cards_on(snapshot) if piece.face == "face"]
        return [*worlds_told(state, snapshot, seats), *seen]

    worlds_told = worlds.witnessed
    monkeypatch.setattr(worlds, "witnessed", leaky)
    assert differing("base game", seed="leak") > 0


def test_how_many_cards_a_pile_has_is_hidden_until_both_have_made_theirs() -> None:
    """Nor do sentences tell it: all that is said is that piles were made."""

    def seen(sizes: tuple[int, int], seat: str) -> Mapping[str, object]:
        table = Table().sit()
        table.answer("2")
        table.lay(*sizes, role=Role.ATTACKER)
        assert table.said()[-1] == "The attacker has made 2 piles, shuffled and face down."
        return view(table.state, seat)

    assert seen((3, 3), "Guest") == seen((2, 4), "Guest")
    assert seen((3, 3), "nobody") == seen((2, 4), "nobody")
    assert seen((3, 3), "Host") != seen((2, 4), "Host")
    after = Table().sit()
    after.answer("2")
    after.lay(2, 4, role=Role.ATTACKER)
    after.give("Guest", LayPiles(sizes=(3, 3)))
    assert '"cards": 4' in str(dict(view(after.state, "Guest"))).replace("'", '"')


def test_no_hidden_face_is_in_the_state() -> None:
    state = Table().sit().state
    assert not state.face_up
