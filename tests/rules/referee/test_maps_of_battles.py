"""Tests of maps and tries in recorded battles: what is sure is what `decide` says of a ghost."""

import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
import pytest
from _pytest.mark.structures import ParameterSet

from conftest import SoakCount
from rules.referee.court.offers import offers
from rules.referee.court.supposing.numbers_there import numbers_there
from rules.referee.court.supposing.trying import tried
from rules.referee.court.supposing.what_if import Ghost, MapKind, TableLook, safe_map, unit_map
from rules.referee.judging.unit_maps import fire_map, firing_places, reach_map
from rules.referee.toolkit.game import Command, Template
from rules.referee.toolkit.what_counts import UnitCounts
from rules.registry import game as game_called
from rules.registry import slugs
from rules.table.maps.asked_cells import for_nothing
from rules.table.maps.cells import AnswerMap, CellAnswer, CellGrid
from rules.table.maps.reach_from import ReachFrom
from rules.table.snapshot import Piece
from rules.table.units import Inches
from tests.rules.referee.recorded_moments import (
    Offered,
    moments,
    offered,
    offered_again,
    offered_anywhere,
)

PLAIN = {"kind": "move_done"}
PARTS = 10
"""Of a long run, which goes on after the last one that was done; half of them on random tables."""
ALIKE = 20
"""Cells that lie side by side are left open for one reason."""
MAPPED = [slug for slug in slugs() if game_called(slug).what_counts is not None]


def _parts() -> list[ParameterSet]:
    seldom = (pytest.mark.soak_only,)
    return [pytest.param(n, marks=() if n < 2 else seldom) for n in range(PARTS)]


def filled(template: Template, **more: object) -> Mapping[str, object]:
    """The command of a template; optional places are left out."""
    holes = {
        hole.name: hole.allowed[0] for hole in template.holes if hole.allowed and not hole.optional
    }
    return {"kind": template.command, **template.fixed, **holes, **more}


