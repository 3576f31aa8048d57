"""Reads what older logs of this edition asked, as the basic game reads its own."""

from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.older_asks import OLDER, upgrade_by, was
from rules.games.paper_tigers_2.chapters.beyond.coming_down import PutDownAt
from rules.games.paper_tigers_2.chapters.beyond.entering import EntryCardUp
from rules.games.paper_tigers_2.chapters.beyond.landing import LandingCardUp, WhichWay
from rules.games.paper_tigers_2.chapters.beyond.scenarios import WhichNorth
from rules.games.paper_tigers_2.chapters.beyond.support import NextTarget
from rules.games.paper_tigers_2.chapters.blows import RiskAll, StrikeWhom
from rules.games.paper_tigers_2.chapters.contact import PutBeside, WhoHelps
from rules.games.paper_tigers_2.chapters.moving import WeighedMove
from rules.games.paper_tigers_2.chapters.recovery import FallBackFirst, MoveBack, RecoveryDice
from rules.games.paper_tigers_2.chapters.shooting import GiveDice, WithWhat
from rules.games.paper_tigers_2.chapters.suppressing import FireAgain, WhichCard, WhomSplashed
from rules.games.paper_tigers_2.chapters.throwing import DiceAgain, ThrowDice

upgrade: Final = upgrade_by(
    MappingProxyType(
        {
            **OLDER,
            "finish_move": was(WeighedMove),
            "throw": was(ThrowDice, other="other"),
            "reroll": was(DiceAgain, may_reroll="number"),
            "weapon": was(WithWhat, target="other"),
            "split": was(GiveDice, other="other"),
            "which_card": was(WhichCard, by="other"),
            "splash": was(WhomSplashed, target="other"),
            "bonus_shot": was(FireAgain, target="other"),
            "helpers": was(WhoHelps, by="other"),
            "suicide": was(RiskAll, target="other"),
            "defend_whom": was(StrikeWhom),
            "regroup": was(FallBackFirst),
            "fall_back": was(MoveBack),
            "recover": was(RecoveryDice, difficulty="number"),
            "next_target": was(NextTarget, last="other"),
            "north": was(WhichNorth),
            "drift": was(WhichWay),
            "entry_card": was(EntryCardUp),
            "landing_card": was(LandingCardUp),
            "contact": was(PutBeside, target="other"),
            "land": was(PutDownAt),
        }
    )
)
