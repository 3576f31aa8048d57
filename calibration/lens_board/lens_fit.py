"""Fits a lens to pictures of the lens board, and says how sure of it one can be."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from calibration.camera_model import Stand
from calibration.lens import COUNT as LENS_COUNT
from calibration.lens import Floats, Lens
from calibration.lens_board.board_problem import SHAPE, BoardProblem, BoardState, Chessboard
from calibration.lens_board.view_noise import disagreement, noise_scale, spread_by_glass
from calibration.lens_prior import LensBelief, before_lens_step
from calibration.seen import SeenBoard
from calibration.solve import Solution, root_of, solve
from rules.table.bad_input import BadInputError

_STRETCH: Final = 0.002
"""Standard error of a print's height by its width: drivers round, and paper grows in damp air."""
_BOW: Final = 0.04
"""Standard error in inches of how far a board's corners lie off the plane of its middle."""
LEAST_CORNERS: Final = 8
_WILD: Final = 5.0
"""Standard errors from which a corner was misread: by chance four in a million are."""
_UNLIKE: Final = 3.0
"""Times the usual misfit beyond which a whole view was misread, or moved while it was taken."""
_SURE: Final = 3.0
"""Standard errors from which a bow or a stretch is no chance."""
_TELLING: Final = 0.015
"""Inches of bow that are worth a remark: less changes no distance on the table noticeably."""
_BLURRED: Final = 0.4
"""Share of the usual sharpness below which a view is blurred."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewFit:
    """How well one view fits."""

    picture: str
    corners: int
    rms: float
    """Root mean square distance of its corners from where they should be, in pixels."""
    worst: float
    worst_corner: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A view, or a corner of one, that was left out, and why."""

    picture: str
    corner: int | None
    reason: str

    def __str__(self) -> str:
        what = self.picture if self.corner is None else f"{self.picture}, corner {self.corner}"
        return f"{what}: {self.reason}"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LensFit:
    """A lens from views of the board."""

    lens: Lens
    covariance: Floats
    """9 x 9, as large as the views really disagree."""
    views: tuple[ViewFit, ...]
    dropped: tuple[Dropped, ...]
    rms: float
    """Reprojection error in pixels: root mean square distance over all corners."""
    noise: float
    """By how much more than they claim the corners scatter, as a factor."""
    disagreement: float
    """Variance between views by what it should be: 1 is well, 4 halves what each view is worth."""
    bow: float
    """How far the board's corners lie off the plane of its middle, at most, in inches."""
    bow_sigma: float
    stretch: float
    """How much longer down the page the board is than across, as a share."""
    stretch_sigma: float
    warnings: tuple[str, ...]

    @property
    def belief(self) -> LensBelief:
        """What the table step starts from."""
        return LensBelief(lens=self.lens, covariance=self.covariance)

    @property
    def is_bowed(self) -> bool:
        """Whether the board is bent so that it matters, and surely."""
        return self.bow > _TELLING and self.bow > _SURE * self.bow_sigma

    @property
    def is_stretched(self) -> bool:
        """Whether the print is surely longer one way than the other."""
        return abs(self.stretch) > max(0.001, _SURE * self.stretch_sigma)


def fit_lens(
    views: Sequence[SeenBoard], *, board: Chessboard | None = None, sharpness: Sequence[float] = ()
) -> LensFit:
    """Solve the lens; ``sharpness`` is one number a view, larger for a sharper one."""
    board = Chessboard() if board is None else board
    if not views:
        raise BadInputError("views", expected="at least one of the lens board", got="none")
    _check_sizes(views)
    kept, dropped = _usable(views, board=board, sharpness=sharpness)
    if not kept:
        got = "; ".join(map(str, dropped))
        expected = f"a sharp view with at least {LEAST_CORNERS} corners"
        raise BadInputError("views", expected=expected, got=got)
    problem, state = _start(kept, board=board)
    while True:
        solution = solve(problem, state)
        out = _outliers(problem, solution)
        if not out:
            return _result(problem, solution, dropped=tuple(dropped))
        dropped += out
        problem, state = _without(problem, solution.state, out=out)


def _check_sizes(views: Sequence[SeenBoard]) -> None:
    first = views[0]
    for view in views:
        if (view.width, view.height) != (first.width, first.height):
            expected = f"{first.width} x {first.height} pixels as in {first.picture}"
            got = f"{view.width} x {view.height}"
            raise BadInputError(view.picture, expected=expected, got=got)


