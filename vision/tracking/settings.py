"""Lists every threshold of the live table: its value, its unit, and what changing it costs.

The page in `docs/live-table.md` and `umpire doctor` show this table, and no other.
"""

from dataclasses import dataclass, field, fields
from typing import Any, Final


def _threshold(default: float, *, unit: str, says: str) -> Any:
    return field(default=default, metadata={"unit": unit, "consequence": says})


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackingSettings:
    """Defaults are for webcams of 10 to 60 frames a second over a table of paper."""

    settle_s: float = _threshold(
        0.5,
        unit="s",
        says=("A move counts once the piece has rested so long. Lower accepts a pause as the end."),
    )
    least_looks: int = _threshold(
        3,
        unit="frames",
        says=("And was seen at rest so often. Lower lets a slow camera accept what it hardly saw."),
    )
    longest_gap_s: float = _threshold(
        1.0,
        unit="s",
        says=("A longer gap between two frames begins a rest anew: nobody saw what was between."),
    )
    same_place_in: float = _threshold(
        0.03,
        unit="in",
        says="A piece that shifts by less has not moved. Higher hides small nudges.",
    )
    same_heading_deg: float = _threshold(
        2.0,
        unit="degrees",
        says="A piece that turns by less has not moved. Higher hides small turns.",
    )
    bare_s: float = _threshold(
        0.5,
        unit="s",
        says="A place that shows the bare table for so long has lost its piece.",
    )
    around_s: float = _threshold(
        1.0,
        unit="s",
        says=(
            "What looks the same around a piece for so long is how it looks there, until the "
            "piece is out of sight. Lower takes a hand for the table."
        ),
    )
    bare_levels: int = _threshold(
        10,
        unit="grey levels",
        says=(
            "A place may differ by so much from the bare table and count as bare. Higher takes a "
            "grey figure for the table, lower a passing shadow for a piece."
        ),
    )
    bare_share: float = _threshold(
        0.9,
        unit="of the patches",
        says="So much of a place must look bare. Lower calls a place empty that is half covered.",
    )
    plain_levels: float = _threshold(
        20.0,
        unit="grey levels",
        says=(
            "A mat that varies by more within a few inches is too wild to tell an empty place by. "
            "Higher takes its print for a piece that is gone."
        ),
    )
    around_share: float = _threshold(
        0.4,
        unit="of the place",
        says="So wide a rim around a place is compared. Wider finds less of it free of others.",
    )
    around_least: int = _threshold(
        24,
        unit="patches",
        says="With less free table around a place nobody can say that it is empty. Lower guesses.",
    )
    hidden_most_s: float = _threshold(
        120.0,
        unit="s",
        says="A piece hidden for longer is lost: nobody can say that it is still there.",
    )
    removed_s: float = _threshold(
        120.0,
        unit="s",
        says="A piece lost for longer counts as taken off the table.",
    )
    hidden_growth_in_per_s: float = _threshold(
        0.5,
        unit="in/s",
        says=(
            "How fast the bound on a hidden piece's place grows, for as long as it may be hidden. "
            "Higher doubts sooner."
        ),
    )
    beside_in: float = _threshold(
        1.0,
        unit="in",
        says="A marker belongs to a unit whose edge is so near to its own. Higher reaches farther.",
    )
    beside_clear_in: float = _threshold(
        0.25,
        unit="in",
        says="And so much nearer than any other unit, or it belongs to none. Lower guesses.",
    )
    gate_levels: int = _threshold(
        4,
        unit="grey levels",
        says=(
            "A patch that changes by less is unchanged: a tenth of a pixel of motion. "
            "Higher misses nudges, lower looks at noise."
        ),
    )
    gate_sigmas: float = _threshold(
        6.0,
        unit="standard deviations",
        says="And by less than so much noise. Lower looks at noise.",
    )
    gate_most_levels: int = _threshold(
        24,
        unit="grey levels",
        says=(
            "No noise hides more. Higher takes a camera that was turned to another place for one "
            "with much noise, lower looks at everything in the dark."
        ),
    )
    gate_least: int = _threshold(
        2,
        unit="patches",
        says="So many patches of a tag must change before it is fitted again.",
    )
    tremble_share: float = _threshold(
        0.6,
        unit="of the tags",
        says=(
            "Where something changes about so many at once, the camera trembles or the light "
            "flickers. Lower takes a large hand for that, higher lets nothing rest on a table "
            "that shakes."
        ),
    )
    tremble_least: int = _threshold(
        6,
        unit="tags",
        says="And with fewer in view, anchors too, nobody can tell. Lower takes a hand for it.",
    )
    controls: int = _threshold(
        5,
        unit="tags",
        says=(
            "Resting tags that are fitted along with the changed ones, to say what an open "
            "tag looks like. Fewer make a small cover harder to notice."
        ),
    )
    most_averaged: int = _threshold(
        32,
        unit="fits",
        says=(
            "Fits of a resting tag that are averaged. More cost time; the rest of the error "
            "is not noise."
        ),
    )
    average_every: int = _threshold(
        10,
        unit="frames",
        says="How often a few resting tags are fitted anew. Lower costs time at rest.",
    )
    same_fit_in: float = _threshold(
        0.008,
        unit="in",
        says="A fit farther from the average begins a new one. Higher blurs small shifts.",
    )
    fine_most: int = _threshold(
        12,
        unit="tags",
        says=(
            "Where more tags than this move at once, they are followed by every second row of "
            "pixels. Higher is sharper while they move, and slower."
        ),
    )
    odd_ratio: float = _threshold(
        1.5,
        unit="times",
        says=("Residual, as a multiple of the tag's own at rest, above which something covers it."),
    )
    followed_r2: float = _threshold(
        0.65,
        unit="of the variance",
        says=(
            "A followed tag must explain so much of the picture, and more than any rival. Higher "
            "loses small tags in low light."
        ),
    )
    retry_s: float = _threshold(
        0.4,
        unit="s",
        says=(
            "How often a hidden tag is tried again at its place though nothing changes "
            "there. Higher keeps a piece hidden for longer after a passing shadow."
        ),
    )
    chase_s: float = _threshold(
        0.5,
        unit="s",
        says="How long a lost tag is looked for near its place in every frame.",
    )
    chase_reach: float = _threshold(
        1.5,
        unit="sides",
        says="How far around its predicted place a lost tag is looked for.",
    )
    whole_share: float = _threshold(
        0.4,
        unit="of the picture",
        says="Where more has changed, the whole picture is searched, and not single changes.",
    )
    search_spread_s: float = _threshold(
        0.17,
        unit="s",
        says=(
            "A search of the whole picture is spread over the frames of so long. Longer finds "
            "what is new later, shorter takes more time in one frame."
        ),
    )
    second_look_s: float = _threshold(
        0.16,
        unit="s",
        says=(
            "What changed is searched again so much later, when hands have gone. Without it "
            "a tag that was uncovered bit by bit waits for the sweep."
        ),
    )
    deep_after_s: float = _threshold(
        1.0,
        unit="s",
        says=(
            "Once nothing has moved for so long, pieces that are missing are looked for all over "
            "the table. Lower begins in vain while people still play."
        ),
    )
    deep_pictures: int = _threshold(
        8,
        unit="frames",
        says=(
            "And in so many pictures added up, which have less noise. More wait longer, fewer "
            "miss small tags in low light."
        ),
    )
    looks_again: int = _threshold(
        2,
        unit="searches",
        says=(
            "And so often, all before a piece can count as at rest. Fewer may miss the copy of a "
            "tag: one search misses a small tag in some hundreds."
        ),
    )
    sweep_s: float = _threshold(
        20.0,
        unit="s",
        says="In which time the whole picture is searched though nothing changed.",
    )
    anchor_check_s: float = _threshold(
        2.0,
        unit="s",
        says=("How often resting anchors are measured anew. Higher notices a slow drift later."),
    )
    bump_s: float = _threshold(
        0.25,
        unit="s",
        says=(
            "A bump must be seen for so long before measuring locks; less than a move takes "
            "to count."
        ),
    )
    bump_looks: int = _threshold(
        2,
        unit="checks",
        says="And in so many looks at the anchors. Lower locks on a passing hand.",
    )
    unvouched_s: float = _threshold(
        10.0,
        unit="s",
        says="Measuring locks when too few anchors have been in view for so long.",
    )
    blind_s: float = _threshold(
        0.6,
        unit="s",
        says=(
            "Measuring locks when no anchor at all has been in view for so long: the camera "
            "was turned away or covered."
        ),
    )
    empty_looks: int = _threshold(
        2,
        unit="frames",
        says=(
            "Measuring locks when so many show no tag at all: something is over the lens, or it "
            "is another scene. Higher notices later, lower locks when one is smeared."
        ),
    )
    unlock_s: float = _threshold(
        0.5,
        unit="s",
        says="Measuring unlocks after all has been well for so long.",
    )
    stale_s: float = _threshold(
        0.5,
        unit="s",
        says="A newest frame older than this is no view of the table: measuring locks.",
    )
    camera_lost_s: float = _threshold(
        3.0,
        unit="s",
        says="Without a frame for so long the camera counts as gone.",
    )
    frozen_s: float = _threshold(
        1.0,
        unit="s",
        says="A camera that repeats one picture for so long, or nearly one, is frozen.",
    )
    dark_levels: float = _threshold(
        12.0,
        unit="grey levels",
        says="Paper must be so much lighter than ink, or it is too dark to measure.",
    )
    blurred_cells: float = _threshold(
        0.75,
        unit="cells",
        says="A blur wider than this share of a tag's cell is too much to measure.",
    )


DEFAULTS: Final = TrackingSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """One row of the table that people see."""

    name: str
    value: float
    unit: str
    consequence: str


def thresholds(settings: TrackingSettings = DEFAULTS) -> tuple[Threshold, ...]:
    """Every threshold in the order of the page."""
    return tuple(
        Threshold(
            name=each.name,
            value=getattr(settings, each.name),
            unit=each.metadata["unit"],
            consequence=each.metadata["consequence"],
        )
        for each in fields(settings)
    )
