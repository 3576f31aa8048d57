"""What was once ruled wrongly, each with the case that showed it."""

from typing import Any, Final

import pytest

from rules.games.paper_invasion.amendable import AMENDABLE
from rules.games.paper_invasion.chapters.acting import Grab, Kill, Loot, MoveToken, Seal, Smash
from rules.games.paper_invasion.chapters.boarding import ConfirmBoard, TakeBoard
from rules.games.paper_invasion.chapters.happening import EventHappened
from rules.games.paper_invasion.chapters.items import UseItem
from rules.games.paper_invasion.chapters.naming import ChooseTheme, TakeWord
from rules.games.paper_invasion.chapters.placing import PlaceHeroes
from rules.games.paper_invasion.chapters.turns import EndSide, Finish, TriggerEvent
from rules.games.paper_invasion.slots import foreign_letters, plain_letters
from rules.games.paper_invasion.tests.sheet_play import on_sheet
from rules.games.paper_invasion.tests.table_play import GUEST, HOST, Play, new_game, position
from rules.games.paper_invasion.vocabulary import Phase, Side
from rules.referee.toolkit.game import Refusal, Weight
from rules.referee.toolkit.questions import Choose
from rules.referee.toolkit.ruling import waived_as

LOOSE: Final[dict[str, Any]] = {"hero_must_act": False, "enemy_must_move": False}


def happened(game: Play, seat: str, body: object) -> list[str]:
    """The names of the events that a command brings."""
    bodies = [event.body for event in game.events(seat, body)]
    return [body.name for body in bodies if isinstance(body, EventHappened)]


def test_pi_evt_01_a_game_that_begins_with_two_enemies_has_its_event() -> None:
    """Fault 25: with the first of them that falls, and not as both fall at once."""
    game = position(heroes={"a": 2}, enemies={"a": 1, "b": 1}, event=9)
    assert happened(game, HOST, Kill(token="H1")) == ["Worse"]
    assert len(game.state.enemies) == 5
    both = position(heroes={"a": 2}, enemies={"a": 2}, event=9)
    assert happened(both, HOST, Kill(token="H1")) == []
    assert both.winner() == "Heroes"


@pytest.mark.parametrize("agreed", ["exactly_two", "at_set_up"])
def test_pi_evt_01_the_first_fall_counts_where_nothing_else_was_agreed(agreed: str) -> None:
    """Fault 25: who agreed on another trigger has that one alone."""
    game = position(heroes={"a": 2}, enemies={"a": 1, "b": 1}, event=9, trigger_a=agreed)
    assert happened(game, HOST, Kill(token="H1")) == []


def test_pi_evt_01_the_event_of_a_small_game_comes_once() -> None:
    """Fault 25: the second fall brings no second event."""
    given: dict[str, Any] = {"heroes": {"a": 1, "b": 2}, "enemies": {"a": 1, "b": 1}}
    game = position(**given, event=8, kill_partial="kills_one", **LOOSE)
    assert happened(game, HOST, Kill(token="H1")) == ["Bad"]
    assert happened(game, HOST, Kill(token="H2")) == []
    assert game.state.may_repeat


def test_pi_evt_05_further_events_may_be_had_any_time_with_any_row() -> None:
    """Fault 26: by default, before the event of the game too, and the row is the players'."""
    game = position(heroes={"a": 2}, enemies={"a": 2, "b": 2}, event=5, **LOOSE)
    assert happened(game, HOST, TriggerEvent(row=8)) == ["Bad"]
    assert happened(game, HOST, TriggerEvent()) == ["Terror-stricken"]
    assert len(game.state.enemies) == 6
    (offer,) = [each for each in game.templates(HOST) if each.command == "trigger_event"]
    assert set(offer.holes[0].allowed) == set(range(1, 10))
    assert offer.weight is Weight.QUIET, "what may be had at any time stands in nobody's way"
    assert game.refused(HOST, TriggerEvent(row=10)) == "PI-EVT-04"


