"""How each kind of event is told, and that none is left without a sentence."""

import pytest

from rules.games.paper_invasion import GAME
from rules.games.paper_invasion.asks import AskAnswered, HeroesAsked
from rules.games.paper_invasion.board import board_of
from rules.games.paper_invasion.chapters.acting import (
    Grabbed,
    GrabFailed,
    Killed,
    Looted,
    TokenMoved,
)
from rules.games.paper_invasion.chapters.boarding import BoardConfirmed, BoardTaken
from rules.games.paper_invasion.chapters.by_hand import TokenPut, TokensSet
from rules.games.paper_invasion.chapters.consequences import (
    NothingHappened,
    Removed,
    SkipSet,
    WallChanged,
)
from rules.games.paper_invasion.chapters.enemy_script import ControlSet
from rules.games.paper_invasion.chapters.happening import (
    Arrival,
    EnemiesArrived,
    EventHappened,
    TokenTurned,
    WhichTurns,
)
from rules.games.paper_invasion.chapters.items import DodgerSet, HeroJoined, ItemUsed, Pushed
from rules.games.paper_invasion.chapters.mending import BoardMended
from rules.games.paper_invasion.chapters.naming import (
    DiceTaken,
    TableReplaced,
    ThemeChosen,
    WordsRemembered,
    WordTaken,
)
from rules.games.paper_invasion.chapters.placing import (
    EnemyPlaced,
    EventPlaced,
    HeroesPlaced,
    VaultPlaced,
)
from rules.games.paper_invasion.chapters.secret_passage import RoomAdded
from rules.games.paper_invasion.chapters.turns import (
    GaveUp,
    InvasionEnded,
    SideBegan,
    SideEnded,
    SideSkipped,
    TokenBegan,
    TokenFinished,
)
from rules.games.paper_invasion.tables import VAULT, starter_rooms
from rules.games.paper_invasion.vocabulary import (
    EnemyControl,
    Mode,
    ReadingDoubt,
    Side,
    Slots,
    TableName,
    WallState,
    Way,
    Work,
)
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.vocabulary import kind_of

