"""A war is decided, spoils are taken, and the piles go back (TT-WAR, TT-SPO, TT-FT-07 and 08)."""

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from rules.games.tossing_tiger.chapters.rounds import StageBegan
from rules.games.tossing_tiger.draft import Draft
from rules.games.tossing_tiger.results import WarScene
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import (
    CardAt,
    CardChoice,
    Role,
    SideChoice,
    Take,
    WarChoice,
    WarStage,
    fought,
    place_in,
    war_of,
)
from rules.referee.toolkit.phrases import capital, counted
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.tallies import Count

KEEP, DISCARD = "keep", "discard"
UNSEEN, ROLLED = "an unseen card", "the rolled card"


def decide_war(draft: Draft, war: War) -> None:
    """TT-WAR-01, TT-WAR-02."""
    scene = draft.scene(war.id)
    event = WarDecided(
        war=war.id,
        results=tuple("" if each is None else str(each) for each in scene.results()),
        attacker_won=scene.won(Role.ATTACKER),
        defender_won=scene.won(Role.DEFENDER),
        winners=scene.overall(),
        bonus=scene.bonus(),
        why=war.stopped,
    )
    draft.emit(event, clause="TT-WAR-02")


@dataclass(frozen=True, slots=True, kw_only=True)
class WarDecided:
    """TT-WAR-01, TT-WAR-02: who won how many battles, and the war."""

    clause: ClassVar[str] = "TT-WAR-02"
    war: int
    results: tuple[str, ...]
    """By place; empty where it does not count."""
    attacker_won: int
    defender_won: int
    winners: tuple[Role, ...]
    bonus: int
    why: str = ""

    def after(self, state: State) -> State:
        """TT-SPO-06: what each side has coming is fixed now, the attacker's first."""
        war = replace(state.war(self.war), decided=True, stage=WarStage.SPOILS)
        war = replace(war, results=self.results, winners=self.winners)
        scene = WarScene(war=war, deck=state.deck, options=state.options)
        results = scene.results()
        takes = tuple(
            Take(role=role, place=place, count=min(scene.single(role, place), pile.size))
            for role in Role
            for place, result in enumerate(results, start=1)
            if result is not None and result.won_by(role)
            if (pile := war.pile(role.other, place)) is not None and pile.size
        )
        due = MappingProxyType(
            {
                role: min(self.bonus, len({take.place for take in takes if take.role is role}))
                for role in self.winners
            }
        )
        losers = _losers(state, war)
        return state.with_war(replace(war, takes=takes, piles_due=due, penalties=losers))

    def told(self) -> str:
        each = "; ".join(fought(result, at) for at, result in enumerate(self.results, start=1))
        turn = -1 if self.winners == (Role.DEFENDER,) else 1
        score = " to ".join(map(str, (self.attacker_won, self.defender_won)[::turn]))
        if not self.winners:
            return f"Nobody is the overall winner: it is {score}. {capital(each)}."
        several = len(self.winners) > 1
        who = "Both are overall winners" if several else f"The {self.winners[0]} is overall winner"
        bonus = f"a bonus of {counted(self.bonus, 'pile')}" if self.bonus else "no bonus"
        return f"{who}, with {bonus}: it is {score}. {capital(each)}."


def _losers(state: State, war: War) -> tuple[str, ...]:
    """TT-FT-08."""
    if not state.together:
        return ()
    if len(war.winners) == 1:
        return (war.party(war.winners[0].other),)
    return () if war.winners else (war.attacker, war.defender)


def share(draft: Draft, war: War) -> None:
    """The next card that somebody takes; then the piles go back."""
    for role in Role:
        if war.piles_due.get(role) and (battles := _bonus_battles(war, role)):
            _ask_bonus(draft, war, role=role, battles=battles)
            return
    if not war.takes:
        give_back(draft, war)
    elif not war.takes[0].picked:
        _pick(draft, war, take=war.takes[0])
    else:
        _ask_keep(draft, war, take=war.takes[0])


def _bonus_battles(war: War, role: Role) -> tuple[str, ...]:
    """TT-SPO-03: won battles whose opposing pile is still there as a whole."""
    return tuple(
        f"battle {take.place}" for take in war.takes if take.role is role and not take.is_pile
    )


