"""Reads scenes from TOML, and says where a file is wrong; nothing unknown passes."""

from dataclasses import fields
from itertools import pairwise
from typing import Any, Final, cast

from rules.table.bad_input import BadInputError
from rules.table.files.roster_files import footprint_from_text
from rules.table.files.strict_json import Fields, number, string, whole
from rules.table.files.strict_toml import parse_toml
from vision.synthetic.described.moments import moment
from vision.synthetic.described.optics import (
    SIZES,
    Pair,
    SceneCamera,
    SceneLens,
    SceneLight,
    Sensor,
)
from vision.synthetic.described.scene import (
    GROUNDS,
    MATS,
    SHAPES,
    Bump,
    Figure,
    Patch,
    Print,
    SceneHand,
    SceneMove,
    ScenePiece,
    ScenePlace,
    SceneTag,
    Station,
    TableScene,
)
from vision.synthetic.described.tag_patterns import cells
from vision.synthetic.described.toml_readers import (
    Read,
    as_is,
    colour,
    footprint,
    list_of,
    made,
    numbers,
    one_of,
    outline,
    read_fields,
    table_of,
)
from vision.synthetic.described.troops import Troop, mustered

_NONE: Final[Any] = ()
MOST_VALUES: Final = 250_000
"""A hundred pieces with a picture on each have 190,000; a scene is a file of the player's own."""


def scene_from_toml(text: str, *, name: str) -> TableScene:
    """Read a scene; a BadInputError names the key that is wrong."""
    document = parse_toml(text, what="scene", values=MOST_VALUES)
    top = Fields(document, "")
    table = Fields(top.must("table", as_is), "table")
    nothing: object = {}
    story = Fields(top.may("story", as_is, default=nothing), "story")
    pieces = (
        *top.may("anchor", list_of(_anchor), default=_NONE),
        *top.may("piece", list_of(_piece), default=_NONE),
    )
    seed = top.may("seed", whole, default=1)
    troops: tuple[Troop, ...] = top.may("troop", list_of(_troop), default=_NONE)
    values = {
        "name": name,
        "says": top.may("says", string, default=""),
        "seed": seed,
        "width_in": table.must("width_in", number),
        "depth_in": table.must("depth_in", number),
        "mat": table.may("mat", one_of(MATS), default="grass"),
        "mat_grid_in": table.may("grid_in", number, default=0.0),
        "camera": _camera(top),
        "light": top.may("light", table_of(SceneLight, _LIGHT), default=SceneLight()),
        "pieces": (*pieces, *(piece for troop in troops for piece in mustered(troop, seed=seed))),
        "terrain": top.may("terrain", list_of(table_of(Patch, _PATCH)), default=_NONE),
        "moves": top.may("move", list_of(_move), default=_NONE),
        "hands": top.may("hand", list_of(_hand), default=_NONE),
        "bumps": top.may("bump", list_of(table_of(Bump, _BUMP)), default=_NONE),
        "seconds": story.may("seconds", number, default=0.0),
        "rate_hz": story.may("rate_hz", number, default=10.0),
        "exposure_s": story.may("exposure_s", number, default=0.02),
    }
    for part in (table, story, top):
        part.done()
    scene = TableScene(**values)
    _check_tags(scene)
    _check_bumps(scene)
    return scene


def _check_tags(scene: TableScene) -> None:
    """A tag that its dictionary does not have is found now, not at the first frame."""
    for piece in scene.pieces:
        for index, tag in enumerate(piece.tags):
            try:
                cells(tag)
            except BadInputError as error:
                raise error.inside(f"{piece.id}.tags[{index}]") from None


def _check_bumps(scene: TableScene) -> None:
    """A camera that would be knocked off the table is found now, not in the middle of the story."""
    for index, bump in enumerate(scene.bumps):
        try:
            moment(scene, bump.at_s)
        except BadInputError as error:
            raise error.inside(f"bump[{index}], camera") from None


def _all_numbers(kind: type, *but: str) -> dict[str, Read]:
    return {field.name: number for field in fields(kind) if field.name not in but}


_LENS: Final = _all_numbers(SceneLens)
_LIGHT: Final = _all_numbers(SceneLight)
_SENSOR: Final = {
    **_all_numbers(Sensor, "tone", "jpeg", "shake_px"),
    "tone": one_of(("linear", "srgb", "webcam")),
    "jpeg": whole,
    "shake_px": numbers(2),
}
_CAMERA: Final = {
    "position_in": numbers(3),
    "look_at_in": numbers(3),
    "turn_deg": numbers(3),
    "roll_deg": number,
    "hfov_deg": number,
    "centre_px": numbers(2),
}
_TAG: Final = {
    **_all_numbers(SceneTag, "id", "dictionary", "offset_in"),
    "id": whole,
    "dictionary": string,
    "offset_in": numbers(2),
}
_PRINT: Final = {"outline_in": outline, "rgb": colour}
_FIGURE: Final = {
    "shape": one_of(SHAPES),
    "height_in": number,
    "offset_in": numbers(2),
    "turn_deg": number,
}
_PATCH: Final = {
    "id": string,
    "kind": string,
    "outline_in": outline,
    "surface": one_of(GROUNDS),
    "colour": colour,
    "height_in": number,
    "trees": whole,
}
_BUMP: Final = {"at_s": number, "shift_in": numbers(3), "turn_deg": numbers(3)}
_HAND: Final = {"height_in": number, "length_in": number, "skin": colour, "sleeve": colour}
_LOOKS: Final = {
    "side": string,
    "kind": string,
    "colour": colour,
    "footprint": footprint,
    "height_in": number,
    "base_in": number,
    "prints": list_of(table_of(Print, _PRINT)),
}
_tags: Final = list_of(table_of(SceneTag, _TAG))
_figures: Final = list_of(table_of(Figure, _FIGURE))


