"""Tells a seat the facts of a game: hands as counts, and the piles of every war side by side.

How many cards a pile has is its owner's to know until both sides have made theirs.
"""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from rules.games.tossing_tiger.animals import CHANGES, WAR_RULES, called, free_talk
from rules.games.tossing_tiger.results import WarScene
from rules.games.tossing_tiger.state import Player, State, War
from rules.games.tossing_tiger.view import BUILDING
from rules.games.tossing_tiger.vocabulary import Phase, Pile, Result, Role, WarStage
from rules.referee.facts.battle import Facts, ShownSide, TableSurface
from rules.referee.facts.cards import ShownCard, ShownHand, ShownPile
from rules.referee.facts.course import ShownTurn, steps_at
from rules.referee.facts.units import ShownNumber
from rules.referee.toolkit.questions import asks_awaited

STEPS: Final = MappingProxyType(
    {
        "Sit": (Phase.SETUP,),
        "Begin": (Phase.START,),
        "Pair": (Phase.PAIRING,),
        "War": (Phase.WAR,),
        "Show hands": (Phase.SCAN,),
    }
)
WAR: Final = MappingProxyType(
    {
        "Number": (WarStage.NUMBER, WarStage.DAWNCARD),
        "Build": (WarStage.BUILD, WarStage.LAYOUT),
        "Fight": (WarStage.WAR_RULE, WarStage.BATTLE, WarStage.CLOSING),
        "Spoils": (WarStage.SPOILS, WarStage.PENALTY),
    }
)


def facts(state: State, seat: str) -> Facts:
    """What this seat may know; a seat that nobody has is a spectator's."""
    going = state.going
    return Facts(
        turn=ShownTurn(
            number=state.round,
            says=f"Round {state.round}" if state.round else "",
            steps=steps_at(_steps(state), state.phase),
            stages=steps_at(WAR, going[0].stage) if len(going) == 1 else (),
        ),
        sides=tuple(_side(state, party) for party in state.parties),
        piles=(
            *_loose_piles(state),
            *(pile for war in going for pile in _war_piles(state, war, seat=seat)),
        ),
        awaited=asks_awaited(state.asks, seat),
        surface=TableSurface.CLOTH,
        notes=(*map(free_talk, state.talking), *(says for war in going for says in _rules(war))),
    )


def _steps(state: State) -> dict[str, tuple[Phase, ...]]:
    """Two have nobody to choose between, and hands are shown where they score, or have to."""
    is_there = {"Pair": len(state.parties) > 2, "Show hands": state.options.flag("highscore")}
    return {k: v for k, v in STEPS.items() if is_there.get(k, True) or state.phase in v}


def _side(state: State, party: str) -> ShownSide:
    members = state.members(party)
    names = {player.name for player in members}
    cards = sum(state.owned(player.name) for player in members)
    shown = [state.shown[player.name] for player in members if player.name in state.shown]
    return ShownSide(
        name=party,
        seats=tuple(dict.fromkeys(player.seat for player in members)),
        acting=any(ask.who in names for ask in state.asks),
        numbers=(
            ShownNumber(name="Cards", value=cards, main=True),
            *((ShownNumber(name="Points", value=sum(shown)),) if shown else ()),
        ),
        hands=tuple(_hand(state, player) for player in members),
    )


def _hand(state: State, player: Player) -> ShownHand:
    open_ = tuple(_card(state, face) for face in state.shown_hands.get(player.name, ()))
    down = max(0, state.hands[player.name] - len(open_))
    return ShownHand(owner=player.name, seat=player.seat, side=player.team, down=down, open=open_)


def _card(state: State, face: str) -> ShownCard:
    return ShownCard(name=face, says=called(state.deck.animal(face)))


def _loose_piles(state: State) -> Iterator[ShownPile]:
    yield ShownPile(name="draw", says="Draw pile", count=state.draw)
    yield ShownPile(name="discards", says="Discards", count=state.discards)
    if state.together:
        yield ShownPile(name="war_pile", says="War pile", count=state.war_pile)
    if state.destroyed:
        last = state.destroyed[-1]
        top = _card(state, last) if last else None
        count = len(state.destroyed)
        yield ShownPile(name="destroyed", says="Destroyed", count=count, top=top)


def _war_piles(state: State, war: War, *, seat: str) -> Iterator[ShownPile]:
    scene = WarScene(war=war, deck=state.deck, options=state.options)
    results = scene.results()
    for at, _ in war.piles():
        result = results[at.place - 1] if at.place <= len(results) else None
        yield _war_pile(state, scene, role=at.role, place=at.place, seat=seat, result=result)


def _war_pile(
    state: State, scene: WarScene, *, role: Role, place: int, seat: str, result: Result | None
) -> ShownPile:
    war = scene.war
    pile = war.laid(role, place)
    hidden = war.stage in BUILDING and state.player(pile.owner).seat != seat
    spot = war.spot(role, place)
    return ShownPile(
        name=f"{role} {place} of war {war.id}",
        says=f"Battle {place}",
        count=None if hidden else pile.size,
        top=_card(state, pile.face) if pile.face else None,
        owner=pile.owner,
        side=war.party(role),
        row=f"{war.attacker} attacks {war.defender}",
        column=place,
        result=_result(war, place, result=result),
        at_in=None if spot is None else (float(spot.x_in), float(spot.y_in)),
        notes=tuple(_marks(scene, role, place=place, pile=pile)),
    )


def _result(war: War, place: int, *, result: Result | None) -> str:
    if war.fought(place).is_out:
        return "does not count"
    if result is None:
        return ""
    if result.is_sole:
        return f"{war.party(Role(result.value))} wins"
    return "both win" if result is Result.BOTH else "nobody wins"


def _marks(scene: WarScene, role: Role, *, place: int, pile: Pile) -> Iterator[str]:
    if pile.is_dawncard:
        yield "lies for its war rule"
    if pile.face and scene.is_cancelled(role, place):
        yield "does nothing here"
    if pile.copied:
        yield f"acts as {called(pile.copied)}"
    if pile.off:
        yield "its action was declined"
    if pile.claim:
        yield f"tossed: {'its own' if pile.claim == 'own' else 'the other'} side wins"
    if role in scene.war.fought(place).conceded:
        yield "given up"


def _rules(war: War) -> Iterator[str]:
    if war.rule:
        yield WAR_RULES[war.rule].says
    if war.change:
        yield f"Other Roosters: {CHANGES[war.change].says}"