def _ask_bonus(draft: Draft, war: War, *, role: Role, battles: tuple[str, ...]) -> None:
    player = draft.state.speaker(war.party(role)).name
    says = f"{player}: the entire opposing pile of which won battle do you take?"
    question = PileToTake(choices=battles, war=war.id, role=role)
    draft.choose(question, player=player, clause="TT-SPO-03", says=says)


@dataclass(frozen=True, slots=True, kw_only=True)
class PileToTake(SideChoice):
    KIND: ClassVar[str] = "bonus"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        draft.emit(BonusTaken(war=self.war, role=self.role, place=place_in(choice)))


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusTaken(CardAt):
    """TT-SPO-03: an entire pile."""

    clause: ClassVar[str] = "TT-SPO-03"

    def after(self, state: State) -> State:
        """TT-SPO-03, TT-AMB-22."""
        war = state.war(self.war)
        pile = war.laid(self.role.other, self.place)
        whole = Take(role=self.role, place=self.place, count=pile.size, is_pile=True, picked=True)
        kept = tuple(
            each for each in war.takes if (each.role, each.place) != (self.role, self.place)
        )
        due = MappingProxyType({**war.piles_due, self.role: war.piles_due[self.role] - 1})
        takes = sorted((whole, *kept), key=lambda take: take.role)
        return state.with_war(replace(war, takes=tuple(takes), piles_due=due))

    def told(self) -> str:
        return f"The {self.role} takes the entire opposing pile of battle {self.place}."


def _pick(draft: Draft, war: War, *, take: Take) -> None:
    """TT-SPO-04, TT-AMB-09."""
    pile = war.laid(take.role.other, take.place)
    can_pick = draft.state.options.choice("spoil_pick") != "unseen"
    choices = [UNSEEN] if pile.has_unseen else []
    choices += [ROLLED] if pile.face and (can_pick or not choices) else []
    player = draft.owner(CardAt(war=war.id, role=take.role, place=take.place))
    look = draft.state.options.choice("spoil_pick") == "free_look"
    how = ", having looked through the pile" if look else ""
    says = f"{player}: which card of the opposing pile of battle {take.place} do you take{how}?"
    question = SpoilToPick(choices=tuple(choices), war=war.id, role=take.role, place=take.place)
    draft.choose(question, player=player, clause="TT-SPO-04", says=says)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpoilToPick(CardChoice):
    KIND: ClassVar[str] = "pick"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        rolled = choice == ROLLED
        draft.emit(SpoilPicked(**self.here, rolled=rolled))


@dataclass(frozen=True, slots=True, kw_only=True)
class SpoilPicked(CardAt):
    """TT-SPO-04: an unseen card, or the rolled one."""

    clause: ClassVar[str] = "TT-SPO-04"
    rolled: bool

    def after(self, state: State) -> State:
        war = state.war(self.war)
        first, *rest = war.takes
        picked = replace(first, picked=True, rolled=self.rolled)
        return state.with_war(replace(war, takes=(picked, *rest)))

    def told(self) -> str:
        which = "the rolled card" if self.rolled else "an unseen card"
        return f"The {self.role} takes {which} of the opposing pile of battle {self.place}."


