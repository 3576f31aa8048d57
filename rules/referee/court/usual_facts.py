"""Tells the facts of a battle for a seat: the game's own, or what is known of any game.

Of a game that tells none there are the pieces of its roster, what its chronicle says of them, and
every row of what players may amend that the seat may see and that is not what it usually is.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from rules.referee.court.consent import missing_sides
from rules.referee.court.sentences import said
from rules.referee.court.winning import ways_to_win
from rules.referee.facts.battle import Facts, ShownSide
from rules.referee.facts.course import ShownAwaited, ShownTurn
from rules.referee.facts.units import ShownNumber, ShownStatus, ShownUnit, UnitStage
from rules.referee.log.battle import Battle, awaits, ended
from rules.referee.toolkit.chronicle import Chronicle, Standing
from rules.referee.toolkit.game import Game
from rules.table.roster import Entry

MOST_WAITED: Final = 50
"""Seats that are waited for by one question; nobody reads a longer list."""


def facts_for(battle: Battle, *, seat: str) -> Facts:
    """What this seat may know of the state; a name that is no seat's is a spectator's."""
    game, state = battle.game, battle.state
    told = _usual(battle, seat=seat) if game.facts is None else game.facts(state, seat)
    winner = "" if game.chronicle is None else game.chronicle.winner(state)
    asked = tuple(_asked(battle, seat=seat))[:MOST_WAITED]
    awaited = told.awaited or _in_a_sentence(battle)
    ways = told.ways or ways_to_win(battle, told.sides)
    return replace(told, awaited=(*awaited, *asked), winner=winner or told.winner, ways=ways)


def _in_a_sentence(battle: Battle) -> tuple[ShownAwaited, ...]:
    """What the game waits for, where it does not tell whom."""
    says = "" if ended(battle) is not None else awaits(battle)
    return (ShownAwaited(seat="", who="", says=says),) if says else ()


def _asked(battle: Battle, *, seat: str) -> Iterator[ShownAwaited]:
    """Who has still to answer what another side has asked to agree to."""
    for each in battle.pending:
        missing = set(missing_sides(battle, each))
        for sitting in battle.setup.seats:
            if missing & set(sitting.sides):
                says = said(battle, (each.ask,))
                name = sitting.name
                yield ShownAwaited(seat=name, who=name, says=says, yours=name == seat)


def _usual(battle: Battle, *, seat: str) -> Facts:
    game = battle.game
    told = _rows_told(game, battle.state, seat=seat)
    return Facts(
        turn=_turn(game, battle.state),
        sides=tuple(_sides(battle, told["side"])),
        units=tuple(_units(battle, told["unit"])),
        notes=tuple(each.says for statuses in told["battle"].values() for each in statuses),
    )


Told = Mapping[str, Mapping[str, list[ShownStatus]]]
"""By the kind of holder, and by the name of what it belongs to."""


def _rows_told(game: Game, state: object, *, seat: str) -> Told:
    told: dict[str, dict[str, list[ShownStatus]]] = {
        kind: defaultdict(list) for kind in ("unit", "side", "battle")
    }
    for row in game.amendable:
        for name in row.seen_by(state, seat):
            if says := row.told_now(state, name):
                whole = says if row.holder.kind != "battle" else f"{name} {says}".strip()
                told[row.holder.kind][name].append(ShownStatus(name=row.name, says=whole))
    return told


def _turn(game: Game, state: object) -> ShownTurn:
    number = 0 if game.chronicle is None else game.chronicle.turn(state)
    return ShownTurn(number=number, says=f"Turn {number}" if number else "")


def _sides(battle: Battle, told: Mapping[str, list[ShownStatus]]) -> Iterator[ShownSide]:
    chronicle = battle.game.chronicle
    points = {} if chronicle is None else chronicle.points(battle.state)
    named = (side for seat in battle.setup.seats for side in seat.sides)
    for side in dict.fromkeys((*named, *points)):
        numbers = (
            (ShownNumber(name="Points", value=points[side], main=True),) if side in points else ()
        )
        yield ShownSide(
            name=side,
            seats=tuple(each.name for each in battle.setup.seats if side in each.sides),
            numbers=numbers,
            notes=tuple(each.says for each in told.get(side, ())),
        )


def _units(battle: Battle, told: Mapping[str, list[ShownStatus]]) -> Iterator[ShownUnit]:
    """The pieces of the roster that are somebody's, and what only the game calls a unit."""
    game = battle.game
    standing = _standing(game.chronicle, battle.state)
    # What lies hidden on the table is not told by a list of all that there is.
    entries = battle.setup.roster.entries if game.hides is None else ()
    pieces = {each.id: each for each in entries if each.side}
    for name in dict.fromkeys((*pieces, *standing)):
        yield _unit(name, pieces.get(name), standing=standing.get(name), told=told)


def _standing(chronicle: Chronicle | None, state: object) -> Mapping[str, Standing]:
    return {} if chronicle is None else {each.unit: each for each in chronicle.units(state)}


def _unit(
    name: str,
    entry: Entry | None,
    *,
    standing: Standing | None,
    told: Mapping[str, list[ShownStatus]],
) -> ShownUnit:
    kind = entry.kind if entry is not None else "" if standing is None else standing.kind
    unit = ShownUnit(
        id=name,
        name=name if entry is None else entry.name or name,
        side="" if entry is None else entry.side,
        kind=kind,
        says=kind.replace("_", " "),
        pieces=(name,),
        statuses=tuple(told.get(name, ())),
    )
    if standing is None:
        return unit
    stage = UnitStage.GONE if standing.lost else UnitStage.IN_PLAY
    if standing.lost and standing.place is not None:
        stage = UnitStage.WRECK
    return replace(
        unit,
        side=standing.side,
        says=standing.kind,
        stage=stage,
        lost_to=standing.by,
        value=standing.worth,
    )
