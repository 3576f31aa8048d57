"""Reads from a kit which tags lie on each kind of piece, and for which camera they were printed."""

from dataclasses import dataclass
from math import hypot
from typing import Any

from api.errors import ExitCode
from api.files.photograph_files import told_by_code
from api.kit.kit_file import field_at
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import items, number, string, whole
from rules.table.units import Inches
from vision.foretold import LaidTag
from vision.kit.tags.sizes import CameraPixels, Table, TableView
from vision.tags.dictionary import dictionary_from_text


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidKind:
    """The kinds of pieces whose tags are alike, and each of their different tags once."""

    names: tuple[str, ...]
    tags: tuple[LaidTag, ...]

    @property
    def smallest(self) -> float:
        """In inches."""
        return min(tag.side for tag in self.tags)


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidKit:
    """What of a kit lies before a camera."""

    view: TableView
    """For which its tags were printed."""
    anchor: float
    """Side of an anchor's black square, in inches."""
    kinds: tuple[LaidKind, ...]
    """Those with the smallest tags first."""


def laid_kit(value: dict[str, Any], *, origin: str) -> LaidKit:
    """What `umpire kit describe --json` tells; a UserError says which of its fields is wrong."""
    with told_by_code(ExitCode.BAD_INPUT, origin=origin):
        laid = items(field_at(value, "anchors"), "anchors")
        if not laid:
            raise BadInputError("anchors", expected="one or more", got="none")
        return LaidKit(
            view=_view(value),
            anchor=number(field_at(laid[0], "size_in"), "anchors[0].size_in"),
            kinds=_kinds(value),
        )


def _view(value: dict[str, Any]) -> TableView:
    def inches(name: str) -> Inches:
        return Inches(number(field_at(value, "table", name), f"table.{name}"))

    def pixels(name: str) -> int:
        return whole(field_at(value, "camera", name), f"camera.{name}")

    name = string(field_at(value, "dictionary", "name"), "dictionary.name")
    return TableView(
        camera=CameraPixels(width=pixels("width_px"), height=pixels("height_px")),
        table=Table(width=inches("width_in"), depth=inches("depth_in")),
        dictionary=dictionary_from_text(name, "dictionary.name"),
        tilt=number(field_at(value, "tilt_deg"), "tilt_deg"),
    )


def _kinds(value: dict[str, Any]) -> tuple[LaidKind, ...]:
    by_kind: dict[str, set[LaidTag]] = {}
    for index, piece in enumerate(items(field_at(value, "pieces"), "pieces")):
        where = f"pieces[{index}]"
        kind = string(field_at(piece, "kind"), f"{where}.kind")
        for face in items(field_at(piece, "faces"), f"{where}.faces"):
            by_kind.setdefault(kind, set()).update(_tags(face, where=f"{where}.faces"))
    alike: dict[frozenset[LaidTag], list[str]] = {}
    for kind, tags in by_kind.items():
        if tags:
            alike.setdefault(frozenset(tags), []).append(kind)
    kinds = (
        LaidKind(names=tuple(names), tags=tuple(sorted(tags, key=_by_side)))
        for tags, names in alike.items()
    )
    return tuple(sorted(kinds, key=lambda kind: (kind.smallest, kind.names)))


def _by_side(tag: LaidTag) -> tuple[float, float, float]:
    return tag.side, tag.height, tag.aside


def _tags(face: object, *, where: str) -> list[LaidTag]:
    told = items(field_at(face, "tags"), f"{where}.tags")
    found = []
    for tag in told:
        x, y = (number(each, f"{where}.at_in") for each in items(field_at(tag, "at_in"), where))
        found.append(
            LaidTag(
                side=number(field_at(tag, "size_in"), f"{where}.size_in"),
                height=number(field_at(tag, "height_in"), f"{where}.height_in"),
                # As far aside makes as large an error: front and rear are one tag here.
                aside=round(hypot(x, y), 2),
                is_alone=len(told) == 1,
            )
        )
    return found
