"""Solves the unknown lens of one photograph from anchors measured before and pieces of known size.

Where the anchors lie is known from the table's own calibration, with its doubts. Each piece adds a
square of known size at an unknown place, which tells how the lens bends between the anchors.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.anchors import PER_ANCHOR, Anchor, Calibrated, Floor, Layout
from calibration.camera_model import COUNT as CAMERA_COUNT
from calibration.glass import glass_of
from calibration.lens import COUNT as LENS_COUNT
from calibration.lens import Floats
from calibration.lens_prior import LensBelief
from calibration.seen import SeenTag
from calibration.solve import Solution, root_of, solve
from calibration.table.gauge import in_frame
from calibration.table.noise import likeliest_floor, likeliest_glass
from calibration.table.table_problem import HEAD, TableProblem, TableState
from calibration.table.table_start import LEAST, check_seen, starting_places, starting_stand
from rules.table.bad_input import BadInputError

_ROUNDS: Final = 3
_GLASS: Final = 0.1
"""Pixels by which a lens differs from its formula, before the photograph tells."""
_BEGIN: Final = Floor(corner=0.2, shift=0.2)
_ANYWHERE: Final = 20.0
"""Inches about where a piece seems to lie: nothing is known of its place."""
_WILD: Final = 45.0
"""Squared distance of eight coordinates that chance exceeds four times in ten million."""
_ASTRAY: Final = 0.015
"""Inches of misfit from which an anchor does not lie any more where it was measured; lenses and
paper leave a fifth of it."""
_MOST_SQUARES: Final = 24
"""Pieces that help; more cost much time and tell little more."""
_MOST_MOVED: Final = 2
"""Anchors that may have been knocked; more of them are another table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownSquare:
    """The printed square of a piece: its number, and what the roster says of it, in inches."""

    number: int
    side: float
    height: float
    """Over the table."""
    height_sigma: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StillFit:
    """A photograph's own calibration, in the frame of the table's."""

    calibrated: Calibrated
    moved: tuple[int, ...]
    """Anchors that do not lie any more where they were measured; none of them counts."""
    squares: int
    """Pieces that helped."""


def fit_still(
    tags: Sequence[SeenTag],
    *,
    table: Calibrated,
    anchors: Sequence[Anchor],
    squares: Sequence[KnownSquare],
    belief: LensBelief,
) -> StillFit:
    """Solve lens and stand; a BadInputError says why this photograph tells nothing."""
    measured = set(table.layout.numbers)
    seen = tuple(tag for tag in tags if tag.number in measured)
    check_seen(seen, anchors=anchors, where="photograph")
    known = {each.number: each for each in squares}
    helping = _largest(tag for tag in tags if tag.number in known and tag.number not in measured)
    moved: list[int] = []
    while True:
        fit = _StillSolve(seen, helping, table=table, known=known, belief=belief)
        flat = fit.without_wild_squares()
        if len(flat) < len(fit.helping):
            fit = _StillSolve(seen, flat, table=table, known=known, belief=belief)
        calibrated = fit.settled(anchors)
        if fit.misfit_in(calibrated.floor) <= _ASTRAY:
            squares_used = len(fit.helping)
            return StillFit(calibrated=calibrated, moved=tuple(sorted(moved)), squares=squares_used)
        if len(moved) == _MOST_MOVED or len(seen) == LEAST:
            raise BadInputError(
                "photograph",
                expected="the anchors where they lay when the camera was calibrated",
                got=f"some that lie elsewhere by {fit.misfit_in(calibrated.floor):.2f} in or more: "
                "calibrate the camera anew if an anchor was moved",
            )
        left_out = min(
            seen,
            key=lambda tag: (
                _StillSolve(
                    [each for each in seen if each is not tag],
                    flat,
                    table=table,
                    known=known,
                    belief=belief,
                ).cost
            ),
        )
        moved.append(left_out.number)
        seen = tuple(tag for tag in seen if tag is not left_out)


def _largest(tags: Iterable[SeenTag]) -> tuple[SeenTag, ...]:
    """Those that tell most of the lens."""

    def across(tag: SeenTag) -> float:
        return float(np.hypot(*(tag.corners[2] - tag.corners[0])))

    return tuple(sorted(tags, key=across, reverse=True)[:_MOST_SQUARES])


