"""What a seat may know of a game, built up field by field, and which cards nobody may be shown.

Faces that nobody has turned up are not in the state; how many cards a pile has is its owner's to
know until both sides have made theirs. A hand that is held too high, a pile that somebody looks
through, a card that falls: whose it is the camera cannot tell, so it is shown to no seat at all,
not even to its owner's.
"""

from collections.abc import Iterator, Mapping

from rules.games.tossing_tiger.animals import ANIMALS, CHANGES, WAR_RULES, called, free_talk
from rules.games.tossing_tiger.chapters.battles import PileToTurn
from rules.games.tossing_tiger.deck import KIND
from rules.games.tossing_tiger.results import WarScene
from rules.games.tossing_tiger.rows import BACK, FACE, seen_at
from rules.games.tossing_tiger.state import Player, State, War
from rules.games.tossing_tiger.vocabulary import Pile, Role, WarStage, won
from rules.referee.toolkit.phrases import capital, counted
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.spots import shown_square
from rules.referee.toolkit.vocabulary import kind_of, written
from rules.table.snapshot import Snapshot
from rules.table.units import Inches

Shown = dict[str, object]
BUILDING = frozenset({WarStage.NUMBER, WarStage.DAWNCARD, WarStage.BUILD})


def view(state: State, seat: str) -> Mapping[str, object]:
    """What this seat may know, as JSON; a seat that nobody has is a spectator's."""
    return {
        "phase": str(state.phase),
        "round": state.round,
        "starter": state.starter,
        "waiting": list(state.waiting),
        "players": [_player(state, player) for player in state.players],
        "teams": _teams(state) if state.together else [],
        "draw_pile": state.draw,
        "discards": state.discards,
        "destroyed": [state.deck.animal(face) for face in state.destroyed],
        "war_pile": state.war_pile if state.together else None,
        "free_talk": list(state.talking),
        "talk": TALK if state.together else "",
        "animals": [_animal(state, name) for name in state.deck.animals],
        "wars": [_war(state, war, seat=seat) for war in state.wars if not war.is_over],
        "asks": [_ask(ask) for ask in state.asks if ask.seat == seat],
        "waits_for": [
            {"seat": ask.seat, "player": ask.who, "purpose": kind_of(ask.question)}
            for ask in state.asks
            if ask.seat != seat
        ],
        "points": dict(state.shown),
        "zones": _zones(state),
        "outcome": written(state.outcome),
    }


TALK = (
    "Team mates may say which places, how many piles and which spoils they wish for, and agree on "
    "plans; they do not name cards."
)
"""TT-FT-11."""


def _player(state: State, player: Player) -> Shown:
    return {
        "name": player.name,
        "seat": player.seat,
        "team": player.team,
        "edge": "" if player.edge is None else str(player.edge),
        "hand": state.hands[player.name],
        "cards": state.owned(player.name),
    }


def _teams(state: State) -> list[Shown]:
    teams = {team: [each.name for each in state.members(team)] for team in state.teams}
    return [
        {"name": team, "members": members, "cards": sum(map(state.owned, members))}
        for team, members in teams.items()
    ]


def _animal(state: State, name: str) -> Shown:
    animal = ANIMALS[name]
    return {
        "id": name,
        "name": animal.name,
        "set": str(animal.set),
        "says": animal.says,
        "strong_against": list(state.deck.strengths.get(name, ())),
        "copies": state.deck.copies(name),
    }


def _war(state: State, war: War, *, seat: str) -> Shown:
    scene = WarScene(war=war, deck=state.deck, options=state.options)
    results = scene.results()
    return {
        "id": war.id,
        "attacker": war.attacker,
        "defender": war.defender,
        "stage": str(war.stage),
        "number": war.number,
        "battle": war.battle,
        "dawncard": war.dawncard,
        "rule": WAR_RULES[war.rule].says if war.rule else "",
        "change": CHANGES[war.change].says if war.change else "",
        "animal": war.animal,
        "guess": war.guess,
        "is_provisional": not war.decided,
        "battles": [
            {
                "place": place,
                "result": None if result is None else str(result),
                "counts": not war.fought(place).is_out,
                "given_up_by": [str(role) for role in war.fought(place).conceded],
                **{
                    str(role): _pile(state, scene, role=role, place=place, seat=seat)
                    for role in Role
                },
            }
            for place, result in enumerate(results, start=1)
        ],
        "won": {str(role): scene.won(role) for role in Role},
        "overall": [str(role) for role in war.winners],
        "takes": [
            {"side": str(take.role), "place": take.place, "cards": take.count} for take in war.takes
        ],
        "has_lane": war.lane is not None,
    }


def _pile(state: State, scene: WarScene, *, role: Role, place: int, seat: str) -> Shown | None:
    pile = scene.war.pile(role, place)
    if pile is None:
        return None
    hidden = scene.war.stage in BUILDING and state.player(pile.owner).seat != seat
    return {
        "owner": pile.owner,
        "at_in": _at(scene.war, role, place=place),
        "cards": None if hidden else pile.size,
        "card": pile.face,
        "animal": scene.animal(role, place),
        **_marks(scene, role, place=place, pile=pile),
    }


