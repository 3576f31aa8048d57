"""Fits photographs of the anchors to a calibrated camera over a table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.anchors import (
    PER_ANCHOR,
    SOUTH_EAST,
    SOUTH_WEST,
    Anchor,
    Calibrated,
    Floor,
    far_off,
)
from calibration.glass import glass_of
from calibration.lens import COUNT as LENS_COUNT
from calibration.lens import Floats
from calibration.lens_prior import LensBelief
from calibration.print_scale import UNCHECKED_SIGMA
from calibration.solve import Solution, root_of, solve
from calibration.table.gauge import in_frame
from calibration.table.noise import likeliest_floor, likeliest_glass
from calibration.table.rested_fit import with_pieces
from calibration.table.resting_pieces import RestingSheet
from calibration.table.table_problem import HEAD, KnownLength, Photograph, TableProblem, TableState
from calibration.table.table_start import check_seen, starting_places, starting_stand
from rules.table.bad_input import BadInputError

BY_HAND: Final = 1.0
"""Standard error in inches of an anchor that was put where it seemed about right."""
_TURN: Final = float(np.radians(10.0))
_TOGETHER: Final = 0.1
"""Share by which all anchors may lie too near one another, or too far apart: many lay them inside
the edges, and a table is seldom as large as it is called. Only the print tells how long an inch
is."""
INK: Final = 0.0012
"""Standard error in inches of a printed square's side, whose ink has run or fallen short, when the
print itself is of true size."""
FLATNESS: Final = 1 / 64
"""Standard error of a table's height at a place, in inches, before photographs tell."""
_BELIEF: Final = 2.0
"""How many anchors' heights that guess is worth."""
_ROUNDS: Final = 3
_WILD: Final = 45.0
"""Squared distance of eight coordinates that chance exceeds four times in ten million."""
_LEAST_USUAL: Final = 0.2
"""Least usual squared distance of a coordinate: corners may be better than they claim."""
_ASTRAY: Final = 0.04
"""Inches between photographs from which an anchor has been moved: a millimetre."""
_GLASS: Final = 0.05
"""Pixels by which a lens differs from its formula, before photographs tell."""
_AMISS: Final = 5.0
"""Standard errors off its intended place beyond which careless hands do not explain an anchor."""
_ELSEWHERE: Final = 3.0
"""The same after the fit, where it is likelier that the size of the table was given wrongly."""
_ROUGH: Final = 0.5
"""Pixels of misfit beyond which the photographs are not of one lens, or not of one table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Laying:
    """How the anchors were laid, and how they were printed."""

    size: float
    """Of the black square as it is meant to be, in inches."""
    placed: float = BY_HAND
    """Standard error of an anchor's place, in inches."""
    scale: float = 1.0
    """Of the print: true size by meant size."""
    scale_sigma: float = UNCHECKED_SIGMA
    ink: float = INK
    flatness: float = FLATNESS


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableFit:
    """A calibrated camera, and how well everything fits."""

    calibrated: Calibrated
    """Of the photograph that was chosen: the last one, unless another was asked for."""
    residuals: dict[int, float]
    """Root mean square distance in pixels between seen and predicted corners of each anchor."""
    rms: float
    displaced: tuple[int, ...]
    """Anchors that lay elsewhere in some photographs; only the chosen one counts for them."""
    warnings: tuple[str, ...]
    pieces: int = 0
    """Those at rest that helped."""