def _size(value: object, where: str) -> tuple[int, int]:
    if isinstance(value, str):
        if value not in SIZES:
            raise BadInputError(where, expected=f"one of {', '.join(SIZES)}", got=repr(value))
        return SIZES[value]
    found = list_of(whole)(value, where)
    if len(found) != 2:
        raise BadInputError(where, expected="[width, height] in pixels", got=f"{value!r}")
    return found[0], found[1]


def _camera(top: Fields) -> SceneCamera:
    given = Fields(top.must("camera", as_is), "camera")
    found = read_fields(given, SceneCamera, readers=_CAMERA)
    width, height = given.may("size", _size, default=SIZES["1080p"])
    given.done()
    lens = top.may("lens", table_of(SceneLens, _LENS), default=SceneLens())
    sensor = top.may("sensor", table_of(Sensor, _SENSOR), default=Sensor())
    return made(
        "camera",
        lambda: SceneCamera(width=width, height=height, lens=lens, sensor=sensor, **found),
    )


def _place(given: Fields) -> ScenePlace:
    x, y = given.must("at_in", numbers(2))
    return ScenePlace(x=x, y=y, heading=given.may("heading_deg", number, default=0.0))


def _piece(value: object, where: str) -> ScenePiece:
    given = Fields(value, where)
    found = read_fields(given, ScenePiece, readers=_LOOKS)
    name = given.must("id", string)
    place = _place(given)
    tags = given.may("tags", _tags, default=_NONE)
    standing = given.may("figures", _figures, default=_NONE)
    given.done()
    return made(
        where, lambda: ScenePiece(id=name, place=place, tags=tags, figures=standing, **found)
    )


def _anchor(value: object, where: str) -> ScenePiece:
    """A tag on a card of its own that is fixed to the table."""
    given = Fields(value, where)
    tag = made(where, lambda: SceneTag(**read_fields(given, SceneTag, readers=_TAG)))
    place = _place(given)
    height = given.may("height_in", number, default=0.02)
    side = tag.printed_in * (1 + 2 * tag.margin_cells / len(made(where, lambda: cells(tag)))) + 0.1
    card = _pair(given, "card_in", default=(side, side))
    footprint = footprint_from_text(f"rectangle {card[0]:.4f} x {card[1]:.4f}")
    prints = given.may("prints", _LOOKS["prints"], default=_NONE)
    given.done()
    return made(
        where,
        lambda: ScenePiece(
            id=f"anchor {tag.id}",
            place=place,
            footprint=footprint,
            height_in=height,
            tags=(tag,),
            anchor=True,
            prints=prints,
        ),
    )


def _pair(given: Fields, name: str, *, default: Pair) -> Pair:
    first, second = given.may(name, numbers(2), default=cast("tuple[float, ...]", default))
    return first, second


def _troop(value: object, where: str) -> Troop:
    given = Fields(value, where)
    looks = read_fields(given, ScenePiece, readers=_LOOKS)
    tag = given.must("tag", table_of(SceneTag, _TAG))
    standing = given.may("figures", _figures, default=_NONE)
    x, y = given.must("at_in", numbers(2))
    model = ScenePiece(
        id=given.must("id", string),
        place=ScenePlace(x=x, y=y, heading=given.may("heading_deg", number, default=0.0)),
        figures=standing,
        tags=(tag,),
        **looks,
    )
    troop = Troop(
        model=model,
        columns=given.may("columns", whole, default=1),
        rows=given.may("rows", whole, default=1),
        step_in=_pair(given, "step_in", default=(2.0, 2.0)),
        jitter_in=given.may("jitter_in", number, default=0.0),
        jitter_deg=given.may("jitter_deg", number, default=0.0),
    )
    given.done()
    return troop


def _path(value: object, where: str) -> tuple[Station, ...]:
    """Rows of seconds, x, y and heading, each later than the one before."""
    rows = list_of(numbers(4))(value, where)
    if not rows:
        raise BadInputError(where, expected="[seconds, x, y, heading] once or more", got="nothing")
    for index, (one, other) in enumerate(pairwise(rows)):
        if other[0] <= one[0]:
            raise BadInputError(
                f"{where}[{index + 1}]", expected=f"later than {one[0]:g} s", got=f"{other[0]:g} s"
            )
    return tuple(
        Station(at_s=s, place=ScenePlace(x=x, y=y, heading=turn)) for s, x, y, turn in rows
    )


def _move(value: object, where: str) -> SceneMove:
    given = Fields(value, where)
    move = SceneMove(piece=given.must("piece", string), stations=given.must("path", _path))
    given.done()
    return move


def _hand(value: object, where: str) -> SceneHand:
    given = Fields(value, where)
    found = read_fields(given, SceneHand, readers=_HAND)
    path = given.must("path", _path)
    given.done()
    return made(where, lambda: SceneHand(stations=path, **found))
