"""Matches of teams: whom each board seats, and the result of a match from its boards."""

from collections.abc import Sequence

from api.hub.event.deeds import ResultGiven
from api.hub.event.state import EventRefusedError, EventState
from api.hub.pairing.record import OPPOSITES, RoundScore
from api.hub.pairing.teams import TeamBoard, boards_of, match_scores

HALF_POINT = 5
"""In tenths: the victory points of a match are half points at its boards."""


def boards_between(state: EventState, white: int, *, black: int) -> tuple[tuple[str, str], ...]:
    """Who plays whom at each board, White first; nothing where one of the two is no team. A name
    is empty where a team has nobody for a board.
    """
    one, other = state.player(white).members, state.player(black).members
    if not one or not other:
        return ()
    names = dict(enumerate((*one, *other), start=1))
    return tuple(
        (names.get(each.white, ""), names.get(each.black, "")) for each in _boards(one, other)
    )


def match_result(
    state: EventState, *, at: int, white: int, scores: Sequence[RoundScore]
) -> ResultGiven:
    """The result of a match, from what White's team scored at each board that is played."""
    if not 1 <= at <= len(state.rounds):
        raise EventRefusedError(f"round of a match: expected 1 to {len(state.rounds)}, got {at}")
    pairs = dict(state.rounds[at - 1].draw.pairs)
    if white not in pairs:
        raise EventRefusedError(f"match in round {at}: expected White's team, got {white}")
    one, other = state.player(white).members, state.player(pairs[white]).members
    boards = _boards(one, other)
    played = [each for each in boards if each.is_played]
    if not played or len(scores) != len(played):
        raise EventRefusedError(
            f"match of {white}: expected the scores of {len(played)} boards, got {len(scores)}"
        )
    found = _scored(boards, scores, ours=len(one))
    line_ups = (range(1, len(one) + 1), range(len(one) + 1, len(one) + len(other) + 1))
    scoring = state.opened.scoring
    score, black_score = match_scores(found, line_ups=line_ups, scoring=scoring)
    won, lost = (
        sum(scoring.worth(found[each]) for each in team) // HALF_POINT for team in line_ups
    )
    return ResultGiven(
        round=at, white=white, score=score, black_score=black_score, victory=(won, lost)
    )


def _boards(one: Sequence[str], other: Sequence[str]) -> tuple[TeamBoard, ...]:
    """Numbered through: White's team first, then the other one."""
    ours = range(1, len(one) + 1)
    return boards_of(ours, range(len(one) + 1, len(one) + len(other) + 1))


def _scored(
    boards: Sequence[TeamBoard], scores: Sequence[RoundScore], *, ours: int
) -> dict[int, RoundScore]:
    """What each player of both teams scored; whoever has nobody to play wins without a game."""
    found: dict[int, RoundScore] = {}
    left = iter(scores)
    for board in boards:
        there = sorted(each for each in (board.white, board.black) if each)
        if len(there) == 1:
            found[there[0]] = RoundScore.FORFEIT_WIN
            continue
        mine, theirs = there
        assert mine <= ours < theirs
        found[mine] = next(left)
        # Of a board that nobody came to, the other team has the win.
        found[theirs] = max(
            OPPOSITES[found[mine]], key=lambda each: each is not RoundScore.FORFEIT_LOSS
        )
    return found
