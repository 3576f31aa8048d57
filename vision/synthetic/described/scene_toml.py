"""Reads scenes from TOML, and says where a file is wrong; nothing unknown passes."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from itertools import pairwise
from typing import Any, Final, TypeVar, cast

from rules.table.bad_input import BadInputError
from rules.table.files.roster_files import footprint_from_text
from rules.table.files.strict_json import Fields, items, number, string, whole
from rules.table.shapes import Footprint
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
    Colour,
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
from vision.synthetic.described.troops import Troop, mustered

T = TypeVar("T")
Read = Callable[[object, str], Any]

_NONE: Final[Any] = ()
_COLOURS: Final[Mapping[str, Colour]] = {
    "red": (156, 52, 44),
    "blue": (48, 76, 138),
    "green": (74, 104, 58),
    "grey": (128, 130, 132),
    "yellow": (206, 168, 60),
    "white": (226, 226, 220),
    "black": (44, 44, 46),
    "brown": (112, 84, 58),
    "sand": (196, 172, 128),
    "stone": (150, 146, 138),
}


def scene_from_toml(text: str, *, name: str) -> TableScene:
    """Read a scene; a BadInputError names the key that is wrong."""
    try:
        document: dict[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as failure:
        raise BadInputError("scene", expected="TOML", got=str(failure)) from None
    top = Fields(document, "")
    table = Fields(top.must("table", _as_is), "table")
    nothing: object = {}
    story = Fields(top.may("story", _as_is, default=nothing), "story")
    pieces = (
        *top.may("anchor", _each(_anchor), default=_NONE),
        *top.may("piece", _each(_piece), default=_NONE),
    )
    seed = top.may("seed", whole, default=1)
    troops: tuple[Troop, ...] = top.may("troop", _each(_troop), default=_NONE)
    values = {
        "name": name,
        "says": top.may("says", string, default=""),
        "seed": seed,
        "width_in": table.must("width_in", number),
        "depth_in": table.must("depth_in", number),
        "mat": table.may("mat", _one_of(MATS), default="grass"),
        "mat_grid_in": table.may("grid_in", number, default=0.0),
        "camera": _camera(top),
        "light": top.may("light", _reader(SceneLight, _LIGHT), default=SceneLight()),
        "pieces": (*pieces, *(piece for troop in troops for piece in mustered(troop, seed=seed))),
        "terrain": top.may("terrain", _each(_reader(Patch, _PATCH)), default=_NONE),
        "moves": top.may("move", _each(_move), default=_NONE),
        "hands": top.may("hand", _each(_hand), default=_NONE),
        "bumps": top.may("bump", _each(_reader(Bump, _BUMP)), default=_NONE),
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


# --- small readers ---------------------------------------------------------------------------


def _as_is(value: object, where: str) -> object:
    del where
    return value


def _each(read: Callable[[object, str], T]) -> Callable[[object, str], tuple[T, ...]]:
    def read_all(value: object, where: str) -> tuple[T, ...]:
        return tuple(
            read(entry, f"{where}[{index}]") for index, entry in enumerate(items(value, where))
        )

    return read_all


def _one_of(names: tuple[str, ...]) -> Callable[[object, str], str]:
    def read(value: object, where: str) -> str:
        text = string(value, where)
        if text not in names:
            raise BadInputError(where, expected=f"one of {', '.join(names)}", got=repr(text))
        return text

    return read


def _numbers(count: int) -> Callable[[object, str], tuple[float, ...]]:
    def read(value: object, where: str) -> tuple[float, ...]:
        found = _each(number)(value, where)
        if len(found) != count:
            raise BadInputError(where, expected=f"{count} numbers", got=f"{len(found)}")
        return found

    return read


def _colour(value: object, where: str) -> Colour:
    if isinstance(value, str):
        if value not in _COLOURS:
            known = f"[red, green, blue] or one of {', '.join(sorted(_COLOURS))}"
            raise BadInputError(where, expected=known, got=repr(value))
        return _COLOURS[value]
    found = _each(whole)(value, where)
    if len(found) != 3 or not all(0 <= each <= 255 for each in found):
        raise BadInputError(where, expected="three whole numbers from 0 to 255", got=f"{value!r}")
    return found[0], found[1], found[2]


def _footprint(value: object, where: str) -> Footprint:
    return footprint_from_text(string(value, where), where)


def _outline(value: object, where: str) -> tuple[Pair, ...]:
    corners = cast("tuple[Pair, ...]", _each(_numbers(2))(value, where))
    if len(corners) < 3:
        raise BadInputError(where, expected="three corners or more", got=f"{len(corners)}")
    return corners


def _reader(kind: type[T], readers: Mapping[str, Read]) -> Callable[[object, str], T]:
    """A table whose keys are the names of a value's fields; fields without a default must be
    there.
    """

    def read(value: object, where: str) -> T:
        given = Fields(value, where)
        found = read_fields(given, kind, readers=readers)
        given.done()
        return made(where, lambda: kind(**found))

    return read


def read_fields(given: Fields, kind: type, *, readers: Mapping[str, Read]) -> dict[str, Any]:
    """What a table says of a value's fields, and the defaults of the rest."""
    found: dict[str, Any] = {}
    for field in fields(kind):
        if field.name not in readers:
            continue
        read = readers[field.name]
        if field.default is MISSING:
            found[field.name] = given.must(field.name, read)
        else:
            found[field.name] = given.may(field.name, read, default=field.default)
    return found


