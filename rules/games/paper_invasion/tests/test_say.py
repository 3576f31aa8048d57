"""Knows how each kind of event is told, and that none is left without a sentence."""

import pytest

from rules.games.paper_invasion import GAME
from rules.games.paper_invasion.board import board_of
from rules.games.paper_invasion.events import action, happening, setup, turn
from rules.games.paper_invasion.saying import say
from rules.games.paper_invasion.tables import VAULT, starter_rooms
from rules.games.paper_invasion.vocabulary import (
    Ask,
    AskKind,
    Control,
    Doubt,
    Mode,
    Side,
    Slots,
    TableName,
    WallState,
    Way,
    Work,
)
from rules.referee.toolkit.vocabulary import kind_of

BOARD = board_of(starter_rooms(2), least=0.5)
SLOTS = Slots(digits=(1, 9, 5, 6, 1, 9))
ASK = Ask(id=1, seat="Host", kind=AskKind.CHOOSE, clause="PI-EVT-06", says="Which of them?")
OPEN, SINGLE = WallState.OPENING, WallState.SINGLE
TOLD: tuple[tuple[object, str], ...] = (
    (
        setup.ThemeChosen(theme="", mode=Mode.CUT_THROAT, hero_name="Hero", enemy_name="Enemy"),
        "There is no theme: Hero against Enemy, cut-throat.",
    ),
    (
        setup.WordsRemembered(player="Host", words=("undead", "wasp")),
        "Host has used 2 words in earlier games: undead and wasp.",
    ),
    (
        setup.TableReplaced(table=TableName.VAULT, rows=VAULT[:2]),
        "An own table counts for the vault: Flamer and Builder.",
    ),
    (
        setup.WordTaken(
            player="Host", word="jinx", way=Way.FROM_THIRD, letters="nxnxnx", slots=SLOTS,
            working="N 14 1+4 = 5", vault="Shover", event="It's a trap",
        ),
        "Host takes jinx from its third letter: N 14 1+4 = 5. 1 Hero, 18 Enemies, vault 5 Shover, "
        "event 6 It's a trap, 2 rooms; Heroes begin.",
    ),
    (
        setup.DiceTaken(player="Host", slots=SLOTS, vault="Shover", event="It's a trap"),
        "Host rolls 1, 9, 5, 6, 1, 9. 1 Hero, 18 Enemies, vault 5 Shover, event 6 It's a trap, "
        "2 rooms; Heroes begin.",
    ),
    (
        setup.BoardTaken(
            board=BOARD, doubts=(Doubt(subject="a|b", says="a gap"),), source="drawn"
        ),
        "On the table is a board that was drawn with 2 rooms and 7 walls. To look at: a|b, a gap.",
    ),
    (
        setup.BoardMended(board=BOARD, doubts=(), what="room a is called b"),
        "Room a is called b.",
    ),
    (setup.BoardConfirmed(rooms=2, walls=7), "The board is right: 2 rooms, 7 walls."),
    (
        setup.HeroesPlaced(tokens=("H1",), room="a", owner="Guest"),
        "H1 of Guest begins in a.",
    ),
    (
        setup.EnemyPlaced(token="O1", zone="out-N", room="a"),
        "O1 stands at out-N, outside of a.",
    ),
    (setup.VaultPlaced(room="a"), "The vault is in a."),
    (setup.EventPlaced(room="b"), "The event marker is in b."),
    (
        setup.ControlSet(control=Control.ALTERNATING),
        "The players take turns at moving the Enemies.",
    ),
    (turn.TurnBegan(side=Side.HEROES, turn=3), "Turn 3 is the Heroes'."),
    (
        turn.TurnSkipped(side=Side.ENEMIES, turn=4),
        "Turn 4 would be the Enemies', who miss it.",
    ),
    (turn.TokenBegan(token="H1"), "H1 is on."),
    (turn.TokenFinished(token="H1"), "H1 is finished."),
    (turn.TurnEnded(side=Side.HEROES), "The turn of the Heroes is over."),
    (turn.GaveUp(side=Side.HEROES), "The Heroes give up."),
    (
        turn.GameEnded(winner="Host and Guest", clause="PI-END-01", how="No Enemy is left."),
        "No Enemy is left. Host and Guest win.",
    ),
    (
        turn.GameEnded(
            winner="Host", clause="PI-END-01", how="Only Host has a Hero left.", word="wasp",
            player="Host",
        ),
        "Only Host has a Hero left. Host wins. Host has used up the word wasp.",
    ),
    (
        action.Moved(token="H1", start="a", to="b", wall="a|b", free=True),
        "H1 goes from a to b through a|b, one room further.",
    ),
    (
        action.Moved(token="O1", start="out-N", to="out-E", wall=""),
        "O1 goes from out-N to out-E.",
    ),
    (
        action.WallChanged(wall="a|b", before=SINGLE, after=OPEN, work=Work.SMASH, token="O1"),
        "O1 smashes a|b: a|b is an Opening now.",
    ),
    (
        action.WallChanged(wall="a|b", before=OPEN, after=SINGLE, work=Work.FIXER),
        "Fixer: a|b is a Single Barrier now.",
    ),
    (
        action.WallChanged(wall="a|b", before=OPEN, after=SINGLE, work=Work.AGREED),
        "Agreed: a|b is a Single Barrier now.",
    ),
    (
        action.WallChanged(wall="a|b", before=SINGLE, after=OPEN, work=Work.STRIP),
        "The strip counts: a|b is an Opening now.",
    ),
    (action.Killed(token="H1", enemies=("O1", "O2")), "H1 kills O1 and O2."),
    (
        action.Looted(token="H1", name="Mover", says="One room more"),
        "H1 opens the vault and shows P. Mover: One room more.",
    ),
    (
        action.Grabbed(token="O1", hero="H1", enemy="O2", item_lost=True),
        "O1 grabs H1, who is the Enemy O2 from now on. The item is gone.",
    ),
    (
        action.Grabbed(token="O1", hero="H1", enemy="O2", vault_open=True),
        "O1 grabs H1, who is the Enemy O2 from now on. The vault can be looted again.",
    ),
    (
        action.GrabFailed(token="O1", hero="H1"),
        "O1 grabs at H1 and fails; the Action is spent.",
    ),
    (
        action.ItemUsed(token="H1", name="Mover", acts=True),
        "H1 uses the Mover, as its Action and shows H again.",
    ),
    (action.Removed(tokens=("O1",), why="Sniper"), "Sniper: O1 leaves the board."),
    (
        action.Pushed(tokens=("O1", "O2"), start="a", to="b"),
        "O1 and O2 are driven from a to b.",
    ),
    (
        action.HeroJoined(token="H2", room="a"),
        "A new Hero, H2, is in a and waits for the next turn.",
    ),
    (action.SkipSet(side=Side.HEROES), "The Heroes will miss their next turn."),
    (action.DodgerSet(whom="H1"), "In the next Enemy turn every Grab at H1 fails."),
    (
        happening.EventHappened(number=8, name="Bad", says="Two more", why="few are left"),
        "The event, as few are left: Bad. Two more.",
    ),
    (happening.Asked(ask=ASK), "Which of them?"),
    (happening.Answered(ask_id=1, answer="H1"), "The answer is H1."),
    (
        happening.TokenTurned(hero="H1", enemy="O3"),
        "H1 was an Enemy all along: O3 from now on.",
    ),
    (happening.RoomAdded(room="c", board=BOARD), "The board has one more room, c."),
    (
        happening.EnemiesArrived(
            arrivals=(
                happening.Arrival(token="O3", place="out-N", attached="a"),
                happening.Arrival(token="O4", place="b"),
            ),
            dealt=1,
        ),
        "O3 appears at out-N, outside of a. O4 appears at b.",
    ),
    (happening.NothingHappened(why="No line was added"), "No line was added: nothing happens."),
    (
        happening.TokensSet(side=Side.ENEMIES, place="a", gone=("O1",)),
        "By hand: O1 leaves a.",
    ),
    (happening.TokenPut(token="H1", place="b"), "By hand: H1 is in b."),
)  # fmt: skip


@pytest.mark.parametrize(("event", "sentence"), TOLD)
def test_an_event_is_told(event: object, sentence: str) -> None:
    assert GAME.say(event) == sentence


def test_every_kind_of_event_is_told() -> None:
    assert {kind_of(event) for event, _ in TOLD} == set(GAME.events.kinds)


def test_what_is_no_event_is_a_fault() -> None:
    with pytest.raises(TypeError, match="expected an event of Paper Invasion to tell, got str"):
        say("nothing")