def fit_table(
    photographs: Sequence[Photograph],
    *,
    anchors: Sequence[Anchor],
    belief: LensBelief,
    laying: Laying,
    lengths: Sequence[KnownLength] = (),
    chosen: int = -1,
    sheets: Sequence[RestingSheet] = (),
) -> TableFit:
    """Solve lens, stands and the anchors' true layout from one photograph or several.

    ``sheets`` are pieces that rest on the table in the last one.
    """
    if not photographs:
        raise BadInputError("photographs", expected="at least one", got="none")
    for index, tags in enumerate(photographs):
        where = "photograph" if len(photographs) == 1 else f"photograph {index + 1}"
        check_seen(tags, anchors=anchors, where=where)
    chosen %= len(photographs)
    pictures, displaced = list(photographs), list[int]()
    while True:
        fit = _Fit(pictures, anchors=anchors, belief=belief, laying=laying, lengths=lengths)
        # Before the size of the errors is learnt: an anchor that has moved would pass for a bad
        # lens.
        fit.solve()
        restless = fit.restless(chosen)
        if restless is None or len(displaced) >= len(anchors) - 4:
            break
        displaced.append(restless)
        kept = [
            tuple(tag for tag in tags if index == chosen or tag.number != restless)
            for index, tags in enumerate(pictures)
        ]
        if any(len(tags) < 3 for tags in kept):
            break
        pictures = kept
    fit.settle()
    if sheets:
        fit.rest(sheets)
    return fit.result(chosen, displaced=tuple(sorted(displaced)))


