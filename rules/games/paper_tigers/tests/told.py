"""Lists events of every kind, each with the sentence that the umpire has for it."""

from rules.games.paper_tigers.asking import Asked, Chosen, PhaseBegan, Rolled, RollTied
from rules.games.paper_tigers.chapters.acting import CardCame, CardPlayed, Declined
from rules.games.paper_tigers.chapters.arrivals import Arrived
from rules.games.paper_tigers.chapters.beginning import ColumnRolled, RolesSet
from rules.games.paper_tigers.chapters.bonus import BonusAdded, BonusAllowed
from rules.games.paper_tigers.chapters.deploying import Boarded, Deployed, EdgeChosen
from rules.games.paper_tigers.chapters.fire.shots import FireRoll
from rules.games.paper_tigers.chapters.initiative import IntentChosen, QueueFormed, TieRolled
from rules.games.paper_tigers.chapters.keeping import Discarded, Kept, TurnEnded
from rules.games.paper_tigers.chapters.laying import Assigned, NowhereToLay, Passed
from rules.games.paper_tigers.chapters.picking import Picked, TurnedUp
from rules.games.paper_tigers.chapters.repairs import RecoveryRolled, RepairLaid, RepairTurned
from rules.games.paper_tigers.chapters.slips import LeftOff, SlipsWritten, SlipTurned
from rules.games.paper_tigers.chapters.terrain import ObjectiveNamed, TerrainPlaced, TerrainReopened
from rules.games.paper_tigers.chapters.turns import CardsRolled, Dealt, Shuffled, TurnBegan
from rules.games.paper_tigers.tests.told_actions import ACTION, ENDING, RED_7_BLUE_5, SPOT, at_spot
from rules.games.paper_tigers.vocabulary import Phase, Turned
from rules.referee.toolkit.dice import DiceAsk
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.tallies import Count

ASK = Ask(
    id=1,
    seat="Host",
    who="Red",
    clause="PT1-D2d",
    says="Roll 3 dice: T1 fires at T2. 10 or more: a hit; less: a miss.",
    question=FireRoll(
        dice=DiceAsk(count=3, why="T1 fires at T2", means=()), unit="T1", target="T2", needed=10
    ),
)

SETUP: tuple[tuple[object, str], ...] = (
    (Asked(ask=ASK), "Roll 3 dice: T1 fires at T2. 10 or more: a hit; less: a miss."),
    (
        Rolled(ask_id=1, force="Red", dice=(4, 3), why="who attacks"),
        "Red rolls 4, 3: who attacks.",
    ),
    (Rolled(ask_id=1, force="Red", dice=(4,), why=""), "Red rolls 4."),
    (
        Chosen(ask_id=1, force="Red", choice="play_on", question="Do you play on?"),
        "Do you play on? Red answers: play on.",
    ),
    (Chosen(ask_id=1, force="Red", choice="yes", question=""), "Red answers: yes."),
    (PhaseBegan(phase=Phase.DEAL), "Deal the cards, face down."),
    (RollTied(total=7), "Both have 7: roll again."),
    (
        RolesSet(attacker="Red", defender="Blue", totals=RED_7_BLUE_5),
        "Red attacks and Blue defends: Red 7, Blue 5.",
    ),
    (
        RolesSet(attacker="Red", defender="Blue", totals=()),
        "Red attacks and Blue defends.",
    ),
    (
        ObjectiveNamed(area="B3", points=8, held_by="Blue"),
        "B3 is worth 8 points, and Blue holds it from the start.",
    ),
    (ObjectiveNamed(area="B3", points=1), "B3 is worth 1 point."),
    (ObjectiveNamed(area="B3", points=0), "B3 is no longer worth points."),
    (
        TerrainPlaced(by="Red", areas=("W1", "B3"), warnings=("W1 is 12 in wide",)),
        "Red has laid out 2 areas: W1 and B3. W1 is 12 in wide.",
    ),
    (
        TerrainPlaced(by="Red", areas=("H1",), big_hill="H1", river="R", bridge="R1"),
        "Red has laid out 1 area: H1. The hill to fight over is H1. The river is R. "
        "The only bridge is R1.",
    ),
    (TerrainPlaced(by="Red", areas=()), "Red leaves the table bare."),
    (
        TerrainReopened(by="Blue"),
        "Blue does not agree to the terrain: it is open again.",
    ),
    (
        BonusAllowed(side="Red", points=8, own_points=20, other_points=21),
        "Red may add units worth 8 points: it has 20, the other side 21.",
    ),
    (BonusAdded(side="Red", units=("R8", "R9"), points=6), "R8 and R9 join Red, worth 6 points."),
    (EdgeChosen(edge="south"), "The Defender takes the south edge."),
    (
        EdgeChosen(edge="south", warning="the river is out of place"),
        "The Defender takes the south edge. The river is out of place.",
    ),
    (
        ColumnRolled(side="Red", inches=4),
        "Red's column begins 4 in from the middle of the table.",
    ),
    (Boarded(unit="S1", carrier="T3"), "S1 begins the battle carried by T3."),
    (Boarded(unit="S1", carrier=""), "S1 begins the battle on its own."),
    (
        SlipsWritten(side="Red", slips=("P1", "P2", "P3"), blanks=1, left_off=0, on_table=3),
        "Red begins as 3 slips of paper on the table: 1 blank, 0 more left off.",
    ),
    (
        Deployed(side="Red", spots=(at_spot("T1"), at_spot("T2"))),
        "Red is ready with 2 units.",
    ),
    (
        Deployed(side="Red", spots=(), slips=(at_spot("P1"),)),
        "Red is ready with 1 slip.",
    ),
    (Deployed(side="Red", spots=()), "Red is ready with 0 units."),
    (
        SlipTurned(slip="P1", unit="T1", spot=SPOT),
        "P1 is turned over: T1 stands there.",
    ),
    (SlipTurned(slip="P1"), "P1 is turned over: blank."),
    (LeftOff(units=("T1",)), "T1 stays out of the battle."),
    (LeftOff(units=("T1", "S1")), "T1 and S1 stay out of the battle."),
    (LeftOff(units=()), "Nobody stays out of the battle."),
)

