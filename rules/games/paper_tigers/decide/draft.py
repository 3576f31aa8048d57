"""Knows the ruling that is being worked out: events so far, the state after them, and the table."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.battle_options import doubt_of, tolerance_of
from rules.games.paper_tigers.change import evolve
from rules.games.paper_tigers.decide.placing import table_of
from rules.games.paper_tigers.events.setup import Asked
from rules.games.paper_tigers.saying.setup import PHASES
from rules.games.paper_tigers.state import Force, State, Unit
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Phase, Purpose
from rules.referee.toolkit.dice import DiceAsk
from rules.referee.toolkit.evidence import Measured, Tolerance
from rules.referee.toolkit.ruling import TableRuling
from rules.referee.toolkit.spots import Spot, off_table
from rules.table.snapshot import Snapshot
from rules.table.units import Inches
from rules.table.verdict import Doubt

PHASE_CLAUSES: Final = MappingProxyType(
    {
        Phase.ROLL_SIDES: "PT1-B1",
        Phase.TERRAIN: "PT1-B2",
        Phase.DEPLOY_FIRST: "PT1-B3",
        Phase.DEPLOY_SECOND: "PT1-B4",
        Phase.TURN_SLIPS: "PT1-H4b",
        Phase.SHUFFLE: "PT1-B5",
        Phase.ARRIVALS: "PT1-J1d",
        Phase.ROLL_CARDS: "PT1-C1",
        Phase.DEAL: "PT1-C1a",
        Phase.ASSIGN: "PT1-C2",
        Phase.PICK: "PT1-C3",
        Phase.ACT: "PT1-C3d",
        Phase.REPAIR: "PT1-C4",
        Phase.REPAIR_ROLLS: "PT1-C4a",
        Phase.CLEAN_UP: "PT1-C5c",
        Phase.DECK_CHECK: "PT1-G4",
        Phase.ENDED: "PT1-G4",
    }
)
"""The clause that says what happens in a phase, and with it what does not."""

NOTHING_ASKED: Final = MappingProxyType(
    {
        AskKind.ROLL: "No roll is asked for",
        AskKind.CHOOSE: "No question is open",
        AskKind.TURN_UP: "No card is to be turned up",
        AskKind.MOVE: "No unit is on the move",
        AskKind.PLACE: "No unit is to be put down",
        AskKind.FOLLOW: "No followers are to be named",
    }
)
"""What is told to somebody who answers what nobody has asked."""


class Draft(TableRuling[State]):
    """One ruling in the making."""

    __slots__ = ()

    def evolved(self, body: object) -> State:
        return evolve(self.state, body)

    def standing(self) -> object:
        return self.state.units

    def table_now(self) -> Snapshot:
        return table_of(self.state, self.snapshot)

    def judged_by(self) -> object:
        """Wrecks that burn block lines of sight, and who is damaged may spot for nobody."""
        return frozenset(
            (unit.id, unit.burning, unit.destroyed)
            for unit in self.state.units.values()
            if unit.hits or unit.burning or unit.destroyed
        )

    @property
    def clause(self) -> str:
        """What says what may happen now."""
        return PHASE_CLAUSES[self.state.phase]

    @property
    def tolerance(self) -> Tolerance:
        return tolerance_of(self.state.options)

    @property
    def doubt(self) -> Doubt:
        return doubt_of(self.state.options)

    def require_phase(self, *phases: Phase) -> None:
        """Refuse a command that belongs to another phase."""
        if self.state.asks:
            waiting = self.state.asks[0]
            self.refuse(waiting.clause, f"{waiting.force} first: {waiting.says}")
        if self.state.phase not in phases:
            now = PHASES[self.state.phase]
            self.refuse(self.clause, f"That is not what is done now. {now}")

    def own_force(self, name: str) -> Force:
        """A battle group, if the author commands it."""
        force = self.state.force(name)
        if force.seat != self.command.author:
            self.refuse("PT1-I2", f"{name} is not commanded by {self.command.author}.")
        return force

    def known_unit(self, name: str) -> Unit:
        """A unit by the name that a command gives."""
        unit = self.state.units.get(name)
        if unit is None:
            self.refuse("PT1-A6", f"There is no unit called {name!r} in this battle.")
        return self.state.units[name]

    def own_unit(self, name: str) -> Unit:
        """A unit that the author commands."""
        unit = self.known_unit(name)
        self.own_force(unit.force)
        return unit

    def require_on_table(self, unit: Unit, spot: Spot | None) -> None:
        """Refuse a place that is typed in and lies beyond the table."""
        where = None if spot is None else off_table(spot, self.snapshot.table)
        if where is not None:
            self.refuse("PT1-D1b", f"{where}: {unit.id} cannot stand there.")

    def open_ask(self, kind: AskKind, number: int) -> Ask:
        """The ask that the author answers: the one named, or the first of that kind."""
        fitting = [ask for ask in self.state.asks if ask.kind is kind]
        unasked = (self.clause, NOTHING_ASKED[kind])
        return self.answered(fitting, number, unasked=unasked, who=lambda ask: ask.force)

    def ask(
        self,
        purpose: Purpose,
        *,
        kind: AskKind,
        force: str,
        clause: str,
        says: str,
        unit: str = "",
        other: str = "",
        choices: tuple[str, ...] = (),
        cards: int = 0,
        inches: Inches = Inches(0.0),
        number: int = 0,
        dice: DiceAsk | None = None,
        topic: str = "",
        evidence: Sequence[Measured] = (),
    ) -> None:
        """Wait for something from the seat that commands a battle group."""
        made = Ask(
            id=self.state.asked + 1,
            seat=self.state.force(force).seat,
            force=force,
            kind=kind,
            purpose=purpose,
            clause=clause,
            says=says,
            unit=unit,
            other=other,
            dice=dice,
            choices=choices,
            cards=cards,
            inches=inches,
            number=number,
            topic=topic,
        )
        self.emit(Asked(ask=made), clause=clause, evidence=evidence)

    def ask_roll(
        self,
        purpose: Purpose,
        *,
        force: str,
        clause: str,
        dice: DiceAsk,
        unit: str = "",
        other: str = "",
        number: int = 0,
        topic: str = "",
        evidence: Sequence[Measured] = (),
    ) -> None:
        """Ask for dice, having said how many, why, and what each result means."""
        self.ask(
            purpose,
            kind=AskKind.ROLL,
            force=force,
            clause=clause,
            says=dice.says,
            dice=dice,
            unit=unit,
            other=other,
            number=number,
            topic=topic,
            evidence=evidence,
        )