def cells_beside(rng: random.Random, found: AnswerMap, count: int) -> list[int]:
    """Random cells, half of them where a map says yes or leaves it open."""
    some = np.nonzero(found.answers != CellAnswer.NO)[0]
    some = some if len(some) else np.arange(found.grid.count)
    near = [int(each) for each in rng.sample(list(some), min(count // 2, len(some)))]
    return near + rng.sample(range(found.grid.count), count - len(near))


def commands_offered(rng: random.Random, slug: str, *, part: int, wanted: str) -> Iterator[Offered]:
    return (offered_anywhere if part % 2 else offered_again)(rng, slug, wanted=wanted)


def shots_offered(
    rng: random.Random, slug: str, *, part: int
) -> Iterator[tuple[Offered, Mapping[str, object], UnitCounts, Piece]]:
    """Every shot at the first target offered: the command, what counts for whoever fires, and at
    whom.
    """
    for each in commands_offered(rng, slug, part=part, wanted="target"):
        if each.template.command not in {"fire", "attack"}:
            continue
        body = filled(each.template)
        look = TableLook(each.snapshot, battle=each.battle, seat=each.seat)
        counts, other = look.counts(_acting(each, body)), look.counts(str(body["target"]))
        if counts is not None and other is not None:
            yield each, body, counts, other.piece


@pytest.mark.soak
@pytest.mark.parametrize("part", _parts())
@pytest.mark.parametrize("slug", MAPPED)
def test_a_move_that_a_map_is_sure_of_is_ruled_so(
    slug: str, *, part: int, rng_seed: int, soak_count: SoakCount
) -> None:
    rng, told = random.Random(f"{rng_seed} {part}"), Counter[CellAnswer]()
    cells, rims = soak_count(20, 10_000 // PARTS), Counter[str]()
    for each in commands_offered(rng, slug, part=part, wanted="pose"):
        unit = each.template.fixed.get("unit")
        look = TableLook(each.snapshot, battle=each.battle, seat=each.seat)
        counts = look.counts(unit) if isinstance(unit, str) else None
        if counts is None or counts.reach is None or not isinstance(unit, str):
            continue
        if each.template.command != "move_done":
            continue
        grid = CellGrid(table=look.table.table, step=Inches(0.5))
        found = reach_map(counts, grid)
        assert found is not None
        rims += _rims_of(counts.reach, found)
        for cell in cells_beside(rng, found, 20):
            body = {**PLAIN, "unit": unit}
            _held_to(each, found, cell=cell, told=told, body=body, unit=unit)
        if told.total() >= cells:
            break
    assert told[CellAnswer.NO], "no move was offered anywhere"
    assert told.total() >= cells
    # Areas that are strewn at random lie closer together, and a judge takes longer there.
    likely = (0.05 if part % 2 else 0.02) * rims["open"]
    assert rims["needless"] <= likely + 3 * math.sqrt(likely * ALIKE), rims


def _rims_of(reach: ReachFrom, found: AnswerMap) -> Counter[str]:
    """How much is open, and how much of that for nothing; a retreat is all of its way or none, and
    whether ground has stopped a follower is for the players.
    """
    if reach.surely <= 1.0 or reach.near is not None or (reach.straight and reach.slides is None):
        return Counter()
    left = int(found.those(CellAnswer.TOO_CLOSE).sum())
    return Counter({"open": left, "needless": int(for_nothing(reach, found).sum())})


def test_whoever_falls_back_is_held_to_what_a_move_back_is_held_to() -> None:
    rng, told = random.Random(7), Counter[CellAnswer]()
    for each in offered(rng, "paper_tigers_2", wanted="pose"):
        unit = str(each.template.fixed.get("unit"))
        if not each.template.says.startswith(f"Move {unit} back"):
            continue
        look = TableLook(each.snapshot, battle=each.battle, seat=each.seat)
        counts = look.counts(unit)
        assert counts is not None
        found = reach_map(counts, CellGrid(table=look.table.table, step=Inches(0.5)))
        assert found is not None
        for answer in (CellAnswer.YES, CellAnswer.NO):
            cells = np.nonzero(found.those(answer))[0].tolist()
            for cell in rng.sample(cells, min(8, len(cells))):
                body = {**PLAIN, "unit": unit}
                _held_to(each, found, cell=cell, told=told, body=body, unit=unit)
    assert told[CellAnswer.YES], "nobody falls back"
    assert told[CellAnswer.NO]


@pytest.mark.soak
@pytest.mark.parametrize("part", _parts())
@pytest.mark.parametrize("slug", MAPPED)
def test_a_shot_that_a_map_is_sure_of_is_ruled_so(
    slug: str, *, part: int, rng_seed: int, soak_count: SoakCount
) -> None:
    rng, told = random.Random(f"{rng_seed} {part}"), Counter[CellAnswer]()
    cells = soak_count(20, 10_000 // PARTS)
    for each, body, counts, other in shots_offered(rng, slug, part=part):
        grid = CellGrid(table=each.snapshot.table, step=Inches(0.5))
        found = firing_places(counts, other, grid=grid)
        if found is None:
            continue
        for cell in cells_beside(rng, found, 20):
            _held_to(each, found, cell=cell, told=told, body=body, unit=counts.piece.id)
        if told.total() >= cells:
            break
    assert told.total() >= cells, "no shot was offered anywhere"


@pytest.mark.soak
@pytest.mark.parametrize("part", _parts())
@pytest.mark.parametrize("slug", MAPPED)
def test_where_a_map_fears_a_shot_it_is_ruled_so(
    slug: str, *, part: int, rng_seed: int, soak_count: SoakCount
) -> None:
    """The shooter stays, and whoever fears it stands in the cell."""
    rng, told = random.Random(f"{rng_seed} {part}"), Counter[CellAnswer]()
    cells = soak_count(20, 10_000 // PARTS)
    for each, body, counts, other in shots_offered(rng, slug, part=part):
        grid = CellGrid(table=each.snapshot.table, step=Inches(0.5))
        found = fire_map(counts, grid, body=other)
        if found is None:
            continue
        for cell in cells_beside(rng, found, 20):
            _held_to(each, found, cell=cell, told=told, body=body, unit=other.id)
        if told.total() >= cells:
            break
    assert told.total() >= cells, "no shot was offered anywhere"


def test_where_to_move_and_hit_from_counts_what_a_move_leaves() -> None:
    """A square that moves has only melee left: a bow's reach is no reason to go anywhere."""
    for each in offered(random.Random(7), "papercraft", wanted="pose"):
        unit = str(each.template.fixed.get("unit"))
        look = TableLook(each.snapshot, battle=each.battle, seat=each.seat)
        counts = look.counts(unit)
        if counts is None or counts.moved is None or not counts.foes or counts.reach is None:
            continue
        foe = look.counts(counts.foes[0])
        if counts.fire is None or counts.moved.fire in {None, counts.fire} or foe is None:
            continue
        said = unit_map(look, unit, kind=MapKind.FROM, step=Inches(1.0), target=foe.piece.id)
        grid = CellGrid(table=look.table.table, step=Inches(1.0))
        near = firing_places(counts.moved, foe.piece, grid=grid)
        assert said.map is not None
        assert near is not None
        possible = near.answers != CellAnswer.NO
        assert not (said.map.those(CellAnswer.YES) & ~possible).any()
        far = firing_places(counts, foe.piece, grid=grid)
        assert far is not None
        assert (far.those(CellAnswer.YES) & ~possible).any()
        return
    pytest.fail("nobody with a bow may move")


def _acting(each: Offered, body: Mapping[str, object]) -> str:
    """Who acts: whom the command names, else whoever's card is up."""
    named = body.get("unit")
    if isinstance(named, str):
        return named
    return each.template.says.split()[0]


def _held_to(
    each: Offered,
    found: AnswerMap,
    *,
    cell: int,
    told: Counter[CellAnswer],
    body: Mapping[str, object],
    unit: str,
) -> None:
    answer = CellAnswer(int(found.answers[cell]))
    told[answer] += 1
    if answer is CellAnswer.TOO_CLOSE:
        return
    x, y = (Inches(float(value)) for value in found.grid.middles()[cell])
    ghost = Ghost(unit=unit, x_in=x, y_in=y)
    ruled = []
    for one in _with_each_attack(each, body):
        command = Command(author=each.seat, body=one)
        ruled.append(tried(each.battle, each.snapshot, command=command, ghost=ghost, near=False))
        # Nothing that follows makes it less allowed.
        if ruled[-1].refusal is None:
            break
    is_allowed = ruled[-1].refusal is None
    assert is_allowed == (answer is CellAnswer.YES), (body, ghost, ruled)


def _with_each_attack(each: Offered, body: Mapping[str, object]) -> Iterator[dict[str, object]]:
    """A map tells where some attack hits; which of them may be a hole of the command."""
    yield dict(body)
    for other in offers(each.battle, each.snapshot, seat=each.seat):
        if other.command == each.template.command and other.fixed.get("unit") == body.get("unit"):
            hole = next((one for one in other.holes if one.name == "attack"), None)
            for attack in () if hole is None else (*hole.allowed, *hole.greyed):
                yield {**body, "attack": attack}
            if "attack" in other.fixed:
                yield {**body, "attack": other.fixed["attack"]}


@pytest.mark.parametrize("slug", slugs())
def test_every_game_answers_every_map_of_whoever_stands_on_the_table(slug: str) -> None:
    known = moments(slug)
    if not known or not known[-1][1].pieces:
        pytest.skip("it is played without measuring")
    battle, snapshot = known[len(known) // 2]
    look = TableLook(snapshot, battle=battle, seat=battle.setup.seats[0].name)
    names = look.names()
    for kind in MapKind:
        found = unit_map(look, names[0], kind=kind, step=Inches(1.0), target=names[-1])
        assert found.says
    assert safe_map(look, battle.setup.seats[0].sides[0], step=Inches(1.0)).says
    for numbers in numbers_there(look, names[0]):
        assert numbers.says


def test_a_sixth_game_gets_maps_without_a_line() -> None:
    battle, snapshot = moments("paper_tigers")[-1]
    bare = replace(battle, game=replace(battle.game, what_counts=None, ruled_places=None))
    look = TableLook(snapshot, battle=bare, seat=battle.setup.seats[0].name, inches=Inches(6.0))
    name = next(piece.id for piece in snapshot.pieces if piece.pose is not None)
    for kind in (MapKind.SIGHT, MapKind.FIRE, MapKind.REACH, MapKind.THREAT):
        assert unit_map(look, name, kind=kind, step=Inches(1.0)).map is not None, kind


def test_whoever_may_not_move_now_reaches_what_inches_are_supposed_to_bring() -> None:
    for battle, snapshot in moments("papercraft"):
        seat = battle.setup.seats[0].name
        look = TableLook(snapshot, battle=battle, seat=seat, inches=Inches(4.0))
        still = [name for name in look.names() if _stays(look, name)]
        if still:
            said = unit_map(look, still[0], kind=MapKind.REACH, step=Inches(0.5))
            assert said.map is not None
            assert said.map.those(CellAnswer.YES).any()
            assert "up to 4 in, as you suppose" in said.says
            return
    pytest.fail("everybody may move all the time")


def _stays(look: TableLook, name: str) -> bool:
    plain = TableLook(look.table, battle=look.battle, everything=True).counts(name)
    return plain is not None and plain.sight is None and plain.reach is None


def test_a_try_says_which_place_nearby_would_do() -> None:
    rng = random.Random(7)
    for each in offered(rng, "papercraft", wanted="pose"):
        unit = each.template.fixed.get("unit")
        look = TableLook(each.snapshot, battle=each.battle, seat=each.seat)
        counts = look.counts(unit) if isinstance(unit, str) else None
        if counts is None or counts.reach is None or not isinstance(unit, str):
            continue
        found = reach_map(counts, CellGrid(table=look.table.table, step=Inches(0.5)))
        assert found is not None
        if not found.those(CellAnswer.YES).any() or not found.those(CellAnswer.NO).any():
            continue
        middles = found.grid.middles()
        x, y = counts.reach.body.centre
        away = np.hypot(middles[:, 0] - x, middles[:, 1] - y)
        no = np.nonzero(found.those(CellAnswer.NO))[0]
        far = no[np.argmin(np.abs(away[no] - counts.reach.allowance - 2.0))]
        ghost = Ghost(
            unit=unit, x_in=Inches(float(middles[far, 0])), y_in=Inches(float(middles[far, 1]))
        )
        command = Command(author=each.seat, body={"kind": each.template.command, "unit": unit})
        before = each.battle.sequence
        ruled = tried(each.battle, each.snapshot, command=command, ghost=ghost)
        assert each.battle.sequence == before
        assert ruled.refusal is not None
        assert ruled.nearest is not None
        assert ruled.nearest.says in ruled.says
        there = replace(ghost, x_in=ruled.nearest.x_in, y_in=ruled.nearest.y_in)
        again = tried(each.battle, each.snapshot, command=command, ghost=there)
        assert again.refusal is None
        # Within the limit itself: nobody is sent to where only a courtesy lets it pass.
        moves = [found for found in again.evidence if found.what == "move"]
        assert all((found.value or 0) <= (found.limit or 0) for found in moves)
        return
    pytest.fail("no move was offered")


def test_a_piece_put_too_far_is_sent_back_on_the_way_it_came() -> None:
    found = 0
    for each in offered(random.Random(7), "papercraft", wanted="pose"):
        unit = each.template.fixed.get("unit")
        look = TableLook(each.snapshot, battle=each.battle, seat=each.seat)
        counts = look.counts(unit) if isinstance(unit, str) else None
        if counts is None or counts.reach is None or not isinstance(unit, str):
            continue
        grid = CellGrid(table=look.table.table, step=Inches(0.5))
        reached = reach_map(counts, grid)
        assert reached is not None
        (x, y), limit = counts.reach.body.centre, counts.reach.allowance
        for dx, dy in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (0.8, 0.6), (-0.6, 0.8)):
            far = x + (limit + 2.6) * dx, y + (limit + 2.6) * dy
            way = [limit * part / 20 for part in range(2, 18)]
            sides = (-1.0, 0.0, 1.0)
            is_free = all(
                reached.at(x + s * dx - t * dy, y + s * dy + t * dx) is CellAnswer.YES
                for s in way
                for t in sides
            )
            if not is_free or reached.at(*far) is not CellAnswer.NO:
                continue
            ghost = Ghost(unit=unit, x_in=Inches(round(far[0], 2)), y_in=Inches(round(far[1], 2)))
            command = Command(author=each.seat, body={"kind": each.template.command, "unit": unit})
            near = tried(each.battle, each.snapshot, command=command, ghost=ghost).nearest
            assert near is not None
            aside = (near.x_in - x) * -dy + (near.y_in - y) * dx
            gone = math.dist((x, y), (near.x_in, near.y_in))
            assert abs(aside) <= 0.02
            assert limit - 0.05 <= gone <= limit
            found += 1
        if found >= 3:
            return
    pytest.fail("no free way was found")


def test_a_try_tells_the_roll_that_comes_next_and_nothing_of_what_is_turned_up() -> None:
    said: dict[str, tuple[str, ...]] = {}
    for battle, snapshot in moments("paper_tigers"):
        for seat in battle.setup.seats:
            for each in offers(battle, snapshot, seat=seat.name):
                if each.refusal or each.command not in {"fire", "turn_up"} - said.keys():
                    continue
                filled = {
                    hole.name: list(hole.allowed[: hole.count])
                    if hole.kind == "cards"
                    else hole.allowed[0]
                    for hole in each.holes
                    if not hole.optional
                }
                body = {"kind": each.command, **each.fixed, **filled}
                found = tried(battle, snapshot, command=Command(author=seat.name, body=body))
                assert found.refusal is None, found
                said[each.command] = found.rolls
        if len(said) == 2:
            break
    assert said["turn_up"] == ()
    (roll,) = said["fire"]
    assert roll.endswith("or more in all: a hit.")
