"""Does the work of `umpire kit foretell`: how surely a camera will read and place a kit."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from rich.text import Text

from api.calibrating.plan_work import hanging_told, lens_told
from api.drawing.plan_sheet import draw_kit_maps
from api.errors import ExitCode
from api.files.new_folder import check_new, write_whole
from api.files.photograph_files import told_by_code
from api.kit.kit_file import described_kit, is_kit_file
from api.kit.kit_in_use import KitInUse
from api.kit.laid_tags import LaidKind, LaidKit, laid_kit
from api.kit.work import KitChoices
from api.terminal.output import Output
from calibration.camera_model import Stand
from calibration.several.hanging import leaning
from calibration.several.plan import with_care
from rules.table.bad_input import BadInputError
from rules.table.snapshot import TableSize
from rules.table.units import plain, plain_error
from vision.foretold import KitMap, LaidTag, TagReading, kit_map
from vision.kit.tags.sizes import TableView, camera_from_text, table_from_text, tilt_from_text

FORMAT: Final = "paper-umpire/kit-foretold/1"
BASIS: Final = (
    "places 95 times of 100, by one of a piece's tags alone, after calibrating with care, "
    "but for the print's scale"
)
LENS: Final = "62"
"""What a camera sees along the picture's long side unless somebody says otherwise, in degrees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForetellAsked:
    """What was typed."""

    kit: str
    """A roster, or what `umpire kit describe --json` has told of one."""
    chosen: KitChoices
    lens: str
    height: float | None
    svg: Path | None
    force: bool
    as_json: bool


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KindForetold:
    """Some kinds of pieces with tags alike, and what becomes of the worst of them."""

    kind: LaidKind
    map: KitMap


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KitForetold:
    """A kit before a camera that was calibrated with care."""

    view: TableView
    eye: tuple[float, float, float]
    """Where the camera hangs, in inches."""
    anchors: KitMap
    kinds: tuple[KindForetold, ...]


def foretell_kit(output: Output, asked: ForetellAsked) -> None:
    """Tell for each kind of piece where its tags are read, and how surely they are placed."""
    if asked.svg is not None:
        check_new(asked.svg, force=asked.force)
    kit, view = _seen(asked)
    with told_by_code(ExitCode.USAGE):
        found = foretold(kit, view=view, lens=asked.lens, height=asked.height)
    if asked.as_json:
        output.data(json.dumps(_document(found), indent=1, allow_nan=False))
    else:
        output.lines(*foretold_lines(found))
    if asked.svg is not None:
        write_whole(kit_maps(found).encode(), place=asked.svg, force=asked.force)
        output.remark(f"wrote {asked.svg}")


def roster_foretold(
    kit: KitInUse, *, camera: str | None = None, tilt: float | None = None
) -> KitForetold:
    """Of the roster that is chosen, as it is printed, under the camera that it names or another.

    A UserError names what was asked as `camera` and `tilt_deg`.
    """
    laid = laid_kit(json.loads(kit.told), origin=kit.name)
    view = laid.view if tilt is None else replace(laid.view, tilt=tilt)
    with told_by_code(ExitCode.USAGE):
        if camera is not None:
            view = replace(view, camera=camera_from_text(camera))
        try:
            return foretold(laid, view=view, lens=LENS, height=None)
        except BadInputError as complaint:
            # Nobody who asks so can hang it higher or take another lens.
            expected = f"a picture that shows the whole table through a lens of {LENS} degrees"
            got = f"{view.camera.name}, {complaint.got}"
            raise BadInputError("camera", expected=expected, got=got) from complaint


def kit_maps(found: KitForetold, *, a_row: int = 3) -> str:
    """A drawing of the table for each kind of piece, so many beside one another."""
    return draw_kit_maps(
        [each.map for each in found.kinds],
        titles=[", ".join(names_told(each.kind)) for each in found.kinds],
        eye=found.eye,
        table=_table(found.view),
        a_row=a_row,
    )


def _seen(asked: ForetellAsked) -> tuple[LaidKit, TableView]:
    """The kit, and the camera that looks at it; what is printed already stays as it is."""
    is_printed = is_kit_file(asked.kit)
    with told_by_code(ExitCode.USAGE):
        chosen = replace(asked.chosen, camera=None, table=None, tilt=None)
        value = described_kit(asked.kit, printed=chosen if is_printed else asked.chosen)
    kit = laid_kit(value, origin=asked.kit)
    return kit, _overruled(kit.view, asked.chosen) if is_printed else kit.view


def _overruled(view: TableView, chosen: KitChoices) -> TableView:
    with told_by_code(ExitCode.USAGE):
        if chosen.camera is not None:
            view = replace(view, camera=camera_from_text(chosen.camera, "--camera"))
        if chosen.table is not None:
            view = replace(view, table=table_from_text(chosen.table, "--table"))
        if chosen.tilt is not None:
            view = replace(view, tilt=tilt_from_text(chosen.tilt, "--tilt"))
    return view


