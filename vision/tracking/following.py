"""Follows one printed tag: where it was fitted last, and where it should be next."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from vision.fit.on_plane import fit_on_plane
from vision.fit.pixels.template_cache import TemplateCache
from vision.fit.placed import PlacedTag, PlaneFit, StartTag
from vision.fit.settings import BendSettings, FitSettings, IdentitySettings, ShadeSettings
from vision.locating.located import Flag
from vision.locating.placing import KnownTag, Placer, TagPlace, TagPlacing
from vision.locating.tag_faults import beside_the_table, of_outcome
from vision.sighting import Floats, Grey, Sighting
from vision.tags.tag_reading import Legible, read_squares
from vision.tracking.motion import AHEAD_S, AT_REST, STRAIGHT, Motion, ahead, bend, motion
from vision.tracking.resting.averaging import Averaged
from vision.tracking.settings import DEFAULTS, TrackingSettings
from vision.tracking.slid import slid

_OPEN: Final = 0.95
"""Share of a tag's pixels that have a say where nothing covers it."""
_NEAR_IN: Final = 0.5
_FEW: Final = 4
"""With fewer tags in a fit, nobody says what an open tag looks like but the tag itself."""
_SURE: Final = 0.93
"""Share of the variance from which on an open tag is no other."""
_CERTAIN: Final = 0.97
"""Share from which on a tag is there even if most of those around it are not."""
_ALONE: Final = 0.88
"""Share from which a tag need not be read as well: of 720 that took another's place in bad light
one reached 0.85."""
_LEGIBLE: Final = Legible()
_NEARLY_ALL: Final = 0.8
"""Share of the tags at rest that move if the camera does: those that a hand moves are fewer."""
_NO_DRIFTS: Final[Mapping[int, float]] = {}
_FINE: Final = FitSettings(bend=BendSettings(of_new=False))
_COARSE: Final = FitSettings(
    every=2,
    first_every=2,
    least_steps=1,
    reselect_px=1.0,
    still_px=0.15,
    covered_ratio=3.0,
    shade=ShadeSettings(from_ratio=math.inf),
    bend=BendSettings(of_new=False),
)
"""For tags that move: nobody measures from them, and they are fitted anew in the next frame. Motion
leaves more of a small tag unexplained than of a large one, without any shadow; half covered ones
leave 4.5 times as much."""


def known_before(settings: TrackingSettings) -> IdentitySettings:
    """What is required of a tag that was there in the picture before.

    Less than of one that is seen for the first time: motion smears its cells, and shades them.
    """
    return IdentitySettings(least_r2=settings.followed_r2, clean_r2=0.0, shaded_r2=0.0)


