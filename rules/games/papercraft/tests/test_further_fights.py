"""Further cases of moves and attacks: what two rules make of each other."""

import pytest

from rules.games.papercraft import GAME
from rules.games.papercraft.chapters.abilities_used import UseAbility
from rules.games.papercraft.chapters.amending import AmendUnit
from rules.games.papercraft.chapters.attacks import Attack
from rules.games.papercraft.chapters.damage import DamageRoll, Hurt
from rules.games.papercraft.chapters.hits import GuardRoll, StrikeLost
from rules.games.papercraft.chapters.moving import EndMovement, LayDown, SquareMoved, SquareMoveDone
from rules.games.papercraft.chapters.turns import (
    BattleDecided,
    ConcedeArmy,
    Conceded,
    EndTurn,
    PlayerTurnBegan,
)
from rules.games.papercraft.profiles import Armour, Fate
from rules.games.papercraft.state import Phase, Status, StatusKind
from rules.games.papercraft.tests.table_play import (
    GUEST,
    HOST,
    STRICT,
    TOTALS,
    Battle,
    Put,
    attacking,
    moving,
    profile_of,
    put,
    spot,
    the,
    turn_over,
)
from rules.referee.toolkit.questions import Choose, DiceQuestion, Roll
from rules.table.snapshot import PieceState

FAR = put("Z", "seal_captain", (33, 33), blue=True)


def captain(name: str, at: tuple[float, float], *, blue: bool = True, **more: object) -> Put:
    return put(name, "seal_captain", at, blue=blue, **more)  # type: ignore[arg-type]


def two(attacker: Put, target: Put, *others: Put, **chosen: object) -> Battle:
    return attacking(attacker, target, *others, chosen=dict(chosen))


@pytest.mark.parametrize("degrees", [45, 90, 135, 180, 270, 360, 540])
def test_a_turn_on_the_spot_costs_a_chord_of_the_front(degrees: float) -> None:
    """Infantry is 3 deep: its front runs on a circle of 1.5 in; a whole turn takes it nowhere."""
    import math

    game = moving(put("A", "quill_spears", (10, 10)), FAR, chosen=dict(STRICT))
    game.lies("A", (10, 10), 90 + degrees)
    chord = 3 * abs(math.sin(math.radians(degrees / 2)))
    if chord < 1e-6:
        assert game.refused(HOST, SquareMoveDone(unit="A")).clause == "PC-MOV-01"
    else:
        assert the(game.do(HOST, SquareMoveDone(unit="A")), SquareMoved).length == pytest.approx(
            chord
        )


@pytest.mark.parametrize(("turn", "legal"), [(0, 8.0), (180, 5.0)])
def test_whoever_turns_about_gets_less_far(turn: float, legal: float) -> None:
    """Backwards by five and turned: the front goes 5 + 3 in; straight on it may go 8."""
    game = moving(put("A", "quill_spears", (10, 15)), FAR, chosen=dict(STRICT))
    sign = -1 if turn else 1
    game.lies("A", (10, 15 + sign * (legal + 0.1)), 90 + turn)
    assert game.refused(HOST, SquareMoveDone(unit="A")).clause == "PC-MOV-02"
    game.lies("A", (10, 15 + sign * legal), 90 + turn)
    game.do(HOST, SquareMoveDone(unit="A"))


@pytest.mark.parametrize("armour", list(Armour))
@pytest.mark.parametrize("rule", ["zero", "one"])
def test_no_hit_ever_heals_unless_that_was_agreed(armour: Armour, rule: str) -> None:
    profile = profile_of("moth_rider", armour=armour)
    game = two(
        put("A", "ballista_cart", (10, 5)),
        put("B", "moth_rider", (10, 15), blue=True, hp=20, profile=profile),
        min_damage=rule,
    )
    game.do(HOST, Attack(unit="A", attack="bolt", target="B"))
    game.fought(6, 1)
    game.hit_for(1, 1, 1)
    assert game.unit("B").hp <= 20 - (rule == "one")


def test_healing_by_a_hit_stops_at_the_printed_hp() -> None:
    game = two(
        put("A", "inkbow_company", (10, 5)),
        put("B", "press_tower", (10, 15), blue=True, hp=59),
        min_damage="heal",
    )
    game.do(HOST, Attack(unit="A", attack="bow", target="B"))
    game.fought(6, 1)
    assert the(game.hit_for(1, 1), Hurt).amount == -1
    assert game.unit("B").hp == 60


