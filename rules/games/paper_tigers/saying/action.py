"""Knows how the events of a card being played are told."""

from collections.abc import Sequence

from rules.games.paper_tigers.events import action as happened
from rules.games.paper_tigers.profiles import ActionKind
from rules.games.paper_tigers.saying.dispatch import say
from rules.games.paper_tigers.saying.phrases import at, needed, the_card
from rules.games.paper_tigers.vocabulary import Follower
from rules.referee.toolkit.dice import faces
from rules.referee.toolkit.phrases import counted, listed, verb
from rules.table.units import plain


@say.register
def _fire_declared(event: happened.FireDeclared) -> str:
    declared = f"{event.unit} fires at {event.target} with {the_card(event.card)}"
    if event.followers:
        declared += f"; {_shooters(event.followers)}"
    return f"{declared}.{_in_doubt(event.doubtful)}"


def _shooters(followers: Sequence[Follower]) -> str:
    """Who follows, and at whom each of them fires."""
    return listed(f"{each.unit} follows and fires at {each.target}" for each in followers)


def _in_doubt(names: Sequence[str]) -> str:
    if not names:
        return ""
    lines = "line of sight is" if len(names) == 1 else "lines of sight are"
    return f" For {listed(names)} the {lines} in doubt."


@say.register
def _move_declared(event: happened.MoveDeclared) -> str:
    behind = ""
    if event.followers:
        behind = f"; {listed(event.followers)} {verb(event.followers, 'follow')}"
    return f"{event.unit} is to move with {the_card(event.card)}{behind}."


@say.register
def _followers_named(event: happened.FollowersNamed) -> str:
    if not event.followers:
        return f"Nobody follows {event.unit}."
    if event.action is ActionKind.FIRE:
        return f"After {event.unit}: {_shooters(event.followers)}.{_in_doubt(event.doubtful)}"
    names = [each.unit for each in event.followers]
    return f"{listed(names)} {verb(names, 'follow')} {event.unit}."


@say.register
def _demolition_declared(event: happened.DemolitionDeclared) -> str:
    return f"The charge under {event.bridge} is lit with {the_card(event.card)}."


@say.register
def _sight_settled(event: happened.SightSettled) -> str:
    if event.clear:
        return f"The die clears it: {event.unit} sees {event.target}."
    return f"The die blocks it: {event.unit} does not see {event.target}."


@say.register
def _shot_lost(event: happened.ShotLost) -> str:
    return f"The shot of {event.unit} is lost: {event.target} is gone."


@say.register
def _shot(event: happened.Shot) -> str:
    target = f"{event.target}, with {event.passenger} aboard" if event.passenger else event.target
    hits = "hits" if event.hit else "misses"
    return f"{event.unit} {hits} {target}: {needed(event.total, event.difficulty)}."


@say.register
def _cover_settled(event: happened.CoverSettled) -> str:
    where = "in" if event.inside else "outside"
    return f"For this hit {event.unit} counts as {where} {event.area or 'cover'}."


@say.register
def _saved(event: happened.Saved) -> str:
    if not event.dice:
        return f"{event.unit} has {'no need of' if event.saved else 'no'} dice to save the hit."
    armour, cover = event.dice[: event.armour], event.dice[event.armour :]
    dice = [
        f"{what} {faces(rolled)}"
        for what, rolled in (("armour", armour), ("cover", cover))
        if rolled
    ]
    result = "saves the hit" if event.saved else "does not save the hit"
    return f"{event.unit} {result}: {listed(dice)}."


@say.register
def _hit_taken(event: happened.HitTaken) -> str:
    by = f" from {event.by}" if event.by else ""
    if event.hits == 1:
        return f"{event.unit} takes a hit{by} and is damaged; any cards on it are discarded."
    return f"{event.unit} takes a hit{by}: {counted(event.hits, 'hit')} now."


@say.register
def _destroyed(event: happened.Destroyed) -> str:
    worth = f", worth {counted(event.points, 'point')}" if event.points else ""
    if event.by:
        return f"{event.by} destroys {event.unit}{worth}."
    return f"{event.unit} is destroyed{worth}."


@say.register
def _wreck_settled(event: happened.WreckSettled) -> str:
    if event.burning:
        return f"{event.unit} burns where it stands and blocks sight."
    return f"{event.unit} is taken off the table."


@say.register
def _must_get_off(event: happened.MustGetOff) -> str:
    direction = f", the way that a {event.direction} points" if event.direction else ""
    return (
        f"{event.unit} gets off {event.carrier} and lands {plain(event.inches)} in away{direction}."
    )


@say.register
def _stayed_aboard(event: happened.StayedAboard) -> str:
    return f"{event.unit} stays aboard {event.carrier}."


@say.register
def _got_off(event: happened.GotOff) -> str:
    return f"{event.unit} is off {event.carrier} and stands {at(event.spot)}."


@say.register
def _move_rolled(event: happened.MoveRolled) -> str:
    rolled = needed(event.total, event.difficulty)
    if event.allowance > 0:
        return f"{event.unit} may move up to {plain(event.allowance)} in: {rolled}."
    return f"{event.unit} stays where it is: {rolled}."


@say.register
def _moved(event: happened.Moved) -> str:
    length = plain(event.length)
    told = [f"gets off {event.off}"] if event.off else []
    told += [] if length == "0" else [f"moves {length} in"]
    if event.aboard:
        told.append(f"is carried by {event.aboard} now")
    if event.in_area:
        told.append(f"is in {event.in_area} now")
    return f"{event.unit} {listed(told or ['stays where it is'])}."


@say.register
def _bridge_blown(event: happened.BridgeBlown) -> str:
    result = "goes up" if event.blown else "still stands"
    return f"{event.bridge} {result}: {needed(event.total, event.difficulty)}."


@say.register
def _bridge_captured(event: happened.BridgeCaptured) -> str:
    return f"{event.by} has captured {event.bridge}."
