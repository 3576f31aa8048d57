"""Counts the printed pieces that a settled look finds, beside armies that are printed otherwise.

Each sample roster is printed as `umpire kit` prints it for a camera that leans so far, set up at
random and rendered at the camera it was made for. A look is a plain run of OpenCV's detector with
its least tag made small and several thresholds; settled means that nothing moves while a few frames
are looked at, which differ in their noise alone. A piece is found when one of its tags is read
where it lies. It is the printed paper that is measured here, not the umpire's own detection. No
piece stands before another: what hides a tag is its own figure. The same armies are printed with
drawings in colour as well, on bases, roofs and figures, and are to be read as well with them; so
are some of them with pictures of the players' own, which reach as far to the tags.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from api.files.roster_file import parse_army, roster_names, roster_text
from api.kit.work import drawings_for
from benchmarks.finding import Effort, Finding, Goal
from benchmarks.pictures.players_pictures import PICTURES
from vision.kit.describe import described
from vision.kit.designs.art import Art, Look
from vision.kit.designs.own_pictures import own_picture
from vision.kit.making import kit_for
from vision.kit.tags.sizes import LEANING, view_from_wishes
from vision.staging.places import scattered
from vision.staging.poses import pose_over
from vision.staging.writing import scene_text
from vision.synthetic.described.scene import ScenePiece, TableScene
from vision.synthetic.described.scene_toml import scene_from_toml
from vision.synthetic.render import RenderedFrame, Renderer
from vision.synthetic.truth import TagTruth

Described = dict[str, Any]
Altered = Callable[[TableScene], TableScene]

FRAMES: Final = 4
"""N: a tag counts as seen that is read in one of so many frames of a table at rest."""
TILTS_DEG: Final = (0.0, 30.0, 60.0)
"""From straight above."""
GOAL: Final = 0.99
"""Of each army that the kit prints without calling a tag too small for the camera."""
PROMISED_DEG: Final = (0.0, 30.0)
"""From here all armies together keep the goal, whatever the kit says of one of them. From 60
degrees most bases are too small, and the kit says so: the figure says what that costs."""
DRAWN: Final = "with drawings in colour"
PICTURED: Final = "with a {} picture of its own on each piece"
OF_ITS_OWN: Final = ("papercraft", "paper-tigers")
"""Armies that are measured with players' pictures, too."""
_SMALLEST_PX: Final = 9.0
"""A side of a tag below which no cell can be read."""
_WINDOWS: Final = (5, 11, 17, 23)
"""Of the adaptive thresholds, in pixels."""
_ASIDE: Final = 0.5
"""How far from its place a tag may be read, in sides of the tag."""