def test_pi_evt_05_a_further_event_does_not_stand_for_the_compulsory_one() -> None:
    """Fault 26: the event of the game still comes."""
    game = position(heroes={"a": 2}, enemies={"a": 4}, event=5, **LOOSE)
    game.do(HOST, TriggerEvent(row=5))
    assert happened(game, HOST, Kill(token="H1")) == ["Terror-stricken"]


def test_pi_evt_05_a_further_event_is_told_by_its_own_name() -> None:
    """Fault 26: what it takes is told under the row that was chosen."""
    game = position(heroes={"a": 2}, event=5, event_pick="player", **LOOSE)
    game.do(HOST, TriggerEvent(row=6))
    assert game.do(HOST, Choose(choice="H2"))[-1].startswith("It's a trap: H2")


def test_pi_evt_05_further_events_are_had_in_the_other_sides_turn_too() -> None:
    """Fault 26: any time, as long as the game is on."""
    game = position(turn=Side.ENEMIES, event=5, **LOOSE)
    assert happened(game, HOST, TriggerEvent(row=9)) == ["Worse"]
    assert "trigger_event" in game.offered(HOST)
    assert game.refused(GUEST, TriggerEvent()) == "PI-OBJ-01"
    on_trigger = position(had=1, extra_events="on_trigger")
    assert on_trigger.refused(HOST, TriggerEvent()) == "PI-EVT-05"


def test_pi_trn_02_tokens_may_be_interleaved_where_that_was_agreed() -> None:
    """Fault 27: a token that has moved waits with its Action while another one moves."""
    given: dict[str, Any] = {"heroes": {"a": 2}, "enemies": {"d": 2}, "rooms": 4}
    game = position(**given, interleave=True)
    game.do(HOST, MoveToken(token="H1", to="b"))
    game.do(HOST, MoveToken(token="H2", to="c"))
    assert {"seal", "finish"} & set(game.offered(HOST))
    game.do(HOST, Seal(token="H1", wall="b|d"))
    game.do(HOST, Seal(token="H2", wall="c|d"))
    game.do(HOST, EndSide())
    assert game.phase() is Phase.ENEMY_TURN
    strict = position(**given)
    strict.do(HOST, MoveToken(token="H1", to="b"))
    assert strict.refused(HOST, MoveToken(token="H2", to="c")) == "PI-TRN-02"


def test_pi_trn_02_an_interleaved_token_that_owes_something_still_owes_it() -> None:
    """Fault 27: nobody gets out of an Action by it, and nobody moves twice."""
    game = position(heroes={"a": 2}, interleave=True)
    game.do(HOST, MoveToken(token="H1", to="b"))
    game.do(HOST, Seal(token="H2", wall="a|c"))
    assert game.refused(HOST, EndSide()) == "PI-TRN-06"
    assert game.refused(HOST, Finish(token="H1")) == "PI-TRN-06"
    assert game.refused(HOST, MoveToken(token="H1", to="a")) == "PI-TRN-03"
    moves = [each.fixed["token"] for each in game.templates(HOST) if each.command == "seal"]
    assert moves == ["H1"]


@pytest.mark.parametrize(
    ("word", "letters"),
    [
        ("Ærø", "aero"),
        ("Straße", "strasse"),
        ("Øl", "ol"),
        ("Łódź", "lodz"),
        ("œuvre", "oeuvre"),
        ("Þór", "thor"),
        ("Ðəd", "dd"),
        ("ĳs", "ijs"),
        ("ısı", "isi"),
        ("Ħal", "hal"),
        ("Ångström's 2", "angstroms"),
        ("ﬁsh", "fish"),
    ],
)
def test_pi_slot_02_letters_of_every_latin_alphabet_count(word: str, letters: str) -> None:
    """Fault 28: a letter is not dropped because it has no accent to lose."""
    assert plain_letters(word) == letters
    assert foreign_letters(word) == ("ə" if "ə" in word else "")


