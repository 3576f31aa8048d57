"""Takes cover with a black card (PT2-D20 to D25)."""

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.games.paper_tigers.asking import acting, following, in_front, without
from rules.games.paper_tigers.chapters.following import (
    MOST_FOLLOWERS_SHOWN,
    check_chain,
    followed_by,
    hold_actors,
    neighbours,
    played_card,
)
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.profiles import difficulty
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import needed, reaching, the_card
from rules.games.paper_tigers_2.chapters.acting import Action, require_card_for
from rules.games.paper_tigers_2.chapters.saving import in_town
from rules.games.paper_tigers_2.chapters.throwing import UNCAST, Cast, HandStep, thrown
from rules.games.paper_tigers_2.state import facts_in, sheet_of, with_facts
from rules.games.paper_tigers_2.units.catalogue import Condition, Stage
from rules.games.paper_tigers_2.units.unit_dice import action_pool, colour_of
from rules.referee.judging.areas import InAreaTest, areas_holding
from rules.referee.toolkit.dice import DiceAsk
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.phrases import listed, verb
from rules.table.units import Inches


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeCover:
    """The unit whose card it is takes cover, alone or with followers."""

    followers: tuple[str, ...] = ()

    def ruled(self, draft: Draft) -> None:
        turned, unit = require_card_for(draft, Action.TAKE_COVER)
        chain = (unit.id, *self.followers)
        evidence = check_chain(draft, chain)
        hold_actors(draft, chain[1:], action=Action.TAKE_COVER)
        event = CoverDeclared(
            unit=unit.id,
            card=turned.card,
            followers=self.followers,
            follows=followed_by(draft.state, chain),
        )
        draft.emit(event, evidence=evidence)


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverDeclared:
    """Who takes cover with the card that is up."""

    clause: ClassVar[str] = "PT2-D21"

    unit: str
    card: str
    followers: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()

    def after(self, state: State) -> State:
        names = (self.unit, *self.followers)
        state = acting(state, action=None, actors=names)
        state = following(state, followers=self.followers, follows=self.follows)
        return in_front(state, *(FindCover(unit=name) for name in names))

    def told(self) -> str:
        behind = ""
        if self.followers:
            behind = f"; {listed(self.followers)} {verb(self.followers, 'follow')}"
        return f"{self.unit} takes cover with {the_card(self.card)}{behind}."


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverTaken:
    """Whether a unit has found cover (PT2-D23)."""

    clause: ClassVar[str] = "PT2-D23"

    unit: str
    total: int
    difficulty: int
    covered: bool

    def after(self, state: State) -> State:
        state = without(state, FindCover, unit=self.unit)
        unit = state.unit(self.unit)
        covered = facts_in(unit).covered or self.covered
        return state.with_unit(with_facts(unit, covered=covered))

    def told(self) -> str:
        rolled = needed(self.total, self.difficulty)
        if self.covered:
            return f"{self.unit} is in cover until it moves: {rolled}."
        return f"{self.unit} finds no cover: {rolled}."


GOOD_GROUND: Final = frozenset({"woods", "building", "hill"})
"""PT2-D22."""


def ground_of(draft: Draft, unit: Unit) -> Condition:
    """PT2-C17, D22: woods, a town or a hill are good; at their very edge it is for the unit."""
    options = draft.state.options
    if unit.in_area or in_town(draft, unit):
        return Condition.ON_GOOD_GROUND
    held = areas_holding(
        draft.table,
        unit.id,
        kinds=GOOD_GROUND,
        test=InAreaTest(options.choice("membership_test")),
        eps=Inches(options.number("eps_in")),
        doubt=draft.doubt,
    )
    good = held.sure or held.doubtful
    return Condition.ON_GOOD_GROUND if good else Condition.IN_THE_OPEN


@dataclass(frozen=True, slots=True, kw_only=True)
class FindCover(HandStep):
    """The dice of one unit, and whether it has found cover."""

    cast: Cast = UNCAST

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        card = played_card(draft)
        needed = difficulty(card)
        pool = action_pool(
            Stage.TAKE_COVER,
            sheet_of(unit),
            situation=colour_of(card) | {ground_of(draft, unit)},
            options=draft.state.options,
        )
        dice = DiceAsk(
            count=max(1, pool.count),
            why=f"{unit.id} tries to take cover with the {card.name}, {pool.says}",
            means=reaching(needed, then="one more cover die until it moves", otherwise="nothing"),
        )
        faces = thrown(draft, self, dice=dice, force=unit.force, clause="PT2-D22")
        if faces is None:
            return
        total = pool.total(faces)
        event = CoverTaken(unit=unit.id, total=total, difficulty=needed, covered=total >= needed)
        draft.emit(event)


def cover_offer(trial: Trial, unit: Unit, *, card: str) -> Template:
    """Taking cover, alone or with others behind."""
    says = f"{unit.id} takes cover with the {card}."
    refusal = trial.refusal(TakeCover())
    if refusal is not None:
        return Template(command="take_cover", says=says, refusal=refusal)
    near = neighbours(trial.state, unit.id)[:MOST_FOLLOWERS_SHOWN]
    tries = [(name, TakeCover(followers=(name,))) for name in near]
    allowed, greyed = trial.sorted_out(tries)
    if not allowed:
        return Template(command="take_cover", says=says)
    hole = Hole(
        name="followers",
        kind="unit",
        allowed=tuple((name,) for name in allowed),
        greyed=greyed,
        optional=True,
    )
    return Template(command="take_cover", says=says, holes=(hole,))
