"""Tests of neighbours and of chains of neighbours."""

import itertools

import numpy as np
import pytest
from hypothesis import given

from rules.table.measuring.proximity import ChainMember, chain, near
from rules.table.snapshot import Health, HealthState, Piece, PieceState, Snapshot
from rules.table.units import Inches
from rules.table.verdict import Answer, Doubt
from tests import strategies
from tests.factories import disc, lost, piece, rectangle, table

EPS = Doubt(floor=Inches(0.25))
THREE = Inches(3.0)


def in_a_row(*gaps: float, sigma: float = 0.0) -> list[Piece]:
    """Bases of 1 in across, named L, A, B, ..., with these gaps from edge to edge."""
    x = 2.0
    row = [piece("L", (x, 10), sigma=sigma)]
    for name, gap in zip("ABCDEFG", gaps, strict=False):
        x += gap + 1.0
        row.append(piece(name, (x, 10), sigma=sigma))
    return row


def members(
    snapshot: Snapshot, *, links: int = 2, doubt: Doubt = Doubt()
) -> dict[str, ChainMember]:
    return {found.piece: found for found in chain(snapshot, "L", links=links, doubt=doubt)}


def answers(found: dict[str, ChainMember]) -> dict[str, Answer]:
    return {name: member.answer for name, member in found.items()}


def test_ex1_26_two_links_and_the_third_is_out() -> None:
    found = members(table(*in_a_row(2.4, 2.9, 2.0)))
    assert answers(found) == {"A": Answer.YES, "B": Answer.YES, "C": Answer.NO}
    assert found["B"].path == ("L", "A", "B")
    assert found["B"].gaps == pytest.approx((2.4, 2.9))
    assert found["B"].why == "B is in the chain: L - 2.4 in - A - 2.9 in - B"
    assert found["C"].why == "C is out of the chain: it would need 3 links, 2 allowed"
    assert found["C"].path == ()


@pytest.mark.parametrize(
    ("links", "inside"), [(0, ""), (1, "A"), (2, "AB"), (3, "ABC"), (9, "ABC")]
)
def test_geo_11_as_many_links_as_allowed(links: int, inside: str) -> None:
    found = answers(members(table(*in_a_row(2.4, 2.9, 2.0)), links=links))
    assert {name for name, answer in found.items() if answer is Answer.YES} == set(inside)


def test_ex2_29_by_a_link_but_not_directly() -> None:
    """A is 2.0 in from L; B is 2.8 in from A and 4.1 in from L."""
    tall = (4.1 + 1) ** 2
    x = ((2.0 + 1) ** 2 + tall - (2.8 + 1) ** 2) / (2 * 3.0)
    y = (tall - x * x) ** 0.5
    snapshot = table(piece("L"), piece("A", (13, 10)), piece("B", (10 + x, 10 + y)))
    gaps = {found.piece: found.verdict for found in near(snapshot, "L")}
    assert gaps["A"].value == pytest.approx(2.0)
    assert gaps["B"].value == pytest.approx(4.1)
    assert (gaps["A"].answer, gaps["B"].answer) == (Answer.YES, Answer.NO)
    assert answers(members(snapshot)) == {"A": Answer.YES, "B": Answer.YES}
    assert answers(members(snapshot, links=1)) == {"A": Answer.YES, "B": Answer.NO}
    assert members(snapshot)["B"].gaps == pytest.approx((2.0, 2.8))


def test_ex1_27_without_the_piece_between_the_chain_ends() -> None:
    snapshot = table(*in_a_row(2.4, 2.9))
    (found,) = chain(snapshot, "L", candidates={"B"})
    assert found.answer is Answer.NO
    assert found.why == (
        "B is out of the chain: no link of at most 3 in leads to it, the nearest piece is L, "
        "6.3 in away"
    )


def test_ex2_13_splash_targets_with_the_games_floor() -> None:
    snapshot = table(piece("L"), piece("A", (13.5, 10)), piece("B", (10, 14.6)))
    found = {each.piece: each.verdict.answer for each in near(snapshot, "L", doubt=EPS)}
    assert found == {"A": Answer.YES, "B": Answer.NO}
    snapshot = table(piece("L"), piece("A", (13.9, 10)), piece("B", (10, 14.2)))
    found = {each.piece: each.verdict.answer for each in near(snapshot, "L", doubt=EPS)}
    assert set(found.values()) == {Answer.TOO_CLOSE_TO_CALL}