class _StillSolve:
    """One solve, with what it learns of the errors' size on the way."""

    def __init__(
        self,
        seen: Sequence[SeenTag],
        helping: Sequence[SeenTag],
        *,
        table: Calibrated,
        known: dict[int, KnownSquare],
        belief: LensBelief,
    ) -> None:
        self.table, self.seen, self.helping = table, tuple(seen), tuple(helping)
        layout = table.layout
        places = np.array([layout.places[layout.row(tag.number), :2] for tag in seen])
        stand = starting_stand(self.seen, places=places, lens=belief.lens)
        squares = [known[tag.number] for tag in helping]
        found = starting_places([self.helping], lens=belief.lens, stands=[stand])
        self.helping = tuple(tag for tag in helping if tag.number in found)
        squares = [each for each in squares if each.number in found]
        glass = glass_of(width=belief.lens.width, height=belief.lens.height)
        of_squares = [
            [*found[each.number][:2], each.height, found[each.number][2]] for each in squares
        ]
        own = np.array([[_ANYWHERE, _ANYWHERE, each.height_sigma, 1.0] for each in squares])
        self._glass = _GLASS
        self._of_table = root_of(table.covariance[np.ix_(*[_scale_first(table)] * 2)])
        self._of_lens, self._own = root_of(belief.covariance), own.reshape(-1)
        self.problem = TableProblem(
            lens=belief.lens,
            numbers=(*layout.numbers, *(each.number for each in squares)),
            size=layout.size,
            mean=np.concatenate(
                [
                    [*belief.lens.values, layout.scale],
                    layout.places.reshape(-1),
                    np.array(of_squares).reshape(-1),
                    np.zeros(glass.count),
                ]
            ),
            root=self._root(glass.count),
            photographs=[(*self.seen, *self.helping)],
            floor=_BEGIN,
            glass=glass,
            sides=(*[layout.size] * len(layout.numbers), *(each.side for each in squares)),
        )
        begin = TableState(known=np.zeros(self.problem.root.shape[1]), stands=(stand,))
        self.solution: Solution[TableState] = solve(self.problem, begin)

    def _root(self, glass: int) -> Floats:
        """Of the covariance of lens, table, squares and glass, each by itself."""
        own = np.diag([*self._own, *[self._glass] * glass])
        parts = (self._of_lens, self._of_table, own)
        root = np.zeros((sum(len(each) for each in parts), sum(each.shape[1] for each in parts)))
        row = column = 0
        for each in parts:
            down, across = row + len(each), column + each.shape[1]
            root[row:down, column:across] = each
            row, column = down, across
        return root

    def without_wild_squares(self) -> tuple[SeenTag, ...]:
        """The pieces that lie flat at their height, as far as the photograph can tell."""
        distances = self.solution.distances[len(self.seen) :]
        return tuple(tag for tag, far in zip(self.helping, distances, strict=True) if far < _WILD)

    @property
    def cost(self) -> float:
        """How badly everything fits together, squared, in standard errors."""
        solution = self.solution
        return float(solution.distances.sum() + (solution.deviations**2).sum())

    def misfit_in(self, floor: Floor) -> float:
        """What the fit leaves unexplained of the anchors, in inches on the table."""
        sides = [float(np.hypot(*(tag.corners[1] - tag.corners[0]))) for tag in self.seen]
        layout = self.table.layout
        px_per_in = float(np.median(sides)) / (layout.size * layout.scale)
        return float(np.hypot(floor.corner, floor.shift)) / px_per_in

    def settled(self, anchors: Sequence[Anchor]) -> Calibrated:
        """Learn how large the errors are, solve again, and put it into the table's frame."""
        for _ in range(_ROUNDS):
            floor = likeliest_floor(self.problem, self.solution)
            learnt = likeliest_glass(self.problem, self.solution, sigma=self._glass)
            state, count = self.solution.state, self.problem.glass.count
            known = state.known.copy()
            known[-count:] *= self._glass / learnt
            self._glass = learnt
            self.problem = replace(self.problem.with_floor(floor), root=self._root(count))
            self.solution = solve(self.problem, TableState(known=known, stands=state.stands))
        found = self._calibrated(anchors)
        # A piece is shifted by the glass as much as an anchor is.
        shift = float(np.hypot(self.problem.floor.shift, self._glass))
        felt = Floor(corner=self.problem.floor.corner, shift=shift)
        return replace(found, floor=felt, flatness=self.table.flatness)

    def _calibrated(self, anchors: Sequence[Anchor]) -> Calibrated:
        problem, state = self.problem, self.solution.state
        head = HEAD + PER_ANCHOR * len(self.table.layout.numbers)
        known = problem.root.shape[1]
        spread = np.zeros((head + 6, known + 6))
        spread[:head, :known] = problem.root[:head]
        spread[head:, known:] = np.eye(6)
        values = problem.values(state)
        layout = Layout(
            numbers=self.table.layout.numbers,
            places=values[HEAD:head].reshape(-1, PER_ANCHOR),
            size=problem.size,
            scale=float(values[LENS_COUNT]),
        )
        return in_frame(
            problem.model(state, 0),
            layout,
            covariance=spread @ self.solution.covariance @ spread.T,
            anchors=anchors,
        )


def _scale_first(table: Calibrated) -> list[int]:
    """The rows of a calibration's covariance that are of the table: scale, then anchors."""
    last = len(table.covariance) - 1
    return [last, *range(CAMERA_COUNT, last)]
