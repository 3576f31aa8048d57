"""Tests what becomes of one piece, look by look, without any picture."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.table.snapshot import PieceState, Pose
from rules.table.units import Degrees, Inches
from vision.tracking.settings import DEFAULTS
from vision.tracking.track import Absence, Life, PieceLook, SettledMove, Track, advanced, is_near

HZ = 10.0


def at(x: float, y: float = 5.0, heading: float = 0.0) -> Pose:
    return Pose(x=Inches(x), y=Inches(y), heading=Degrees(heading))


def lived(
    *looks: Pose | Absence | None,
    track: Track | None = None,
    start_s: float = 0.0,
    is_calm: bool = True,
    hz: float = HZ,
) -> tuple[Track, list[SettledMove]]:
    """A piece after these looks; None is a look at which it is covered."""
    track, moves = track or Track(), []
    for index, each in enumerate(looks):
        seconds = start_s + index / hz
        if isinstance(each, Pose):
            look = PieceLook(seconds=seconds, pose=each, is_calm=is_calm)
        else:
            look = PieceLook(seconds=seconds, absence=each or Absence.COVERED)
        track, moved = advanced(track, look)
        moves += [moved] if moved else []
    return track, moves


def settled(x: float = 4.0) -> Track:
    return lived(*[at(x)] * 8)[0]


def test_a_piece_settles_after_half_a_second_and_not_before() -> None:
    lives = [lived(*[at(4)] * count)[0].life for count in range(1, 8)]
    assert lives == [Life.SEEN] * 5 + [Life.SETTLED] * 2


def test_a_slow_camera_needs_three_looks() -> None:
    assert lived(at(4), at(4), hz=1.5)[0].life is Life.SEEN
    assert lived(at(4), at(4), at(4), hz=1.5)[0].life is Life.SETTLED


def test_a_gap_without_frames_begins_the_rest_anew() -> None:
    track, _ = lived(at(4), at(4), at(4))
    assert lived(at(4), track=track, start_s=5.0)[0].life is Life.SEEN


def test_a_move_has_its_start_end_and_path() -> None:
    going = [at(4 + step) for step in range(1, 5)]
    track, moves = lived(*going, *[at(9)] * 6, track=settled(), start_s=0.8)
    assert track.life is Life.SETTLED
    (moved,) = moves
    assert (moved.start.x, moved.end.x) == (4.0, 9.0)
    assert [x for _, x, _ in moved.path] == [5, 6, 7, 8]
    assert moved.left_s < moved.rested_s


def test_a_lifted_piece_put_down_elsewhere_is_one_move_without_a_path() -> None:
    track, moves = lived(*[None] * 30, *[at(12)] * 7, track=settled(), start_s=0.8)
    assert track.life is Life.SETTLED
    assert [(one.start.x, one.end.x, one.path) for one in moves] == [(4.0, 12.0, ())]


def test_a_piece_put_back_has_not_moved() -> None:
    track, moves = lived(at(5), None, *[at(4.01)] * 7, track=settled(), start_s=0.8)
    assert track.life is Life.SETTLED
    assert moves == []


def test_a_covered_piece_is_hidden_at_once_and_seen_again_at_once() -> None:
    hidden, _ = lived(None, track=settled(), start_s=0.8)
    assert hidden.life is Life.HIDDEN
    assert hidden.pose == at(4)
    assert lived(at(4), track=hidden, start_s=0.9)[0].life is Life.SETTLED


def test_the_bound_of_a_hidden_piece_grows_as_long_as_it_may_be_hidden() -> None:
    hidden, _ = lived(None, track=settled(), start_s=0.8)
    last = hidden.seen_s
    assert last is not None
    assert hidden.bound_in(last + 2.0) == 2.0 * DEFAULTS.hidden_growth_in_per_s
    # It grows for as long as a piece may be hidden at all.
    reach = DEFAULTS.hidden_growth_in_per_s * DEFAULTS.hidden_most_s
    assert hidden.bound_in(last + 119.0) == pytest.approx(reach, rel=0.02)
    assert hidden.bound_in(last + 1e6) == reach
    assert settled().bound_in(1e6) == 0.0


def test_a_bare_place_means_lost_and_a_covered_one_does_not() -> None:
    assert lived(*[Absence.BARE] * 7, track=settled(), start_s=0.8)[0].life is Life.LOST
    assert lived(*[None] * 7, track=settled(), start_s=0.8)[0].life is Life.HIDDEN


def test_what_is_hidden_too_long_is_lost_and_then_removed() -> None:
    long_s = DEFAULTS.hidden_most_s
    lost, _ = lived(None, None, track=settled(), start_s=0.8, hz=1 / long_s)
    assert lost.life is Life.LOST
    gone, _ = lived(None, track=lost, start_s=lost.since_s + DEFAULTS.removed_s)
    assert gone.life is Life.REMOVED


def test_no_rest_while_something_moves_about_it() -> None:
    track, _ = lived(*[at(8)] * 50, track=settled(), start_s=0.8, is_calm=False)
    assert track.life is Life.MOVING


def test_a_doubled_piece_is_not_used_and_has_to_rest_again() -> None:
    doubled, _ = lived(Absence.DOUBLED, track=settled(), start_s=0.8)
    assert doubled.life.state is PieceState.LOST
    after, _ = lived(at(4), track=doubled, start_s=0.9)
    assert after.life is Life.MOVING
    again, moves = lived(*[at(4)] * 7, track=doubled, start_s=0.9)
    assert again.life is Life.SETTLED
    assert moves == []


def test_a_creeping_piece_moves_in_the_end() -> None:
    steps = [at(4 + 0.002 * step) for step in range(40)]
    lives = {lived(*steps[:count], track=settled(), start_s=0.8)[0].life for count in (10, 40)}
    assert lives == {Life.SETTLED, Life.MOVING}


looks = st.lists(
    st.one_of(
        st.sampled_from([Absence.COVERED, Absence.BARE, Absence.DOUBLED]),
        st.tuples(st.sampled_from([2.0, 2.01, 2.5, 7.0]), st.booleans()),
    ),
    max_size=60,
)


@given(looks, st.sampled_from([2.0, 10.0, 30.0]))
def test_whatever_happens_only_what_the_last_look_showed_is_seen(
    story: list[Absence | tuple[float, bool]], hz: float
) -> None:
    track, end = Track(), None
    calm_since: float | None = None
    for index, each in enumerate(story):
        now = index / hz
        if isinstance(each, Absence):
            look = PieceLook(seconds=now, absence=each)
        else:
            look = PieceLook(seconds=now, pose=at(each[0]), is_calm=each[1])
        before = track
        track, moved = advanced(track, look)
        is_undisturbed = look.pose is not None and look.is_calm
        calm_since = (now if calm_since is None else calm_since) if is_undisturbed else None
        if track.life is Life.SETTLED:
            # Seen in this very look, where it is now, to the tolerance of one place.
            assert look.pose is not None
            assert track.pose == look.pose
            assert track.rested is not None
            assert is_near(track.rested, look.pose)
        if look.pose is None:
            assert track.life is not Life.SETTLED
            assert track.pose == before.pose
        if moved:
            # From where the last one ended, and never before the rest is over.
            assert end is None or is_near(moved.start, end)
            assert not is_near(moved.start, moved.end)
            assert now - moved.rested_s >= DEFAULTS.settle_s
            end = moved.end
        assert math.isfinite(track.bound_in(now))
