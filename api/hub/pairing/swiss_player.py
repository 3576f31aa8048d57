"""A player as a round of the Swiss system sees them: rank, floats, side, and whom they may meet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from api.hub.pairing.colours import INDIFFERENT, Candidate, Preference, Strength, preference_after
from api.hub.pairing.record import Entrant, Scoring


class Float(IntEnum):
    """Where somebody was paired against: below their own score, above it, or with their like."""

    DOWN = -1
    NONE = 0
    UP = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SwissPlayer:
    number: int
    points: int
    candidate: Candidate
    floats: tuple[Float, Float]
    """In the last round and in the one before."""
    met: frozenset[int]
    had_bye: bool
    is_topscorer: bool
    """In the last round: more than half of what could be had (A.7)."""

    @property
    def preference(self) -> Preference:
        return self.candidate.preference

    @property
    def rank(self) -> tuple[int, int]:
        """Sorts the best first (A.2)."""
        return -self.points, self.number


def may_meet(one: SwissPlayer, other: SwissPlayer) -> bool:
    """Whether they have not met and can have different sides (C.1, C.3)."""
    return other.number not in one.met and not sides_clash(one, other)


def sides_clash(one: SwissPlayer, other: SwissPlayer) -> bool:
    """Whether both must have the same side, and neither is a topscorer (C.3)."""
    mine, theirs = one.preference, other.preference
    both = mine.strength is Strength.ABSOLUTE and theirs.strength is Strength.ABSOLUTE
    excused = one.is_topscorer or other.is_topscorer
    return both and mine.colour is theirs.colour and not excused


def seen_by_swiss(
    present: Sequence[Entrant],
    *,
    everybody: Mapping[int, Entrant],
    scoring: Scoring,
    is_last_round: bool,
    balances_sides: bool,
) -> list[SwissPlayer]:
    """Those who play this round, the best first."""
    played = max((len(each.rounds) for each in present), default=0)
    found = []
    for each in present:
        colours = each.colours
        preference = preference_after(colours) if balances_sides else INDIFFERENT
        points = each.points(scoring)
        floats = [
            _float(each, at, everybody=everybody, scoring=scoring)
            for at in (played - 1, played - 2)
        ]
        found.append(
            SwissPlayer(
                number=each.number,
                points=points,
                candidate=Candidate(number=each.number, preference=preference, colours=colours),
                floats=(floats[0], floats[1]),
                met=each.met,
                had_bye=each.had_bye,
                is_topscorer=is_last_round and 2 * points > scoring.most * played,
            )
        )
    return sorted(found, key=lambda each: each.rank)


def _float(
    entrant: Entrant, at: int, *, everybody: Mapping[int, Entrant], scoring: Scoring
) -> Float:
    if at < 0:
        return Float.NONE
    scored = entrant.rounds[at]
    if not scored.score.was_played:
        return Float.DOWN
    mine = entrant.points(scoring, rounds=at)
    theirs = everybody[scored.opponent].points(scoring, rounds=at)
    if mine == theirs:
        return Float.NONE
    return Float.DOWN if mine > theirs else Float.UP
