"""Tells a game to somebody who was not there, a paragraph for each battle.

Questions of the umpire are left out, and so is what the next sentence says again.
"""

import textwrap
from dataclasses import dataclass, field
from typing import Final

from rules.games.tossing_tiger import GAME
from rules.games.tossing_tiger.chapters.battles import BattleBegan, PileTurnedUp
from rules.games.tossing_tiger.chapters.ending import GameEnded
from rules.games.tossing_tiger.chapters.layout import RowsSeen
from rules.games.tossing_tiger.chapters.piles import PilesBuilt
from rules.games.tossing_tiger.chapters.roosters import WarStopped
from rules.games.tossing_tiger.chapters.rounds import PartBegan, RoundBegan, StageBegan, WarDeclared
from rules.games.tossing_tiger.chapters.spoils import SpoilPicked, WarDecided, WarOver
from rules.games.tossing_tiger.draft import PlayerAsked, PlayerChose
from rules.referee.court.sentences import say
from rules.referee.log.battle import Battle, body_of
from rules.referee.log.entries import EntryKind

WIDTH: Final = 96
SILENT: Final = (
    PlayerAsked,
    PlayerChose,
    StageBegan,
    PartBegan,
    PilesBuilt,
    RowsSeen,
    BattleBegan,
    SpoilPicked,
)
"""What a listener learns from what happens next."""
OPENERS: Final = (
    WarDeclared,
    WarDecided,
    WarStopped,
    WarOver,
    GameEnded,
)


@dataclass(slots=True)
class _Story:
    """Paragraphs as they grow."""

    lines: list[str] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)

    def begin(self) -> None:
        """Close the paragraph and begin another."""
        if self.sentences:
            text = " ".join(self.sentences)
            self.lines += textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
        self.sentences = []


def told(battle: Battle, *, title: str) -> str:
    """The whole game."""
    story = _Story(lines=[title, "=" * len(title), ""])
    story.sentences.append(say(battle, battle.entries[0]))
    several = battle.setup.options.flag("simulwars")
    place = 0
    for entry in battle.entries[1:]:
        if entry.kind is not EntryKind.EVENT or not battle.stands(entry):
            continue
        body = body_of(battle.game, entry)
        if isinstance(body, RoundBegan):
            story.begin()
            heading = GAME.say(body)
            story.lines += ["", heading, "-" * len(heading)]
            continue
        if isinstance(body, SILENT):
            continue
        if isinstance(body, OPENERS):
            story.begin()
        now = body.place if isinstance(body, PileTurnedUp) else place
        if now != place or (several and isinstance(body, PileTurnedUp)):
            story.begin()
            place = now
        story.sentences.append(GAME.say(body))
    story.begin()
    return "\n".join(story.lines) + "\n"