def test_pi_slot_02_letters_of_another_alphabet_are_not_left_out_unseen() -> None:
    """Fault 28: a word that would lose letters is asked for in others."""
    game = new_game()
    game.do(HOST, ChooseTheme())
    said = game.reason(HOST, TakeWord(word="Ωmega"))
    assert "Ω" in said
    assert game.refused(HOST, TakeWord(word="Ωmega")) == "PI-SLOT-02"
    assert game.refused(HOST, TakeWord(word="жук")) == "PI-SLOT-02"
    game.do(HOST, TakeWord(word="Bjørn"))
    assert game.state.word == "bjorn"


def test_pi_v_5_a_shovers_named_enemies_are_not_ignored() -> None:
    """Fault 29: all Enemies of the room go, so naming some of them is refused."""
    given: dict[str, Any] = {"enemies": {"b": 2, "out-N": 3}, "vault": 5, "holder": "H1"}
    game = position(**given)
    some = UseItem(token="H1", room="b", to="d", enemies=("O1",))
    assert game.refused(HOST, some) == "PI-V-5"
    assert "O1 and O2" in game.reason(HOST, some)
    game.do(HOST, UseItem(token="H1", room="b", to="d", enemies=("O2", "O1")))
    assert game.count("d", Side.ENEMIES) == 2


@pytest.mark.parametrize(
    ("vault", "more"),
    [
        (1, {"enemies": ("O1",), "wall": "a|b"}),
        (2, {"wall": "a|b", "enemies": ("O1",)}),
        (3, {"room": "b", "to": "c"}),
        (4, {"room": "b"}),
        (6, {"enemies": ("O1",), "room": "b"}),
        (7, {"enemies": ("O1",)}),
        (8, {"room": "b", "wall": "a|b"}),
        (9, {"wall": "a|b", "to": "b"}),
    ],
)
def test_pi_vault_02_nothing_that_is_named_is_ignored(vault: int, more: dict[str, Any]) -> None:
    """Fault 29, of its kind: an item is told only what it can heed."""
    walls = {"a|b": "opening"} if vault == 9 else {}
    game = position(enemies={"a": 1, "out-N": 3}, vault=vault, holder="H1", walls=walls)
    assert game.refused(HOST, UseItem(token="H1", **more)) == "PI-VAULT-02"


def test_pi_set_04_a_count_is_not_ignored_beside_a_tagged_token() -> None:
    """Fault 29, of its kind: one piece is one Hero."""
    game = on_sheet(new_game())
    game.do(HOST, ChooseTheme())
    game.do(HOST, TakeWord(word="undead"))
    game.do(HOST, TakeBoard())
    game.do(HOST, ConfirmBoard())
    hero = next(name for name, kind in game.state.pieces.items() if kind == "hero")
    assert game.refused(HOST, PlaceHeroes(token=hero, room="a", count=3)) == "PI-SET-04"
    game.do(HOST, PlaceHeroes(token=hero, room="a"))


def test_pi_end_01_the_last_ruling_tells_what_made_the_result() -> None:
    game = position(heroes={"a": 1, "b": 1}, enemies={"a": 2}, **LOOSE)
    (*_, told) = game.do(HOST, Kill(token="H1"))
    assert "Heroes: 2 left of 2. Enemies: 0 left, 8 at the start." in told
    assert "Turns: 2; events: 0; the Flamer was never looted." in told


def waived(game: Play, seat: str, body: object) -> list[str]:
    """The clauses that have to be let pass, one after the other, before a command is taken."""
    passed: list[str] = []
    while isinstance(found := game.ask(seat, body, waives=frozenset(passed)), Refusal):
        assert found.waivable, found.reason
        passed.append(waived_as(found.clause, found.reason))
    game.events(seat, body, waives=frozenset(passed))
    return [each.partition(":")[0] for each in passed]


