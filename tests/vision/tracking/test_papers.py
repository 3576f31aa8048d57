"""Knows what is told of cards and markers."""

from dataclasses import replace

import pytest

from rules.table.shapes import Rectangle
from rules.table.units import Degrees, Inches
from tests.vision.measured import Thing, battle, exact_profile, thing
from tests.vision.tracking.played import at, carried, played, scene_of
from vision.pipeline import Pipeline
from vision.reckoning import EXACT
from vision.synthetic.scene import Move, Station
from vision.tracking.papers import PaperChange, PaperEvent
from vision.worn import WornTag

SMOKE, BACK = 90, 91


def kind_of(made: Thing, kind: str, *, more: tuple[WornTag, ...] = ()) -> Thing:
    wearer = replace(
        made.wearer,
        entry=replace(made.wearer.entry, kind=kind),
        tags=(*made.wearer.tags, *more),
    )
    return Thing(piece=made.piece, wearer=wearer)


def worn(number: int, face: str, *, is_unique: bool) -> WornTag:
    return WornTag(
        number=number, size=Inches(0.6), x=Inches(0.0), y=Inches(0.0), turn=Degrees(0.0),
        height=Inches(0.0), face=face, is_unique=is_unique,
    )  # fmt: skip


def card(name: str, number: int, x: float, y: float) -> Thing:
    back = worn(BACK, "back", is_unique=False)
    paper = Rectangle(length=Inches(2.0), width=Inches(1.5))
    made = thing(name, number, at=(x, y, 90.0), side=0.6, footprint=paper)
    return kind_of(made, "playing_card", more=(back,))


def played_out(*things: Thing, roster: tuple[Thing, ...], seconds: float, **more: object
               ) -> list[tuple[float, PaperEvent]]:  # fmt: skip
    scene = scene_of(*things, seconds=seconds, **more)
    shared = {SMOKE: 0.6, BACK: 0.6}
    pipeline = Pipeline(
        exact_profile(scene.camera), battle=battle(*roster, shared=shared), care=EXACT
    )
    return [
        (one.frame.seconds, event) for one in played(pipeline, scene) for event in one.table.papers
    ]


def test_cards_are_told_with_row_and_order() -> None:
    cards = [card("a", 21, 4, 6), card("b", 22, 7, 6.2), card("c", 23, 5, 2.5)]
    events = played_out(*cards, roster=tuple(cards), seconds=1.2)
    told = {event.what: (event.change, event.face, event.row, event.order) for _, event in events}
    assert len(events) == 3
    # The last of them knows all the others; each is told once.
    assert told["c"] == (PaperChange.APPEARED, "up", 2, 1)
    assert told["b"][2:] in {(1, 1), (1, 2)}


def test_smoke_beside_a_unit_is_told_once_and_when_it_is_taken() -> None:
    unit = thing("u1", 21, at=(5.0, 6.0, 0.0), side=0.6)
    far = thing("u2", 22, at=(12.0, 2.0, 0.0), side=0.6)
    smoke = thing("smoke", SMOKE, at=(6.4, 6.0, 40.0), side=0.6)
    holder = thing("s1", 24, at=(1.0, 1.0, 0.0), side=0.6)
    marker = worn(SMOKE, "up", is_unique=False)
    known = kind_of(holder, "smoke", more=(marker,))
    events = played_out(unit, far, smoke, roster=(unit, far, known), seconds=2.0)
    ((_, event),) = events
    assert (event.change, event.what, event.beside) == (PaperChange.APPEARED, "smoke", "u1")
    assert event.place is not None
    assert event.place.x == pytest.approx(6.4, abs=0.01)


def test_a_square_that_is_turned_over_is_told_with_both_faces() -> None:
    face = thing("sq", 21, at=(5.0, 5.0, 0.0), side=0.6)
    corpse = thing("sq-under", 25, at=(30.0, 5.0, 0.0), side=0.6)
    turned = kind_of(face, "infantry", more=(worn(25, "corpse", is_unique=True),))
    swap = (
        Move(piece="sq", stations=(Station(at_s=2.0, place=at(5, 5)),
                                   Station(at_s=2.01, place=at(30, 5)))),
        Move(piece="sq-under", stations=(Station(at_s=2.0, place=at(30, 5)),
                                         Station(at_s=2.01, place=at(5, 5)))),
    )  # fmt: skip
    hand, _ = carried("sq", at(5, 5), at(5.2, 5))
    events = played_out(face, corpse, roster=(turned,), seconds=4.5, moves=swap, hands=(hand,))
    ((_, event),) = events
    assert event.change is PaperChange.TURNED
    assert (event.what, event.before, event.face) == ("sq", "up", "corpse")


def test_a_card_that_is_only_covered_is_not_taken() -> None:
    ace = card("a", 21, 4, 3)
    hand, _ = carried("a", at(4, 3), at(4, 3), lasts_s=1.5)
    events = played_out(ace, roster=(ace,), seconds=4.5, hands=(hand,))
    assert [event.change for _, event in events] == [PaperChange.APPEARED]
