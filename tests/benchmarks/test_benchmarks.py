"""Tests of the benchmarks: their answers in the smallest size, and that a wrong one is noticed."""

import doctest
import json
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from api.review.story.timeline import Timeline
from benchmarks import finding, page
from benchmarks.__main__ import BENCHMARKS, Benchmark, main
from benchmarks.battles.refereeing import decide, options
from benchmarks.battles.replaying import replay
from benchmarks.battles.second_edition import decide_second
from benchmarks.finding import Effort, Finding, Goal
from benchmarks.page import BEGIN, END
from benchmarks.pictures import accuracy_tables
from benchmarks.pictures.accuracy import accuracy
from benchmarks.pictures.card_tables import card_tables
from benchmarks.pictures.kit_recall import kit_recall
from benchmarks.pictures.several_cameras import several_cameras
from benchmarks.pictures.synthetic_truth import synthetic_truth
from benchmarks.server.review import review
from benchmarks.table.honesty import honesty
from benchmarks.table.plain_sight import Floats, Ints, PlainSight
from benchmarks.table.sampled_sight import SampledSight
from benchmarks.table.scenes import crowded
from benchmarks.table.sight_doubt import doubt
from benchmarks.table.sight_speed import all_pairs, one_moved, thousand_units
from benchmarks.table.spacing import gaps
from benchmarks.table.ways import clear_lines, routes
from benchmarks.timing import race
from calibration.several.joint_fit import JointFit, joint_fit
from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers_2 import GAME as SECOND
from rules.referee.log.battle import Battle
from rules.referee.toolkit.game import Command, Decision, Game, Refusal, Template
from rules.table.measuring.clear_line import ClearLine, clear_line
from rules.table.measuring.gaps import Outlines
from rules.table.measuring.path import shortest_way
from rules.table.shapes import Point
from rules.table.sight.ground import Ground
from rules.table.sight.sight_table import SightTable, sight_table_of
from rules.table.snapshot import Piece, Snapshot, Terrain
from rules.table.units import Inches
from vision.synthetic.described.scene import TableScene

SMALL = Effort(small=True)


SELDOM = {
    "end-to-end",
    "camera-treatments",
    "page-speed",
    "phone",
    "first-paint",
    "many-battles",
    "live-recall",
    "judged-cases",
    "kit-recall",
    "live-load",
    "bare-echo",
    "card-tables",
    "synthetic-truth",
    "late-in-battle",
    "synthetic-speed",
    "maps",
    "maps-of-games",
    "accuracy-blurs",
    "live-latency",
    "live-speed",
    "fast-motion",
    "bad-pictures",
    "several-live",
    "tray-reading",
    "restart",
    "event",
}
"""`make bench` judges these at their full size, too; here they take two seconds and more each."""


def _seldom(names: Iterable[str], which: Collection[str]) -> list[Any]:
    """What `make long` runs, and what is left to `make soak`."""
    marks = {True: (pytest.mark.soak, pytest.mark.soak_only), False: (pytest.mark.long,)}
    return [pytest.param(name, marks=marks[name in which]) for name in names]


@pytest.mark.parametrize("name", _seldom(BENCHMARKS, SELDOM))
def test_every_answer_is_the_reference_s(name: str) -> None:
    findings = list(BENCHMARKS[name](SMALL))
    assert findings
    assert [each.wrong for each in findings if each.wrong] == []
    assert [each for each in findings if each.is_wrong] == []


def _one_pair_turned(table: SightTable) -> SightTable:
    blocked = table.blocked.copy()
    blocked[3, 5] = blocked[5, 3] = not blocked[3, 5]
    return replace(table, blocked=blocked)


def _turned(ground: Ground) -> SightTable:
    return _one_pair_turned(sight_table_of(ground))


def _turned_by_move(table: SightTable, piece: Piece) -> SightTable:
    return _one_pair_turned(table.moved(piece))


def _surely_clear(table: SightTable, name: str) -> Floats:
    shares = table.shares_blocked(name)
    return np.where(shares == 1.0, 0.0, shares)


def _a_little_off(table: SightTable, name: str) -> Floats:
    return np.clip(table.shares_blocked(name) + 0.03, 0.0, 1.0)


def _one_gap_longer(outlines: Outlines, first: Ints, second: Ints) -> Floats:
    distances = outlines.distances(first, second).copy()
    distances[7] += 0.01
    return distances


def _lengthened(by: float) -> Callable[[Snapshot, tuple[str, str]], ClearLine]:
    def ask(snapshot: Snapshot, pair: tuple[str, str]) -> ClearLine:
        found = clear_line(snapshot, pair)
        value = found.verdict.value
        longer = None if value is None else Inches(value + by)
        return replace(found, verdict=replace(found.verdict, value=longer))

    return ask


def _detour(start: Point, end: Point, *, areas: tuple[Terrain, ...]) -> tuple[Point, ...] | None:
    found = shortest_way(start, end, areas=areas)
    return None if found is None else (found[0], (Inches(1.0), Inches(1.0)), *found[1:])


