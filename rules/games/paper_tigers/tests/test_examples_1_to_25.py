"""Tests of worked examples 1 to 25: what the umpire decides, with the numbers of the rulebook."""

import pytest

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.asking import RollTied
from rules.games.paper_tigers.chapters.acting import CardPlayed
from rules.games.paper_tigers.chapters.beginning import RolesSet, SidesRoll
from rules.games.paper_tigers.chapters.fire.firing import Fire, FireDeclared
from rules.games.paper_tigers.chapters.fire.saving import (
    Destroyed,
    HitTaken,
    Saved,
    SaveRoll,
    WreckSettled,
)
from rules.games.paper_tigers.chapters.fire.shots import FireRoll, Shot, SightSettled
from rules.games.paper_tigers.chapters.initiative import QueueFormed
from rules.games.paper_tigers.chapters.moving import Move, MoveRolled
from rules.games.paper_tigers.chapters.picking import Pick
from rules.games.paper_tigers.chapters.turns import CardsRolled, Deal, Dealt, Shuffle
from rules.games.paper_tigers.chapters.walking import Moved, MoveDone
from rules.games.paper_tigers.phases import decide
from rules.games.paper_tigers.tests.battles import about
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    Put,
    acting,
    all_of,
    new_battle,
    picking,
    put,
    ruling,
    set_up,
    the,
    turn_start,
)
from rules.referee.toolkit.evidence import Outcome, Tolerance, rule_on
from rules.referee.toolkit.game import Command, Refusal
from rules.table.snapshot import Terrain
from rules.table.verdict import Answer
from tests.factories import Corner, box, rectangle

FAR = put("E9", (44, 44), blue=True)
"""An enemy who only sees to it that the battle goes on."""
COPSE = box("W", (8, 8), (12, 14))


def test_ex1_01_the_higher_roll_attacks() -> None:
    game = new_battle()
    game.rolled(HOST, 4, 3)
    assert the(game.rolled(GUEST, 5, 5), RolesSet).attacker == "Blue"
    tie = new_battle()
    tie.rolled(HOST, 6, 1)
    assert the(tie.rolled(GUEST, 3, 4), RollTied).total == 7
    assert tie.waits_for == [SidesRoll, SidesRoll]


def counted(red: int, blue: int) -> list[int]:
    """How many cards 5, 2 and 4, 3 bring to armies of so many units."""
    game = set_up(new_battle(("tank",) * red, ("tank",) * blue))
    game.do(GUEST, Shuffle())
    told = (*game.rolled(HOST, 5, 2), *game.rolled(GUEST, 4, 3))
    return [each.count for each in all_of(told, CardsRolled)]


def test_ex1_02_with_three_units_a_side_the_higher_die_counts() -> None:
    assert counted(3, 3) == [5, 4]


def test_ex1_03_five_units_against_three_are_no_small_game() -> None:
    assert counted(5, 3) == [7, 7]


@pytest.mark.parametrize(
    ("red", "blue", "order"),
    [((4, 3), (3, 2), "RBRBRBRBRBRR"), ((4, 2), (3, 3), "RBRBRBRBRBRB")],
)
def test_ex1_04_the_deal_goes_to_and_fro(
    red: tuple[int, int], blue: tuple[int, int], order: str
) -> None:
    game = turn_start(put("T1", (10, 40)), FAR)
    game.rolled(HOST, *red)
    game.rolled(GUEST, *blue)
    dealt = the(game.do(HOST, Deal()), Dealt)
    assert "".join(name[0] for name in dealt.order) == order


def order_of(red: tuple[str, str], blue: tuple[str, str]) -> list[str]:
    """In which order two cards of each side are played; Guest's were saved and lie open."""
    game = picking(put("T1", (10, 40), cards=("", "")), put("E1", (10, 10), cards=blue, blue=True))
    game.do(GUEST, Pick(unit="E1", cards=(1, 2)))
    game.do(HOST, Pick(unit="T1", cards=(1, 2)))
    return [each.card for each in the(game.turned(HOST, *red), QueueFormed).order]


def test_ex1_05_the_highest_card_is_played_first() -> None:
    assert order_of(("QS", "KC"), ("10D", "QH")) == ["KC", "QH", "QS", "10D"]


def test_ex1_06_of_equal_cards_hearts_diamonds_spades_clubs() -> None:
    assert order_of(("7C", "7D"), ("7S", "7H")) == ["7H", "7D", "7S", "7C"]