def _usable(
    views: Sequence[SeenBoard], *, board: Chessboard, sharpness: Sequence[float]
) -> tuple[list[SeenBoard], list[Dropped]]:
    if sharpness and len(sharpness) != len(views):
        expected = f"one number for each of {len(views)} views"
        raise BadInputError("sharpness", expected=expected, got=f"{len(sharpness)}")
    usual = float(np.median(sharpness)) if sharpness else 0.0
    kept, dropped = list[SeenBoard](), list[Dropped]()
    for index, view in enumerate(views):
        reason = _fault(view, board=board)
        if not reason and sharpness and sharpness[index] < _BLURRED * usual:
            reason = f"blurred: sharpness {sharpness[index]:.3g}, usual {usual:.3g}"
        if reason:
            dropped.append(Dropped(picture=view.picture, corner=None, reason=reason))
        else:
            kept.append(view)
    return kept, dropped


def _fault(view: SeenBoard, *, board: Chessboard) -> str:
    if len(view.numbers) < LEAST_CORNERS:
        return f"{len(view.numbers)} corners of the board seen, at least {LEAST_CORNERS} needed"
    places = board.corners(view.numbers)
    spread = np.linalg.svd(places - places.mean(axis=0), compute_uv=False)
    if spread[1] < 0.1 * spread[0] or len({*places[:, 0]}) < 2 or len({*places[:, 1]}) < 2:
        return "the corners seen lie on one line"
    return ""


def _start(views: list[SeenBoard], *, board: Chessboard) -> tuple[BoardProblem, BoardState]:
    belief = before_lens_step(width=views[0].width, height=views[0].height)
    of_lens = root_of(belief.covariance)
    root = np.zeros((LENS_COUNT + SHAPE, of_lens.shape[1] + SHAPE))
    root[:LENS_COUNT, : of_lens.shape[1]] = of_lens
    root[LENS_COUNT:, of_lens.shape[1] :] = np.diag([_STRETCH, _BOW, _BOW, _BOW])
    mean = np.concatenate([belief.lens.values, np.zeros(SHAPE)])
    problem = BoardProblem(lens=belief.lens, board=board, mean=mean, root=root, views=views)
    focal = _starting_focal(views, board=board, usual=belief.lens.fx)
    offset = np.zeros(LENS_COUNT)
    offset[:2] = focal - belief.lens.fx
    known = np.zeros(root.shape[1])
    known[: of_lens.shape[1]] = np.linalg.lstsq(of_lens, offset, rcond=None)[0]
    matrix = replace(belief.lens, fx=focal, fy=focal).matrix
    stands = tuple(_starting_stand(view, board=board, matrix=matrix) for view in views)
    return problem, BoardState(known=known, stands=stands)


def _starting_focal(views: list[SeenBoard], *, board: Chessboard, usual: float) -> float:
    """By Zhang's closed form, where the views are tilted enough for it."""
    points = [_on_board(view, board).astype(np.float32) for view in views]
    seen = [view.points.astype(np.float32) for view in views]
    matrix = cv2.initCameraMatrix2D(points, seen, (views[0].width, views[0].height), 1.0)
    focal = float(matrix[0, 0])
    return focal if usual / 3 < focal < usual * 3 else usual


def _on_board(view: SeenBoard, board: Chessboard) -> Floats:
    return np.column_stack([board.corners(view.numbers), np.zeros(len(view.numbers))])


def _starting_stand(view: SeenBoard, *, board: Chessboard, matrix: Floats) -> Stand:
    _, turn, shift = cv2.solvePnP(
        _on_board(view, board), view.points, matrix, np.zeros(5), flags=cv2.SOLVEPNP_IPPE
    )
    rotation, _ = cv2.Rodrigues(turn)
    return Stand(
        rotation=np.asarray(rotation, dtype=np.float64),
        shift=np.asarray(shift, dtype=np.float64).reshape(3),
    )


def _outliers(problem: BoardProblem, solution: Solution[BoardState]) -> list[Dropped]:
    """Whole views first: one that is wrong altogether makes corners of others look wrong."""
    owners, sigmas = problem.owners(), np.array([view.sigma for view in problem.views])
    own = [solution.distances[owners == index] / 2 for index in range(len(problem.views))]
    usual = np.array([np.sqrt(np.median(each) / 0.693) for each in own])
    middle = max(float(np.median(usual)), 0.1)
    if len(problem.views) > 2:
        worst = int(np.argmax(usual))
        if usual[worst] > _UNLIKE * middle:
            reason = (
                f"its corners are {usual[worst] * sigmas[worst]:.2f} px from where they should be, "
                f"those of other views {middle * sigmas[worst]:.2f} px"
            )
            view = problem.views[worst]
            return [Dropped(picture=view.picture, corner=None, reason=reason)]
    found = []
    for index, view in enumerate(problem.views):
        most = _WILD * max(usual[index], middle)
        for number, distance, residual in zip(
            view.numbers,
            np.sqrt(own[index] * 2),
            solution.observed.residuals[owners == index],
            strict=True,
        ):
            if distance > most:
                reason = f"{float(np.hypot(*residual)):.2f} px from where it should be"
                found.append(Dropped(picture=view.picture, corner=number, reason=reason))
    return found


