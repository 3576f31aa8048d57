"""Times how a battle of ten thousand events is opened, walked through and told.

The peer of opening is Python's own parsing of the log's lines; of a jump, the replay from the
beginning that it saves; of a ruling with its evidence, the same commit without it.
"""

import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import cv2
import numpy as np

from api.battle_files.file import BattleFile, CommandRecord
from api.battles.opening import open_battle
from api.drawing.sheet import draw
from api.review.exports.lines import read_lines, written_lines
from api.review.pages.page import report_page
from api.review.pictures.caught import Caught, Still
from api.review.pictures.stills import MOST_BYTES, picture_of
from api.review.record.looking import looking_at
from api.review.record.reading import reading
from api.review.record.rechecked import Check
from api.review.record.verify import verified
from api.review.story.report_data import report_of
from api.review.story.timeline import Timeline
from benchmarks.battles.long_battle import STEPS, VERSION, write_long_battle
from benchmarks.finding import Effort, Finding, Goal
from benchmarks.timing import milliseconds, race
from calibration.camera_model import CameraModel, Stand
from calibration.lens import Lens
from rules.referee.log.battle import Battle, replayed
from rules.referee.log.entries import written_log
from rules.referee.log.text import read_log
from rules.registry import games
from rules.table.snapshot import Snapshot

EVENTS: Final = 10_000
OPEN_MS: Final = 1000.0
JUMP_MS: Final = 100.0
REPORT_S: Final = 10.0
REPORT_MB: Final = 5.0
EVIDENCE_MS: Final = 5.0
PICTURE_KB: Final = MOST_BYTES / 1000
FILE_MB: Final = 200.0
PICTURES: Final = 8
Jump = Callable[[Timeline, Battle, int], Battle]


def _jumped(timeline: Timeline, battle: Battle, sequence: int) -> Battle:
    return timeline.at(battle, sequence)


