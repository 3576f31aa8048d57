"""Tests of attacks, ranges, hits and damage (clauses ATK, RNG, HIT, DMG and GEO-05 to GEO-07)."""

import pytest

from rules.games.papercraft.chapters.abilities_used import UseAbility
from rules.games.papercraft.chapters.attacks import Attack, AttackDeclared, RangeFailed
from rules.games.papercraft.chapters.damage import DamageRoll, Hurt, TypeChoice, TypeChosen
from rules.games.papercraft.chapters.hits import HitRolled
from rules.games.papercraft.chapters.moving import SquareMoveDone
from rules.games.papercraft.chapters.turns import EndTurn
from rules.games.papercraft.profiles import Armour, DamageType, Fate
from rules.games.papercraft.tests.table_play import (
    GUEST,
    HOST,
    STRICT,
    TOTALS,
    Battle,
    Put,
    all_of,
    attacking,
    profile_of,
    put,
    ruling,
    the,
)
from rules.referee.toolkit.questions import Roll
from rules.table.snapshot import PieceState

BOW = put("A", "inkbow_company", (10, 5))
"""4 by 3, x 8 to 12 and y 3.5 to 6.5; its bow reaches 18 in."""


def shot(
    *others: Put, target: str = "B", attack: str = "bow", **chosen: object
) -> tuple[Battle, Attack]:
    """The bows and whoever else is there, without any courtesy."""
    game = attacking(BOW, *others, chosen={**STRICT, **chosen})
    return game, Attack(unit="A", attack=attack, target=target)


def captain(name: str, at: tuple[float, float], *, blue: bool = True, **more: object) -> Put:
    return put(name, "seal_captain", at, blue=blue, **more)  # type: ignore[arg-type]


def test_pc_geo_05_distance_is_from_edge_to_edge_whatever_the_heading() -> None:
    for heading in (0, 90, 180, 270):
        game, attack = shot(captain("B", (10, 20), heading=heading))
        found = ruling(game.do(HOST, attack), AttackDeclared).evidence[0]
        assert found.value == pytest.approx(13)
        assert (found.line[0][1], found.line[1][1]) == pytest.approx((6.5, 19.5))


def test_pc_geo_06_a_line_may_touch_a_corner() -> None:
    """Two squares leave the strip from x 9.5 to 10.5 free: the line runs along their edges."""
    game, attack = shot(captain("B", (10, 20)), captain("C", (9, 12)), captain("D", (11, 12)))
    found = ruling(game.do(HOST, attack), AttackDeclared).evidence[0]
    assert found.value == pytest.approx(13)


@pytest.mark.parametrize(("seam_open", "legal"), [(False, False), (True, True)])
@pytest.mark.parametrize("beside", [((8, 12), (12, 12)), ((8, 11), (12, 14))])
def test_pc_geo_06_a_gap_of_no_width_is_shut(
    beside: tuple[tuple[float, float], ...], seam_open: bool, legal: bool
) -> None:
    """Fault 20: between two squares that touch, along an edge or at a corner, a line passed."""
    walls = [put(n, "quill_spears", at, blue=True) for n, at in zip("CD", beside, strict=True)]
    target = captain("B", (10, 20))
    game, attack = shot(target, *walls, seam_open=seam_open)
    if legal:
        found = ruling(game.do(HOST, attack), AttackDeclared).evidence[0]
        assert found.value == pytest.approx(13)
    else:
        refusal = game.refused(HOST, attack)
        assert refusal.clause == "PC-RNG-02"
        assert refusal.reason.startswith("no clear line from A to B")


def test_pc_geo_06_along_the_edge_of_one_square_a_line_stays_free() -> None:
    """Fault 20: a wall of two that touch shuts what is between them, and nothing beside them."""
    walls = [put(n, "moth_rider", (11.5, y), blue=True) for n, y in (("C", 11), ("D", 13))]
    game, attack = shot(captain("B", (10, 20)), *walls, captain("E", (9, 12)))
    found = ruling(game.do(HOST, attack), AttackDeclared).evidence[0]
    assert found.value == pytest.approx(13)


def test_pc_geo_07_the_range_goes_round_the_corner_of_a_blocker() -> None:
    """The tower stands from x 9.4 on and y 8 to 13, the target from x 9.5 on at y 17.5.

    So the shortest clear line leans on the corner (9.4, 13) and ends in the one at (9.5, 17.5):
    a tenth of an inch sideways on 4.5 in, all the way from y 6.
    """
    game = attacking(
        put("A", "web_spitter", (10, 5)),
        captain("B", (10, 18)),
        put("C", "press_tower", (11.9, 10.5), blue=True),
        chosen=dict(STRICT),
    )
    told = ruling(game.do(HOST, Attack(unit="A", attack="spit", target="B")), AttackDeclared)
    (found,) = told.evidence
    assert found.value == pytest.approx(11.5 * (1 + (0.1 / 4.5) ** 2) ** 0.5, abs=1e-6)
    assert found.blockers == ("C",)


