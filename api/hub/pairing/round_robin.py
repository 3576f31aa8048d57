"""Everybody meets everybody once, or twice: the Berger tables (FIDE C.05, annex 1)."""

from collections.abc import Collection, Sequence

from api.hub.pairing.record import Draw


def rounds_of_robin(players: int, *, cycles: int = 1) -> int:
    """How long it takes until all have met.

    >>> rounds_of_robin(6), rounds_of_robin(5), rounds_of_robin(4, cycles=2)
    (5, 5, 6)
    """
    return cycles * (players + players % 2 - 1) if players > 1 else 0


def berger(players: int, at: int) -> list[tuple[int, int]]:
    """The pairs of round `at` of an even number of players, from 1, White first.

    >>> [berger(4, at) for at in (1, 2, 3)]
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    """
    last, circle = players, players - 1
    found: list[tuple[int, int]] = []
    for one in range(1, players):
        other = (at + 1 - one - 1) % circle + 1
        if other == one:
            first = (one, last) if one <= players // 2 else (last, one)
            found.insert(0, first)
        elif one < other:
            found.append((one, other) if (one + other) % 2 else (other, one))
    return found


def paired_by_robin(
    numbers: Sequence[int], *, at: int, cycles: int = 1, away: Collection[int] = ()
) -> Draw:
    """Round `at`, from 1. Who should meet somebody that is away, or nobody, has a bye."""
    most = rounds_of_robin(len(numbers), cycles=cycles)
    if not 1 <= at <= most:
        raise ValueError(f"round of {len(numbers)} players: expected 1 to {most}, got {at}")
    single = rounds_of_robin(len(numbers))
    cycle, place = divmod(at - 1, single)
    seats = (*numbers, 0) if len(numbers) % 2 else tuple(numbers)
    pairs, byes = [], []
    for white, black in berger(len(seats), place + 1):
        both = (seats[white - 1], seats[black - 1])
        there = [each for each in both if each and each not in away]
        if len(there) == 2:
            # In the second cycle each has the other side.
            pairs.append(both[::-1] if cycle % 2 else both)
        else:
            byes += there
    return Draw(pairs=tuple(pairs), byes=tuple(byes))
