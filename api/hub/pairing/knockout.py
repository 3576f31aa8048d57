"""Who loses is out: a tree in which the strongest meet as late as can be."""

from collections.abc import Collection, Sequence

from api.hub.pairing.colours import Candidate, colour_of, first_colour, preference_after
from api.hub.pairing.record import Colour, Draw, Entrant, RoundScore, of_one_length

PASSES = frozenset({RoundScore.WIN, RoundScore.FORFEIT_WIN, RoundScore.BYE, RoundScore.FULL_BYE})


def seeded(places: int) -> list[int]:
    """The order of the strengths down the side of a tree with so many places, a power of two.

    >>> seeded(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < places:
        whole = 2 * len(order) + 1
        order = [each for one in order for each in (one, whole - one)]
    return order


def rounds_of_knockout(players: int) -> int:
    """How long it takes until one is left.

    >>> [rounds_of_knockout(each) for each in (1, 2, 5, 8)]
    [0, 1, 3, 3]
    """
    return (players - 1).bit_length() if players else 0


def paired_by_knockout(entrants: Sequence[Entrant], *, away: Collection[int] = ()) -> Draw:
    """The next round of those who are in, the entrants in the order of their strength."""
    played = of_one_length(entrants)
    if played >= rounds_of_knockout(len(entrants)):
        raise ValueError(f"round {played + 1}: expected one to be played, got a tree that is done")
    pairs, byes = [], []
    for left, right in _branches(entrants, played):
        there = [each for each in (left, right) if each is not None and each.number not in away]
        if len(there) == 2:
            pairs.append(_seated(there[0], there[1]))
        else:
            byes += [each.number for each in there]
    return Draw(pairs=tuple(pairs), byes=tuple(byes))


def winner_of_knockout(entrants: Sequence[Entrant]) -> Entrant | None:
    """Who has won the last round; nobody while it is not played, or if neither turned up."""
    played = of_one_length(entrants)
    if played < rounds_of_knockout(len(entrants)):
        return None
    in_all = [each for each in entrants if _is_in(each, played)]
    return in_all[0] if in_all else None


def _branches(
    entrants: Sequence[Entrant], played: int
) -> list[tuple[Entrant | None, Entrant | None]]:
    """Who comes out of each two neighbouring branches."""
    places = seeded(1 << rounds_of_knockout(len(entrants)))
    width = 1 << played
    out: list[Entrant | None] = []
    for start in range(0, len(places), width):
        branch = [each for each in places[start : start + width] if each <= len(entrants)]
        there = [entrants[each - 1] for each in branch if _is_in(entrants[each - 1], played)]
        out.append(there[0] if there else None)
    return list(zip(out[::2], out[1::2], strict=True))


def _is_in(entrant: Entrant, played: int) -> bool:
    for at, scored in enumerate(entrant.rounds[:played], start=1):
        if scored.score is RoundScore.DRAW:
            raise ValueError(
                f"{entrant.number} in round {at}: expected a winner, got a draw; "
                "say who goes on by correcting the result"
            )
        if scored.score not in PASSES:
            return False
    return True


def _seated(higher: Entrant, lower: Entrant) -> tuple[int, int]:
    if higher.number > lower.number:
        higher, lower = lower, higher
    one, other = (
        Candidate(
            number=each.number, preference=preference_after(each.colours), colours=each.colours
        )
        for each in (higher, lower)
    )
    colour = colour_of(one, other) or first_colour(higher.number, Colour.WHITE)
    both = (higher.number, lower.number)
    return both if colour is Colour.WHITE else both[::-1]
