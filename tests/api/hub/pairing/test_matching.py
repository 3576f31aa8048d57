"""The heaviest pairs are those that trying every way finds."""

from collections.abc import Mapping
from random import Random

import pytest

from api.hub.pairing.matching import heaviest
from conftest import SoakCount


def most(weights: Mapping[tuple[int, int], int], alone: frozenset[int]) -> int:
    """What the best pairs come to, by trying every way."""
    if len(alone) < 2:
        return 0
    first, *others = sorted(alone)
    found = most(weights, alone - {first})
    for other in others:
        if (first, other) in weights:
            rest = most(weights, alone - {first, other})
            found = max(found, weights[first, other] + rest)
    return found


def worth(weights: Mapping[tuple[int, int], int], mates: Mapping[int, int]) -> int:
    return sum(weights[one, other] for one, other in mates.items() if one < other)


@pytest.mark.soak
def test_no_other_pairs_weigh_more(rng_seed: int, soak_count: SoakCount) -> None:
    chance = Random(rng_seed)
    for _ in range(soak_count(400, 20_000)):
        size = chance.randint(2, 9)
        top = chance.choice([2, 4, 50, 10**30])
        share = chance.random()
        weights = {
            (one, other): chance.randint(1, top)
            for one in range(size)
            for other in range(one + 1, size)
            if chance.random() < share
        }
        mates = heaviest(weights, vertices=size)
        assert all(mates[other] == one for one, other in mates.items())
        assert worth(weights, mates) == most(weights, frozenset(range(size))), weights
