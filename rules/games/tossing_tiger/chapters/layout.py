"""Piles are laid in two rows, and each war that is fought at once has its lane (TT-PIL, TT-GEO)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from rules.games.tossing_tiger.chapters.rounds import StageBegan
from rules.games.tossing_tiger.draft import Draft, Trial
from rules.games.tossing_tiger.rows import Rows, lanes_needed, lanes_seen, rows_seen
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import Lane, PileSpot, Role, WarStage, answer_to
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.phrases import ended, listed
from rules.referee.toolkit.questions import Ask, Question


def ask_rows(draft: Draft, war: War) -> None:
    """TT-PIL-05, TT-GEO-03."""
    player = draft.state.speaker(war.attacker).name
    says = "Lay the piles in two rows, one against one, and say when they lie there."
    question = RowsToLay(war=war.id)
    draft.ask(question, player=player, clause="TT-PIL-05", says=says)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsToLay(Question):
    KIND: ClassVar[str] = "rows"
    answered_by: ClassVar[str] = "rows_laid"
    war: int

    def offer(self, trial: Trial, ask: Ask) -> Template:
        """Where the camera sees other rows, the word of the players counts, and why is said."""
        state = trial.state
        fault = rows_seen(state, state.war(self.war), snapshot=trial.snapshot).fault
        if fault is None:
            return answer_to(ask)
        word = f"{ended(ask.says)} The camera does not find them so: {fault[1]}"
        return replace(answer_to(ask), says=word, fixed={"ask": ask.id, "by_word": True})


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsLaid:
    """The piles lie in two rows, one against one: where the camera sees them, or by word."""

    ask: int = 0
    by_word: bool = False
    """Whatever the camera makes of it."""

    def ruled(self, draft: Draft) -> None:
        """TT-GEO-03 to 06: where the camera sees cards they have to lie in order."""
        ask = draft.open_ask("rows_laid", self.ask, unasked="No rows are to be laid")
        assert isinstance(ask.question, RowsToLay)
        war = draft.state.war(ask.question.war)
        seen = Rows() if self.by_word else rows_seen(draft.state, war, snapshot=draft.snapshot)
        if seen.fault:
            clause, reason = seen.fault
            draft.unless_waived(clause, reason, evidence=seen.evidence)
            seen = Rows()
        event = RowsSeen(
            war=war.id,
            ask_id=ask.id,
            attacking=seen.attacking,
            defending=seen.defending,
            aside=seen.aside,
        )
        draft.emit(event, evidence=seen.evidence)
        draft.emit(StageBegan(war=war.id, stage=WarStage.WAR_RULE), clause="TT-PIL-05")


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsSeen:
    """Two rows lie there, pile against pile."""

    clause: ClassVar[str] = "TT-PIL-05"
    war: int
    ask_id: int
    attacking: tuple[PileSpot, ...] = ()
    """By place; empty where nobody looked but the players."""
    defending: tuple[PileSpot, ...] = ()
    aside: int = 0
    """Other cards that lie there, and are no piles."""

    def after(self, state: State) -> State:
        state = state.answered(self.ask_id)
        spots = MappingProxyType(
            {Role.ATTACKER: self.attacking, Role.DEFENDER: self.defending} if self.attacking else {}
        )
        return state.with_war(replace(state.war(self.war), spots=spots))

    def told(self) -> str:
        if not self.attacking:
            return "The piles lie in two rows, as the players say."
        places = [str(place) for place in range(1, len(self.attacking) + 1)]
        told = f"battles {listed(places)}" if len(places) > 1 else "battle 1"
        lie = "other card lies" if self.aside == 1 else "other cards lie"
        beside = f" {self.aside} {lie} beside them." if self.aside else ""
        return f"The camera sees both rows: {told}.{beside}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkLane:
    """TT-GEO-07: where a war is fought, where several are fought at once."""

    war: int
    lane: Lane

    def ruled(self, draft: Draft) -> None:
        war, lane = draft.war(self.war), self.lane
        seats = draft.state.seats(war)
        if draft.command.author not in seats:
            names = listed(sorted(seats))
            draft.unless_waived("TT-GEO-07", f"Only those who fight in it mark a lane: {names}.")
        if not (lane.west_in < lane.east_in and lane.south_in < lane.north_in):
            says = "A lane runs from its south-west corner to its north-east one."
            draft.refuse("TT-GEO-07", says)
        draft.emit(LaneMarked(war=war.id, lane=lane))


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneMarked:
    """Where a war is fought."""

    clause: ClassVar[str] = "TT-GEO-07"
    war: int
    lane: Lane

    def after(self, state: State) -> State:
        return state.with_war(replace(state.war(self.war), lane=self.lane))

    def told(self) -> str:
        lane = self.lane
        return (
            f"War {self.war} is fought {lane.west_in:g} to {lane.east_in:g} in from the west edge "
            f"and {lane.south_in:g} to {lane.north_in:g} in from the south."
        )


def lanes_offered(trial: Trial) -> Iterator[Template]:
    """TT-GEO-07: where several wars are fought, each is told which part of the table is its own."""
    state, seat, snapshot = trial.state, trial.seat, trial.snapshot
    alone = state.going[0] if len(state.going) == 1 else None
    if alone is None:
        lanes = lanes_seen(state, snapshot) if lanes_needed(state, snapshot) else ()
    elif alone.stage is WarStage.LAYOUT and rows_seen(state, alone, snapshot=snapshot).fault:
        lanes = lanes_seen(state, snapshot, war=alone)
    else:
        return
    hole = Hole(name="lane", kind="choice", allowed=lanes)
    for war in state.going if lanes else ():
        if war.lane is None and seat in state.seats(war):
            yield Template(
                command="mark_lane",
                says=f"Mark where {war.attacker} and {war.defender} fight.",
                fixed={"war": war.id},
                holes=(hole,),
            )
