"""Tells a battle to somebody who was not there, a paragraph for each card."""

from functools import partial
from typing import Final

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.asking import Asked, PhaseBegan, Rolled
from rules.games.paper_tigers.chapters.acting import CardCame, CardPlayed
from rules.games.paper_tigers.chapters.deck_end import BattleEnded
from rules.games.paper_tigers.chapters.keeping import TurnEnded
from rules.games.paper_tigers.chapters.laying import Assigned, NowhereToLay, Passed
from rules.games.paper_tigers.chapters.picking import Picked
from rules.games.paper_tigers.chapters.turns import TurnBegan
from rules.games.paper_tigers.vocabulary import Phase, the_card
from rules.referee.log.battle import Battle
from rules.referee.toolkit.dice import faces
from rules.testing.story import Story, told_story

SILENT: Final = (Asked, Picked, CardPlayed, CardCame)
"""What a listener learns from what happens next."""
PARTS: Final = {
    Phase.TERRAIN: "Terrain",
    Phase.DEPLOY_FIRST: "Setting up",
    Phase.TURN_SLIPS: "Slips",
    Phase.ROLL_CARDS: "Deal",
    Phase.ASSIGN: "Cards laid",
    Phase.REPAIR: "Repairs",
    Phase.REPAIR_ROLLS: "Repairs",
    Phase.CLEAN_UP: "Kept",
    Phase.DECK_CHECK: "End of the deck",
}
"""Steps with a paragraph of their own, and what stands before it."""
OPENERS: Final = (CardCame, BattleEnded, TurnEnded)


def told(battle: Battle, *, title: str, silent: tuple[type, ...] = SILENT) -> str:
    """The whole battle, without the kinds of events that a listener learns from others."""
    return told_story(battle, title=title, first="Who attacks", tell=partial(_tell, silent=silent))


def _tell(story: Story, body: object, *, silent: tuple[type, ...]) -> None:
    if isinstance(body, TurnBegan):
        story.heading(f"Turn {body.turn}")
        return
    if isinstance(body, PhaseBegan):
        if body.phase in PARTS and story.head != PARTS[body.phase]:
            story.begin(PARTS[body.phase])
        elif body.phase is Phase.PICK:
            story.begin("Round")
        return
    if isinstance(body, OPENERS):
        story.begin("-" if isinstance(body, CardCame) else "")
        story.head = ""
    if isinstance(body, Assigned | Passed | NowhereToLay) and story.head == PARTS[Phase.ASSIGN]:
        before = f"{story.sentences.pop()[:-1]}, " if story.sentences else ""
        story.sentences.append(f"{before}{_laid(body)}")
    elif isinstance(body, Rolled):
        story.sentences.append(f"{body.force} rolls {faces(body.dice)}.")
    elif not isinstance(body, silent):
        story.sentences.append(GAME.say(body))


def _laid(body: Assigned | Passed | NowhereToLay) -> str:
    """Who lays what where, in few words: there are many of these."""
    if isinstance(body, Passed):
        return f"{body.force} passes."
    if isinstance(body, NowhereToLay):
        return f"{body.force} has nowhere to lay {body.cards} more."
    card = f" ({the_card(body.card)})" if body.card else ""
    return f"{body.force} on {body.unit}{card}."
