"""Tests who wins when each animal meets each other one, in both roles.

One row an attacking animal, one column a defending one, in the same order: A and D for the side
that wins, B for both, N for nobody. It is the first battle of a war, with the strengths of the
starter deck; tigers land face up.
"""

from typing import Final

import pytest

from rules.games.tossing_tiger.animals import ANIMALS
from rules.games.tossing_tiger.chapters.animal_actions import HowItLands, PilesToSwap
from rules.games.tossing_tiger.tests.war_play import Table

MEETINGS: Final = """\
tiger     B A A A A A N A A A A A A A A A A A
dragon    D N D B B A A N N N N N N N N N N A
mantis    D A B B D N N N N N N N N N N N N A
crane     D B B N D N N N N N N N N N N N N A
monkey    D B A A B N N N N N N N N N N N N A
panda     D D N N N N D N N N N N N N N N N A
turtle    N D N N N A B A N N N N N N N N N N
leopard   D N N N N N D B N N N N N N N N N A
snake     D N N N N N N N N D A A A D N D N A
peacock   D N N N N N N N A B B N N D N A N A
bull      D N N N N N N N D B B A N N N N N A
redpanda  D N N N N N N N D N D B A A N N N A
chameleon D N N N N N N N D N N D N N B A N A
horse     D N N N N N N N A A N D N N D D N A
unicorn   D N N N N N N N N N N N B A B D N A
frog      D N N N N N N N A D N N D A A B N A
rooster   D N N N N N N N N N N N N N N N N A
bird      D D D D D D N D D D D D D D D D D N
"""
LETTERS: Final = {"A": "A", "D": "D", "BOTH": "B", "NONE": "N"}


def met(attacking: str, defending: str) -> str:
    """The first of three battles; leopards swap two later piles, dragons may not roll again."""
    table = Table(fight_together=True, more_animals=True, dawndojo=True, max_rerolls=0)
    table.war_of(3).roll(attacking, defending)
    for kind, choice in ((PilesToSwap, "2 and 3"), (HowItLands, "face up")):
        while any(isinstance(ask.question, kind) for ask in table.asks):
            table.answer(choice, kind)
            if kind is HowItLands and table.questions(PilesToSwap):
                table.answer("2 and 3", PilesToSwap)
    return LETTERS[table.results[0]]


@pytest.mark.parametrize("attacking", list(ANIMALS))
def test_each_animal_against_each_in_both_roles(attacking: str) -> None:
    rows = {row.split()[0]: row.split()[1:] for row in MEETINGS.splitlines()}
    assert list(rows) == list(ANIMALS)
    found = [met(attacking, defending) for defending in ANIMALS]
    assert found == rows[attacking]
