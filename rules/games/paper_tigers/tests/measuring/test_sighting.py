"""Tests of shots with a clear line, a blocked one or a doubtful one, and how far they reach."""

from dataclasses import replace

import numpy as np
import pytest

from rules.referee.judging.sighting import SightAnswer, SightRules, range_of, sight_of
from rules.referee.toolkit.evidence import Leaning, Outcome, Tolerance
from rules.referee.toolkit.findings import Agreed
from rules.table.measuring.ranges import Metric
from rules.table.outlines.unit_table import UnitPieces, unit_table
from rules.table.sight.ground import Blockers
from rules.table.sight.sight_line import sight_between
from rules.table.snapshot import PieceState, Snapshot, Terrain
from rules.table.units import Inches
from rules.table.verdict import Answer, Doubt
from tests.factories import Corner, area, box, disc, lost, piece, random_scene, rectangle, table
from tests.often import often

RULES = SightRules()
WOODS = box("W", (8, 8), (12, 14))
CLEAR, BLOCKED, DOUBT = SightAnswer.CLEAR, SightAnswer.BLOCKED, SightAnswer.DOUBT


def seen(
    one: Corner,
    other: Corner,
    *terrain: Terrain,
    rules: SightRules = RULES,
    sigma: float = 0.0,
) -> SightAnswer:
    snapshot = table(piece("A", one, sigma=sigma), piece("B", other, sigma=sigma), terrain=terrain)
    there = sight_of(snapshot, ("A", "B"), rules=rules)
    back = sight_of(snapshot, ("B", "A"), rules=rules)
    assert there.answer is back.answer
    return there.answer


def test_ex1_16_through_woods() -> None:
    snapshot = table(piece("A", (2, 10)), piece("B", (20, 10)), terrain=[WOODS])
    found = sight_of(snapshot, ("A", "B"), rules=RULES)
    assert found.answer is BLOCKED
    assert found.measured.what == "sight"
    assert found.measured.blockers == ("W",)
    assert list(found.measured.line) == [pytest.approx((2, 10)), pytest.approx((20, 10))]
    assert found.says == "A cannot see B: the woods stand in the way, by 2 in"


@pytest.mark.parametrize(
    ("one", "other"), [((2, 10), (10, 10)), ((10, 10), (20, 10)), ((8.5, 9), (11.5, 13))]
)
def test_ex1_17_into_out_of_and_within(one: Corner, other: Corner) -> None:
    assert seen(one, other, WOODS) is CLEAR


def test_ex1_18_a_third_area_blocks_from_one_to_the_next() -> None:
    first, last = box("1", (0, 8), (4, 12)), box("3", (18, 8), (22, 12))
    assert seen((2, 10), (20, 10), first, last) is CLEAR
    assert seen((2, 10), (20, 10), first, last, box("2", (9, 8), (12, 12))) is BLOCKED


@pytest.mark.parametrize(
    ("low", "answer"), [(0.1, DOUBT), (0.25, DOUBT), (0.4, CLEAR), (-1.0, BLOCKED), (-0.2, DOUBT)]
)
def test_ex1_19_ex1_20_how_close_a_line_may_pass(low: float, answer: SightAnswer) -> None:
    house = box("B", (8, 5 + low), (12, 9), kind="building")
    assert seen((0, 5), (20, 5), house) is answer


@pytest.mark.parametrize(("band", "answer"), [(0.05, CLEAR), (0.5, DOUBT)])
def test_amb1_22_the_band_is_agreed(band: float, answer: SightAnswer) -> None:
    house = box("B", (8, 5.1), (12, 9), kind="building")
    assert seen((0, 5), (20, 5), house, rules=SightRules(band=Inches(band))) is answer


@pytest.mark.parametrize(("sigma", "answer"), [(0.05, CLEAR), (0.4, DOUBT)])
def test_a_measured_doubt_that_is_wider_than_the_band_counts(
    sigma: float, answer: SightAnswer
) -> None:
    house = box("B", (8, 5.5), (12, 9), kind="building")
    assert seen((0, 5), (20, 5), house, sigma=sigma) is answer


@pytest.mark.parametrize(
    ("end", "answer"), [(7.9, DOUBT), (8.1, DOUBT), (7.5, BLOCKED), (8.5, CLEAR)]
)
def test_geo_08_an_end_beside_the_outline_that_it_would_look_out_of(
    end: float, answer: SightAnswer
) -> None:
    assert seen((end, 10), (20, 10), WOODS) is answer


def test_an_end_beside_an_outline_that_changes_nothing_is_no_doubt() -> None:
    assert seen((7.9, 10), (2, 10), WOODS) is CLEAR


