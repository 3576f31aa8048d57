"""How a game begins: from the deck, the seats and the options to the first state."""

from collections import Counter
from types import MappingProxyType
from typing import Final

from rules.games.tossing_tiger.animals import PACKAGE, CardSet
from rules.games.tossing_tiger.deck import Deck, deck_from_roster
from rules.games.tossing_tiger.state import Player, State
from rules.referee.toolkit.game import Seat, Setup
from rules.referee.toolkit.settings import Options, options_from, packed_options
from rules.table.bad_input import BadInputError
from rules.table.roster import Roster

OPTIONS: Final = packed_options(PACKAGE, "options.toml")
DEALT: Final = 6
"""TT-SET-02."""
ALONE: Final = ("Red", "Blue")
SWITCHES: Final = MappingProxyType(
    {
        CardSet.ZOO: ("more_animals", "zoo animals"),
        CardSet.FIGHT_TOGETHER: ("fight_together", "birds"),
        CardSet.DAWNDOJO: ("dawndojo", "Roosters"),
    }
)


def initial(setup: Setup) -> State:
    """The state before anybody is dealt a card."""
    _require_playable(setup.options)
    players = players_of(setup)
    whole = deck_from_roster(setup.roster.entries)
    deck = whole.of_sets(sets_of(setup.options))
    _require_cards(deck, setup=setup, players=len(players))
    return State(
        options=setup.options,
        deck=deck,
        players=players,
        draw=len(deck.cards),
        hands=MappingProxyType({player.name: 0 for player in players}),
    )


def sets_of(options: Options) -> tuple[CardSet, ...]:
    """TT-SET-05: the cards that are played with."""
    return (CardSet.BASE, *(each for each, (name, _) in SWITCHES.items() if options.flag(name)))


def _require_playable(options: Options) -> None:
    """Refuse variants that cannot be played in one game, and say why."""
    fought = {
        "simulwars": "teams fight one war a round, and pairs several",
        "highscore": "teams count cards, and no single hand",
    }
    for name, why in fought.items():
        if options.flag("fight_together") and options.flag(name):
            expected = f"false with fight_together: {why}"
            raise BadInputError(f"options.{name}", expected=expected, got="true")


def unmeasured(players: tuple[str, ...]) -> Setup:
    """A game without a camera, with the starter deck; alone, one player plays both sides."""
    seats = tuple(Seat(name=name, sides=(name,)) for name in players)
    if len(players) == 1:
        seats = (Seat(name=players[0], sides=ALONE),)
    options = options_from(OPTIONS, {"most_players": max(5, len(players))})
    return Setup(seats=seats, roster=Roster(entries=()), options=options)


def players_of(setup: Setup) -> tuple[Player, ...]:
    """TT-SET-01, TT-FT-01: one for each seat; a seat that has several sides plays each of them."""
    sitting = [(seat.name, side) for seat in setup.seats for side in seat.sides]
    shared = Counter(side for _, side in sitting)
    together = setup.options.flag("fight_together")
    for seat, side in sitting:
        if shared[side] > 1 and not together:
            raise BadInputError(
                f"seats.{seat}.sides",
                expected="a side of one's own; players share one as a team with fight_together",
                got=repr(side)[:60],
            )
    players = tuple(
        Player(name=seat if shared[side] > 1 else side, seat=seat, team=side)
        for seat, side in sitting
    )
    most = setup.options.whole("most_players")
    if not 2 <= len(players) <= most:
        raise BadInputError("seats", expected=f"2 to {most} players", got=f"{len(players)}")
    names = [player.name for player in players]
    doubled = next((name for name in names if names.count(name) > 1), "")
    if doubled:
        raise BadInputError("seats", expected="a name for each player", got=f"{doubled!r} twice")
    if together:
        _require_teams(players)
    return players


def _require_teams(players: tuple[Player, ...]) -> None:
    sizes = Counter(player.team for player in players)
    if len(sizes) != 2:
        raise BadInputError("seats", expected="two teams", got=", ".join(sizes))
    one, other = sizes.values()
    if abs(one - other) > 1:
        told = " and ".join(f"{count} for {team}" for team, count in sizes.items())
        raise BadInputError("seats", expected="teams as equal as possible", got=told)


def _require_cards(deck: Deck, *, setup: Setup, players: int) -> None:
    """TT-SET-02, TT-SET-03: enough for all hands and a draw pile."""
    missing = [each for each in sets_of(setup.options) if not deck.of_sets([each]).cards]
    for each in missing:
        if each is CardSet.BASE:
            raise BadInputError("roster", expected="cards of the base set", got="none")
        option, cards = SWITCHES[each]
        raise BadInputError(
            f"options.{option}", expected=f"false, as the deck has no {cards}", got="true"
        )
    least = DEALT * players + 1
    if len(deck.cards) < least:
        expected = f"{least} cards or more for {players} players"
        raise BadInputError("roster", expected=expected, got=f"{len(deck.cards)}")
