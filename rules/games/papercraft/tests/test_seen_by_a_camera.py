"""Tests a battle on pictures: squares are carried, shoot and are turned over, and all is seen."""

from dataclasses import dataclass, replace

import pytest
import shapely

from api.armies.building import ArmyWanted, build, roster_toml
from api.armies.samples import Sample
from api.demo.calibrating import SetTable, set_table
from api.demo.stage import RESTS_S, DemoStage
from api.kit.kit_in_use import kit_in_use
from rules.games.papercraft import GAME
from rules.games.papercraft.chapters.attacks import Attack
from rules.games.papercraft.chapters.hits import GuardRoll
from rules.games.papercraft.chapters.moving import EndMovement, SquareMoved, SquareMoveDone
from rules.games.papercraft.chapters.mustering import GetReady
from rules.games.papercraft.chapters.setting_up import PlaceSquare, TakeEdge
from rules.games.papercraft.chapters.turns import EndTurn
from rules.games.papercraft.differences import MOVE_FINISHED, MOVED, NOT_TURNED, PLACED, TURNED_OVER
from rules.games.papercraft.profiles import Fate
from rules.games.papercraft.state import Phase, State, TableEdge
from rules.referee.toolkit.armies import Ordered
from rules.referee.toolkit.game import Command, Event, Refusal
from rules.referee.toolkit.questions import DiceQuestion, Roll
from rules.table.outlines.outline import place
from rules.table.snapshot import Piece, PieceState, Pose
from rules.table.units import Degrees, Inches
from vision.synthetic.described.scene import ScenePiece, SceneTag

