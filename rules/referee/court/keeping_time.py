"""Keeps the clock: whose runs now, and who has run out of time.

It runs for whoever is asked, by what the game itself tells of that, and stands while players settle
something among themselves or the umpire cannot go on. Running out is told; nobody loses by it.
"""

from rules.referee.court.pausing import CLAUSE, is_timed
from rules.referee.court.usual_facts import facts_for
from rules.referee.facts.battle import Facts
from rules.referee.log.battle import UMPIRE, Battle, applied
from rules.referee.log.clock_state import A_TURN, ADDED, CLOCK, NO_CLOCK, ClockState, seconds_of
from rules.referee.log.clock_words import ClockNoted, PauseAsked, TimeRanOut
from rules.referee.log.drafts import Draft, entered
from rules.referee.log.entries import Entry, Stamp


def clock_entries(
    battle: Battle, *, stamp: Stamp, halt: str | None = None, uncounted: bool = False
) -> tuple[Entry, ...]:
    """The umpire's note where another side's clock is to run now, or none.

    `halt` is what keeps the umpire itself from going on; None where that is as it was.
    """
    now = battle.clock.halt if halt is None else halt
    note = _note(battle, halt=now, uncounted=uncounted)
    if note is None:
        return ()
    return entered(battle, (Draft(author=UMPIRE, body=note, clause=CLAUSE),), stamp=stamp)


def with_clock(battle: Battle, *, stamp: Stamp) -> tuple[tuple[Entry, ...], Battle]:
    """The note that follows on what has just happened, and the battle after it."""
    entries = clock_entries(battle, stamp=stamp)
    return entries, applied(battle, entries) if entries else battle


def time_entries(battle: Battle, *, stamp: Stamp) -> tuple[Entry, ...]:
    """The umpire's word on each side whose time is over by now, told once."""
    clock, options = battle.clock, battle.options
    if not is_timed(battle):
        return ()
    now = seconds_of(stamp.time)
    turn = clock.turn if options.choice(CLOCK) == A_TURN else 0
    drafts = tuple(
        Draft(author=UMPIRE, body=TimeRanOut(side=side, turn=turn), clause=CLAUSE)
        for side in clock.runs
        if side not in clock.out and clock.left(side, options, now=now) <= 0
    )
    return entered(battle, drafts, stamp=stamp)


def _note(battle: Battle, *, halt: str, uncounted: bool) -> ClockNoted | None:
    clock, timed = battle.clock, is_timed(battle)
    if not timed and not clock.runs:
        return None
    facts = facts_for(battle, seat="")
    why = _why_it_stands(battle, halt=halt) if timed else "no time is kept any longer"
    runs = () if why else asked_sides(battle, facts)
    turn = facts.turn.number
    is_same = (clock.runs, clock.why, clock.halt, clock.turn) == (runs, why, halt, turn)
    if clock.has_begun and is_same and not uncounted:
        return None
    added = float(battle.options.values[ADDED])
    given = () if why or not added else tuple(each for each in clock.runs if each not in runs)
    anew = battle.options.choice(CLOCK) == A_TURN and turn != clock.turn
    return ClockNoted(
        runs=runs,
        why=why,
        halt=halt,
        turn=turn,
        anew=anew,
        given=given,
        given_s=added if given else 0.0,
        uncounted=uncounted,
    )


def _why_it_stands(battle: Battle, *, halt: str) -> str:
    if battle.clock.is_paused:
        return "all have agreed to a pause"
    if halt:
        return halt
    if any(each.is_open for each in battle.disputes):
        return "a ruling is disputed"
    if any(not isinstance(each.body, PauseAsked) for each in battle.pending):
        return "the others are asked to agree to something"
    return ""


def asked_sides(battle: Battle, facts: Facts) -> tuple[str, ...]:
    """The sides that the game waits for; of a seat that plays several, the one whose turn it is."""
    acting = {each.name for each in facts.sides if each.acting}
    seats = {each.seat for each in facts.awaited if each.seat}
    sides: dict[str, None] = {}
    for seat in battle.setup.seats:
        if seat.name not in seats:
            continue
        own = [side for side in seat.sides if side in acting]
        sides.update(dict.fromkeys(own if len(seat.sides) > 1 and own else seat.sides))
    if sides:
        return tuple(sides)
    every = dict.fromkeys(side for seat in battle.setup.seats for side in seat.sides)
    return tuple(side for side in every if side in acting and not seats)


def clock_now(battle: Battle, *, now: float) -> dict[str, object] | None:
    """What the clock shows at a moment, in seconds since 1970; None where no time is kept."""
    clock, mode = battle.clock, battle.options.choice(CLOCK)
    if mode == NO_CLOCK:
        return None
    sides = dict.fromkeys(side for seat in battle.setup.seats for side in seat.sides)
    return {
        "each": mode,
        "sides": [_side_now(battle, clock, side=side, now=now) for side in sides],
        "stands": "" if clock.runs else clock.why,
        "paused": clock.is_paused,
    }


def _side_now(battle: Battle, clock: ClockState, *, side: str, now: float) -> dict[str, object]:
    return {
        "side": side,
        "left_s": round(clock.left(side, battle.options, now=now), 1),
        "runs": side in clock.runs,
        "out": side in clock.out,
    }
