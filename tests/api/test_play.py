"""Tests of `umpire play`: whole games by keystrokes, going on later, and everything mistyped."""

import io
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from api.cli import run
from api.errors import ExitCode
from api.playing.desk import Desk, PlayAsked
from api.playing.filling import can_be_filled
from api.playing.kept import KeptBattle
from api.playing.memory import place_of, remembered
from api.playing.screen import GoneError, Screen
from api.terminal.output import Output
from rules.games.paper_invasion.chapters.naming import RememberWords
from rules.referee.toolkit.game import Seat
from rules.registry import game, games
from tests.rules.referee.counting_game import COUNTING, setup

Said = pytest.CaptureFixture[str]


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """What the player types, and then nothing more."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_game_is_played_to_its_end_by_keystrokes(
    monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    rng, screen = random.Random(3), Numbers()
    found = game("paper_invasion")
    assert found.unmeasured is not None
    kept = KeptBattle.new(found, found.unmeasured(("Host",)), place=None)
    screen.answer = lambda prompt: _keystroke(kept, prompt, rng=rng)
    Desk(kept, screen=screen, place=None, given=None).play(goes_on=False)
    assert kept.over is not None
    assert screen.typed > 10
    told = "\n".join(screen.lines)
    assert "The game is over. " in told
    assert "Host takes undead" in told
    assert [body for _, body in remembered(found)] == [RememberWords(words=("undead",))]
    del monkeypatch, capsys


def test_what_a_rule_refuses_is_let_pass_at_the_terminal() -> None:
    alone = Seat(name="Red", sides=("red", "blue"))
    kept = KeptBattle.new(COUNTING, setup(alone), place=None)
    screen = Numbers()
    answers = iter(("y", "q"))
    screen.answer = lambda _prompt: next(answers)
    given = {"kind": "roll", "die": 9}
    Desk(kept, screen=screen, place=None, given=given).play(goes_on=False)
    assert kept.battle.state.sum == 9
    told = "\n".join(screen.lines)
    assert "refused (C-2): 9 is more than 4." in told
    assert "Red's command passes (C-2)" in told


def test_an_option_is_changed_and_the_state_amended_at_the_terminal() -> None:
    alone = Seat(name="Red", sides=("red", "blue"))
    kept = KeptBattle.new(COUNTING, setup(alone), place=None)
    screen = Numbers()
    kept.give("Red", {"kind": "roll", "die": 3})
    answers = iter(("m", "1", "30", "misread", "m", "2", "1", "free", "", "q"))
    screen.answer = lambda _prompt: next(answers)
    Desk(kept, screen=screen, place=None, given=None).play(goes_on=False)
    assert kept.battle.state.sum == 30
    assert kept.battle.options.choice("take_back") == "free"
    told = "\n".join(screen.lines)
    assert "Amended (misread): the sum is 30; until now the sum is 3." in told
    assert "From here on take_back is free, not ask." in told


class Numbers(Screen):
    """A terminal whose player answers by a rule, and which keeps what was said."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.typed = 0
        self.answer: Callable[[str], str] = str

    def say(self, text: str = "", *, style: str = "") -> None:
        del style
        self.lines.append(text)

    def ask(self, prompt: str) -> str:
        self.typed += 1
        assert self.typed < 5_000, "expected the game to end"
        return self.answer(prompt)


def _keystroke(kept: KeptBattle, prompt: str, *, rng: random.Random) -> str:
    """A number of something that is offered, or what is asked for."""
    if prompt.startswith("a number does it"):
        found = [c.template for c in kept.choices() if can_be_filled(c.template)]
        offered = [each for each in found if each.refusal is None]
        skipped = {
            "give_up",
            "set_control",
            "remember_words",
            "take_dice",
            "set_wall",
            "name_room",
            "join_rooms",
            "take_board",
        }
        if not any(each.command == "confirm_board" for each in offered):
            skipped.discard("take_board")
        wanted = [
            number for number, each in enumerate(offered, start=1) if each.command not in skipped
        ]
        return str(rng.choice(wanted))
    if prompt.startswith("word"):
        return "undead"
    if prompt.startswith("count"):
        return "1"
    return "" if "nothing to leave it out" in prompt else "1"


def test_a_game_is_kept_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    place = tmp_path / "ice.battle"
    typed(monkeypatch, "1", "ice", "", "", "1", "undead", "", "q")
    assert run(["play", "paper-invasion", "--battle", str(place)]) == ExitCode.DONE
    assert f"It goes on with --battle {place}." in capsys.readouterr().out.replace("\n", "")
    typed(monkeypatch, "1", "1", "u", "q")
    assert run(["play", "paper-invasion", "--battle", str(place)]) == ExitCode.DONE
    told = capsys.readouterr().out
    assert "Going on with" in told
    assert "Heroes 3, Enemies 10." in told
    assert "Host takes back. This falls: The board is right: 2 rooms, 7 walls." in told


def test_what_is_mistyped_is_told_and_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    typed(
        monkeypatch,
        "99",
        "nonsense",
        "?",
        "s",
        "1",
        "b",
        "u",
        "1",
        "",
        "",
        "",
        "1",
        "ß5!",
        "",
        "1",
        "12345",
        "",
        "2",
        "1 2",
        "b",
        "q",
    )
    assert run(["play", "paper-invasion"]) == ExitCode.DONE
    told = capsys.readouterr().out
    assert "expected a number from 1 to 4, or u, m, s, ?, q; got '99'" in told
    assert "got 'nonsense'" in told
    assert "there is nothing to take back" in told
    assert "You leave the game. It was not kept." in told


