"""The end of a deck, or of the battle, and who has won (PT1-G, J3e, J3f)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.paper_tigers.asking import GroupChoice
from rules.games.paper_tigers.battle_options import WITHDRAWAL
from rules.games.paper_tigers.chapters.turns import begin_turn
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.scoring import (
    ObjectiveHeld,
    Score,
    ScorePart,
    commended,
    control_of,
    score,
)
from rules.games.paper_tigers.state import Outcome, State
from rules.games.paper_tigers.vocabulary import Phase, totals
from rules.referee.judging.areas import comes_near
from rules.referee.toolkit.phrases import capital, counted, ended, listed
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.tallies import Count
from rules.table.snapshot import Terrain

MOST_RUNS = 3
"""PT1-G6: a battle still tied after this many runs of the deck is a draw."""
YES, NO = "yes", "no"
USED_UP = "the deck is empty"
REACHED = "the agreed total is reached"
NOBODY = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class Concede:
    """A side gives the battle up."""

    def ruled(self, draft: Draft) -> None:
        state = draft.state
        sides = [side for side in state.sides if draft.command.author in state.seats_of(side)]
        if state.solo or len(sides) != 1:
            end(draft, score(draft), clause="PT1-G4", how="the battle is given up")
            return
        how = f"{sides[0]} gives up"
        end(draft, score(draft), clause="PT1-G4", how=how, conceded=sides[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class HolderChoice(GroupChoice):
    """PT1-G3b2: who holds an objective, as the players say."""

    purpose = "held"
    area: str

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        """With the last of them the points are counted."""
        del ask
        event = ObjectiveSettled(area=self.area, side="" if choice == NOBODY else choice)
        draft.emit(event)
        if not any(isinstance(other.question, HolderChoice) for other in draft.state.asks):
            _count(draft)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOnChoice(GroupChoice):
    """Whether a side wants to play on: both have to want it."""

    purpose = "play_on"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        """One no ends it; once everybody has said yes it goes on."""
        del ask
        if choice == NO:
            end(draft, score(draft), clause="PT1-G4", how=USED_UP)
        elif not any(isinstance(other.question, PlayOnChoice) for other in draft.state.asks):
            _play_on(draft, clause="PT1-G4")


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveSettled:
    """The players say who holds an objective that cannot be told by measuring."""

    clause: ClassVar[str] = "PT1-G3b2"

    area: str
    side: str
    """Empty for nobody."""

    def after(self, state: State) -> State:
        return replace(state, held_settled={**state.held_settled, self.area: self.side})

    def told(self) -> str:
        return f"Agreed: {self.side or 'nobody'} holds {self.area}."


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckEnded:
    """The pack is used up, and the points stand like this."""

    clause: ClassVar[str] = "PT1-G1"

    run: int
    totals: tuple[Count, ...]
    objectives: tuple[ObjectiveHeld, ...] = ()

    def after(self, state: State) -> State:
        return state

    def told(self) -> str:
        standing = f": {totals(self.totals)}" if self.totals else ""
        held = " ".join(_held(each) for each in self.objectives)
        return f"Run {self.run} of the deck is over{standing}. {held}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOn:
    """The battle goes on with a new run of the deck."""

    run: int

    def after(self, state: State) -> State:
        whole = all(name in state.ended_packs and pack.draw for name, pack in state.packs.items())
        return replace(state, run=self.run, fresh=not whole, ended_packs=())

    def told(self) -> str:
        return f"The battle goes on: run {self.run} of the deck."


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleEnded:
    """The battle is over."""

    winner: str
    """A side; empty for a draw."""
    how: str
    totals: tuple[Count, ...]
    marginal: bool = False
    commended: tuple[Count, ...] = ()
    """PT1-I4: the best of each side and their points."""
    parts: tuple[ScorePart, ...] = ()
    """What makes the score."""

    def after(self, state: State) -> State:
        outcome = Outcome(
            winner=self.winner, how=self.how, marginal=self.marginal, says=self.told()
        )
        return replace(state, outcome=outcome, phase=Phase.ENDED, asks=(), steps=(), playing=None)

    def told(self) -> str:
        narrowly = " narrowly" if self.marginal else ""
        result = f"{self.winner} wins{narrowly}" if self.winner else "The battle is a draw"
        standing = f": {totals(self.totals)}" if self.totals else ""
        told = [f"{result}{standing}."]
        if self.how.strip():
            told.append(ended(capital(self.how.strip().replace("_", " "))))
        for side in dict.fromkeys(part.side for part in self.parts):
            own = [f"{part.points} for {part.what}" for part in self.parts if part.side == side]
            told.append(f"{side} has {listed(own)}.")
        if self.commended:
            best = listed(f"{each.name} with {each.count}" for each in self.commended)
            told.append(f"Commended: {best}.")
        return " ".join(told)


@dataclass(frozen=True, slots=True, kw_only=True)
class BridgeCaptured:
    """The Attacker holds the bridge before it is blown."""

    clause: ClassVar[str] = "PT1-J3e"

    bridge: str
    by: str

    def after(self, state: State) -> State:
        return replace(state, captured_by=self.by)

    def told(self) -> str:
        return f"{self.by} has captured {self.bridge}."


def _held(objective: ObjectiveHeld) -> str:
    points = counted(objective.points, "point")
    if objective.side:
        return f"{objective.side} holds {objective.area} for {points}."
    return f"Nobody holds {objective.area}."


def deck_is_over(state: State) -> bool:
    """PT1-G1, with the moment that counts as agreed (AMB1-05); one of two packs is enough."""
    if state.ended_packs:
        return True
    empty = [name for name, pack in state.packs.items() if not pack.draw]
    if state.options.choice("deck_end_trigger") == "draw_pile_empty_end_of_turn":
        return bool(empty)
    return any(
        all(not state.hands[force.name].count for force in state.forces if force.pack == name)
        for name in empty
    )


def check_deck(draft: Draft) -> None:
    """At the end of a turn: the battle's end, a question, a new run, or simply the next turn."""
    if _captured(draft):
        _end_at_once(draft)
        return
    if not deck_is_over(draft.state):
        begin_turn(draft)
        return
    draft.begin(Phase.DECK_CHECK, clause="PT1-G1")
    if not ask_who_holds(draft):
        _count(draft)


