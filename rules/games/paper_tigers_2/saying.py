"""Knows how the umpire tells the events of this edition at the table."""

from collections.abc import Sequence

from rules.games.paper_tigers.saying import say
from rules.games.paper_tigers.saying.phrases import at, needed, the_card
from rules.games.paper_tigers_2 import events as happened
from rules.referee.toolkit.dice import faces
from rules.referee.toolkit.phrases import counted, listed, verb
from rules.table.units import plain

__all__ = ["say"]


@say.register
def _weapon_chosen(event: happened.WeaponChosen) -> str:
    doubt = " Its line of sight is in doubt." if event.doubtful else ""
    return f"{event.unit} fires its {event.weapon} at {event.target}.{doubt}"


@say.register
def _thrown(event: happened.Thrown) -> str:
    again = " in the end" if event.again else ""
    return f"{event.unit} has {faces(event.dice)}{again}."


@say.register
def _reroll_chosen(event: happened.RerollChosen) -> str:
    if not event.places:
        return f"{event.unit} keeps its dice."
    return f"{event.unit} rolls {counted(len(event.places), 'die').replace('dies', 'dice')} again."


@say.register
def _dice_given(event: happened.DiceGiven) -> str:
    if not event.places:
        return f"{event.unit} gives {event.target} none of its dice."
    count = "one of its dice" if len(event.places) == 1 else f"{len(event.places)} of its dice"
    return f"{event.unit} turns {count} on {event.target}."


def _explained(says: str) -> str:
    return f" ({says})" if says else ""


@say.register
def _shot(event: happened.Shot) -> str:
    target = event.target
    if event.passengers:
        target += f", with {listed(event.passengers)} aboard"
    how = {0: "misses", 1: "hits", 2: "hits lethally"}[min(event.hits, 2)]
    if event.costs_card and not event.hits:
        how = "rattles"
    told = f"{event.unit} {how} {target}: {needed(event.total, event.difficulty)}"
    told += f"{_explained(event.says)}."
    if event.suppresses:
        told += f" That is near enough to suppress {event.target}."
    if event.destroys:
        told += " No save helps against that."
    return told


@say.register
def _chain_broken(event: happened.ChainBroken) -> str:
    return f"{event.unit} has saved the hit: nothing more comes of it."


@say.register
def _rivets_burst(event: happened.RivetsBurst) -> str:
    return f"Rivets burst inside {event.unit}: it takes one more hit."


@say.register
def _shrugged(event: happened.Shrugged) -> str:
    return f"{event.unit} keeps its cards: {faces(event.dice)}."


@say.register
def _cards_lost(event: happened.CardsLost) -> str:
    rolled = f": {faces(event.dice)}" if event.dice else ""
    return f"{event.unit} is suppressed and loses every card on it{rolled}."


@say.register
def _card_lost(event: happened.CardLost) -> str:
    if event.card:
        return f"{event.unit} loses {the_card(event.card)}."
    if event.place:
        return f"{event.unit} loses a face-down card."
    return f"{event.unit} has no card to lose."


@say.register
def _bonus_shot(event: happened.BonusShot) -> str:
    if not event.target:
        return f"{event.unit} does not fire its mortar again."
    return f"{event.unit} fires its mortar again, at {event.target}."


@say.register
def _splashed(event: happened.Splashed) -> str:
    if not event.other:
        return f"Nobody else is near {event.target}."
    return f"Splinters from {event.target} suppress {event.other}."


@say.register
def _cover_declared(event: happened.CoverDeclared) -> str:
    behind = ""
    if event.followers:
        behind = f"; {listed(event.followers)} {verb(event.followers, 'follow')}"
    return f"{event.unit} takes cover with {the_card(event.card)}{behind}."


@say.register
def _cover_taken(event: happened.CoverTaken) -> str:
    rolled = needed(event.total, event.difficulty)
    if event.covered:
        return f"{event.unit} is in cover until it moves: {rolled}."
    return f"{event.unit} finds no cover: {rolled}."


@say.register
def _cover_left(event: happened.CoverLeft) -> str:
    return f"{event.unit} leaves the cover that it took."


@say.register
def _move_counted(event: happened.MoveCounted) -> str:
    rolled = needed(event.total, event.difficulty) + _explained(event.says)
    if not event.allowance > 0:
        return f"{event.unit} stays where it is: {rolled}."
    off = ""
    if event.road and event.off_road < event.allowance:
        off = f", of which {plain(event.off_road)} in off the road"
    return f"{event.unit} may move up to {plain(event.allowance)} in{off}: {rolled}."


@say.register
def _broke_down(event: happened.BrokeDown) -> str:
    told = ["cannot move until it recovers"] if event.immobile else []
    told += ["has fire in its engine"] if event.hot else []
    return f"{event.unit} {' and '.join(told) or 'breaks down'}."


@say.register
def _close_combat_declared(event: happened.CloseCombatDeclared) -> str:
    declared = f"{event.unit} attacks {event.target} at close quarters"
    declared += f" with {the_card(event.card)}"
    if event.followers:
        others = listed(f"{each.unit} follows against {each.target}" for each in event.followers)
        declared += f"; {others}"
    return f"{declared}."


@say.register
def _helper_named(event: happened.HelperNamed) -> str:
    if event.unit:
        return f"{event.unit} helps to defend."
    return "Nobody more helps to defend."


@say.register
def _in_contact(event: happened.InContact) -> str:
    return f"{event.unit} is in contact, {at(event.spot)}."


@say.register
def _broke_off(event: happened.BrokeOff) -> str:
    return f"{event.unit} does not get to {event.target} and gives the attack up."


@say.register
def _suicide_settled(event: happened.SuicideSettled) -> str:
    return f"{event.unit} {'risks everything' if event.risked else 'does not risk its life'}."


@say.register
def _struck(event: happened.Struck) -> str:
    how = "strikes back at" if event.defends else "strikes"
    result = "and destroys it" if event.success else "in vain"
    rolled = needed(event.total, event.difficulty) + _explained(event.says)
    return f"{event.unit} {how} {event.target} {result}: {rolled}."


@say.register
def _foe_chosen(event: happened.FoeChosen) -> str:
    return f"{event.unit} turns on {event.target}."


@say.register
def _blow_lost(event: happened.BlowLost) -> str:
    whom = event.target or "anybody"
    return f"{event.unit} strikes at nobody: there is no blow at {whom} any more."


@say.register
def _defenders_called(event: happened.DefendersCalled) -> str:
    if not event.units:
        return "Nobody is left to strike back."
    return f"{_names(event.units)} {verb(event.units, 'strike')} back."


def _names(units: Sequence[str]) -> str:
    return listed(units)


@say.register
def _combat_ended(event: happened.CombatEnded) -> str:
    told = []
    if event.back:
        names = [each.unit for each in event.back]
        told.append(f"{listed(names)} {verb(names, 'go').replace('gos', 'goes')} back")
    if event.stayed:
        told.append(f"{listed(event.stayed)} {verb(event.stayed, 'stay')} where it fought")
    return f"The close combat is over: {' and '.join(told) or 'no attacker is left'}."


@say.register
def _regroup_settled(event: happened.RegroupSettled) -> str:
    if event.falls_back:
        return f"{event.unit} falls back before it recovers."
    return f"{event.unit} does not fall back."


@say.register
def _freed(event: happened.Freed) -> str:
    return f"{event.unit} runs again."
