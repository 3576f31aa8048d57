"""Tells what is found in path-traced pictures of printed kits, and how true its errors are."""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Final

import numpy as np

from benchmarks.finding import Effort, Finding, Goal
from benchmarks.path_traced.album import SET_UPS, SetUp
from benchmarks.path_traced.laid import Situation
from benchmarks.path_traced.measuring import JudgedPiece, judged_set_up

_ELLIPSE: Final = 5.991
"""Squared errors of two numbers that hold 95 of 100."""
_WRONG_IN: Final = 0.25
"""A place that is farther off is no measurement but a mistake."""
_PROMISED: Final = frozenset({"from above", "30 degrees"})
_NAME: Final = "path-traced"
_STOCK: Final = "OpenCV's detection, a homography from four tags"


def path_traced(effort: Effort) -> list[Finding]:
    """From above and leaning by 30 degrees, as the kit is printed for."""
    set_ups = [each for each in SET_UPS if each.name in _PROMISED]
    return _measured(effort.pick(set_ups, small=[replace(set_ups[0], pictures=1)]))


def path_traced_steep(effort: Effort) -> list[Finding]:
    """Leaning by more than the kit is printed for."""
    set_ups = [each for each in SET_UPS if each.name not in _PROMISED]
    return _measured(effort.pick(set_ups, small=[replace(set_ups[0], pictures=1)]))


def _measured(set_ups: Sequence[SetUp]) -> list[Finding]:
    """Paint what is not painted yet, each set-up in a process of its own, measure all, and tell."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as workers:
        judged = [piece for some in workers.map(judged_set_up, set_ups) for piece in some]
    return findings_of(set_ups, judged)


def findings_of(set_ups: Sequence[SetUp], judged: Sequence[JudgedPiece]) -> list[Finding]:
    """Every set-up, then every situation over all of them."""
    findings: list[Finding] = []
    for set_up in set_ups:
        findings += _of_set_up(set_up, [each for each in judged if each.set_up == set_up.name])
    names = " and ".join(each.name for each in set_ups)
    for situation in Situation:
        some = [each for each in judged if each.situation == situation]
        if some:
            findings.append(_recall(f"{names}: {situation}", some))
    squads = [
        each
        for each in judged
        if each.has_figure and each.situation in {Situation.BULB, Situation.CROWDED}
    ]
    findings.append(_recall(f"{names}: upright squads under one bulb", squads))
    edges = [each for each in squads if each.is_shaded]
    findings.append(_recall(f"{names}: of these, a shadow's edge on each open tag", edges))
    return findings


def _of_set_up(set_up: SetUp, pieces: Sequence[JudgedPiece]) -> list[Finding]:
    is_promised = set_up.name in _PROMISED
    placed = [each for each in pieces if each.off_in is not None]
    off = [each.off_in for each in placed if each.off_in is not None]
    stock = [each.stock_off_in for each in pieces if each.stock_off_in is not None]
    wrong = sum(each > _WRONG_IN for each in off)
    lost = [each for each in pieces if each.is_open and each.off_in is None]
    squared = np.array([each.squared for each in placed])
    where = f"{set_up.name}, {set_up.size[1]}p"
    return [
        _recall(where, pieces),
        Finding(
            benchmark=_NAME,
            measure=f"{where}: p95 of places",
            value=_p95(off),
            unit="in",
            detail=f"{len(placed)} pieces of {set_up.pictures} pictures, seeds {set_up.seed + 10} "
            f"to {set_up.seed + 9 + set_up.pictures}",
            peer=_STOCK,
            peer_value=_p95(stock),
            goals=(Goal(most=0.03),) if is_promised else (),
            cost=False,
        ),
        Finding(
            benchmark=_NAME,
            measure=f"{where}: places in their 95 % ellipse",
            value=float((squared < _ELLIPSE).mean()) if len(squared) else 1.0,
            goals=(Goal(least=0.93),) if is_promised else (),
            cost=False,
        ),
        Finding(
            benchmark=_NAME,
            measure=f"{where}: places more than a quarter of an inch off",
            value=float(wrong),
            goals=(Goal(most=0.0),),
            cost=False,
        ),
        Finding(
            benchmark=_NAME,
            measure=f"{where}: open pieces not placed and not a word why",
            value=float(sum(not each.is_told for each in lost)),
            detail=f"of {len(lost)} that were not placed",
            cost=False,
        ),
    ]


def _recall(what: str, pieces: Sequence[JudgedPiece]) -> Finding:
    """Of pieces with a tag that nothing hides and no glare burns."""
    clear = [each for each in pieces if each.is_open]
    placed = sum(each.off_in is not None for each in clear)
    stock = sum(each.stock_off_in is not None for each in clear)
    return Finding(
        benchmark=_NAME,
        measure=f"{what}: open pieces placed",
        value=placed / max(len(clear), 1),
        detail=f"{placed} of {len(clear)}",
        peer=_STOCK,
        peer_value=stock / max(len(clear), 1),
        cost=False,
    )


def _p95(off: Sequence[float]) -> float:
    return float(np.percentile(off, 95)) if off else float("nan")