def ask_who_holds(draft: Draft) -> bool:
    """Ask about every objective in doubt, where that is agreed; whether anybody is asked.

    It is asked of the enemy of whoever holds it as measured, who has most to lose by a yes.
    """
    state = draft.state
    withdrawing = state.options.choice("scenario") == WITHDRAWAL
    areas = {area.id: area for area in draft.table.terrain}
    for each in state.objectives:
        if each.area not in areas or (withdrawing and each.area == state.bridge):
            continue
        control = control_of(draft, areas[each.area])
        if not control.asked:
            continue
        asked = state.other_side(control.side) if control.side else state.attacker
        draft.ask(
            HolderChoice(area=each.area, choices=(*state.sides, NOBODY)),
            force=state.forces_of(asked)[0].name,
            clause="PT1-G3b2",
            says=f"Measured, {control.says}. Who holds {each.area}?",
            evidence=control.measured,
        )
    return bool(draft.state.asks)


def _count(draft: Draft) -> None:
    found = score(draft)
    event = DeckEnded(run=draft.state.run, totals=found.counts(), objectives=found.held)
    draft.emit(event, evidence=found.evidence)
    _judge(draft, found)


def _judge(draft: Draft, found: Score) -> None:
    """PT1-G4, G6 and G7."""
    options = draft.state.options
    lead = _lead(found)
    target = options.whole("victory_target")
    # Nobody scores further against a side that has no unit left.
    fought = all(draft.state.living(side) for side in draft.state.sides)
    reached = bool(target) and max(found.totals.values()) >= target
    if target and not reached and fought:
        _play_on(draft, clause="PT1-G7")
    elif not lead and draft.state.run >= MOST_RUNS:
        end(draft, found, clause="PT1-G6", how=f"still tied after {MOST_RUNS} runs of the deck")
    elif not lead and options.choice("tie_play_on") == "always":
        _play_on(draft, clause="PT1-G4")
    elif lead <= options.whole("continue_within") and not reached:
        _ask_to_play_on(draft, found)
    else:
        end(draft, found, clause="PT1-G4", how=REACHED if reached else USED_UP)


