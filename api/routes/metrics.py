"""Tells programs that watch over servers how this one is, in OpenMetrics."""

import math
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Final

from fastapi import APIRouter, Request, Response
from starlette.datastructures import State

from api.access.admission import AdmittingRoute
from api.access.meter import BOUNDS_S, Meter
from api.version import version

router = APIRouter(include_in_schema=False, route_class=AdmittingRoute)

MEDIA_TYPE: Final = "application/openmetrics-text; version=1.0.0; charset=utf-8"

Sample = tuple[str, float]
"""What stands behind the family's name, and the value."""


@router.get("/metrics", operation_id="metrics")
async def metrics(request: Request) -> Response:
    return Response(told(request.app.state), media_type=MEDIA_TYPE)


def told(state: State) -> str:
    """All families: numbers alone, and nothing of a battle but how many there are."""
    lines = [*_server(state), *_camera(state), *_commands(state.meter), "# EOF"]
    return "\n".join(lines) + "\n"


def _server(state: State) -> Iterator[str]:
    meter: Meter = state.meter
    which = [(f'_info{{version="{version()}"}}', 1.0)]
    yield from _family("build info", "Which umpire it is.", rows=which)
    answers = [(f'_total{{status="{name}"}}', n) for name, n in sorted(meter.answers.items())]
    yield from _family("answers counter", "Answers over HTTP by class of status.", rows=answers)
    faults = [("_total", meter.faults)]
    yield from _family("faults counter", "Answers that ended in a fault of its own.", rows=faults)
    clients = [(f'{{role="{role}"}}', n) for role, n in sorted(state.hub.counted().items())]
    yield from _family("clients gauge", "Who watches live, by what they are.", rows=clients)
    names = state.shelf.names()
    open_now = sum(state.shelf.opened(name) is not None for name in names)
    yield from _family("battles gauge", "Battles that are kept.", rows=[("", len(names))])
    yield from _family("battles_open gauge", "Battles that are open.", rows=[("", open_now)])


def _camera(state: State) -> Iterator[str]:
    desk = state.door.made
    running = None if desk is None else desk.running
    yield from _family(
        "camera_open gauge",
        "Whether a camera is open.",
        rows=[("", float(running is not None))],
    )
    if running is None:
        return
    look = running.latest()
    health = [(f'{{state="{look.health.state}"}}', 1.0)]
    yield from _family("camera_state gauge", "What the camera's picture is now.", rows=health)
    if look.age_s is not None and math.isfinite(look.age_s):
        age = [("", look.age_s)]
        yield from _family("camera_age_seconds gauge", "Age of its picture.", rows=age)
    counts = look.counts
    for name, says, number in (
        ("frames", "Pictures that were looked at.", counts.frames),
        ("frames_skipped", "Pictures for which a newer one was there.", counts.skipped),
        ("frames_lost", "Pictures that did not arrive, or damaged.", counts.lost),
        ("restarts", "How often it was opened again.", counts.restarts),
        ("faults", "Processes of it that failed.", counts.faults),
    ):
        yield from _family(f"camera_{name} counter", says, rows=[("_total", number)])


def _commands(meter: Meter) -> Iterator[str]:
    bounds = [*(f"{bound:g}" for bound in BOUNDS_S), "+Inf"]
    up_to = list(accumulate(meter.commands))
    samples: list[Sample] = [
        (f'_bucket{{le="{le}"}}', n) for le, n in zip(bounds, up_to, strict=True)
    ]
    samples += [("_count", up_to[-1]), ("_sum", meter.command_s)]
    yield from _family("command_seconds histogram", "How long commands take.", rows=samples)


def _family(head: str, says: str, *, rows: Iterable[Sample]) -> Iterator[str]:
    name, kind = head.split()
    yield f"# TYPE umpire_{name} {kind}"
    if name.endswith("_seconds"):
        yield f"# UNIT umpire_{name} seconds"
    yield f"# HELP umpire_{name} {says}"
    for suffix, value in rows:
        yield f"umpire_{name}{suffix} {value:.15g}"
