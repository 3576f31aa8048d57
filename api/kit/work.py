"""Does the work of `umpire kit`: reads, plans, draws, describes and checks."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from api.errors import ExitCode, UserError
from api.files.roster_file import MOST_PHOTO_BYTES, bytes_of, complaining, parse_army, read_army
from api.kit.words import check_lines, check_value, described_lines, summary_lines
from api.terminal.output import Output
from vision.kit.describe import described
from vision.kit.making import Kit, kit_for
from vision.kit.pages.printing import kit_pages, kit_pdf
from vision.kit.paper.sheets import Paper, paper_from_text
from vision.kit.scale.scale_check import NoPhotographError, UnreadablePhotoError, true_scale
from vision.kit.tags.sizes import (
    LEANING,
    TableView,
    camera_from_text,
    table_from_text,
    tilt_from_text,
)
from vision.kit.wanted.army import Army
from vision.kit.wanted.kinds import Group
from vision.tags.dictionary import dictionary_from_text

MOST_NOTES: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class KitChoices:
    """What the command line says of the table; None leaves it to the roster."""

    camera: str | None
    table: str | None
    dictionary: str | None
    tilt: str | None = None


def print_army(
    output: Output,
    roster: str,
    *,
    chosen: KitChoices,
    paper: str | None,
    only: Sequence[Group],
    place: Path,
    replace: bool,
) -> None:
    """Write the pages, then say what is on them."""
    army = read_army(roster)
    sheet = _paper(army, paper, roster=roster)
    made = planned_kit(army, chosen, roster=roster)
    name = Path(roster).stem
    pages = kit_pages(made, paper=sheet, name=name, only=only)
    if not pages:
        message = f"expected something to print, got no page for --only {','.join(only)}"
        raise UserError(f"{roster}: {message}", ExitCode.USAGE)
    output.file(kit_pdf(made, pages, name=name), place=place, replace=replace)
    output.lines(*summary_lines(made, pages, roster=roster))
    _note(output, made)


def pdf_of_roster(text: str, *, name: str) -> bytes:
    """The pages of a roster's kit, for the table and the camera that it names."""
    origin = "roster"
    army = parse_army(text.encode("utf-8"), origin=origin, is_csv=False)
    sheet = _paper(army, None, roster=origin)
    made = planned_kit(army, KitChoices(camera=None, table=None, dictionary=None), roster=origin)
    return kit_pdf(made, kit_pages(made, paper=sheet, name=name), name=name)


def describe_army(output: Output, roster: str, *, chosen: KitChoices, as_json: bool) -> None:
    """Say which tag is what."""
    made = planned_kit(read_army(roster), chosen, roster=roster)
    value = described(made)
    if as_json:
        output.data(json.dumps(value, indent=1, ensure_ascii=False))
        return
    output.lines(*described_lines(value))
    _note(output, made)


def check_photo(output: Output, photo: str, *, as_json: bool) -> None:
    """Say how large a page was printed."""
    data = bytes_of(photo, most=MOST_PHOTO_BYTES, what="photograph")
    try:
        found = true_scale(data)
    except UnreadablePhotoError as failure:
        no_picture = isinstance(failure, NoPhotographError)
        code = ExitCode.BAD_INPUT if no_picture else ExitCode.CANNOT_SEE
        raise UserError(f"{photo}: {failure}", code) from failure
    if as_json:
        output.data(json.dumps(check_value(found), indent=2))
    else:
        output.lines(*check_lines(found))


def _note(output: Output, made: Kit) -> None:
    for warning in made.warnings[:MOST_NOTES]:
        output.remark(f"note: {warning}")
    more = len(made.warnings) - MOST_NOTES
    if more > 0:
        output.remark(f"note: {more} more, all of which `umpire kit describe --json` lists")


def planned_kit(army: Army, chosen: KitChoices, *, roster: str) -> Kit:
    """The kit of an army: options of the command line come before the wishes of the roster."""
    wishes = army.wishes
    camera, table, dictionary = chosen.camera, chosen.table, chosen.dictionary
    with complaining("--camera" if camera else f"{roster}: [kit]", _code(camera)):
        chosen_camera = camera_from_text(camera or wishes.get("camera", "1080p"))
    with complaining("--table" if table else f"{roster}: [kit]", _code(table)):
        chosen_table = table_from_text(table or wishes.get("table", "36x36"))
    with complaining("--dictionary" if dictionary else f"{roster}: [kit]", _code(dictionary)):
        tags = dictionary_from_text(dictionary or wishes.get("dictionary", "4x4"))
    with complaining("--tilt" if chosen.tilt else f"{roster}: [kit]", _code(chosen.tilt)):
        tilt = tilt_from_text(chosen.tilt or wishes.get("tilt", f"{LEANING:g}"))
    view = TableView(camera=chosen_camera, table=chosen_table, dictionary=tags, tilt=tilt)
    with complaining(roster):
        return kit_for(army, view)


def _paper(army: Army, paper: str | None, *, roster: str) -> Paper:
    with complaining("--paper" if paper else f"{roster}: [kit]", _code(paper)):
        return paper_from_text(paper or army.wishes.get("paper", "a4"))


def _code(option: str | None) -> ExitCode:
    return ExitCode.USAGE if option else ExitCode.BAD_INPUT
