"""Does the work of `umpire calibrate table`: reads, looks, solves step by step, writes, reports."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from rich.text import Text

from api.calibrated.table import TableDone, next_steps
from api.calibrating.print_checks import edge_from_text
from api.calibrating.scale import STYLES, all_measured
from api.calibrating.table import AnchorPhoto, TableWork, calibrate_table
from api.errors import ExitCode, UserError
from api.files.new_folder import check_new
from api.files.photograph_files import (
    camera_of,
    photograph_places,
    photographs,
    require_same_camera,
    told_by_code,
)
from api.files.profile_file import read_lens, write_profile
from api.kit.kit_file import PrintedKit, read_kit
from api.kit.work import KitChoices
from api.reports.table_report import write_table_report
from api.terminal.output import Output
from calibration.lens import Lens
from calibration.profile import CameraId, told_error
from vision.anchor_views import AnchorView, see_anchors
from vision.mirrored import MIRRORED
from vision.pictures.photograph import Photograph
from vision.tags.tag_family import TagFamily

_EDGE_BY: Final = " (umpire calibrate table --edge SW-SE=INCHES)"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAsked:
    """What was typed."""

    photos: tuple[str, ...]
    kit: str
    lens: str | None
    bar: float | None
    card: str | None
    edges: tuple[str, ...]
    table: str | None
    printed: KitChoices
    place: Path
    report: Path | None
    force: bool
    as_json: bool


def measure_table(output: Output, asked: TableAsked) -> None:
    """From photographs to a profile."""
    check_new(asked.place, force=asked.force)
    kit = read_kit(asked.kit, table=asked.table, printed=asked.printed)
    lens = None if asked.lens is None else read_lens(asked.lens)
    measured = all_measured(bar=asked.bar, card=asked.card)
    seen, camera = _looked(output, asked, kit=kit, lens=lens.lens.lens if lens else None)
    work = TableWork(
        kit=kit,
        camera=camera,
        photos=[AnchorPhoto(name=name, tags=view.tags) for name, view in seen],
        lens=lens,
        measured=measured,
    )
    with told_by_code(ExitCode.USAGE):
        edges = [edge_from_text(text, anchors=work.anchors) for text in asked.edges]
    done = calibrate_table(replace(work, edges=edges))
    write_profile(done.profile, place=asked.place, force=asked.force)
    if not asked.as_json:
        output.lines(*_told(seen, done))
    if asked.report is not None:
        write_table_report(done, folder=asked.report, photographs=[name for name, _ in seen])
        output.remark(f"wrote {asked.report / 'table.html'}")
    output.deed(
        f"wrote {asked.place}",
        as_json=asked.as_json,
        wrote=str(asked.place),
        anchors={name: [tag.number for tag in view.tags] for name, view in seen},
        errors=[asdict(step) for step in done.profile.history],
        print={"verdict": str(done.check.verdict), "says": done.check.sentence},
        rms_px=done.fit.rms,
        warnings=list(done.warnings),
        next=next_steps(done, edge_by=_EDGE_BY),
    )


def _looked(
    output: Output, asked: TableAsked, *, kit: PrintedKit, lens: Lens | None
) -> tuple[list[tuple[str, AnchorView]], CameraId]:
    """The anchors in each photograph, and the camera that took them all."""
    places = photograph_places(asked.photos)
    family = TagFamily.of(kit.dictionary)
    seen: list[tuple[str, AnchorView]] = []
    first: Photograph | None = None
    for still in photographs(places, doing="looking for anchors"):
        for note in still.notes:
            output.remark(f"note: {note}")
        if first is None:
            first = still
        with told_by_code(ExitCode.REFUSED):
            require_same_camera(still, first)
        fitting = (
            lens if lens and (lens.width, lens.height) == (still.width, still.height) else None
        )
        view = see_anchors(still.grey, family=family, numbers=kit.anchor_numbers, lens=fitting)
        if view.is_mirrored:
            raise UserError(f"{still.name}: {MIRRORED}", ExitCode.BAD_INPUT)
        seen.append((still.name, view))
    if first is None:
        raise UserError("expected photographs, got none", ExitCode.USAGE)
    return seen, camera_of(first)


def _told(seen: Sequence[tuple[str, AnchorView]], done: TableDone) -> list[Text]:
    lines = [Text(_seen_line(name, view)) for name, view in seen]
    lines.append(Text("expected error of a place on the table (two standard errors):"))
    width = max(len(step.name) for step in done.profile.history)
    lines += [
        Text.assemble(f"  {step.name:<{width}}  ", (told_error(step), "bold"))
        for step in done.profile.history
    ]
    check = done.check
    lines.append(
        Text.assemble("print: ", (str(check.verdict), STYLES[check.verdict]), f": {check.sentence}")
    )
    lines.append(Text(f"the anchors fit to {done.fit.rms:.2f} px"))
    lines += [Text.assemble(("  ! ", "bold yellow"), each) for each in done.warnings]
    lines += [Text(each) for each in next_steps(done, edge_by=_EDGE_BY)]
    lines.append(Text(f"the game is watched from where {seen[-1][0]} was taken"))
    return lines


def _seen_line(name: str, view: AnchorView) -> str:
    told = f"{name}: {len(view.tags)} anchors"
    if view.doubled:
        told += f"; seen twice and left out: {', '.join(map(str, view.doubled))}"
    if view.blurred:
        told += f"; too few pixels: {', '.join(map(str, view.blurred))}"
    return told