def test_ex1_21_a_wreck_blocks_and_a_live_tank_does_not() -> None:
    ends = (piece("A", (0, 5)), piece("B", (20, 5)))
    tank = piece("X", (10, 5), footprint=rectangle(3.0, 1.5), kind="wreck")
    burning = SightRules(wrecks=frozenset({"X"}))
    assert sight_of(table(*ends, tank), ("A", "B"), rules=burning).answer is BLOCKED
    assert sight_of(table(*ends), ("A", "B"), rules=RULES).answer is CLEAR
    assert sight_of(table(*ends, tank), ("A", "B"), rules=RULES).answer is CLEAR
    assert sight_of(table(*ends, tank), ("A", "X"), rules=burning).answer is CLEAR


@pytest.mark.parametrize(
    ("at", "answer"), [((10, 6.6), CLEAR), ((10, 5.9), DOUBT), ((10, 30), CLEAR)]
)
def test_geo_10_beside_a_wreck(at: Corner, answer: SightAnswer) -> None:
    wreck = piece("X", at, footprint=rectangle(3.0, 1.5))
    snapshot = table(piece("A", (0, 5)), piece("B", (20, 5)), wreck)
    rules = SightRules(wrecks=frozenset({"X"}))
    assert sight_of(snapshot, ("A", "B"), rules=rules).answer is answer


def test_a_wreck_that_nobody_knows_the_place_of_leaves_only_blocked_lines_judged() -> None:
    rules = SightRules(wrecks=frozenset({"X"}))
    ends = (piece("A", (2, 10)), piece("B", (20, 10)))
    for snapshot in (table(*ends), table(*ends, lost("X"))):
        found = sight_of(snapshot, ("A", "B"), rules=rules)
        assert found.answer is SightAnswer.UNSEEN
        assert "X may stand in the way" in found.says
    assert sight_of(table(*ends, terrain=[WOODS]), ("A", "B"), rules=rules).answer is BLOCKED
    far = piece("X", (10, 30), state=PieceState.HIDDEN, age=9)
    assert sight_of(table(*ends, far), ("A", "B"), rules=rules).answer is CLEAR


def test_amb1_23_models_may_block_by_agreement() -> None:
    ends = (piece("A", (0, 5), footprint=rectangle(3, 2)), piece("B", (20, 5)))
    rules = SightRules(models_block=True)
    tank = piece("T", (10, 5), footprint=rectangle(3, 2))
    assert sight_of(table(*ends, tank), ("A", "B"), rules=rules).answer is BLOCKED
    rider = piece("T", (0, 5), state=PieceState.DECLARED)
    assert sight_of(table(*ends, rider), ("A", "B"), rules=rules).answer is CLEAR


@pytest.mark.parametrize(
    ("end", "agreed", "usual"),
    [((2, 5), CLEAR, BLOCKED), ((0.5, 5), BLOCKED, BLOCKED), ((1.1, 5), DOUBT, BLOCKED)],
)
def test_amb1_24_from_a_hill_over_woods(
    end: Corner, agreed: SightAnswer, usual: SightAnswer
) -> None:
    hill = box("H", (1, 3), (6, 7), kind="hill")
    snapshot = table(piece("A", end), piece("B", (25, 5)), terrain=[hill])
    wooded = replace(snapshot, terrain=(hill, box("W", (10, 0), (14, 9))))
    over = SightRules(hill_overlook=True)
    assert sight_of(wooded, ("A", "B"), rules=over).answer is agreed
    assert sight_of(wooded, ("B", "A"), rules=over).answer is agreed
    assert sight_of(wooded, ("A", "B"), rules=RULES).answer is usual
    other = replace(snapshot, terrain=(hill, box("G", (10, 0), (14, 9), kind="hill")))
    assert sight_of(other, ("A", "B"), rules=over).answer is BLOCKED


@pytest.mark.parametrize(
    ("y", "answer"), [(12.0, BLOCKED), (10.0, CLEAR), (11.2, DOUBT), (10.9, DOUBT)]
)
def test_amb1_21_an_own_area_that_is_left_and_entered_again(y: float, answer: SightAnswer) -> None:
    bent = area("U", (2, 8), (18, 8), (18, 16), (14, 16), (14, 11), (6, 11), (6, 16), (2, 16))
    assert seen((4, y), (16, y), bent) is CLEAR
    assert seen((4, y), (16, y), bent, rules=SightRules(own_area_blocks=True)) is answer


def test_whoever_is_not_seen_cannot_be_judged() -> None:
    snapshot = table(piece("A", state=PieceState.HIDDEN, age=3), piece("B", (20, 10)))
    found = sight_of(snapshot, ("A", "B"), rules=RULES)
    assert found.answer is SightAnswer.UNSEEN
    assert found.measured.answer is Answer.CANNOT_SEE
    assert "A is hidden" in found.says


def test_a_declared_place_is_named_wherever_the_answer_comes_from() -> None:
    for terrain in ([], [WOODS], [box("V", (8, 10.3), (12, 14))]):
        ends = (piece("A", (2, 10), state=PieceState.DECLARED), piece("B", (20, 10)))
        found = sight_of(table(*ends, terrain=terrain), ("A", "B"), rules=RULES)
        assert found.measured.declared == ("A",)
        assert "declared by Red" in found.says


