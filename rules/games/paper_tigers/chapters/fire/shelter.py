"""Where a unit that is hit stands: in cover, or on the hill that is fought over (PT1-D2g, J2c)."""

from dataclasses import dataclass, replace

from rules.games.paper_tigers.asking import GroupChoice
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.ground import COVER_KINDS
from rules.games.paper_tigers.measuring.scenario_ground import GroundLevel, HillBonus, hill_bonus
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import State, Unit
from rules.referee.judging.areas import Holding, InAreaTest, areas_holding, of_kinds
from rules.referee.toolkit.evidence import Leaning, Measured
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.settings import Options
from rules.table.snapshot import Piece, PieceState
from rules.table.units import Inches
from rules.table.verdict import Answer

IN, OUT = "in", "out"
Sheltered = tuple["Shelter", tuple[Measured, ...]]


class SavingRules:
    """Where an edition may give other dice to save with."""

    def saves(self, unit: Unit, shelter: "Shelter") -> "Pool":
        """PT1-D2f, D2g and J2c: the dice that may cancel a hit."""
        cover = int(shelter.on_big_hill)
        if shelter.in_cover and unit.kind is UnitKind.SQUAD:
            cover += 1
        if shelter.in_cover and unit.kind is UnitKind.GUN:
            cover += shelter.gun_cover
        return Pool(armour=unit.profile.armour, cover=cover)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """Dice for a save: how many of each sort, and what saves on one of them."""

    armour: int = 0
    cover: int = 0
    saves_on: int = 5

    @property
    def count(self) -> int:
        return self.armour + self.cover


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelter:
    """Where a unit stands when it is hit."""

    in_cover: bool = False
    """In woods or in a building."""
    gun_cover: int = 0
    """AMB1-25: dice that a gun has for cover."""
    on_big_hill: bool = False
    """PT1-J2c: on the hill that is fought over, and hit from ground level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverChoice(GroupChoice):
    """Whether a unit at the edge of cover, or of a hill, is in it."""

    purpose = "cover"
    unit: str
    area: str
    """Empty for any cover, where nobody sees the unit."""

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        """What the players say of a unit at the edge of cover, or of a hill."""
        event = CoverSettled(unit=self.unit, area=self.area, inside=choice == IN)
        draft.emit(event, clause=ask.clause)


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverSettled:
    """Whether a unit at the edge of an area is in it, for the hit that it takes."""

    unit: str
    area: str
    inside: bool

    def after(self, state: State) -> State:
        settled = (*state.cover_settled, (self.unit, self.area, self.inside))
        return replace(state, cover_settled=settled)

    def told(self) -> str:
        where = "in" if self.inside else "outside"
        return f"For this hit {self.unit} counts as {where} {self.area or 'cover'}."


def saves(state: State, unit: Unit, *, shelter: Shelter) -> Pool:
    """The dice that a unit has to save with where it stands."""
    return state.edition.of(SavingRules).saves(unit, shelter)


def shelter_of(draft: Draft, unit: Unit, *, shooter: str) -> Sheltered | None:
    """Where the unit stands; None when a player has to say, who is being asked."""
    holding = _cover(draft, unit)
    word = _word_counts(draft, unit)
    known = holding.sure or word or _said_in(draft.state, unit)
    if not known and _cover_matters(draft, unit):
        edges = ("",) if holding.unseen else holding.doubtful
        open_ = [area for area in edges if not _is_settled(draft.state, unit, area=area)]
        if open_:
            if not _leans(draft, unit, holding=holding, area=open_[0], shooter=shooter):
                return None
            return shelter_of(draft, unit, shooter=shooter)
    guns = gun_cover(draft.state.options)
    shelter = Shelter(in_cover=bool(known), gun_cover=guns)
    if not draft.state.big_hill:
        return shelter, holding.measured
    found = _hill_bonus(draft, unit, shooter=shooter)
    on_hill = found.answer is Answer.YES
    if found.answer in {Answer.TOO_CLOSE_TO_CALL, Answer.CANNOT_SEE}:
        up = _said_to_stand(draft, unit, holding=found.target, shooter=shooter)
        firing = draft.state.unit(shooter)
        down = up and _said_to_stand(draft, firing, holding=found.shooter, shooter=shooter)
        if up is None or down is None:
            return None
        on_hill = up and not down
    return replace(shelter, on_big_hill=on_hill), (*holding.measured, *found.measured)


def _hill_bonus(draft: Draft, unit: Unit, *, shooter: str) -> HillBonus:
    options = draft.state.options
    return hill_bonus(
        draft.table,
        shooter=shooter,
        target=unit.id,
        hill=draft.state.big_hill,
        ground_level=_ground_level(draft.state),
        test=InAreaTest(options.choice("membership_test")),
        eps=Inches(options.number("eps_in")),
        doubt=draft.doubt,
    )


def _said_to_stand(draft: Draft, unit: Unit, *, holding: Holding, shooter: str) -> bool | None:
    """PT1-J2c: whether a unit is on a hill; None when a player has to say, who is being asked."""
    if holding.sure:
        return True
    hills = (draft.state.big_hill,) if holding.unseen else holding.doubtful
    said = {area: inside for name, area, inside in draft.state.cover_settled if name == unit.id}
    for hill in hills:
        if hill not in said:
            if not _leans(draft, unit, holding=holding, area=hill, shooter=shooter):
                return None
            return _said_to_stand(draft, unit, holding=holding, shooter=shooter)
    return any(said[hill] for hill in hills)


def gun_cover(options: Options) -> int:
    """AMB1-25; an edition that gives guns their cover by their type does not ask."""
    return options.whole("gun_cover") if "gun_cover" in options else 0


def _word_counts(draft: Draft, unit: Unit) -> bool:
    """Whether a unit is in the house that a player named: not while the camera sees it."""
    return bool(unit.in_area) and draft.table.piece(unit.id).state is not PieceState.SEEN


def _cover_matters(draft: Draft, unit: Unit) -> bool:
    """Whether anybody need be asked: to a tank it is all the same."""
    guns = gun_cover(draft.state.options)
    pools = [
        saves(draft.state, unit, shelter=Shelter(in_cover=covered, gun_cover=guns))
        for covered in (False, True)
    ]
    return pools[0] != pools[1]


def _ground_level(state: State) -> GroundLevel:
    if state.options.choice("ground_level") == "lower_hills_count":
        return GroundLevel.LOWER_HILLS_TOO
    return GroundLevel.NOT_ON_A_HILL


def _cover(draft: Draft, unit: Unit) -> Holding:
    """PT1-A4b-note: what it is in, by the outlines of areas alone."""
    options = draft.state.options
    test = options.choice("membership_test")
    if options.choice("cover_membership") == "majority_of_figures" and len(unit.pieces) > 1:
        test = "majority_of_figures"
    return areas_holding(
        draft.table,
        unit.id,
        kinds=COVER_KINDS,
        test=InAreaTest(test),
        eps=Inches(options.number("eps_in")),
        figures=_figures(draft, unit),
        doubt=draft.doubt,
    )


def _figures(draft: Draft, unit: Unit) -> tuple[Piece, ...]:
    if len(unit.pieces) < 2:
        return ()
    return tuple(piece for piece in draft.snapshot.pieces if piece.id in unit.pieces)


def _is_settled(state: State, unit: Unit, *, area: str) -> bool:
    return any((name, where) == (unit.id, area) for name, where, _ in state.cover_settled)


def _said_in(state: State, unit: Unit) -> bool:
    return any(
        name == unit.id and inside and not (area and area == state.big_hill)
        for name, area, inside in state.cover_settled
    )


def _leans(draft: Draft, unit: Unit, *, holding: Holding, area: str, shooter: str) -> bool:
    """Settle whether a unit is in cover, or on a hill: by the agreed policy, or by asking (False).

    While nobody sees where it stands there is nothing to lean to.
    """
    policy = draft.agreed.tolerance.doubt
    clause = "PT1-J2c" if _is_hill(draft, area) else "PT1-D2g"
    if policy is Leaning.STRICT and not holding.unseen:
        inside = area in holding.leaning
        event = CoverSettled(unit=unit.id, area=area, inside=inside)
        draft.emit(event, clause=clause, evidence=holding.measured)
        return True
    firing = draft.state.unit(shooter)
    says = f"{unit.id} stands at the very edge of {area}: is it in or out?"
    if not area:
        says = f"The umpire does not see {unit.id}: is it in woods or in a house, or out of cover?"
    elif holding.unseen:
        says = f"The umpire does not see {unit.id}: is it on {area} (in) or off it (out)?"
    draft.ask(
        CoverChoice(unit=unit.id, area=area, choices=(IN, OUT)),
        force=firing.force,
        clause=clause,
        says=says,
        evidence=holding.measured,
    )
    return False


def _is_hill(draft: Draft, area: str) -> bool:
    cover = {each.id for each in of_kinds(draft.table.terrain, COVER_KINDS)}
    return bool(area) and area not in cover