@dataclass(slots=True, kw_only=True, eq=False)
class FollowedTag:
    """One tag on the table; two with one number are two of these."""

    known: KnownTag
    """Its sighting has the corners where it was last seen."""
    height: float
    seen_s: float
    tried_s: float = 0.0
    """When it was last fitted, found or not."""
    average: Averaged | None = None
    """None for a tag that was read and could not be placed."""
    flags: tuple[Flag, ...] = ()
    in_view: bool = True
    """Whether the picture shows it now."""
    is_open: bool = True
    velocity: Motion = AT_REST
    bent: complex = STRAIGHT
    """By what its last step was turned and stretched since the one before."""
    usual: float = 0.0
    """Its residual at rest, as a share of its contrast."""
    is_fresh: bool = True
    """Moved since its height was decided."""
    _besides: Floats | None = None
    """What its covariance has beyond the fit's own, and where that was worked out."""
    _besides_at: tuple[float, float, float] = (math.inf, math.inf, math.inf)

    @property
    def number(self) -> int:
        return self.known.sighting.number

    @property
    def corners(self) -> Floats:
        return self.known.sighting.corners

    @property
    def is_resting(self) -> bool:
        return self.velocity == AT_REST

    @property
    def is_creeping(self) -> bool:
        """Whether it moves by so little that it counts as resting where it does."""
        return self.average is not None and self.average.is_creeping

    def spot(self, placer: Placer) -> TagPlacing:
        """The tag in the form that all other measuring takes."""
        if self.average is None:
            return TagPlacing(known=self.known, height=self.height, place=None, flags=self.flags)
        tag = self.average.tag
        own = self._own(tag, placer=placer)
        beside = beside_the_table(tag.x_in, tag.y_in, table=placer.table)
        flags = (*self.flags, beside) if beside else self.flags
        place = TagPlace(tag=tag, own=own)
        return TagPlacing(known=self.known, height=self.height, place=place, flags=flags)

    def remember_error(self, place: TagPlace) -> None:
        """Keep the error of a place that is known."""
        self._besides = place.own - place.tag.covariance
        self._besides_at = (place.tag.x_in, place.tag.y_in, self.height)

    def _own(self, tag: PlacedTag, *, placer: Placer) -> Floats:
        """The error of its place."""
        if self._besides is None or not self.knows_error_at(tag):
            remember_errors([self], placer=placer)
        assert self._besides is not None
        found: Floats = tag.covariance + self._besides
        return found

    def knows_error_at(self, tag: PlacedTag) -> bool:
        """Whether its error is known near by: without the fit's it hardly changes over an inch."""
        x, y, height = self._besides_at
        return height == self.height and math.hypot(x - tag.x_in, y - tag.y_in) < _NEAR_IN

    def start(self, seconds: float) -> StartTag | None:
        """Where to begin; None where it was never placed."""
        if self.average is None:
            return None
        x, y, heading = self.average.mean.tolist()
        across, up, turn = ahead(self.velocity, bent=self.bent, lasts_s=seconds - self.seen_s)
        return StartTag(
            number=self.number,
            side_in=self.known.side,
            height_in=self.height,
            x_in=x + across,
            y_in=y + up,
            heading_deg=heading + turn,
            is_trusted=self.is_resting,
            is_bent=self.average.latest.fit.is_bent,
        )


def begun(spot: TagPlacing, *, seconds: float) -> FollowedTag:
    """A tag that has just been found."""
    follow = FollowedTag(known=spot.known, height=spot.height, seen_s=seconds)
    renew(follow, spot, seconds=seconds)
    return follow


def renew(follow: FollowedTag, spot: TagPlacing, *, seconds: float) -> None:
    """The same tag, found anew somewhere."""
    before, gap = follow.average, seconds - follow.seen_s
    follow.known, follow.height, follow.seen_s = spot.known, spot.height, seconds
    follow.in_view, follow.flags = True, spot.flags
    follow.velocity, follow.bent = AT_REST, STRAIGHT
    follow.average, follow.is_open, follow.is_fresh = None, True, False
    if spot.place is not None:
        tag = spot.place.tag
        follow.average = Averaged.begun(tag)
        follow.known = _at(follow.known, tag)
        follow.is_open = tag.fit.kept > _OPEN
        follow.usual = 0.0
        follow.remember_error(spot.place)
        if before is not None and 0.0 < gap <= 2 * AHEAD_S:
            follow.velocity = motion(before.mean, tag, gap_s=gap)


def remember_errors(follows: Sequence[FollowedTag], *, placer: Placer) -> None:
    """Work out the errors of placed tags where they are now; each alone takes ten times longer."""
    tags = [follow.average.tag for follow in follows if follow.average is not None]
    own = placer.place_errors.own_covariances(
        tags,
        heights=[follow.height for follow in follows],
        raised=[follow.known.own_height for follow in follows],
    )
    for follow, tag, covariance in zip(follows, tags, own, strict=True):
        follow.remember_error(TagPlace(tag=tag, own=covariance))


