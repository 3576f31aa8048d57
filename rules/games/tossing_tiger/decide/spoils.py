"""Knows who takes what once a war is decided, and how the piles go back (TT-SPO)."""

from types import MappingProxyType
from typing import Final

from rules.games.tossing_tiger.decide.acting import battle_label, place_in
from rules.games.tossing_tiger.decide.draft import Draft, Settle
from rules.games.tossing_tiger.events.ending import (
    BonusTaken,
    SpoilPicked,
    SpoilTaken,
    WarOver,
    WarPileGrew,
)
from rules.games.tossing_tiger.events.setup import StageBegan
from rules.games.tossing_tiger.state import War
from rules.games.tossing_tiger.vocabulary import (
    ROLES,
    Ask,
    Count,
    Purpose,
    Role,
    Stage,
    Take,
)
from rules.referee.toolkit.phrases import counted

KEEP, DISCARD = "keep", "discard"
UNSEEN, ROLLED = "an unseen card", "the rolled card"


def share(draft: Draft, war: War) -> None:
    """The next card that somebody takes; then the piles go back."""
    for role in ROLES:
        if war.piles_due.get(role) and (battles := bonus_battles(war, role)):
            _ask_bonus(draft, war, role=role, battles=battles)
            return
    if not war.takes:
        give_back(draft, war)
    elif not war.takes[0].picked:
        _pick(draft, war, take=war.takes[0])
    else:
        _ask_keep(draft, war, take=war.takes[0])


def bonus_battles(war: War, role: Role) -> tuple[str, ...]:
    """TT-SPO-03: won battles whose opposing pile is still there as a whole."""
    return tuple(
        battle_label(take.place) for take in war.takes if take.role is role and not take.is_pile
    )


def _taker(draft: Draft, war: War, *, role: Role, place: int) -> str:
    """TT-FT-06: who chooses for a side at a battle."""
    return draft.owner(war, role=role, place=place)


def _ask_bonus(draft: Draft, war: War, *, role: Role, battles: tuple[str, ...]) -> None:
    player = draft.state.speaker(war.party(role)).name
    draft.choose(
        Purpose.BONUS,
        settle=settle_bonus,
        player=player,
        clause="TT-SPO-03",
        says=f"{player}: the entire opposing pile of which won battle do you take?",
        choices=battles,
        war=war.id,
        role=role,
    )


def settle_bonus(draft: Draft, ask: Ask, *, choice: str) -> None:
    event = BonusTaken(war=ask.war, role=ask.role, place=place_in(choice))
    draft.emit(event, clause="TT-SPO-03")


def _pick(draft: Draft, war: War, *, take: Take) -> None:
    """TT-SPO-04, TT-AMB-09."""
    pile = war.pile(take.role.other, take.place)
    assert pile is not None
    can_pick = draft.state.options.choice("spoil_pick") != "unseen"
    choices = [UNSEEN] if pile.size > bool(pile.face) else []
    choices += [ROLLED] if pile.face and (can_pick or not choices) else []
    player = _taker(draft, war, role=take.role, place=take.place)
    look = draft.state.options.choice("spoil_pick") == "free_look"
    how = ", having looked through the pile" if look else ""
    draft.choose(
        Purpose.PICK,
        settle=settle_pick,
        player=player,
        clause="TT-SPO-04",
        says=f"{player}: which card of the opposing pile of battle {take.place} do you take{how}?",
        choices=tuple(choices),
        war=war.id,
        role=take.role,
        place=take.place,
    )


def settle_pick(draft: Draft, ask: Ask, *, choice: str) -> None:
    event = SpoilPicked(war=ask.war, role=ask.role, place=ask.place, rolled=choice == ROLLED)
    draft.emit(event, clause="TT-SPO-04")


def _ask_keep(draft: Draft, war: War, *, take: Take) -> None:
    """TT-SPO-05, TT-FT-07, TT-AMB-20."""
    player = _taker(draft, war, role=take.role, place=take.place)
    members = [member.name for member in draft.state.members(war.party(take.role))]
    keep = (KEEP,) if len(members) == 1 else tuple(members)
    who = "to your hand" if len(members) == 1 else "to somebody of your team"
    which = f"{counted(take.count, 'card')} of the pile" if take.is_pile else "the card taken"
    is_open = draft.state.options.flag("spoil_open")
    both = " Both of you may look at it." if is_open else ""
    draft.ask(
        Purpose.KEEP,
        player=player,
        clause="TT-FT-07" if len(members) > 1 else "TT-SPO-05",
        says=f"{player}: {which} in battle {take.place}: does the next go {who}?{both}",
        choices=(*keep, DISCARD),
        war=war.id,
        role=take.role,
        place=take.place,
    )


def settle_keep(draft: Draft, ask: Ask, *, choice: str) -> None:
    war = draft.state.war(ask.war)
    alone = draft.state.speaker(war.party(ask.role)).name
    player = "" if choice == DISCARD else alone if choice == KEEP else choice
    event = SpoilTaken(war=war.id, role=ask.role, place=ask.place, player=player)
    draft.emit(event, clause=ask.clause)


def give_back(draft: Draft, war: War) -> None:
    """TT-SPO-07."""
    names = [m.name for role in ROLES for m in draft.state.members(war.party(role))]
    hands = tuple(Count(name=name, count=draft.state.owned(name)) for name in names)
    draft.emit(WarOver(war=war.id, hands=hands), clause="TT-SPO-07")


def penalise(draft: Draft, war: War) -> None:
    """TT-FT-08."""
    state = draft.state
    owing = [
        (team, able)
        for team in war.penalties
        if (able := tuple(m.name for m in state.members(team) if state.hands[m.name]))
    ]
    if not owing:
        draft.emit(StageBegan(war=war.id, stage=Stage.OVER), clause="TT-FT-08")
        return
    team, able = owing[0]
    draft.choose(
        Purpose.PENALTY,
        settle=settle_penalty,
        player=state.speaker(team).name,
        clause="TT-FT-08",
        says=f"{team}: who of you puts a card on the war pile?",
        choices=able,
        war=war.id,
    )


def settle_penalty(draft: Draft, ask: Ask, *, choice: str) -> None:
    event = WarPileGrew(war=ask.war, player=choice, count=draft.state.war_pile + 1)
    draft.emit(event, clause="TT-FT-08")


SETTLES: Final = MappingProxyType[Purpose, Settle](
    {
        Purpose.BONUS: settle_bonus,
        Purpose.PICK: settle_pick,
        Purpose.KEEP: settle_keep,
        Purpose.PENALTY: settle_penalty,
    }
)
