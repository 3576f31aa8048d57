"""Tells a battle to somebody who was not there, a paragraph for each attack."""

from typing import Final

from rules.games.papercraft import GAME
from rules.games.papercraft.asks import AskOpened, ChoiceAnswered, RollAnswered
from rules.games.papercraft.chapters.abilities_used import AbilityUsed
from rules.games.papercraft.chapters.attacks import AttackDeclared
from rules.games.papercraft.chapters.turn_effects import PhaseOpened
from rules.games.papercraft.chapters.turns import BattleDecided, PlayerTurnBegan, PlayerTurnEnded
from rules.games.papercraft.state import Phase
from rules.referee.log.battle import Battle
from rules.referee.toolkit.dice import faces
from rules.testing.story import Story, told_story

SILENT: Final = (AskOpened, ChoiceAnswered, PlayerTurnEnded)
"""What a listener learns from what happens next."""
OPENERS: Final = (AttackDeclared, AbilityUsed, BattleDecided)
PARTS: Final = {
    Phase.ORDER: "Order",
    Phase.EDGES: "Edges",
    Phase.DEPLOY: "Placed",
    Phase.MOVE: "Moves",
}
"""Steps with a paragraph of their own, and what stands before it."""


def told(battle: Battle, *, title: str) -> str:
    """The whole battle."""
    return told_story(battle, title=title, first="Armies", tell=_tell)


def _tell(story: Story, body: object) -> None:
    if isinstance(body, PlayerTurnBegan):
        story.heading(f"Round {body.round}, turn {body.turn}: {body.player}")
    elif isinstance(body, PhaseOpened):
        story.begin(PARTS.get(body.phase, ""))
    elif isinstance(body, RollAnswered):
        story.sentences.append(f"{body.player} rolls {faces(body.dice)}.")
    elif not isinstance(body, SILENT):
        if isinstance(body, OPENERS):
            story.begin("-")
            story.head = ""
        story.sentences.append(GAME.say(body))
