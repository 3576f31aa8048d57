"""Counts the open cards that are read off a card table, and those that are read wrongly.

Two rows of piles lie before the camera, some rolled and some not, other cards beside them anyhow
and partly on one another, and hands reach in. The lens is blurred by more or less, and the camera
leans by up to 30 degrees. A card counts that the truth calls wholly visible; it is read when the
umpire has a pose for it with its face up. It is wrong when a card is placed where it does not lie.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from api.kit.kit_in_use import kit_in_use
from benchmarks.finding import Effort, Finding, Goal
from benchmarks.pictures.end_to_end import calibrated, lens_belief
from benchmarks.pictures.kit_recall import Altered, as_printed
from benchmarks.pictures.measured_tables import (
    ANCHOR_IN,
    TableOf,
    anchors_by_hand,
    camera_over,
    scene_of,
)
from calibration.lens_prior import unmeasured_lens
from calibration.profile import CalibrationProfile
from rules.games.tossing_tiger.deck import STARTER, roster_toml
from rules.table.units import Inches
from vision.locating.locate import Locator
from vision.locating.tag_layout import TaggedPiece, TagLayout
from vision.synthetic.described.scene import (
    SceneHand,
    ScenePiece,
    ScenePlace,
    SceneTag,
    Station,
    TableScene,
)
from vision.synthetic.render import Renderer

TILTS_DEG: Final = (0.0, 8.0, 15.0, 22.0, 30.0)
TABLES: Final = 40
"""For each tilt: 200 together."""
PAPER_IN: Final = 0.012
BLURS_PX: Final = (0.6, 1.6)
WHOLE: Final = 0.999
"""Of a tag's black square, that nothing hides."""
ASIDE_IN: Final = 0.5
GOAL: Final = 0.998
SIZE: Final = (36.0, 24.0)


@dataclass(slots=True)
class Count:
    """What lay open, and what became of it."""

    faces: int = 0
    read: int = 0
    wrong: int = 0
    covered: int = 0
    """Open cards that are partly hidden, of which nothing is promised."""


def card_tables(effort: Effort, *, altered: Altered = as_printed) -> list[Finding]:
    """Every tilt, and all together."""
    kit = kit_in_use(roster_toml(STARTER), name="starter deck")
    size = effort.pick((1920, 1080), small=(960, 540))
    # Enough is known of an unmeasured lens to tell one card from the next.
    belief = (
        unmeasured_lens(width=size[0], height=size[1])
        if effort.small
        else lens_belief(views=20, seed=11, size=size)
    )
    total, findings = Count(), []
    for tilt in effort.pick(TILTS_DEG, small=TILTS_DEG[-1:]):
        rng = np.random.default_rng([17, int(tilt)])
        table = TableOf(width=SIZE[0], depth=SIZE[1], tilt_deg=tilt, size=size)
        anchors = anchors_by_hand(table, rng=rng)
        profile = calibrated(table, anchors=anchors, belief=belief, rng=rng, is_exact=True)
        tag_layout = _tag_layout(kit.battle, profile)
        locator = Locator(profile, tag_layout=tag_layout)
        found = Count()
        for scene in scenes(
            table, anchors=anchors, tag_layout=tag_layout, count=effort.pick(TABLES, small=1)
        ):
            _judge(altered(scene), locator=locator, into=found)
        findings.append(_finding(f"{tilt:g} degrees", found))
        for name in ("faces", "read", "wrong", "covered"):
            setattr(total, name, getattr(total, name) + getattr(found, name))
    overall = _finding("all tables", total)
    return [*findings, replace(overall, goals=(Goal(least=GOAL),))]


def _finding(what: str, found: Count) -> Finding:
    wrong = (f"{found.wrong} cards placed where they do not lie",) if found.wrong else ()
    return Finding(
        benchmark="card tables",
        measure=f"{what}: whole faces read of {found.faces}",
        value=found.read / max(1, found.faces),
        detail=f"{found.wrong} wrong; {found.covered} more were partly covered",
        wrong=wrong,
        cost=False,
    )


def _tag_layout(printed: TagLayout, profile: CalibrationProfile) -> TagLayout:
    """The deck as it was printed, among the anchors of this table."""
    return replace(
        printed,
        anchors={anchor.number: anchor.name for anchor in profile.anchors},
        anchor_size=Inches(ANCHOR_IN),
    )


