"""Checks pairs that an organiser has made by hand: what is impossible, and what is merely odd."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from api.hub.pairing.record import Draw, Entrant


def paired_by_hand(
    pairs: Sequence[tuple[int, int]],
    *,
    byes: Sequence[int] = (),
    entrants: Sequence[Entrant],
    away: Collection[int] = (),
) -> Draw:
    """The round as it was made, with what it concedes; each who is not away is in it once.

    >>> paired_by_hand([(1, 2)], entrants=[Entrant(number=1), Entrant(number=2)]).pairs
    ((1, 2),)
    """
    known = {each.number: each for each in entrants}
    named = [each for pair in pairs for each in pair] + list(byes)
    _refuse_impossible(named, known=known, away=away)
    said = [f"{one} and {other} meet again" for one, other in pairs if other in known[one].met]
    said += [f"{each} has a second bye" for each in byes if known[each].had_bye]
    return Draw(pairs=tuple(pairs), byes=tuple(byes), concessions=tuple(said))


def _refuse_impossible(
    named: Sequence[int], *, known: Mapping[int, Entrant], away: Collection[int]
) -> None:
    strangers = sorted(set(named) - set(known))
    if strangers:
        raise ValueError(f"pairs: expected players of this event, got {strangers}")
    twice = sorted(each for each, count in Counter(named).items() if count > 1)
    if twice:
        raise ValueError(f"pairs: expected each player once, got {twice} more often")
    absent = sorted(set(named) & set(away))
    if absent:
        raise ValueError(f"pairs: expected players who are there, got {absent}, who are away")
    missing = sorted(set(known) - set(named) - set(away))
    if missing:
        raise ValueError(f"pairs: expected everybody who is there, got none for {missing}")