class _Fit:
    """One solve, with what it learns of the errors' size on the way."""

    def __init__(
        self,
        photographs: Sequence[Photograph],
        *,
        anchors: Sequence[Anchor],
        belief: LensBelief,
        laying: Laying,
        lengths: Sequence[KnownLength],
    ) -> None:
        self.anchors = anchors
        self.laying = laying
        self.flatness = laying.flatness
        self.glass = _GLASS
        self.warnings: list[str] = []
        self.amiss: set[int] = set()
        self.pieces = 0
        meant = {anchor.number: (anchor.x, anchor.y) for anchor in anchors}
        stands = [
            starting_stand(tags, places=np.array([meant[t.number] for t in tags]), lens=belief.lens)
            for tags in photographs
        ]
        found = starting_places(photographs, lens=belief.lens, stands=stands)
        numbers = tuple(sorted(found))
        usable = [tuple(tag for tag in tags if tag.number in found) for tags in photographs]
        mean, sigmas = self._prior(numbers, found=found, belief=belief)
        glass = glass_of(width=belief.lens.width, height=belief.lens.height)
        mean = np.concatenate([mean, np.zeros(glass.count)])
        sigmas = np.concatenate([sigmas, np.full(glass.count, self.glass)])
        self.lens = belief.lens
        self.belief = belief
        self.sigmas = sigmas
        self.problem = TableProblem(
            lens=belief.lens,
            numbers=numbers,
            size=laying.size,
            mean=mean,
            root=_root(belief.covariance, sigmas, places=mean[HEAD : len(mean) - glass.count]),
            photographs=usable,
            lengths=[each for each in lengths if {each.one, each.other} <= set(numbers)],
            floor=Floor(corner=0.1, shift=0.1),
            glass=glass,
        )
        known = np.zeros(self.problem.root.shape[1])
        lens_count = len(known) - len(sigmas)
        begin = np.array([[*found[number], 0.0] for number in numbers])[:, [0, 1, 3, 2]]
        head, last = self.problem.head, len(known) - glass.count
        offset = begin.reshape(-1) - mean[HEAD:head]
        known[lens_count + 1 : last] = offset / np.maximum(sigmas[1 : head - LENS_COUNT], 1e-9)
        self.state = TableState(known=known, stands=tuple(stands))
        self.solution: Solution[TableState] | None = None

    def _prior(
        self,
        numbers: Sequence[int],
        *,
        found: dict[int, tuple[float, float, float]],
        belief: LensBelief,
    ) -> tuple[Floats, Floats]:
        """Means of all that is known beforehand, and standard errors from the scale on."""
        laying = self.laying
        meant = {anchor.number: anchor for anchor in self.anchors}
        mean = [*belief.lens.values, laying.scale]
        # Without a known length the anchors' squares are the only scale there is.
        sigmas = [float(np.hypot(laying.scale_sigma, laying.ink / laying.size))]
        far = max(3.0, _AMISS * laying.placed)
        for number in numbers:
            x, y, turn = found[number]
            anchor = meant[number]
            off = float(np.hypot(x - anchor.x, y - anchor.y))
            is_amiss = off > far + 0.1 * max(abs(a.x) + abs(a.y) for a in self.anchors)
            is_turned = abs(turn) > np.radians(45)
            if is_amiss:
                self.amiss.add(number)
                self.warnings.append(
                    f"anchor {anchor} lies about {off:.0f} in from where the kit has it"
                )
            if is_turned:
                self.warnings.append(
                    f"anchor {anchor} is turned by about {abs(np.degrees(turn)):.0f} degrees"
                )
            mean += [anchor.x, anchor.y, 0.0, turn if is_turned else 0.0]
            placed = max(off, laying.placed) if is_amiss else laying.placed
            sigmas += [placed, placed, laying.flatness, _TURN]
        return np.array(mean), np.array(sigmas)

    def settle(self) -> None:
        """Solve, learn how large the errors are, and solve again."""
        for _ in range(_ROUNDS):
            floor = likeliest_floor(self.problem, self.solved)
            self._learn_flatness(self.solved)
            self._learn_glass(self.solved)
            self.problem = self.problem.with_floor(floor)
            self.solve()

    def rest(self, sheets: Sequence[RestingSheet]) -> None:
        """Solve again with pieces that rest on the table."""
        rested = with_pieces(self.problem, self.solved, sheets=sheets)
        self.problem, self.solution, self.pieces = rested.problem, rested.solution, rested.pieces
        self.state = rested.solution.state

    def solve(self) -> None:
        """Find the likeliest state with errors of the size that is believed so far."""
        self.solution = solve(self.problem, self.state)
        self.state = self.solution.state

    def _learn_flatness(self, solution: Solution[TableState]) -> None:
        """As much of the anchors' unevenness as the photographs show, and what they leave open."""
        at = self.problem.root.shape[1] - len(self.sigmas) + 1
        heights = at + 2 + PER_ANCHOR * np.arange(len(self.problem.numbers))
        own = solution.state.known[heights] ** 2 + np.diag(solution.covariance)[heights]
        total = float((own * self.flatness**2).sum()) + _BELIEF * self.laying.flatness**2
        learnt = float(np.sqrt(total / (len(heights) + _BELIEF)))
        known = solution.state.known.copy()
        if self.flatness > 0:
            known[heights] *= self.flatness / learnt
        self.flatness = learnt
        self.sigmas[3 : 1 + PER_ANCHOR * len(heights) : PER_ANCHOR] = learnt
        self.problem = replace(self.problem, root=self._own_root())
        self.state = TableState(known=known, stands=solution.state.stands)

    def _learn_glass(self, solution: Solution[TableState]) -> None:
        """How far the lens is from its formula, by what is alike in all photographs."""
        learnt = likeliest_glass(self.problem, solution, sigma=self.glass)
        count = self.problem.glass.count
        known = self.state.known.copy()
        known[-count:] *= self.glass / learnt
        self.glass = learnt
        self.sigmas[-count:] = learnt
        self.problem = replace(self.problem, root=self._own_root())
        self.state = TableState(known=known, stands=self.state.stands)

    def _own_root(self) -> Floats:
        places = self.problem.mean[HEAD : self.problem.head]
        return _root(self.belief.covariance, self.sigmas, places=places)

    def restless(self, chosen: int) -> int | None:
        """The anchor whose photographs disagree most about its place, if they do."""
        solution = self.solved
        photographs = enumerate(self.problem.photographs)
        blocks = [(index, tag) for index, tags in photographs for tag in tags]
        distances = solution.distances[: len(blocks)]
        usual = max(float(np.median(distances)) / 8.0, _LEAST_USUAL)
        worst, found = _WILD * usual, None
        elsewhere = {tag.number for index, tag in blocks if index != chosen}
        for (_, tag), distance, residual in zip(
            blocks, distances, solution.observed.residuals[: len(blocks)], strict=True
        ):
            px_per_in = float(np.hypot(*(tag.corners[1] - tag.corners[0]))) / self.laying.size
            off = float(np.hypot(*residual.reshape(4, 2).mean(axis=0))) / px_per_in
            if distance > worst and off > _ASTRAY and tag.number in elsewhere:
                worst, found = float(distance), tag.number
        return found

    @property
    def solved(self) -> Solution[TableState]:
        if self.solution is None:
            raise BadInputError("calibration", expected="a solved table", got="none")
        return self.solution

    def result(self, chosen: int, *, displaced: tuple[int, ...]) -> TableFit:
        """The fit in the table's frame."""
        solution, problem = self.solved, self.problem
        calibrated = calibrated_of(
            problem, solution, photograph=chosen, anchors=self.anchors, flatness=self.flatness
        )
        residuals, rms = _residuals(problem, solution)
        named = {anchor.number: anchor for anchor in self.anchors}
        warnings = [
            *self.warnings,
            *(f"anchor {named[n]} lay elsewhere in some photographs" for n in displaced),
        ]
        told = [anchor for anchor in self.anchors if anchor.number not in self.amiss]
        far = far_off(calibrated.layout, told, beyond_in=_ELSEWHERE * self.laying.placed)
        if far:
            warnings.append(
                f"up to {max(far.values()):.0f} in lie between {', '.join(map(str, far))} and "
                "where a table of this size has its anchors: is the size of the table right?"
            )
        frame = [named[n] for n in (SOUTH_WEST, SOUTH_EAST) if n not in problem.numbers]
        if frame:
            warnings.append(
                f"anchor {' and '.join(map(str, frame))} was not seen: x and y are counted from "
                "about where it should lie; distances are not touched by that"
            )
        floor = problem.floor
        if np.hypot(floor.corner, floor.shift) > _ROUGH:
            warnings.append(
                f"the anchors are {np.hypot(floor.corner, floor.shift):.2f} px from where they "
                "should be in the pictures: is the paper flat, and was the focus fixed?"
            )
        if not solution.is_settled:
            warnings.append("the solution has not settled: take other photographs")
        # A piece is shifted by the glass as much as an anchor is.
        felt = replace(floor, shift=float(np.hypot(floor.shift, self.glass)))
        return TableFit(
            calibrated=replace(calibrated, floor=felt),
            residuals=residuals,
            rms=rms,
            displaced=displaced,
            warnings=tuple(warnings),
            pieces=self.pieces,
        )