TURN: tuple[tuple[object, str], ...] = (
    (TurnBegan(turn=3, shuffler="Blue"), "Turn 3 begins; Blue shuffles."),
    (TurnBegan(turn=3, shuffler=""), "Turn 3 begins."),
    (Shuffled(by="Blue", run=1), "Blue has shuffled the draw pile."),
    (
        Shuffled(by="Blue", run=2, fresh=True),
        "Blue has shuffled the discards back in: run 2 of the deck begins.",
    ),
    (
        Arrived(force="Red", spots=(at_spot("T1"), at_spot("S1"))),
        "T1 and S1 of Red come onto the table.",
    ),
    (Arrived(force="Red", spots=(at_spot("T1"),)), "T1 of Red comes onto the table."),
    (Arrived(force="Red", spots=()), "No unit of Red comes onto the table."),
    (
        CardsRolled(force="Red", dice=(5, 2), count=7),
        "Red gets 7 cards.",
    ),
    (
        CardsRolled(force="Red", dice=(4, 1), count=4, small_game=True),
        "Red gets 4 cards, by the higher die.",
    ),
    (
        Dealt(order=("Red", "Blue") * 5 + ("Red", "Red")),
        "The cards are dealt, Red first.",
    ),
    (Dealt(order=("Red", "Blue", "Red")), "The cards are dealt, Red first."),
    (
        Dealt(
            order=("Red",),
            short=(Count(name="Blue", count=4), Count(name="Red", count=1)),
            reshuffled=("pack",),
        ),
        "The cards are dealt. The draw pile was 4 cards short for Blue. "
        "The draw pile was 1 card short for Red. On the way the discards were shuffled back in.",
    ),
    (Dealt(order=()), "No card is dealt."),
    (Assigned(force="Red", unit="T1"), "Red lays a face-down card on T1."),
    (
        Assigned(force="Red", unit="T1", card="10D"),
        "Red lays the 10 of diamonds on T1.",
    ),
    (Passed(force="Red"), "Red passes."),
    (
        NowhereToLay(force="Red", cards=2),
        "Red has 2 cards left and no unit that can take one: it lays no more.",
    ),
    (Picked(force="Red", unit="T1", cards=(1, 2)), "Red has picked who acts."),
    (Picked(force="Red", unit="T1", cards=(1,), by_rule=True), "T1 needs no pick."),
    (
        TurnedUp(force="Red", unit="T1", cards=(1, 2), faces=("QH", "2C")),
        "T1 turns up the queen of hearts and the 2 of clubs.",
    ),
    (TurnedUp(force="Red", unit="T1", cards=(), faces=()), "T1 turns up no card."),
    (
        IntentChosen(card="QH", unit="T1", intent="fire"),
        "T1 will fire with the queen of hearts.",
    ),
    (
        TieRolled(side="Red", cards=("10H",), units=("T1",), total=6),
        "Red has 6 for the 10 of hearts on T1.",
    ),
    (
        TieRolled(side="Red", cards=(), units=(), total=6),
        "Red has 6.",
    ),
    (
        QueueFormed(
            order=(
                Turned(card="KC", unit="T2", force="Blue"),
                Turned(card="QH", unit="T1", force="Red"),
            )
        ),
        "The order is T2 with the king of clubs, then T1 with the queen of hearts.",
    ),
    (QueueFormed(order=()), "No card lies open."),
    (
        CardCame(card="QH", unit="T1", force="Red"),
        "The queen of hearts comes up: T1 of Red acts.",
    ),
    (Declined(unit="T1", card="QH"), "T1 lets the queen of hearts go unused."),
    (CardPlayed(unit="T1", card="AS"), "T1 is done with the ace of spades."),
    (
        RepairLaid(force="Red", unit="T1"),
        "Red lays a face-down card on T1 to repair it.",
    ),
    (
        RepairTurned(unit="T1", card="7D"),
        "The repair card of T1 is the 7 of diamonds.",
    ),
    (
        RecoveryRolled(unit="T1", total=7, difficulty=7, recovered=True),
        "T1 is fit again: the dice come to 7, and 7 or more was needed.",
    ),
    (
        RecoveryRolled(unit="T1", total=10, difficulty=11, recovered=False),
        "T1 stays damaged: the dice come to 10, and 11 or more was needed.",
    ),
    (
        Discarded(force="Red", hidden=2, cards=("QH",)),
        "Red discards 2 face-down cards and the queen of hearts.",
    ),
    (Discarded(force="Red", hidden=1, cards=()), "Red discards 1 face-down card."),
    (Discarded(force="Red", hidden=0, cards=()), "Red discards no card."),
    (
        Kept(force="Red", cards=("QH", "2C", "3C")),
        "Red keeps the queen of hearts, the 2 of clubs and the 3 of clubs, open for all to see.",
    ),
    (Kept(force="Red", cards=()), "Red keeps no new card."),
    (TurnEnded(turn=3), "Turn 3 is over."),
)

TOLD = (*SETUP, *TURN, *ACTION, *ENDING)
