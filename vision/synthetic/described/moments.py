"""Works out what a scene's story has come to at a moment: pieces, hands and the camera."""

from dataclasses import dataclass, replace
from itertools import pairwise

from vision.synthetic.described.optics import SceneCamera, Triple
from vision.synthetic.described.scene import SceneHand, ScenePiece, ScenePlace, Station, TableScene


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The table and the camera while one frame is exposed."""

    seconds: float
    camera: SceneCamera
    pieces: tuple[ScenePiece, ...]
    hands: tuple[tuple[SceneHand, ScenePlace], ...]


def moment(scene: TableScene, seconds: float) -> Moment:
    """What is where at that time; before its first station a piece is where the scene puts it."""
    moves = {move.piece: move.stations for move in scene.moves}
    pieces = tuple(
        replace(piece, place=place_at(moves[piece.id], seconds, before=piece.place))
        if piece.id in moves
        else piece
        for piece in scene.pieces
    )
    hands = tuple(
        (hand, place_at(hand.stations, seconds, before=hand.stations[0].place))
        for hand in scene.hands
        if hand.stations[0].at_s <= seconds <= hand.stations[-1].at_s
    )
    return Moment(seconds=seconds, camera=_camera_at(scene, seconds), pieces=pieces, hands=hands)


def place_at(stations: tuple[Station, ...], seconds: float, *, before: ScenePlace) -> ScenePlace:
    """Gliding from station to station, slow at both ends, turning the short way round.

    >>> path = (
    ...     Station(at_s=1.0, place=ScenePlace(x=0.0, y=0.0, heading=350.0)),
    ...     Station(at_s=3.0, place=ScenePlace(x=4.0, y=0.0, heading=10.0)),
    ... )
    >>> place_at(path, 2.0, before=ScenePlace(x=9.0, y=9.0))
    ScenePlace(x=2.0, y=0.0, heading=360.0)
    """
    if seconds < stations[0].at_s:
        return before
    for start, end in pairwise(stations):
        if start.at_s <= seconds < end.at_s:
            share = (seconds - start.at_s) / (end.at_s - start.at_s)
            return between(start.place, end.place, share=share * share * (3 - 2 * share))
    return stations[-1].place


def between(one: ScenePlace, other: ScenePlace, *, share: float) -> ScenePlace:
    """Part of the way from one place to another."""
    turn = (other.heading - one.heading + 180.0) % 360.0 - 180.0
    return ScenePlace(
        x=one.x + share * (other.x - one.x),
        y=one.y + share * (other.y - one.y),
        heading=one.heading + share * turn,
    )


def _camera_at(scene: TableScene, seconds: float) -> SceneCamera:
    camera = scene.camera
    for bump in scene.bumps:
        if bump.at_s <= seconds:
            camera = replace(
                camera,
                position_in=_sum(camera.position_in, bump.shift_in),
                # The look goes along, so a shift alone does not turn the camera.
                look_at_in=_sum(camera.look_at_in, bump.shift_in),
                turn_deg=_sum(camera.turn_deg, bump.turn_deg),
            )
    return camera


def _sum(one: Triple, other: Triple) -> Triple:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2])
