"""Knows what `umpire calibrate lens` does: looks for the board, solves, writes, reports."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from api.calibrating.board_watch import sharpness_of
from api.calibrating.lens_words import lens_lines
from api.commands.output import Output
from api.errors import ExitCode, UserError
from api.files.kit_file import PrintedKit, any_kit, read_kit
from api.files.new_folder import check_new
from api.files.photograph_files import (
    camera_of,
    photograph_places,
    photographs,
    require_same_camera,
    told_by_code,
)
from api.files.profile_file import made_with, write_lens
from api.reports.lens_report import LensDone, write_lens_report
from api.wording import squeezed
from calibration.lens_board.coverage import coverage_of
from calibration.lens_board.lens_fit import fit_lens
from calibration.profile import CameraId, LensProfile
from calibration.seen import SeenBoard
from rules.table.bad_input import BadInputError
from vision.board import PrintedBoard, view_of
from vision.pictures.photograph import Photograph
from vision.tags.tag_family import TagFamily


@dataclass(frozen=True, slots=True, kw_only=True)
class LensAsked:
    """What was typed."""

    photos: tuple[str, ...]
    camera: str | None
    kit: str | None
    place: Path
    report: Path | None
    force: bool


@dataclass(slots=True, kw_only=True)
class Views:
    """What was seen of the board so far."""

    camera: CameraId | None = None
    seen: list[SeenBoard] = field(default_factory=list)
    sharpness: list[float] = field(default_factory=list)
    unusable: list[tuple[str, str]] = field(default_factory=list)
    """Pictures without the board, and why."""


def measure_lens(output: Output, asked: LensAsked) -> None:
    """From views of the board to a lens."""
    check_new(asked.place, force=asked.force)
    kit = any_kit() if asked.kit is None else read_kit(asked.kit)
    if asked.camera is None:
        views = _from_photographs(output, asked, kit=kit)
    else:
        from api.calibrating.live import from_camera

        views = from_camera(output, source=asked.camera, kit=kit, picture=coverage_place(asked))
    done = solved(views, kit=kit)
    write_lens(done.profile, place=asked.place, force=asked.force)
    output.lines(*lens_lines(done))
    if asked.report is not None:
        write_lens_report(done, folder=asked.report)
        output.remark(f"wrote {asked.report / 'lens.html'}")
    output.remark(f"wrote {asked.place}")


def coverage_place(asked: LensAsked) -> Path:
    """Where the picture of coverage grows while somebody holds the board."""
    if asked.report is not None:
        return asked.report / "coverage.svg"
    return asked.place.with_name(f"{asked.place.stem}-coverage.svg")


def printed_board(kit: PrintedKit) -> PrintedBoard:
    """The board as a detector looks for it."""
    return PrintedBoard(
        columns=kit.board.columns, rows=kit.board.rows, square_in=kit.board.square,
        marker_in=kit.tag_in, numbers=kit.board_numbers,
    )  # fmt: skip


def _from_photographs(output: Output, asked: LensAsked, *, kit: PrintedKit) -> Views:
    places = photograph_places(asked.photos)
    with told_by_code(ExitCode.BAD_INPUT, origin=kit.origin):
        board, family = printed_board(kit), TagFamily.of(kit.dictionary)
    views, first = Views(), None
    unread: list[BadInputError] = []
    for still in photographs(
        places, output=output, doing="looking for the lens board", unread=unread
    ):
        for note in still.notes:
            output.remark(f"note: {note}")
        first = first or still
        with told_by_code(ExitCode.REFUSED):
            require_same_camera(still, first)
        views.camera = camera_of(first)
        _add(views, still, board=board, family=family)
    if first is None and unread:
        raise UserError(squeezed(str(unread[0])), ExitCode.BAD_INPUT)
    views.unusable += [(each.where, f"expected {each.expected}, got {each.got}") for each in unread]
    return views


def _add(views: Views, still: Photograph, *, board: PrintedBoard, family: TagFamily) -> None:
    found = view_of(still.grey, board, family=family, picture=still.name)
    if found.seen is None:
        views.unusable.append((still.name, found.says))
        return
    views.seen.append(found.seen)
    views.sharpness.append(sharpness_of(found))


def solved(views: Views, *, kit: PrintedKit) -> LensDone:
    """The lens of all views, with what is to be said of it."""
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
            camera=views.camera, lens=fit.belief, rms_px=fit.rms, views=len(fit.views),
            made_with=made_with(),
        ),
        fit=fit,
        seen=tuple(views.seen),
        unusable=tuple(views.unusable),
        coverage=coverage_of(kept, board=kit.board, lens=fit.lens),
        board=kit.board,
    )  # fmt: skip


def _nothing(unusable: Sequence[tuple[str, str]]) -> str:
    if not unusable:
        return "expected views of the lens board, got none"
    name, why = unusable[0]
    more = f" (and {len(unusable) - 1} more without it)" if len(unusable) > 1 else ""
    return f"{name}: {why}{more}"
