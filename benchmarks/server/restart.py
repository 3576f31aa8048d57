"""Times how long a server that was killed takes until a long battle goes on.

A recorded battle of Paper Tigers is made ten thousand events long. Then the real program is started
over it, as after a crash: the clock runs from its start until the battle's state has been answered,
with the file checked and every event replayed.
"""

import statistics
import tempfile
import time
from pathlib import Path

from api.battle_files.file import BattleFile
from api.client import Client
from benchmarks.finding import Effort, Finding, Goal
from benchmarks.server.live_load import serving
from rules.games.paper_tigers import GAME
from rules.referee.log.battle import Battle, applied, replayed
from rules.referee.log.drafts import Draft, entered
from rules.referee.log.entries import Stamp
from rules.referee.log.house_words import PoseDeclared
from rules.referee.log.text import read_log

RECORDED = Path(__file__).parents[2] / "rules/games/paper_tigers/tests/golden/four_players.jsonl"
EVENTS = 10_000


def restart(effort: Effort) -> list[Finding]:
    """The median of some starts."""
    battle = _long(effort.pick(EVENTS, small=1000))
    took = []
    wrong: tuple[str, ...] = ()
    with tempfile.TemporaryDirectory() as folder:
        file = BattleFile.create(Path(folder) / "long.battle", battle.entries[0], about={})
        file.append(battle.entries[1:])
        file.close()
        for _ in range(effort.pick(5, small=1)):
            start = time.perf_counter()
            with serving(folder) as address, Client(address) as host:
                last = host.battle("long")["last"]
                took.append(time.perf_counter() - start)
            if last != battle.sequence - 1:
                wrong = (f"expected event {battle.sequence - 1} as the last one, got {last}",)
    return [
        Finding(
            benchmark="restart",
            measure="from the start to a battle that goes on",
            value=statistics.median(took),
            unit="s",
            goals=(Goal(most=2.0),),
            detail=f"{battle.sequence:,} events; the slowest of {len(took)} took {max(took):.2f} s",
            wrong=wrong,
        )
    ]


def _long(events: int) -> Battle:
    """A recorded battle, and somebody who vouches for a piece again and again."""
    battle = replayed(GAME, read_log(RECORDED.read_text(encoding="utf-8")))
    seat, piece = battle.setup.seats[0].name, battle.setup.roster.entries[0].id
    while battle.sequence < events:
        drafts = [
            Draft(
                author=seat,
                clause="REF-8",
                body=PoseDeclared(
                    piece=piece,
                    x_in=1.0 + at % 40,
                    y_in=5.0,
                    heading_deg=0.0,
                    sigma_in=0.3,
                    heading_sigma_deg=10.0,
                ),
            )
            for at in range(min(100, events - battle.sequence))
        ]
        name = f"vouch-{battle.sequence}"
        stamp = Stamp(time="2026-11-21T19:00:00Z", command_id=name, umpire_version="bench")
        battle = applied(battle, entered(battle, drafts, stamp=stamp))
    return battle
