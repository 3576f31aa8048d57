"""Holds the facts that a game tells to what pages need, to its own state and to its secrets."""

import json
from collections import Counter
from collections.abc import Iterable

from rules.referee.facts.battle import Facts, ShownSide, written_facts
from rules.referee.facts.cards import ShownPile
from rules.referee.facts.course import Progress
from rules.referee.facts.units import ShownNumber, ShownUnit
from rules.referee.toolkit.game import Game, Setup, State
from rules.testing.driver import Sample

NOBODY = ""
"""The seat that nobody has: a spectator's."""
COUNTED = ("hits", "hp")
"""Rows of what may be amended that a unit's gauge shows."""


def facts_are_sane(game: Game, sample: Sample, state: State) -> None:
    """Of every seat: they can be sent, hang together, agree with the state and tell no secret."""
    if game.facts is None:
        return
    for seat in (*(each.name for each in sample.setup.seats), NOBODY):
        told = game.facts(state, seat)
        written = json.dumps(written_facts(told), allow_nan=False)
        for secret in sample.secrets(state, seat):
            assert secret not in written, f"expected {secret!r} hidden from {seat or 'spectators'}"
        hang_together(told, setup=sample.setup)
        _ways_count_what_is_told(told, game=game)
        agree_with_the_state(told, game=game, state=state)
        asked = [each.seat for each in told.awaited if each.yours]
        assert set(asked) <= {seat}, f"expected {seat!r} to be asked as itself, got {asked}"


def hang_together(told: Facts, *, setup: Setup) -> None:
    """What one fact says of another is so."""
    units = {unit.id: unit for unit in told.units}
    assert len(units) == len(told.units), f"a unit twice in {[u.id for u in told.units]}"
    sides = {side.name for side in told.sides}
    seats = {seat.name for seat in setup.seats}
    for unit in told.units:
        _unit_hangs_together(unit, units=units, sides=sides)
    for side in told.sides:
        _side_hangs_together(side, seats=seats)
    for each in told.awaited:
        assert each.seat in {*seats, ""}, f"expected one of {seats}, got {each.seat!r}"
        assert each.says.strip(), f"{each.seat}: expected what is waited for, got nothing"
    for steps in (told.turn.steps, told.turn.stages):
        now = [step.says for step in steps if step.state is Progress.NOW]
        assert len(now) == min(1, len(steps)), f"expected one step to be now, got {now}"
    for place in told.order.places:
        assert place.unit in {*units, ""}, f"expected a unit, got {place.unit!r}"
        assert place.side in {*sides, ""}, f"expected one of {sides}, got {place.side!r}"
    assert told.order.down >= 0
    _piles_hang_together(told.piles)
    for clock in told.clocks:
        _number_is_sane(clock)
    assert all(note.strip() for note in told.notes)
    assert told.turn.number >= 0


def _ways_count_what_is_told(told: Facts, *, game: Game) -> None:
    """How far a side is on a way to win is one of its numbers."""
    numbers = {number.name for side in told.sides for number in side.numbers}
    asked = {way.counts for way in game.clauses.named_ways} - {""}
    assert asked <= numbers, f"expected ways to win to count some of {numbers}, got {asked}"


def _unit_hangs_together(unit: ShownUnit, *, units: dict[str, ShownUnit], sides: set[str]) -> None:
    where = f"unit {unit.id}"
    assert unit.name.strip(), f"{where}: expected a name"
    assert unit.says.strip(), f"{where}: expected what it is"
    assert unit.kind.strip(), f"{where}: expected a kind"
    assert unit.side in sides, f"{where}: expected one of {sides}, got {unit.side!r}"
    if unit.carried_by:
        carrier = units[unit.carried_by]
        assert unit.id in carrier.carries, f"{where}: expected {carrier.id} to carry it"
    for name in unit.carries:
        assert units[name].carried_by == unit.id, f"{where}: expected {name} to ride on it"
    if unit.stage.is_lost:
        assert not unit.acting, f"{where}: it is lost, and acts"
    if unit.damage is not None:
        assert 0.0 <= unit.damage.share <= 1.0, f"{where}: {unit.damage}"
        assert unit.damage.says.strip(), f"{where}: expected what is counted"
    assert unit.cards_down >= 0, where
    named = Counter(status.name for status in unit.statuses)
    assert set(named.values()) <= {1}, f"{where}: a status twice in {named}"
    assert all(status.says.strip() for status in unit.statuses), where
    for number in unit.numbers:
        _number_is_sane(number)


def _side_hangs_together(side: ShownSide, *, seats: set[str]) -> None:
    assert set(side.seats) <= seats, f"{side.name}: expected {seats}, got {side.seats}"
    assert sum(number.main for number in side.numbers) <= 1, f"{side.name}: two main numbers"
    for number in side.numbers:
        _number_is_sane(number)
    for hand in side.hands:
        assert hand.seat in seats, f"{side.name}: expected {seats}, got {hand.seat!r}"
        assert hand.down >= 0, f"{side.name}: {hand}"


def _number_is_sane(number: ShownNumber) -> None:
    assert number.name.strip(), f"expected a name, got {number}"
    assert number.of is None or number.value <= number.of, f"more than there may be: {number}"


def _piles_hang_together(piles: Iterable[ShownPile]) -> None:
    names = Counter(pile.name for pile in piles)
    assert set(names.values()) <= {1}, f"a pile twice in {names}"
    for pile in piles:
        assert pile.says.strip(), f"expected a name, got {pile}"
        assert pile.count is None or pile.count >= 0, f"{pile}"
        assert bool(pile.row) == (pile.column > 0), f"expected a row and a column, got {pile}"


def agree_with_the_state(told: Facts, *, game: Game, state: State) -> None:
    """The same as the chronicle, the rows and the result of the game say."""
    rows = [row for name in COUNTED if (row := game.row(name)) is not None]
    for unit in told.units:
        for row in rows:
            if unit.damage is not None and unit.id in row.holder.names(state):
                value = row.value(state, unit.id)
                assert unit.damage.value == value, f"{unit.id}: expected {value}, got {unit.damage}"
    chronicle = game.chronicle
    if chronicle is None:
        return
    turn = chronicle.turn(state)
    assert told.turn.number == turn, f"expected turn {turn}, got {told.turn}"
    units = {unit.id: unit for unit in told.units}
    for standing in chronicle.units(state):
        unit = units[standing.unit]
        got = (unit.side, unit.stage.is_lost, unit.lost_to, unit.value)
        expected = (standing.side, standing.lost, standing.by, standing.worth)
        assert got == expected, f"{unit.id}: expected {expected}, got {got}"
    points = chronicle.points(state)
    for side in told.sides:
        for number in side.numbers:
            if number.main and side.name in points:
                assert number.value == points[side.name], f"{side.name}: got {number}"
