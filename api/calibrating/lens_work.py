"""Does the work of `umpire calibrate lens`: finds the board, solves, writes and reports."""

from dataclasses import dataclass
from pathlib import Path

from api.calibrating.board_watch import sharpness_of
from api.calibrating.lens import Views, printed_board, solved
from api.calibrating.lens_words import lens_lines, lens_sentences
from api.calibrating.live import from_camera
from api.errors import ExitCode, UserError
from api.files.new_folder import check_new
from api.files.photograph_files import (
    camera_of,
    photograph_places,
    photographs,
    require_same_camera,
    told_by_code,
)
from api.files.profile_file import write_lens
from api.kit.kit_file import PrintedKit, any_kit, read_kit
from api.reports.lens_report import write_lens_report
from api.terminal.output import Output
from api.wording import squeezed
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
    as_json: bool


def measure_lens(output: Output, asked: LensAsked) -> None:
    """From views of the board to a lens."""
    check_new(asked.place, force=asked.force)
    kit = any_kit() if asked.kit is None else read_kit(asked.kit)
    if asked.camera is None:
        views = _from_photographs(output, asked, kit=kit)
    else:
        views = from_camera(output, source=asked.camera, kit=kit, picture=coverage_place(asked))
    done = solved(views, kit=kit)
    write_lens(done.profile, place=asked.place, force=asked.force)
    if not asked.as_json:
        output.lines(*lens_lines(done))
    if asked.report is not None:
        write_lens_report(done, folder=asked.report)
        output.remark(f"wrote {asked.report / 'lens.html'}")
    output.deed(
        f"wrote {asked.place}",
        as_json=asked.as_json,
        wrote=str(asked.place),
        views=done.profile.views,
        rms_px=done.profile.rms_px,
        says=lens_sentences(done),
    )


def coverage_place(asked: LensAsked) -> Path:
    """Where the picture of coverage is drawn while somebody holds the board."""
    if asked.report is not None:
        return asked.report / "coverage.svg"
    return asked.place.with_name(f"{asked.place.stem}-coverage.svg")


def _from_photographs(output: Output, asked: LensAsked, *, kit: PrintedKit) -> Views:
    places = photograph_places(asked.photos)
    with told_by_code(ExitCode.BAD_INPUT, origin=kit.origin):
        board, family = printed_board(kit), TagFamily.of(kit.dictionary)
    views, first = Views(), None
    unread: list[BadInputError] = []
    for still in photographs(places, doing="looking for the lens board", unread=unread):
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
