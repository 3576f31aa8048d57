"""Knows what is done in each phase, in a sentence."""

from types import MappingProxyType
from typing import Final

from rules.games.paper_invasion.vocabulary import Phase

PHASES: Final = MappingProxyType(
    {
        Phase.THEME: "Choose a theme and who plays together.",
        Phase.WORD: "Take a word, or six dice.",
        Phase.BOARD: "Take a board, look at it, and confirm it.",
        Phase.HEROES: "Place the Heroes in rooms.",
        Phase.ENEMIES: "Place the Enemies outside, north, east, south and west in turn.",
        Phase.MARKERS: "Place the vault and the event marker.",
        Phase.HERO_TURN: "It is the Heroes' turn.",
        Phase.ENEMY_TURN: "It is the Enemies' turn.",
        Phase.OVER: "The game is over.",
    }
)
