"""Does the work of `umpire kit`: reads, plans, draws, describes and checks."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from api.errors import ExitCode, UserError
from api.files.games import games, package_of
from api.files.roster_file import MOST_PHOTO_BYTES, bytes_of, complaining, parse_army, read_army
from api.kit.words import check_lines, check_value, described_lines, summary_lines
from api.terminal.output import Output
from rules import registry
from rules.referee.facts.silhouettes import Silhouette
from rules.table.bad_input import BadInputError
from vision.kit.describe import described
from vision.kit.designs.art import Art, Look, art_from_text
from vision.kit.designs.own_pictures import OwnPicture, own_picture
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
from vision.kit.wanted.army import Army, told_on
from vision.kit.wanted.kinds import Group
from vision.tags.dictionary import dictionary_from_text

MOST_NOTES: Final = 20
MOST_PICTURE_BYTES: Final = 4_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class KitChoices:
    """What the command line says of the table; None leaves it to the roster."""

    camera: str | None
    table: str | None
    dictionary: str | None
    tilt: str | None = None
    art: str | None = None


AS_WRITTEN: Final = KitChoices(camera=None, table=None, dictionary=None)
"""All is left to the roster."""


def print_army(
    output: Output,
    roster: str,
    *,
    chosen: KitChoices,
    paper: str | None,
    only: Sequence[Group],
    place: Path,
    is_over: bool,
    as_json: bool,
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
    output.file(kit_pdf(made, pages, name=name), place=place, replace=is_over)
    lines = summary_lines(made, pages, roster=roster)
    if as_json:
        says = [line.plain for line in lines]
        output.deed("", as_json=True, wrote=str(place), pages=len(pages), says=says)
    else:
        output.lines(*lines)
    _note(output, made)


def pdf_of_roster(
    text: str,
    *,
    name: str,
    paper: str | None = None,
    art: str = Art.NONE,
    only: Sequence[str] = (),
) -> bytes:
    """The pages of a roster's kit, for the table and the camera that it names."""
    origin = "roster"
    army = parse_army(text.encode("utf-8"), origin=origin, is_csv=False)
    sheet = _paper(army, paper, roster=origin)
    made = planned_kit(army, replace(AS_WRITTEN, art=art), roster=origin)
    pages = kit_pages(made, paper=sheet, name=name, only=tuple(map(Group, only)))
    if not pages:
        message = f"expected something to print, this army has no {' and no '.join(only)}"
        raise UserError(message, ExitCode.USAGE)
    return kit_pdf(made, pages, name=name)


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
    with complaining("--art" if chosen.art else f"{roster}: [kit]", _code(chosen.art)):
        art = art_from_text(chosen.art or wishes.get("art", Art.NONE))
    look = Look(
        art=art,
        drawings=drawings_for(wishes.get("game", "")),
        pictures=_own_pictures(army, roster=roster),
    )
    with complaining(roster):
        return kit_for(army, view, look=look)


def _own_pictures(army: Army, *, roster: str) -> Mapping[str, OwnPicture]:
    """The pictures that a roster names, which lie beside it."""
    found: dict[str, OwnPicture] = {}
    for item in army.items:
        name = told_on(item, "picture")
        if not name or name in found:
            continue
        with complaining(roster):
            if Path(name).name != name:
                where = item.row.at("picture")
                raise BadInputError(where, expected="a file beside the roster", got=repr(name))
            place = str(Path(roster).parent / name)
            data = bytes_of(place, most=MOST_PICTURE_BYTES, what="picture")
            found[name] = own_picture(data, where=item.row.at("picture"))
    return MappingProxyType(found)


def drawings_for(game: str) -> Mapping[str, Silhouette]:
    """The drawings of a game by kind; where none is named, those of all games."""
    slugs = [game] if game in games() else list(games())
    found: dict[str, Silhouette] = {}
    for slug in reversed(slugs):
        found |= registry.silhouettes(package_of(slug))
    return MappingProxyType(found)


def _paper(army: Army, paper: str | None, *, roster: str) -> Paper:
    with complaining("--paper" if paper else f"{roster}: [kit]", _code(paper)):
        return paper_from_text(paper or army.wishes.get("paper", "a4"))


def _code(option: str | None) -> ExitCode:
    return ExitCode.USAGE if option else ExitCode.BAD_INPUT
