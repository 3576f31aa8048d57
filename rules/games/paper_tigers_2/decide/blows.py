"""Knows how blows are struck in close combat, and who stands where after it (PT2-D29 to D38)."""

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.firing import played_card
from rules.games.paper_tigers.decide.saving import destroy
from rules.games.paper_tigers.profiles import difficulty
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Purpose, Step, UnitSpot
from rules.games.paper_tigers_2.catalogue import Condition, Situation, Stage
from rules.games.paper_tigers_2.change import combat_in
from rules.games.paper_tigers_2.decide.close_combat import may_strike
from rules.games.paper_tigers_2.decide.throwing import thrown
from rules.games.paper_tigers_2.events import (
    BlowLost,
    CombatEnded,
    DefendersCalled,
    FoeChosen,
    Struck,
    SuicideSettled,
)
from rules.games.paper_tigers_2.pools import Dice
from rules.games.paper_tigers_2.reckoning import action_pool, colour_of
from rules.games.paper_tigers_2.state import Unit, unit_in
from rules.games.paper_tigers_2.vocabulary import NO, YES, Topic
from rules.referee.toolkit.dice import DiceAsk, Meaning

RISKED, SAFE = "risked", "safe"


def strike(draft: Draft, step: Step) -> None:
    """PT2-D29: an attacker's blow; who is hit is gone, without any save."""
    unit, target = unit_in(draft.state, step.unit), unit_in(draft.state, step.other)
    if unit.destroyed or target.destroyed or not _supports(draft, target.id):
        draft.emit(BlowLost(unit=unit.id, target=target.id), clause="PT2-D36")
        return
    if unit.own.has("suicide assault") and not {RISKED, SAFE} & set(step.names):
        _ask_suicide(draft, unit, target=target)
        return
    risked = RISKED in step.names
    situation: Situation = frozenset({Condition.ON_FOOT} if unit.own.infantry else ())
    if risked:
        situation |= {Condition.SUICIDE}
    pool = _pool(draft, unit, situation=situation, target=target)
    total = _rolled(draft, step, unit=unit, target=target, pool=pool)
    if total is None:
        return
    needed = difficulty(played_card(draft))
    event = Struck(
        unit=unit.id, target=target.id, total=total, difficulty=needed,
        success=total >= needed, risked=risked, says=pool.says,
    )  # fmt: skip
    draft.emit(event, clause="PT2-D29")
    if event.success:
        destroy(draft, target.id, by=unit.id)
    elif risked and draft.state.options.choice("suicide_fail") == "at_once":
        destroy(draft, unit.id, by=unit.id)


def _supports(draft: Draft, target: str) -> bool:
    """AMB2-59: whether a follower's blow counts, where only supporters may be attacked."""
    if draft.state.options.choice("follower_targets") == "any_enemy":
        return True
    combat = combat_in(draft.state)
    return target in {combat.target, *combat.helpers}


def _pool(draft: Draft, unit: Unit, *, situation: Situation, target: Unit | None = None) -> Dice:
    return action_pool(
        Stage.CLOSE_COMBAT,
        unit.own,
        target=None if target is None else target.own,
        situation=situation | colour_of(played_card(draft)),
        options=draft.state.options,
    )


def _rolled(draft: Draft, step: Step, *, unit: Unit, target: Unit, pool: Dice) -> int | None:
    """The total of a blow; None while somebody is asked."""
    card = played_card(draft)
    needed = difficulty(card)
    dice = DiceAsk(
        count=max(1, pool.count),
        why=f"{unit.id} strikes at {target.id}, against the {card.name}, {pool.says}",
        means=(
            Meaning(when=f"{needed} or more", then=f"{target.id} is destroyed"),
            Meaning(when="less", then="nothing"),
        ),
    )
    again = pool.count if unit.own.rerolls(Stage.CLOSE_COMBAT) else 0
    faces = thrown(draft, step, dice=dice, force=unit.force, clause="PT2-D37", may_reroll=again)
    return None if faces is None else pool.total(faces)


def _ask_suicide(draft: Draft, unit: Unit, *, target: Unit) -> None:
    draft.ask(
        Purpose.AMENDED,
        topic=str(Topic.SUICIDE),
        kind=AskKind.CHOOSE,
        force=unit.force,
        clause="PT2-I3h",
        says=f"Does {unit.id} risk everything against {target.id}: one more die, and its end if it "
        "fails?",
        unit=unit.id,
        other=target.id,
        choices=(YES, NO),
    )


