"""Knows when a deck or the battle is over, and who has won (PT1-G)."""

from dataclasses import replace

from rules.games.paper_tigers.battle_options import WITHDRAWAL
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.holding import NOBODY, ask_who_holds
from rules.games.paper_tigers.decide.scoring import Score, commended, control_of, score
from rules.games.paper_tigers.decide.turns import begin_turn
from rules.games.paper_tigers.events.action import BridgeCaptured
from rules.games.paper_tigers.events.ending import (
    BattleEnded,
    DeckEnded,
    ObjectiveSettled,
    PlayOn,
)
from rules.games.paper_tigers.events.setup import PhaseBegan
from rules.games.paper_tigers.measuring.cover import comes_near
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Phase, Purpose
from rules.referee.toolkit.phrases import listed
from rules.table.snapshot import Terrain

MOST_RUNS = 3
"""PT1-G6: a battle still tied after this many runs of the deck is a draw."""
YES, NO = "yes", "no"
USED_UP = "the deck is used up"


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
    draft.emit(PhaseBegan(phase=Phase.DECK_CHECK), clause="PT1-G1")
    if not ask_who_holds(draft):
        _count(draft)


def settle_held(draft: Draft, ask: Ask, *, choice: str) -> None:
    """Who holds an objective, as the players say; with the last of them the points are counted."""
    event = ObjectiveSettled(area=ask.other, side="" if choice == NOBODY else choice)
    draft.emit(event, clause="PT1-G3b2")
    if not any(other.purpose is ask.purpose for other in draft.state.asks):
        _count(draft)


def _count(draft: Draft) -> None:
    found = score(draft)
    event = DeckEnded(run=draft.state.run, totals=found.counts(), objectives=found.held)
    draft.emit(event, clause="PT1-G1", evidence=found.evidence)
    _judge(draft, found)


def _judge(draft: Draft, found: Score) -> None:
    """PT1-G4, G6 and G7."""
    options = draft.state.options
    lead = _lead(found)
    target = options.whole("victory_target")
    # Nobody scores further against a side that has no unit left.
    fought = all(draft.state.living(side) for side in draft.state.sides)
    if target and max(found.totals.values()) < target and fought:
        _play_on(draft, clause="PT1-G7")
    elif not lead and draft.state.run >= MOST_RUNS:
        end(draft, found, clause="PT1-G6", how=f"still tied after {MOST_RUNS} runs of the deck")
    elif not lead and options.choice("tie_play_on") == "always":
        _play_on(draft, clause="PT1-G4")
    elif lead <= options.whole("continue_within"):
        _ask_to_play_on(draft, found)
    else:
        end(draft, found, clause="PT1-G4", how=USED_UP)


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
            Purpose.PLAY_ON,
            kind=AskKind.CHOOSE,
            force=state.forces_of(side)[0].name,
            clause="PT1-G4",
            says=f"It stands {stand}: does {side} want to play on with a fresh deck?",
            choices=(YES, NO),
        )


def settle_play_on(draft: Draft, ask: Ask, *, choice: str) -> None:
    """One no ends it; once everybody has said yes it goes on."""
    if choice == NO:
        end(draft, score(draft), clause="PT1-G4", how=USED_UP)
    elif not any(other.purpose is ask.purpose for other in draft.state.asks):
        _play_on(draft, clause="PT1-G4")


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
    draft.emit(event, clause="PT1-J3e", evidence=control.measured)
    return True


def _reached(draft: Draft, area: Terrain) -> bool:
    """Whether any of the Attacker's units is where it could hold an area."""
    doubt = replace(draft.doubt, floor=max(draft.doubt.floor, draft.tolerance.courtesy))
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


def concede(draft: Draft) -> None:
    """A side gives up; its seat says so."""
    state = draft.state
    sides = [side for side in state.sides if draft.command.author in state.seats_of(side)]
    if state.solo or len(sides) != 1:
        end(draft, score(draft), clause="PT1-G4", how="the battle is given up")
        return
    how = f"{sides[0]} gives up"
    end(draft, score(draft), clause="PT1-G4", how=how, conceded=sides[0])