def test_geo_03_a_gap_of_exactly_the_reach_is_a_link() -> None:
    assert answers(members(table(*in_a_row(3.0, 3.0)))) == {"A": Answer.YES, "B": Answer.YES}
    assert answers(members(table(*in_a_row(3.0001)))) == {"A": Answer.NO}


def test_a_doubtful_link_makes_all_beyond_it_doubtful() -> None:
    snapshot = table(*in_a_row(2.9, 2.0, 2.0, sigma=0.1))
    found = members(snapshot)
    assert answers(found) == {
        "A": Answer.TOO_CLOSE_TO_CALL,
        "B": Answer.TOO_CLOSE_TO_CALL,
        "C": Answer.NO,
    }
    assert found["B"].why == "B is too close to 3 in to call: L - 2.9 in - A - 2 in - B"


def test_a_sure_way_round_a_doubtful_link_is_sure() -> None:
    row = in_a_row(2.9, sigma=0.1)
    between = piece("M", (3.95, 11.5), sigma=0.01)
    found = members(table(*row, between))
    assert found["A"].answer is Answer.YES
    assert found["A"].path == ("L", "M", "A")
    assert members(table(*row, between), links=1)["A"].answer is Answer.TOO_CLOSE_TO_CALL


def test_a_wide_error_is_as_doubtful_in_a_chain_as_by_itself() -> None:
    """A declared place may be an inch off, which two sigma of both poses make 2.8 in."""
    snapshot = table(*in_a_row(4.5, sigma=1.0))
    (alone,) = near(snapshot, "L")
    assert alone.verdict.answer is Answer.TOO_CLOSE_TO_CALL
    assert answers(members(snapshot)) == {"A": Answer.TOO_CLOSE_TO_CALL}


def test_overlapping_bases_are_linked_by_so_much_more() -> None:
    snapshot = table(piece("L", sigma=0.1), piece("A", (10.2, 10), sigma=0.1))
    (found,) = near(snapshot, "L", reach=Inches(0.5))
    assert found.verdict.margin == pytest.approx(1.3)
    (member,) = chain(snapshot, "L", reach=Inches(0.5))
    assert member.answer is Answer.YES


@pytest.mark.parametrize(
    ("unseen", "why"),
    [
        (piece("A", (13, 10), state=PieceState.HIDDEN, age=4), "A is hidden, last seen 4 s ago"),
        (piece("A", (13, 10), state=PieceState.MOVING), "A is still moving"),
        (piece("A", (13, 10), age=2), "older than 0.5 s"),
        (lost("A"), "A is lost"),
    ],
)
def test_what_is_not_seen_is_neither_near_nor_in_a_chain(unseen: Piece, why: str) -> None:
    snapshot = table(piece("L"), unseen, piece("B", (12, 10)))
    *_, last = near(snapshot, "L")
    assert (last.piece, last.verdict.answer, last.start) == ("A", Answer.CANNOT_SEE, None)
    assert why in last.verdict.why
    found = members(snapshot)
    assert found["A"].answer is Answer.CANNOT_SEE
    assert why in found["A"].why
    assert found["B"].answer is Answer.YES


def test_what_hangs_on_a_hidden_piece_alone_is_not_known_to_be_out() -> None:
    """The hidden piece may stand between them: nothing seen says that it does not."""
    first, hidden, last = in_a_row(2.0, 2.0)
    assert hidden.pose is not None
    unseen = piece("A", (hidden.pose.x, hidden.pose.y), state=PieceState.HIDDEN, age=4)
    found = members(table(first, unseen, last))
    assert found["A"].answer is Answer.CANNOT_SEE
    assert found["B"].answer is Answer.CANNOT_SEE


def test_from_a_piece_that_is_not_seen_nothing_is() -> None:
    snapshot = table(piece("L", state=PieceState.MOVING), piece("A"), piece("B", (12, 10)))
    assert {each.verdict.answer for each in near(snapshot, "L")} == {Answer.CANNOT_SEE}
    assert set(answers(members(snapshot)).values()) == {Answer.CANNOT_SEE}
    frozen = table(*in_a_row(2.0), health=Health(state=HealthState.FROZEN))
    assert answers(members(frozen)) == {"A": Answer.CANNOT_SEE}


