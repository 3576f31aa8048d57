"""Tests of asking the judged cases alone whether they notice an altered clause."""

from pathlib import Path

import pytest

from tests.clause_mutants import clause_mutants, corpus_of
from tests.clause_mutants import tests_of as asked_of
from tests.clause_places import chosen_place
from tests.mutate import main

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[1]


def test_the_corpus_of_a_game_is_one_test() -> None:
    (name,) = corpus_of("paper_invasion")
    place, _, test = name.partition("::")
    assert (ROOT / place).exists()
    assert test.endswith("[paper_invasion]")


def test_the_judged_cases_are_among_a_games_tests() -> None:
    assert asked_of(ROOT, "paper_invasion") == (
        "rules/games/paper_invasion",
        *corpus_of("paper_invasion"),
    )
    assert asked_of(ROOT, "no_such_game") == ("rules/games/no_such_game",)


def test_the_corpus_is_asked_of_one_game() -> None:
    with pytest.raises(SystemExit):
        main(["--corpus"], root=ROOT)


def test_clauses_of_a_game_with_chapters_in_their_ids_are_found() -> None:
    found, unanchored = clause_mutants(ROOT, "paper_invasion", seed="1")
    assert len(found) > 3 * len(unanchored)


def test_what_an_edition_leaves_as_it_was_is_altered_in_the_game_that_it_amends() -> None:
    found, unanchored = clause_mutants(ROOT, "paper_tigers_2", seed="1")
    paths = {mutant.clause: mutant.path for mutant in found}
    assert paths["PT2-B1"].startswith("rules/games/paper_tigers/chapters/")
    assert paths["PT2-I3e"] == "rules/games/paper_tigers_2/modifiers.toml"
    assert paths["PT2-D18"].startswith("rules/games/paper_tigers_2/chapters/")
    assert len(found) > 20 * len(unanchored)


def test_a_clause_with_a_chapter_in_its_id_has_its_place() -> None:
    source = 'def no_kill(here):\n    """PI-HERO-01."""\n    return len(here) < 2\n'
    place = chosen_place("PI-HERO-01", modules=[("a.py", source)], seed="1")
    assert place is not None
    assert chosen_place("PI-HERO-02", modules=[("a.py", source)], seed="1") is None
