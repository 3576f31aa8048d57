"""Knows what cards do when they are rolled, but for Roosters (TT-BAT-03 to 06)."""

from collections.abc import Callable
from itertools import combinations
from types import MappingProxyType
from typing import Final

from rules.games.tossing_tiger.animals import ANIMALS, WHEN_ROLLED, Effect
from rules.games.tossing_tiger.decide import roosters
from rules.games.tossing_tiger.decide.draft import Draft, Settle
from rules.games.tossing_tiger.events.battle import (
    ActionAsked,
    ActionCopied,
    ActionOver,
    CardDestroyed,
    CardTaken,
    Looked,
    PileShuffled,
    PilesSwapped,
    Rerolled,
    Tossed,
)
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import ROLES, Ask, Purpose, Role

DO, LEAVE = "do it", "leave it"
UP, DOWN = "face up", "face down"
SHUFFLE = "shuffle"
DRAW_PILE = "draw pile"
UNSEEN = ", an unseen card"
NOT_DECLINED: Final = frozenset({Effect.LOSES, Effect.FREE_TALK})
"""TT-ANI-18: what is no action but a fate."""


def battle_label(place: int) -> str:
    return f"battle {place}"


def place_in(label: str) -> int:
    """The place that a choice speaks of.

    >>> place_in("battle 3"), place_in("attacker 12"), place_in("defender 2, an unseen card")
    (3, 12, 2)
    """
    return int(label.split(",", maxsplit=1)[0].rsplit(maxsplit=1)[-1])


def role_in(label: str) -> Role:
    """The side that a choice speaks of."""
    return Role(label.split(maxsplit=1)[0])


def over(
    draft: Draft, war: int, *, role: Role, place: int, why: str = "", clause: str = ""
) -> None:
    """What is done when the card is rolled has been done."""
    animal = draft.scene(war).animal(role, place)
    event = ActionOver(war=war, role=role, place=place, animal=animal, why=why)
    draft.emit(event, clause=clause or "TT-BAT-06")


def act(draft: Draft, war: War, *, role: Role, place: int) -> None:
    """One card does what it does, if nothing stops it and its owner does not decline."""
    scene = draft.scene(war.id)
    pile = war.pile(role, place)
    assert pile is not None
    if war.fought(place).conceded:
        why = "the battle was given up"
        over(draft, war.id, role=role, place=place, why=why, clause="TT-OBJ-09")
        return
    if scene.is_cancelled(role, place):
        over(draft, war.id, role=role, place=place, why="the turtle stops it", clause="TT-ANI-07")
        return
    animal = pile.copied or scene.animal(role, place)
    if not pile.asked and may_be_declined(draft, war, animal=animal, owner=pile.owner):
        _ask_decline(draft, war, role=role, place=place)
        return
    effect = next((each for each in ANIMALS[animal].effects if each in WHEN_ROLLED), None)
    if effect is None:
        over(draft, war.id, role=role, place=place)
    else:
        ACTS[effect](draft, war, role=role, place=place)


# --- declining -----------------------------------------------------------------------------------


def may_be_declined(draft: Draft, war: War, *, animal: str, owner: str = "") -> bool:
    """TT-HI-03, TT-AMB-05: whether its owner is asked if an action is to happen."""
    effects = [each for each in ANIMALS[animal].effects if each not in NOT_DECLINED]
    if not effects or (effects == [Effect.ROOSTER_CHANGE] and not war.change):
        return False
    options = draft.state.options
    once = options.flag("decline_once") and owner not in war.declined
    return options.flag("actions_optional") or once


def _ask_decline(draft: Draft, war: War, *, role: Role, place: int) -> None:
    owner = draft.owner(war, role=role, place=place)
    animal = draft.scene(war.id).animal(role, place)
    once = not draft.state.options.flag("actions_optional")
    says = f"{owner}: is your {ANIMALS[animal].name} to act? {ANIMALS[animal].says}"
    if once:
        says += " Once in this war you may decline, and look at a later battle instead."
    draft.choose(
        Purpose.DECLINE,
        settle=settle_decline,
        player=owner,
        clause="TT-HI-03" if once else "TT-BAT-05",
        says=says,
        choices=(DO, LEAVE),
        war=war.id,
        role=role,
        place=place,
    )


