"""Tests what is told of cards and markers."""

from dataclasses import replace

import pytest

from rules.table.shapes import Rectangle
from rules.table.snapshot import PieceState
from rules.table.units import Degrees, Inches
from tests.vision.measured import Thing, exact_profile, layout_of, thing
from tests.vision.tracking.played import Shown, at, carried, played, scene_of
from vision.locating.place_error import EXACT
from vision.locating.tag_layout import PieceTag
from vision.pipeline import Pipeline
from vision.synthetic.described.scene import SceneMove, Station
from vision.tracking.papers import PaperChange, PaperEvent

SMOKE, BACK = 90, 91


def kind_of(made: Thing, kind: str, *, more: tuple[PieceTag, ...] = ()) -> Thing:
    tagged = replace(
        made.tagged,
        entry=replace(made.tagged.entry, kind=kind),
        tags=(*made.tagged.tags, *more),
    )
    return Thing(piece=made.piece, tagged=tagged)


def piece_tag(number: int, face: str, *, is_unique: bool) -> PieceTag:
    return PieceTag(
        number=number,
        size=Inches(0.6),
        x=Inches(0.0),
        y=Inches(0.0),
        turn=Degrees(0.0),
        height=Inches(0.0),
        face=face,
        is_unique=is_unique,
    )


def card(name: str, number: int, x: float, y: float) -> Thing:
    back = piece_tag(BACK, "back", is_unique=False)
    paper = Rectangle(length=Inches(2.0), width=Inches(1.5))
    made = thing(name, number, at=(x, y, 90.0), side=0.6, footprint=paper)
    tagged = replace(made.tagged, tags=(replace(made.tagged.tags[0], face="face"),))
    return kind_of(replace(made, tagged=tagged), "playing_card", more=(back,))


def smoke_pieces(count: int) -> tuple[Thing, ...]:
    """What the roster has of smoke: names, and one number for all."""
    made = [thing(f"s{at}", 24, at=(30.0, 1.0, 0.0), side=0.6) for at in range(1, count + 1)]
    marker = piece_tag(SMOKE, "up", is_unique=False)
    return tuple(
        replace(
            kind_of(each, "smoke"),
            tagged=replace(kind_of(each, "smoke").tagged, tags=(marker,)),
        )
        for each in made
    )


def watched(
    *things: Thing, roster: tuple[Thing, ...], seconds: float, **more: object
) -> list[Shown]:
    scene = scene_of(*things, seconds=seconds, **more)
    shared = {SMOKE: 0.6, BACK: 0.6}
    pipeline = Pipeline(
        exact_profile(scene.camera), tag_layout=layout_of(*roster, shared=shared), care=EXACT
    )
    return list(played(pipeline, scene))


def events_of(shown: list[Shown]) -> list[PaperEvent]:
    return [event for one in shown for event in one.table.papers]


def test_cards_are_told_with_row_and_order() -> None:
    cards = [card("a", 21, 4, 6), card("b", 22, 7, 6.2), card("c", 23, 5, 2.5)]
    events = events_of(watched(*cards, roster=tuple(cards), seconds=1.2))
    told = {event.what: (event.change, event.face, event.row, event.order) for event in events}
    assert told == {
        "a": (PaperChange.APPEARED, "face", 1, 1),
        "b": (PaperChange.APPEARED, "face", 1, 2),
        "c": (PaperChange.APPEARED, "face", 2, 1),
    }


def test_piles_lie_in_rows_like_cards_and_nobody_learns_which_cards_they_are() -> None:
    cards = tuple(card(name, 21 + at, 30, 1) for at, name in enumerate("abcd"))
    piles = [thing(f"pile-{x}", BACK, at=(x, 6.0, 90.0), side=0.6) for x in (4.0, 7.0, 10.0)]
    shown = watched(*piles, roster=cards, seconds=1.2)
    events = events_of(shown)
    assert sorted((each.face, each.kind, each.row, each.order) for each in events) == [
        ("back", "playing_card", 1, order) for order in (1, 2, 3)
    ]
    last = shown[-1].table.snapshot.pieces
    assert [each.id for each in last if each.state is PieceState.LOST] == list("abcd")
    lying = {each.id: each for each in last if each.state is PieceState.SEEN}
    assert sorted(lying) == [f"playing_card back {n}" for n in (1, 2, 3)]
    for each in lying.values():
        assert (each.side, each.kind, each.face) == ("", "playing_card", "back")
        assert each.footprint == cards[0].tagged.entry.footprint


