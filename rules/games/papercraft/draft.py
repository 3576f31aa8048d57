"""Works a ruling out: the events so far, the state after them, and the table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Final, Protocol

from rules.games.papercraft.asks import AskOpened, ChoiceAnswered, RollAnswered
from rules.games.papercraft.measuring.pieces import piece_at, table_of
from rules.games.papercraft.options import DOUBT, band_of, move_lenience_of, tolerance_of
from rules.games.papercraft.state import FOUGHT, Phase, Player, State, Unit
from rules.referee.toolkit.chapters import PhaseRow
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.findings import Agreed, Finding
from rules.referee.toolkit.game import Command, Template
from rules.referee.toolkit.phrases import ended
from rules.referee.toolkit.questions import Ask, DiceQuestion, Question
from rules.referee.toolkit.ruling import CommandTrial, TableRuling, unit_hole
from rules.referee.toolkit.spots import Spot, off_table, ruled_piece, usual_error, word_piece
from rules.referee.toolkit.vocabulary import kind_of
from rules.table.snapshot import Piece, PieceState, Snapshot
from rules.table.units import Inches

NOTHING_ASKED: Final = MappingProxyType(
    {
        "roll": "No roll is asked for",
        "choose": "No question is open",
        "put_down": "No unit is to be put down",
    }
)


class Dying(Protocol):
    """What becomes of a unit that has no hit point left, and by whose doing."""

    def __call__(self, draft: "Draft", unit: Unit, *, by: str) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """The chapters of the rules as a ruling needs them, whichever of them it is in."""

    phases: Mapping[Phase, PhaseRow]
    dies: Dying


class Draft(TableRuling[State]):
    """One ruling in the making."""

    __slots__ = ("book",)
    dice_clause = "PC-OBJ-08"
    """As many ordinary dice as were asked for."""

    def __init__(self, state: State, *, command: Command, snapshot: Snapshot, book: Book) -> None:
        super().__init__(state, command=command, snapshot=snapshot)
        self.book = book

    def standing(self) -> object:
        return self.state.units

    def table_now(self) -> Snapshot:
        return table_of(self.state, self.snapshot)

    def held(self, finding: Finding) -> Measured:
        """Hold somebody to a limit that was measured under one clause."""
        return self.hold(finding.clause, finding.outcome, says=finding.says, found=finding.measured)

    @property
    def phase(self) -> PhaseRow:
        """What the rules say of the present phase."""
        return self.book.phases[self.state.phase]

    @property
    def agreed(self) -> Agreed:
        """What was agreed for ranges, zones and edges."""
        options = self.state.options
        return Agreed(tolerance=tolerance_of(options), doubt=DOUBT, band=band_of(options))

    @property
    def agreed_on_moves(self) -> Agreed:
        """The same for the length of a move."""
        return replace(self.agreed, tolerance=move_lenience_of(self.state.options))

    @property
    def agreed_on_overlaps(self) -> Agreed:
        """Squares that run into each other: the overlap that is allowed is all the courtesy."""
        tolerance = replace(self.agreed.tolerance, courtesy=Inches(0.0))
        return replace(self.agreed, tolerance=tolerance, band=Inches(0.0))

    def length(self, option: str) -> Inches:
        """An option that is a length."""
        return Inches(self.state.options.number(option))

    def ruled_table(self, *also: Unit) -> Snapshot:
        """The table with whoever nobody sees where it was ruled to be, and with some of the dead.

        For what cannot wait until somebody looks: blasts, and whoever is put out of a building.
        """
        table = self.table
        pieces = {piece.id: piece for piece in table.pieces}
        for unit in (*self.state.units.values(), *also):
            if unit.spot is None or not (unit.on_table or unit in also):
                continue
            piece = pieces.get(unit.id) or piece_at(unit)
            if piece.state not in {PieceState.SEEN, PieceState.DECLARED}:
                pieces[unit.id] = self.ruled(piece, spot=unit.spot)
        return replace(table, pieces=tuple(pieces.values()))

    def require_phase(self, *phases: Phase) -> None:
        """Refuse a command that belongs to another phase."""
        if self.state.asks:
            waiting = self.state.asks[0]
            player = waiting.who
            self.refuse(waiting.clause, f"{player} first: {ended(waiting.says)}")
        if self.state.phase not in phases:
            reason = f"It is not time for that. {self.phase.says}"
            if self.state.phase not in FOUGHT or not FOUGHT.issuperset(phases):
                self.refuse(self.phase.clause, reason)
            self.unless_waived(self.phase.clause, reason)

    def require_turn(self, *phases: Phase) -> Player:
        """PC-TRN-03: the player whose turn it is, if the author plays for that one."""
        self.require_phase(*phases)
        player = self.state.player(self.state.active)
        if player.seat != self.command.author:
            reason = f"It is {player.name}'s turn, not {self.command.author}'s."
            self.unless_waived("PC-TRN-03", reason)
        return player

    def hold_to(self, reasons: Iterable[tuple[str, str]]) -> None:
        """Refuse a command for each of these, a clause and a reason, unless it is waived."""
        for clause, reason in reasons:
            self.unless_waived(clause, reason)

    def known_unit(self, name: str) -> Unit:
        """A unit by the name that a command gives."""
        if name not in self.state.units:
            self.refuse("PC-OBJ-01", f"There is no unit called {name!r} in this battle.")
        return self.state.units[name]

    def own_unit(self, name: str) -> Unit:
        """A living unit of the player whose turn it is."""
        unit = self.known_unit(name)
        if not unit.alive:
            self.refuse("PC-DTH-09", f"{unit.id} is dead: it neither moves nor attacks.")
        if unit.player != self.state.active:
            reason = f"{unit.id} is {unit.player}'s, whose turn it is not."
            self.unless_waived("PC-TRN-03", reason)
        return unit

    def require_on_table(self, unit: Unit, spot: Spot | None) -> None:
        """Refuse a place that is typed in and lies beyond the table."""
        where = None if spot is None else off_table(spot, self.snapshot.table)
        if where is not None:
            self.refuse("PC-GEO-00", f"{where}: {unit.id} cannot stand there.")

    def ruled(self, piece: Piece, *, spot: Spot) -> Piece:
        """A square where it was ruled to stand."""
        return ruled_piece(piece, spot=spot, error=usual_error(self.snapshot))

    def worded(self, piece: Piece, *, to: Spot) -> Piece:
        """A square where the author of the command says that it stands."""
        error = usual_error(self.snapshot)
        return word_piece(piece, spot=to, author=self.command.author, error=error)

    def vouched(self, piece: Piece) -> int:
        """The snapshot over which somebody's word counts for a square; -1 where it is seen."""
        return self.snapshot.number if piece.state is PieceState.DECLARED else -1

    def ask(self, question: Question, *, clause: str, says: str, player: str = "") -> None:
        """Wait for something from a player: from whoever has the unit that it is about."""
        who = player or self.state.unit(getattr(question, "unit", "")).player
        made = Ask(
            id=self.state.asked + 1,
            seat=self.state.player(who).seat,
            who=who,
            clause=clause,
            says=says,
            question=question,
        )
        self.emit(AskOpened(ask=made))

    def ask_roll(self, question: DiceQuestion, *, clause: str, player: str = "") -> None:
        """Ask for dice, having said how many, why, and what each result means."""
        self.ask(question, clause=clause, says=question.dice.says, player=player)

    def open_ask(self, kind: str, number: int) -> Ask:
        """The ask that the author answers: the one named, or the first of that kind."""
        fitting = [ask for ask in self.state.asks if ask.question.answered_by == kind]
        unasked = (self.phase.clause, NOTHING_ASKED[kind])
        return self.answered(fitting, number, unasked=unasked, who=lambda ask: ask.who)

    def rolled(self, ask: Ask, *, dice: tuple[int, ...]) -> None:
        """The dice of an ask are in."""
        question = ask.question
        assert isinstance(question, DiceQuestion)
        event = RollAnswered(
            ask_id=ask.id,
            player=ask.who,
            dice=dice,
            why=question.dice.why,
            purpose=kind_of(question),
        )
        self.emit(event, clause=ask.clause)

    def chosen(self, ask: Ask, *, choice: str) -> None:
        """The answer to an ask is in."""
        event = ChoiceAnswered(ask_id=ask.id, player=ask.who, choice=choice, question=ask.says)
        self.emit(event, clause=ask.clause)


class Trial(CommandTrial[State, Draft]):
    """One moment of a battle, in which one seat's commands are tried; nothing comes of it."""

    __slots__ = ()

    def __init__(self, state: State, *, snapshot: Snapshot, seat: str, book: Book) -> None:
        super().__init__(state, snapshot=snapshot, seat=seat, make=partial(Draft, book=book))

    @property
    def on_turn(self) -> bool:
        """Whether it is the turn of a player that this seat plays for."""
        return self.state.player(self.state.active).seat == self.seat

    def for_units(
        self,
        command: str,
        *,
        says: str,
        fixed: Mapping[str, object],
        tries: Iterable[tuple[str, object]],
        hole: str = "target",
    ) -> list[Template]:
        """A command with a unit left open; nothing where none of these will do."""
        allowed, greyed = self.sorted_out(tries)
        holes = (unit_hole(hole, allowed, greyed=greyed),)
        return [Template(command=command, says=says, fixed=fixed, holes=holes)] if allowed else []

    @property
    def own(self) -> tuple[Unit, ...]:
        """The living units of the player whose turn it is."""
        return tuple(unit for unit in self.state.army(self.state.active) if unit.alive)
