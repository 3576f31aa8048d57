"""Does the work of `umpire calibrate scale`: measures a print in one way or two, and judges it."""

import json
from collections.abc import Sequence
from typing import Any, Final

from rich.text import Text

from api.calibrating.print_checks import bar_measured, card_measured
from api.errors import ExitCode
from api.terminal.output import Output
from calibration.print_scale import PrintMeasurement, ScaleCheck, ScaleVerdict, check_scale

FORMAT: Final = "paper-umpire/print-scale/1"
STYLES: Final = {
    ScaleVerdict.OK: "bold green",
    ScaleVerdict.WARN: "bold yellow",
    ScaleVerdict.REFUSE: "bold red",
    ScaleVerdict.CANNOT_TELL: "bold magenta",
    ScaleVerdict.UNCHECKED: "bold",
}


def measure_scale(
    output: Output, *, bar: float | None, card: str | None, as_json: bool
) -> ExitCode:
    """Say the verdict; a print that may not be used is a refusal."""
    measured = all_measured(bar=bar, card=card)
    check = check_scale(measured)
    if as_json:
        output.data(json.dumps(scale_value(check, measured), indent=2))
    else:
        output.lines(*scale_lines(check, measured))
    return ExitCode.DONE if check.may_measure else ExitCode.REFUSED


def all_measured(*, bar: float | None, card: str | None) -> tuple[PrintMeasurement, ...]:
    """Whichever of the two there are."""
    found = [] if bar is None else [bar_measured(bar)]
    return (*found, card_measured(card)) if card is not None else tuple(found)


def scale_lines(check: ScaleCheck, measured: Sequence[PrintMeasurement]) -> list[Text]:
    """The verdict and each measurement."""
    first = Text.assemble((str(check.verdict), STYLES[check.verdict]), f": {check.sentence}")
    return [
        first,
        *(
            Text(f"  {each.what}: {each.scale:.2%} of the true size, within {each.bound:.2%}")
            for each in measured
        ),
    ]


def scale_value(check: ScaleCheck, measured: Sequence[PrintMeasurement]) -> dict[str, Any]:
    """The same as JSON."""
    return {
        "format": FORMAT,
        "verdict": check.verdict,
        "may_measure": check.may_measure,
        "scale": round(check.scale, 6),
        "sigma": round(check.sigma, 6),
        "sentence": check.sentence,
        "measured": [
            {"what": each.what, "scale": round(each.scale, 6), "bound": round(each.bound, 6)}
            for each in measured
        ],
    }