def _without(
    problem: BoardProblem, state: BoardState, *, out: list[Dropped]
) -> tuple[BoardProblem, BoardState]:
    views, stands = [], []
    for view, stand in zip(problem.views, state.stands, strict=True):
        gone = {each.corner for each in out if each.picture == view.picture}
        kept = [i for i, number in enumerate(view.numbers) if number not in gone]
        if None in gone or len(kept) < LEAST_CORNERS:
            continue
        numbers = tuple(view.numbers[i] for i in kept)
        views.append(replace(view, numbers=numbers, points=view.points[kept]))
        stands.append(stand)
    if not views:
        raise BadInputError("views", expected="views that agree", got="none that do")
    return replace(problem, views=views), BoardState(known=state.known, stands=tuple(stands))


def _result(
    problem: BoardProblem, solution: Solution[BoardState], *, dropped: tuple[Dropped, ...]
) -> LensFit:
    values = problem.values(solution.state)
    noise = noise_scale(problem, solution)
    between = disagreement(problem, solution, noise=noise)
    known = problem.root.shape[1]
    # The prior is no scatter of corners, but where views say little it should not shrink either.
    spread = noise**2 * max(1.0, between)
    by_glass = spread_by_glass(problem, solution)[:known, :known]
    own = solution.covariance[:known, :known] * spread + by_glass
    covariance = problem.root @ own @ problem.root.T
    shape, shape_sigmas = values[LENS_COUNT:], np.sqrt(np.diag(covariance)[LENS_COUNT:])
    lens = problem.lens.with_values(values[:LENS_COUNT])
    residuals = solution.observed.residuals
    most = int(np.argmax(np.abs(shape[1:])))
    fit = LensFit(
        lens=lens,
        covariance=covariance[:LENS_COUNT, :LENS_COUNT],
        views=_view_fits(problem, residuals),
        dropped=dropped,
        rms=float(np.sqrt((residuals**2).sum(axis=1).mean())),
        noise=noise,
        disagreement=between,
        bow=float(abs(shape[1:][most])),
        bow_sigma=float(shape_sigmas[1:][most]),
        stretch=float(shape[0]),
        stretch_sigma=float(shape_sigmas[0]),
        warnings=(),
    )
    return replace(fit, warnings=_warnings(fit, is_settled=solution.is_settled))


def _view_fits(problem: BoardProblem, residuals: Floats) -> tuple[ViewFit, ...]:
    owners, far = problem.owners(), np.hypot(*residuals.T)
    found = []
    for index, view in enumerate(problem.views):
        own = far[owners == index]
        worst = int(np.argmax(own))
        found.append(
            ViewFit(
                picture=view.picture,
                corners=len(own),
                rms=float(np.sqrt((own**2).mean())),
                worst=float(own[worst]),
                worst_corner=view.numbers[worst],
            )
        )
    return tuple(found)


def _warnings(fit: LensFit, *, is_settled: bool) -> tuple[str, ...]:
    found = []
    if fit.is_bowed:
        found.append(
            f"the board is bowed by {fit.bow:.3f} in (+- {fit.bow_sigma:.3f}); it is taken into "
            "account, but glue it to something flat for a better lens"
        )
    if fit.is_stretched:
        way = "down" if fit.stretch > 0 else "across"
        found.append(
            f"the board is {100 * abs(fit.stretch):.2f} % too long {way} the page: "
            "check the print at true size"
        )
    if fit.rms > 1.0:
        found.append(f"corners are {fit.rms:.2f} px off on average: was the focus fixed?")
    lens = fit.lens
    edges = np.array([[0, 0], [lens.width, 0], [lens.width, lens.height], [0, lens.height]])
    if not np.isfinite(lens.rays(edges)).all():
        found.append("the corners of the picture are not known yet: show the board there")
    if not is_settled:
        found.append("the solution has not settled: take more views")
    return tuple(found)
