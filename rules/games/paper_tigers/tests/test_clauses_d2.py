"""Tests of seeing, shooting and being hit (clauses D2)."""

from typing import Any

import pytest

from rules.games.paper_tigers.chapters.acting import CardPlayed
from rules.games.paper_tigers.chapters.fire.firing import Fire, FireDeclared
from rules.games.paper_tigers.chapters.fire.saving import (
    Destroyed,
    HitTaken,
    Saved,
    SaveRoll,
    WreckChoice,
    WreckSettled,
)
from rules.games.paper_tigers.chapters.fire.shots import FireRoll, Shot, SightRoll, SightSettled
from rules.games.paper_tigers.tests.battles import about
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    Put,
    acting,
    all_of,
    loose,
    put,
    ruling,
    the,
)
from rules.table.snapshot import Terrain
from tests.factories import Corner, box

WOODS = box("W", (14, 8), (18, 12))


def range_of_fire(
    target: Put, *others: Put, card: str = "5H", terrain: tuple[Terrain, ...] = (), **more: Any
) -> Battle:
    """Host's tank at (10, 10) has a red five and may fire."""
    return acting(put("T1", (10, 10)), target, *others, cards={"T1": card}, terrain=terrain, **more)


def hit(target: Put, *, terrain: tuple[Terrain, ...] = (), **more: Any) -> Battle:
    """The target is hit, and perhaps asked for its saving dice."""
    game = range_of_fire(target, terrain=terrain, **more)
    game.do(HOST, Fire(target=target.unit.id))
    game.rolled(HOST, 2, 2, 2)
    return game


def enemy(kind: str = "tank", at: Corner = (22, 10), **more: Any) -> Put:
    return put("E1", at, kind=kind, blue=True, **more)


def test_pt1_d2a_what_stands_between_the_centres_stops_a_shot() -> None:
    for kind, stand in (("woods", "stand"), ("building", "stands"), ("hill", "stands")):
        area = box("W", (14, 8), (18, 12), kind=kind)
        refusal = range_of_fire(enemy(), terrain=(area,)).refused(HOST, Fire(target="E1"))
        assert (refusal.clause, refusal.waivable) == ("PT1-D2a", True)
        assert refusal.reason.startswith(
            f"T1 cannot see E1: the {kind} {stand} in the way, by 2 in"
        )
        assert refusal.evidence[1].blockers == ("W",)


@pytest.mark.parametrize("kind", ["river", "road", "bridge", "difficult"])
def test_pt1_d2a_nothing_else_stops_it(kind: str) -> None:
    area = box("W", (14, 8), (18, 12), kind=kind)
    told = range_of_fire(enemy(), terrain=(area,)).do(HOST, Fire(target="E1"))
    assert the(told, FireDeclared).doubtful == ()
    assert ruling(told, FireDeclared).clause == "PT1-D2a"


@pytest.mark.parametrize(
    "area",
    [box("W", (20, 8), (24, 12)), box("W", (8, 8), (12, 12)), box("W", (8, 8), (24, 12))],
    ids=["into", "out of", "within"],
)
def test_pt1_d2a_a_line_may_end_in_an_area(area: Terrain) -> None:
    told = range_of_fire(enemy(), terrain=(area,)).do(HOST, Fire(target="E1"))
    assert the(told, FireDeclared).doubtful == ()


def test_pt1_d2a_note_each_of_two_woods_blocks_on_its_own() -> None:
    first, second = box("W1", (8, 8), (14, 12)), box("W2", (14, 8), (20, 12))
    game = range_of_fire(enemy(at=(17, 10)), terrain=(first, second))
    assert the(game.do(HOST, Fire(target="E1")), FireDeclared).doubtful == ()
    beyond = range_of_fire(enemy(at=(22, 10)), terrain=(first, second))
    refusal = beyond.refused(HOST, Fire(target="E1"))
    assert refusal.clause == "PT1-D2a"
    assert "the woods stand in the way" in refusal.reason