def test_a_unit_that_has_moved_still_fights_hand_to_hand() -> None:
    game = moving(put("A", "hollow_queen", (10, 10)), captain("B", (10, 18.1)), FAR)
    game.lies("A", (10, 17))
    game.do(HOST, SquareMoveDone(unit="A"))
    game.do(HOST, EndMovement())
    wail = game.refused(HOST, Attack(unit="A", attack="wail", target="B"))
    assert wail.clause == "PC-ATK-02"
    game.do(HOST, Attack(unit="A", attack="nails", target="B"))
    game.fought(6, 1)
    game.hit_for(4)


def test_the_second_attack_of_infantry_on_the_same_target_is_refused_even_after_a_miss() -> None:
    game = two(put("A", "inkbow_company", (10, 5)), captain("B", (10, 15)))
    for die in (1, 6):
        fresh = two(put("A", "inkbow_company", (10, 5)), captain("B", (10, 15)))
        fresh.do(HOST, Attack(unit="A", attack="bow", target="B"))
        fresh.fought(die, 7 - die)
        if die == 6:
            fresh.hit_for(1, 1)
        assert fresh.refused(HOST, Attack(unit="A", attack="bow", target="B")).clause == "PC-ATK-04"
    assert game.unit("A").attacks == ()


def test_infantry_that_kills_its_first_target_has_a_second_attack() -> None:
    game = two(
        put("A", "inkbow_company", (10, 5)), captain("B", (10, 15), hp=1), captain("C", (14, 15))
    )
    game.do(HOST, Attack(unit="A", attack="bow", target="B"))
    game.fought(6, 1)
    game.hit_for(6, 6)
    game.do(HOST, Attack(unit="A", attack="bow", target="C"))


def test_an_ability_replaces_both_attacks_of_infantry() -> None:
    profile = profile_of("inkbow_company", abilities=("the_power",))
    game = two(
        put("A", "inkbow_company", (10, 5), profile=profile),
        captain("B", (10, 15)),
        captain("C", (12, 9), blue=False),
    )
    game.do(HOST, UseAbility(unit="A", ability="the_power", target="C"))
    assert game.refused(HOST, Attack(unit="A", attack="bow", target="B")).clause == "PC-ATK-10"


def test_a_shot_clears_the_way_for_the_next_one() -> None:
    game = two(
        put("A", "inkbow_company", (16, 5)),
        put("C", "paper_ghouls", (10, 10), blue=True, hp=1),
        captain("D", (10, 15)),
        put("E", "blot_caster", (10, 5)),
    )
    behind = Attack(unit="E", attack="bolt", target="D")
    assert game.refused(HOST, behind).evidence[0].blockers == ("C",)
    game.do(HOST, Attack(unit="A", attack="bow", target="C"))
    game.fought(6, 1)
    game.hit_for(6, 6)
    game.gone("C")
    game.do(HOST, behind)


@pytest.mark.parametrize("body", [Roll(dice=(3,)), Choose(choice="hold"), LayDown(unit="A")])
def test_answers_that_nobody_asked_for(body: object) -> None:
    game = two(captain("A", (10, 10), blue=False), FAR)
    refusal = game.refused(HOST, body)
    assert refusal.clause == "PC-TRN-02"
    assert refusal.reason.endswith("just now.")


def test_nobody_answers_for_somebody_else() -> None:
    game = two(
        put("A", "inkbow_company", (10, 5)), put("B", "ninja_assassin", (10, 7.1), blue=True)
    )
    game.do(HOST, Attack(unit="A", attack="knife", target="B"))
    refusal = game.refused(HOST, Choose(choice="dodge"))
    assert refusal.reason.startswith("It is Blue's turn to answer")
    assert game.refused(GUEST, Choose(choice="hide")).reason.startswith(
        "The answer is dodge or strike back, not 'hide'."
    )


def test_a_question_that_is_not_open_is_named() -> None:
    game = two(put("A", "inkbow_company", (10, 5)), captain("B", (10, 15)))
    game.do(HOST, Attack(unit="A", attack="bow", target="B"))
    refusal = game.refused(HOST, Roll(dice=(3,), ask=99))
    assert refusal.reason.startswith("That is not what is asked now")


