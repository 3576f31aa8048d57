"""Knows how a unit takes cover with a black card (PT2-D20 to D25)."""

from typing import Final

from rules.games.paper_tigers.decide.declaring import hold_actors
from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.firing import played_card
from rules.games.paper_tigers.decide.following import check_chain, followed_by
from rules.games.paper_tigers.measuring.cover import InAreaTest, areas_holding
from rules.games.paper_tigers.profiles import difficulty
from rules.games.paper_tigers.vocabulary import Step
from rules.games.paper_tigers_2.catalogue import Condition, Stage
from rules.games.paper_tigers_2.commands import TakeCover
from rules.games.paper_tigers_2.decide.acting import require_card_for
from rules.games.paper_tigers_2.decide.saving import in_town
from rules.games.paper_tigers_2.decide.throwing import thrown
from rules.games.paper_tigers_2.events import CoverDeclared, CoverTaken
from rules.games.paper_tigers_2.reckoning import action_pool, colour_of
from rules.games.paper_tigers_2.state import Unit, unit_in
from rules.games.paper_tigers_2.vocabulary import Action
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.table.units import Inches

GOOD_GROUND: Final = frozenset({"woods", "building", "hill"})
"""PT2-D22."""


@handle.register
def _take_cover(body: TakeCover, draft: Draft) -> None:
    turned, unit = require_card_for(draft, Action.TAKE_COVER)
    chain = (unit.id, *body.followers)
    evidence = check_chain(draft, chain)
    hold_actors(draft, chain[1:], action=Action.TAKE_COVER)
    event = CoverDeclared(
        unit=unit.id,
        card=turned.card,
        followers=body.followers,
        follows=followed_by(draft.state, chain),
    )
    draft.emit(event, clause="PT2-D21", evidence=evidence)


def ground_of(draft: Draft, unit: Unit) -> Condition:
    """PT2-D22: woods, a town or a hill are good ground; at their very edge it is for the unit."""
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


def find_cover(draft: Draft, step: Step) -> None:
    """The dice of one unit, and whether it has found cover."""
    unit = unit_in(draft.state, step.unit)
    card = played_card(draft)
    needed = difficulty(card)
    pool = action_pool(
        Stage.TAKE_COVER,
        unit.own,
        situation=colour_of(card) | {ground_of(draft, unit)},
        options=draft.state.options,
    )
    dice = DiceAsk(
        count=max(1, pool.count),
        why=f"{unit.id} takes cover with the {card.name}, {pool.says}",
        means=(
            Meaning(when=f"{needed} or more", then="one more cover die until it moves"),
            Meaning(when="less", then="nothing"),
        ),
    )
    faces = thrown(draft, step, dice=dice, force=unit.force, clause="PT2-D22")
    if faces is None:
        return
    total = pool.total(faces)
    event = CoverTaken(unit=unit.id, total=total, difficulty=needed, covered=total >= needed)
    draft.emit(event, clause="PT2-D23")
