"""What a rule forbids in Papercraft may be let pass together, and what makes no sense may not."""

from collections.abc import Sequence

import pytest

from rules.games.papercraft.chapters.abilities_used import UseAbility
from rules.games.papercraft.chapters.attacks import Attack, AttackDeclared
from rules.games.papercraft.chapters.moving import EndMovement, SquareMoveDone
from rules.games.papercraft.chapters.sheltering import Enter, Leave
from rules.games.papercraft.chapters.turns import EndTurn
from rules.games.papercraft.state import Phase, Status, StatusKind
from rules.games.papercraft.tests.table_play import (
    GUEST,
    HOST,
    STRICT,
    Put,
    attacking,
    moving,
    put,
    the,
)

FAR = put("Z", "moth_rider", (30, 33), 270, blue=True)
PINNED = (Status(kind=StatusKind.PINNED, turn=1, by="Z"),)


def captain(name: str, at: tuple[float, float], *, blue: bool = False, **more: object) -> Put:
    return put(name, "seal_captain", at, blue=blue, **more)  # type: ignore[arg-type]


BLOW = Attack(unit="A", attack="blade", target="B")
NEAR = captain("B", (10, 11.1), blue=True)


@pytest.mark.parametrize(
    ("who", "attacker", "target", "clauses"),
    [
        (HOST, captain("A", (10, 10), attacks=(("blade", "Z"),)), NEAR, ["PC-ATK-03"]),
        (HOST, captain("A", (10, 10), ability_used=True), NEAR, ["PC-ATK-10"]),
        (HOST, captain("A", (10, 10), held_by="Z"), NEAR, ["PC-ABL-15"]),
        (HOST, captain("A", (10, 10)), captain("B", (10, 11.1)), ["PC-ATK-05"]),
        (GUEST, captain("A", (10, 10)), NEAR, ["PC-TRN-03"]),
        (HOST, captain("A", (10, 10), blue=True), captain("B", (10, 11.1)), ["PC-TRN-03"]),
        (
            HOST,
            captain("A", (10, 10), held_by="Z", ability_used=True),
            NEAR,
            ["PC-ABL-15", "PC-ATK-10"],
        ),
    ],
)
def test_an_attack_that_a_rule_forbids_may_be_let_pass(
    who: str, attacker: Put, target: Put, clauses: Sequence[str]
) -> None:
    game = attacking(attacker, target, FAR, chosen=STRICT)
    for number, clause in enumerate(clauses):
        refusal = game.refused(who, BLOW, waives=clauses[:number])
        assert (refusal.clause, refusal.waivable) == (clause, True), "one rule at a time"
    the(game.do(who, BLOW, waives=clauses), AttackDeclared)
    game.fought(6, 1)


def test_what_is_done_in_another_phase_may_be_let_pass() -> None:
    early = moving(captain("A", (10, 10)), NEAR, FAR, chosen=STRICT)
    assert early.refused(HOST, BLOW).waivable
    early.do(HOST, BLOW, waives=["PC-TRN-02"])
    early.fought(1, 6)
    assert early.state.phase is Phase.MOVE
    early.do(HOST, EndTurn(), waives=["PC-TRN-02"])
    late = attacking(captain("A", (10, 10)), NEAR, FAR, chosen=STRICT)
    late.lies("A", (8, 10))
    late.do(HOST, SquareMoveDone(unit="A"), waives=["PC-TRN-02"])
    assert late.unit("A").moved


def test_a_move_that_a_rule_forbids_may_be_let_pass() -> None:
    game = moving(captain("A", (10, 10), statuses=PINNED, held_by="Z"), FAR, chosen=STRICT)
    game.lies("A", (10, 14))
    move = SquareMoveDone(unit="A")
    assert game.refused(HOST, move).clause == "PC-ABL-15"
    assert game.refused(HOST, move, waives=["PC-ABL-15"]).clause == "PC-MOV-12"
    game.do(HOST, move, waives=["PC-ABL-15", "PC-MOV-12"])
    tower = moving(put("A", "press_tower", (10, 10)), FAR, chosen=STRICT)
    tower.lies("A", (10, 14))
    assert tower.refused(HOST, move, waives=["PC-MOV-10"]).clause == "PC-MOV-02"
    tower.do(HOST, move, waives=["PC-MOV-10", "PC-MOV-02"])


def test_going_into_a_building_and_out_of_it_may_be_let_pass() -> None:
    guests = [captain(name, (30, 10), inside="H") for name in ("C", "D")]
    game = moving(
        put("H", "shrine_of_protection", (10, 10)),
        captain("A", (10, 13.1), moved=True),
        *guests,
        FAR,
        chosen=STRICT,
    )
    into = Enter(unit="A", building="H")
    assert game.refused(HOST, into).waivable
    game.do(HOST, into, waives=["PC-ABL-16"])
    assert len(game.state.inside("H")) == 3
    game.lies("A", (10, 13.1))
    assert game.refused(HOST, Leave(unit="A")).waivable
    game.do(HOST, Leave(unit="A"), waives=["PC-ABL-16"])
    game.do(HOST, EndMovement())


def test_an_ability_that_a_rule_forbids_may_be_let_pass() -> None:
    used = put("A", "miguel", (10, 10), moved=True)
    game = attacking(used, captain("C", (13, 10)), FAR, chosen=STRICT)
    power = UseAbility(unit="A", ability="the_power", target="C")
    assert game.refused(HOST, power).waivable
    game.do(HOST, power, waives=["PC-ATK-10"])
    assert game.state.empowered(game.unit("C"))
    rockets = put("A", "warmachine_otoro", (10, 10))
    alone = attacking(rockets, FAR, chosen=STRICT)
    fire = UseAbility(unit="A", ability="fire_rockets")
    assert alone.refused(HOST, fire).waivable
    alone.do(HOST, fire, waives=["PC-ABL-05"])
    assert alone.waits_for == []


@pytest.mark.parametrize(
    "body",
    [
        Attack(unit="A", attack="blade", target="A"),
        Attack(unit="A", attack="spoon", target="B"),
        Attack(unit="nobody", attack="blade", target="B"),
        UseAbility(unit="A", ability="gale"),
        Leave(unit="A"),
    ],
)
def test_what_makes_no_sense_cannot_be_let_pass(body: object) -> None:
    game = attacking(captain("A", (10, 10)), NEAR, FAR, chosen=STRICT)
    refusal = game.refused(HOST, body, waives=["PC-TRN-02"])
    assert not refusal.waivable


def test_pc_mov_02_what_has_no_movement_goes_no_inch_when_it_may_be_moved() -> None:
    game = moving(put("A", "press_tower", (10, 10)), FAR, chosen=STRICT)
    game.lies("A", (10, 10.8))
    assert game.refused(HOST, SquareMoveDone(unit="A")).clause == "PC-MOV-10"
    agreed = ["PC-MOV-10"]
    assert game.refused(HOST, SquareMoveDone(unit="A"), waives=agreed).clause == "PC-MOV-02"
