"""Tells a game in lines of text, where it is played at a terminal without a picture."""

from rules.games.tossing_tiger.animals import CHANGES, WAR_RULES, called
from rules.games.tossing_tiger.results import WarScene
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.view import BUILDING
from rules.games.tossing_tiger.vocabulary import ROLES, Role, won
from rules.referee.toolkit.phrases import capital, counted


def in_words(state: State, seat: str) -> tuple[str, ...]:
    """Everything that lies open: hands as counts, and every war as far as it is rolled."""
    del seat
    hands = ", ".join(f"{p.name} {counted(state.owned(p.name), 'card')}" for p in state.players)
    piles = f"draw pile {state.draw}, discards {state.discards}"
    if state.together:
        piles += f", war pile {state.war_pile}"
    lines = [f"Round {state.round}: {hands}; {piles}."]
    for war in state.going:
        lines += _war(state, war)
    return tuple(lines)


def _war(state: State, war: War) -> list[str]:
    lines = [f"{war.attacker} attacks {war.defender}."]
    if war.rule:
        lines.append(f"{WAR_RULES[war.rule].says} Other Roosters: {CHANGES[war.change].says}")
    if war.stage in BUILDING:
        return lines
    scene = WarScene(war=war, deck=state.deck, options=state.options)
    for place, result in enumerate(scene.results(), start=1):
        mine, theirs = (_pile(scene, role, place=place) for role in ROLES)
        told = won(result) if result is not None else "open"
        if war.fought(place).is_out:
            told = "does not count"
        lines.append(f"  {place}  {mine:<24} {theirs:<24} {told}")
    return lines


def _pile(scene: WarScene, role: Role, *, place: int) -> str:
    pile = scene.war.pile(role, place)
    if pile is None:
        return "no pile"
    card = capital(called(scene.animal(role, place))) if pile.face else "face down"
    return f"{card} of {pile.size}"
