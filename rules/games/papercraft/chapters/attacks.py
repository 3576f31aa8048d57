"""Says who may attack whom with what, and whether the target is in range (PC-ATK, PC-RNG)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.papercraft.abilities import Effect, Timing, abilities_of, ability_of
from rules.games.papercraft.chapters.damage import works_with
from rules.games.papercraft.chapters.hits import AttackUnderway, pin
from rules.games.papercraft.chapters.moving import HoldEnded
from rules.games.papercraft.chapters.reach import line_to
from rules.games.papercraft.draft import Draft, Trial
from rules.games.papercraft.profiles import AttackRecord
from rules.games.papercraft.state import Phase, State, Unit
from rules.referee.judging.sliding import crossed_by
from rules.referee.toolkit.evidence import Outcome
from rules.referee.toolkit.findings import Finding
from rules.referee.toolkit.game import Template
from rules.table.units import Inches, plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """A unit attacks another."""

    unit: str
    attack: str
    """The id of one of its attacks."""
    target: str

    def ruled(self, draft: Draft) -> None:
        """PC-ATK-06, and PC-ATK-08 where a target out of range was agreed to cost the attack."""
        draft.require_turn(Phase.ATTACK)
        unit = draft.own_unit(self.unit)
        attack = unit.profile.attack(self.attack)
        if attack is None:
            known = " or ".join(each.id for each in unit.profile.attacks) or "nothing"
            draft.refuse("PC-OBJ-05", f"{unit.id} attacks with {known}, not with {self.attack!r}.")
        draft.hold_to(no_attack(draft.state, unit, attack=attack))
        target = draft.known_unit(self.target)
        if target.id == unit.id:
            draft.refuse("PC-ATK-05", f"{unit.id} cannot attack itself.")
        if not target.alive:
            draft.refuse("PC-DTH-09", f"{target.id} is dead: a corpse cannot be a target.")
        draft.hold_to(no_target(draft.state, unit, target=target))
        draft.hold_to(used_on(unit, target=target))
        _require_off_corpses(draft, unit, target=target)
        finding = in_range(draft, unit, attack=attack, target=target)
        if finding.outcome is Outcome.BROKEN and draft.state.options.flag("range_fail_costs"):
            failed = RangeFailed(unit=unit.id, attack=attack.id, target=target.id)
            draft.emit(failed, evidence=(finding.measured,))
            return
        evidence = draft.held(finding)
        event = AttackDeclared(unit=unit.id, attack=attack.id, target=target.id, name=attack.name)
        draft.emit(event, evidence=(evidence,))
        after_attack(draft, unit, attack=attack, target=target)


def no_attack(state: State, unit: Unit, *, attack: AttackRecord) -> Iterator[tuple[str, str]]:
    """Under which clauses a unit may not attack with this at all, and why (PC-ATK-01 to 04)."""
    if unit.held_by:
        yield "PC-ABL-15", f"{unit.id} is held by {unit.held_by} and cannot attack."
    if unit.ability_used:
        yield "PC-ATK-10", f"{unit.id} has used an ability in place of attacking."
    made = len(unit.attacks)
    if made >= unit.profile.most_attacks:
        clause = "PC-ATK-04" if unit.profile.most_attacks > 1 else "PC-ATK-03"
        attacks = "both attacks" if unit.profile.most_attacks > 1 else "its attack"
        yield clause, f"{unit.id} has made {attacks} this turn."
    if unit.moved and not attack.melee:
        yield "PC-ATK-02", f"{unit.id} has moved this turn: of its attacks only melee is left."
    if made and state.options.choice("infantry_mix") == "same_only":
        first = unit.attacks[0][0]
        if first != attack.id:
            says = f"{unit.id} attacked with {first}, so its second attack is that too."
            yield "PC-ATK-04", says
    if unit.inside:
        yield from _through_ports(state, unit, attack=attack)


def _through_ports(state: State, unit: Unit, *, attack: AttackRecord) -> Iterator[tuple[str, str]]:
    """PC-ABL-17: what an occupant may use, where its building lets it."""
    ports = ability_of(state.unit(unit.inside).profile, Effect.PORTS)
    if ports is None:
        yield "PC-ABL-16", f"{unit.id} is in {unit.inside} and cannot attack out of it."
    elif attack.range is None or attack.range < ports.range:
        reach = plain(ports.range)
        yield "PC-ABL-17", f"From {unit.inside} only what reaches {reach} in or more is used."


def no_target(state: State, unit: Unit, *, target: Unit) -> Iterator[tuple[str, str]]:
    """Under which clauses another living unit is no target, and why."""
    if target.inside:
        yield "PC-ABL-16", f"{target.id} is in {target.inside}, where nobody can attack it."
    if not state.enemies(unit, target) and not state.options.flag("friendly_fire"):
        yield "PC-ATK-05", f"{target.id} is on {unit.id}'s own side."


def used_on(unit: Unit, *, target: Unit) -> Iterator[tuple[str, str]]:
    """PC-ATK-04: each attack of Infantry goes to another target."""
    if any(other == target.id for _, other in unit.attacks):
        says = f"{unit.id} has attacked {target.id} already: the second target differs."
        yield "PC-ATK-04", says


def _require_off_corpses(draft: Draft, unit: Unit, *, target: Unit) -> None:
    """PC-AMB-23, where it was agreed that whoever stands on a corpse takes no part."""
    if draft.state.options.flag("on_corpse_ok"):
        return
    for each in (unit, target):
        corpse = corpse_under(draft, each)
        if corpse:
            reason = f"{each.id} stands on {corpse}: it neither attacks nor is attacked there."
            draft.unless_waived("PC-DTH-05", reason)


def corpse_under(draft: Draft, unit: Unit) -> str:
    """The corpse that a unit stands on; none is an empty name."""
    if not unit.on_table:
        return ""
    table = draft.table
    dead = [u.id for u in draft.state.units.values() if u.on_table and not u.alive]
    piece = table.piece(unit.id)
    found = crossed_by(
        table,
        (piece, piece),
        others=[table.piece(name) for name in dead],
        overlap=draft.length("overlap_in"),
    )
    return found[0] if found else ""


def reach_of(state: State, attack: AttackRecord) -> Inches:
    """PC-RNG-04: how far an attack reaches; plain melee as agreed."""
    return (
        attack.range if attack.range is not None else Inches(state.options.number("melee_reach_in"))
    )


def in_range(draft: Draft, unit: Unit, *, attack: AttackRecord, target: Unit) -> Finding:
    """PC-RNG-01 and PC-RNG-02; by PC-RNG-05 wherever either looks."""
    limit = reach_of(draft.state, attack)
    far = "PC-RNG-04" if attack.melee else "PC-RNG-01"
    return line_to(draft, unit, target=target, limit=limit, far=far)


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDeclared:
    """Who attacks whom, and with what; the range was found good."""

    clause: ClassVar[str] = "PC-ATK-06"

    unit: str
    attack: str
    target: str
    name: str
    """Of the attack, as players say it."""

    def after(self, state: State) -> State:
        state = _used(state, self.unit, attack=self.attack, target=self.target)
        strike = AttackUnderway(unit=self.unit, target=self.target, attack=self.attack)
        return state.with_next(strike)

    def told(self) -> str:
        return f"{self.unit} attacks {self.target} with {self.name or self.attack}."


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeFailed:
    """PC-AMB-09: where that was agreed, a target out of range costs the attack."""

    clause: ClassVar[str] = "PC-ATK-08"

    unit: str
    attack: str
    target: str

    def after(self, state: State) -> State:
        return _used(state, self.unit, attack=self.attack, target=self.target)

    def told(self) -> str:
        return f"{self.target} is out of reach of {self.unit}, and that attack is used up."


def _used(state: State, name: str, *, attack: str, target: str) -> State:
    unit = state.unit(name)
    return state.with_unit(replace(unit, attacks=(*unit.attacks, (attack, target))))


def after_attack(draft: Draft, unit: Unit, *, attack: AttackRecord, target: Unit) -> None:
    """What an attack brings about before any die: grips and bans (PC-ABL-01, PC-ABL-15)."""
    freed = tuple(u.id for u in draft.state.held(unit.id) if u.id != target.id)
    if freed:
        draft.emit(HoldEnded(unit=unit.id, freed=freed))
    for ability in abilities_of(unit.profile):
        pins = ability.timing is Timing.ON_ATTACK and ability.effect is Effect.PIN
        if pins and works_with(ability, attack):
            pin(draft, target, by=unit, ability=ability)


def attack_offers(trial: Trial, unit: Unit) -> list[Template]:
    """Every attack of a unit, with the targets that it reaches."""
    return [
        replace(offer, deed=f"Attack {{target}} with {attack.name}")
        for attack in unit.profile.attacks
        for offer in _attack(trial, unit, attack=attack)
    ]


def _attack(trial: Trial, unit: Unit, *, attack: AttackRecord) -> list[Template]:
    reach = plain(reach_of(trial.state, attack))
    says = f"{unit.id} attacks with {attack.name}, which reaches {reach} in."
    fixed = {"unit": unit.id, "attack": attack.id}
    marks = [
        other.id
        for other in trial.state.units.values()
        if other.alive and other.id != unit.id
        if not any(no_target(trial.state, unit, target=other))
    ]
    if not marks:
        return []
    tries = [(name, Attack(unit=unit.id, attack=attack.id, target=name)) for name in marks]
    able = not any(no_attack(trial.state, unit, attack=attack))
    if able and (offers := trial.for_units("attack", says=says, fixed=fixed, tries=tries)):
        return offers
    fixed["target"], refusal = trial.mildest(tries)
    return [Template(command="attack", says=says, fixed=fixed, refusal=refusal)]