def _root(lens_covariance: Floats, sigmas: Floats, *, places: Floats) -> Floats:
    """Of the covariance of lens, scale, anchors and glass: a column for each thing that errs."""
    of_lens = root_of(lens_covariance)
    lens_columns = of_lens.shape[1]
    root = np.zeros((LENS_COUNT + len(sigmas), lens_columns + 1 + len(sigmas)))
    root[:LENS_COUNT, :lens_columns] = of_lens
    root[LENS_COUNT:, lens_columns + 1 :] = np.diag(sigmas)
    for axis in range(2):
        along = places[axis::PER_ANCHOR]
        rows = slice(HEAD + axis, HEAD + len(places), PER_ANCHOR)
        root[rows, lens_columns] = _TOGETHER * (along - along.mean())
    return root


def calibrated_of(
    problem: TableProblem,
    solution: Solution[TableState],
    *,
    photograph: int,
    anchors: Sequence[Anchor],
    flatness: float,
) -> Calibrated:
    """The camera of one photograph with everything that is correlated with it."""
    known = problem.root.shape[1]
    columns = [*range(known), *range(known + 6 * photograph, known + 6 * photograph + 6)]
    spread = np.zeros((problem.head + 6, len(columns)))
    spread[: problem.head, :known] = problem.root[: problem.head]
    spread[problem.head :, known:] = np.eye(6)
    covariance = spread @ solution.covariance[np.ix_(columns, columns)] @ spread.T
    found = in_frame(
        problem.model(solution.state, photograph),
        problem.layout(solution.state),
        covariance=covariance,
        anchors=anchors,
    )
    return replace(found, floor=problem.floor, flatness=flatness)


def _residuals(
    problem: TableProblem, solution: Solution[TableState]
) -> tuple[dict[int, float], float]:
    numbers = [tag.number for tags in problem.photographs for tag in tags]
    squares = (solution.observed.residuals[: len(numbers)] ** 2).sum(axis=1) / 4
    seen = np.array(numbers)
    own = {
        number: float(np.sqrt(squares[seen == number].mean()))
        for number in problem.numbers
        if number in numbers
    }
    return own, float(np.sqrt(squares.mean()))
