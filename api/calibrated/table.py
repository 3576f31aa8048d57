"""A calibrated table: its profile, how well it fits, and which steps would make it better."""

from dataclasses import dataclass

from calibration.error_map import NextStep, advice
from calibration.print_scale import ScaleCheck, ScaleVerdict
from calibration.profile import CalibrationProfile
from calibration.table.table_fit import TableFit


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableDone:
    """A profile, how well everything fits, and what is to be said of the print."""

    profile: CalibrationProfile
    fit: TableFit
    check: ScaleCheck
    """Kept even where it settles nothing, and so does not go into the profile."""
    has_edge: bool = False
    """Whether somebody has laid a tape over the table."""
    left_out: tuple[str, ...] = ()
    """Photographs that were no good, and why."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is odd, of the photographs first."""
        return (*self.left_out, *self.fit.warnings)


def next_steps(done: TableDone, *, edge_by: str = "") -> list[str]:
    """What would shrink the error most, at most two sentences.

    `edge_by` follows the advice to lay a tape, where whoever reads it must be told how to tell it.
    """
    # Measured again, they would help little more than a better reading of the same.
    is_measured = done.check.verdict is not ScaleVerdict.UNCHECKED
    needless: set[NextStep] = {NextStep.SCALE} if is_measured else set()
    if done.has_edge:
        needless.add(NextStep.EDGE)
    found = [
        f"next: {each}{edge_by if each.step is NextStep.EDGE else ''}"
        for each in advice(done.profile.calibrated, table=done.profile.table)
        if each.step not in needless
    ]
    return found[:2] or ["no further step would make it much better"]
