"""Turns photographs of the anchors into a profile, and records what each step made of the error."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from api.calibrated.table import TableDone
from api.calibrating.print_checks import TapedEdge, edge_measured
from api.errors import ExitCode, UserError
from api.files.photograph_files import as_far_as_known, told_by_code
from api.files.profile_file import made_with
from api.kit.kit_file import PrintedKit
from calibration.anchors import Anchor, Calibrated, anchors_of
from calibration.error_map import but_for_print, error_map
from calibration.lens_prior import LensBelief, unmeasured_lens
from calibration.print_scale import (
    UNCHECKED,
    PrintMeasurement,
    ScaleCheck,
    ScaleVerdict,
    check_scale,
)
from calibration.profile import CalibrationProfile, CameraId, HistoryStep, LensProfile, check_camera
from calibration.seen import SeenTag
from calibration.table.anchor_size import misprinted
from calibration.table.resting_pieces import RestingSheet
from calibration.table.table_fit import BY_HAND, Laying, TableFit, fit_table
from rules.table.bad_input import BadInputError

_TRUE: Final = 1e-6
"""Standard error of a print that is taken for true, as a share."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AnchorPhoto:
    """The anchors in one photograph."""

    name: str
    tags: tuple[SeenTag, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableWork:
    """All that a table is calibrated from."""

    kit: PrintedKit
    camera: CameraId
    photos: Sequence[AnchorPhoto]
    """The last one is from where the game is watched."""
    lens: LensProfile | None = None
    measured: Sequence[PrintMeasurement] = ()
    """Of the print: bar, card."""
    edges: Sequence[TapedEdge] = ()
    sheets: Sequence[RestingSheet] = ()
    """Of pieces that rest on the table in the last photograph."""

    @property
    def anchors(self) -> tuple[Anchor, ...]:
        """Where they are meant to lie."""
        return anchors_of(self.kit.table)


def calibrate_table(work: TableWork) -> TableDone:
    """Calibrate step by step, so that each step shows what it is worth; refuse a wrong print."""
    if work.lens is not None:
        used = as_far_as_known(work.camera, made_for=work.lens.camera)
        with told_by_code(ExitCode.REFUSED):
            check_camera(work.lens.camera, used, what="lens")
    with told_by_code(ExitCode.CANNOT_SEE):
        photos, left_out = _usable(work)
        return replace(_calibrated(replace(work, photos=photos)), left_out=left_out)


def _usable(work: TableWork) -> tuple[list[AnchorPhoto], tuple[str, ...]]:
    """The photographs that tell something; without the last one nobody knows who watches."""
    kept, left_out = [], []
    for photo in work.photos[:-1]:
        try:
            _require_anchors(photo, work=work)
        except BadInputError as complaint:
            left_out.append(f"{complaint}: it is left out")
        else:
            kept.append(photo)
    _require_anchors(work.photos[-1], work=work)
    return [*kept, work.photos[-1]], tuple(left_out)


def _calibrated(work: TableWork) -> TableDone:
    camera = work.camera
    nobody = unmeasured_lens(width=camera.width, height=camera.height)
    _require_own_table(work, belief=nobody if work.lens is None else work.lens.lens)
    check = _check(work)
    steps = _Steps(work=work)
    # The print first: its doubt is usually the largest, and would hide what other steps do.
    steps.take("1 photograph", work.photos[-1:], belief=nobody)
    known = None
    if work.measured or work.edges:
        known = _Known(measured=work.measured, edges=work.edges)
        steps.take("scale check", work.photos[-1:], belief=nobody, known=known)
    if len(work.photos) > 1:
        steps.take(f"{len(work.photos)} photographs", work.photos, belief=nobody, known=known)
    if work.lens is not None:
        steps.take("lens board", work.photos, belief=work.lens.lens, known=known)
    if work.sheets:
        steps.rest(work.sheets, belief=nobody if work.lens is None else work.lens.lens, known=known)
    profile = CalibrationProfile(
        camera=_named(work),
        dictionary=work.kit.dictionary,
        table=work.kit.table,
        calibrated=steps.fit.calibrated,
        print_check=check if check.may_measure else UNCHECKED,
        is_lens_measured=work.lens is not None,
        history=tuple(steps.history),
        made_with=made_with(),
    )
    return TableDone(profile=profile, fit=steps.fit, check=check, has_edge=bool(work.edges))


def _named(work: TableWork) -> CameraId:
    """The camera, by the name that the lens knows where the photographs tell none."""
    if work.lens is not None and not work.camera.name:
        return as_far_as_known(work.camera, made_for=work.lens.camera)
    return work.camera


def _check(work: TableWork) -> ScaleCheck:
    """What all measurements say of the print; it is refused here when they say it is wrong."""
    measured = list(work.measured)
    if work.edges:
        camera = work.camera
        unmeasured = unmeasured_lens(width=camera.width, height=camera.height)
        belief = work.lens.lens if work.lens is not None else unmeasured
        laying = Laying(size=work.kit.anchor_size, scale_sigma=_TRUE)
        solved = _fit(work, work.photos, belief=belief, laying=laying).calibrated
        measured += [edge_measured(edge, solved=solved) for edge in work.edges]
    check = check_scale(measured)
    if check.verdict is ScaleVerdict.REFUSE or (
        # A tape over a table that is not yet well known settles nothing, which is no fault.
        check.verdict is ScaleVerdict.CANNOT_TELL and work.measured
    ):
        raise UserError(check.sentence, ExitCode.REFUSED)
    return check


def _fit(
    work: TableWork,
    photos: Sequence[AnchorPhoto],
    *,
    belief: LensBelief,
    laying: Laying,
    edges: Sequence[TapedEdge] = (),
    sheets: Sequence[RestingSheet] = (),
) -> TableFit:
    return fit_table(
        [photo.tags for photo in photos],
        anchors=work.anchors,
        belief=belief,
        laying=laying,
        lengths=[edge.known for edge in edges],
        sheets=sheets,
    )


def _require_anchors(photo: AnchorPhoto, *, work: TableWork) -> None:
    """The solver checks it as well, but knows no names of files."""
    from calibration.table.table_start import check_seen

    try:
        check_seen(photo.tags, anchors=work.anchors, where=photo.name)
    except BadInputError as complaint:
        if not photo.tags:
            expected = f"anchors of {work.kit.dictionary} ({complaint.expected})"
            raise BadInputError(photo.name, expected=expected, got=complaint.got) from complaint
        raise


def _require_own_table(work: TableWork, *, belief: LensBelief) -> None:
    """Refuse anchors that were printed for another table, or lie on one: all would be off."""
    off = misprinted(
        [photo.tags for photo in work.photos],
        anchors=work.anchors,
        lens=belief.lens,
        size=work.kit.anchor_size,
        placed=BY_HAND,
    )
    if off is None:
        return
    table = f"{work.kit.table.width:g} x {work.kit.table.depth:g} in"
    look = f"every anchor looks {100 * abs(off):.0f} % too {'large' if off > 0 else 'small'}"
    message = (
        f"{look} for one of {work.kit.anchor_size:g} in on a table of {table}: if the kit was "
        "printed for another table, say which (--printed-table WxD); if the table is another one, "
        "say its size (--table WxD)"
    )
    raise UserError(message, ExitCode.REFUSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """What has been measured of the print and of the table."""

    measured: Sequence[PrintMeasurement]
    edges: Sequence[TapedEdge]


class _Steps:
    """The fits so far, and what each made of the error."""

    def __init__(self, *, work: TableWork) -> None:
        self._work = work
        self._fit: TableFit | None = None
        self.history: list[HistoryStep] = []

    @property
    def fit(self) -> TableFit:
        """The last one."""
        if self._fit is None:
            raise RuntimeError("no step has been taken")
        return self._fit

    def take(
        self,
        name: str,
        photos: Sequence[AnchorPhoto],
        *,
        belief: LensBelief,
        known: "_Known | None" = None,
        sheets: Sequence[RestingSheet] = (),
    ) -> None:
        """Fit with what is known by now."""
        edges = known.edges if known else ()
        laying = Laying(size=self._work.kit.anchor_size)
        if known and known.measured:
            # Of the print alone: what the edges tell of it the fit learns from the edges.
            check = check_scale(known.measured)
            laying = replace(laying, scale=check.scale, scale_sigma=check.sigma)
        self._fit = _fit(
            self._work, photos, belief=belief, laying=laying, edges=edges, sheets=sheets
        )
        calibrated = self._fit.calibrated
        error = typical_error(calibrated, work=self._work)
        rest = typical_error(but_for_print(calibrated), work=self._work)
        self.history.append(HistoryStep(name=name, error_in=error, but_for_print_in=rest))

    def rest(
        self, sheets: Sequence[RestingSheet], *, belief: LensBelief, known: "_Known | None"
    ) -> None:
        """Fit with pieces at rest, too."""
        self.take("pieces", self._work.photos, belief=belief, known=known, sheets=sheets)
        count = self.fit.pieces
        name = f"{count} piece{'' if count == 1 else 's'} at rest"
        self.history[-1] = replace(self.history[-1], name=name)


def typical_error(calibrated: Calibrated, *, work: TableWork) -> float:
    """Two standard errors of a place, typical for the table, in inches."""
    return error_map(calibrated, table=work.kit.table).typical