BOARD = board_of(starter_rooms(2), least=0.5)
SLOTS = Slots(digits=(1, 9, 5, 6, 1, 9))
ASK = Ask(
    id=1,
    seat="Host",
    who="",
    clause="PI-EVT-06",
    says="Which of them?",
    question=WhichTurns(choices=("H1", "H2")),
)
OPEN, SINGLE = WallState.OPENING, WallState.SINGLE
TOLD: tuple[tuple[object, str], ...] = (
    (
        ThemeChosen(theme="", mode=Mode.CUT_THROAT, hero_name="Hero", enemy_name="Enemy"),
        "There is no theme: Hero against Enemy, cut-throat.",
    ),
    (
        WordsRemembered(player="Host", words=("undead", "wasp")),
        "Host has used 2 words in earlier games: undead and wasp.",
    ),
    (
        TableReplaced(table=TableName.VAULT, rows=VAULT[:2]),
        "The players' own table counts for the vault: Flamer and Builder.",
    ),
    (
        WordTaken(
            player="Host",
            word="jinx",
            way=Way.FROM_THIRD,
            letters="nxnxnx",
            slots=SLOTS,
            working="N 14 1+4 = 5",
            vault="Shover",
            event="It's a trap",
        ),
        "Host takes jinx from its third letter: N 14 1+4 = 5. 1 Hero, 18 Enemies, vault 5 Shover, "
        "event 6 It's a trap, 2 rooms; Heroes begin.",
    ),
    (
        DiceTaken(player="Host", slots=SLOTS, vault="Shover", event="It's a trap"),
        "Host rolls 1, 9, 5, 6, 1, 9. 1 Hero, 18 Enemies, vault 5 Shover, event 6 It's a trap, "
        "2 rooms; Heroes begin.",
    ),
    (
        BoardTaken(
            board=BOARD, doubts=(ReadingDoubt(subject="a|b", says="a gap"),), source="drawn"
        ),
        "On the table is a board that was drawn with 2 rooms and 7 walls. "
        "Look at the wall between a and b: a gap.",
    ),
    (
        BoardMended(board=BOARD, doubts=(), what="room a is called b"),
        "Room a is called b.",
    ),
    (BoardConfirmed(rooms=2, walls=7), "The board is right: 2 rooms, 7 walls."),
    (
        HeroesPlaced(tokens=("H1",), room="a", owner="Guest"),
        "H1 of Guest begins in a.",
    ),
    (
        EnemyPlaced(token="O1", zone="out-N", room="a"),
        "O1 stands on the north side, outside a.",
    ),
    (VaultPlaced(room="a"), "The vault is in a."),
    (EventPlaced(room="b"), "The event marker is in b."),
    (
        ControlSet(control=EnemyControl.ALTERNATING),
        "The players take turns at moving the Enemies.",
    ),
    (SideBegan(side=Side.HEROES, turn=3), "Turn 3 is the Heroes'."),
    (
        SideSkipped(side=Side.ENEMIES, turn=4),
        "Turn 4 belongs to the Enemies, who miss it.",
    ),
    (TokenBegan(token="H1"), "H1 begins."),
    (TokenFinished(token="H1"), "H1 is finished."),
    (SideEnded(side=Side.HEROES), "The turn of the Heroes is over."),
    (GaveUp(side=Side.HEROES), "The Heroes give up."),
    (
        InvasionEnded(winner="Host and Guest", clause="PI-END-01", how="No Enemy is left."),
        "Host and Guest win. No Enemy is left.",
    ),
    (
        InvasionEnded(
            winner="Host",
            clause="PI-END-01",
            how="Only Host has a Hero left.",
            word="wasp",
            player="Host",
        ),
        "Host wins. Only Host has a Hero left. Host has used up the word wasp.",
    ),
    (
        TokenMoved(token="H1", start="a", to="b", wall="a|b#2", free=True),
        "H1 goes from a to b through wall 2 between a and b, one room further.",
    ),
    (
        TokenMoved(token="O1", start="out-N", to="out-E", wall=""),
        "O1 goes from the north side to the east side.",
    ),
    (
        WallChanged(wall="a|b", before=SINGLE, becomes=OPEN, work=Work.SMASH, token="O1"),
        "O1 smashes the wall between a and b, now an Opening.",
    ),
    (
        WallChanged(wall="a|b", before=OPEN, becomes=SINGLE, work=Work.FIXER),
        "Fixer: the wall between a and b is a Single Barrier now.",
    ),
    (
        WallChanged(wall="a|b", before=OPEN, becomes=SINGLE, work=Work.AGREED),
        "Agreed: the wall between a and b is a Single Barrier now.",
    ),
    (
        WallChanged(wall="a|b", before=SINGLE, becomes=OPEN, work=Work.STRIP),
        "The strip counts: the wall between a and b is an Opening now.",
    ),
    (Killed(token="H1", enemies=("O1", "O2")), "H1 kills O1 and O2."),
    (
        Looted(token="H1", name="Mover", says="One room more"),
        "H1 opens the vault and shows P. Mover: One room more.",
    ),
    (
        Grabbed(token="O1", hero="H1", enemy="O2", item_lost=True),
        "O1 grabs H1, who is the Enemy O2 from now on. The item is gone.",
    ),
    (
        Grabbed(token="O1", hero="H1", enemy="O2", vault_open=True),
        "O1 grabs H1, who is the Enemy O2 from now on. The vault can be looted again.",
    ),
    (
        GrabFailed(token="O1", hero="H1"),
        "O1 grabs at H1 and fails; the Action is spent.",
    ),
    (
        ItemUsed(token="H1", name="Mover", acts=True),
        "H1 uses the Mover as its Action and shows H again.",
    ),
    (Removed(tokens=("O1",), why="Sniper"), "Sniper: O1 leaves the board."),
    (
        Pushed(tokens=("O1", "O2"), start="a", to="b"),
        "O1 and O2 are driven from a to b.",
    ),
    (
        HeroJoined(token="H2", room="a"),
        "A new Hero, H2, is in a and waits for the next turn.",
    ),
    (SkipSet(side=Side.HEROES), "The Heroes will miss their next turn."),
    (DodgerSet(whom="H1"), "In the next Enemy turn every Grab at H1 fails."),
    (
        EventHappened(number=8, name="Bad", says="Two more", why="few are left"),
        "The event, as few are left: Bad. Two more.",
    ),
    (HeroesAsked(ask=ASK), "Which of them?"),
    (AskAnswered(ask_id=1, answer="H1"), "The answer is H1."),
    (
        TokenTurned(hero="H1", enemy="O3"),
        "H1 was an Enemy all along: O3 from now on.",
    ),
    (RoomAdded(room="c", board=BOARD), "The board has one more room, c."),
    (
        EnemiesArrived(
            arrivals=(
                Arrival(token="O3", place="out-N", attached="a"),
                Arrival(token="O4", place="b"),
            ),
            dealt=1,
        ),
        "O3 appears on the north side, outside a. O4 appears in b.",
    ),
    (NothingHappened(why="No line was added"), "No line was added: nothing happens."),
    (
        TokensSet(side=Side.ENEMIES, place="a", gone=("O1",)),
        "By hand: O1 leaves a.",
    ),
    (TokenPut(token="H1", place="b"), "By hand: H1 is in b."),
)


@pytest.mark.parametrize(("event", "sentence"), TOLD)
def test_an_event_is_told(event: object, sentence: str) -> None:
    assert GAME.say(event) == sentence


def test_every_kind_of_event_is_told() -> None:
    assert {kind_of(event) for event, _ in TOLD} == set(GAME.events.kinds)
