"""Knows what Roosters do when they are rolled, by the change of the Dawncard (TT-RC)."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from rules.games.tossing_tiger.animals import CHANGES
from rules.games.tossing_tiger.decide.draft import Draft, Settle
from rules.games.tossing_tiger.decide.numbers import places_to_rebuild
from rules.games.tossing_tiger.events.battle import (
    ActionOver,
    BattleLost,
    BattleOut,
    BonusChanged,
    CardTaken,
    PileGivenAway,
    StrengthTaught,
)
from rules.games.tossing_tiger.events.ending import WarStopped
from rules.games.tossing_tiger.state import War
from rules.games.tossing_tiger.vocabulary import Ask, AskKind, Purpose, Role
from rules.referee.toolkit.phrases import counted

NOTHING, YES, NO, END = "nothing", "yes", "no", "end the war"
MOST_POCKETED: Final = 3
"""TT-RC-03."""
MANY_ROOSTERS: Final = 3
"""TT-RC-10: more than so many."""
BONUSES: Final = ("1", "2", "3", "4")
"""TT-RC-12."""
CLAUSES: Final = MappingProxyType(
    {name: f"TT-RC-{number:02}" for number, name in enumerate(CHANGES, start=1)}
)


def change(draft: Draft, war: War, *, role: Role, place: int) -> None:
    """A Rooster is rolled; where its change asks nothing, it counts by itself."""
    found = WHEN_ROLLED.get(war.change)
    if found is None:
        _over(draft, war.id, role=role, place=place)
    else:
        found(draft, war, role=role, place=place)


def _over(draft: Draft, war: int, *, role: Role, place: int, why: str = "") -> None:
    animal = draft.scene(war).animal(role, place)
    event = ActionOver(war=war, role=role, place=place, animal=animal, why=why)
    draft.emit(event, clause=CLAUSES.get(draft.state.war(war).change, "TT-ANI-17"))


def _done(draft: Draft, ask: Ask) -> None:
    _over(draft, ask.war, role=ask.role, place=ask.place)


def _ask(
    draft: Draft, war: War, *, role: Role, place: int, purpose: Purpose, says: str,
    choices: tuple[str, ...], count: int = 0,
) -> None:  # fmt: skip
    owner = draft.owner(war, role=role, place=place)
    draft.choose(
        purpose, settle=SETTLES[purpose], player=owner, clause=CLAUSES[war.change],
        says=f"{owner}: {says}", choices=choices, war=war.id, role=role, place=place, count=count,
    )  # fmt: skip


def _strike(draft: Draft, war: War, *, role: Role, place: int) -> None:
    """TT-RC-02."""
    earlier = tuple(f"battle {at}" for at in range(1, place) if not war.fought(at).is_out)
    _ask(
        draft, war, role=role, place=place, purpose=Purpose.STRIKE,
        says="your Rooster loses. Do you end the war, or strike out an earlier battle?",
        choices=(NOTHING, END, *earlier),
    )  # fmt: skip


def settle_strike(draft: Draft, ask: Ask, *, choice: str) -> None:
    _done(draft, ask)
    if choice == END:
        why = f"{ask.player} ends it with a Rooster"
        draft.emit(WarStopped(war=ask.war, why=why), clause="TT-RC-02")
    elif choice != NOTHING:
        place = int(choice.removeprefix("battle "))
        event = BattleOut(war=ask.war, place=place, why=f"{ask.player} strikes it out")
        draft.emit(event, clause="TT-RC-02")


def _pocket(draft: Draft, war: War, *, role: Role, place: int, taken: int = 0) -> None:
    """TT-RC-03."""
    piles = tuple(
        f"battle {at}"
        for at, pile in enumerate(war.row(role), start=1)
        if pile is not None and not pile.face and pile.size > 1
        and pile.owner == draft.owner(war, role=role, place=place)
    )  # fmt: skip
    if not piles or taken >= MOST_POCKETED:
        _over(draft, war.id, role=role, place=place)
        return
    left = counted(MOST_POCKETED - taken, "card")
    _ask(
        draft, war, role=role, place=place, purpose=Purpose.POCKET, count=taken,
        says=f"up to {left} of your unrolled piles may go to your hand. From where is the next?",
        choices=(NOTHING, *piles),
    )  # fmt: skip


def settle_pocket(draft: Draft, ask: Ask, *, choice: str) -> None:
    if choice == NOTHING:
        _done(draft, ask)
        return
    place = int(choice.removeprefix("battle "))
    event = CardTaken(war=ask.war, player=ask.player, role=ask.role, place=place)
    draft.emit(event, clause="TT-RC-03")
    war = draft.state.war(ask.war)
    _pocket(draft, war, role=ask.role, place=ask.place, taken=ask.count + 1)


def _yes_or_no(
    draft: Draft, war: War, *, role: Role, place: int, purpose: Purpose, says: str
) -> None:
    _ask(draft, war, role=role, place=place, purpose=purpose, says=says, choices=(NO, YES))


def _give_away(draft: Draft, war: War, *, role: Role, place: int) -> None:
    """TT-RC-05."""
    says = "do you give this pile away, and end the war without an overall winner?"
    _yes_or_no(draft, war, role=role, place=place, purpose=Purpose.GIVE_AWAY, says=says)


def settle_give_away(draft: Draft, ask: Ask, *, choice: str) -> None:
    _done(draft, ask)
    if choice == YES:
        frozen = draft.scene(ask.war).results()[ask.place - 1]
        given = PileGivenAway(war=ask.war, role=ask.role, place=ask.place, frozen=frozen)
        draft.emit(given, clause="TT-RC-05")
        why = f"{ask.player} gives a pile away for it"
        stopped = WarStopped(war=ask.war, why=why, no_winner=True)
        draft.emit(stopped, clause="TT-RC-05")


def _concede(draft: Draft, war: War, *, role: Role, place: int) -> None:
    """TT-RC-06."""
    says = "do you lose this battle, so that there is no bonus in this war?"
    _yes_or_no(draft, war, role=role, place=place, purpose=Purpose.CONCEDE, says=says)


def settle_concede(draft: Draft, ask: Ask, *, choice: str) -> None:
    _done(draft, ask)
    if choice == YES:
        lost = BattleLost(war=ask.war, place=ask.place, role=ask.role)
        draft.emit(lost, clause="TT-RC-06")
        none = BonusChanged(war=ask.war, piles=0, why=f"{ask.player} lost battle {ask.place}")
        draft.emit(none, clause="TT-RC-06")


def _skip(draft: Draft, war: War, *, role: Role, place: int) -> None:
    """TT-RC-07."""
    if place >= war.number or war.fought(place + 1).is_out or place < war.battle:
        _over(draft, war.id, role=role, place=place, why="there is no battle to leave out")
        return
    says = f"is battle {place + 1} left out?"
    _yes_or_no(draft, war, role=role, place=place, purpose=Purpose.SKIP, says=says)


def settle_skip(draft: Draft, ask: Ask, *, choice: str) -> None:
    _done(draft, ask)
    if choice == YES:
        event = BattleOut(war=ask.war, place=ask.place + 1, why=f"{ask.player} has it left out")
        draft.emit(event, clause="TT-RC-07")


def _remake(draft: Draft, war: War, *, role: Role, place: int) -> None:
    """TT-RC-08."""
    says = "do you lose this battle, and make your unrolled piles anew?"
    _yes_or_no(draft, war, role=role, place=place, purpose=Purpose.REMAKE, says=says)


def settle_remake(draft: Draft, ask: Ask, *, choice: str) -> None:
    if choice == NO:
        _done(draft, ask)
        return
    lost = BattleLost(war=ask.war, place=ask.place, role=ask.role)
    draft.emit(lost, clause="TT-RC-08")
    war = draft.state.war(ask.war)
    places = places_to_rebuild(war, ask.role, after=ask.place)
    if not places:
        _done(draft, ask)
        return
    draft.ask(
        Purpose.REBUILD,
        kind=AskKind.LAY,
        player=ask.player,
        clause="TT-RC-08",
        says=f"{ask.player}: make your {counted(len(places), 'unrolled pile')} anew, and "
        "say how many cards each has.",
        war=war.id,
        role=ask.role,
        place=ask.place,
        count=len(places),
    )


def _steal(draft: Draft, war: War, *, role: Role, place: int) -> None:
    """TT-RC-10."""
    piles = tuple(
        f"{role.other} {at}"
        for at, pile in enumerate(war.row(role.other), start=1)
        if pile is not None and pile.size > bool(pile.face)
    )
    roosters = draft.scene(war.id).roosters_before(place)
    if roosters <= MANY_ROOSTERS or not piles:
        why = f"{counted(roosters, 'Rooster')} in earlier battles is not enough"
        _over(draft, war.id, role=role, place=place, why=why)
        return
    says = "from which pile do you take a card to your hand?"
    _ask(draft, war, role=role, place=place, purpose=Purpose.STEAL, says=says, choices=piles)


def settle_steal(draft: Draft, ask: Ask, *, choice: str) -> None:
    side, place = choice.split()
    event = CardTaken(war=ask.war, player=ask.player, role=Role(side), place=int(place))
    draft.emit(event, clause="TT-RC-10")
    _done(draft, ask)


def _bonus(draft: Draft, war: War, *, role: Role, place: int) -> None:
    """TT-RC-12."""
    if not war.bonus:
        _over(draft, war.id, role=role, place=place, why="there is no bonus in this war")
        return
    says = "how many piles is the bonus of this war?"
    _ask(draft, war, role=role, place=place, purpose=Purpose.BONUS_SIZE, says=says, choices=BONUSES)


def settle_bonus_size(draft: Draft, ask: Ask, *, choice: str) -> None:
    event = BonusChanged(war=ask.war, piles=int(choice), why=f"{ask.player} says so")
    draft.emit(event, clause="TT-RC-12")
    _done(draft, ask)


def _pity(draft: Draft, war: War, *, role: Role, place: int) -> None:
    """TT-RC-13."""
    scene = draft.scene(war.id)
    before = [each for each in scene.results()[: place - 1] if each is not None]
    if not before or not all(scene.lost(role, each) for each in before):
        why = "not every earlier battle was lost"
        _over(draft, war.id, role=role, place=place, why=why)
        return
    _ask(
        draft, war, role=role, place=place, purpose=Purpose.PITY,
        says="name an animal that your later ones are to be strong against.",
        choices=draft.state.deck.animals,
    )  # fmt: skip


def settle_pity(draft: Draft, ask: Ask, *, choice: str) -> None:
    event = StrengthTaught(war=ask.war, role=ask.role, after=ask.place, animal=choice)
    draft.emit(event, clause="TT-RC-13")
    _done(draft, ask)


Act = Callable[..., None]
WHEN_ROLLED: Final = MappingProxyType[str, Act](
    {
        "rooster_always_lose": _strike,
        "rooster_always_lose_alt": _pocket,
        "rooster_insta_end": _give_away,
        "rooster_concede": _concede,
        "rooster_skip": _skip,
        "rooster_change": _remake,
        "rooster_steal": _steal,
        "rooster_change_bonus": _bonus,
        "rooster_pity_type": _pity,
    }
)
DONE_WHEN_ROLLED: Final = frozenset(WHEN_ROLLED)
"""All other changes are worked out anew after everything that happens."""
SETTLES: Final = MappingProxyType[Purpose, Settle](
    {
        Purpose.STRIKE: settle_strike,
        Purpose.POCKET: settle_pocket,
        Purpose.GIVE_AWAY: settle_give_away,
        Purpose.CONCEDE: settle_concede,
        Purpose.SKIP: settle_skip,
        Purpose.REMAKE: settle_remake,
        Purpose.STEAL: settle_steal,
        Purpose.BONUS_SIZE: settle_bonus_size,
        Purpose.PITY: settle_pity,
    }
)
