"""A match of two teams: who sits at which board, and what the boards come to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from api.hub.pairing.record import RoundScore, Scoring


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamBoard:
    """One table of a match; 0 where a team has nobody for it."""

    white: int
    black: int

    @property
    def is_played(self) -> bool:
        return bool(self.white and self.black)


def boards_of(white: Sequence[int], black: Sequence[int]) -> tuple[TeamBoard, ...]:
    """The boards of two line-ups, the strongest first; sides change from board to board.

    >>> [(each.white, each.black) for each in boards_of([1, 2, 3], [7, 8])]
    [(1, 7), (8, 2), (3, 0)]
    """
    found = []
    for at in range(max(len(white), len(black))):
        one = white[at] if at < len(white) else 0
        other = black[at] if at < len(black) else 0
        found.append(
            TeamBoard(white=other, black=one) if at % 2 else TeamBoard(white=one, black=other)
        )
    return tuple(found)


def match_scores(
    boards: Mapping[int, RoundScore],
    *,
    line_ups: tuple[Sequence[int], Sequence[int]],
    scoring: Scoring,
) -> tuple[RoundScore, RoundScore]:
    """What a match is for each team, from what each of their players scored.

    >>> scores = {1: RoundScore.WIN, 7: RoundScore.LOSS, 2: RoundScore.DRAW, 8: RoundScore.DRAW}
    >>> match_scores(scores, line_ups=([1, 2], [7, 8]), scoring=Scoring())[0].name
    'WIN'
    """
    missing = sorted(each for team in line_ups for each in team if each not in boards)
    if missing:
        raise ValueError(
            f"boards of a match: expected a score of each player, got none of {missing}"
        )
    ours, theirs = (sum(scoring.worth(boards[each]) for each in team) for team in line_ups)
    if ours == theirs:
        return RoundScore.DRAW, RoundScore.DRAW
    return (RoundScore.WIN, RoundScore.LOSS) if ours > theirs else (RoundScore.LOSS, RoundScore.WIN)