def settle_decline(draft: Draft, ask: Ask, *, choice: str) -> None:
    once = not draft.state.options.flag("actions_optional")
    animal = draft.scene(ask.war).animal(ask.role, ask.place)
    event = ActionAsked(
        war=ask.war, role=ask.role, place=ask.place, animal=animal, declined=choice == LEAVE,
        once=once,
    )  # fmt: skip
    draft.emit(event, clause=ask.clause)
    war = draft.state.war(ask.war)
    later = _later(war, after=ask.place)
    if choice == LEAVE and once and later:
        draft.choose(
            Purpose.LOOK, settle=settle_look, player=ask.player, clause="TT-HI-03",
            says=f"{ask.player}: at the top cards of which battle do you look?", choices=later,
            war=ask.war, role=ask.role, place=ask.place,
        )  # fmt: skip


def settle_look(draft: Draft, ask: Ask, *, choice: str) -> None:
    """TT-HI-03: what is seen stays with whoever looks; the umpire does not want to know."""
    place = place_in(choice)
    event = Looked(war=ask.war, place=place, player=ask.player, top_only=True)
    draft.emit(event, clause="TT-HI-03")
    pile = draft.state.war(ask.war).pile(ask.role, place)
    if pile is not None and not pile.face:
        draft.choose(
            Purpose.RESHUFFLE, settle=settle_reshuffle, player=ask.player, clause="TT-HI-03",
            says=f"{ask.player}: do you shuffle your pile of battle {place}?",
            choices=(SHUFFLE, LEAVE), war=ask.war, role=ask.role, place=place,
        )  # fmt: skip


def settle_reshuffle(draft: Draft, ask: Ask, *, choice: str) -> None:
    if choice == SHUFFLE:
        event = PileShuffled(war=ask.war, role=ask.role, place=ask.place)
        draft.emit(event, clause="TT-HI-03")


# --- the animals ---------------------------------------------------------------------------------


def _ask(
    draft: Draft, war: War, *, role: Role, place: int, purpose: Purpose, clause: str, says: str,
    choices: tuple[str, ...], nothing: str,
) -> None:  # fmt: skip
    """Ask the owner of a card; where there is nothing to choose, nothing comes of it."""
    if not choices:
        over(draft, war.id, role=role, place=place, why=nothing, clause=clause)
        return
    owner = draft.owner(war, role=role, place=place)
    draft.choose(
        purpose, settle=SETTLES[purpose], player=owner, clause=clause, says=f"{owner}: {says}",
        choices=choices, war=war.id, role=role, place=place,
    )  # fmt: skip


def _later(war: War, *, after: int) -> tuple[str, ...]:
    """Battles to come that have a pile which nobody has seen."""
    return tuple(
        battle_label(place)
        for place in range(after + 1, war.number + 1)
        if not war.fought(place).is_out
        and any((pile := war.pile(role, place)) and not pile.face for role in ROLES)
    )


def own_rolled(war: War, role: Role, *, upto: int) -> tuple[str, ...]:
    """TT-OBJ-08: own piles that lie open, and whose battle is not settled for good."""
    return tuple(
        battle_label(place)
        for place in range(1, upto + 1)
        if (pile := war.pile(role, place)) is not None
        and pile.face
        and not pile.is_dawncard
        and not war.fought(place).is_out
        and war.fought(place).fixed is None
    )


def _toss(draft: Draft, war: War, *, role: Role, place: int) -> None:
    """TT-ANI-01, TT-GEO-10."""
    _ask(
        draft, war, role=role, place=place, purpose=Purpose.TOSS, clause="TT-ANI-01",
        says="throw the card. How does it lie? If it lies on neither side, throw it again.",
        choices=(UP, DOWN), nothing="",
    )  # fmt: skip


def settle_toss(draft: Draft, ask: Ask, *, choice: str) -> None:
    event = Tossed(
        war=ask.war, role=ask.role, place=ask.place, player=ask.player, face_up=choice == UP
    )
    draft.emit(event, clause="TT-ANI-01")