@pytest.mark.parametrize(
    ("card", "needed"),
    [("JH", 10), ("QH", 10), ("KH", 10), ("AH", 11), ("10H", 10), ("2H", 2)],
)
def test_ex1_07_the_number_to_reach(card: str, needed: int) -> None:
    game = acting(put("T1", (10, 10)), put("E1", (20, 10), blue=True), cards={"T1": card})
    game.do(HOST, Fire(target="E1"))
    assert about(game.state.asks[0]).needed == needed
    again = acting(put("T1", (10, 10)), FAR, cards={"T1": card})
    again.do(HOST, Move())
    assert the(again.rolled(HOST, 6, 6), MoveRolled).difficulty == needed


def duel() -> Battle:
    """A Panther with the queen of hearts against a T-34 with the queen of spades."""
    game = acting(
        put("Panther", (10, 10)),
        put("T-34", (20, 10), blue=True, cards=("",)),
        cards={"Panther": "QH", "T-34": "QS"},
    )
    game.do(HOST, Fire(target="T-34"))
    shot = the(game.rolled(HOST, 4, 3, 3), Shot)
    assert (shot.total, shot.difficulty, shot.hit) == (10, 10, True)
    return game


def test_ex1_08_armour_saves_the_tank_and_its_card() -> None:
    game = duel()
    told = game.rolled(GUEST, 2, 5)
    assert the(told, Saved) == Saved(unit="T-34", dice=(2, 5), armour=2, saved=True)
    assert game.unit("T-34").hits == 0
    assert game.card_up == ("QS", "T-34")


def test_ex1_09_nine_misses_a_queen() -> None:
    game = duel()
    game.rolled(GUEST, 2, 5)
    game.do(GUEST, Fire(target="Panther"))
    told = game.rolled(GUEST, 6, 3)
    shot = the(told, Shot)
    assert (shot.total, shot.difficulty, shot.hit) == (9, 10, False)
    assert game.unit("Panther").hits == 0


def test_ex1_10_an_unsaved_hit_takes_the_cards() -> None:
    game = duel()
    told = game.rolled(GUEST, 4, 2)
    assert the(told, HitTaken) == HitTaken(unit="T-34", by="Panther", hits=1)
    assert game.unit("T-34").damaged
    assert game.unit("T-34").cards == ()
    assert game.card_up is None
    assert "QS" in game.discards
    assert game.state.packs["pack"].hidden_discards == 1


def driven(
    unit: Put, *dice: int, card: str = "8C", to: Corner, terrain: tuple[Terrain, ...] = ()
) -> tuple[Battle, str]:
    """A unit that has rolled for its move and stands somewhere else now; with its name."""
    name = unit.unit.id
    game = acting(unit, FAR, cards={name: card}, terrain=terrain)
    game.do(HOST, Move())
    game.rolled(HOST, *dice)
    game.stands(name, to)
    return game, name


@pytest.mark.parametrize(("far", "fits"), [(9.2, True), (9.6, False)])
def test_ex1_11_a_tank_moves_nine_inches(far: float, fits: bool) -> None:
    game, name = driven(put("T1", (5, 10)), 3, 4, 2, to=(5 + far, 10))
    assert about(game.state.asks[0]).inches == 9.0
    if fits:
        told = game.do(HOST, MoveDone(unit=name))
        (evidence,) = ruling(told, Moved).evidence
        assert (evidence.answer, evidence.courtesy) == (Answer.NO, 0.25)  # logged as borderline
        return
    refusal = game.refused(HOST, MoveDone(unit=name))
    assert refusal.clause == "PT1-D1b"
    assert refusal.reason.startswith("T1 moved 9.6 in, 9 allowed")


@pytest.mark.parametrize(("far", "fits"), [(6.2, True), (6.8, False)])
def test_ex1_12_a_squad_moves_six(far: float, fits: bool) -> None:
    game, name = driven(put("S1", (5, 10), kind="squad"), 5, 4, 3, to=(5 + far, 10))
    assert about(game.state.asks[0]).inches == 6.0
    if fits:
        (evidence,) = ruling(game.do(HOST, MoveDone(unit=name)), Moved).evidence
        assert evidence.courtesy == 0.25
        return
    refusal = game.refused(HOST, MoveDone(unit=name))
    assert refusal.clause == "PT1-D1b"
    assert refusal.reason.startswith("S1 moved 6.8 in, 6 allowed")


