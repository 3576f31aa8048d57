"""Keeps what a table was measured from, so that a camera that was moved needs one photograph more.

The anchors still lie where they lay: only where the camera stands is new.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from api.calibrating.table import AnchorPhoto
from calibration.print_scale import PrintMeasurement
from calibration.seen import SeenTag
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, items, number, parse, string, whole

FORMAT: Final = "paper-umpire/anchor-photographs/1"
LONGEST: Final = 4_000_000
"""Letters; twelve photographs of all anchors take a tenth of it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KeptPhotographs:
    """The anchors in each photograph, and what was measured of the print."""

    dictionary: str
    table: tuple[float, float]
    photos: tuple[AnchorPhoto, ...]
    bar_in: float | None = None
    tape: tuple[int, int, float] | None = None
    card: PrintMeasurement | None = None


def kept_text(kept: KeptPhotographs) -> str:
    """As a file has it."""
    card = kept.card
    value = {
        "format": FORMAT,
        "dictionary": kept.dictionary,
        "table": list(kept.table),
        "bar_in": kept.bar_in,
        "tape": None if kept.tape is None else list(kept.tape),
        "card": None if card is None else [card.scale, card.bound],
        "photographs": [
            {"name": each.name, "tags": [_tag_value(tag) for tag in each.tags]}
            for each in kept.photos
        ],
    }
    return json.dumps(value)


def read_kept(text: str) -> KeptPhotographs:
    """What a file has; a BadInputError says what is wrong with it."""
    if len(text) > LONGEST:
        raise BadInputError("photographs", expected=f"at most {LONGEST:,} letters", got="more")
    fields = Fields(parse(text, what="photographs"), "")
    fields.must("format", _format)
    dictionary = fields.must("dictionary", string)
    table = fields.must("table", _numbers)
    bar = fields.must("bar_in", lambda value, at: None if value is None else number(value, at))
    tape = fields.must("tape", lambda value, at: None if value is None else _numbers(value, at))
    card = fields.must("card", lambda value, at: None if value is None else _numbers(value, at))
    photos = fields.must("photographs", items)
    fields.done()
    return KeptPhotographs(
        dictionary=dictionary,
        table=_two(table, "table"),
        photos=tuple(_photo(each, f"photographs[{index}]") for index, each in enumerate(photos)),
        bar_in=bar,
        tape=None if tape is None else (int(tape[0]), int(tape[1]), float(tape[2])),
        card=None
        if card is None
        else PrintMeasurement(what="card", scale=float(card[0]), bound=float(card[1])),
    )


def _tag_value(tag: SeenTag) -> dict[str, object]:
    return {
        "number": tag.number,
        "corners": tag.corners.ravel().tolist(),
        "covariance": tag.covariance.ravel().tolist(),
    }


def _photo(value: object, where: str) -> AnchorPhoto:
    fields = Fields(value, where)
    name, tags = fields.must("name", string), fields.must("tags", items)
    fields.done()
    return AnchorPhoto(name=name, tags=tuple(_tag(each, where) for each in tags))


def _tag(value: object, where: str) -> SeenTag:
    fields = Fields(value, where)
    found, corners = fields.must("number", whole), fields.must("corners", _numbers)
    covariance = fields.must("covariance", _numbers)
    fields.done()
    if len(corners) != 8 or len(covariance) != 64:
        raise BadInputError(where, expected="8 and 64 numbers", got=f"{len(corners)}")
    return SeenTag(
        number=found,
        corners=np.array(corners).reshape(4, 2),
        covariance=np.array(covariance).reshape(8, 8),
    )


def _two(value: Sequence[float], where: str) -> tuple[float, float]:
    if len(value) != 2:
        raise BadInputError(where, expected="two lengths", got=f"{len(value)}")
    return value[0], value[1]


def _numbers(value: object, where: str) -> list[float]:
    return [number(each, where) for each in items(value, where)]


def _format(value: object, where: str) -> None:
    if value != FORMAT:
        raise BadInputError(where, expected=repr(FORMAT), got=repr(value)[:60])