def _ask_keep(draft: Draft, war: War, *, take: Take) -> None:
    """TT-SPO-05, TT-FT-07, TT-AMB-20; TT-FT-06: who chooses for a side at a battle."""
    player = draft.owner(CardAt(war=war.id, role=take.role, place=take.place))
    members = [member.name for member in draft.state.members(war.party(take.role))]
    keep = (KEEP,) if len(members) == 1 else tuple(members)
    who = "to your hand" if len(members) == 1 else "to somebody on your team"
    which = f"{counted(take.count, 'card')} of the pile" if take.is_pile else "the card taken"
    is_open = draft.state.options.flag("spoil_open")
    both = " Both of you may look at it." if is_open else ""
    draft.ask(
        SpoilToKeep(choices=(*keep, DISCARD), war=war.id, role=take.role, place=take.place),
        player=player,
        clause="TT-FT-07" if len(members) > 1 else "TT-SPO-05",
        says=f"{player}: {which} in battle {take.place}: does the next go {who}?{both}",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SpoilToKeep(CardChoice):
    KIND: ClassVar[str] = "keep"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        alone = draft.state.speaker(draft.state.war(self.war).party(self.role)).name
        player = "" if choice == DISCARD else alone if choice == KEEP else choice
        event = SpoilTaken(**self.here, player=player)
        draft.emit(event, clause=ask.clause)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpoilTaken(CardAt):
    """TT-SPO-05: a card goes to a hand, or is discarded."""

    player: str
    """Who took it; nobody where it was discarded."""

    def after(self, state: State) -> State:
        war = state.war(self.war)
        first, *rest = war.takes
        pile = war.laid(self.role.other, self.place)
        rolled = first.rolled or pile.size == 1
        left = pile.hidden() if rolled else pile
        left = replace(left, size=pile.size - 1, is_dawncard=pile.is_dawncard)
        war = war.with_pile(self.role.other, self.place, pile=left)
        if first.count > 1:
            again = replace(first, count=first.count - 1, rolled=False, picked=first.is_pile)
            rest = [again, *rest]
        state = state.with_war(replace(war, takes=tuple(rest)))
        if self.player:
            return state.with_hand(self.player, 1)
        return replace(state, discards=state.discards + 1)  # TT-OBJ-12

    def told(self) -> str:
        if not self.player:
            return f"The {self.role} discards a card from battle {self.place}."
        return f"A card from battle {self.place} goes to {self.player}'s hand."


def give_back(draft: Draft, war: War) -> None:
    names = [m.name for role in Role for m in draft.state.members(war.party(role))]
    hands = tuple(Count(name=name, count=draft.state.owned(name)) for name in names)
    draft.emit(WarOver(war=war.id, hands=hands), clause="TT-SPO-07")


@dataclass(frozen=True, slots=True, kw_only=True)
class WarOver:
    """TT-SPO-07: the piles are back in the hands."""

    clause: ClassVar[str] = "TT-SPO-07"
    war: int
    hands: tuple[Count, ...]

    def after(self, state: State) -> State:
        """TT-SPO-07."""
        war = state.war(self.war)
        for role in Role:
            for pile in war.row(role):
                if pile is not None:
                    state = state.with_hand(pile.owner, pile.size)
        asks = tuple(ask for ask in state.asks if war_of(ask) != self.war)
        state = replace(state, asks=asks)
        stage = WarStage.PENALTY if war.penalties else WarStage.OVER
        return state.with_war(replace(war, stage=stage, attacking=(), defending=()))

    def told(self) -> str:
        counts = ", ".join(f"{each.name} {each.count}" for each in self.hands)
        return f"All piles go back to their owners: {counts or 'nobody has any'}."


def penalise(draft: Draft, war: War) -> None:
    state = draft.state
    owing = [
        (team, able)
        for team in war.penalties
        if (able := tuple(m.name for m in state.members(team) if state.hands[m.name]))
    ]
    if not owing:
        draft.emit(StageBegan(war=war.id, stage=WarStage.OVER), clause="TT-FT-08")
        return
    team, able = owing[0]
    player = state.speaker(team).name
    says = f"{team}: who of you puts a card on the war pile?"
    question = WhoPays(choices=able, war=war.id)
    draft.choose(question, player=player, clause="TT-FT-08", says=says)


@dataclass(frozen=True, slots=True, kw_only=True)
class WhoPays(WarChoice):
    KIND: ClassVar[str] = "penalty"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        draft.emit(WarPileGrew(war=self.war, player=choice, count=draft.state.war_pile + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class WarPileGrew:
    clause: ClassVar[str] = "TT-FT-08"
    war: int
    player: str
    count: int
    """Cards on it now."""

    def after(self, state: State) -> State:
        war = state.war(self.war)
        team = state.player(self.player).team
        left = tuple(name for name in war.penalties if name != team)
        state = state.with_war(replace(war, penalties=left))
        return replace(state, war_pile=self.count).with_hand(self.player, -1)

    def told(self) -> str:
        return f"{self.player} puts a card on the war pile, which has {self.count} now."
