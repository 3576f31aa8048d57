"""Works a ruling out: events so far, the state after them, and the table it is measured on."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, NoReturn

from rules.games.paper_tigers.asking import Asked, Chosen, PhaseBegan, Rolled
from rules.games.paper_tigers.battle_options import agreed_of
from rules.games.paper_tigers.measuring.positions import table_of
from rules.games.paper_tigers.state import Force, State, Unit
from rules.games.paper_tigers.vocabulary import Never, Phase, Unfit
from rules.referee.toolkit.chapters import PhaseRow
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.findings import Agreed
from rules.referee.toolkit.questions import Ask, ChoiceQuestion, DiceQuestion, Question
from rules.referee.toolkit.ruling import CommandTrial, TableRuling
from rules.referee.toolkit.spots import Spot, off_table
from rules.table.snapshot import Snapshot
from rules.table.verdict import Doubt

UNASKED: Final = MappingProxyType(
    {
        "roll": "No roll is asked for",
        "choose": "No question is open",
        "turn_up": "No card is to be turned up",
        "move_done": "No unit is on the move",
        "place": "No unit is to be put down",
        "follow": "No followers are to be named",
    }
)
"""What is told to somebody who answers what nobody has asked, by the command."""


def evolve(state: State, event: Any) -> State:
    """The state after an event; an ask that it answers is closed."""
    answered = getattr(event, "ask_id", 0)
    if answered:
        state = replace(state, asks=tuple(ask for ask in state.asks if ask.id != answered))
    after: State = event.after(state)
    return after


class Draft(TableRuling[State]):
    """One ruling in the making."""

    __slots__ = ()
    dice_clause = ""

    def evolved(self, body: object) -> State:
        return evolve(self.state, body)

    def emit(self, body: Any, *, clause: str = "", evidence: Sequence[Measured] = ()) -> None:
        """Let something have happened, under the edition's own number of its clause."""
        cited = self.state.edition.cited(clause or body.clause)
        TableRuling.emit(self, body, clause=cited, evidence=evidence)

    def refuse(self, clause: str, reason: str, *, evidence: Sequence[Measured] = ()) -> NoReturn:
        cited = self.state.edition.cited(clause)
        TableRuling.refuse(self, cited, reason, evidence=evidence)

    def unless_waived(self, clause: str, reason: str, *, evidence: Sequence[Measured] = ()) -> None:
        cited = self.state.edition.cited(clause)
        TableRuling.unless_waived(self, cited, reason, evidence=evidence)

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
    def phase(self) -> PhaseRow:
        """What is done now, and under which clause."""
        return self.state.edition.phases[self.state.phase]

    @property
    def clause(self) -> str:
        """What says what may happen now."""
        return self.phase.clause

    @property
    def agreed(self) -> Agreed:
        """What was agreed about measuring."""
        return agreed_of(self.state.options)

    @property
    def doubt(self) -> Doubt:
        return self.agreed.doubt

    def begin(self, phase: Phase, *, clause: str) -> None:
        """Let a phase begin."""
        self.emit(PhaseBegan(phase=phase), clause=clause)

    def require_phase(self, *phases: Phase) -> None:
        """Refuse a command that belongs to another phase."""
        if self.state.asks:
            waiting = self.state.asks[0]
            self.refuse(waiting.clause, f"{waiting.who} first: {waiting.says}")
        if self.state.phase not in phases:
            self.refuse(self.clause, f"It is not time for that. {self.phase.says}")

    def hold_fit(self, unfits: Iterable[Unfit | None]) -> None:
        """Refuse each reason why somebody cannot do something; a rule may be let pass."""
        for each in unfits:
            if isinstance(each, Never):
                self.refuse(*each)
            if each is not None:
                self.unless_waived(*each)

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
        return unit

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

    def open_ask(self, command: str, number: int = 0) -> Ask:
        """The ask that the author answers: the one named, or the first for that command."""
        fitting = [ask for ask in self.state.asks if ask.question.answered_by == command]
        unasked = (self.clause, UNASKED[command])
        return self.answered(fitting, number, unasked=unasked, who=lambda ask: ask.who)

    def ask(
        self,
        question: Question,
        *,
        force: str,
        clause: str,
        says: str,
        evidence: Sequence[Measured] = (),
    ) -> None:
        """Wait for something from the seat that commands a battle group."""
        ask = Ask(
            id=self.state.asked + 1,
            seat=self.state.force(force).seat,
            who=force,
            clause=self.state.edition.cited(clause),
            says=says,
            question=question,
        )
        self.emit(Asked(ask=ask), evidence=evidence)

    def ask_roll(
        self, roll: DiceQuestion, *, force: str, clause: str, evidence: Sequence[Measured] = ()
    ) -> None:
        """Ask for dice, having said how many, why, and what each result means."""
        self.ask(roll, force=force, clause=clause, says=roll.dice.says, evidence=evidence)

    def rolled(self, ask: Ask, *, dice: tuple[int, ...]) -> None:
        """PT1-A1: as many ordinary dice as were asked for."""
        assert isinstance(ask.question, DiceQuestion)
        event = Rolled(ask_id=ask.id, force=ask.who, dice=dice, why=ask.question.dice.why)
        self.emit(event, clause=ask.clause)

    def chosen(self, ask: Ask, *, choice: str) -> None:
        """An answer to a question."""
        assert isinstance(ask.question, ChoiceQuestion)
        event = Chosen(ask_id=ask.id, force=ask.who, choice=choice, question=ask.says)
        self.emit(event, clause=ask.clause)


class Trial(CommandTrial[State, Draft]):
    """One moment of a battle, in which one seat's commands are tried; nothing comes of it."""

    __slots__ = ()

    def __init__(self, state: State, *, snapshot: Snapshot, seat: str) -> None:
        super().__init__(state, snapshot=snapshot, seat=seat, make=Draft)

    def keeps(self, rule: Callable[[Draft], object]) -> bool:
        """Whether one of the rules that commands are held to refuses nothing."""
        return self.refused(rule) is None

    @property
    def forces(self) -> tuple[Force, ...]:
        """The battle groups of this seat."""
        return tuple(force for force in self.state.forces if force.seat == self.seat)
