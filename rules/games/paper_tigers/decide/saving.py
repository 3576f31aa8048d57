"""Knows what becomes of a hit: saves, damage, destruction, wrecks (PT1-D2f to D2i)."""

from dataclasses import replace

from rules.games.paper_tigers.decide.aboard import ask_distance
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.hiding import COVER_KINDS
from rules.games.paper_tigers.decide.scoring import is_scored
from rules.games.paper_tigers.events.action import (
    CoverSettled,
    Destroyed,
    HitTaken,
    Saved,
    WreckSettled,
)
from rules.games.paper_tigers.measuring.cover import (
    GroundLevel,
    HillBonus,
    Holding,
    InAreaTest,
    areas_holding,
    hill_bonus,
)
from rules.games.paper_tigers.profiles import Pool, Shelter
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Purpose, Step, StepKind
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.evidence import Leaning, Measured
from rules.referee.toolkit.settings import Options
from rules.table.snapshot import Piece, PieceState
from rules.table.units import Inches
from rules.table.verdict import Answer

IN, OUT = "in", "out"
_Found = tuple[Shelter, tuple[Measured, ...]]
BURN, REMOVE = "burn", "remove"


def save(draft: Draft, step: Step) -> None:
    """Ask for the saving dice, or let the hit stand where there are none."""
    unit = draft.state.unit(step.unit)
    if step.flag and draft.state.options.choice("passenger_cover") == "never":
        found: _Found | None = (Shelter(), ())
    else:
        found = shelter_of(draft, unit, shooter=step.other)
    if found is None:
        return
    shelter, evidence = found
    pool = draft.state.stages.saves(unit, shelter)
    if not pool.count:
        clause = _no_save_clause(unit)
        take_hit(draft, step, clause=clause, evidence=evidence)
        return
    dice = DiceAsk(
        count=pool.count,
        why=f"{unit.id} is hit and saves with {_pool_in_words(pool)}",
        means=(
            Meaning(when=f"{pool.saves_on} or more on any die", then="the hit is cancelled"),
            Meaning(when="otherwise", then=_if_unsaved(unit, step.number)),
        ),
    )
    draft.ask_roll(
        Purpose.SAVE,
        force=unit.force,
        clause=_save_clause(pool, shelter),
        dice=dice,
        unit=unit.id,
        other=step.other,
        number=pool.armour,
        evidence=evidence,
    )


def _no_save_clause(unit: Unit) -> str:
    return "PT1-D2f" if unit.profile.vehicle else "PT1-D2g"


def _save_clause(pool: Pool, shelter: Shelter) -> str:
    if shelter.on_big_hill:
        return "PT1-J2c"
    return "PT1-D2f" if pool.armour else "PT1-D2g"


def _pool_in_words(pool: Pool) -> str:
    """The dice as one says them.

    >>> _pool_in_words(Pool(armour=2, cover=1))
    '2 armour dice and 1 cover die'
    """
    parts = [
        f"{count} {sort} {'die' if count == 1 else 'dice'}"
        for count, sort in ((pool.armour, "armour"), (pool.cover, "cover"))
        if count
    ]
    return " and ".join(parts)


def _if_unsaved(unit: Unit, hits: int) -> str:
    lost = unit.hits + hits >= unit.profile.destroyed_at
    return "it is destroyed" if lost else "it is damaged"


def shelter_of(draft: Draft, unit: Unit, *, shooter: str) -> _Found | None:
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
        draft.state.stages.saves(unit, Shelter(in_cover=covered, gun_cover=guns))
        for covered in (False, True)
    ]
    return pools[0] != pools[1]


def _ground_level(state: State) -> GroundLevel:
    if state.options.choice("ground_level") == "lower_hills_count":
        return GroundLevel.LOWER_HILLS_TOO
    return GroundLevel.NOT_ON_A_HILL


def _cover(draft: Draft, unit: Unit) -> Holding:
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
    policy = draft.tolerance.doubt
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
        says = f"The umpire does not see {unit.id}: is it on {area}, in, or off it, out?"
    draft.ask(
        Purpose.COVER,
        kind=AskKind.CHOOSE,
        force=firing.force,
        clause=clause,
        says=says,
        unit=unit.id,
        other=area,
        choices=(IN, OUT),
        evidence=holding.measured,
    )
    return False


def _is_hill(draft: Draft, area: str) -> bool:
    cover = {each.id for each in draft.table.terrain if each.kind.strip().casefold() in COVER_KINDS}
    return bool(area) and area not in cover


def settle_cover(draft: Draft, ask: Ask, *, choice: str) -> None:
    """What the players say of a unit at the edge of cover, or of a hill."""
    event = CoverSettled(unit=ask.unit, area=ask.other, inside=choice == IN)
    draft.emit(event, clause=ask.clause)


def settle_save(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """Each die alone: one good one cancels the hit."""
    step = draft.state.steps[0]
    saved = any(die >= Pool().saves_on for die in dice)
    event = Saved(unit=ask.unit, dice=dice, armour=ask.number, saved=saved)
    draft.emit(event, clause=ask.clause)
    if not saved:
        take_hit(draft, step, clause="PT1-D2h")


def take_hit(draft: Draft, step: Step, *, clause: str, evidence: tuple[Measured, ...] = ()) -> None:
    """A hit that stays: damaged, or destroyed."""
    unit = draft.state.unit(step.unit)
    hits = unit.hits + step.number
    draft.emit(HitTaken(unit=unit.id, by=step.other, hits=hits), clause=clause, evidence=evidence)
    if hits >= unit.profile.destroyed_at:
        destroy(draft, unit.id, by=step.other)


def destroy(draft: Draft, name: str, *, by: str) -> None:
    """A unit is lost, and with it whoever is lost with it by agreement (AMB1-33)."""
    unit = draft.state.unit(name)
    scored = is_scored(draft.state, unit, by=by)
    worth = draft.state.stages.points(unit, draft.state.options) if scored else 0
    riders = draft.state.passengers_of(name)
    draft.emit(Destroyed(unit=name, by=by, points=worth), clause="PT1-D2i")
    for rider in riders:
        if draft.state.options.choice("carrier_destroyed") == "also_destroyed":
            destroy(draft, rider, by=by)
        elif not _is_getting_off(draft.state, rider):
            # Nobody stays aboard a wreck, however they came to be there.
            ask_distance(draft, rider, carrier=name)


def _is_getting_off(state: State, rider: str) -> bool:
    off = {StepKind.GET_OFF, StepKind.PUT_DOWN}
    return any(step.unit == rider and step.kind in off for step in state.steps)


def settle_wreck_step(draft: Draft, step: Step) -> None:
    """PT1-D2i: a destroyed vehicle is removed, or burns where it stands."""
    unit = draft.state.unit(step.unit)
    policy = draft.state.options.choice("wrecks")
    if policy != "ask_owner":
        event = WreckSettled(unit=unit.id, burning=policy == "always_burn")
        draft.emit(event, clause="PT1-D2i")
        return
    draft.ask(
        Purpose.WRECK,
        kind=AskKind.CHOOSE,
        force=unit.force,
        clause="PT1-D2i",
        says=f"Does {unit.id} stay as a burning wreck, which blocks sight, or is it removed?",
        unit=unit.id,
        choices=(BURN, REMOVE),
    )


def settle_wreck(draft: Draft, ask: Ask, *, choice: str) -> None:
    """What the owner makes of a destroyed vehicle."""
    draft.emit(WreckSettled(unit=ask.unit, burning=choice == BURN), clause="PT1-D2i")