def test_a_blow_back_can_kill_the_attacker() -> None:
    game = two(
        captain("A", (10, 10), blue=False, hp=1),
        put("B", "ninja_assassin", (10, 11.1), blue=True),
        captain("C", (30, 3), blue=False),
    )
    game.do(HOST, Attack(unit="A", attack="blade", target="B"))
    game.chose(GUEST, "strike back")
    game.fought(1, 6)
    game.fought(6, 1)
    game.hit_for(6)
    assert game.unit("A").fate is Fate.CORPSE
    assert game.state.phase is Phase.ATTACK


def test_a_blow_back_is_not_met_with_another() -> None:
    game = two(
        put("A", "ninja_assassin", (10, 10)), put("B", "ninja_assassin", (10, 11.1), blue=True)
    )
    game.do(HOST, Attack(unit="A", attack="ninjatou", target="B"))
    game.chose(GUEST, "strike back")
    game.fought(1, 6)
    assert game.waits_for == TOTALS, "A has no choice now"


def test_an_empowered_parry_counts_double() -> None:
    power = (Status(kind=StatusKind.EMPOWERED, turn=1, by="M"),)
    game = two(
        captain("A", (10, 10), blue=False),
        put("B", "ninja_assassin", (10, 11.1), blue=True, statuses=power),
    )
    game.do(HOST, Attack(unit="A", attack="blade", target="B"))
    game.chose(GUEST, "strike back")
    assert "+4" in game.state.asks[1].says


def test_giving_up_in_the_middle_of_an_attack() -> None:
    game = attacking(
        put("A", "inkbow_company", (10, 5)),
        captain("B", (10, 15)),
        put("G", "lantern_wisp", (30, 5), side="Green", player="Stranger"),
    )
    game.do(HOST, Attack(unit="A", attack="bow", target="B"))
    told = game.do(GUEST, ConcedeArmy())
    assert the(told, Conceded).units == ("B",)
    assert (game.waits_for, game.state.steps) == ([], ())
    assert game.refused(GUEST, ConcedeArmy()).clause == "PC-TRN-07"
    assert the(game.do(HOST, ConcedeArmy()), BattleDecided).winner == "Green"


def test_somebody_else_giving_up_leaves_an_attack_as_it_is() -> None:
    game = attacking(
        put("A", "inkbow_company", (10, 5)),
        captain("B", (10, 15)),
        put("G", "lantern_wisp", (30, 5), side="Green", player="Stranger"),
    )
    game.do(HOST, Attack(unit="A", attack="bow", target="B"))
    hit = game.state.asks[0]
    game.rolled(HOST, 6, ask=hit.id)
    game.do("Stranger", ConcedeArmy())
    assert game.waits_for == [GuardRoll]
    game.rolled(GUEST, 1)
    assert game.waits_for == [DamageRoll]


def test_whoever_gives_up_in_a_turn_of_their_own_ends_it() -> None:
    game = attacking(
        captain("A", (10, 10), blue=False),
        captain("B", (20, 20)),
        put("G", "lantern_wisp", (30, 5), side="Green", player="Stranger"),
    )
    assert the(game.do(HOST, ConcedeArmy()), PlayerTurnBegan).player == "Blue"


def test_a_unit_that_died_of_a_blast_is_not_struck_again() -> None:
    game = two(
        put("A", "warmachine_otoro", (15, 15)),
        captain("B", (15, 17), hp=1),
        put("C", "warmachine_otoro", (15, 20), blue=True, hp=1),
        captain("D", (15, 23)),
        FAR,
    )
    game.do(HOST, UseAbility(unit="A", ability="fire_rockets"))
    game.hit_for(6, 6, 6)
    for _ in range(12):
        if not game.state.asks:
            break
        question = game.state.asks[0].question
        assert isinstance(question, DiceQuestion)
        game.hit_for(*(6,) * question.dice.count)
    assert not game.state.asks
    assert not game.unit("B").alive