def refit(
    follows: Sequence[FollowedTag],
    *,
    grey: Grey,
    seconds: float,
    placer: Placer,
    blur_px: float | None,
    controls: Sequence[FollowedTag] = (),
    drifts: Mapping[int, float] = _NO_DRIFTS,
    at_rest: int = 0,
    cache: TemplateCache | None = None,
    settings: TrackingSettings = DEFAULTS,
) -> tuple[PlaneFit | None, list[FollowedTag], list[FollowedTag]]:
    """Fit tags where they should be: the fit, those that moved, and those not there in plain view.

    The lists are of `follows` and of `controls`, about which nothing has changed; what is in
    neither rests where it was. From its `drifts` on, in squared standard errors, a tag creeps. Of
    those `at_rest` in view nearly all have to move, before it is the camera that does.
    """
    changed = {id(each) for each in follows}
    follows = [*follows, *controls]
    starts = [(each, start) for each in follows if (start := each.start(seconds)) is not None]
    missing = [each for each in follows if each.average is None]
    if not starts:
        return None, [], missing
    starts = _slid(starts, changed=changed, grey=grey, placer=placer)
    alone = [start for _, start in starts]
    fit = _fit_of(alone, grey=grey, placer=placer, blur_px=blur_px, cache=cache, settings=settings)
    for follow, _ in starts:
        follow.tried_s = seconds
    others = _read_as_others(grey, fit.tags, placer=placer) | _unproven(fit.tags)
    least = max(settings.tremble_least, math.ceil(_NEARLY_ALL * at_rest))
    shared = _shared(starts, fit.tags, least=least)
    moved = []
    for at, ((follow, start), tag) in enumerate(zip(starts, fit.tags, strict=True)):
        if at in others or _is_lost(follow, tag, fit=fit, few=len(starts), settings=settings):
            follow.flags = (_why(follow, tag, placer=placer),)
            missing.append(follow)
            continue
        told = _Told(
            seconds=seconds,
            trusted=start.is_trusted,
            drift=drifts.get(id(follow), math.inf),
            shared=shared,
        )
        if not _taken(follow, tag, told=told, settings=settings):
            moved.append(follow)
        if follow.is_resting and follow.is_open:
            follow.usual = _share(tag, fit)
    far = [each for each in moved if each.average and not each.knows_error_at(each.average.tag)]
    remember_errors(far, placer=placer)
    return fit, moved, missing


def _fit_of(
    starts: Sequence[StartTag],
    *,
    grey: Grey,
    placer: Placer,
    blur_px: float | None,
    cache: TemplateCache | None,
    settings: TrackingSettings,
) -> PlaneFit:
    moving = sum(not start.is_trusted for start in starts)
    return fit_on_plane(
        grey,
        starts,
        camera=placer.camera,
        family=placer.family,
        blur_px=blur_px,
        settings=_COARSE if moving > settings.fine_most else _FINE,
        identity=known_before(settings),
        cache=cache,
    )


def _shared(
    starts: Sequence[tuple[FollowedTag, StartTag]], tags: Sequence[PlacedTag], *, least: int
) -> tuple[float, float]:
    """By how many inches tags at rest seem to have moved all together: the camera trembles."""
    offs = [
        (tag.x_in - start.x_in, tag.y_in - start.y_in)
        for (follow, start), tag in zip(starts, tags, strict=True)
        if tag.is_placed and follow.is_resting and not follow.is_creeping
    ]
    if len(offs) < least:
        return (0.0, 0.0)
    x, y = zip(*offs, strict=True)
    return (median(x), median(y))


def _slid(
    starts: list[tuple[FollowedTag, StartTag]], *, changed: set[int], grey: Grey, placer: Placer
) -> list[tuple[FollowedTag, StartTag]]:
    """What changed in view begins where it seems to have gone, all else where it was."""
    asked = [follow.in_view and id(follow) in changed for follow, _ in starts]
    seen = [start for (_, start), is_asked in zip(starts, asked, strict=True) if is_asked]
    moved = iter(slid(grey, seen, camera=placer.camera, family=placer.family))
    return [
        (follow, next(moved) if is_asked else start)
        for (follow, start), is_asked in zip(starts, asked, strict=True)
    ]


