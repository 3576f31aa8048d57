"""Putting right what the referee has wrong: only together, and in the log (PT1-A5)."""

import math
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.paper_tigers.chapters.riding import no_ride
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.ground import no_hiding
from rules.games.paper_tigers.measuring.positions import table_of
from rules.games.paper_tigers.state import State
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.phrases import counted, listed
from rules.referee.toolkit.spots import Spot, at, spot_of
from rules.table.snapshot import PieceState
from rules.table.units import Inches, plain
from rules.table.verdict import Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Amend:
    """What the players agree a unit's state to be, where the referee has it wrong."""

    unit: str
    hits: int | None = None
    aboard: str | None = None
    in_area: str | None = None

    def ruled(self, draft: Draft) -> None:
        unit = draft.known_unit(self.unit)
        if unit.destroyed or unit.is_bridge:
            draft.refuse("PT1-D2i", f"{unit.id} cannot be amended: take back what destroyed it.")
        hits = unit.hits if self.hits is None else self.hits
        if not 0 <= hits < unit.profile.destroyed_at:
            most = unit.profile.destroyed_at - 1
            draft.refuse("PT1-D2h", f"{unit.id} in play has 0 to {most} hits, not {hits}.")
        if hits and unit.cards:
            says = f"{unit.id} has cards on it, and a damaged unit has none."
            draft.unless_waived("PT1-D2h", says)
        if self.aboard and self.in_area:
            draft.refuse(
                "PT1-F1", f"{unit.id} is aboard {self.aboard} or in {self.in_area}, not both."
            )
        # Whoever is said to be in a house is off its carrier, and the other way round.
        aboard = ("" if self.in_area else unit.aboard) if self.aboard is None else self.aboard
        if aboard:
            draft.hold_fit((no_ride(draft.state, unit, carrier=draft.known_unit(aboard)),))
        in_area = ("" if self.aboard else unit.in_area) if self.in_area is None else self.in_area
        if in_area:
            draft.hold_fit((no_hiding(unit, in_area, terrain=draft.snapshot.terrain),))
        event = Amended(unit=unit.id, hits=hits, aboard=aboard, in_area=in_area)
        left = f" and is off {unit.aboard}" if unit.aboard and not aboard else ""
        draft.unless_waived(
            "PT1-A5", f"That {_agreed(event)}{left} is for all of you to agree on, with a reason."
        )
        draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptTable:
    """The players agree that a unit stands where the camera sees it."""

    unit: str

    def ruled(self, draft: Draft) -> None:
        unit = draft.known_unit(self.unit)
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
            f"That {_agreed(event)} is for all of you to agree on, with a reason.",
            evidence=(found,),
        )
        draft.emit(event, evidence=(found,))


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptTerrain:
    """The players agree to go on with the terrain that the camera sees now."""

    def ruled(self, draft: Draft) -> None:
        state = draft.state
        areas = tuple(area.id for area in draft.snapshot.terrain)
        if not state.turn or set(areas) == set(state.areas):
            draft.refuse("PT1-B2", "The terrain lies as it was placed.")
        event = TerrainAccepted(areas=areas)
        says = f"That the terrain is {', '.join(areas) or 'none'} is for all of you to agree on"
        draft.unless_waived("PT1-B2", f"{says}, with a reason.")
        draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended:
    """The players agreed that a unit's state is this."""

    clause: ClassVar[str] = "PT1-A5"

    unit: str
    hits: int
    aboard: str = ""
    in_area: str = ""

    def after(self, state: State) -> State:
        unit = replace(
            state.unit(self.unit), hits=self.hits, aboard=self.aboard, in_area=self.in_area
        )
        if self.aboard:
            unit = replace(unit, spot=state.unit(self.aboard).spot, vouched=-1)
        return state.with_unit(unit)

    def told(self) -> str:
        told = [f"has {counted(self.hits, 'hit')}"]
        if self.aboard:
            told.append(f"is carried by {self.aboard}")
        if self.in_area:
            told.append(f"is in {self.in_area}")
        return f"Agreed: {self.unit} {listed(told)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAccepted:
    """The players agreed that a unit stands where the camera saw it."""

    clause: ClassVar[str] = "PT1-D1b"

    unit: str
    spot: Spot

    def after(self, state: State) -> State:
        unit = replace(state.unit(self.unit), spot=self.spot, vouched=-1, in_area="")
        return state.with_unit(unit)

    def told(self) -> str:
        return f"Agreed: {self.unit} stands where the camera sees it, {at(self.spot)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainAccepted:
    """The players agreed to go on with other terrain than they began with."""

    clause: ClassVar[str] = "PT1-B2"

    areas: tuple[str, ...]

    def after(self, state: State) -> State:
        return replace(state, areas=self.areas)

    def told(self) -> str:
        lies = listed(self.areas) if self.areas else "none"
        return f"Agreed: the terrain from here on is {lies}."


def _agreed(event: "Amended | TableAccepted") -> str:
    """What would be agreed on, so that nobody agrees to what is not said.

    >>> _agreed(Amended(unit="T1", hits=1, aboard="", in_area=""))
    'T1 has 1 hit'
    """
    return event.told().removeprefix("Agreed: ").removesuffix(".")


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