def _reroll(draft: Draft, war: War, *, role: Role, place: int) -> None:
    """TT-ANI-02, TT-AMB-10."""
    spent = war.rerolls >= draft.state.options.whole("max_rerolls")
    _ask(
        draft, war, role=role, place=place, purpose=Purpose.REROLL, clause="TT-ANI-02",
        says="which of your piles do you shuffle and turn up again?",
        choices=() if spent else own_rolled(war, role, upto=place),
        nothing="there were enough rerolls in this battle",
    )  # fmt: skip


def settle_reroll(draft: Draft, ask: Ask, *, choice: str) -> None:
    place = place_in(choice)
    over(draft, ask.war, role=ask.role, place=ask.place, clause="TT-ANI-02")
    event = Rerolled(war=ask.war, role=ask.role, place=place, player=ask.player)
    draft.emit(event, clause="TT-OBJ-08")


def _peek(draft: Draft, war: War, *, role: Role, place: int) -> None:
    """TT-ANI-05."""
    _ask(
        draft, war, role=role, place=place, purpose=Purpose.PEEK, clause="TT-ANI-05",
        says="look through both piles of a later battle, for yourself. Which one?",
        choices=_later(war, after=place), nothing="there is no later battle",
    )  # fmt: skip


def settle_peek(draft: Draft, ask: Ask, *, choice: str) -> None:
    event = Looked(war=ask.war, place=place_in(choice), player=ask.player)
    draft.emit(event, clause="TT-ANI-05")
    over(draft, ask.war, role=ask.role, place=ask.place, clause="TT-ANI-05")


def _swap(draft: Draft, war: War, *, role: Role, place: int) -> None:
    """TT-ANI-08."""
    own = [
        at
        for at in range(1, war.number + 1)
        if (pile := war.pile(role, at)) is not None and not pile.is_dawncard
    ]
    _ask(
        draft, war, role=role, place=place, purpose=Purpose.SWAP, clause="TT-ANI-08",
        says="which two of your piles change places?",
        choices=tuple(f"{one} and {other}" for one, other in combinations(own, 2)),
        nothing="there is no other pile",
    )  # fmt: skip


def settle_swap(draft: Draft, ask: Ask, *, choice: str) -> None:
    first, second = (int(each) for each in choice.split(" and "))
    over(draft, ask.war, role=ask.role, place=ask.place, clause="TT-ANI-08")
    event = PilesSwapped(war=ask.war, role=ask.role, first=first, second=second)
    draft.emit(event, clause="TT-ANI-08")


def _destroy(draft: Draft, war: War, *, role: Role, place: int) -> None:
    """TT-ANI-11, TT-AMB-13."""
    rolled, unseen = [], []
    for at in range(1, place):
        for side in ROLES:
            pile = war.pile(side, at)
            if pile is None or pile.is_dawncard or war.fought(at).is_out:
                continue
            rolled += [f"{side} {at}"] if pile.face else []
            unseen += [f"{side} {at}{UNSEEN}"] if pile.size > bool(pile.face) else []
    any_card = draft.state.options.choice("bull_mode") == "any_card"
    _ask(
        draft, war, role=role, place=place, purpose=Purpose.DESTROY, clause="TT-ANI-11",
        says="which card of an earlier battle leaves the game?",
        choices=(*rolled, *(unseen if any_card else ())), nothing="there is no earlier card",
    )  # fmt: skip


def settle_destroy(draft: Draft, ask: Ask, *, choice: str) -> None:
    """TT-OBJ-10: and the result of that battle stays as it was."""
    side, place = role_in(choice), place_in(choice)
    scene = draft.scene(ask.war)
    unseen = choice.endswith(UNSEEN)
    card = "" if unseen else scene.war.face(side, place)
    rolls_again = draft.state.options.choice("bull_mode") == "next_rolled"
    frozen = None if unseen or rolls_again else scene.results()[place - 1]
    animal = scene.animal(side, place) if card else ""
    over(draft, ask.war, role=ask.role, place=ask.place, clause="TT-ANI-11")
    event = CardDestroyed(
        war=ask.war, role=side, place=place, card=card, animal=animal, frozen=frozen
    )
    draft.emit(event, clause="TT-OBJ-10")


