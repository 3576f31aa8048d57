"""Does the work of `umpire calibrate plan`: where to hang cameras, and what they would bring."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.text import Text

from api.drawing.plan_sheet import draw_plan
from api.errors import ExitCode
from api.files.new_folder import check_new, write_whole
from api.files.photograph_files import told_by_code
from api.files.profile_file import read_lens
from api.terminal.output import Output
from api.wording import counted
from calibration.lens import Lens
from calibration.several.plan import Planned, planned
from rules.table.bad_input import BadInputError
from rules.table.snapshot import TableSize
from rules.table.units import plain, plain_error
from vision.kit.designs.anchors import anchor_size
from vision.kit.tags.sizes import view_from_wishes

FORMAT: Final = "paper-umpire/camera-plan/1"
_NARROWEST: Final = 20.0
_WIDEST: Final = 140.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanAsked:
    """What was typed."""

    table: str
    height: float
    lens: str
    camera: str
    most: int
    svg: Path | None
    force: bool
    as_json: bool


def plan_cameras(output: Output, asked: PlanAsked) -> None:
    """Tell the best place of one camera, then of each further one."""
    if asked.svg is not None:
        check_new(asked.svg, force=asked.force)
    with told_by_code(ExitCode.USAGE):
        view = view_from_wishes({"table": asked.table, "camera": asked.camera})
        table = TableSize(width=view.table.width, depth=view.table.depth)
        lens = lens_told(asked.lens, width=view.camera.width, height=view.camera.height)
        anchor = anchor_size(view)
        plans = planned(lens, table=table, height=asked.height, anchor=anchor, most=asked.most)
    if asked.as_json:
        output.data(json.dumps(_document(plans, table=table), indent=1, allow_nan=False))
    else:
        output.lines(*plan_lines(plans))
    if asked.svg is not None:
        drawn = draw_plan(plans, table=table, titles=[_title(plan) for plan in plans])
        write_whole(drawn.encode(), place=asked.svg, force=asked.force)
        output.remark(f"wrote {asked.svg}")


def lens_told(text: str, *, width: int, height: int) -> Lens:
    """A lens that was measured, or one with that many degrees across the picture's long side."""
    try:
        field = float(text)
    except ValueError:
        return read_lens(text).lens.lens
    if not _NARROWEST <= field <= _WIDEST:
        expected = f"{_NARROWEST:g} to {_WIDEST:g} degrees, or a file of `calibrate lens`"
        raise BadInputError("--lens", expected=expected, got=text)
    focal = max(width, height) / 2 / math.tan(math.radians(field / 2))
    return Lens(
        width=width, height=height, fx=focal, fy=focal, cx=(width - 1) / 2, cy=(height - 1) / 2
    )


def plan_lines(plans: Sequence[Planned]) -> list[Text]:
    """Each camera with its place, and what all so far bring together."""
    lines = []
    for plan in plans:
        says = f": hang it {hanging_told(plan.eyes[-1])}"
        lines.append(Text.assemble((f"camera {len(plan.eyes)}", "bold"), says))
        lines.append(Text(f"  {_title(plan)}: {_brings(plan)}"))
    return lines


def hanging_told(eye: tuple[float, float, float]) -> str:
    """Where a camera hangs, as somebody measures it."""
    x, y, z = eye
    where = f"{_side(x, ways=('east', 'west'))} and {_side(y, ways=('north', 'south'))}"
    return f"{plain(round(z, 1))} in high, {where} of the south-west corner"


def _side(inches: float, *, ways: tuple[str, str]) -> str:
    rounded = round(inches)
    return f"{abs(rounded)} in {ways[rounded < 0]}"


def _title(plan: Planned) -> str:
    return counted(len(plan.eyes), "camera")


def _brings(plan: Planned) -> str:
    errors = plan.errors
    says = f"places to {plain_error(errors.typical)} in, at worst {plain_error(errors.worst)} in "
    says += "(two standard errors, but for the print's scale); "
    if plan.height_sigma is None:
        return f"{says}heights are believed as the roster tells them"
    return f"{says}heights of tags are measured to {plain_error(plan.height_sigma)} in"


def _document(plans: Sequence[Planned], *, table: TableSize) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "table": {"width_in": float(table.width), "depth_in": float(table.depth)},
        "plans": [
            {
                "cameras_in": [[round(each, 2) for each in eye] for eye in plan.eyes],
                "typical_in": round(plan.errors.typical, 5),
                "worst_in": round(plan.errors.worst, 5),
                "height_sigma_in": (
                    None if plan.height_sigma is None else round(plan.height_sigma, 5)
                ),
                "map": {
                    "x_in": [round(float(each), 3) for each in plan.errors.x],
                    "y_in": [round(float(each), 3) for each in plan.errors.y],
                    "two_sigma_in": [
                        [round(float(each), 5) for each in row] for row in plan.errors.values
                    ],
                },
            }
            for plan in plans
        ],
    }