def _read_as_others(grey: Grey, tags: Sequence[PlacedTag], *, placer: Placer) -> set[int]:
    """Which of these are plainly other tags.

    A fit that may leave pixels out can leave out just those cells in which two tags differ.
    """
    doubtful = [
        at
        for at, tag in enumerate(tags)
        if tag.is_placed and (tag.fit.kept < _OPEN or tag.fit.explained < _SURE)
    ]
    found = set()
    for at in doubtful:
        read = read_squares(grey, tags[at].corners[None], family=placer.family, legible=_LEGIBLE)
        is_own = [each.number == tags[at].number for each in read]
        # What explains little has to be read as itself; an unread tag is no proof.
        if not all(is_own) or (not is_own and tags[at].fit.explained < _ALONE):
            found.add(at)
    return found


def _unproven(tags: Sequence[PlacedTag]) -> set[int]:
    """Which seem to be there while most are not, and have to be read again.

    All share one blur. Of bare table any blur can be fitted, and so much of it that one tag looks
    like another: that explained 0.934.
    """
    placed = [at for at, tag in enumerate(tags) if tag.is_placed]
    if len(tags) < _FEW or 2 * len(placed) >= len(tags):
        return set()
    return {at for at in placed if tags[at].fit.explained < _CERTAIN}


def _is_lost(
    follow: FollowedTag, tag: PlacedTag, *, fit: PlaneFit, few: int, settings: TrackingSettings
) -> bool:
    """Whether a fit does not show its tag where it says."""
    return (
        not tag.is_placed
        or _is_odd(follow, tag, fit=fit, few=few, settings=settings)
        or (follow.average is not None and follow.average.is_misled(tag, settings=settings))
    )


def _share(tag: PlacedTag, fit: PlaneFit) -> float:
    """The residual as a share of the contrast."""
    return fit.residual * tag.fit.residual_ratio / max(tag.fit.contrast, 1.0)


def _is_odd(
    follow: FollowedTag, tag: PlacedTag, *, fit: PlaneFit, few: int, settings: TrackingSettings
) -> bool:
    """Whether something covers a resting tag a little, and too few others say what is usual."""
    if few >= _FEW or not follow.usual or not follow.is_resting or tag.fit.kept < _OPEN:
        return False
    return _share(tag, fit) > settings.odd_ratio * follow.usual


def _why(follow: FollowedTag, tag: PlacedTag, *, placer: Placer) -> Flag:
    grain = follow.known.sighting.shortest_side_px / placer.family.cells
    outcome = tag.fit.outcome
    return of_outcome(None if outcome.is_placed else outcome, px_per_cell=grain)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """What is known of a fit besides where it lies."""

    seconds: float
    trusted: bool
    drift: float
    shared: tuple[float, float]


def _taken(follow: FollowedTag, tag: PlacedTag, *, told: _Told, settings: TrackingSettings) -> bool:
    """Take in a fit; returns whether the tag still rests where it did."""
    before = follow.average
    assert before is not None
    was, gap = follow.seen_s, told.seconds - follow.seen_s
    follow.average, is_same = before.with_fit(
        tag, drift=told.drift, shared=told.shared, settings=settings
    )
    follow.seen_s, follow.in_view, follow.flags = told.seconds, True, ()
    follow.is_open = tag.fit.kept > _OPEN or not told.trusted
    if is_same:
        follow.velocity, follow.bent = AT_REST, STRAIGHT
        if before.is_creeping or follow.is_creeping:
            follow.known = _at(follow.known, tag)
            follow.is_fresh = True
        return True
    follow.known = _at(follow.known, tag)
    follow.is_fresh = True
    is_soon = was < told.seconds and gap <= settings.longest_gap_s
    last = follow.velocity
    follow.velocity = motion(before.mean, tag, gap_s=gap) if is_soon else AT_REST
    follow.bent = bend(last, follow.velocity)
    return False


def _at(known: KnownTag, tag: PlacedTag) -> KnownTag:
    # Called for each tag of each frame; `replace` takes three times as long.
    seen = known.sighting
    return KnownTag(
        sighting=Sighting(number=seen.number, corners=tag.corners, wrong_cells=seen.wrong_cells),
        side=known.side,
        own_height=known.own_height,
    )