@pytest.mark.parametrize(
    ("body", "clauses"),
    [
        (MoveToken(token="H1", to="d"), ["PI-MOV-04"]),
        (MoveToken(token="H1", to="out-N"), ["PI-MOV-02"]),
        (MoveToken(token="H1", to="b"), ["PI-WALL-03"]),
        (Seal(token="H1", wall="a|out-N"), ["PI-WALL-04"]),
        (Seal(token="H1", wall="c|d"), ["PI-HERO-02"]),
        (Smash(token="H1", wall="a|c"), ["PI-WALL-02"]),
        (Smash(token="H1", wall="d|out-S"), ["PI-HERO-03", "PI-WALL-04", "PI-WALL-02"]),
        (Loot(token="H2"), ["PI-HERO-04"]),
        (Kill(token="H2", enemies=("O1",)), ["PI-HERO-01"]),
        (Finish(token="H1"), ["PI-TRN-06"]),
        (EndSide(), ["PI-TRN-06"]),
        (TriggerEvent(), ["PI-EVT-05"]),
    ],
)
def test_what_a_rule_forbids_may_be_let_pass_together(body: object, clauses: list[str]) -> None:
    walls = {"a|b": "double"}
    enemies = {"d": 2, "out-N": 2}
    game = position(
        heroes={"a": 1, "d": 1}, enemies=enemies, walls=walls, extra_events="none", event=5
    )
    assert waived(game, HOST, body) == clauses


@pytest.mark.parametrize(
    ("body", "clauses"),
    [
        (Grab(token="O1", hero="H1"), ["PI-EN-02"]),
        (Smash(token="O1", wall="c|d"), ["PI-EN-01"]),
        (MoveToken(token="O1", to="out-N"), ["PI-MOV-03", "PI-WALL-03"]),
        (MoveToken(token="O1", to="a"), ["PI-WALL-03"]),
    ],
)
def test_what_binds_enemies_may_be_let_pass_too(body: object, clauses: list[str]) -> None:
    game = position(heroes={"a": 1, "d": 1}, enemies={"b": 2}, turn=Side.ENEMIES)
    assert waived(game, GUEST, body) == clauses


def test_pi_trn_01_a_token_of_the_other_side_may_act_where_all_agree() -> None:
    game = position(heroes={"a": 1}, enemies={"b": 2, "out-N": 1})
    assert waived(game, GUEST, Smash(token="O1", wall="a|b")) == ["PI-TRN-01"]
    assert game.state.active == ""
    game.do(HOST, Seal(token="H1", wall="a|b"))


@pytest.mark.parametrize(
    "body",
    [
        MoveToken(token="H1", to="z"),
        Seal(token="H1", wall="a|b"),
        Kill(token="H1"),
        Grab(token="O1", hero="O2"),
        UseItem(token="H1"),
    ],
)
def test_what_makes_no_sense_is_never_let_pass(body: object) -> None:
    game = position(walls={"a|b": "double"})
    found = game.ask(HOST if "O1" not in str(body) else GUEST, body)
    assert isinstance(found, Refusal)
    assert not found.waivable or found.clause == "PI-TRN-01"


def test_what_lies_open_can_be_amended() -> None:
    rows = {row.name: row for row in AMENDABLE}
    state = position(heroes={"a": 2}, enemies={"b": 1, "out-N": 1}).state
    state = rows["place"].amended(state, "O1", text="out-E")
    assert (state.tokens["O1"].place, state.tokens["O1"].attached) == ("out-E", "b")
    state = rows["holds_item"].amended(state, "H1", text="yes")
    assert state.looted
    assert state.tokens["H1"].form == "P"
    assert rows["holds_item"].check(state, True, name="H2") == "H1 holds the item."
    assert rows["looted"].check(state, False, name="")
    state = rows["state"].amended(state, "a|b", text="double")
    wall = state.map.wall("a|b")
    assert wall is not None
    assert wall.state == "double"
    state = rows["event_row"].amended(state, "", text="9")
    assert state.event_row.name == "Worse"
    assert rows["dodging"].written(state, "") == "none"