@pytest.mark.parametrize(("die", "clear"), [(1, False), (3, False), (4, True), (6, True)])
def test_pt1_d2b_a_die_settles_a_doubtful_line(die: int, clear: bool) -> None:
    game = range_of_fire(enemy(), terrain=(box("W", (14, 10.1), (18, 14)),))
    assert the(game.do(HOST, Fire(target="E1")), FireDeclared).doubtful == ("T1",)
    assert game.waits_for == [SightRoll]
    told = game.rolled(HOST, die)
    assert the(told, SightSettled).clear is clear
    assert ruling(told, SightSettled).clause == "PT1-D2b"
    if clear:
        assert game.waits_for == [FireRoll]
    else:
        assert the(told, CardPlayed).card == "5H"  # the card is spent


@pytest.mark.parametrize(
    ("kind", "far", "fits"),
    [
        ("squad", 12.0, True),
        ("squad", 12.3, False),
        ("tank", 30.0, True),
        ("gun", 30.0, True),
        ("halftrack", 30.0, True),
        ("truck", 30.0, True),
    ],
)
def test_pt1_d2c_infantry_fires_twelve_inches_and_others_as_far_as_they_see(
    kind: str,
    far: float,
    fits: bool,
) -> None:
    game = acting(put("U1", (5, 10), kind=kind), enemy(at=(5 + far, 10)), cards={"U1": "5H"})
    if fits:
        assert the(game.do(HOST, Fire(target="E1")), FireDeclared).unit == "U1"
        return
    refusal = game.refused(HOST, Fire(target="E1"))
    assert refusal.clause == "PT1-D2c"
    assert refusal.reason == "E1 is 12.3 in away; infantry fire reaches 12 in."


@pytest.mark.parametrize(("card", "dice"), [("9H", (3, 4, 2)), ("9S", (4, 5))])
def test_pt1_d2d_reaching_the_card_hits(card: str, dice: tuple[int, ...]) -> None:
    game = range_of_fire(enemy("truck"), card=card)
    game.do(HOST, Fire(target="E1"))
    told = game.rolled(HOST, *dice)
    shot = the(told, Shot)
    assert (shot.unit, shot.target, shot.total, shot.hit) == ("T1", "E1", 9, True)
    assert ruling(told, Shot).clause == "PT1-D2d"
    assert game.unit("E1").hits == 1


def test_pt1_d2d_nobody_fires_at_their_own_side() -> None:
    game = range_of_fire(put("T2", (20, 10)))
    refusal = game.refused(HOST, Fire(target="T2"))
    assert (refusal.clause, refusal.reason) == ("PT1-D2d", "T2 is on T1's own side.")


def test_pt1_d2e_below_the_card_nothing_happens() -> None:
    game = range_of_fire(enemy("truck"), card="9S")
    game.do(HOST, Fire(target="E1"))
    told = game.rolled(HOST, 6, 2)
    shot = the(told, Shot)
    assert (shot.total, shot.difficulty, shot.hit) == (8, 9, False)
    assert ruling(told, Shot).clause == "PT1-D2e"
    assert game.unit("E1").hits == 0
    assert the(told, CardPlayed).card == "9S"


@pytest.mark.parametrize(
    ("kind", "count"), [("tank", 2), ("armoured_car", 1), ("halftrack", 1), ("truck", 0)]
)
def test_pt1_d2f_armour_saves_on_a_five_or_six(kind: str, count: int) -> None:
    for faces, saved in [((4,) * count, False), ((1,) * (count - 1) + (5,), True)]:
        game = hit(enemy(kind))
        if not count:
            assert game.unit("E1").hits == 1  # nothing to roll
            continue
        (ask,) = game.state.asks
        assert (type(ask.question), ask.seat, ask.clause) == (SaveRoll, GUEST, "PT1-D2f")
        told = game.rolled(GUEST, *faces)
        assert the(told, Saved) == Saved(unit="E1", dice=faces, armour=count, saved=saved)
        assert game.unit("E1").hits == (0 if saved else 1)


@pytest.mark.parametrize("kind", ["woods", "building"])
@pytest.mark.parametrize(("die", "hits"), [(4, 1), (5, 0), (6, 0)])
def test_pt1_d2g_a_squad_under_cover_has_one_die(kind: str, die: int, hits: int) -> None:
    game = hit(enemy("squad"), terrain=(box("W", (20, 8), (24, 12), kind=kind),))
    (ask,) = game.state.asks
    assert (type(ask.question), about(ask).dice.count, ask.clause) == (SaveRoll, 1, "PT1-D2g")
    game.rolled(GUEST, die)
    assert game.unit("E1").hits == hits