def _at(war: War, role: Role, *, place: int) -> list[float] | None:
    """Where it lies, so that a page can point at what is asked for; None where nobody looked."""
    spot = war.spot(role, place)
    return None if spot is None else [float(spot.x_in), float(spot.y_in)]


def _zones(state: State) -> list[Shown]:
    """Where the piles lie that are to be turned up, so that a page can point at them."""
    return [
        shown_square(
            f"the pile of {who} in battle {asked.place}",
            middle=(spot.x_in, spot.y_in),
            side=Inches(PILE_IN),
        )
        for who, asked in _to_turn(state)
        if (spot := state.war(asked.war).spot(asked.role, asked.place)) is not None
    ]


def _to_turn(state: State) -> Iterator[tuple[str, PileToTurn]]:
    """The piles that are to be turned up, and by whom."""
    for ask in state.asks:
        if isinstance(ask.question, PileToTurn):
            yield ask.who, ask.question


PILE_IN = 3.5
"""Inches; a card fits in, whichever way it lies."""


def _marks(scene: WarScene, role: Role, *, place: int, pile: Pile) -> Shown:
    return {
        "strong_against": list(scene.strengths(role, place)) if pile.face else [],
        "is_dawncard": pile.is_dawncard,
        "acts_as": pile.copied,
        "declined": pile.off,
        "cancelled": bool(pile.face) and scene.is_cancelled(role, place),
        "tossed": pile.claim,
    }


def _ask(ask: Ask) -> Shown:
    asked = ask.question
    return {
        "id": ask.id,
        "player": ask.who,
        "kind": asked.answered_by,
        "purpose": kind_of(asked),
        "clause": ask.clause,
        "says": ask.says,
        "war": getattr(asked, "war", 0),
        "side": str(getattr(asked, "role", Role.ATTACKER)),
        "place": getattr(asked, "place", 0),
        "choices": list(getattr(asked, "choices", ())),
        "count": getattr(asked, "count", 0),
    }


def in_words(state: State, seat: str) -> tuple[str, ...]:
    """Everything that lies open: hands as counts, and every war as far as it is rolled."""
    del seat
    hands = ", ".join(f"{p.name} {counted(state.owned(p.name), 'card')}" for p in state.players)
    piles = f"draw pile {state.draw}, discards {state.discards}"
    if state.together:
        piles += f", war pile {state.war_pile}"
    lines = [f"Round {state.round}: {hands}; {piles}.", *map(free_talk, state.talking)]
    for war in state.going:
        lines += _war_told(state, war)
    return tuple(lines)


def _war_told(state: State, war: War) -> list[str]:
    lines = [f"{war.attacker} attacks {war.defender}."]
    if war.rule:
        lines.append(f"{WAR_RULES[war.rule].says} Other Roosters: {CHANGES[war.change].says}")
    if war.stage in BUILDING:
        return lines
    scene = WarScene(war=war, deck=state.deck, options=state.options)
    for place, result in enumerate(scene.results(), start=1):
        mine, theirs = (_pile_told(scene, role, place=place) for role in Role)
        told = won(result) if result is not None else "open"
        if war.fought(place).is_out:
            told = "does not count"
        lines.append(f"  {place}  {mine:<24} {theirs:<24} {told}")
    return lines


def _pile_told(scene: WarScene, role: Role, *, place: int) -> str:
    pile = scene.war.pile(role, place)
    if pile is None:
        return "no pile"
    card = capital(called(scene.animal(role, place))) if pile.face else "face down"
    return f"{card} of {pile.size}"


def hides(state: State, snapshot: Snapshot, seat: str) -> frozenset[str]:
    """TT-GEO-09: every card but the backs, and those that lie open for all to see."""
    del seat
    # A back gives nothing away, but for one that a table by hand calls by its card's id.
    cards = {
        piece.id
        for piece in snapshot.pieces
        if piece.id in state.deck.cards or (piece.kind == KIND and piece.face != BACK)
    }
    shown = {*state.face_up, *state.shown_cards, *_turned_up(state, snapshot)} if cards else {}
    return frozenset(cards.difference(shown))


def _turned_up(state: State, snapshot: Snapshot) -> Iterator[str]:
    """Open on a pile that is to be turned up, or that was said by hand to show that animal."""
    for _, asked in _to_turn(state):
        card = seen_at(state.war(asked.war), asked.role, place=asked.place, snapshot=snapshot)
        if card is not None and card.face == FACE and state.can_show(card.id):
            yield card.id
    for war in state.going:
        for at, pile in war.piles():
            if pile.face and pile.face not in state.deck.cards:
                card = seen_at(war, at.role, place=at.place, snapshot=snapshot)
                if card is not None and state.deck.animal(card.id) == pile.face:
                    yield card.id