def foretold(kit: LaidKit, *, view: TableView, lens: str, height: float | None) -> KitForetold:
    """A kit before a camera as near as it sees the whole table, unless a height is told."""
    seen = lens_told(lens, width=view.camera.width, height=view.camera.height)
    table = _table(view)
    stand: Stand = leaning(seen, table=table, tilt_deg=view.tilt, height=height)
    calibrated = with_care(seen, stand, table=table, anchor=kit.anchor)
    x, y, z = stand.eye.tolist()
    return KitForetold(
        view=view,
        eye=(x, y, z),
        anchors=kit_map(calibrated, [LaidTag(side=kit.anchor)], view=view),
        kinds=_told_alike(
            KindForetold(kind=kind, map=kit_map(calibrated, kind.tags, view=view))
            for kind in kit.kinds
        ),
    )


def _told_alike(kinds: Iterable[KindForetold]) -> tuple[KindForetold, ...]:
    """Those of which the same would be said become one."""
    found: dict[tuple[str, str, str], KindForetold] = {}
    for each in kinds:
        says = (plain(each.kind.smallest), read_told(each.map), placed_told(each.map))
        first = found.setdefault(says, each)
        if first is not each:
            names = (*first.kind.names, *each.kind.names)
            found[says] = replace(first, kind=replace(first.kind, names=names))
    return tuple(found.values())


def _table(view: TableView) -> TableSize:
    return TableSize(width=view.table.width, depth=view.table.depth)


def foretold_lines(found: KitForetold) -> list[Text]:
    """The camera, then the kinds of pieces, those with the smallest tags first."""
    seen, hangs = camera_told(found)
    lines = [Text.assemble((seen, "bold"), f": {hangs}")]
    if told := anchors_told(found):
        lines.append(Text(f"  {told}"))
    for each in found.kinds:
        names = ", ".join(names_told(each.kind))
        size = f"tags of {plain(each.kind.smallest)} in"
        lines.append(Text(f"  {names}, {size}: {read_told(each.map)}; {placed_told(each.map)}"))
    lines.append(Text(BASIS))
    return lines


def camera_told(found: KitForetold) -> tuple[str, str]:
    """Which camera it is, and where it hangs."""
    view = found.view
    leans = f"leaning {view.tilt:g} degrees" if view.tilt >= 1 else "from straight above"
    return f"{view.camera.name} over {view.table}, {leans}", f"it hangs {hanging_told(found.eye)}"


def anchors_told(found: KitForetold) -> str:
    """Nothing where they are read everywhere."""
    if found.anchors.share(TagReading.SURELY) == 1:
        return ""
    return f"anchors: {read_told(found.anchors)}: without them nothing is placed"


def names_told(kind: LaidKind) -> list[str]:
    return [name.replace("_", " ") for name in kind.names]


def read_told(found: KitMap) -> str:
    """Where tags are read, with the pixels of a cell where it has the fewest."""
    told = []
    sure, never = found.share(TagReading.SURELY), found.share(TagReading.NEVER)
    if sure == 1:
        told.append("read everywhere")
    elif sure > 0:
        told.append(f"read surely on {_percent(sure)} of the table")
    for reading, words in (
        (TagReading.IN_GOOD_LIGHT, "in good light on"),
        (TagReading.NOW_AND_THEN, "now and then on"),
    ):
        share = found.share(reading)
        if share == 1:
            told.append(f"read {words.removesuffix(' on')}")
        elif share > 0:
            told.append(f"{words} {_percent(share)}")
    if never > 0:
        told.append("cannot be read" if never == 1 else f"cannot be read on {_percent(never)}")
    return f"{', '.join(told)} (from {found.fewest_px:.1f} px per cell)"


def _percent(share: float) -> str:
    return f"{max(1, min(99, round(100 * share)))} %"


def placed_told(found: KitMap) -> str:
    typical, worst = found.typical, found.worst
    if typical is None or worst is None:
        return "placed nowhere"
    return f"placed within {plain_error(typical)} in, at worst {plain_error(worst)} in"


def _document(found: KitForetold) -> dict[str, Any]:
    view = found.view
    return {
        "format": FORMAT,
        "camera": {"width_px": view.camera.width, "height_px": view.camera.height},
        "table": {"width_in": float(view.table.width), "depth_in": float(view.table.depth)},
        "tilt_deg": view.tilt,
        "camera_at_in": [round(each, 2) for each in found.eye],
        "anchors": _told(found.anchors),
        "kinds": [
            {
                "kinds": list(each.kind.names),
                "smallest_tag_in": each.kind.smallest,
                **_told(each.map),
            }
            for each in found.kinds
        ],
    }


def _told(found: KitMap) -> dict[str, Any]:
    def rows(values: Any, digits: int) -> list[list[float]]:
        return [[round(float(each), digits) for each in row] for row in values]

    return {
        "fewest_px_per_cell": round(found.fewest_px, 3),
        "typical_in": None if found.typical is None else round(found.typical, 5),
        "worst_in": None if found.worst is None else round(found.worst, 5),
        "map": {
            "x_in": [round(float(each), 3) for each in found.x],
            "y_in": [round(float(each), 3) for each in found.y],
            "px_per_cell": rows(found.px_per_cell, 3),
            "read": found.readings(),
            "within_in": rows(found.within, 5),
        },
    }