def test_pc_atk_01_melee_is_allowed_after_moving() -> None:
    game, attack = shot(captain("B", (10, 7.1)), attack="knife")
    game.state = game.state.with_unit(put("A", "inkbow_company", (10, 5), moved=True).unit)
    assert the(game.do(HOST, attack), AttackDeclared).attack == "knife"


def test_pc_atk_02_nothing_but_melee_after_moving() -> None:
    game, attack = shot(captain("B", (10, 7.1)))
    game.state = game.state.with_unit(put("A", "inkbow_company", (10, 5), moved=True).unit)
    refusal = game.refused(HOST, attack)
    assert refusal.clause == "PC-ATK-02"
    assert refusal.reason == "A has moved this turn: of its attacks only melee is left."


def test_pc_atk_03_one_attack_for_whoever_is_no_infantry() -> None:
    game = attacking(
        captain("A", (10, 10), blue=False), captain("B", (10, 11.1)), captain("C", (11.1, 10))
    )
    game.do(HOST, Attack(unit="A", attack="blade", target="B"))
    game.fought(1, 6)
    refusal = game.refused(HOST, Attack(unit="A", attack="blade", target="C"))
    assert (refusal.clause, refusal.reason) == ("PC-ATK-03", "A has made its attack this turn.")


def two_targets(**chosen: object) -> Battle:
    game = attacking(
        BOW,
        captain("B", (9, 7.1)),
        captain("C", (11, 7.1)),
        captain("D", (7.4, 5)),
        chosen=dict(chosen),
    )
    game.do(HOST, Attack(unit="A", attack="bow", target="B"))
    game.fought(1, 6)
    return game


def test_pc_atk_04_infantry_attacks_twice_on_two_targets() -> None:
    game = two_targets()
    again = game.refused(HOST, Attack(unit="A", attack="knife", target="B"))
    assert again.reason == "A has attacked B already: the second target differs."
    game.do(HOST, Attack(unit="A", attack="knife", target="C"))
    game.fought(1, 6)
    third = game.refused(HOST, Attack(unit="A", attack="bow", target="D"))
    assert (third.clause, third.reason) == ("PC-ATK-04", "A has made both attacks this turn.")


def test_pc_atk_04_or_twice_with_the_same_attack_where_that_was_agreed() -> None:
    game = two_targets(infantry_mix="same_only")
    refusal = game.refused(HOST, Attack(unit="A", attack="knife", target="C"))
    assert refusal.reason == "A attacked with bow, so its second attack is that too."
    game.do(HOST, Attack(unit="A", attack="bow", target="C"))


@pytest.mark.parametrize(("friendly_fire", "legal"), [(False, False), (True, True)])
def test_pc_atk_05_targets_are_living_enemies(friendly_fire: bool, legal: bool) -> None:
    game = attacking(
        BOW,
        captain("C", (10, 15), blue=False),
        captain("B", (30, 30)),
        chosen={"friendly_fire": friendly_fire},
    )
    attack = Attack(unit="A", attack="bow", target="C")
    if legal:
        game.do(HOST, attack)
    else:
        assert game.refused(HOST, attack).clause == "PC-ATK-05"
    own = game.refused(HOST, Attack(unit="A", attack="bow", target="A"))
    assert own.clause in {"PC-ATK-05", "PC-HIT-01", "PC-TRN-02"}


def test_pc_atk_06_units_attack_in_any_order_one_at_a_time() -> None:
    game = attacking(
        BOW, captain("C", (20, 5), blue=False), captain("B", (10, 15)), captain("D", (20, 6.1))
    )
    game.do(HOST, Attack(unit="C", attack="blade", target="D"))
    waiting = game.refused(HOST, Attack(unit="A", attack="bow", target="B"))
    assert waiting.clause == "PC-HIT-01"
    assert waiting.reason.startswith("Red first: Roll 1 die: C attacks D")
    game.fought(1, 6)
    game.do(HOST, Attack(unit="A", attack="bow", target="B"))


def test_pc_atk_07_range_then_hit_then_damage_then_what_comes_of_it() -> None:
    game, attack = shot(put("B", "moth_rider", (10, 15), blue=True, hp=30))
    game.do(HOST, attack)
    assert game.waits_for == TOTALS
    game.fought(6, 1)
    assert game.waits_for == [DamageRoll]
    assert game.refused(HOST, EndTurn()).clause == "PC-DMG-01"
    game.hit_for(1, 1)
    assert game.waits_for == []