def _forgetful(
    state: State, command: Command, snapshot: Snapshot, *, game: Game = GAME
) -> Decision:
    decision = game.decide(state, command, snapshot)
    return decision if isinstance(decision, Refusal) else decision[:1]


def _promising(state: State, snapshot: Snapshot, seat: str) -> tuple[Template, ...]:
    return (*GAME.options(state, snapshot, seat), Template(command="demolish", says="Fire it."))


def _never_asking(state: State, event: object) -> State:
    after: State = GAME.evolve(state, event)
    return replace(after, asked=0)


def _half_a_pixel(scene: TableScene) -> TableScene:
    x, y = scene.camera.centre_px
    # The centre is given at 1080 rows.
    shifted = (x, y + 0.5 / scene.camera.grain)
    return replace(scene, camera=replace(scene.camera, centre_px=shifted))


def _flipped_tangential(scene: TableScene) -> TableScene:
    lens = replace(scene.camera.lens, p1=-scene.camera.lens.p1, p2=-scene.camera.lens.p2)
    return replace(scene, camera=replace(scene.camera, lens=lens))


def _wrong_height(scene: TableScene) -> TableScene:
    pieces = tuple(replace(piece, height_in=piece.height_in + 1 / 16) for piece in scene.pieces)
    return replace(scene, pieces=pieces)


def _shrunken(scene: TableScene) -> TableScene:
    """Tags printed at two fifths of the size that the kit chose."""
    pieces = tuple(
        replace(piece, tags=tuple(replace(tag, side_in=0.4 * tag.side_in) for tag in piece.tags))
        for piece in scene.pieces
    )
    return replace(scene, pieces=pieces)


def _turned_over(scene: TableScene) -> TableScene:
    """The numbers of the cards go round: each shows the one of the card before it."""
    cards = [piece for piece in scene.pieces if not piece.anchor]
    tags = {one.id: other.tags for one, other in zip(cards, [*cards[1:], cards[0]], strict=True)}
    pieces = tuple(replace(piece, tags=tags.get(piece.id, piece.tags)) for piece in scene.pieces)
    return replace(scene, pieces=pieces)


def _one_event_short(timeline: Timeline, battle: Battle, sequence: int) -> Battle:
    return timeline.at(battle, max(0, sequence - 1))


def _oversure(*views: Any, **known: Any) -> JointFit:
    """As if both cameras were known exactly."""
    found = joint_fit(*views, **known)
    return replace(found, of_rig=np.zeros_like(found.of_rig))


PLANTED: dict[str, Benchmark] = {
    "a jump to the event before": partial(review, jump=_one_event_short),
    "fit: half a pixel": partial(accuracy, bent=accuracy_tables.half_a_pixel),
    "fit: flipped tangential term": partial(accuracy, bent=accuracy_tables.flipped_tangential),
    "fit: wrong height": partial(accuracy, bent=accuracy_tables.wrong_height),
    "tags printed too small": partial(kit_recall, altered=_shrunken),
    "cards with other numbers": partial(card_tables, altered=_turned_over),
    "half a pixel": partial(synthetic_truth, bent=_half_a_pixel),
    "flipped tangential term": partial(synthetic_truth, bent=_flipped_tangential),
    "wrong height": partial(synthetic_truth, bent=_wrong_height),
    "one pair of all": partial(all_pairs, judge_all=_turned),
    "one pair after a move": partial(one_moved, move=_turned_by_move),
    "one pair of very many": partial(thousand_units, judge_all=_turned),
    "blocked called clear": partial(doubt, shares_of=_surely_clear),
    "shares a little off": partial(doubt, shares_of=_a_little_off),
    "one gap longer": partial(gaps, distances=_one_gap_longer),
    "error stated too small": partial(honesty, stated=0.8),
    "error stated too large": partial(honesty, stated=1.25),
    "cameras surer than they are": partial(several_cameras, fit=_oversure),
    "clear line too long": partial(clear_lines, ask=_lengthened(0.5)),
    "clear line too short": partial(clear_lines, ask=_lengthened(-0.01)),
    "way with a detour": partial(routes, way=_detour),
    "events forgotten": partial(decide, decide=_forgetful),
    "events forgotten by the second edition": partial(
        decide_second, decide=partial(_forgetful, game=SECOND)
    ),
    "more offered than accepted": partial(options, offer=_promising),
    "events folded wrongly": partial(replay, evolve=_never_asking),
}


ALIKE = {
    "tags printed too small",
    "flipped tangential term",
    "wrong height",
    "half a pixel",
    "cards with other numbers",
}
"""Faults of a picture like another here, or planted in what only the soak runs."""