def test_pt1_d2g_neither_a_squad_on_a_hill_nor_a_gun_in_woods_has_one() -> None:
    for kind, ground in [("squad", "hill"), ("gun", "woods")]:
        game = hit(enemy(kind), terrain=(box("W", (20, 8), (24, 12), kind=ground),))
        assert game.unit("E1").hits == 1


def test_pt1_d2h_a_damaged_unit_loses_all_its_cards_at_once() -> None:
    target = put("E1", (22, 10), kind="truck", blue=True, cards=("",))
    game = acting(put("T1", (10, 10)), target, cards={"T1": "KH", "E1": "QS"})
    game.do(HOST, Fire(target="E1"))
    told = game.rolled(HOST, 4, 4, 4)
    assert the(told, HitTaken) == HitTaken(unit="E1", by="T1", hits=1)
    unit = game.unit("E1")
    assert (unit.damaged, unit.cards) == (True, ())
    assert game.state.queue == ()
    pack = game.state.packs["pack"]
    assert (pack.discards, pack.hidden_discards) == (("QS", "KH"), 1)


def test_pt1_d2h_the_next_unsaved_hit_destroys_it() -> None:
    game = hit(enemy(hits=1))
    assert "otherwise: it is destroyed" in game.state.asks[0].says
    assert "otherwise: it is damaged" in hit(enemy()).state.asks[0].says
    told = game.rolled(GUEST, 1, 3)
    assert the(told, HitTaken).hits == 2
    assert the(told, Destroyed) == Destroyed(unit="E1", by="T1", points=5)
    saved = hit(enemy(hits=1))
    saved.rolled(GUEST, 1, 6)
    assert saved.unit("E1").damaged


@pytest.mark.parametrize(("choice", "burning"), [("burn", True), ("remove", False)])
def test_pt1_d2i_the_owner_says_whether_a_vehicle_burns(
    choice: str,
    burning: bool,
) -> None:
    other = put("E2", (30, 10), blue=True)
    game = acting(put("T1", (10, 10)), enemy(hits=1), other, cards={"T1": ("5H", "4H")})
    game.do(HOST, Fire(target="E1"))
    game.rolled(HOST, 2, 2, 2)
    game.rolled(GUEST, 1, 3)
    (ask,) = game.state.asks
    assert (type(ask.question), ask.seat, ask.clause) == (WreckChoice, GUEST, "PT1-D2i")
    told = game.chose(GUEST, choice)
    assert the(told, WreckSettled) == WreckSettled(unit="E1", burning=burning)
    if not burning:
        assert game.unit("E1").spot is None
        game.do(HOST, Fire(target="E2"))
        return
    refusal = game.refused(HOST, Fire(target="E2"))
    assert refusal.clause == "PT1-D2a"
    assert refusal.evidence[1].blockers == ("E1",)


def test_pt1_d2i_a_destroyed_squad_leaves_no_wreck_and_no_cards() -> None:
    target = put("E1", (22, 10), kind="squad", blue=True, hits=1, cards=("9S", ""))
    game = range_of_fire(target)
    game.do(HOST, Fire(target="E1"))
    told = game.rolled(HOST, 2, 2, 2)
    assert the(told, Destroyed).points == 1
    assert not all_of(told, WreckSettled)
    unit = game.unit("E1")
    assert (unit.destroyed, unit.spot, unit.cards) == (True, None, ())
    assert "9S" in game.discards


def test_pt1_d2j_gun_and_crew_are_hit_as_one() -> None:
    gun = loose("G", (22, 10), (23, 10), blue=True, kind="gun")
    game = range_of_fire(gun, card="5H")
    told = game.do(HOST, Fire(target="G"))
    assert ruling(told, FireDeclared).evidence[0].value == pytest.approx(12.5)
    game.rolled(HOST, 2, 2, 2)
    assert game.unit("G").hits == 1
    again = range_of_fire(loose("G", (22, 10), (23, 10), blue=True, kind="gun", hits=1))
    again.do(HOST, Fire(target="G"))
    assert the(again.rolled(HOST, 2, 2, 2), Destroyed) == Destroyed(unit="G", by="T1", points=3)