def test_ex1_13_a_failed_roll_moves_nothing() -> None:
    game = acting(put("T1", (5, 10), kind="truck"), FAR, cards={"T1": "9D"})
    game.do(HOST, Move())
    told = game.rolled(HOST, 4, 4)
    assert the(told, MoveRolled).allowance == 0.0
    game.stands("T1", (6.5, 10))
    assert "just now" in game.refused(HOST, MoveDone(unit="T1")).reason
    (found,) = GAME.differences(game.state, game.snapshot)
    assert found.kind == "moved_out_of_turn"
    assert found.says == "T1 stands 1.5 in from where it was ruled to be."


@pytest.mark.parametrize(("x", "fits"), [(15.65, True), (15.9, True), (16.0, False), (19.0, False)])
def test_ex1_14_a_tank_comes_just_inside_the_woods(x: float, fits: bool) -> None:
    tank = put("T1", (10, 10), footprint=rectangle(3.3, 1.6))
    woods = box("W", (14, 6), (20, 14))
    game, name = driven(tank, 3, 4, 2, to=(x, 10), terrain=(woods,))
    if fits:
        game.do(HOST, MoveDone(unit=name))
        assert game.unit("T1").spot is not None
        return
    refusal = game.refused(HOST, MoveDone(unit=name))
    assert refusal.clause == "PT1-D1d"
    assert "3.3 in allowed on entering it" in refusal.reason


def test_ex1_15_a_truck_may_not_overlap_a_house_and_a_squad_may_enter() -> None:
    house = box("B", (14, 8), (18, 12), kind="building")
    # 3 in long: its front reaches x = 14.8.
    game, name = driven(put("T1", (10, 10), kind="truck"), 3, 4, 2, to=(13.3, 10), terrain=(house,))
    refusal = game.refused(HOST, MoveDone(unit=name))
    assert refusal.clause == "PT1-D1d"
    assert "0.8 in" in refusal.reason
    on_foot, name = driven(
        put("S1", (12, 10), kind="squad"), 3, 4, 2, to=(14.3, 10), terrain=(house,)
    )
    moved = the(on_foot.do(HOST, MoveDone(unit=name)), Moved)
    assert moved.length == pytest.approx(2.3)


def fires(shooter: Corner, target: Corner, *terrain: Terrain, wreck: Put | None = None) -> Battle:
    """A tank of Host's with a red five, one of Guest's, and what lies between them."""
    others = () if wreck is None else (wreck,)
    return acting(
        put("T1", shooter),
        put("E1", target, blue=True),
        *others,
        cards={"T1": "5H"},
        terrain=terrain,
    )


def sees(game: Battle) -> str:
    """What becomes of the shot: clear, blocked or doubt."""
    decision = decide(game.state, Command(author=HOST, body=Fire(target="E1")), game.snapshot)
    if isinstance(decision, Refusal):
        assert decision.clause == "PT1-D2a"
        return "blocked"
    return "doubt" if the(decision, FireDeclared).doubtful else "clear"


def test_ex1_16_woods_block() -> None:
    refusal = fires((2, 10), (20, 10), COPSE).refused(HOST, Fire(target="E1"))
    assert refusal.clause == "PT1-D2a"
    assert "4 in of woods W stands in the way" in refusal.reason


@pytest.mark.parametrize(
    ("shooter", "target"),
    [((2, 10), (10, 10)), ((10, 10), (20, 10)), ((8.5, 9), (11.5, 13))],
    ids=["into", "out of", "within"],
)
def test_ex1_17_into_out_of_and_within_are_clear(shooter: Corner, target: Corner) -> None:
    assert sees(fires(shooter, target, COPSE)) == "clear"


def test_ex1_18_each_of_several_woods_blocks() -> None:
    first, between, last = (
        box("A", (1, 8), (5, 12)),
        box("B", (9, 8), (12, 12)),
        box("C", (17, 8), (23, 12)),
    )
    game = fires((2, 10), (20, 10), first, between, last)
    refusal = game.refused(HOST, Fire(target="E1"))
    assert refusal.evidence[1].blockers == ("B",)
    assert sees(fires((2, 10), (20, 10), first, last)) == "clear"


@pytest.mark.parametrize(("die", "clear"), [(3, False), (4, True)])
def test_ex1_19_a_gap_of_a_tenth_is_for_the_die(die: int, clear: bool) -> None:
    game = fires((2, 5), (22, 5), box("B", (10, 5.1), (14, 9), kind="building"))
    assert the(game.do(HOST, Fire(target="E1")), FireDeclared).doubtful == ("T1",)
    assert the(game.rolled(HOST, die), SightSettled).clear is clear
    assert game.waits_for == ([FireRoll] if clear else [])


