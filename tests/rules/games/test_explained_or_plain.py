"""Whatever a game offers is explained to newcomers, or is plain by its label."""

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from rules.games.tossing_tiger.chapters.acting import CardAction
from rules.games.tossing_tiger.tests.variants import VARIANTS
from rules.referee.toolkit.book.frames import fitted
from rules.referee.toolkit.game import Game, Template
from rules.registry import game, slugs
from rules.testing.driver import Sample, Step, play_sample, samples_of
from tests.game_page import folder_of
from tests.often import often
from tests.rulings import rulings_in

PLAIN: Final = tomllib.loads(Path(__file__).with_name("plain_labels.toml").read_text("utf-8"))
NEVER_OFFERED: Final = frozenset(PLAIN.pop("never_offered"))
ASKED: Final = frozenset({"choose", "roll"})
"""Commands that answer a sentence, which says what they are for."""
BY_SENTENCE: Final = frozenset({"give_up_battle"})
"""Explained by what their offers say."""
AMENDED: Final = {"paper_tigers_2": "paper_tigers"}


def plain(slug: str) -> frozenset[str]:
    """What needs no explanation in a game; an edition keeps what its game says."""
    basic = plain(AMENDED[slug]) if slug in AMENDED else frozenset()
    return basic | frozenset(PLAIN[slug])


def is_told(of: Game, command: str, says: str = "") -> bool:
    found = of.clauses.explanation(command, says)
    return found is not None or command in plain(of.slug) or bool(fitted(plain(of.slug), says))


def questions(of: Game) -> Iterator[str]:
    """What is asked with answers to choose from."""
    yield from (each.text for each in rulings_in(folder_of(of)).questions if each.answers)
    if of.slug == "tossing_tiger":
        yield from (f"{{player}}: {each.says}" for each in actions(CardAction))


def actions(of: type[CardAction]) -> Iterator[type[CardAction]]:
    for each in of.__subclasses__():
        if hasattr(each, "says"):
            yield each
        yield from actions(each)


@pytest.mark.parametrize("slug", slugs())
def test_every_command_is_explained_or_plain(slug: str) -> None:
    found = game(slug)
    offered = set(found.commands.kinds) - ASKED - NEVER_OFFERED - BY_SENTENCE
    assert {each for each in offered if not is_told(found, each)} == set()


@pytest.mark.parametrize("slug", slugs())
def test_every_question_with_answers_is_explained_or_plain(slug: str) -> None:
    found = game(slug)
    assert {each for each in questions(found) if not is_told(found, "choose", each)} == set()


@pytest.mark.parametrize("slug", slugs())
def test_nothing_is_both_explained_and_plain(slug: str) -> None:
    assert not set(game(slug).clauses.explained) & set(PLAIN[slug])


@pytest.mark.parametrize("sample", VARIANTS.values(), ids=VARIANTS)
def test_what_is_offered_in_every_variant_of_tossing_tiger_is_told(sample: Sample) -> None:
    assert untold(game("tossing_tiger"), sample) == set()


TOLD = sorted(set(slugs()) - {"tossing_tiger"})


@pytest.mark.parametrize("slug", often(TOLD, quick=TOLD[:2]))
def test_what_is_offered_as_a_game_is_played_is_told(slug: str) -> None:
    assert untold(game(slug), samples_of(slug)[0]) == set()


def untold(found: Game, sample: Sample) -> set[tuple[str, str]]:
    """What is offered in a game that plays itself, and is neither explained nor plain."""
    gaps: set[tuple[str, str]] = set()

    def watch(step: Step) -> None:
        gaps.update((each.command, each.says) for _, each in step.offers if is_gap(found, each))

    play_sample(found, sample, rng=random.Random(f"told {sample.name}"), steps=400, watch=watch)
    return gaps


def is_gap(of: Game, offer: Template) -> bool:
    assert offer.command not in NEVER_OFFERED, f"{offer.command} is offered after all"
    return offer.command != "roll" and not is_told(of, offer.command, offer.says)
