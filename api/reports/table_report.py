"""Reports on a calibrated table: one page, and its pictures as files of their own."""

from collections.abc import Sequence
from pathlib import Path

from api.calibrated.table import TableDone, next_steps
from api.drawing.svg import Element
from api.files.new_folder import writing
from api.reports.anchor_picture import layout_picture
from api.reports.page import Section, alone, camera_words, report_page
from api.reports.table_pictures import error_picture, history_picture
from calibration.error_map import error_map
from rules.table.units import plain_error


def write_table_report(done: TableDone, *, folder: Path, photographs: Sequence[str]) -> None:
    """Files of that name are written over: a report can be made again from its photographs."""
    page, pictures = table_report(done, photographs=photographs)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "table.html").write_text(page, encoding="utf-8", newline="\n")
        for name, text in pictures.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")


def table_report(done: TableDone, *, photographs: Sequence[str]) -> tuple[str, dict[str, str]]:
    """The page, and the pictures by name."""
    profile, fit = done.profile, done.fit
    errors = error_map(fit.calibrated, table=profile.table)
    layout = layout_picture(fit.calibrated, anchors=profile.anchors, table=profile.table)
    error = error_picture(errors, table=profile.table)
    history = history_picture(profile.history)
    sections = [
        Section(
            title="What each step has made of it",
            says=[
                "Two standard errors of a place, typical for the table, after each step; the dark "
                "part is what would be left, were the print measured without doubt.",
            ],
            picture=history,
            odd=next_steps(done),
        ),
        _where_anchors_lie(done, picture=layout),
        Section(
            title="How wrong a place can be",
            says=["An inch above the table, from the calibration alone."],
            picture=error,
        ),
        Section(title="The print", says=[done.check.sentence]),
        Section(
            title="Made from",
            says=[
                f"Camera: {camera_words(profile.camera)}.",
                f"Photographs: {', '.join(photographs)}.",
            ],
        ),
    ]
    page = report_page(
        title="A calibrated table",
        number=f"{plain_error(errors.typical)} in",
        meaning="two standard errors of a place, typical for this table",
        sections=sections,
    )
    pictures = {
        "anchors.svg": alone(layout),
        "error.svg": alone(error),
        "history.svg": alone(history),
    }
    return page, pictures


def _where_anchors_lie(done: TableDone, *, picture: Element) -> Section:
    known = {anchor.number: str(anchor) for anchor in done.profile.anchors}
    return Section(
        title="Where the anchors lie",
        says=["They were laid by hand; where they lie was solved from the photographs."],
        picture=picture,
        heads=("anchor", "misfit in px"),
        rows=[(known[number], f"{misfit:.2f}") for number, misfit in done.fit.residuals.items()],
        odd=done.fit.warnings,
    )
