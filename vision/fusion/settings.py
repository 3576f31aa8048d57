"""Lists every threshold by which several cameras are joined, with its unit and what it costs."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class FusionSettings:
    """For two cameras or more of 10 to 60 pictures a second."""

    dropped_s: float = 0.35
    """Seconds without anything new from a camera until it is left out: two that see the table can
    spare one at once. Lower leaves out slow cameras."""
    well_s: float = 0.5
    """Seconds for which a camera has to be well before it is taken in again."""
    shifted_px: float = 0.5
    """Pixels by which a tag at rest may wander; more is a move, or the camera's."""
    shifted_sigmas: float = 6.0
    """And by so many standard errors."""
    bumped_least: int = 3
    """Tags that have to move in one camera, and rest in another, to show that it was bumped."""
    disagreeing_sigmas: float = 4.0
    """Cameras that disagree by more lock measuring."""
    disagreeing_s: float = 0.7
    """Seconds for which they have to. Lower locks over a move that one sees a picture later."""
    solve_s: float = 1.0
    """Seconds after which pieces at rest are joined anew though nothing has changed."""
    solve_soon_s: float = 0.25
    """The same while cameras disagree."""
    refine_s: float = 3.0
    """Seconds between two fits of a table at rest that is only seen more surely than before. They
    grow with its rest: the longer it is seen, the longer it takes to be seen more surely."""
    refine_most_s: float = 24.0
    """Seconds that they grow to."""
    busy_s: float = 0.08
    """Seconds between two fits, however much changes."""
    righted_s: float = 0.5
    """Seconds for which all has to rest under a bumped camera before it is put right."""
    righted_least: int = 4
    """Squares that it has to see of those which the others know."""
    fast_in_per_s: float = 3.0
    """Inches a second from which a moving piece tells of the clocks."""
    loose_in: float = 0.1
    """Inches by which two cameras may differ about a moving piece, for all that is not their
    clocks."""
    clock_s: float = 0.05
    """Seconds by which a camera's pictures may be late before anything has moved."""
    together_s: float = 0.05
    """Seconds within which pictures that show nothing new are joined once. Lower costs time, higher
    notices a silent camera later."""
    clock_rate: float = 0.1
    """Share by which a camera's clock may run too fast or too slow."""


FUSION: Final = FusionSettings()
