"""What seats are shown, what is awaited, and the sheet with everybody's hit points."""

import json

from rules.games.papercraft import GAME
from rules.games.papercraft.chapters.attacks import Attack
from rules.games.papercraft.chapters.moving import SquareMoveDone
from rules.games.papercraft.profiles import Fate
from rules.games.papercraft.state import Phase, Status, StatusKind
from rules.games.papercraft.tests.armies import rows
from rules.games.papercraft.tests.table_play import (
    GUEST,
    HOST,
    STRICT,
    Battle,
    attacking,
    moving,
    new_battle,
    put,
    started,
)
from rules.games.papercraft.view import note_of, sheet_text
from rules.referee.toolkit.game import Template


def fight() -> Battle:
    return attacking(
        put("A", "seal_captain", (10, 10)),
        put("B", "paper_ghouls", (10, 12.1), blue=True, hp=9),
        put("C", "seal_captain", (30, 30), blue=True, hp=0, fate=Fate.CORPSE, killed_by="A"),
    )


def test_everybody_sees_everything_as_json_and_asks_only_their_own() -> None:
    game = fight()
    game.do(HOST, Attack(unit="A", attack="blade", target="B"))
    host, guest, nobody = (
        json.loads(json.dumps(dict(GAME.view(game.state, seat)))) for seat in (HOST, GUEST, "")
    )
    assert host["units"] == guest["units"] == nobody["units"]
    assert [ask["purpose"] for ask in host["asks"]] == ["hit"]
    assert [ask["purpose"] for ask in guest["asks"]] == ["guard"]
    assert nobody["asks"] == []
    assert guest["waits_for"] == [{"seat": "Host", "player": "Red", "purpose": "hit"}]
    assert host["asks"][0]["means"][0]["then"] == "a hit"


def test_a_unit_is_shown_with_all_it_can_do() -> None:
    shown = GAME.view(fight().state, HOST)["units"]
    assert isinstance(shown, list)
    captain = shown[0]
    assert (captain["hp"], captain["printed_hp"], captain["points"]) == (16, 16, 35)
    assert captain["attacks"][0]["says"] == "blade: Slashing, melee, +3, 1D6+3"
    assert captain["spot"] == {"x_in": 10, "y_in": 10, "heading_deg": 90}


def test_the_sheet_can_be_printed() -> None:
    assert sheet_text(fight().state) == (
        "unit  what it is    side  HP     points  what becomes of it\n"
        "A     Seal Captain  Red   16/16  35\n"
        "B     Paper Ghouls  Blue  9/26   35\n"
        "C     Seal Captain  Blue  0/16   35      corpse, killed by A\n"
    )


def test_the_sheet_says_what_lasts() -> None:
    unit = put(
        "A",
        "seal_captain",
        (1, 1),
        held_by="B",
        inside="S",
        statuses=(Status(kind=StatusKind.BURNING, turn=2, by="M"),),
    ).unit
    assert note_of(unit) == "held by B; in S; burning by M"


def test_what_is_awaited_is_said_in_every_phase() -> None:
    assert GAME.awaits is not None
    red, blue = put("A", "seal_captain", (10, 10)), put("B", "moth_rider", (30, 30), blue=True)
    assert GAME.awaits(moving(red, blue).state) == "Red: move your units, then end the movement."
    assert GAME.awaits(attacking(red, blue).state) == "Red: attack, then end the turn."
    game = new_battle(rows("Red", "seal_captain"), rows("Blue", "moth_rider"), ready=False)
    assert GAME.awaits(game.state) == (
        "Red and Blue: look at armies and table, and say that you are ready."
    )
    deploying = started(put("A", "seal_captain", None), blue, phase=Phase.DEPLOY)
    assert GAME.awaits(deploying.state) == "Red: place a unit within 10 in of the south edge."


def test_start_zones_are_shown_while_squares_are_put_down() -> None:
    red, blue = put("A", "seal_captain", None), put("B", "moth_rider", (30, 30), blue=True)
    shown = GAME.view(started(red, blue, phase=Phase.DEPLOY).state, HOST)["zones"]
    assert shown == [
        {"says": "Red begins here", "edge": "south", "depth_in": 10.0},
        {"says": "Blue begins here", "edge": "north", "depth_in": 10.0},
    ]
    assert GAME.view(fight().state, HOST)["zones"] == []


def test_a_spectator_may_ask_for_nothing() -> None:
    game = fight()
    assert GAME.options(game.state, game.snapshot, "Stranger") == ()
    assert [each.command for each in GAME.options(game.state, game.snapshot, GUEST)] == ["concede"]


def moves(game: Battle) -> list[Template]:
    offers = GAME.options(game.state, game.snapshot, HOST)
    return [each for each in offers if each.command == "move_done"]


def test_what_has_made_its_whole_move_is_offered_no_place() -> None:
    enemy = put("B", "moth_rider", (30, 33), 270, blue=True)
    game = moving(put("A", "seal_captain", (10, 10)), enemy, chosen=STRICT)
    game.lies("A", (10, 18))
    game.do(HOST, SquareMoveDone(unit="A"))
    (spent,) = moves(game)
    assert (spent.holes, spent.reach) == ((), None)
    assert spent.refusal is not None
    assert spent.refusal.reason == spent.says == "A has made its whole move."
    game.lies("A", (10, 20))
    (beyond,) = moves(game)
    assert beyond.refusal is not None
    assert (beyond.holes, beyond.refusal.clause) == ((), "PC-MOV-02")
