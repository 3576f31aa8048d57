"""What players change together in mid-battle: options, and what the game has wrong."""

from dataclasses import replace

import pytest

from rules.referee.court.offers import offers, view
from rules.referee.court.sentences import say
from rules.referee.log.agreement_words import AmendState, ChangeOption
from rules.referee.log.battle import replayed
from rules.referee.log.house_words import Agree, Object, Override, TakeBack
from rules.referee.toolkit.game import Command, Decision, Seat, Setup, Template
from rules.referee.toolkit.ruling import Ruling
from rules.table.snapshot import Snapshot
from tests.rules.referee.counting_game import COUNTING, Added, Counting, Play, Roll, Shift

ALONE = Seat(name="Red", sides=("red", "blue"))


def changed(play: Play, option: str, value: str) -> None:
    """Red asks, Blue agrees."""
    asking = play.ask("Red", ChangeOption(option=option, value=value))
    assert asking.refusal is None, asking.refusal
    agreeing = play.ask("Blue", Agree(ask=asking.entries[0].id))
    assert agreeing.refusal is None, agreeing.refusal


def template(play: Play, seat: str, command: str) -> list[Template]:
    found = offers(play.battle, play.snapshot, seat=seat)
    return [each for each in found if each.command == command]


def test_ref_13_an_option_changes_when_the_other_side_agrees() -> None:
    play = Play()
    asking = play.ask("Red", {"kind": "change_option", "option": "cap", "value": 6})
    assert asking.says == ("Red asks to change cap from 4 to 6.",)
    assert play.battle.options.whole("cap") == 4
    assert play.refusal("Red", Roll(die=5)).clause == "C-2"
    done = play.ask("Blue", Agree(ask=asking.entries[0].id))
    assert done.says[-1] == "From here on cap is 6, not 4, agreed by Blue."
    assert play.battle.options.whole("cap") == 6
    assert play.ask("Red", Roll(die=5)).refusal is None
    assert view(play.battle, seat="Blue")["options"] == dict(play.battle.options.values)
    assert play.battle.setup.options.whole("cap") == 4


def test_ref_13_an_objection_leaves_it_as_it_is() -> None:
    play = Play()
    asking = play.ask("Red", ChangeOption(option="cap", value="6", reason="boring"))
    assert asking.says == ("Red asks to change cap from 4 to 6 (boring).",)
    assert play.ask("Blue", Object(ask=asking.entries[0].id)).refusal is None
    assert play.battle.options.whole("cap") == 4
    assert play.battle.pending == ()


def test_ref_13_whoever_plays_alone_changes_it_at_once() -> None:
    play = Play(ALONE)
    assert play.ask("Red", ChangeOption(option="take_back", value="free")).refusal is None
    assert play.battle.options.choice("take_back") == "free"


def test_ref_13_the_log_alone_gives_it_again() -> None:
    play = Play()
    play.rolls(3)
    changed(play, "cap", "6")
    play.rolls(6)
    again = replayed(COUNTING, play.battle.entries)
    assert (again.state, again.options) == (play.battle.state, play.battle.options)
    assert again.state.cap == 6


def test_ref_13_taken_back_it_is_what_it_was_and_what_followed_falls() -> None:
    play = Play()
    changed(play, "cap", "6")
    note = play.battle.entries[-1].id
    play.rolls(6)
    asking = play.ask("Red", TakeBack(entry=note))
    play.ask("Blue", Agree(ask=asking.entries[0].id))
    assert (play.battle.state.cap, play.battle.state.rolled) == (4, ())
    assert play.battle.options.whole("cap") == 4


def test_ref_13_it_stays_changed_when_something_earlier_is_taken_back() -> None:
    play = Play(take_back="free")
    play.rolls(3)
    rolled = play.battle.entries[-1].id
    changed(play, "cap", "6")
    play.rolls(6)
    assert play.ask("Red", TakeBack(entry=rolled)).refusal is None
    assert (play.battle.state.cap, play.battle.state.rolled) == (6, ())


def test_ref_13_a_refusal_of_before_is_judged_by_the_options_of_its_time() -> None:
    play = Play()
    command = {"kind": "roll", "die": 5}
    last = play.battle.entries[-1].id
    changed(play, "cap", "6")
    told = {"kind": "challenge_refusal", "command": command, "after": last, "refusal": "r1"}
    disputed = play.ask("Red", told)
    assert disputed.refusal is None, disputed.refusal
    assert disputed.entries[0].body["clause"] == "C-2"


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [
        (
            "rounds",
            "3",
            "rounds cannot change in mid-battle: It is counted from the first.",
        ),
        ("cap", "4", "cap is 4 already."),
        ("cap", "many", "cap: expected a whole number, got 'many'."),
        ("cap", "2000", "cap: expected 0 to 1000, got 2000."),
        ("take_back", "nope", "take_back: expected one of free, ask, got 'nope'."),
        ("caps", "5", "There is no option 'caps'; did you mean cap?"),
    ],
)
def test_ref_13_what_cannot_be_is_refused(option: str, value: str, reason: str) -> None:
    refusal = Play().refusal("Red", ChangeOption(option=option, value=value))
    assert (refusal.clause, refusal.reason) == ("REF-13", reason)


def test_ref_13_what_the_battle_was_set_up_by_stays() -> None:
    def initial(setup: Setup) -> Counting:
        begun: Counting = COUNTING.initial(setup)
        return replace(begun, sum=setup.options.whole("cap"))

    play = Play()
    play.battle = replace(play.battle, game=replace(COUNTING, initial=initial))
    refusal = play.refusal("Red", ChangeOption(option="cap", value="6"))
    assert refusal.reason == "cap cannot change in mid-battle: The battle was set up by it."


