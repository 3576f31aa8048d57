"""Lists the thresholds of the model fit, each with its unit and what it costs to change it."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class ShadeSettings:
    """When a tag lies in a shadow's edge, and how far its place is believed there."""

    softness_cells: float = 0.5
    """Standard deviation over which light may change. Less, and paper over a tag can pass for light
    on it; more, and the edge of a hard shadow is left over."""
    steps: int = 4
    """How often light and place are fitted in turns."""
    from_ratio: float = 1.25
    """Residual, as a multiple of what is usual, above which a shadow is looked for."""
    darkest: float = 0.3
    """Least light, as a share of the brightest, in grey levels. Ink is at 0.2 of paper."""
    least_grain: float = 1.3
    """How much stronger than noise's what is left over of whole cells must be: noise that is called
    shadow costs the place its sharpness."""
    least_gain: float = 0.2
    """Share of the squared residual that a shadow's light has to explain. Noise alone gives light
    up to 0.17, for it bends to that, and a tag in a dark room must not lie in a shadow for it."""
    oddest_cell: float = 0.19
    """Most that one cell may be off without a shadow, as a share of the contrast; beyond it the
    shadow has to be wider than a cell, for light must not explain a cell of the wrong colour."""
    least_spread: float = 0.12
    """Share of the pixels that such a shadow has to darken: one cell makes 0.06, and 98 of 100
    rendered shadows that are as strong 0.15 or more."""
    wrong_cell: float = 0.5
    """And from here on no light explains it: it is printed so. Shadows made 0.46 at most."""
    soft_share: float = 0.02
    """Residual under soft light, as a share of the contrast, from which on a hard edge is tried:
    one between full light and a shadow of one depth."""
    hopeless_share: float = 0.2
    """And from which on none is: clutter costs no time then."""
    most_share: float = 0.05
    """Residual under that light, as a share of the contrast, above which something covers it."""
    than_lit: float = 1.15
    """Times the residual of the picture's lit tags, which is allowed as well: where glare and noise
    leave much of every tag, a shadow's light cannot leave less."""
    most_rough_share: float = 0.11
    """And no more than this, however rough the picture is."""
    below_lit: float = 0.03
    """How much less of the variance a shaded tag may explain than lit ones of the same picture."""
    least_rough: float = 0.92
    """And no less than this."""
    than_slow: float = 1.2
    """Times the residual that light leaves which changes slowly, up to which two parts of a tag are
    believed instead, or one straight edge: they cannot bend to cells."""
    most_stiff_share: float = 0.16
    """Residual that these may leave, as a share of the contrast, for burnt white leaves more
    at the edges of cells. What else there is must be noise:"""
    least_stiff: float = 0.87
    """and of the variance this is explained at least,"""
    stiff_grain: float = 3.2
    """whole cells are off by no more than so many times what noise would make of them,"""
    stiff_cell: float = 0.16
    """and no cell by more than this, as a share of the contrast."""
    wrong_if_stiff: float = 0.8
    """Most that one cell may be off without a shadow that takes so much of its light."""
    widening: float = 5.0
    """Factor on the covariance of a tag in a faint shadow: what light leaves over is no noise, for
    neighbouring pixels share it. With both, the normalised error of 1,238 rendered tags is 0.90."""
    deep: float = 0.3
    """Share of the light that a shadow takes at which that factor is doubled; it grows with the
    square, for straight deep edges pull at a tag."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BendSettings:
    """When the paper of a tag counts as bent, and what bent paper is like."""

    lean: float = 0.1
    """Standard deviation of how far one edge of bent paper rises over the opposite one, in
    sides."""
    bend: float = 0.1
    """The same of its edges over its middle."""
    strain: float = 0.02
    """The same of how much shorter it is as seen from above, as a share."""
    of_new: bool = True
    """Whether every tag is asked that was not there before, or those alone that were bent then."""
    steps: int = 3
    """How often a bend that explains a tag better is fitted anew from there."""
    least_gain: float = 35.0
    """Squared standard errors of a pixel by which a bend has to explain a tag better that displaces
    a part of it by a hundredth of an inch; of half as much it has to explain twice as much. Of 220
    flat tags none had more than 32."""
    least_share: float = 0.1
    """And that by the pixel: what the model lacks of a lens's blur is less, however large a tag."""
    least_in: float = 0.003
    """Inches on the table by which some part of it has to seem displaced: less is within the error
    of any tag's height."""
    than_shadow: float = 1.15
    """Residual as a multiple of what a shadow's light leaves over, up to which a bend is believed
    instead: light has more ways to explain what is not there."""
    still_bent: float = 0.5
    """Share of these that is enough for a tag that was bent before."""
    most_sigma_in: float = 0.05
    """Standard error of a bent tag's place beyond which it is not used."""
    most_strain: float = 0.04
    """Nor one that is as much shorter or longer, as a share: its crease hides cells."""
    unsure_lift: float = 0.35
    """Standard error of how high its middle lies over its lowest part, as a share of that."""
    unsure_range: float = 0.15
    """And of its whole rise: paper is bent in more ways than are tried."""
    unsure_plan: float = 0.5
    """And of how much shorter a slope is from above than along the paper, as a share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FitSettings:
    """Defaults are for pictures of webcams from VGA to 4K."""

    blur_px: float = 0.75
    """Standard deviation of the blur to begin with; it is then fitted, one for the picture."""
    least_blur_px: float = 0.3
    """A pixel alone blurs by 0.29; below that the fit would sharpen noise."""
    most_blur_px: float = 6.0
    """Beyond it no cell of a tag that a table needs is legible."""
    plain_blur_px: float = 0.75
    """Blur beyond which a lens is out of focus, and smears otherwise than the bell of the fit."""
    unlike_bell: float = 0.04
    """Share of the blur beyond it by which that pulls at the ends of a tag's side. Without it the
    headings of tags that lens blurred by 1.25 px, seen at 50 degrees, are too sure by a quarter."""
    steps: int = 6
    """Most steps of Gauss and Newton. Three do from a pixel away; the rest is for bad starts."""
    least_steps: int = 2
    """One is enough where all tags were foreseen so well that no step is longer than the last."""
    still_px: float = 0.06
    """A step shorter than this is the last: the error that it leaves is about its square."""
    reselect_px: float = 0.25
    """A longer move, and other pixels belong to the tag; frozen ones would bias the place."""
    rebuild_blur: float = 0.15
    """Share by which the blur may change before the predicted pictures are made anew."""
    every: int = 1
    """Only pixels of every so many rows are used. Two cost a place a third of its sharpness, and
    the fit almost half of its time."""
    first_every: int = 3
    """The same of the first step from starts that are not trusted: it leads on to other pixels
    anyway. Where it hardly does, those of all steps may be the same ones."""
    reach_blur: float = 2.5
    """Pixels are used up to so many blurs from the outer end of the white margin."""
    least_margin: float = 0.1
    """Cells of the white margin that are always used."""
    most_margin: float = 0.75
    """Cells of the white margin that are used at most; paper is cut within the last quarter."""
    bin_above_px: int = 2600
    """In wider pictures large tags are fitted at half the size: a third less accurate, three times
    as fast."""
    binned_cell_px: float = 2.5
    """Pixels that a cell must have at half the size, along the shortest side. With fewer, one tag
    in five of a table seen aslant has no place, and the others have three times the error."""
    covered_ratio: float = 1.5
    """Residual, as a multiple of the picture's median, above which a tag is partly covered. The
    99th percentile of open tags is 1.07; half covered ones begin at 4.5."""
    covered_share: float = 0.05
    """Residual as a share of the contrast below which no tag is called covered: a twentieth of a
    tag under something else leaves three times as much, the table beside a small tag's paper less.
    """
    covered_r2: float = 0.9
    """Below it a tag may be covered where too few others say what is usual."""
    covered_grain: float = 2.0
    """How much stronger than noise's what is left over of whole cells is in a covered tag; open
    tags under much noise have 0.5 to 1.4. It decides what people are told, not what is believed."""
    least_kept: float = 0.65
    """Share of a covered tag's pixels that must agree. Below it a wrong place can look right."""
    covered_contrast: float = 0.9
    """Least contrast of what is kept of a covered tag, against that of all of it: a tag has more
    without what covers it; of 424 looks at tags under hands none had less. What passed for a tag
    and was the shading of a finger had 0.3 to 0.8 in four looks."""
    covered_widening: float = 1.5
    """Factor on the covariance of a covered tag, whose pixels were chosen by how well they fit."""
    farthest_px: float = 1.5
    """Move from a trusted start beyond which a covered tag's answer is refused."""
    shade: ShadeSettings = field(default_factory=ShadeSettings)
    bend: BendSettings = field(default_factory=BendSettings)


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentitySettings:
    """When the number of a tag is believed."""

    least_r2: float | None = None
    """Share of the picture's variance that the tag must explain; None: by the family, 0.82 with
    fewer than 8 cells and 0.70 from 8 on. Of 3,600 wrong numbers with few cells one passed 0.82."""
    sure_r2: float = 0.93
    """From here on no rival is tried: no wrong number has come near it."""
    clean_r2: float = 0.985
    """From here on nothing is asked of size, cells and light: a wrong cell costs more."""
    least_cell_px: float = 2.5
    """Pixels of a cell below which only a clean tag is believed at first sight: letters of small
    print look like tags of two pixels a cell."""
    shaded_r2: float = 0.98
    """What a tag must explain under a shadow's light, unless it was there before; with less the
    light is left out. Of 436 rendered ones none explained less than 0.984, while letters that light
    was bent for reach 0.96."""
    farthest_sides: float = 0.25
    """Most that a corner may move from where the detector saw it, in sides of the tag. Of 308
    rendered tags none moved by more than 0.21; letters that nearly are a tag move by 0.3."""
    oddest_cell: float = 0.25
    """Most that one cell may be too bright or dark on average, as a share of the contrast, in a tag
    whose start was not trusted. Open tags: 0.03, and 0.20 where noise is half the contrast or a
    webcam sharpens; a cell of the wrong colour leaves 0.3 to 0.9."""
    most_slope: float = 0.3
    """Most that the contrast may change over half a side, as a share of itself. Letters need 0.3 to
    0.8, paper under a lamp 0.1."""
    papered_r2: float = 0.95
    """Below it a new tag has to lie on paper that can be seen around it."""
    least_paper: float = 0.55
    """How bright the ground is there at least, from 0 for black to 1 for the tag's white. Tags of
    photographed boards: 0.96, under much noise 0.84; checks on a mat that passed for one: 0.50."""
    most_curl: float = 0.05
    """Most that a tag of any size may narrow over half a side, and more only as perspective lets it
    and its own error. Tags of photographed boards: 0.035; letters and checks that passed for a tag
    in 20,000 pictures without one: 0.10 and more."""
    least_contrast: float = 0.2
    """White less black, as a share of white, below which nothing is printed there: the shading of a
    finger has 0.05. Of 2,097 printed tags, rendered and photographed, none had less than 0.39."""
    lead: float = 0.08
    """By how much a tag must explain more than its best rival at the same blur."""
    times: float | None = None
    """Or how often as much of the variance a rival must leave, however little that is: in a shadow
    a cell that differs counts by the square of its light. None: the lead alone says so."""
    rivals: int = 3
    """How many other numbers are tried, those most like the cells."""
    noise: float = 0.0
    """Of the picture, in grey levels, which no tag is asked to explain. Less doubts more."""
    least_noisy_r2: float = 0.6
    """What a tag must explain of the picture with all its noise, however much of that there is."""

    def without_noise(self, explained: float, *, rms: float) -> float:
        """The share of the variance that is explained of what is no noise.

        >>> round(IdentitySettings(noise=5.0).without_noise(0.75, rms=5.5), 3)
        0.945
        """
        if explained < self.least_noisy_r2 or rms <= 0.0:
            return explained
        left = max(0.0, 1.0 - (self.noise / rms) ** 2)
        kept = (1.0 - explained) * left
        return explained / (explained + kept) if explained + kept > 0 else explained

    def is_rivalled(self, explained: float, *, by: float) -> bool:
        """Whether another number explains so much that nobody can tell which of them it is.

        >>> IdentitySettings(lead=0.1).is_rivalled(0.95, by=0.86)
        True
        >>> IdentitySettings(lead=0.1, times=2.5).is_rivalled(0.95, by=0.86)
        False
        """
        is_near = by > explained - self.lead
        if not is_near or self.times is None:
            return is_near
        return 1.0 - by < self.times * (1.0 - explained)

    def least_for(self, cells: int) -> float:
        """The share that a tag with so many cells must explain."""
        if self.least_r2 is not None:
            return self.least_r2
        return 0.82 if cells < 8 else 0.70