@dataclass(slots=True)
class Score:
    """What was looked for and what was found."""

    pieces: int = 0
    found: int = 0
    anchors: int = 0
    anchors_found: int = 0
    tags: int = 0
    """Read at all, each once a frame."""
    false: int = 0
    """Of these, ids that were not there."""

    def add(self, other: "Score") -> None:
        for name in ("pieces", "found", "anchors", "anchors_found", "tags", "false"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def recall(self) -> float:
        return self.found / self.pieces if self.pieces else 1.0


def as_printed(scene: TableScene) -> TableScene:
    """Nothing is altered."""
    return scene


def one_in_the_middle(scene: TableScene) -> TableScene:
    """Bases with one tag in the middle, as large as there is room for, under their figures."""
    return replace(scene, pieces=tuple(_centred(piece) for piece in scene.pieces))


def _centred(piece: ScenePiece) -> ScenePiece:
    if len(piece.tags) != 2 or not piece.figures:
        return piece
    spots = np.array([tag.offset_in for tag in piece.tags])
    # From the outer edge of one to that of the other, where the base is wide enough for that.
    long = float(np.abs(spots[0] - spots[1]).max()) + piece.tags[0].side_in
    wide = 1.2 * piece.tags[0].side_in
    middle = replace(piece.tags[0], offset_in=tuple(spots.mean(axis=0)), side_in=min(long, wide))
    return replace(piece, tags=(middle,))


def kit_recall(effort: Effort, *, altered: Altered = as_printed) -> list[Finding]:
    """The share of pieces found, for each camera's place and army, and ids that were not there."""
    findings = []
    totals = {tilt: (Score(), Score(), Score()) for tilt in TILTS_DEG}
    drawn = {tilt: Score() for tilt in TILTS_DEG}
    for name in effort.pick(roster_names(), small=("papercraft",)):
        for tilt in effort.pick(TILTS_DEG, small=TILTS_DEG[:2]):
            kit = kit_description(name, tilt=tilt)
            scores = _scores(kit, name=name, tilt=tilt, effort=effort, altered=altered)
            for total, score in zip(totals[tilt], scores, strict=True):
                total.add(score)
            small = small_tags(kit)
            findings.append(_finding(name, scores, tilt=tilt, small=small))
            coloured = kit_description(name, tilt=tilt, art=Art.COLOUR)
            seen = _drawn(coloured, name=name, tilt=tilt, effort=effort, altered=altered)
            drawn[tilt].add(seen)
            beside = partial(_beside_plain, plain=scores[0], tilt=tilt, small=small)
            findings.append(beside(f"{name} {DRAWN}", seen))
            for which in _pictures(name, tilt=tilt, effort=effort):
                own = kit_description(name, tilt=tilt, picture=which)
                seen = _drawn(own, name=name, tilt=tilt, effort=effort, altered=altered)
                army = f"{name} {PICTURED.format(which)}"
                findings.append(beside(army, seen))
                findings.append(_false_ids(seen, of=army, tilt=tilt))
    for tilt in (each for each in TILTS_DEG if totals[each][0].pieces):
        small_of_all = 0 if tilt in PROMISED_DEG else None
        all_of = totals[tilt]
        findings += [
            _finding("all armies", all_of, tilt=tilt, small=small_of_all),
            _beside_plain(
                f"all armies {DRAWN}", drawn[tilt], plain=all_of[0], tilt=tilt, small=small_of_all
            ),
        ]
    return [
        *findings,
        *(_false_ids(totals[tilt][0], of="all armies", tilt=tilt) for tilt in TILTS_DEG),
        *(_false_ids(drawn[tilt], of=f"all armies {DRAWN}", tilt=tilt) for tilt in TILTS_DEG),
    ]


def _pictures(name: str, *, tilt: float, effort: Effort) -> tuple[str, ...]:
    """With which pictures of the players' own it is measured."""
    if name not in OF_ITS_OWN or tilt not in effort.pick(PROMISED_DEG, small=PROMISED_DEG[1:]):
        return ()
    return tuple(PICTURES)


def _finding(
    army: str, scores: tuple[Score, Score, Score], *, tilt: float, small: int | None
) -> Finding:
    """`small`: the tags that the kit calls too small; None says that it is not asked."""
    kit, middle, plain = scores
    warned = f"; the kit warns of {small} small tags" if small else ""
    return Finding(
        benchmark="kit recall",
        measure=f"{army}, {tilt:g}° from above: pieces found of {kit.pieces}",
        value=kit.recall,
        detail=f"anchors {kit.anchors_found} of {kit.anchors}; OpenCV's defaults, one frame: "
        f"{plain.recall:.3f}{warned}",
        peer="one tag in the middle of each base",
        peer_value=middle.recall,
        goals=(Goal(least=GOAL),) if small == 0 else (),
        cost=False,
    )


def _beside_plain(
    army: str, drawn: Score, *, plain: Score, tilt: float, small: int | None
) -> Finding:
    """`small` as above: drawings take no room from a tag."""
    return Finding(
        benchmark="kit recall",
        measure=f"{army}, {tilt:g}° from above: pieces found of {drawn.pieces}",
        value=drawn.recall,
        detail=f"anchors {drawn.anchors_found} of {drawn.anchors}",
        peer="the same kit without drawings",
        peer_value=plain.recall,
        goals=(Goal(least=GOAL),) if small == 0 else (),
        cost=False,
    )


def _false_ids(score: Score, *, of: str, tilt: float) -> Finding:
    return Finding(
        benchmark="kit recall",
        measure=f"{of}, {tilt:g}° from above: wrong ids among {score.tags} tags read",
        value=float(score.false),
        goals=(Goal(most=0.0),) if tilt in PROMISED_DEG else (),
        cost=False,
    )


# --- one army from one place -----------------------------------------------------------------


def _scores(
    kit: Described, *, name: str, tilt: float, effort: Effort, altered: Altered
) -> tuple[Score, Score, Score]:
    """As printed; with one tag in the middle; as printed, by one look with OpenCV's defaults."""
    printed, middle, plain = Score(), Score(), Score()
    frames = effort.pick(FRAMES, small=2)
    for scene in tables(kit, tilt=tilt, rounds=effort.pick(2, small=1), name=name):
        seen = _frames(altered(scene), frames)
        printed.add(judged(seen, reader=settled_reader(scene)))
        plain.add(judged(seen[:1], reader=default_reader(scene)))
        other = one_in_the_middle(scene)
        same = other == scene
        middle.add(judged(seen if same else _frames(other, frames), reader=settled_reader(scene)))
    return printed, middle, plain


def _drawn(kit: Described, *, name: str, tilt: float, effort: Effort, altered: Altered) -> Score:
    """As printed, with its drawings."""
    found = Score()
    for scene in tables(kit, tilt=tilt, rounds=effort.pick(2, small=1), name=name):
        seen = _frames(altered(scene), effort.pick(FRAMES, small=2))
        found.add(judged(seen, reader=settled_reader(scene)))
    return found


def kit_description(
    name: str, *, tilt: float = LEANING, art: Art = Art.NONE, picture: str = ""
) -> Described:
    """A sample roster as `umpire kit describe --tilt` tells it, with so much drawn beside its tags.

    A camera that leans less than the kit takes for granted gets the kit that is printed unasked.
    `picture` is one of PICTURES, which each piece has then.
    """
    text, pictures = roster_text(name), {}
    if picture:
        text = text.replace("[[piece]]", f'[[piece]]\npicture = "{picture}"')
        pictures[picture] = own_picture(PICTURES[picture]().encode(), where=picture)
    army = parse_army(text.encode(), origin=name, is_csv=False)
    drawings = drawings_for(army.wishes.get("game", ""))
    look = Look(art=art, drawings=drawings, pictures=pictures)
    view = view_from_wishes(army.wishes).leaning(max(tilt, LEANING))
    return described(kit_for(army, view, look=look))


def small_tags(kit: Described) -> int:
    """How many tags the kit calls too small for its camera."""
    tags = [tag for piece in kit["pieces"] for face in piece["faces"] for tag in face["tags"]]
    # Both are told rounded.
    return sum(tag["size_in"] < kit["least_tag_in"] - 1e-4 for tag in tags)


def tables(kit: Described, *, tilt: float, rounds: int, name: str) -> Iterator[TableScene]:
    """All pieces of a kit, anyhow, on as many tables as they take, so often."""
    pose = pose_over(kit, tilt_deg=tilt)
    seed = 1
    for _ in range(rounds):
        waiting = kit["pieces"]
        while waiting:
            stands, left = scattered(
                kit, seed=seed, pieces=waiting, any_face=True, eye=pose.position
            )
            if len(left) == len(waiting):
                raise ValueError(f"{name}: no table holds {left[0]['id']}")
            text = scene_text(kit, stands=stands, pose=pose, seed=seed, says=name)
            yield scene_from_toml(text, name=name)
            waiting, seed = left, seed + 1


def _frames(scene: TableScene, count: int) -> list[RenderedFrame]:
    renderer = Renderer(scene)
    return [renderer.frame(number) for number in range(count)]


Seen = list[tuple[int, NDArray[np.float64]]]
Reader = Callable[[NDArray[np.uint8]], Seen]


def settled_reader(scene: TableScene) -> Reader:
    """Small tags are looked for, too, at several thresholds."""
    parameters = cv2.aruco.DetectorParameters()
    longest = max(scene.camera.width, scene.camera.height)
    parameters.minMarkerPerimeterRate = 4 * _SMALLEST_PX / longest
    parameters.adaptiveThreshWinSizeMin = _WINDOWS[0]
    parameters.adaptiveThreshWinSizeMax = _WINDOWS[-1]
    parameters.adaptiveThreshWinSizeStep = _WINDOWS[1] - _WINDOWS[0]
    # Smaller, and the inner squares of large tags crowd out their outer ones.
    parameters.minMarkerDistanceRate = 0.125
    parameters.perspectiveRemovePixelPerCell = 8
    return _reader(scene, parameters)


def default_reader(scene: TableScene) -> Reader:
    """As OpenCV comes."""
    return _reader(scene, cv2.aruco.DetectorParameters())


def _reader(scene: TableScene, parameters: cv2.aruco.DetectorParameters) -> Reader:
    name = next(tag.dictionary for piece in scene.pieces for tag in piece.tags)
    book = cv2.aruco.getPredefinedDictionary(int(getattr(cv2.aruco, name)))
    detector = cv2.aruco.ArucoDetector(book, parameters)

    def read(picture: NDArray[np.uint8]) -> Seen:
        corners, ids, _ = detector.detectMarkers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
        # 4.x answers None for nothing.
        told: Any = ids
        numbers = [] if told is None else np.asarray(told).ravel().tolist()
        return [
            (int(number), np.asarray(square, dtype=np.float64).reshape(4, 2))
            for number, square in zip(numbers, corners, strict=True)
        ]

    return read


def judged(frames: Sequence[RenderedFrame], *, reader: Reader) -> Score:
    """Every piece of a table at rest: read at its place with its number in any of the frames?"""
    score = Score()
    truth = frames[0].truth
    found: set[tuple[str, int]] = set()
    for frame in frames:
        for number, corners in reader(frame.picture):
            carriers = [tag for tag in truth.tags if tag.id == number and is_at(tag, corners)]
            score.tags += 1
            score.false += not carriers
            found |= {(tag.piece, tag.id) for tag in carriers}
    names = {tag.piece for tag in truth.tags if not tag.anchor}
    anchors = {tag.piece for tag in truth.tags if tag.anchor}
    seen = {piece for piece, _ in found}
    score.pieces, score.found = len(names), len(names & seen)
    score.anchors, score.anchors_found = len(anchors), len(anchors & seen)
    return score


def is_at(tag: TagTruth, corners: NDArray[np.float64]) -> bool:
    """Whether a square in the picture lies where a tag is."""
    if tag.corners_px is None:
        return False
    true = np.array(tag.corners_px)
    side = float(np.linalg.norm(true[0] - true[2])) / 2**0.5
    return bool(np.linalg.norm(true.mean(axis=0) - corners.mean(axis=0)) < _ASIDE * side)
