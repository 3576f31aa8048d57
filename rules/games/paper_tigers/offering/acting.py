"""Knows what the owner of the card that is up may ask for."""

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import islice
from types import MappingProxyType

from rules.games.paper_tigers.commands import Decline, Demolish, Fire, Move
from rules.games.paper_tigers.decide.declaring import hold_actors, require_action
from rules.games.paper_tigers.decide.firing import no_target
from rules.games.paper_tigers.decide.following import REACH, check_chain, unfit_to_follow
from rules.games.paper_tigers.offering.shots import shots, too_far
from rules.games.paper_tigers.offering.trial import Trial
from rules.games.paper_tigers.profiles import ActionKind
from rules.games.paper_tigers.state import Unit
from rules.games.paper_tigers.vocabulary import Follower
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.trial import unit_hole

MOST_FOLLOWERS_SHOWN = 6
"""A leader has seldom more neighbours than that within three inches."""


def acting_offers(trial: Trial) -> tuple[Template, ...]:
    """Fire, move or decline with the card that waits; blow the bridge if it lies there."""
    playing = trial.state.playing
    if playing is None or playing.actors:
        return ()
    unit = trial.state.unit(playing.turned.unit)
    if unit.force not in {force.name for force in trial.forces}:
        return ()
    card = card_from(playing.turned.card).name
    decline = trial.plain(
        Decline(), command="decline", says=f"Let the {card} of {unit.id} go unused."
    )
    if unit.is_bridge:
        says = f"Fire the charge under {unit.id} with the {card}."
        return (trial.plain(Demolish(), command="demolish", says=says), decline)
    return (_fire(trial, unit, card=card), _move(trial, unit, card=card), decline)


def _fire(trial: Trial, unit: Unit, *, card: str) -> Template:
    says = f"{unit.id} fires with the {card}."
    enemies = [
        other
        for other in trial.state.units.values()
        if no_target(trial.state, unit, target=other) is None
    ]
    allowed, greyed = _targets(trial, unit, enemies=enemies)
    if not allowed:
        name = enemies[0].id if enemies else unit.id
        return Template(
            command="fire",
            says=says,
            fixed={"target": name},
            refusal=trial.refusal(Fire(target=name)),
        )
    holes = [unit_hole("target", allowed, greyed=greyed)]
    if not trial.state.followers_late:
        hole = follower_hole(
            trial,
            _neighbours(trial, unit),
            leader=unit.id,
            action=ActionKind.FIRE,
        )
        holes += [hole] if hole.allowed else []
    return Template(command="fire", says=says, holes=tuple(holes))


def _targets(
    trial: Trial, unit: Unit, *, enemies: list[Unit]
) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """Whom it may fire at, and why not at the others; only a refusal has to be put in words."""
    ready = trial.keeps(partial(require_action, action=ActionKind.FIRE))
    fit = set(shots(trial, unit)) if ready else set()
    allowed, greyed = trial.sorted_out(
        (each.id, Fire(target=each.id)) for each in enemies if each.id not in fit
    )
    return tuple(each.id for each in enemies if each.id in {*fit, *allowed}), greyed


def _neighbours(trial: Trial, leader: Unit) -> list[str]:
    return [
        unit.id
        for unit in trial.state.units.values()
        if unit.id != leader.id and unfit_to_follow(trial.state, unit, leader=leader.id) is None
    ]


def follower_hole(
    trial: Trial,
    names: list[str],
    *,
    leader: str,
    action: ActionKind,
) -> Hole:
    """Who may follow alone, at any of its targets; and two in a row, each at its first one."""

    def follows(*chain: str) -> bool:
        # Who is nowhere near the last of them need not be measured.
        if len(chain) > 1 and too_far(trial, chain[-2:], limit=REACH):
            return False
        fit = trial.keeps(partial(check_chain, chain=(leader, *chain)))
        return fit and trial.keeps(partial(hold_actors, names=chain, action=action))

    # Whoever is too far off is so whatever it would fire at.
    alone = [tuple(_as_followers(trial, name, action=action)) for name in names if follows(name)]
    ready = [each[0] for each in alone if each][:MOST_FOLLOWERS_SHOWN]
    pairs = [
        (one, other)
        for one in ready
        for name in names[:MOST_FOLLOWERS_SHOWN]
        if name != one.unit and follows(one.unit, name)
        for other in islice(_as_followers(trial, name, action=action), 1)
    ]
    singles = [(follower,) for each in alone for follower in each]
    return Hole(name="followers", kind="unit", allowed=(*singles, *pairs), optional=True)


def _as_followers(trial: Trial, name: str, *, action: ActionKind) -> Iterable[Follower]:
    if action is ActionKind.MOVE:
        yield Follower(unit=name)
        return
    for target in shots(trial, trial.state.unit(name)):
        yield Follower(unit=name, target=target)


def _move(trial: Trial, unit: Unit, *, card: str) -> Template:
    says = f"{unit.id} moves with the {card}."
    refusal = trial.refusal(Move())
    if refusal is not None:
        return Template(command="move", says=says, refusal=refusal)
    holes: tuple[Hole, ...] = ()
    if not trial.state.followers_late:
        names = _neighbours(trial, unit)
        allowed, greyed = trial.sorted_out((name, Move(followers=(name,))) for name in names)
        ready = allowed[:MOST_FOLLOWERS_SHOWN]
        pairs = [
            (one, other)
            for one in ready
            for other in names[:MOST_FOLLOWERS_SHOWN]
            if other != one
            and not too_far(trial, (one, other), limit=REACH)
            and trial.refusal(Move(followers=(one, other))) is None
        ]
        if allowed:
            hole = Hole(
                name="followers",
                kind="unit",
                allowed=(*((name,) for name in allowed), *pairs),
                greyed=MappingProxyType(dict(greyed)),
                optional=True,
            )
            holes = (hole,)
    return Template(command="move", says=says, holes=holes)
