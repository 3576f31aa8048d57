"""Tests that looks cross from the cameras' processes whole, and that little crosses at rest."""

import json
import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace

import numpy as np
import pytest

from api.locating.watching_several import joined_value
from rules.table.files.snapshot_json import written_snapshot
from rules.table.snapshot import Health
from tests.vision.fusion.test_several import FLAT, NAMES, NORTH, SOUTH, TANK, THIRD, scene
from tests.vision.measured import Thing, exact_profile, grey_of, layout_of, thing
from tests.vision.rendering import renderer_of
from tests.vision.tracking.played import HZ, at, carried
from vision.camera.errands.errand import Finder, Reader
from vision.camera.errands.letter import packed
from vision.camera.source import Frame
from vision.fusion.one_look import OneLook
from vision.fusion.several import SeveralCameras
from vision.fusion.sight import TagSight
from vision.locating.place_error import EXACT
from vision.locating.tag_layout import TagLayout
from vision.tracking.frame import TableFrame

LATE_S = 0.04
SHARED, STRANGER = 40, 60


def _shared(name: str, *, place: tuple[float, float, float]) -> Thing:
    made = thing(name, SHARED, at=place)
    tags = tuple(replace(tag, is_unique=False) for tag in made.tagged.tags)
    return replace(made, tagged=replace(made.tagged, tags=tags))


THINGS = (TANK, FLAT, THIRD, _shared("W1", place=(3.0, 6.0, 0.0)))
SEEN = (*THINGS, _shared("another", place=(5.5, 6.5, 0.0)), thing("N", STRANGER, at=(9, 2, 0)))


def _layout() -> TagLayout:
    return layout_of(*THINGS, shared={SHARED: 0.8})


def _several() -> SeveralCameras:
    profiles = [exact_profile(SOUTH), exact_profile(NORTH)]
    return SeveralCameras(profiles, names=NAMES, tag_layout=_layout(), care=EXACT)


@dataclass(slots=True)
class Crossed:
    """One camera that is followed elsewhere; the ring is numbers alone."""

    finder: Finder
    reader: Reader
    turn: int = 0
    taken: int = 0
    sizes: list[int] = field(default_factory=list)

    def look(self, frame: Frame, *, is_taken: bool = True) -> OneLook | None:
        """What is taken of it on the other side; nothing where nobody looks in time."""
        self.turn += 1
        self.finder.look(frame)
        data = self.finder.packed(turn=self.turn, taken=self.taken)
        self.sizes.append(len(data))
        if not is_taken:
            return None
        self.taken = self.turn
        found = self.reader(data)
        assert isinstance(found, OneLook)
        return found


def _crossed(several: SeveralCameras) -> list[Crossed]:
    return [Crossed(errand.finder(), errand.reader()) for errand in several.errands]


def _pictures(*, seconds: float, is_still: bool = False) -> Iterator[tuple[int, Frame]]:
    """Of each camera in turn: a piece is carried, and lies under a hand meanwhile."""
    hand, move = carried("T3", at(9.0, 4.5, 80.0), at(6.5, 5.0, 30.0), begins_s=0.4, lasts_s=0.4)
    more = {} if is_still else {"hands": (hand,), "moves": (move,)}
    renderers = [
        renderer_of(scene(*SEEN, camera=camera, seconds=seconds, **more), quality="fast")
        for camera in (SOUTH, NORTH)
    ]
    for number in range(round(seconds * HZ)):
        for camera, renderer in enumerate(renderers):
            rendered = renderer.frame(number)
            when = rendered.seconds + camera * 0.5 / HZ
            grey = grey_of(rendered)
            yield camera, Frame(number=number, seconds=when, name="", grey=grey, captured_s=when)


def _told(several: SeveralCameras, look: OneLook, *, now_s: float) -> str:
    several.take(look.told_by(Health()), now_s=now_s)
    table = several.at(now_s)
    told = {
        **joined_value(table, seconds=now_s),
        "snapshot": written_snapshot(table.snapshot),
        "lives": [repr(each) for each in table.pieces],
        "papers": [repr(each) for each in table.papers],
        "markers": [(spot.known.sighting.number, repr(spot.place)) for spot in table.markers],
        "view": [corners.tolist() for corners in several.leading.tags_in_view()],
    }
    return json.dumps(told)


