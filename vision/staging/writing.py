"""Writes a table with an army on it as a scene for the synthetic camera."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from vision.staging.outlines import Described, figure_height, figure_spots, ring
from vision.staging.places import StandingPiece, anchors_in_use
from vision.staging.poses import HFOV_DEG, LENS, CameraPose

PAPER: Final = (232, 231, 227)
_SIDES: Final = {
    "red": (156, 52, 44),
    "blue": (48, 76, 138),
    "green": (74, 104, 58),
    "grey": (118, 120, 122),
    "yellow": (206, 168, 60),
    "purple": (104, 62, 128),
    "orange": (190, 108, 48),
}
_OTHERS: Final = ((156, 52, 44), (48, 76, 138), (206, 168, 60), (74, 104, 58))
_MODELS: Final = {"building": (150, 146, 138), "woods": (86, 108, 60), "hill": (120, 122, 78)}
_PLAIN: Final = (150, 138, 116)
_SHAPES: Final = {"leader": "banner", "gun": "infantry"}


def scene_text(
    kit: dict[str, Any], *, stands: Sequence[StandingPiece], pose: CameraPose, seed: int, says: str
) -> str:
    """The scene as TOML, as somebody might have written it by hand."""
    camera, table = kit["camera"], kit["table"]
    dictionary = kit["dictionary"]["name"]
    lines = [
        f"says = {_quoted(says)}",
        f"seed = {seed}",
        "",
        "[table]",
        f"width_in = {table['width_in']:g}",
        f"depth_in = {table['depth_in']:g}",
        'mat = "grass"',
        "",
        "[camera]",
        f"size = [{camera['width_px']}, {camera['height_px']}]",
        f"position_in = {_row(pose.position)}",
        f"look_at_in = {_row(pose.look_at)}",
        f"hfov_deg = {HFOV_DEG:g}",
        f"roll_deg = {pose.roll_deg:g}",
        "",
        "[lens]",
        f"k1 = {LENS.k1:g}",
        f"k2 = {LENS.k2:g}",
        "",
        "[light]",
        "towards_deg = 130",
        "elevation_deg = 50",
    ]
    for anchor in anchors_in_use(kit):
        lines += _anchor(anchor, dictionary=dictionary)
    colours = _colours(stands)
    for stand in stands:
        lines += _piece(stand, dictionary=dictionary, colour=colours[stand.piece["side"]])
    return "\n".join(lines) + "\n"


def _anchor(anchor: dict[str, Any], *, dictionary: str) -> list[str]:
    card = anchor["card_in"][0]
    return [
        "",
        "[[anchor]]",
        f"id = {anchor['id']}",
        f"dictionary = {_quoted(dictionary)}",
        f"side_in = {anchor['size_in']:g}",
        "margin_cells = 0",
        f"at_in = {_row(anchor['at_in'])}",
        f"turn_deg = {anchor['top_deg'] - 90:g}",
        f"height_in = {anchor['height_in']:g}",
        f"card_in = [{card:g}, {card:g}]",
        *_prints([(area["outline_in"], area["rgb"]) for area in anchor["areas"]]),
    ]


def _colours(stands: Sequence[StandingPiece]) -> dict[str, tuple[int, int, int]]:
    """The colour of each side's models and figures; sides that are no colours get one in turn."""
    sides = list(dict.fromkeys(stand.piece["side"] for stand in stands if stand.piece["side"]))
    found = {side: _OTHERS[index % len(_OTHERS)] for index, side in enumerate(sides)}
    found |= {
        side: _SIDES[side.strip().lower()] for side in sides if side.strip().lower() in _SIDES
    }
    return {**found, "": _PLAIN}


def _piece(stand: StandingPiece, *, dictionary: str, colour: tuple[int, int, int]) -> list[str]:
    piece, face = stand.piece, stand.piece["faces"][stand.face]
    low = min((tag["height_in"] for tag in face["tags"]), default=0.0)
    if not piece["side"]:
        colour = _MODELS.get(piece["kind"], colour)
    lines = [
        "",
        "[[piece]]",
        f"id = {_quoted(piece['id'])}",
        f"side = {_quoted(piece['side'])}",
        f"kind = {_quoted(piece['kind'])}",
        f"colour = {list(colour)}",
        f"footprint = {_quoted(_footprint(piece['footprint']))}",
        f"height_in = {low:g}",
        f"base_in = {stand.base:g}",
        f"at_in = {_row((stand.x, stand.y))}",
        f"heading_deg = {stand.heading:.3f}",
    ]
    tags = (_tag(tag, dictionary=dictionary, low=low) for tag in face["tags"])
    lines += ["tags = [", *(f"  {tag}," for tag in tags), "]"]
    areas = [(area["outline_in"], area["rgb"]) for area in face["areas"]]
    lines += _prints([(ring(face["paper"]), PAPER), *areas])
    return [*lines, *_figures(piece)]


def _tag(tag: dict[str, Any], *, dictionary: str, low: float) -> str:
    """Without a margin of its own: its white is the paper that it is printed on."""
    lift = tag["height_in"] - low
    return (
        f"{{ id = {tag['id']}, dictionary = {_quoted(dictionary)}, side_in = {tag['size_in']:g}, "
        f"margin_cells = 0, offset_in = {_row(tag['at_in'])}, turn_deg = {tag['top_deg'] - 90:g}"
        + (f", lift_in = {lift:g} }}" if lift else " }")
    )


def _prints(areas: Iterable[tuple[Iterable[Sequence[float]], Sequence[int]]]) -> list[str]:
    found = [
        f"  {{ outline_in = [{', '.join(_row(spot) for spot in outline)}], rgb = {list(rgb)} }},"
        for outline, rgb in areas
    ]
    return ["prints = [", *found, "]"] if found else []


def _figures(piece: Described) -> list[str]:
    height, shape = figure_height(piece), _SHAPES.get(piece["kind"], "infantry")
    found = [
        f"  {{ shape = {_quoted(shape)}, height_in = {height:g}, offset_in = {_row(spot)} }},"
        for spot in figure_spots(piece)
    ]
    return ["figures = [", *found, "]"] if found else []


def _footprint(told: dict[str, Any]) -> str:
    """As rosters and scenes write it."""
    if "disc" in told:
        return f"disc {2 * told['disc']['radius_in']:.6f}"
    if "rectangle" in told:
        sides = told["rectangle"]
        return f"rectangle {sides['length_in']:.6f} x {sides['width_in']:.6f}"
    return "polygon " + " ".join(f"{x:.6f},{y:.6f}" for x, y in told["polygon"])


def _row(numbers: Sequence[float]) -> str:
    return "[" + ", ".join(f"{number:.4f}".rstrip("0").rstrip(".") for number in numbers) + "]"


def _quoted(text: str) -> str:
    """A basic string of TOML; JSON leaves one sign that TOML does not allow."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