def _lead(found: Score) -> int:
    high, low = sorted(found.totals.values(), reverse=True)
    return high - low


def _play_on(draft: Draft, *, clause: str) -> None:
    draft.emit(PlayOn(run=draft.state.run + 1), clause=clause)
    begin_turn(draft)


def _ask_to_play_on(draft: Draft, found: Score) -> None:
    """Both sides have to want it."""
    state = draft.state
    stand = " to ".join(str(total) for total in found.totals.values())
    sides = state.sides[:1] if state.solo else state.sides
    for side in sides:
        draft.ask(
            PlayOnChoice(choices=(YES, NO)),
            force=state.forces_of(side)[0].name,
            clause="PT1-G4",
            says=f"The score is {stand}: does {side} want to play on with a fresh deck?",
        )


def end(draft: Draft, found: Score, *, clause: str, how: str, conceded: str = "") -> None:
    """The battle is over; `how` is what ended it."""
    state = draft.state
    high, low = sorted(found.totals, key=lambda side: -found.totals[side])
    lead = found.totals[high] - found.totals[low]
    marginal = 0 < lead < state.options.whole("marginal_below")
    event = BattleEnded(
        winner=state.other_side(conceded) if conceded else high if lead else "",
        how=how,
        totals=found.counts(),
        marginal=marginal and not conceded,
        commended=commended(state),
        parts=found.parts,
    )
    draft.emit(event, clause=clause, evidence=found.evidence)


def _captured(draft: Draft) -> bool:
    """PT1-J3e: whether the Attacker holds the bridge, which is not blown yet."""
    state = draft.state
    if state.options.choice("scenario") != WITHDRAWAL or state.bridge_gone:
        return False
    area = next((each for each in draft.table.terrain if each.id == state.bridge), None)
    if area is None or not _reached(draft, area):
        return False
    control = control_of(draft, area)
    # Nothing is at an end while nobody sees who may still hold the bridge.
    if control.side != state.attacker or control.unseen:
        return False
    event = BridgeCaptured(bridge=state.bridge, by=state.attacker)
    draft.emit(event, evidence=control.measured)
    return True


def _reached(draft: Draft, area: Terrain) -> bool:
    """Whether any of the Attacker's units is where it could hold an area."""
    doubt = replace(draft.doubt, floor=max(draft.doubt.floor, draft.agreed.tolerance.courtesy))
    return any(
        comes_near(draft.table.piece(unit.id), area, doubt=doubt)
        for unit in draft.state.living(draft.state.attacker)
        if unit.in_play
    )


def end_if_over(draft: Draft) -> None:
    """After every card: the ends that do not wait for the deck (PT1-J3f)."""
    state = draft.state
    if state.bridge_gone:
        _end_at_once(draft)
        return
    if state.options.choice("bridge_capture_check") == "after_every_action" and _captured(draft):
        _end_at_once(draft)
        return
    wiped_out = [side for side in state.sides if not state.living(side)]
    if wiped_out and state.options.flag("end_on_wipeout"):
        end(draft, score(draft), clause="PT1-G4", how=f"{listed(wiped_out)} has no unit left")


def _end_at_once(draft: Draft) -> None:
    how = "the bridge is blown" if draft.state.bridge_gone else "the bridge is captured"
    end(draft, score(draft), clause="PT1-J3f", how=how)
