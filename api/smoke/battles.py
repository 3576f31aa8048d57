"""Tries playing: a battle of each game over the API, and all of them once the server was killed."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from api.client import Client, ProblemAnswer
from api.smoke.program import FailedStepError, Program
from api.wording import counted
from rules.referee.toolkit.dice import FACES

COMMANDS: Final = 10
TRIES: Final = 3 * COMMANDS
"""How often somebody looks for a command until so many were accepted."""
REPORT: Final = "this is a fault of Paper Umpire: report it with what `umpire doctor` prints"

Told = dict[str, Any]


@dataclass(slots=True, kw_only=True)
class PlayedBattles:
    """What was played, to be found again."""

    heads: dict[str, list[str]] = field(default_factory=dict)
    """The events of each battle."""
    titles: list[str] = field(default_factory=list)


def play_all(host: Client, played: PlayedBattles, *, seed: int) -> str:
    """Ten accepted commands of each game that is installed."""
    samples = {each["game"]: each for each in reversed(host.samples())}
    for game in sorted(each["slug"] for each in host.games()):
        sample = samples.get(game)
        if sample is None:
            continue
        title = f"Smoke test of {sample['title']}"
        battle = str(host.begin_sample(str(sample["sample"]), name=title)["id"])
        _play(host, battle, title=title, rng=random.Random(f"{seed} {game}"))
        played.heads[battle] = [str(each["id"]) for each in host.events(battle)]
        played.titles.append(title)
    return f"{counted(COMMANDS, 'command')} in each of {counted(len(played.heads), 'game')}"


def _play(host: Client, battle: str, *, title: str, rng: random.Random) -> None:
    done = 0
    for _ in range(TRIES):
        if done == COMMANDS:
            return
        for seat, command in _possible(host, battle, rng=rng):
            try:
                is_accepted = host.command(battle, command, seat=seat)["accepted"]
            except ProblemAnswer as answer:
                message = f"{title}: {command['kind']}: {answer}"
                raise FailedStepError(message, advice=REPORT) from answer
            if is_accepted:
                done += 1
                break
        else:
            # Where nothing can be said, units are to be set up.
            host.lay_out(battle, anew=True)
    if done < COMMANDS:
        message = f"{title}: expected {COMMANDS} accepted commands, got {done}"
        raise FailedStepError(message, advice=REPORT)


def _possible(host: Client, battle: str, *, rng: random.Random) -> Iterator[tuple[str, Told]]:
    """What anybody may ask for now, with its holes filled by chance."""
    view = host.battle(battle)["view"]
    offered = [
        (str(seat["name"]), option)
        for seat in view["seats"]
        for option in host.options(battle, seat=str(seat["name"]))
        if not option["refusal"] and option["weight"] == "main"
    ]
    for seat, option in rng.sample(offered, len(offered)):
        holes = [hole for hole in option["holes"] if not hole["optional"]]
        if all(hole["allowed"] or hole["kind"] == "dice" for hole in holes):
            filled = {hole["name"]: _filled(hole, rng) for hole in holes}
            yield seat, {"kind": option["command"], **option["fixed"], **filled}


def _filled(hole: Told, rng: random.Random) -> object:
    if hole["kind"] == "dice":
        return [rng.randint(1, FACES) for _ in range(hole["count"] or 1)]
    return rng.choice(hole["allowed"])


def find_again(host: Client, program: Program, *, played: PlayedBattles) -> str:
    """Every battle as it was when the server was killed, down to the last event."""
    for battle, events in played.heads.items():
        found = [str(each["id"]) for each in host.events(battle)]
        if found != events:
            message = (
                f"{battle}: expected its {counted(len(events), 'event')}, got {len(found)} after "
                "the server was killed"
            )
            raise FailedStepError(message, advice=_DISK)
    for battle in played.heads:
        program.answer("verify", f"battles/{battle}.battle")
    kept = sum(map(len, played.heads.values()))
    return f"{counted(kept, 'event')} of {counted(len(played.heads), 'battle')}, none lost"


_DISK: Final = "does the folder of battles lie on a disk that keeps what it has acknowledged?"