@pytest.mark.parametrize(("low", "answer"), [(0.4, "clear"), (-1.0, "blocked")])
def test_ex1_20_farther_off_or_across_there_is_no_die(low: float, answer: str) -> None:
    assert sees(fires((2, 5), (22, 5), box("B", (10, 5 + low), (14, 9), kind="building"))) == answer


def test_ex1_21_a_burning_wreck_blocks_and_a_live_tank_does_not() -> None:
    burning = put("E2", (12, 5), blue=True, destroyed=True, burning=True, hits=2)
    removed = put("E2", (12, 5), blue=True, destroyed=True, hits=2, spot=None)
    live = put("E2", (12, 5), blue=True)
    answers = [sees(fires((2, 5), (22, 5), wreck=each)) for each in (burning, removed, live)]
    assert answers == ["blocked", "clear", "clear"]


@pytest.mark.parametrize(
    ("kind", "far", "outcome"),
    [
        ("squad", 11.9, Outcome.KEPT),
        ("squad", 12.1, Outcome.OVERLOOKED),
        ("squad", 12.6, Outcome.BROKEN),
        ("tank", 40.0, Outcome.KEPT),
    ],
)
def test_ex1_22_infantry_fire_reaches_twelve_inches(
    kind: str, far: float, outcome: Outcome
) -> None:
    game = acting(
        put("U1", (5, 10), kind=kind), put("E1", (5 + far, 10), blue=True), cards={"U1": "5H"}
    )
    if outcome is Outcome.BROKEN:
        refusal = game.refused(HOST, Fire(target="E1"))
        assert refusal.clause == "PT1-D2c"
        assert refusal.reason == "E1 is 12.6 in away; infantry fire reaches 12 in."
        return
    found = ruling(game.do(HOST, Fire(target="E1")), FireDeclared).evidence[0]
    assert rule_on(found, Tolerance()) is outcome
    assert ("overlooked by agreement" in found.why) == (outcome is Outcome.OVERLOOKED)


@pytest.mark.parametrize(("die", "hits"), [(5, 0), (4, 1)])
def test_ex1_23_a_squad_in_woods_has_a_cover_die(die: int, hits: int) -> None:
    game = acting(
        put("T1", (2, 10)),
        put("S1", (10, 10), kind="squad", blue=True, cards=("", "")),
        cards={"T1": "9H"},
        terrain=(COPSE,),
    )
    game.do(HOST, Fire(target="S1"))
    assert the(game.rolled(HOST, 3, 4, 2), Shot).total == 9
    told = game.rolled(GUEST, die)
    assert the(told, Saved).saved is (hits == 0)
    assert game.unit("S1").hits == hits
    assert len(game.unit("S1").cards) == (2 if hits == 0 else 0)


@pytest.mark.parametrize(
    ("kind", "die", "hits"),
    [("armoured_car", 6, 0), ("halftrack", 4, 1), ("truck", 0, 1), ("squad", 0, 1)],
)
def test_ex1_24_armour_and_none(kind: str, die: int, hits: int) -> None:
    game = acting(
        put("T1", (2, 10)), put("E1", (20, 10), kind=kind, blue=True), FAR, cards={"T1": "5H"}
    )
    game.do(HOST, Fire(target="E1"))
    told = game.rolled(HOST, 2, 2, 2)
    if die:
        assert game.waits_for == [SaveRoll]
        told = game.rolled(GUEST, die)
    assert len(all_of(told, Saved)) == (1 if die else 0)
    assert game.unit("E1").hits == hits


@pytest.mark.parametrize(("dice", "lost"), [((1, 3), True), ((1, 6), False)])
def test_ex1_25_a_damaged_tank_is_hit_again(dice: tuple[int, int], lost: bool) -> None:
    game = acting(
        put("T1", (2, 10)), put("E1", (20, 10), blue=True, hits=1), FAR, cards={"T1": "5H"}
    )
    game.do(HOST, Fire(target="E1"))
    game.rolled(HOST, 2, 2, 2)
    told = game.rolled(GUEST, *dice)
    if lost:
        assert the(told, Destroyed) == Destroyed(unit="E1", by="T1", points=5)
        assert not all_of(told, CardPlayed)
        assert the(game.chose(GUEST, "remove"), WreckSettled).unit == "E1"
        return
    assert the(told, Saved).saved
    assert game.unit("E1").hits == 1