def test_a_squad_declared_in_a_house_sees_out_of_it() -> None:
    house = box("H", (8, 8), (12, 12), kind="building")
    hidden = piece("S", (10, 10), state=PieceState.HIDDEN, age=9)
    standings = (
        UnitPieces(unit="S", pieces=("S",), in_area="H", declared_by="Red"),
        UnitPieces(unit="B", pieces=("B",)),
    )
    units = unit_table(table(hidden, piece("B", (25, 10)), terrain=[house]), standings)
    assert sight_of(units, ("S", "B"), rules=RULES).answer is CLEAR


def test_loose_figures_look_from_their_mean() -> None:
    figures = [piece(f"f{k}", at) for k, at in enumerate([(2, 2), (2, 3), (2, 10)])]
    standings = (
        UnitPieces(unit="S", pieces=("f0", "f1", "f2")),
        UnitPieces(unit="B", pieces=("B",)),
    )
    units = unit_table(table(*figures, piece("B", (20, 5))), standings)
    found = sight_of(units, ("S", "B"), rules=RULES)
    assert found.measured.line[0] == pytest.approx((2, 5))
    _, distance = range_of(units, ("S", "B"), limit=Inches(12), agreed=Agreed())
    assert distance.value == pytest.approx(18)


@pytest.mark.parametrize("seed", often(range(12), quick=range(4)))
def test_leaving_out_what_is_far_away_never_changes_an_answer(seed: int) -> None:
    rng = np.random.default_rng(seed)
    snapshot, blockers = random_scene(rng, areas=9, sigma=0.0 if seed % 3 == 0 else 0.3)
    wrecks = SightRules(wrecks=blockers.pieces)
    doubt = Doubt(floor=Inches(0.25))
    names = [each.id for each in snapshot.pieces if each.id not in blockers.pieces]
    for one in names[:6]:
        for other in names[6:]:
            whole = sight_between(
                snapshot, (one, other), blockers=Blockers(pieces=blockers.pieces), doubt=doubt
            )
            found = sight_of(snapshot, (one, other), rules=wrecks)
            assert found.measured.answer is whole.verdict.answer
            if found.answer is BLOCKED:
                assert {*found.measured.blockers} <= {each.id for each in whole.blocked_by}
                assert found.measured.blockers
                if whole.verdict.margin is not None and found.measured.margin is not None:
                    assert found.measured.margin >= whole.verdict.margin - 1e-9


def ranged(
    distance: float, limit: float | None, *, borderline: Leaning = Leaning.ALLOW
) -> tuple[Outcome, str]:
    snapshot = table(piece("S", (5, 5)), piece("T-34", (5 + distance, 5)), side=60)
    outcome, found = range_of(
        snapshot,
        ("S", "T-34"),
        limit=None if limit is None else Inches(limit),
        metric=Metric.CENTRE,
        agreed=Agreed(tolerance=Tolerance(borderline=borderline)),
        reaches="infantry fire",
    )
    return outcome, found.why


def test_ex1_22_infantry_fire_reaches_twelve_inches() -> None:
    assert ranged(11.9, 12)[0] is Outcome.KEPT
    assert ranged(12.0, 12)[0] is Outcome.KEPT
    assert ranged(12.1, 12) == (
        Outcome.OVERLOOKED,
        "T-34 is 12.1 in away; infantry fire reaches 12 in, "
        "0.1 in too far, overlooked by agreement",
    )
    assert ranged(12.6, 12) == (
        Outcome.BROKEN,
        "T-34 is 12.6 in away; infantry fire reaches 12 in",
    )
    assert ranged(40, None) == (Outcome.KEPT, "T-34 is 40 in away")
    assert ranged(12.1, 12, borderline=Leaning.STRICT)[0] is Outcome.BROKEN
    assert ranged(12.1, 12, borderline=Leaning.ASK)[0] is Outcome.ASKED


def test_a_range_in_doubt_is_overlooked_for_that_and_not_by_courtesy() -> None:
    snapshot = table(piece("S", (5, 5), sigma=0.4), piece("T", (17.6, 5)))
    outcome, found = range_of(snapshot, ("S", "T"), limit=Inches(12), agreed=Agreed())
    assert outcome is Outcome.OVERLOOKED
    assert found.courtesy == pytest.approx(0)
    assert found.why.endswith("(error 0.4 in), 0.6 in too far, overlooked in doubt")


def test_an_edge_range_and_an_unseen_one() -> None:
    snapshot = table(piece("S", (5, 5), footprint=disc(1)), piece("T", (15, 5)))
    outcome, found = range_of(snapshot, ("S", "T"), limit=None, metric=Metric.EDGE, agreed=Agreed())
    assert outcome is Outcome.KEPT
    assert found.value == pytest.approx(8.5)
    hidden: Snapshot = snapshot.moved(piece("T", (15, 5), state=PieceState.HIDDEN, age=1))
    outcome, found = range_of(hidden, ("S", "T"), limit=Inches(12), agreed=Agreed())
    assert outcome is Outcome.UNSEEN
    assert found.limit == pytest.approx(12)
