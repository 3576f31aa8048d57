"""Lists the events of cards being played, and of endings, each with its sentence."""

from rules.games.paper_tigers.chapters.acting import BridgeBlown, DemolitionDeclared
from rules.games.paper_tigers.chapters.agreeing import Amended, TableAccepted, TerrainAccepted
from rules.games.paper_tigers.chapters.deck_end import (
    BattleEnded,
    BridgeCaptured,
    DeckEnded,
    ObjectiveSettled,
    PlayOn,
)
from rules.games.paper_tigers.chapters.fire.firing import FireDeclared
from rules.games.paper_tigers.chapters.fire.saving import Destroyed, HitTaken, Saved, WreckSettled
from rules.games.paper_tigers.chapters.fire.shelter import CoverSettled
from rules.games.paper_tigers.chapters.fire.shots import Shot, ShotLost, SightSettled
from rules.games.paper_tigers.chapters.following import FollowersNamed
from rules.games.paper_tigers.chapters.moving import MoveDeclared, MoveRolled
from rules.games.paper_tigers.chapters.riding import GotOff, MustGetOff, StayedAboard
from rules.games.paper_tigers.chapters.walking import Moved
from rules.games.paper_tigers.profiles import ActionKind
from rules.games.paper_tigers.scoring import ObjectiveHeld
from rules.games.paper_tigers.vocabulary import Follower, UnitSpot
from rules.referee.toolkit.spots import Spot
from rules.referee.toolkit.tallies import Count
from rules.table.units import Inches

SPOT = Spot(x_in=Inches(10.25), y_in=Inches(4.0))
S1_AT_T2 = Follower(unit="S1", target="T2")
RED_7_BLUE_5 = (Count(name="Red", count=7), Count(name="Blue", count=5))


def at_spot(name: str) -> UnitSpot:
    return UnitSpot(unit=name, spot=SPOT)


ACTION: tuple[tuple[object, str], ...] = (
    (
        FireDeclared(unit="T1", target="T2", card="QH"),
        "T1 fires at T2 with the queen of hearts.",
    ),
    (
        FireDeclared(
            unit="T1",
            target="T2",
            card="QH",
            doubtful=("T1", "S1"),
            followers=(S1_AT_T2, Follower(unit="S2", target="T3")),
            follows=("T1", "T1"),
        ),
        "T1 fires at T2 with the queen of hearts; S1 follows and fires at T2 and S2 follows and "
        "fires at T3. For T1 and S1 the lines of sight are in doubt.",
    ),
    (MoveDeclared(unit="T1", card="8C"), "T1 tries to move with the 8 of clubs."),
    (
        MoveDeclared(unit="T1", card="8C", followers=("S1",), follows=("T1",)),
        "T1 tries to move with the 8 of clubs; S1 follows.",
    ),
    (
        FollowersNamed(unit="T1", action=ActionKind.MOVE, followers=(S1_AT_T2,)),
        "S1 follows T1.",
    ),
    (
        FollowersNamed(unit="T1", action=ActionKind.FIRE, followers=(S1_AT_T2,), doubtful=("S1",)),
        "After T1: S1 follows and fires at T2. For S1 the line of sight is in doubt.",
    ),
    (FollowersNamed(unit="T1", action=ActionKind.MOVE), "Nobody follows T1."),
    (
        DemolitionDeclared(bridge="R1", card="9H"),
        "The charge under R1 is lit with the 9 of hearts.",
    ),
    (
        SightSettled(unit="T1", target="T2", clear=True),
        "The die clears it: T1 sees T2.",
    ),
    (
        SightSettled(unit="T1", target="T2", clear=False),
        "The die blocks it: T1 does not see T2.",
    ),
    (ShotLost(unit="T1", target="T2"), "The shot of T1 is lost: T2 is gone."),
    (
        Shot(unit="T1", target="T2", total=10, difficulty=10, hit=True),
        "T1 hits T2: the dice come to 10, and 10 or more was needed.",
    ),
    (
        Shot(unit="T1", target="T2", total=9, difficulty=10, hit=False),
        "T1 misses T2: the dice come to 9, and 10 or more was needed.",
    ),
    (
        Shot(unit="T1", target="T2", total=8, difficulty=7, hit=True, passenger="S2"),
        "T1 hits T2, with S2 aboard: the dice come to 8, and 7 or more was needed.",
    ),
    (
        CoverSettled(unit="S1", area="W1", inside=True),
        "For this hit S1 counts as in W1.",
    ),
    (
        CoverSettled(unit="S1", area="W1", inside=False),
        "For this hit S1 counts as outside W1.",
    ),
    (
        Saved(unit="T2", dice=(2, 5), armour=2, saved=True),
        "T2 saves the hit: armour 2, 5.",
    ),
    (
        Saved(unit="T2", dice=(2, 1, 3), armour=2, saved=False),
        "T2 does not save the hit: armour 2, 1 and cover 3.",
    ),
    (Saved(unit="S1", dice=(6,), armour=0, saved=True), "S1 saves the hit: cover 6."),
    (
        Saved(unit="S1", dice=(), armour=0, saved=False),
        "S1 has no dice to save the hit.",
    ),
    (
        HitTaken(unit="T2", by="T1", hits=1),
        "T2 takes a hit from T1 and is damaged; any cards on it are discarded.",
    ),
    (HitTaken(unit="T2", by="", hits=2), "T2 takes a hit: 2 hits now."),
    (Destroyed(unit="T2", by="T1", points=5), "T1 destroys T2, worth 5 points."),
    (Destroyed(unit="T2", by="", points=1), "T2 is destroyed, worth 1 point."),
    (Destroyed(unit="T2", by="", points=0), "T2 is destroyed."),
    (
        WreckSettled(unit="T2", burning=True),
        "T2 burns where it stands and blocks sight.",
    ),
    (WreckSettled(unit="T2", burning=False), "T2 is taken off the table."),
    (
        MustGetOff(unit="S1", carrier="T1", inches=Inches(4.0)),
        "S1 gets off T1 and lands 4 in away.",
    ),
    (
        MustGetOff(unit="S1", carrier="T1", inches=Inches(4.0), direction=3),
        "S1 gets off T1 and lands 4 in away, in the direction of a 3.",
    ),
    (StayedAboard(unit="S1", carrier="H1"), "S1 stays aboard H1."),
    (
        GotOff(unit="S1", carrier="T1", spot=SPOT),
        "S1 stands 10.2 in from the west edge and 4 in from the south.",
    ),
    (
        MoveRolled(unit="S2", total=9, difficulty=8, allowance=Inches(6.0)),
        "S2 may move up to 6 in, its most: the dice come to 9, and 8 or more was needed.",
    ),
    (
        MoveRolled(unit="S2", total=8, difficulty=9, allowance=Inches(0.0)),
        "S2 stays where it is: the dice come to 8, and 9 or more was needed.",
    ),
    (Moved(unit="T1", spot=SPOT, length=Inches(8.4)), "T1 moves 8.4 in."),
    (
        Moved(unit="S1", spot=SPOT, length=Inches(3.0), aboard="T3"),
        "S1 moves 3 in and is carried by T3 now.",
    ),
    (
        Moved(unit="S1", spot=SPOT, length=Inches(3.0), in_area="B3"),
        "S1 moves 3 in and is in B3 now.",
    ),
    (Moved(unit="T1", spot=SPOT, length=Inches(0.0)), "T1 stays where it is."),
    (
        BridgeBlown(bridge="R1", total=9, difficulty=9, blown=True),
        "R1 goes up: the dice come to 9, and 9 or more was needed.",
    ),
    (
        BridgeBlown(bridge="R1", total=8, difficulty=9, blown=False),
        "R1 still stands: the dice come to 8, and 9 or more was needed.",
    ),
    (BridgeCaptured(bridge="R1", by="Red"), "Red has captured R1."),
)

