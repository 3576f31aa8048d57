"""Knows what reaches everybody around: blasts and salvos (PC-ABL-05, PC-ABL-06)."""

from rules.games.papercraft.abilities import ABILITIES, Ability
from rules.games.papercraft.decide.attacking import line_to, stands_for
from rules.games.papercraft.decide.draft import Draft
from rules.games.papercraft.decide.hurting import hurt, hurt_in_words
from rules.games.papercraft.events.ability import SalvoFired, SalvoRolled, StatusGained
from rules.games.papercraft.measuring.lines import judge_distance
from rules.games.papercraft.state import Unit
from rules.games.papercraft.vocabulary import Ask, Purpose, Status, StatusKind, Step
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.phrases import listed
from rules.table.units import ROUNDING, Inches


def within(
    draft: Draft, unit: Unit, *, radius: Inches, clause: str
) -> tuple[tuple[str, Measured], ...]:
    """All living units around one, by the measured distance as it stands.

    Nobody can be asked in the middle of a blast, so doubt decides nothing: courtesy is for the one
    whose ability it is, and a unit that nobody sees is where it was ruled to be.
    """
    reach = radius + draft.agreed.tolerance.courtesy + ROUNDING
    table, middle = draft.ruled_table(unit), stands_for(unit)
    found = []
    for other in draft.state.units.values():
        if other.id in {unit.id, middle} or not other.alive or not other.on_table:
            continue
        finding = judge_distance(
            table, (middle, other.id), limit=radius, clause=clause, agreed=draft.agreed
        )  # fmt: skip
        value = finding.measured.value
        if value is not None and value <= reach:
            found.append((other.id, finding.measured))
    return tuple(found)


def blast(draft: Draft, struck: Unit, *, ability: Ability) -> tuple[tuple[str, Measured], ...]:
    """PC-ABL-06: whoever stands near enough to the unit that was struck."""
    return within(draft, struck, radius=ability.radius, clause=ability.clause)


def struck_by_blast(
    draft: Draft,
    struck: str,
    *,
    around: tuple[tuple[str, Measured], ...],
    amount: int,
    by: Unit,
    ability: Ability,
) -> None:
    """All of them take the same damage; whoever is damaged and lives burns."""
    for name, found in around:
        other = draft.state.unit(name)
        if other.alive:
            why = f"{ability.name}, as much as {struck}"
            hurt(
                draft, other, amount=amount, by=by.id, why=why, clause=ability.clause,
                evidence=(found,),
            )  # fmt: skip
    for name in (struck, *(name for name, _ in around)):
        other = draft.state.unit(name)
        if amount > 0 and other.alive:
            turn = draft.state.next_turn(other)
            status = Status(kind=StatusKind.BURNING, turn=turn, by=by.id)
            event = StatusGained(unit=name, status=status, ability=ability.name)
            draft.emit(event, clause=ability.clause)


def fire_salvo(draft: Draft, step: Step) -> None:
    """PC-ABL-05: first at whom, then a die for each of them."""
    unit, ability = draft.state.unit(step.unit), ABILITIES[step.attack]
    if not step.names:
        found = within(draft, unit, radius=ability.radius, clause="PC-ABL-05")
        targets = [
            (name, evidence)
            for name, evidence in found
            if step.flag or draft.state.enemies(unit, draft.state.unit(name))
        ]
        if draft.state.options.choice("ability_los") == "as_attacks" and not step.flag:
            targets = [
                (name, evidence)
                for name, evidence in targets
                if _in_sight(draft, unit, target=draft.state.unit(name), ability=ability)
            ]
        event = SalvoFired(
            unit=unit.id,
            ability=ability.id,
            targets=tuple(name for name, _ in targets),
            dying=step.flag,
        )
        draft.emit(event, clause="PC-ABL-05", evidence=tuple(each for _, each in targets))
        return
    dice = DiceAsk(
        count=len(step.names),
        why=f"whom {unit.id} hits, a die each for {listed(step.names)}",
        means=(
            Meaning(when=f"{ability.hits_on} or more on its die", then="that one is hit"),
            Meaning(when="less", then="that one is missed"),
        ),
    )
    draft.ask_roll(Purpose.SALVO, player=unit.player, clause="PC-ABL-05", dice=dice, unit=unit.id)


def _in_sight(draft: Draft, unit: Unit, *, target: Unit, ability: Ability) -> bool:
    """PC-AMB-12, where units in between stop an ability."""
    return line_to(draft, unit, target=target, limit=ability.radius, far="PC-ABL-05").holds


def settle_salvo(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """Each die for its own target."""
    step = draft.state.steps[0]
    ability = ABILITIES[step.attack]
    hits = tuple(
        name
        for name, face in zip(step.names, dice, strict=True)
        if face >= ability.hits_on and draft.state.unit(name).alive
    )
    event = SalvoRolled(unit=ask.unit, ability=ability.id, targets=step.names, dice=dice, hits=hits)
    draft.emit(event, clause="PC-ABL-05")


def salvo_hurts(draft: Draft, step: Step) -> None:
    """A damage roll for each one hit; whoever has died of another one's needs none."""
    unit, target = draft.state.unit(step.unit), draft.state.unit(step.other)
    ability = ABILITIES[step.attack]
    assert ability.damage is not None
    if not target.alive:
        hurt(
            draft,
            target,
            amount=0,
            by=unit.id,
            why="dead already",
            clause="PC-ABL-05",
            settles=True,
        )
        return
    dice = DiceAsk(
        count=ability.damage.count,
        why=f"how much damage {unit.id} does to {target.id}, {ability.damage}",
        means=(
            Meaning(when="the sum", then=f"with the armour of {target.id}, the HP that it loses"),
        ),
    )
    draft.ask_roll(
        Purpose.SALVO_DAMAGE, player=unit.player, clause="PC-ABL-05", dice=dice, unit=unit.id,
        other=target.id,
    )  # fmt: skip


def settle_salvo_damage(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """What a rocket does."""
    target, ability = draft.state.unit(ask.other), ABILITIES[draft.state.steps[0].attack]
    assert ability.damage is not None
    assert ability.damage_type is not None
    amount, why = hurt_in_words(
        draft.state, target, roll=sum(dice), kind=ability.damage_type, plus=ability.damage.plus
    )
    hurt(draft, target, amount=amount, by=ask.unit, why=why, clause="PC-ABL-05", settles=True)
