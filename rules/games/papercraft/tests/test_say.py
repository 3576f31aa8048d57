"""Each kind of event is told in a sentence of its own."""

import pytest

from rules.games.papercraft import GAME
from rules.games.papercraft.asks import AskOpened, ChoiceAnswered, RollAnswered
from rules.games.papercraft.chapters.abilities_used import AbilityUsed, AppliedByHand
from rules.games.papercraft.chapters.amending import SquareAccepted, UnitAmended
from rules.games.papercraft.chapters.attacks import AttackDeclared, RangeFailed
from rules.games.papercraft.chapters.damage import (
    DamageChosen,
    Held,
    Hurt,
    StatusGained,
    TypeChosen,
)
from rules.games.papercraft.chapters.death import Died
from rules.games.papercraft.chapters.gale import Charged
from rules.games.papercraft.chapters.hits import GuardChosen, HitRolled, StrikeLost
from rules.games.papercraft.chapters.moving import HoldEnded, SquareMoved
from rules.games.papercraft.chapters.mustering import ArmiesAgreed, ArmyReady
from rules.games.papercraft.chapters.salvo import SalvoFired, SalvoRolled
from rules.games.papercraft.chapters.setting_up import (
    EdgeTaken,
    OrderSet,
    OrderTied,
    Placed,
    PlayerSkipped,
)
from rules.games.papercraft.chapters.sheltering import CameOut, Entered
from rules.games.papercraft.chapters.telekinesis import ShiftAimed, Shifted, ShiftRolled
from rules.games.papercraft.chapters.turn_effects import (
    EscapeRoll,
    EscapeRolled,
    Healed,
    PhaseOpened,
    Sung,
)
from rules.games.papercraft.chapters.turns import (
    BattleDecided,
    Conceded,
    PlayerTurnBegan,
    PlayerTurnEnded,
    TurnSkipped,
)
from rules.games.papercraft.profiles import DamageType, Fate
from rules.games.papercraft.state import Phase, Status, StatusKind
from rules.referee.toolkit.dice import DiceAsk
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.spots import Spot
from rules.referee.toolkit.tallies import Count
from rules.referee.toolkit.vocabulary import kind_of
from rules.table.edges import TableEdge
from rules.table.units import Inches

SPOT = Spot(x_in=Inches(10.25), y_in=Inches(4.0))
HERE = "10.2 in from the west edge and 4 in from the south"
ASK = Ask(
    id=1,
    seat="Host",
    who="Red",
    clause="PC-HIT-01",
    says="Roll 1 die: C1 attacks I1",
    question=EscapeRoll(dice=DiceAsk(count=1, why="C1 attacks I1", means=()), unit="C1"),
)


def lasting(kind: StatusKind) -> StatusGained:
    return StatusGained(unit="I1", status=Status(kind=kind, turn=2, by="C1"), ability="The Thing")