ENDING: tuple[tuple[object, str], ...] = (
    (
        DeckEnded(
            run=1,
            totals=RED_7_BLUE_5,
            objectives=(
                ObjectiveHeld(area="B3", side="Red", points=4),
                ObjectiveHeld(area="H1", side="", points=8),
            ),
        ),
        "Run 1 of the deck is over: Red 7, Blue 5. Red holds B3 for 4 points. Nobody holds H1.",
    ),
    (DeckEnded(run=2, totals=()), "Run 2 of the deck is over."),
    (ObjectiveSettled(area="B3", side="Red"), "Agreed: Red holds B3."),
    (ObjectiveSettled(area="B3", side=""), "Agreed: nobody holds B3."),
    (PlayOn(run=2), "The battle goes on: run 2 of the deck."),
    (
        BattleEnded(
            winner="Red",
            how="the bridge is captured",
            totals=RED_7_BLUE_5,
            marginal=True,
            commended=(Count(name="Red A", count=6), Count(name="Blue A", count=4)),
        ),
        "Red wins narrowly: Red 7, Blue 5. The bridge is captured. "
        "Commended: Red A with 6 and Blue A with 4.",
    ),
    (BattleEnded(winner="", how="", totals=()), "The battle is a draw."),
    (BattleEnded(winner="Red", how="wipeout", totals=()), "Red wins. Wipeout."),
    (
        Amended(unit="S1", hits=1, aboard="T3", in_area="B3"),
        "Agreed: S1 has 1 hit, is carried by T3 and is in B3.",
    ),
    (Amended(unit="S1", hits=0), "Agreed: S1 has 0 hits."),
    (
        TableAccepted(unit="T1", spot=SPOT),
        "Agreed: T1 stands where the camera sees it, "
        "10.2 in from the west edge and 4 in from the south.",
    ),
    (TerrainAccepted(areas=("W1", "B1")), "Agreed: the terrain from here on is W1 and B1."),
    (TerrainAccepted(areas=()), "Agreed: the terrain from here on is none."),
)