def test_what_is_followed_elsewhere_makes_the_same_table_to_the_last_bit() -> None:
    here, elsewhere = _several(), _several()
    crossed, last = _crossed(elsewhere), ""
    for camera, frame in _pictures(seconds=1.5):
        assert frame.captured_s is not None
        now_s = frame.captured_s + LATE_S
        taken = TableFrame(
            number=frame.number, seconds=frame.captured_s, camera=NAMES[camera], grey=frame.grey
        )
        look = crossed[camera].look(frame)
        assert look is not None
        last = _told(elsewhere, look, now_s=now_s)
        assert last == _told(here, here.look(camera, taken, keeper=Health()), now_s=now_s)
    told = json.loads(last)
    assert set(told["seen_by"]) == {"T1", "T2", "T3"}
    assert {piece["id"] for piece in told["snapshot"]["pieces"]} >= {"W1"}
    assert len(told["markers"]) == 2
    assert told["strangers"] == [STRANGER]


@pytest.mark.long
def test_looks_that_nobody_takes_are_missed_by_nobody() -> None:
    """Whichever of them arrive, each that does is whole."""
    here, elsewhere = _several(), _several()
    crossed = _crossed(elsewhere)
    for camera, frame in _pictures(seconds=1.5):
        taken = TableFrame(number=frame.number, seconds=frame.seconds, camera="", grey=frame.grey)
        look = here.look(camera, taken, keeper=Health())
        is_taken = (frame.number * 7 + camera) % 5 < 2
        arrived = crossed[camera].look(frame, is_taken=is_taken)
        if arrived is None:
            continue
        assert arrived.sight.tags.keys() == look.sight.tags.keys()
        for number, tag in arrived.sight.tags.items():
            assert (tag.corners == look.sight.tags[number].corners).all()
        assert arrived.sight.pieces == look.sight.pieces
        assert [each.track for each in arrived.nameless] == [each.track for each in look.nameless]
        assert arrived.confirmed == look.confirmed


def test_at_rest_little_crosses_and_everything_stays_the_same_object() -> None:
    several = _several()
    (south, _) = _crossed(several)
    looks = [
        south.look(frame) for camera, frame in _pictures(seconds=1.5, is_still=True) if camera == 0
    ]
    before, last = looks[-2:]
    assert before is not None
    assert last is not None
    assert south.sizes[0] > 5000
    assert max(south.sizes[-3:]) < 2500
    assert last.sight.tags is before.sight.tags
    assert last.sight.pieces is before.sight.pieces
    assert last.nameless == before.nameless
    assert last.markers == before.markers


def test_a_picture_that_is_shown_again_is_not_followed_again() -> None:
    several = _several()
    (south, _) = _crossed(several)
    _, frame = next(_pictures(seconds=0.1))
    first = south.look(frame)
    again = south.look(replace(frame, captured_s=frame.seconds + 0.2))
    assert first is not None
    assert again is not None
    assert again.sight.seconds == first.sight.seconds
    assert again.sight.tags is first.sight.tags


def test_a_sight_crosses_to_the_last_bit() -> None:
    rng = np.random.default_rng(3)
    sight = TagSight(
        number=7,
        corners=np.asfortranarray(rng.normal(size=(4, 2))),
        covariance=np.asfortranarray(rng.normal(size=(8, 8)) ** 2),
        height=0.3,
        is_resting=False,
        is_doubted=True,
    )
    found = pickle.loads(packed(sight))
    for each in fields(TagSight):
        assert np.array_equal(getattr(found, each.name), getattr(sight, each.name)), each.name
    assert found.corners.dtype == found.covariance.dtype == np.float64
    assert len(packed([sight, replace(sight, number=8)])) < 2 * 8 * 72 + 300


def test_what_does_not_fit_what_is_there_is_refused() -> None:
    several = _several()
    (south, _) = _crossed(several)
    pictures = [frame for camera, frame in _pictures(seconds=0.3) if camera == 0]
    south.look(pictures[0])
    south.look(pictures[1])
    strange = several.errands[0].reader()
    south.finder.look(pictures[2])
    data = south.finder.packed(turn=3, taken=2)
    with pytest.raises((KeyError, ValueError)):
        strange(data)


def test_a_camera_that_is_put_right_gives_another_errand_and_old_looks_are_of_the_past() -> None:
    several = _several()
    (south, _) = _crossed(several)
    _, frame = next(_pictures(seconds=0.1))
    look = south.look(frame)
    assert look is not None
    assert several.is_of_now(look)
    errand = several.errands[0]
    several.errands[0] = replace(errand, profile=replace(errand.profile))
    assert not several.is_of_now(look)
    assert several.follower(0).errand is several.errands[0]