def can_draw(state: State) -> bool:
    """TT-AMB-17: whether the draw pile has a card, or can be made anew."""
    reshuffled = state.options.choice("empty_draw") == "reshuffle"
    return bool(state.draw or (state.discards and reshuffled))


def _console(draft: Draft, war: War, *, role: Role, place: int) -> None:
    """TT-ANI-12, TT-OBJ-11, TT-AMB-17."""
    choices = [DRAW_PILE] if can_draw(draft.state) else []
    choices += [
        f"{side} {at}"
        for at in range(1, place)
        for side in ROLES
        if (pile := war.pile(side, at)) is not None and pile.size > bool(pile.face)
    ]
    beaten = draft.scene(war.id).is_strong(role.other, place)
    _ask(
        draft, war, role=role, place=place, purpose=Purpose.CONSOLATION, clause="TT-ANI-12",
        says="from where do you take a card, unseen, to your hand?",
        choices=tuple(choices) if beaten else (),
        nothing="there is no card to take" if beaten else "what it meets is not strong against it",
    )  # fmt: skip


def settle_consolation(draft: Draft, ask: Ask, *, choice: str) -> None:
    if choice == DRAW_PILE:
        back = 0 if draft.state.draw else draft.state.discards
        event = CardTaken(war=ask.war, player=ask.player, reshuffled=back)
    else:
        event = CardTaken(
            war=ask.war, player=ask.player, role=role_in(choice), place=place_in(choice)
        )
    draft.emit(event, clause="TT-ANI-12")
    over(draft, ask.war, role=ask.role, place=ask.place, clause="TT-ANI-12")


def _copy(draft: Draft, war: War, *, role: Role, place: int) -> None:
    """TT-ANI-13, TT-AMB-14."""
    sources = {"own": (role,), "opponent": (role.other,)}
    sides = sources.get(draft.state.options.choice("chameleon_source"), ROLES)
    found = []
    for side in sides:
        pile = war.pile(side, place - 1)
        if pile is None or not pile.face or pile.is_dawncard:
            continue
        animal = pile.copied or draft.state.deck.animal(pile.face)
        if ANIMALS[animal].effects and Effect.COPY not in ANIMALS[animal].effects:
            found.append(animal)
    _ask(
        draft, war, role=role, place=place, purpose=Purpose.COPY, clause="TT-ANI-13",
        says="which animal of the battle before does your Chameleon copy?",
        choices=tuple(dict.fromkeys(found)), nothing="there is no action to copy",
    )  # fmt: skip


def settle_copy(draft: Draft, ask: Ask, *, choice: str) -> None:
    war = draft.state.war(ask.war)
    effects = [each for each in ANIMALS[choice].effects if each in WHEN_ROLLED]
    nothing = not effects
    if effects == [Effect.ROOSTER_CHANGE]:
        nothing = war.change not in roosters.DONE_WHEN_ROLLED
    event = ActionCopied(
        war=ask.war, role=ask.role, place=ask.place, animal=choice, does_nothing=nothing
    )
    draft.emit(event, clause="TT-ANI-13")


Act = Callable[..., None]
ACTS: Final = MappingProxyType[Effect, Act](
    {
        Effect.TOSS: _toss,
        Effect.REROLL: _reroll,
        Effect.PEEK: _peek,
        Effect.SWAP: _swap,
        Effect.DESTROY: _destroy,
        Effect.CONSOLATION: _console,
        Effect.COPY: _copy,
        Effect.ROOSTER_CHANGE: roosters.change,
    }
)
"""By effect: what the owner is asked, or what happens at once."""
SETTLES: Final = MappingProxyType[Purpose, Settle](
    {
        Purpose.DECLINE: settle_decline,
        Purpose.LOOK: settle_look,
        Purpose.RESHUFFLE: settle_reshuffle,
        Purpose.TOSS: settle_toss,
        Purpose.REROLL: settle_reroll,
        Purpose.PEEK: settle_peek,
        Purpose.SWAP: settle_swap,
        Purpose.DESTROY: settle_destroy,
        Purpose.CONSOLATION: settle_consolation,
        Purpose.COPY: settle_copy,
    }
)
