"""Knows how players put right what the referee has wrong: only together, and in the log."""

import math

from rules.games.paper_tigers.commands import AcceptTable, AcceptTerrain, Amend, Concede
from rules.games.paper_tigers.decide.aboard import no_ride
from rules.games.paper_tigers.decide.deck_end import concede
from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.hiding import no_hiding
from rules.games.paper_tigers.decide.placing import spot_of, table_of
from rules.games.paper_tigers.events.ending import Amended, TableAccepted, TerrainAccepted
from rules.games.paper_tigers.saying import say
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.spots import Spot
from rules.table.snapshot import PieceState
from rules.table.units import Inches, plain
from rules.table.verdict import Answer


def _told(body: object) -> str:
    """What would be agreed on, so that nobody agrees to what is not said.

    >>> _told(Amended(unit="T1", hits=1, aboard="", in_area=""))
    'T1 has 1 hit'
    """
    return say(body).removeprefix("Agreed: ").removesuffix(".")


@handle.register
def _amend(body: Amend, draft: Draft) -> None:
    unit = draft.known_unit(body.unit)
    if unit.destroyed or unit.is_bridge:
        draft.refuse("PT1-D2i", f"{unit.id} cannot be amended: take back what destroyed it.")
    hits = unit.hits if body.hits is None else body.hits
    if not 0 <= hits < unit.profile.destroyed_at:
        draft.refuse("PT1-D2h", f"A unit in play has 0 or 1 hits, not {hits}.")
    if hits and unit.cards:
        draft.refuse("PT1-D2h", f"{unit.id} has cards on it, and a damaged unit has none.")
    if body.aboard and body.in_area:
        draft.refuse("PT1-F1", f"{unit.id} is aboard {body.aboard} or in {body.in_area}, not both.")
    # Whoever is said to be in a house is off its carrier, and the other way round.
    aboard = ("" if body.in_area else unit.aboard) if body.aboard is None else body.aboard
    if aboard and (unfit := no_ride(draft.state, unit, carrier=draft.known_unit(aboard))):
        draft.refuse(*unfit)
    in_area = ("" if body.aboard else unit.in_area) if body.in_area is None else body.in_area
    if in_area and (unfit := no_hiding(unit, in_area, terrain=draft.snapshot.terrain)):
        draft.refuse(*unfit)
    event = Amended(unit=unit.id, hits=hits, aboard=aboard, in_area=in_area)
    left = f" and is off {unit.aboard}" if unit.aboard and not aboard else ""
    draft.unless_waived(
        "PT1-A5",
        f"That {_told(event)}{left} is for all to say: agree on it together, with a reason.",
    )
    draft.emit(event, clause="PT1-A5")


@handle.register
def _accept_table(body: AcceptTable, draft: Draft) -> None:
    unit = draft.known_unit(body.unit)
    if unit.spot is None or unit.aboard or unit.destroyed:
        draft.refuse("PT1-D1b", f"{unit.id} does not stand on the table by itself.")
    piece = table_of(draft.state, draft.snapshot).piece(unit.id)
    spot = spot_of(piece)
    if spot is None or piece.state is not PieceState.SEEN:
        draft.refuse("PT1-D1b", f"The camera does not see {unit.id} standing still.")
    event = TableAccepted(unit=unit.id, spot=spot)
    found = _shift(draft, ruled=unit.spot, seen=spot)
    draft.unless_waived(
        "PT1-D1b",
        f"That {_told(event)} is for all to say: agree on it together, with a reason.",
        evidence=(found,),
    )
    draft.emit(event, clause="PT1-D1b", evidence=(found,))


def _shift(draft: Draft, *, ruled: Spot, seen: Spot) -> Measured:
    """From where a unit was ruled to stand to where it is seen, which is what is agreed on."""
    line = ((ruled.x_in, ruled.y_in), (seen.x_in, seen.y_in))
    far = math.dist(*line)
    return Measured(
        what="shift",
        answer=Answer.NO,
        why=f"it stands {plain(far)} in from where it was ruled to be",
        snapshot=draft.snapshot.number,
        value=Inches(far),
        line=line,
    )


@handle.register
def _accept_terrain(body: AcceptTerrain, draft: Draft) -> None:
    del body
    state = draft.state
    areas = tuple(area.id for area in draft.snapshot.terrain)
    if not state.turn or set(areas) == set(state.areas):
        draft.refuse("PT1-B2", "The terrain lies as it was placed.")
    event = TerrainAccepted(areas=areas)
    says = f"That the terrain is {', '.join(areas) or 'none'} is for all to say"
    draft.unless_waived("PT1-B2", f"{says}: agree on it together, with a reason.")
    draft.emit(event, clause="PT1-B2")


@handle.register
def _concede(body: Concede, draft: Draft) -> None:
    del body
    concede(draft)
