"""Puts the steps of the smoke test in order; each needs what those before it have left."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from api.client import Client
from api.smoke.battles import PlayedBattles, find_again, play_all
from api.smoke.page import browser, open_page
from api.smoke.pictures import locate_pieces, print_kit, render_photograph
from api.smoke.program import FailedStepError, Program

ANSWER_S: Final = 60.0
"""How long one answer of the server may take on a machine that is busy."""


class SkippedStepError(Exception):
    """A step cannot be tried here; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepDone:
    """What came of one step."""

    name: str
    seconds: float
    says: str
    advice: str = ""
    """What to do; only of a step that failed."""
    is_skipped: bool = False

    @property
    def has_failed(self) -> bool:
        return bool(self.advice)


def smoke_test(program: Program, *, seed: int) -> Iterator[StepDone]:
    """Every step as it is done; the first that fails is the last."""
    played = PlayedBattles()
    steps: Mapping[str, Callable[[], str]] = {
        "start": lambda: program.answer("--version").strip(),
        "print a kit": partial(print_kit, program),
        "render a photograph": partial(render_photograph, program),
        "measure it": partial(locate_pieces, program),
        "play, and kill": partial(_play_and_kill, program, played, seed=seed),
        "come back": partial(_come_back, program, played),
        "open the page": partial(_open_page, program, played),
    }
    for name, step in steps.items():
        done = _timed(name, step)
        yield done
        if done.has_failed:
            return


def _timed(name: str, step: Callable[[], str]) -> StepDone:
    began, advice, is_skipped = time.monotonic(), "", False
    try:
        says = step()
    except FailedStepError as failed:
        says, advice = failed.message, failed.advice
    except SkippedStepError as skipped:
        says, is_skipped = str(skipped), True
    seconds = time.monotonic() - began
    return StepDone(name=name, seconds=seconds, says=says, advice=advice, is_skipped=is_skipped)


def _play_and_kill(program: Program, played: PlayedBattles, *, seed: int) -> str:
    with program.serving() as (address, process), Client(address, seconds=ANSWER_S) as host:
        says = play_all(host, played, seed=seed)
        process.kill()
    return says


def _come_back(program: Program, played: PlayedBattles) -> str:
    with program.serving() as (address, _), Client(address, seconds=ANSWER_S) as host:
        return find_again(host, program, played=played)


def _open_page(program: Program, played: PlayedBattles) -> str:
    found = browser()
    if found is None:
        raise SkippedStepError("no browser that runs without a window is installed here")
    with program.serving() as (address, _):
        return open_page(program, address, found=found, titles=played.titles)