def scenes(
    table: TableOf, *, anchors: tuple[ScenePiece, ...], tag_layout: TagLayout, count: int
) -> Iterator[TableScene]:
    """Tables of one tilt, each dealt anew."""
    for seed in range(count):
        rng = np.random.default_rng([23, int(table.tilt_deg), seed])
        camera = camera_over(table)
        camera = replace(camera, lens=replace(camera.lens, blur_px=float(rng.uniform(*BLURS_PX))))
        names = [tagged.entry.id for tagged in tag_layout.pieces]
        order = [names[at] for at in rng.permutation(len(names))]
        tagged_pieces = {tagged.entry.id: tagged for tagged in tag_layout.pieces}
        cards = [
            _card(tagged_pieces[name], place=place, level=level, is_open=is_open)
            for name, (place, level, is_open) in zip(order, _laid(rng), strict=False)
        ]
        scene = scene_of(table, pieces=(*anchors, *cards), camera=camera, seed=1000 + seed)
        yield replace(scene, hands=_hands(rng))


def _laid(rng: np.random.Generator) -> list[tuple[ScenePlace, int, bool]]:
    """Two rows of piles, and cards beside them that may lie on one another."""
    piles, rolled = int(rng.integers(2, 6)), int(rng.integers(1, 6))
    found = []
    for at in range(piles):
        x = 8.0 + at * 5.0 + float(rng.uniform(-0.4, 0.4))
        for y, heading in ((9.0, 90.0), (15.0, 270.0)):
            place = ScenePlace(
                x=x,
                y=y + float(rng.uniform(-0.4, 0.4)),
                heading=heading + float(rng.normal(0.0, 5.0)),
            )
            found.append((place, 1, at < rolled))
    for number in range(int(rng.integers(4, 13))):
        x, y = float(rng.uniform(3.5, 32.5)), float(rng.choice([3.2, 20.6]))
        place = ScenePlace(
            x=x, y=y + float(rng.uniform(-0.8, 0.8)), heading=float(rng.uniform(0, 360))
        )
        found.append((place, 2 + number, bool(rng.random() < 0.8)))
    return found


def _card(tagged: TaggedPiece, *, place: ScenePlace, level: int, is_open: bool) -> ScenePiece:
    face = "face" if is_open else "back"
    tags = tuple(
        SceneTag(id=tag.number, side_in=tag.size, offset_in=(tag.x, tag.y), turn_deg=tag.turn)
        for tag in tagged.tags
        if tag.face == face
    )
    return ScenePiece(
        id=tagged.entry.id,
        place=place,
        footprint=tagged.entry.footprint,
        kind="tiger_card",
        colour=(236, 236, 232),
        height_in=PAPER_IN * level,
        tags=tags,
    )


def _hands(rng: np.random.Generator) -> tuple[SceneHand, ...]:
    found = []
    for heading, least, most in ((90.0, 2.0, 9.0), (270.0, 15.0, 22.0)):
        if rng.random() < 0.5:
            place = ScenePlace(
                x=float(rng.uniform(4.0, 32.0)), y=float(rng.uniform(least, most)), heading=heading
            )
            stations = tuple(Station(at_s=at, place=place) for at in (0.0, 9.0))
            found.append(SceneHand(stations=stations))
    return tuple(found)


def _judge(scene: TableScene, *, locator: Locator, into: Count) -> None:
    frame = Renderer(scene).frame(0)
    assert locator.tag_layout is not None
    own = locator.tag_layout.of_number
    # The one number of all backs is nobody's own.
    truth = {tag.piece: tag.visible for tag in frame.truth.tags if tag.id in own}
    places = {piece.id: piece.place for piece in scene.pieces}
    grey = np.asarray(cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    read = set()
    for piece in locator.located(grey).pieces:
        name = piece.entry.id
        if piece.pose is None:
            continue
        off = math.inf
        if name in truth:
            real = places[name]
            off = math.hypot(piece.pose.x - real.x, piece.pose.y - real.y)
        if piece.face == "face" and off <= ASIDE_IN:
            read.add(name)
        else:
            into.wrong += 1
    whole = {name for name, visible in truth.items() if visible >= WHOLE}
    into.faces += len(whole)
    into.read += len(whole & read)
    into.covered += len(truth) - len(whole)
