"""Solves the lens of a camera from views of the printed board."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from api.calibrated.lens import LensDone
from api.errors import ExitCode, UserError
from api.files.profile_file import made_with
from api.kit.kit_file import PrintedKit
from calibration.lens_board.coverage import coverage_of
from calibration.lens_board.lens_fit import fit_lens
from calibration.profile import CameraId, LensProfile
from calibration.seen import SeenBoard
from rules.table.bad_input import BadInputError
from vision.board import PrintedBoard


@dataclass(slots=True, kw_only=True)
class Views:
    """What was seen of the board so far."""

    camera: CameraId | None = None
    seen: list[SeenBoard] = field(default_factory=list)
    sharpness: list[float] = field(default_factory=list)
    unusable: list[tuple[str, str]] = field(default_factory=list)
    """Pictures without the board, and why."""


def printed_board(kit: PrintedKit) -> PrintedBoard:
    """The board as a detector looks for it."""
    return PrintedBoard(
        columns=kit.board.columns,
        rows=kit.board.rows,
        square_in=kit.board.square,
        marker_in=kit.tag_in,
        numbers=kit.board_numbers,
    )


def solved(views: Views, *, kit: PrintedKit) -> LensDone:
    """The lens from all views, with what there is to say about it."""
    if views.camera is None or not views.seen:
        told = _nothing(views.unusable)
        if kit.is_guessed:
            told += "; without --kit a board of 4x4 tags is expected"
        raise UserError(told, ExitCode.CANNOT_SEE)
    try:
        fit = fit_lens(views.seen, board=kit.board, sharpness=views.sharpness)
    except BadInputError as complaint:
        raise UserError(str(complaint), ExitCode.CANNOT_SEE) from complaint
    gone = {each.picture for each in fit.dropped if each.corner is None}
    kept = [view for view in views.seen if view.picture not in gone]
    return LensDone(
        profile=LensProfile(
            camera=views.camera,
            lens=fit.belief,
            rms_px=fit.rms,
            views=len(fit.views),
            made_with=made_with(),
        ),
        fit=fit,
        seen=tuple(views.seen),
        unusable=tuple(views.unusable),
        coverage=coverage_of(kept, board=kit.board, lens=fit.lens),
        board=kit.board,
    )


def _nothing(unusable: Sequence[tuple[str, str]]) -> str:
    if not unusable:
        return "expected views of the lens board, got none"
    name, why = unusable[0]
    more = f" (and {len(unusable) - 1} more without it)" if len(unusable) > 1 else ""
    return f"{name}: {why}{more}"