def test_a_strike_at_somebody_who_is_gone_is_lost() -> None:
    """The machine dies under the first attack of the charge, and its rockets kill the second."""
    game = attacking(
        put("A", "windshear_primal", (10, 10)),
        put("B", "warmachine_otoro", (10, 12.6), blue=True, hp=1),
        captain("C", (10, 15), hp=1),
        FAR,
        chosen={**STRICT, "min_damage": "one"},
    )
    game.do(HOST, UseAbility(unit="A", ability="gale"))
    game.lies("A", (10, 17))
    game.do(HOST, LayDown(unit="A"))
    assert game.refused(HOST, AmendUnit(unit="C", hp=0), waives=["PC-OBJ-10"]).clause == "PC-ATK-07"
    game.fought(6, 1)
    game.hit_for(1)
    game.hit_for(1, 6)
    told = game.hit_for(1, 1)
    assert the(told, StrikeLost).target == "C"
    assert game.unit("A").hp == 16, "both attacks had their price"


@pytest.mark.parametrize(("hp", "moved"), [(16, False), (None, None)])
def test_an_amendment_that_changes_nothing(hp: int | None, moved: bool | None) -> None:
    game = two(captain("A", (10, 10), blue=False), FAR)
    refusal = game.refused(HOST, AmendUnit(unit="A", hp=hp, moved=moved), waives=["PC-OBJ-10"])
    assert refusal.reason == "A is like that already."


def test_agreed_that_it_has_not_moved_it_may_shoot() -> None:
    game = two(put("A", "inkbow_company", (10, 5), moved=True), captain("B", (10, 15)))
    shot = Attack(unit="A", attack="bow", target="B")
    assert game.refused(HOST, shot).clause == "PC-ATK-02"
    game.do(HOST, AmendUnit(unit="A", moved=False), waives=["PC-OBJ-10"])
    game.do(HOST, shot)


def test_a_typed_place_holds_until_the_camera_sees_better() -> None:
    game = moving(captain("A", (10, 10), blue=False), FAR)
    game.do(HOST, SquareMoveDone(unit="A", to=spot(10, 14)))
    assert GAME.differences(game.state, game.snapshot) == ()
    game.do(HOST, EndMovement())
    game.lies("A", (10, 10))
    (found,) = GAME.differences(game.state, game.snapshot)
    assert (found.subject, found.kind) == ("A", "moved_out_of_turn")


def test_without_a_camera_everything_is_said() -> None:
    game = moving(
        captain("A", (10, 10), blue=False, seen=PieceState.LOST, vouched=0),
        captain("B", (10, 18.1), seen=PieceState.LOST, vouched=0),
    )
    game.do(HOST, SquareMoveDone(unit="A", to=spot(10, 17)))
    game.do(HOST, EndMovement())
    game.do(HOST, Attack(unit="A", attack="blade", target="B"))


def test_a_pinned_unit_may_still_attack() -> None:
    pinned = (Status(kind=StatusKind.PINNED, turn=1, by="B"),)
    game = moving(captain("A", (10, 10), blue=False, statuses=pinned), captain("B", (10, 11.1)))
    game.do(HOST, EndMovement())
    game.do(HOST, Attack(unit="A", attack="blade", target="B"))


def test_two_pins_on_one_unit_are_over_together() -> None:
    pinned = tuple(Status(kind=StatusKind.PINNED, turn=1, by=name) for name in "BC")
    game = attacking(captain("A", (10, 10), blue=False, statuses=pinned), captain("B", (20, 20)))
    game.do(HOST, EndTurn())
    assert game.unit("A").statuses == ()


def test_a_draw_when_the_last_two_die_together() -> None:
    game = attacking(
        put("A", "ballista_cart", (15, 5), hp=1),
        put("B", "warmachine_otoro", (15, 15), blue=True, hp=1),
    )
    game.do(HOST, Attack(unit="A", attack="bolt", target="B"))
    game.fought(6, 1)
    game.hit_for(6, 6, 6)
    game.hit_for(6)
    ended = the(game.hit_for(6, 6), BattleDecided)
    assert (ended.winner, ended.how) == ("", "nobody has a unit left")


def test_after_equal_rounds_nobody_wins() -> None:
    game = attacking(
        captain("A", (10, 10), blue=False),
        captain("B", (20, 20)),
        chosen={"victory": "rounds", "rounds": 1},
    )
    turn_over(game)
    assert the(turn_over(game), BattleDecided).winner == ""