def settle_suicide(draft: Draft, ask: Ask, *, choice: str) -> None:
    """Whether an attacker risks everything."""
    draft.emit(SuicideSettled(unit=ask.unit, risked=choice == YES), clause="PT2-I3h")


def call_defenders(draft: Draft, step: Step) -> None:
    """PT2-D36: when all attackers are done, whoever is left of the defenders strikes back."""
    del step
    combat = combat_in(draft.state)
    named = [combat.target, *combat.helpers]
    if not combat.fighting:
        draft.emit(DefendersCalled(units=()), clause="PT2-D36")
        return
    attacked = [each.target for each in combat.fighting]
    if draft.state.options.flag("attacked_strikes_back"):
        named += attacked
    units = [unit_in(draft.state, name) for name in dict.fromkeys(named)]
    ready = tuple(unit.id for unit in units if not unit.destroyed and may_strike(draft, unit))
    draft.emit(DefendersCalled(units=ready), clause="PT2-D36")


def _foes(draft: Draft, unit: Unit) -> list[str]:
    """PT2-D36: at whom a defender may strike: the target at the leader, helpers at anybody."""
    combat = combat_in(draft.state)
    left = [each for each in combat.fighting if not draft.state.unit(each.unit).destroyed]
    leader = combat.attackers[0].unit
    if unit.id == combat.target and any(each.unit == leader for each in left):
        return [leader]
    if unit.id in combat.helpers:
        return [each.unit for each in left]
    return [each.unit for each in left if each.target == unit.id]


def defend(draft: Draft, step: Step) -> None:
    """PT2-D30, D31: a defender's blow, against the same card."""
    unit = unit_in(draft.state, step.unit)
    foes = [] if unit.destroyed else _foes(draft, unit)
    if not foes:
        draft.emit(BlowLost(unit=unit.id), clause="PT2-D36")
        return
    if not step.other:
        if len(foes) == 1:
            draft.emit(FoeChosen(unit=unit.id, target=foes[0]), clause="PT2-D36")
            return
        draft.ask(
            Purpose.AMENDED,
            topic=str(Topic.DEFEND_WHOM),
            kind=AskKind.CHOOSE,
            force=unit.force,
            clause="PT2-D36",
            says=f"At whom does {unit.id} strike back?",
            unit=unit.id,
            choices=tuple(foes),
        )
        return
    target = unit_in(draft.state, step.other)
    if target.destroyed:
        draft.emit(BlowLost(unit=unit.id, target=target.id), clause="PT2-D36")
        return
    pool = _pool(draft, unit, situation=frozenset())
    total = _rolled(draft, step, unit=unit, target=target, pool=pool)
    if total is None:
        return
    needed = difficulty(played_card(draft))
    event = Struck(
        unit=unit.id, target=target.id, total=total, difficulty=needed,
        success=total >= needed, defends=True, says=pool.says,
    )  # fmt: skip
    draft.emit(event, clause="PT2-D30")
    if event.success:
        destroy(draft, target.id, by=unit.id)


def settle_defend_whom(draft: Draft, ask: Ask, *, choice: str) -> None:
    """At whom a defender strikes."""
    draft.emit(FoeChosen(unit=ask.unit, target=choice), clause="PT2-D36")


def end_combat(draft: Draft, step: Step) -> None:
    """PT2-D32, D38: attackers go back while any defender is left, and stay when none is."""
    combat = combat_in(draft.state)
    doomed = [name for name in combat.doomed if not draft.state.unit(name).destroyed]
    for name in doomed:
        # AMB2-53, where a failed suicide assault ends only after the defence.
        destroy(draft, name, by=name)
    if draft.state.steps[0] != step:
        return
    everybody = {combat.target, *combat.helpers, *(each.target for each in combat.fighting)}
    held = any(not draft.state.unit(name).destroyed for name in everybody)
    goes_back = held or draft.state.options.choice("cc_after_win") == "return"
    left = [each for each in combat.attackers if not draft.state.unit(each.unit).destroyed]
    back = tuple(
        UnitSpot(unit=each.unit, spot=each.start)
        for each in left
        if goes_back and draft.state.unit(each.unit).spot is not None
    )
    stayed = () if goes_back else tuple(each.unit for each in left)
    clause = "PT2-D38" if len(combat.attackers) > 1 else "PT2-D32"
    draft.emit(CombatEnded(unit=step.unit, back=back, stayed=stayed), clause=clause)