@pytest.mark.parametrize("fault", _seldom(PLANTED, ALIKE))
def test_a_planted_fault_fails_the_run(fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--small"], benchmarks={"planted": PLANTED[fault]}) == 1
    said = capsys.readouterr().err
    assert "WRONG" in said or "missed" in said


def test_what_the_reference_settles_at_once_is_what_every_sample_says() -> None:
    scene = crowded(units=12, areas=10, seed=4, sigma=0.1, area_sigma=0.03)
    samples = SampledSight(scene, samples=200, seed=1)
    first, second = np.triu_indices(12, 1)
    one_by_one = [
        samples.naive_share(a, b) for a, b in zip(first.tolist(), second.tolist(), strict=True)
    ]
    shares = samples.shares(first, second)
    assert shares == pytest.approx(one_by_one, abs=1e-12)
    assert {0.0, 1.0} < set(shares)


def test_both_peers_of_sight_answer_alike() -> None:
    first, second = np.triu_indices(30, 1)
    plain = PlainSight(crowded(units=30, areas=20, seed=4), prepared=True)
    blocked = plain.blocked(first, second)
    assert (plain.blocked_by_tree(first, second) == blocked).all()
    assert (plain.blocked_in_parts(first, second, part=7) == blocked).all()


def slow(effort: Effort) -> list[Finding]:
    assert effort.small
    return [Finding(benchmark="slow", measure="m", value=9.0, unit="ms", goals=(Goal(most=1.0),))]


@pytest.mark.parametrize(("options", "code"), [([], 0), (["--strict"], 1)])
def test_a_missed_time_fails_only_a_strict_run(options: list[str], code: int) -> None:
    assert main(["--small", *options], benchmarks={"slow": slow}) == code


def test_findings_are_kept_as_json(tmp_path: Path) -> None:
    target = tmp_path / "found.json"
    arguments = ["--small", "--json", str(target), "--date", "2026-01-02"]
    assert main(arguments, benchmarks={"slow": slow}) == 0
    document = json.loads(target.read_text(encoding="utf-8"))
    assert document["date"] == "2026-01-02"
    assert document["findings"][0]["met"] is False


def test_the_table_of_the_page_is_renewed(tmp_path: Path) -> None:
    text = tmp_path / "page.md"
    text.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")

    def quick(effort: Effort) -> list[Finding]:
        assert not effort.small
        return [Finding(benchmark="quick", measure="m", value=0.5, unit="ms", peer_value=1.0)]

    assert main(["--write", "--date", "2026-01-02"], benchmarks={"q": quick}, page=text) == 0
    renewed = text.read_text(encoding="utf-8")
    assert "| quick | m | 0.5 ms | 1 ms () | 2 x |" in renewed
    assert "on 2026-01-02" in renewed
    assert "numpy" in renewed
    assert "old" not in renewed
    assert renewed.startswith("before\n")
    assert renewed.endswith("\nafter\n")


def test_what_was_run_by_itself_is_renewed_by_itself(tmp_path: Path) -> None:
    text = tmp_path / "page.md"
    text.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    value = 1.0

    def one(_: Effort) -> list[Finding]:
        return [Finding(benchmark="one", measure=each, value=value) for each in ("m", "n")]

    def two(_: Effort) -> list[Finding]:
        return [Finding(benchmark="two", measure="m", value=value)]

    def three(_: Effort) -> list[Finding]:
        return [Finding(benchmark="one", measure="o", value=value)]

    both: dict[str, Benchmark] = {"one": one, "two": two}
    assert main(["--write", "--date", "2026-01-02"], benchmarks=both, page=text) == 0
    for date, name in (("03", "one"), ("03", "three"), ("04", "one")):
        value += 1.0
        asked = ["--write", "--only", name, "--date", f"2026-01-{date}"]
        assert main(asked, benchmarks={**both, "three": three}, page=text) == 0
    told = text.read_text(encoding="utf-8").splitlines()
    rows = [each.split(" | ")[:3] for each in told if each.startswith(("| one", "| two"))]
    assert rows == [
        ["| one", "m", "4"],
        ["| one", "n", "4"],
        ["| one", "o", "3"],
        ["| two", "m", "1"],
    ]
    dates = [each.split(", on ")[0] for each in told if each.startswith(("Made", "Anew"))]
    assert dates == ["Made by `make bench ARGS=--write` on 2026-01-02", "Anew on 2026-01-04"]
    assert told[-1] == "after"


def test_a_small_run_is_never_written() -> None:
    with pytest.raises(SystemExit):
        main(["--write", "--small"], benchmarks={"slow": slow})


def test_contestants_run_in_turn() -> None:
    order: list[str] = []
    race(partial(order.append, "A"), partial(order.append, "B"), runs=3)
    assert "".join(order) == "AB" * 4


def test_a_figure_that_is_no_number_reaches_no_goal() -> None:
    broken = Finding(benchmark="b", measure="m", value=float("nan"), goals=(Goal(most=1.0),))
    assert broken.missed


@pytest.mark.parametrize("module", [finding, page], ids=["finding", "page"])
def test_examples(module: object) -> None:
    results = doctest.testmod(module)  # type: ignore[arg-type]
    assert results.attempted
    assert not results.failed
