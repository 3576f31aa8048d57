"""Knows the ruling that is being worked out: events so far, the state after them, and the table."""

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from rules.games.papercraft.battle_options import (
    DOUBT,
    band_of,
    move_lenience_of,
    tolerance_of,
)
from rules.games.papercraft.change import evolve
from rules.games.papercraft.decide.placing import piece_at, ruled_piece, table_of, usual_error
from rules.games.papercraft.events.setup import Asked
from rules.games.papercraft.saying.setup import PHASES
from rules.games.papercraft.state import Player, State, Unit
from rules.games.papercraft.vocabulary import Ask, AskKind, Phase, Purpose
from rules.referee.toolkit.dice import DiceAsk
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.findings import Agreed, Finding
from rules.referee.toolkit.phrases import ended
from rules.referee.toolkit.ruling import TableRuling
from rules.referee.toolkit.spots import Spot, off_table
from rules.table.snapshot import PieceState, Snapshot
from rules.table.units import Inches

PHASE_CLAUSES: Final = MappingProxyType(
    {
        Phase.MUSTER: "PC-ARM-01",
        Phase.ORDER: "PC-SET-04",
        Phase.EDGES: "PC-SET-09",
        Phase.DEPLOY: "PC-SET-05",
        Phase.TURN_START: "PC-TRN-05",
        Phase.MOVE: "PC-TRN-02",
        Phase.ATTACK: "PC-TRN-02",
        Phase.TURN_END: "PC-TRN-05",
        Phase.ENDED: "PC-TRN-07",
    }
)
"""The clause that says what happens in a phase, and with it what does not."""

NOTHING_ASKED: Final = MappingProxyType(
    {
        AskKind.ROLL: "No roll is asked for",
        AskKind.CHOOSE: "No question is open",
        AskKind.PUT: "No unit is to be put down",
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

    def held(self, finding: Finding) -> Measured:
        """Hold somebody to a limit that was measured under one clause."""
        return self.hold(finding.clause, finding.outcome, says=finding.says, found=finding.measured)

    @property
    def clause(self) -> str:
        """What says what may happen now."""
        return PHASE_CLAUSES[self.state.phase]

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
        error = usual_error(self.snapshot)
        table = self.table
        pieces = {piece.id: piece for piece in table.pieces}
        for unit in (*self.state.units.values(), *also):
            if unit.spot is None or not (unit.on_table or unit in also):
                continue
            piece = pieces.get(unit.id) or piece_at(unit)
            if piece.state not in {PieceState.SEEN, PieceState.DECLARED}:
                pieces[unit.id] = ruled_piece(piece, spot=unit.spot, error=error)
        return replace(table, pieces=tuple(pieces.values()))

    def require_phase(self, *phases: Phase) -> None:
        """Refuse a command that belongs to another phase."""
        if self.state.asks:
            waiting = self.state.asks[0]
            self.refuse(waiting.clause, f"{waiting.player} first: {ended(waiting.says)}")
        if self.state.phase not in phases:
            now = PHASES[self.state.phase]
            self.refuse(self.clause, f"That is not what is done now. {now}")

    def require_turn(self, *phases: Phase) -> Player:
        """PC-TRN-03: the player whose turn it is, if the author plays for that one."""
        self.require_phase(*phases)
        player = self.state.player(self.state.active)
        if player.seat != self.command.author:
            self.refuse("PC-TRN-03", f"It is {player.name}'s turn, not {self.command.author}'s.")
        return player

    def known_unit(self, name: str) -> Unit:
        """A unit by the name that a command gives."""
        if name not in self.state.units:
            self.refuse("PC-OBJ-01", f"There is no unit called {name!r} in this battle.")
        return self.state.units[name]

    def own_unit(self, name: str) -> Unit:
        """A living unit of the player whose turn it is."""
        unit = self.known_unit(name)
        if unit.player != self.state.active:
            self.refuse("PC-TRN-03", f"{unit.id} is {unit.player}'s, whose turn it is not.")
        if not unit.alive:
            self.refuse("PC-DTH-09", f"{unit.id} is dead: it neither moves nor attacks.")
        return unit

    def require_on_table(self, unit: Unit, spot: Spot | None) -> None:
        """Refuse a place that is typed in and lies beyond the table."""
        where = None if spot is None else off_table(spot, self.snapshot.table)
        if where is not None:
            self.refuse("PC-GEO-00", f"{where}: {unit.id} cannot stand there.")

    def open_ask(self, kind: AskKind, number: int) -> Ask:
        """The ask that the author answers: the one named, or the first of that kind."""
        fitting = [ask for ask in self.state.asks if ask.kind is kind]
        unasked = (self.clause, NOTHING_ASKED[kind])
        return self.answered(fitting, number, unasked=unasked, who=lambda ask: ask.player)

    def ask(
        self,
        purpose: Purpose,
        *,
        kind: AskKind,
        player: str,
        clause: str,
        says: str,
        unit: str = "",
        other: str = "",
        choices: tuple[str, ...] = (),
        inches: Inches = Inches(0.0),
        dice: DiceAsk | None = None,
    ) -> None:
        """Wait for something from a player."""
        made = Ask(
            id=self.state.asked + 1,
            seat=self.state.player(player).seat,
            player=player,
            kind=kind,
            purpose=purpose,
            clause=clause,
            says=says,
            unit=unit,
            other=other,
            dice=dice,
            choices=choices,
            inches=inches,
        )
        self.emit(Asked(ask=made), clause=clause)

    def ask_roll(
        self,
        purpose: Purpose,
        *,
        player: str,
        clause: str,
        dice: DiceAsk,
        unit: str = "",
        other: str = "",
    ) -> None:
        """Ask for dice, having said how many, why, and what each result means."""
        self.ask(
            purpose,
            kind=AskKind.ROLL,
            player=player,
            clause=clause,
            says=dice.says,
            dice=dice,
            unit=unit,
            other=other,
        )