def test_a_card_turned_up_from_a_pile_hides_the_pile_and_says_so() -> None:
    ace, other = card("a", 21, 30, 6), card("b", 22, 30, 2)
    pile = thing("pile", BACK, at=(6.0, 4.0, 90.0), side=0.6)
    up = SceneMove(
        piece="a",
        stations=(Station(at_s=1.0, place=at(30, 6, 90)), Station(at_s=1.01, place=at(6, 4, 90))),
    )
    # A paper over the pile: only what is on top is in the picture.
    lifted = replace(ace, piece=replace(ace.piece, base_in=0.01))
    shown = watched(pile, lifted, roster=(ace, other), seconds=2.4, moves=(up,))
    back, face = events_of(shown)
    assert (back.change, back.face, back.over) == (PaperChange.APPEARED, "back", ())
    assert (face.change, face.what, face.face) == (PaperChange.APPEARED, "a", "face")
    assert face.over == (back.what,)
    states = {each.id: each.state for each in shown[-1].table.snapshot.pieces}
    assert states == {"a": PieceState.SEEN, "b": PieceState.LOST, back.what: PieceState.HIDDEN}


def test_smoke_takes_a_name_of_the_roster_is_told_beside_its_unit_and_when_it_is_taken() -> None:
    unit = thing("u1", 21, at=(5.0, 6.0, 0.0), side=0.6)
    far = thing("u2", 22, at=(12.0, 2.0, 0.0), side=0.6)
    smoke = thing("smoke", SMOKE, at=(20.0, 6.0, 40.0), side=0.6)
    come = SceneMove(
        piece="smoke",
        stations=(
            Station(at_s=1.0, place=at(20, 6, 40)),
            Station(at_s=1.01, place=at(6.4, 6, 40)),
            Station(at_s=2.5, place=at(6.4, 6, 40)),
            Station(at_s=2.51, place=at(20, 6, 40)),
        ),
    )
    shown = watched(
        unit, far, smoke, roster=(unit, far, *smoke_pieces(2)), seconds=4.0, moves=(come,)
    )
    laid, taken = events_of(shown)
    assert (laid.change, laid.what, laid.beside) == (PaperChange.APPEARED, "s1", "u1")
    assert laid.place is not None
    assert laid.place.x == pytest.approx(6.4, abs=0.01)
    assert (taken.change, taken.what, taken.kind) == (PaperChange.TAKEN, "s1", "smoke")
    there = [
        one.frame.seconds
        for one in shown
        if one.table.snapshot.piece("s1").state is PieceState.SEEN
    ]
    assert 1.4 < there[0] < 1.8
    assert there[-1] == pytest.approx(2.5, abs=0.1)
    assert shown[-1].table.snapshot.piece("s1").state is PieceState.LOST
    assert shown[-1].table.snapshot.piece("s2").state is PieceState.LOST


def test_smoke_between_two_units_is_told_of_neither() -> None:
    one = thing("u1", 21, at=(4.0, 5.0, 0.0), side=0.6)
    other = thing("u2", 22, at=(7.0, 5.0, 0.0), side=0.6)
    smoke = thing("smoke", SMOKE, at=(5.5, 5.0, 0.0), side=0.6)
    shown = watched(one, other, smoke, roster=(one, other, *smoke_pieces(1)), seconds=1.0)
    (event,) = events_of(shown)
    assert (event.what, event.beside) == ("s1", None)


@pytest.mark.long
def test_a_square_that_is_turned_over_is_told_with_both_faces() -> None:
    face = thing("sq", 21, at=(5.0, 5.0, 0.0), side=0.6)
    corpse = thing("sq-under", 25, at=(30.0, 5.0, 0.0), side=0.6)
    turned = kind_of(face, "infantry", more=(piece_tag(25, "corpse", is_unique=True),))
    swap = (
        SceneMove(
            piece="sq",
            stations=(Station(at_s=2.0, place=at(5, 5)), Station(at_s=2.01, place=at(30, 5))),
        ),
        SceneMove(
            piece="sq-under",
            stations=(Station(at_s=2.0, place=at(30, 5)), Station(at_s=2.01, place=at(5, 5))),
        ),
    )
    hand, _ = carried("sq", at(5, 5), at(5.2, 5))
    shown = watched(face, corpse, roster=(turned,), seconds=4.5, moves=swap, hands=(hand,))
    (event,) = events_of(shown)
    assert event.change is PaperChange.TURNED
    assert (event.what, event.before, event.face) == ("sq", "up", "corpse")
    faces = [
        (piece.face, piece.state) for one in shown for piece in [one.table.snapshot.piece("sq")]
    ]
    assert faces[-1] == ("corpse", PieceState.SEEN)
    # Under the hand it is as it was seen last, and never without a face.
    assert {face for face, _ in faces} == {"up", "corpse"}
    assert not [each for one in shown for each in one.table.moves]


@pytest.mark.long
def test_a_card_that_is_only_covered_is_not_taken() -> None:
    ace = card("a", 21, 4, 3)
    hand, _ = carried("a", at(4, 3), at(4, 3), lasts_s=1.5)
    events = events_of(watched(ace, roster=(ace,), seconds=4.5, hands=(hand,)))
    assert [event.change for event in events] == [PaperChange.APPEARED]
