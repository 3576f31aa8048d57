"""Describes the camera of a scene: where it stands, how its lens bends, what its sensor adds."""

import math
from dataclasses import dataclass, replace
from typing import Final, Literal

from rules.table.bad_input import BadInputError

Triple = tuple[float, float, float]
Pair = tuple[float, float]

SIZES: Final = {
    "720p": (1280, 720),
    "1080p": (1920, 1080),
    "1440p": (2560, 1440),
    "4k": (3840, 2160),
}

Tone = Literal["linear", "srgb", "webcam"]


def within(value: float, where: str, *, least: float, most: float) -> None:
    """Refuse a number outside both bounds."""
    if not least <= value <= most:
        raise BadInputError(where, expected=f"{least:g} to {most:g}", got=f"{value:g}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneLens:
    """How the lens bends rays (OpenCV's five terms) and spreads a point of light."""

    k1: float = 0.0
    k2: float = 0.0
    p1: float = 0.0
    p2: float = 0.0
    k3: float = 0.0
    blur_px: float = 0.8
    """Radius of the disc that a point becomes, in pixels of a frame 1080 high."""
    halo: float = 0.06
    """Share of the light that goes into a wide tail around the disc."""
    vignetting: float = 0.25
    """How much darker a corner of the frame is than its middle."""

    def __post_init__(self) -> None:
        for name in ("k1", "k2", "p1", "p2", "k3"):
            within(getattr(self, name), name, least=-1.0, most=1.0)
        within(self.blur_px, "blur_px", least=0.0, most=8.0)
        within(self.halo, "halo", least=0.0, most=0.5)
        within(self.vignetting, "vignetting", least=0.0, most=0.9)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensor:
    """What happens to the light after the lens."""

    exposure: float = 1.0
    noise: float = 1.2
    """Standard error of a dark pixel in grey levels; light adds shot noise to it."""
    tone: Tone = "webcam"
    jpeg: int = 92
    """Quality of the round trip through JPEG; 0 leaves it out."""
    shake_px: Pair = (0.0, 0.0)
    """How far the whole picture moves during the exposure, at 1080 rows."""
    warmth: float = 0.0
    """White balance: above 0 a warm picture, below 0 a cold one."""
    sharpening: float = 0.0
    """How much the camera itself sharpens: edges get a light and a dark rim."""

    def __post_init__(self) -> None:
        within(self.exposure, "exposure", least=0.01, most=10.0)
        within(self.noise, "noise", least=0.0, most=50.0)
        within(self.jpeg, "jpeg", least=0, most=100)
        for index, value in enumerate(self.shake_px):
            within(value, f"shake_px[{index}]", least=-40.0, most=40.0)
        within(self.warmth, "warmth", least=-1.0, most=1.0)
        within(self.sharpening, "sharpening", least=0.0, most=3.0)
        if self.tone not in {"linear", "srgb", "webcam"}:
            raise BadInputError("tone", expected="linear, srgb or webcam", got=repr(self.tone))


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneCamera:
    """A camera above the table; inches of the table's frame, z upwards."""

    position_in: Triple
    look_at_in: Triple
    roll_deg: float = 0.0
    turn_deg: Triple = (0.0, 0.0, 0.0)
    """A small turn about its own right, down and forward axes, which a bump adds."""
    width: int = 1920
    height: int = 1080
    hfov_deg: float = 70.0
    """The angle that the width of the frame would cover without distortion."""
    centre_px: Pair = (0.0, 0.0)
    """How far the optical axis is from the frame's middle, at 1080 rows."""
    lens: SceneLens = SceneLens()
    sensor: Sensor = Sensor()

    def __post_init__(self) -> None:
        within(self.width, "width", least=64, most=8192)
        within(self.height, "height", least=64, most=8192)
        within(self.hfov_deg, "hfov_deg", least=5.0, most=140.0)
        within(self.position_in[2], "position_in[2]", least=1.0, most=1000.0)
        if math.dist(self.position_in, self.look_at_in) < 1.0:
            raise BadInputError(
                "look_at_in", expected="a point an inch or more from the camera", got="its place"
            )

    def at_size(self, width: int, height: int) -> "SceneCamera":
        """The same camera with another number of pixels."""
        return replace(self, width=width, height=height)

    @property
    def grain(self) -> float:
        """Pixels per pixel of a frame 1080 high: blur and shake grow with it."""
        return self.height / 1080.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneLight:
    """One lamp above the table and the light that comes from everywhere."""

    towards_deg: float = 120.0
    """The direction that the lamp lies in, counter-clockwise from +x."""
    elevation_deg: float = 52.0
    ambient: float = 0.45
    """Share of the light that throws no shadow."""
    gradient: float = 0.3
    """How much less light the far end of the table gets than the lamp's end."""
    softness_in: float = 0.35
    """How wide the edge of the shadow of something an inch high is."""
    glare: float = 0.0
    """How strongly glossy paper mirrors the lamp; 1 turns black ink nearly white."""

    def __post_init__(self) -> None:
        within(self.elevation_deg, "elevation_deg", least=10.0, most=90.0)
        for name in ("ambient", "gradient"):
            within(getattr(self, name), name, least=0.0, most=1.0)
        within(self.softness_in, "softness_in", least=0.0, most=5.0)
        within(self.glare, "glare", least=0.0, most=3.0)

    @property
    def direction(self) -> Triple:
        """From the table towards the lamp, of length 1."""
        turn, rise = math.radians(self.towards_deg), math.radians(self.elevation_deg)
        flat = math.cos(rise)
        return (flat * math.cos(turn), flat * math.sin(turn), math.sin(rise))