TOLD: tuple[tuple[object, str], ...] = (
    (AskOpened(ask=ASK), "Roll 1 die: C1 attacks I1."),
    (
        RollAnswered(ask_id=1, player="Red", dice=(4, 3), why="how far", purpose="hit"),
        "Red rolls 4, 3: how far.",
    ),
    (RollAnswered(ask_id=1, player="Red", dice=(4,), why="", purpose="hit"), "Red rolls 4."),
    (
        ChoiceAnswered(ask_id=1, player="Red", choice="hold", question="Hold or hurt?"),
        "Hold or hurt? Red answers: hold.",
    ),
    (ChoiceAnswered(ask_id=1, player="Red", choice="hold", question=""), "Red answers: hold."),
    (PhaseOpened(phase=Phase.DEPLOY), "Place your units, one at a time."),
    (
        ArmyReady(player="Red", points=390, total=400),
        "Red is ready with an army of 390 of 400 points.",
    ),
    (
        ArmiesAgreed(totals=(Count(name="Red", count=400),), warnings=("it rains",)),
        "The Army Totals are Red 400. It rains.",
    ),
    (OrderTied(players=("Red", "Blue"), face=5), "Red and Blue have 5 each: they roll again."),
    (
        OrderSet(order=("Red", "Blue")),
        "For placing units and for turns the order is Red, Blue.",
    ),
    (EdgeTaken(player="Red", edge=TableEdge.WEST), "Red begins at the west edge."),
    (
        Placed(unit="C1", player="Red", spot=SPOT),
        f"Red places C1, {HERE}.",
    ),
    (PlayerSkipped(player="Red"), "Red has nothing left to place and is skipped."),
    (PlayerTurnBegan(player="Red", turn=3, round=2), "Turn 3, in round 2, is Red's."),
    (TurnSkipped(player="Red", round=2), "Red has no unit left and is skipped."),
    (
        SquareMoved(unit="C1", spot=SPOT, length=Inches(2), walked=Inches(5), counts=True),
        "C1 moves 2 in, 5 in of its Movement so far.",
    ),
    (
        SquareMoved(unit="C1", spot=SPOT, length=Inches(0.2), walked=Inches(0.2), counts=False),
        "C1 moves 0.2 in; that is too little to count as a move.",
    ),
    (Entered(unit="C1", building="B1"), "C1 goes into B1; its square is taken off the table."),
    (
        CameOut(unit="C1", building="B1", spot=SPOT),
        f"C1 comes out of B1 and stands {HERE}.",
    ),
    (
        CameOut(unit="C1", building="B1", spot=SPOT, fell=True),
        f"C1 is put out of the fallen B1 and stands {HERE}.",
    ),
    (PlayerTurnEnded(player="Red"), "The turn of Red is over."),
    (
        AttackDeclared(unit="C1", attack="bow", target="I1", name="Ink bow"),
        "C1 attacks I1 with Ink bow.",
    ),
    (
        RangeFailed(unit="C1", attack="bow", target="I1"),
        "I1 is out of reach of C1, and that attack is used up.",
    ),
    (StrikeLost(unit="C1", target="I1"), "The attack of C1 on I1 comes to nothing."),
    (
        GuardChosen(unit="I1", target="C1", strike=True),
        "I1 meets C1 with its Hit Bonus, ready to strike back.",
    ),
    (GuardChosen(unit="I1", target="C1", strike=False), "I1 meets C1 with its Dodge Bonus."),
    (
        HitRolled(unit="C1", target="I1", attack="bow", attack_total=5, guard_total=5, hit=True),
        "C1 hits I1: 5 against 5.",
    ),
    (
        HitRolled(
            unit="C1",
            target="I1",
            attack="bow",
            attack_total=4,
            guard_total=5,
            hit=False,
            blow_back="axe",
        ),
        "C1 misses I1: 4 against 5. I1 strikes back at once.",
    ),
    (
        HitRolled(
            unit="C1", target="I1", attack="bow", attack_total=0, guard_total=0, hit=True, sure=True
        ),
        "I1 is held, so C1 hits it without a roll.",
    ),
    (TypeChosen(unit="C1", target="I1", type=DamageType.SIEGE), "C1 makes that Siege damage."),
    (DamageChosen(unit="C1", target="I1"), "C1 hurts I1 and does not hold it."),
    (
        Hurt(unit="I1", by="C1", amount=4, hp=3, why="7, Pierce against Heavy -3"),
        "I1 loses 4 HP (7, Pierce against Heavy -3): 3 left.",
    ),
    (Hurt(unit="I1", by="C1", amount=4, hp=-1, why=""), "I1 loses 4 HP: none left."),
    (Hurt(unit="I1", by="C1", amount=-2, hp=9, why=""), "I1 regains 2 HP: 9 left."),
    (
        Died(unit="I1", by="C1", fate=Fate.CORPSE, points=40),
        "I1 is killed by C1, worth 40 points: turn its square over where it lies.",
    ),
    (
        Died(unit="I1", by="I1", fate=Fate.REMOVED, points=0),
        "I1 is killed: take its square off the table.",
    ),
    (AbilityUsed(unit="C1", ability="gale", name="Gale"), "C1 uses Gale in place of attacking."),
    (
        AppliedByHand(unit="C1", ability="paper_cut", target="I1"),
        "C1 uses paper cut on I1: apply it by hand, and amend what it changes.",
    ),
    (lasting(StatusKind.PINNED), "The Thing: I1 may not move in its next own turn."),
    (
        lasting(StatusKind.BURNING),
        "The Thing: I1 burns: it is hurt after its next turn, unless it moves in that turn.",
    ),
    (lasting(StatusKind.EMPOWERED), "The Thing: I1 has its Hit Bonus doubled."),
    (Held(unit="C1", target="I1"), "C1 holds I1, which can neither move nor attack."),
    (HoldEnded(unit="C1", freed=("I1", "I2")), "C1 lets go of I1 and I2."),
    (
        EscapeRolled(unit="I1", by="C1", total=4, needed=4, free=True),
        "I1 breaks free of C1: 4 in all, 4 or more needed.",
    ),
    (
        EscapeRolled(unit="I1", by="C1", total=3, needed=4, free=False),
        "I1 is still held by C1: 3 in all, 4 or more needed.",
    ),
    (
        Sung(unit="B1", ability="x", number=4),
        "B1 sings: every Living unit on the table regains 4 HP.",
    ),
    (Healed(unit="I1", amount=3, hp=12), "I1 regains 3 HP: 12 now."),
    (
        SalvoFired(unit="L1", ability="x", targets=("I1", "C2"), dying=False),
        "L1 fires its salvo at I1 and C2.",
    ),
    (
        SalvoFired(unit="L1", ability="x", targets=(), dying=True),
        "L1 dies, and its salvo goes off at nobody.",
    ),
    (
        SalvoRolled(unit="L1", ability="x", targets=("I1", "C2"), dice=(4, 2), hits=("I1",)),
        "Of 4, 2 for I1 and C2: I1 hit.",
    ),
    (ShiftAimed(unit="C1", target="I1"), "I1 lets C1 shift it."),
    (
        ShiftAimed(unit="C1", target="I1", attack_total=6, guard_total=5),
        "C1 takes hold of I1: 6 against 5.",
    ),
    (
        ShiftAimed(unit="C1", target="I1", attack_total=4, guard_total=5, took=False),
        "C1 finds no hold on I1: 4 against 5.",
    ),
    (ShiftRolled(unit="C1", target="I1", inches=8), "C1 may shift I1 by up to 8 in."),
    (Shifted(unit="C1", target="I1", spot=SPOT, length=Inches(7.5)), "C1 shifts I1 by 7.5 in."),
    (
        Charged(
            unit="C1",
            ability="gale",
            spot=SPOT,
            length=Inches(7),
            targets=("I1",),
            attack="wind",
            cost_hp=2,
        ),
        "C1 flies 7 in over I1: 1 attack, 2 HP each.",
    ),
    (UnitAmended(unit="C1", hp=3, moved=True), "Agreed: C1 has 3 HP and has moved this turn."),
    (
        SquareAccepted(unit="C1", spot=SPOT),
        f"Agreed: C1 stands {HERE}.",
    ),
    (Conceded(player="Red", units=("C1", "I1")), "Red gives up; C1 and I1 are taken off."),
    (
        BattleDecided(winner="Red", how="enough", points_left=(Count(name="Red", count=9),)),
        "Red wins: enough. Points left: Red 9.",
    ),
    (BattleDecided(winner="", how="nobody is left"), "The battle is drawn: nobody is left."),
)


@pytest.mark.parametrize(("event", "sentence"), TOLD, ids=lambda each: getattr(each, "unit", ""))
def test_an_event_is_told(event: object, sentence: str) -> None:
    assert GAME.say(event) == sentence


def test_every_kind_of_event_is_told() -> None:
    assert {kind_of(event) for event, _ in TOLD} == set(GAME.events.kinds)