def test_pc_atk_08_a_target_out_of_range_costs_nothing() -> None:
    game, attack = shot(captain("B", (10, 30)))
    assert game.refused(HOST, attack).clause == "PC-RNG-01"
    assert game.unit("A").attacks == ()
    costly = attacking(BOW, captain("B", (10, 30)), chosen={"range_fail_costs": True})
    assert the(costly.do(HOST, attack), RangeFailed).target == "B"
    assert costly.unit("A").attacks == (("bow", "B"),)


def test_pc_atk_09_a_miss_uses_the_attack_up() -> None:
    game, attack = shot(captain("B", (10, 15)))
    game.do(HOST, attack)
    told = ruling(game.fought(1, 6), HitRolled)
    assert told.clause == "PC-ATK-09"
    assert game.unit("A").attacks == (("bow", "B"),)
    assert game.unit("B").hp == 16


def test_pc_atk_10_an_ability_is_for_who_has_neither_moved_nor_attacked() -> None:
    def game(**more: object) -> Battle:
        given = {"moved": False, **more}
        return attacking(
            put("A", "miguel", (10, 10), **given),  # type: ignore[arg-type]
            captain("C", (12, 10), blue=False),
            captain("B", (10, 11.1)),
        )

    use = UseAbility(unit="A", ability="the_power", target="C")
    for blocked in (game(moved=True), game(attacks=(("short_dagger", "B"),))):
        assert blocked.refused(HOST, use).clause == "PC-ATK-10"
    free = game()
    free.do(HOST, use)
    for after in (use, Attack(unit="A", attack="short_dagger", target="B")):
        assert free.refused(HOST, after).clause == "PC-ATK-10"


def test_pc_rng_01_within_the_range_of_the_attack() -> None:
    for y, legal in ((25.0, True), (25.01, False)):
        game, attack = shot(captain("B", (10, y)))
        if legal:
            game.do(HOST, attack)
        else:
            refusal = game.refused(HOST, attack)
            assert refusal.clause == "PC-RNG-01"
            assert "beyond 18 in by 0.01 in" in refusal.reason


def test_pc_rng_02_who_blocks_is_named_and_drawn() -> None:
    game, attack = shot(put("C", "press_tower", (10, 12)), captain("B", (10, 20)))
    refusal = game.refused(HOST, attack)
    assert refusal.clause == "PC-RNG-02"
    assert "C" in refusal.reason
    (found,) = refusal.evidence
    assert found.blockers == ("C",)
    assert len(found.line) == 2


@pytest.mark.parametrize("blue", [False, True])
def test_pc_rng_03_friends_foes_and_buildings_block(blue: bool) -> None:
    wall = [put(f"C{x}", "press_tower", (x, 12), blue=blue) for x in (5, 10, 15)]
    game, attack = shot(*wall, captain("B", (10, 20)))
    refusal = game.refused(HOST, attack)
    assert refusal.reason.startswith("No clear line") or "no clear line" in refusal.reason


def test_pc_rng_04_plain_melee_reaches_as_far_as_was_agreed() -> None:
    for gap, reach, legal in ((0.2, 0.25, True), (0.3, 0.25, False), (0.9, 1.0, True)):
        game = attacking(
            captain("A", (10, 10), blue=False),
            captain("B", (10, 11 + gap)),
            chosen={**STRICT, "melee_reach_in": reach},
        )
        attack = Attack(unit="A", attack="blade", target="B")
        if legal:
            game.do(HOST, attack)
        else:
            assert game.refused(HOST, attack).clause == "PC-RNG-04"
    printed = attacking(
        put("A", "gilded_colossus", (10, 10)), captain("B", (10, 14.4)), chosen=dict(STRICT)
    )
    printed.do(HOST, Attack(unit="A", attack="hammer", target="B"))


def test_pc_rng_05_a_unit_attacks_behind_itself() -> None:
    game = attacking(put("A", "inkbow_company", (10, 15), 270), captain("B", (10, 25)))
    game.do(HOST, Attack(unit="A", attack="bow", target="B"))


def test_pc_hit_01_each_side_rolls_one_die_and_adds_its_bonus() -> None:
    game, attack = shot(captain("B", (10, 15)))
    game.do(HOST, attack)
    says = {ask.who: ask.says for ask in game.state.asks}
    assert "A attacks B with Ink bow, +2" in says["Red"]
    assert "B defends itself against A, +2" in says["Blue"]
    assert game.refused(HOST, Roll(dice=(3,), ask=game.state.asks[1].id)).clause == "PC-HIT-01"
    told = the(game.fought(4, 3), HitRolled)
    assert (told.attack_total, told.guard_total, told.hit) == (6, 5, True)


@pytest.mark.parametrize(("attacker", "defender", "hit"), [(3, 3, True), (2, 3, False)])
def test_pc_hit_02_a_tie_hits(attacker: int, defender: int, hit: bool) -> None:
    game, attack = shot(captain("B", (10, 15)))
    game.do(HOST, attack)
    assert the(game.fought(attacker, defender), HitRolled).hit is hit