def test_the_end_of_the_input_leaves_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    typed(monkeypatch, "1")
    assert run(["play", "paper_invasion"]) == ExitCode.DONE
    assert "You leave the game." in capsys.readouterr().out
    typed(monkeypatch, "1")
    assert run(["play", "paper_invasion", "--json"]) == ExitCode.DONE
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert (told["game"], told["battle"], told["over"]) == ("paper_invasion", None, None)
    assert "You leave the game." in err
    typed(monkeypatch)
    with pytest.raises(GoneError):
        Screen(Output(colour=False)).ask("word")


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["papercraft"], ExitCode.USAGE, "measures its table"),
        (["paper-invasino"], ExitCode.USAGE, "did you mean paper_invasion?"),
        (["paper-invasion", "--option", "seal_outer"], ExitCode.USAGE, "expected NAME=VALUE"),
        (["paper-invasion", "--option", "mode=peace"], ExitCode.USAGE, "expected one of"),
        (["paper-invasion", "--give", "nowhere.json"], ExitCode.BAD_INPUT, "cannot be read"),
        (["paper-invasion", "--player", "umpire"], ExitCode.USAGE, "expected a name of its own"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_line(
    arguments: list[str], code: ExitCode, says: str, capsys: Said
) -> None:
    assert run(["play", *arguments]) == code
    complaint = capsys.readouterr().err
    assert complaint.startswith("umpire: ")
    assert says in complaint
    assert "Traceback" not in complaint


def test_a_file_that_is_no_battle_is_left_alone(tmp_path: Path, capsys: Said) -> None:
    place = tmp_path / "poem.battle"
    place.write_text("roses are red", encoding="utf-8")
    assert run(["play", "paper-invasion", "--battle", str(place)]) == ExitCode.BAD_INPUT
    assert "cannot be opened" in capsys.readouterr().err
    assert place.read_text(encoding="utf-8") == "roses are red"


def test_a_board_from_a_file_is_taken_when_it_is_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    rooms = [
        {"name": name, "outline": [[x, 1], [x + 3, 1], [x + 3, 4], [x, 4]]}
        for name, x in (("a", 1), ("b", 4))
    ]
    board = {"kind": "take_board", "rooms": rooms, "doubts": [["a|b", "a gap of 0.2 in"]]}
    place = tmp_path / "board.json"
    place.write_text(json.dumps(board), encoding="utf-8")
    typed(monkeypatch, "1", "", "", "", "1", "undead", "", "1", "1", "q")
    assert run(["play", "paper-invasion", "--give", str(place)]) == ExitCode.DONE
    told = capsys.readouterr().out
    assert "On the table is a board that was drawn with 2 rooms and 7 walls." in told
    assert "The wall between a and b is as it was read." in told
    assert "The board is right: 2 rooms, 7 walls." in told
    place.write_text('{"kind": "take_boat"}', encoding="utf-8")
    assert run(["play", "paper-invasion", "--give", str(place)]) == ExitCode.BAD_INPUT


def test_used_words_are_remembered_from_game_to_game(
    monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    found = game("paper_invasion")
    # The last choice of every list is to give up.
    typed(monkeypatch, "1", "", "", "", "1", "undead", "", "3")
    assert run(["play", "paper-invasion"]) == ExitCode.DONE
    typed(monkeypatch, "1", "", "", "", "1", "Undead", "", "q")
    assert run(["play", "paper-invasion"]) == ExitCode.DONE
    assert "refused (PI-SLOT-01): Host has used 'undead'" in capsys.readouterr().out
    place_of(found).write_text("{", encoding="utf-8")
    assert remembered(found) == ()


def test_every_game_without_measuring_can_begin_at_a_terminal() -> None:
    playable = [each for each in games().values() if each.unmeasured is not None]
    assert playable, "expected a game that needs no measuring"
    for each in playable:
        assert each.unmeasured is not None
        kept = KeptBattle.new(each, each.unmeasured(("Host",)), place=None)
        assert [choice for choice in kept.choices() if can_be_filled(choice.template)]
        if each.in_words is not None:
            assert each.in_words(kept.battle.state, "Host")
    assert PlayAsked(game="x").players == ()


def at_board(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """The player has come to the board of the word undead, and goes on so."""
    typed(monkeypatch, "1", "", "", "", "1", "undead", "plain", "1", "1", *lines)


def test_what_is_shown_may_be_typed_as_it_stands(
    monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    """Fault 31: a word of the list does as well as its number, a room called b too."""
    at_board(monkeypatch, "1", "b", "3", "q")
    assert run(["play", "paper-invasion"]) == ExitCode.DONE
    told = capsys.readouterr().out
    assert "H1, H2 and H3 begin in b." in told
    assert "back goes back" in told


def test_the_board_is_shown_whenever_it_has_changed(
    monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    """Fault 31: nobody has to ask for it, and its signs are explained."""
    at_board(monkeypatch, "1", "b", "3", "q")
    assert run(["play", "paper-invasion"]) == ExitCode.DONE
    told = capsys.readouterr().out
    begun = told.index("H1, H2 and H3 begin in b.")
    assert "H1 H2 H3" in told[begun + 30 :]
    assert "single: Heroes pass" in told
    assert "DOUBLE: nobody passes" not in told


def test_each_thing_is_asked_once(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    """Fault 31: a mistyped number is asked for again by itself, and an offer to two is one."""
    found = game("paper_invasion")
    assert found.unmeasured is not None
    kept = KeptBattle.new(found, found.unmeasured(("Fox", "Owl")), place=None)
    (theme,) = [each for each in kept.choices() if each.template.command == "choose_theme"]
    assert theme.who == "Fox or Owl"
    at_board(monkeypatch, "1", "b", "x", "3", "q")
    assert run(["play", "paper-invasion"]) == ExitCode.DONE
    assert capsys.readouterr().out.count("room: a number") == 1