def test_ref_13_the_offer_names_what_may_change_and_why_the_rest_may_not() -> None:
    (offer,) = template(Play(), "Red", "change_option")
    option = offer.holes[0]
    assert "cap" in option.allowed
    assert dict(option.greyed) == {"rounds": "It is counted from the first."}


def test_ref_14_what_is_wrong_is_amended_when_the_other_side_agrees() -> None:
    play = Play()
    play.rolls(3)
    body = {"kind": "amend_state", "what": "sum", "value": 30, "reason": "misread"}
    asking = play.ask("Red", body)
    says = "Red asks to amend (misread): the sum is 30; until now the sum is 3."
    assert asking.says == (says,)
    assert play.battle.state.sum == 3
    done = play.ask("Blue", Agree(ask=asking.entries[0].id))
    told = "Amended (misread), agreed by Blue: the sum is 30; until now the sum is 3."
    assert done.says[-1] == told
    assert play.battle.state.sum == 30
    assert replayed(COUNTING, play.battle.entries).state == play.battle.state
    play.rolls(2)
    assert play.battle.state.sum == 32


def test_ref_14_an_amendment_falls_with_what_came_before_it() -> None:
    play = Play(ALONE, take_back="free")
    play.ask("Red", Roll(die=3))
    rolled = play.battle.entries[-1].id
    play.ask("Red", AmendState(what="sum", value="30", reason="misread"))
    assert play.battle.state.sum == 30
    assert play.ask("Red", TakeBack(entry=rolled)).refusal is None
    assert play.battle.state.sum == 0
    assert "Amended" in say(play.battle, play.battle.entries[-1])


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (
            AmendState(what="sum", value="30", reason=" "),
            "Say why: an amendment is kept in the log with its reason.",
        ),
        (
            AmendState(what="sums", value="30", reason="x"),
            "There is no thing to amend 'sums'; did you mean sum?",
        ),
        (
            AmendState(what="sum", value="300", reason="x"),
            "sum: expected 0 to 200, got 300.",
        ),
        (AmendState(what="sum", value="3", reason="x"), "That is so already: the sum is 3."),
        (
            AmendState(what="sum", value="2", reason="x"),
            "It cannot be that the sum is 2: it never falls.",
        ),
        (
            AmendState(what="place", of="C9", value="2", reason="x"),
            "There is no unit with place 'C9'; there are: C1.",
        ),
    ],
)
def test_ref_14_what_cannot_be_is_refused(body: AmendState, reason: str) -> None:
    play = Play()
    play.rolls(3)
    play.ask("Red", Shift(counter="C1", x_in=10))
    refusal = play.refusal("Red", body)
    assert (refusal.clause, refusal.reason) == ("REF-14", reason)


def test_ref_14_nobody_amends_what_he_may_not_see() -> None:
    play = Play()
    play.ask("Red", Shift(counter="C1", x_in=10))
    seen = play.refusal("Blue", AmendState(what="place", of="C1", value="2", reason="x"))
    absent = play.refusal("Blue", AmendState(what="place", of="C9", value="2", reason="x"))
    assert seen.reason.replace("C1", "C9") == absent.reason
    assert [each.fixed["what"] for each in template(play, "Blue", "amend_state")] == ["sum"]
    assert [each.fixed["what"] for each in template(play, "Red", "amend_state")] == ["sum", "place"]


def test_ref_14_a_row_with_a_clause_of_the_game_stands_under_it() -> None:
    play = Play(ALONE)
    play.ask("Red", Shift(counter="C1", x_in=10))
    done = play.ask("Red", AmendState(what="place", of="C1", value="2.5", reason="x"))
    assert [each.clause for each in done.entries] == ["C-3"]
    assert dict(play.battle.state.places)["C1"] == 2.5


class Twice(Ruling[Counting]):
    """Holds a roll to two limits of one clause."""

    def rule(self) -> None:
        body = self.command.body
        assert isinstance(body, Roll)
        if body.die > self.state.cap:
            self.unless_waived("C-2", f"{body.die} is more than {self.state.cap}.")
        if body.die > 2 * self.state.cap:
            self.unless_waived("C-2", f"{body.die} is more than twice {self.state.cap}.")
        self.emit(Added(sum=self.state.sum + body.die), clause="C-2")

    def evolved(self, body: object) -> Counting:
        after: Counting = COUNTING.evolve(self.state, body)
        return after


def test_ref_6_all_that_is_let_pass_is_told_also_under_one_clause() -> None:
    play = Play()

    def decide(state: Counting, command: Command, snapshot: Snapshot) -> Decision:
        return Twice(state, command=command, snapshot=snapshot).decided(Twice.rule)

    play.battle = replace(play.battle, game=replace(COUNTING, decide=decide))
    refusal = play.refusal("Red", Roll(die=9))
    assert (refusal.reason, refusal.waivable) == ("9 is more than 4.", True)
    asking = play.ask("Red", Override(clause="C-2", command='{"kind":"roll","die":9}'))
    says = "Red asks to let it pass (C-2): 9 is more than 4. 9 is more than twice 4."
    assert asking.says == (says,)
    assert play.ask("Blue", Agree(ask=asking.entries[0].id)).refusal is None
    assert play.battle.state.sum == 9
    # It was for that one command: the next one is refused again.
    assert play.refusal("Red", Roll(die=9)).clause == "C-2"