def test_pc_hit_03_the_dodge_bonus_is_the_units_own() -> None:
    """The captain's blade has a Hit Bonus of 3; what it dodges with is 2."""
    game, attack = shot(captain("B", (10, 15)))
    game.do(HOST, attack)
    assert the(game.fought(1, 1), HitRolled).guard_total == 3


def hit(target: Put, *, unit_type: str = "inkbow_company", attack: str = "bow") -> Battle:
    """A shot that has hit."""
    game = attacking(put("A", unit_type, (10, 5)), target)
    game.do(HOST, Attack(unit="A", attack=attack, target="B"))
    game.fought(6, 1)
    return game


def test_pc_dmg_01_a_hit_rolls_its_damage_dice() -> None:
    game = hit(captain("B", (10, 15)))
    ask = game.state.asks[0]
    assert isinstance(ask.question, DamageRoll)
    assert (ask.question.dice.count, ask.who) == (2, "Red")


@pytest.mark.parametrize(
    ("armour", "amount"),
    [
        (Armour.HEAVY, 4),
        (Armour.LIGHT, 10),
        (Armour.MAGIC, 7),
        (Armour.NONE, 10),
        (Armour.FORTIFIED, 0),
    ],
)
def test_pc_dmg_02_the_armour_chart(armour: Armour, amount: int) -> None:
    profile = profile_of("moth_rider", armour=armour)
    game = hit(put("B", "moth_rider", (10, 15), blue=True, profile=profile))
    assert the(game.hit_for(3, 4), Hurt).amount == amount


@pytest.mark.parametrize(("rule", "amount"), [("zero", 0), ("one", 1), ("heal", -2)])
def test_pc_dmg_03_damage_below_nothing_counts_as_agreed(rule: str, amount: int) -> None:
    game = attacking(
        BOW, put("B", "press_tower", (10, 15), blue=True, hp=40), chosen={"min_damage": rule}
    )
    game.do(HOST, Attack(unit="A", attack="bow", target="B"))
    game.fought(6, 1)
    told = the(game.hit_for(3, 3), Hurt)
    assert (told.amount, told.hp) == (amount, 40 - amount)


def test_pc_dmg_04_so_many_hit_points_are_lost() -> None:
    game = hit(put("B", "moth_rider", (10, 15), blue=True))
    told = ruling(game.hit_for(2, 2), Hurt)
    assert told.clause == "PC-DMG-04"
    assert game.unit("B").hp == 32 - 7
    assert the([told], Hurt).why == "4, Pierce against Light +3"


def test_pc_dmg_05_whom_an_attack_spares_it_does_no_damage() -> None:
    game = attacking(
        put("A", "will_o_wights", (10, 5)), put("B", "paper_ghouls", (10, 8.1), blue=True)
    )
    game.do(HOST, Attack(unit="A", attack="chilling_presence", target="B"))
    told = ruling(game.fought(6, 1), Hurt)
    assert (told.clause, the([told], Hurt).amount) == ("PC-DMG-05", 0)
    assert game.waits_for == []


def test_pc_dmg_06_of_two_types_the_attacker_picks_one_first() -> None:
    game = attacking(
        put("A", "black_bear_guard", (10, 5)), put("B", "paper_ghouls", (10, 7.6), blue=True)
    )
    game.do(HOST, Attack(unit="A", attack="paws", target="B"))
    game.fought(6, 1)
    (ask,) = game.state.asks
    assert isinstance(ask.question, TypeChoice)
    assert (ask.clause, ask.question.choices) == ("PC-DMG-06", ("Slashing", "Bludgeon"))
    assert the(game.chose(HOST, "Slashing"), TypeChosen).type is DamageType.SLASHING
    assert the(game.hit_for(1, 2, 3), Hurt).amount == 6 + 5


def test_a_target_that_nobody_sees_cannot_be_judged() -> None:
    game, attack = shot(captain("B", (10, 15), seen=PieceState.HIDDEN))
    refusal = game.refused(HOST, attack)
    assert refusal.reason.startswith("The umpire cannot tell: B is hidden")
    assert refusal.waivable
    game.do(HOST, attack, waives=["PC-RNG-01"])


def test_a_corpse_attacks_nobody_and_nobody_moves_in_the_attack_phase() -> None:
    game, _ = shot(
        captain("B", (10, 15)), captain("C", (20, 15), blue=False, fate=Fate.CORPSE, hp=0)
    )
    dead = game.refused(HOST, Attack(unit="C", attack="blade", target="B"))
    assert dead.clause == "PC-DTH-09"
    assert game.refused(HOST, SquareMoveDone(unit="A")).clause == "PC-TRN-02"
    assert all_of(game.do(HOST, EndTurn()), Hurt) == []
    assert game.state.player(game.state.active).seat == GUEST