RED = (Ordered(unit="inkbow_company"), Ordered(unit="seal_captain"))
BLUE = (Ordered(unit="blot_caster"), Ordered(unit="paper_ghouls"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Army:
    """A printed army and its table as a camera measures it."""

    sample: Sample
    laid: SetTable


@pytest.fixture(scope="module")
def army() -> Army:
    built = build(GAME, [ArmyWanted(side="Red", units=RED), ArmyWanted(side="Blue", units=BLUE)])
    kit = kit_in_use(roster_toml(built, table="24x21", camera="800x600"), name="two armies")
    sample = Sample(name="two armies", game=GAME, kit=kit)
    return Army(sample=sample, laid=set_table(kit, seed=2, say=lambda _: None))


class Table(DemoStage):
    """A stage on which squares are put down and turned over, too."""

    def lie(self, square: ScenePiece) -> None:
        """Let a square lie there as it is from now on, and look on until it rests."""
        others = [each for each in self._scene.pieces if each.id != square.id]
        self._scene = replace(self._scene, pieces=(*others, square))
        self._show()
        self.watch(RESTS_S)

    def square(self, name: str) -> ScenePiece | None:
        """A square as it lies."""
        return next((each for each in self._scene.pieces if each.id == name), None)


class Watched:
    """A battle on a table that only a camera sees; in the beginning no square lies there."""

    def __init__(self, army: Army) -> None:
        battle, scene = army.sample.kit.battle, army.laid.scene
        self.wearers = {each.entry.id: each for each in battle.pieces}
        self.squares = {each.id: each for each in scene.pieces if each.id in self.wearers}
        bare = tuple(each for each in scene.pieces if each.id not in self.wearers)
        self.table = Table(
            replace(scene, pieces=bare), profile=army.laid.done.profile, battle=battle
        )
        self.state: State = GAME.initial(army.sample.setup())
        self.seats = {seat.sides[0]: seat.name for seat in army.sample.setup().seats}

    def lay(self, name: str, *, face: str = "face") -> None:
        """A square is put down where it belongs, or turned over where it lies."""
        square = self.table.square(name) or self.squares[name]
        tags = tuple(
            SceneTag(
                id=tag.number,
                dictionary=square.tags[0].dictionary,
                side_in=tag.size,
                offset_in=(tag.x, tag.y),
                turn_deg=tag.turn,
            )
            for tag in self.wearers[name].tags
            if tag.face == face
        )
        assert tags, f"expected a {face} of {name}"
        self.table.lie(replace(square, tags=tags))

    def lies(self, name: str) -> Piece:
        """A square as the camera sees it."""
        return self.table.table.piece(name)

    def ask(self, side: str, body: object) -> tuple[Event, ...]:
        """A command that is accepted, judged on what the camera sees now."""
        decision = self.decide(side, body)
        assert not isinstance(decision, Refusal), decision.reason
        for event in decision:
            self.state = GAME.evolve(self.state, event.body)
        return decision

    def decide(self, side: str, body: object) -> tuple[Event, ...] | Refusal:
        command = Command(author=self.seats[side], body=body)
        return GAME.decide(self.state, command, self.table.table)

    def roll(self) -> None:
        """All that is asked for, until nobody is asked: targets roll ones, everybody else sixes."""
        while self.state.asks:
            ask = self.state.asks[0]
            question = ask.question
            assert isinstance(question, DiceQuestion)
            face = 1 if isinstance(question, GuardRoll) or ask.who == "Blue" else 6
            self.ask(ask.who, Roll(dice=(face,) * question.dice.count, ask=ask.id))

    def kinds(self) -> list[tuple[str, str]]:
        """Where the table is not as the battle has it."""
        found = GAME.differences(self.state, self.table.table)
        return [(each.subject, each.kind) for each in found]

    def proposed(self) -> list[tuple[str, str]]:
        """What the camera takes to have happened."""
        found = GAME.sighted(self.state, self.table.table)
        return [(each.subject, each.kind) for each in found]


@pytest.fixture(scope="module")
def fought(army: Army) -> Watched:
    """Armies mustered, edges chosen, every square put down in view; it is Red's movement."""
    watched = Watched(army)
    for side in ("Red", "Blue"):
        watched.ask(side, GetReady())
    watched.roll()
    below = watched.squares["R1"].place.y < watched.squares["B1"].place.y
    watched.ask("Red", TakeEdge(edge=TableEdge.SOUTH if below else TableEdge.NORTH))
    for name in ("R1", "B1", "R2", "B2"):
        watched.lay(name)
        assert (name, PLACED) in watched.proposed()
        watched.ask("Red" if name[0] == "R" else "Blue", PlaceSquare(unit=name))
    assert (watched.state.phase, watched.state.active) == (Phase.MOVE, "Red")
    assert watched.kinds() == []
    return watched


@pytest.mark.long
def test_a_battle_is_seen_from_the_first_square_to_the_last_corpse(fought: Watched) -> None:
    """One story, because each picture takes its time: moves, a shot, a death, and two mistakes."""
    captain = fought.state.unit("R2")
    assert captain.spot is not None
    towards = 1 if fought.squares["B1"].place.y > captain.spot.y_in else -1

    # A square is carried, and the camera proposes the move that it has measured.
    there = Pose(
        x=captain.spot.x_in,
        y=Inches(captain.spot.y_in + 3 * towards),
        heading=captain.spot.heading_deg,
    )
    fought.table.carry({"R2": there})
    assert ("R2", MOVE_FINISHED) in fought.proposed()
    moved = [each.body for each in fought.ask("Red", SquareMoveDone(unit="R2"))]
    (walked,) = [body for body in moved if isinstance(body, SquareMoved)]
    assert walked.length == pytest.approx(3, abs=0.1)

    # A shot is measured from edge to edge as the squares lie.
    fought.ask("Red", EndMovement())
    told = fought.ask("Red", Attack(unit="R1", attack="bow", target="B1"))
    (range_,) = [found for event in told for found in event.evidence if found.what == "range"]
    assert range_.value == pytest.approx(true_gap(fought, "R1", "B1"), abs=0.1)
    fought.roll()
    assert 0 < fought.state.unit("B1").hp < 14

    two_mistakes(fought)

    # The next volley kills: the square has to be turned over, and its corpse is known by its tag.
    fought.ask("Red", EndTurn())
    for body in (EndMovement(), EndTurn()):
        fought.ask("Blue", body)
    fought.ask("Red", EndMovement())
    fought.ask("Red", Attack(unit="R1", attack="bow", target="B1"))
    fought.roll()
    assert fought.state.unit("B1").fate is Fate.CORPSE
    assert fought.kinds() == [("B1", NOT_TURNED)]
    fought.lay("B1", face="corpse")
    assert fought.kinds() == []
    corpse = fought.lies("B1")
    assert (corpse.state, corpse.face) == (PieceState.SEEN, "corpse")


def two_mistakes(fought: Watched) -> None:
    """What hands do that the battle knows nothing of is noticed, and no more once it is undone."""
    fought.lay("B1", face="corpse")
    assert fought.lies("B1").face == "corpse"
    assert ("B1", TURNED_OVER) in fought.kinds()
    fought.lay("B1")
    assert fought.kinds() == []
    ghouls = fought.lies("B2").pose
    assert ghouls is not None
    fought.table.carry({"B2": replace(ghouls, x=Inches(ghouls.x - 1.5))})
    assert fought.kinds() == [("B2", MOVED)]
    fought.table.carry({"B2": ghouls})
    assert fought.kinds() == []


def true_gap(watched: Watched, one: str, other: str) -> float:
    """The plain gap between two squares as they truly lie; both stand upright on the table."""
    first, second = (watched.table.square(name) for name in (one, other))
    assert first is not None
    assert second is not None
    outlines = [
        place(
            Piece(
                id=each.id,
                footprint=watched.wearers[each.id].entry.footprint,
                pose=Pose(
                    x=Inches(each.place.x),
                    y=Inches(each.place.y),
                    heading=Degrees(each.place.heading),
                ),
            )
        ).core()
        for each in (first, second)
    ]
    return float(shapely.distance(*outlines))