def review(effort: Effort, *, jump: Jump = _jumped) -> list[Finding]:
    """Everything about looking back on a long battle."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "long.battle"
        units, steps = effort.pick(20, small=4), effort.pick(STEPS, small=60)
        count = write_long_battle(place, units=units, steps=steps)
        with looking_at(place) as found:
            battle = found.battle
            tables = {s: found.archive.snapshot(p) for s, p in found.archive.snapshot_ids().items()}
        return [
            _opening(place, count=count, runs=effort.pick(5, small=1)),
            *_jumps(battle, jumps=effort.pick(200, small=10), jump=jump),
            *_reports(place),
            _verifying(place),
            _lines(place, battle),
            _evidence(battle, next(iter(tables.values())), runs=effort.pick(40, small=2)),
            *_pictures(next(iter(tables.values())), place=place),
        ]


def _opening(place: Path, *, count: int, runs: int) -> Finding:
    """From a file that nobody has open to the picture of its last moment."""

    def first_picture() -> str:
        opened = open_battle(place, stamp="benchmark")
        try:
            replayed(games()["paper_tigers"], opened.log.entries)
            table = next(
                found
                for each in reversed(opened.log.entries)
                if each.evidence and (found := opened.file.snapshot_of(each.sequence))
            )
        finally:
            opened.file.close()
        return draw(table)

    with reading(place) as found:
        texts = [line.text for line in found.log.lines]
    ours, parsed = race(first_picture, lambda: [json.loads(text) for text in texts], runs=runs)
    return Finding(
        benchmark="review",
        measure=f"{count:,} events: opened, checked, replayed, last moment drawn",
        value=ours.least,
        unit="ms",
        detail=ours.says,
        peer="json.loads of the lines",
        peer_value=parsed.least,
        goals=(Goal(most=OPEN_MS),),
        wrong=() if "<svg" in first_picture() else ("no picture was drawn",),
    )


def _jumps(battle: Battle, *, jumps: int, jump: Jump) -> list[Finding]:
    """To events at random, each judged against a replay from the beginning."""
    timeline = Timeline(battle)
    following = milliseconds(lambda: timeline.follow(battle))
    wanted = [Random(2).randrange(battle.sequence) for _ in range(jumps)]
    taken = [milliseconds(lambda at=at: jump(timeline, battle, at)) for at in wanted]  # type: ignore[misc]
    judged = wanted[: max(3, jumps // 20)]
    wrong = tuple(
        f"e{at}: a jump gives another battle than a replay"
        for at in judged
        if jump(timeline, battle, at) != replayed(battle.game, battle.entries[: at + 1])
    )
    whole = milliseconds(lambda: replayed(battle.game, battle.entries))
    return [
        Finding(
            benchmark="review",
            measure=f"the slowest of {jumps} jumps to any event",
            value=max(taken),
            unit="ms",
            detail=f"median {sorted(taken)[len(taken) // 2]:.3g} ms",
            peer="a replay of the whole log",
            peer_value=whole,
            goals=(Goal(most=JUMP_MS),),
            wrong=wrong,
        ),
        Finding(
            benchmark="review",
            measure="the timeline with its checkpoints, made once",
            value=following,
            unit="ms",
            peer="a replay of the whole log",
            peer_value=whole,
        ),
    ]


def _reports(place: Path) -> list[Finding]:
    start = time.perf_counter()
    with looking_at(place) as found:
        told = report_of(found.battle, found.about)
        page = report_page(told, found.archive.snapshot_before)
    seconds = time.perf_counter() - start
    wrong = () if page.count('class="map"') == len(told.turns) + 2 else ("a turn has no map",)
    return [
        Finding(
            benchmark="review",
            measure="the report, from the file to the page",
            value=seconds,
            unit="s",
            detail=f"{len(told.turns)} turns",
            goals=(Goal(most=REPORT_S),),
            wrong=wrong,
        ),
        Finding(
            benchmark="review",
            measure="the report's page",
            value=len(page.encode()) / 1e6,
            unit="MB",
            goals=(Goal(most=REPORT_MB),),
            cost=False,
        ),
    ]


def _verifying(place: Path) -> Finding:
    start = time.perf_counter()
    with reading(place) as found:
        checked = verified(found, games=games(), installed=VERSION)
    seconds = time.perf_counter() - start
    wrong = tuple(f"{each.entry}: {each.differences}" for each in checked.of(Check.DIFFERENT))
    return Finding(
        benchmark="review",
        measure=f"umpire verify: {len(checked.rulings):,} measured rulings judged again",
        value=seconds,
        unit="s",
        wrong=(*wrong, *filter(None, (checked.fault,))),
    )


def _lines(place: Path, battle: Battle) -> Finding:
    start = time.perf_counter()
    with reading(place) as found:
        contents = read_lines(written_lines(found))
    seconds = time.perf_counter() - start
    same = contents.head == battle.head and replayed(battle.game, contents.entries) == battle
    return Finding(
        benchmark="review",
        measure="written as JSON Lines and read again",
        value=seconds,
        unit="s",
        wrong=() if same else ("another battle came back",),
    )


def _evidence(battle: Battle, table: Snapshot, *, runs: int) -> Finding:
    """What keeping the command and the table adds to the commit of a ruling."""
    entries = read_log(written_log(battle.entries[:2]))
    body = "x" * 300

    def committed(folder: Path, *, number: int, seen: Snapshot | None) -> float:
        path = folder / f"{number}-{seen is None}.battle"
        file = BattleFile.create(path, entries[0], about={"id": "b"})
        sent = CommandRecord(id="c", asked="x", body="" if seen is None else body)
        try:
            return milliseconds(lambda: file.append(entries[1:2], sent=sent, seen=seen))
        finally:
            file.close()

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        taken = [
            (
                committed(folder, number=number, seen=table),
                committed(folder, number=number, seen=None),
            )
            for number in range(runs)
        ]
    # The disk takes its own time; the quickest of each are what the two of them need.
    added = min(one for one, _ in taken) - min(other for _, other in taken)
    return Finding(
        benchmark="review",
        measure="evidence adds to the commit of a ruling",
        value=max(0.0, added),
        unit="ms",
        detail=f"the quickest of {runs} commits each",
        goals=(Goal(most=EVIDENCE_MS),),
    )


def _pictures(table: Snapshot, *, place: Path) -> list[Finding]:
    """Pictures of the worst kind, full of noise, which packs badly."""
    noise = np.random.default_rng(1)
    sizes = []
    for _ in range(PICTURES):
        grey = noise.integers(0, 256, (1080, 1920), dtype=np.uint8)
        blurred = cv2.blur(grey, (3, 3)).astype(np.uint8)
        caught = Caught(grey=blurred, jpeg=None, model=_above(table), snapshot=table)
        sizes.append(len(picture_of(caught, (), sequence=1, still=Still()).content))
    most = place.stat().st_size / 1e6 + Still().most_bytes / 1e6
    return [
        Finding(
            benchmark="review",
            measure="a picture of noise, packed",
            value=max(sizes) / 1000,
            unit="kB",
            goals=(Goal(most=PICTURE_KB),),
            cost=False,
        ),
        Finding(
            benchmark="review",
            measure="the battle's file with all the pictures it may keep",
            value=most,
            unit="MB",
            goals=(Goal(most=FILE_MB),),
            cost=False,
        ),
    ]


def _above(table: Snapshot) -> CameraModel:
    """A camera straight above the table's middle."""
    turn = np.diag([1.0, -1.0, -1.0])
    eye = np.array([table.table.width / 2, table.table.depth / 2, 60.0])
    lens = Lens(width=1920, height=1080, fx=1200.0, fy=1200.0, cx=959.5, cy=539.5)
    return CameraModel(lens=lens, stand=Stand(rotation=turn, shift=-turn @ eye))