def test_a_declared_piece_counts_and_is_named() -> None:
    vouched = piece("A", (13, 10), state=PieceState.DECLARED, age=99)
    (found,) = near(table(piece("L"), vouched), "L")
    assert found.verdict.answer is Answer.YES
    assert found.verdict.declared == ("A",)
    assert answers(members(table(piece("L"), vouched))) == {"A": Answer.YES}


def test_a_chain_says_that_it_rests_on_a_players_word() -> None:
    vouched = piece("A", (13, 10), state=PieceState.DECLARED)
    found = members(table(piece("L"), vouched, piece("B", (16, 10))))
    assert "declared by Red" in found["A"].why
    assert "declared by Red" in found["B"].why


def test_alone_on_the_table() -> None:
    assert near(table(piece("L")), "L") == ()
    assert chain(table(piece("L")), "L") == ()
    with pytest.raises(KeyError, match="no piece 'Z'"):
        near(table(piece("L")), "Z")
    with pytest.raises(KeyError, match="no piece 'Z'"):
        chain(table(piece("L")), "Z")


def scene(seed: int, *, sigma: float) -> Snapshot:
    rng = np.random.default_rng(seed)
    shapes = (disc(0.6), rectangle(3.3, 1.6))
    return table(
        *(
            piece(
                name,
                (float(x), float(y)),
                heading=float(angle),
                footprint=shapes[k % 2],
                sigma=sigma,
                heading_sigma=sigma * 20,
            )
            for k, (name, (x, y, angle)) in enumerate(
                zip("LABCDEFG", rng.uniform((4, 4, 0), (22, 22, 360), (8, 3)), strict=True)
            )
        )
    )


@pytest.mark.soak
@given(strategies.seeds)
def test_near_is_in_order_and_the_same_one_by_one_and_both_ways(seed: int) -> None:
    snapshot = scene(seed, sigma=0.05)
    found = near(snapshot, "L")
    values = [each.verdict.value or 0.0 for each in found]
    assert values == sorted(values)
    assert {each.piece for each in found} == set("ABCDEFG")
    for each in found:
        (alone,) = near(snapshot, "L", candidates={each.piece})
        assert alone.verdict.value == pytest.approx(each.verdict.value)
        assert alone.verdict.answer is each.verdict.answer
        (back,) = near(snapshot, each.piece, candidates={"L"})
        assert back.verdict.value == pytest.approx(each.verdict.value)
        assert back.verdict.sigma == pytest.approx(each.verdict.sigma)


def plain_chain(snapshot: Snapshot, *, links: int, doubtful: bool) -> set[str]:
    """Every piece that links of at most 3 in lead to, by looking at all pairs again and again."""
    linked = {
        (one.id, other.piece)
        for one in snapshot.pieces
        for other in near(snapshot, one.id)
        if other.verdict.answer is Answer.YES
        or (doubtful and other.verdict.answer is Answer.TOO_CLOSE_TO_CALL)
    }
    found = {"L"}
    for _ in range(links):
        found |= {b for (a, b), _ in itertools.product(linked, [0]) if a in found}
    return found - {"L"}


@pytest.mark.soak
@given(strategies.seeds)
def test_a_chain_is_what_the_neighbours_say(seed: int) -> None:
    snapshot = scene(seed, sigma=0.15)
    for links in (1, 2, 4):
        found = members(snapshot, links=links)
        sure = plain_chain(snapshot, links=links, doubtful=False)
        possible = plain_chain(snapshot, links=links, doubtful=True)
        for name, member in found.items():
            expected = Answer.TOO_CLOSE_TO_CALL if name in possible else Answer.NO
            assert member.answer is (Answer.YES if name in sure else expected)
            assert len(member.path) <= links + 1
            assert all(gap <= 4.0 for gap in member.gaps)


@pytest.mark.soak
@given(strategies.seeds)
def test_smaller_errors_never_turn_a_sure_member_round(seed: int) -> None:
    wide, narrow = (answers(members(scene(seed, sigma=sigma))) for sigma in (0.15, 0.03))
    for name, answer in wide.items():
        if answer is not Answer.TOO_CLOSE_TO_CALL:
            assert narrow[name] is answer