def made(where: str, make: Callable[[], T]) -> T:
    """Build a value; what the value itself refuses is reported from where it was read."""
    try:
        return make()
    except BadInputError as error:
        raise (error.inside(where) if where else error) from None


# --- what is read how ------------------------------------------------------------------------


def _all_numbers(kind: type, *but: str) -> dict[str, Read]:
    return {field.name: number for field in fields(kind) if field.name not in but}


_LENS: Final = _all_numbers(SceneLens)
_LIGHT: Final = _all_numbers(SceneLight)
_SENSOR: Final = {
    **_all_numbers(Sensor, "tone", "jpeg", "shake_px"),
    "tone": _one_of(("linear", "srgb", "webcam")),
    "jpeg": whole,
    "shake_px": _numbers(2),
}
_CAMERA: Final = {
    "position_in": _numbers(3),
    "look_at_in": _numbers(3),
    "turn_deg": _numbers(3),
    "roll_deg": number,
    "hfov_deg": number,
    "centre_px": _numbers(2),
}
_TAG: Final = {
    **_all_numbers(SceneTag, "id", "dictionary", "offset_in"),
    "id": whole,
    "dictionary": string,
    "offset_in": _numbers(2),
}
_PRINT: Final = {"outline_in": _outline, "rgb": _colour}
_FIGURE: Final = {
    "shape": _one_of(SHAPES),
    "height_in": number,
    "offset_in": _numbers(2),
    "turn_deg": number,
}
_PATCH: Final = {
    "id": string,
    "kind": string,
    "outline_in": _outline,
    "surface": _one_of(GROUNDS),
    "colour": _colour,
    "height_in": number,
    "trees": whole,
}
_BUMP: Final = {"at_s": number, "shift_in": _numbers(3), "turn_deg": _numbers(3)}
_HAND: Final = {"height_in": number, "length_in": number, "skin": _colour, "sleeve": _colour}
_LOOKS: Final = {
    "side": string,
    "kind": string,
    "colour": _colour,
    "footprint": _footprint,
    "height_in": number,
    "base_in": number,
    "prints": _each(_reader(Print, _PRINT)),
}
_tags: Final = _each(_reader(SceneTag, _TAG))
_figures: Final = _each(_reader(Figure, _FIGURE))


def _size(value: object, where: str) -> tuple[int, int]:
    if isinstance(value, str):
        if value not in SIZES:
            raise BadInputError(where, expected=f"one of {', '.join(SIZES)}", got=repr(value))
        return SIZES[value]
    found = _each(whole)(value, where)
    if len(found) != 2:
        raise BadInputError(where, expected="[width, height] in pixels", got=f"{value!r}")
    return found[0], found[1]


def _camera(top: Fields) -> SceneCamera:
    given = Fields(top.must("camera", _as_is), "camera")
    found = read_fields(given, SceneCamera, readers=_CAMERA)
    width, height = given.may("size", _size, default=SIZES["1080p"])
    given.done()
    lens = top.may("lens", _reader(SceneLens, _LENS), default=SceneLens())
    sensor = top.may("sensor", _reader(Sensor, _SENSOR), default=Sensor())
    return made(
        "camera",
        lambda: SceneCamera(width=width, height=height, lens=lens, sensor=sensor, **found),
    )


def _place(given: Fields) -> ScenePlace:
    x, y = given.must("at_in", _numbers(2))
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
    first, second = given.may(name, _numbers(2), default=cast("tuple[float, ...]", default))
    return first, second


def _troop(value: object, where: str) -> Troop:
    given = Fields(value, where)
    looks = read_fields(given, ScenePiece, readers=_LOOKS)
    tag = given.must("tag", _reader(SceneTag, _TAG))
    standing = given.may("figures", _figures, default=_NONE)
    x, y = given.must("at_in", _numbers(2))
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
    rows = _each(_numbers(4))(value, where)
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
