"""Describes a scene: a table, what stands and lies on it, who moves it, and the camera."""

from dataclasses import dataclass, field
from typing import Final, Literal

from rules.table.bad_input import BadInputError
from rules.table.shapes import Footprint
from vision.synthetic.described.optics import Pair, SceneCamera, SceneLight, Triple, within

Mat = Literal["grass", "sand", "felt", "snow", "paper", "wood"]
MATS: Final[tuple[Mat, ...]] = ("grass", "sand", "felt", "snow", "paper", "wood")
Shape = Literal["infantry", "rider", "tank", "tree", "beast", "banner"]
SHAPES: Final[tuple[Shape, ...]] = ("infantry", "rider", "tank", "tree", "beast", "banner")
Ground = Literal["felt", "card", "wood", "water", "road", "rubble"]
GROUNDS: Final[tuple[Ground, ...]] = ("felt", "card", "wood", "water", "road", "rubble")

Colour = tuple[int, int, int]
"""Red, green, blue from 0 to 255, as a paint program has them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneTag:
    """One printed tag: what is on the paper and how the paper lies."""

    id: int
    dictionary: str = "DICT_4X4_250"
    side_in: float = 0.8
    """As designed; the print may be larger."""
    margin_cells: float = 1.0
    offset_in: Pair = (0.0, 0.0)
    """Where its middle is in the frame of its piece."""
    lift_in: float = 0.0
    """How much higher than its piece's upper face it lies."""
    turn_deg: float = 0.0
    """Against its piece's heading; at 0 the marker's right side looks where the piece does."""
    print_scale: float = 1.0
    """1.01 is a print that came out a per cent too large."""
    curl_in: float = 0.0
    """How far two opposite edges bend upwards; below 0 they stay down and the middle rises."""
    curl_turn_deg: float = 0.0
    """The direction across which it bends, against the tag's own +x."""
    tilt_deg: float = 0.0
    tilt_turn_deg: float = 0.0
    """The direction that rises when it tilts, against the tag's own +x."""
    gloss: float = 0.0
    ink: float = 0.045
    """How much light the black reflects; printers leave 0.03 to 0.08."""

    def __post_init__(self) -> None:
        within(self.id, "id", least=0, most=4095)
        within(self.side_in, "side_in", least=0.1, most=20.0)
        within(self.margin_cells, "margin_cells", least=0.0, most=4.0)
        within(self.print_scale, "print_scale", least=0.5, most=1.5)
        within(self.curl_in, "curl_in", least=-0.3 * self.side_in, most=0.3 * self.side_in)
        within(self.tilt_deg, "tilt_deg", least=-45.0, most=45.0)
        within(self.lift_in, "lift_in", least=0.0, most=24.0)
        within(self.gloss, "gloss", least=0.0, most=1.0)
        within(self.ink, "ink", least=0.0, most=0.5)

    @property
    def printed_in(self) -> float:
        """The side as it came out of the printer."""
        return self.side_in * self.print_scale


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """An upright cut-out of paper that stands on its piece across the heading."""

    shape: Shape = "infantry"
    height_in: float = 1.3
    offset_in: Pair = (0.0, 0.0)
    turn_deg: float = 0.0
    """0 shows its broad side to whoever the piece looks at."""

    def __post_init__(self) -> None:
        within(self.height_in, "height_in", least=0.2, most=12.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Print:
    """A filled area of paper or ink on a piece's upper face."""

    outline_in: tuple[Pair, ...]
    """In the piece's frame."""
    rgb: Colour = (232, 231, 227)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenePlace:
    """Where something is: inches on the table and the heading."""

    x: float
    y: float
    heading: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenePiece:
    """A base with what is glued to it."""

    id: str
    place: ScenePlace
    footprint: Footprint
    side: str = ""
    kind: str = ""
    colour: Colour = (150, 150, 150)
    height_in: float = 0.06
    """Of its upper face, which carries the tags."""
    base_in: float = 0.0
    """What it stands on: the height of the hill under it."""
    tags: tuple[SceneTag, ...] = ()
    prints: tuple[Print, ...] = ()
    """Under the tags; a later one covers those before it."""
    figures: tuple[Figure, ...] = ()
    anchor: bool = False
    """Fixed to the table: no piece of the snapshot."""

    def __post_init__(self) -> None:
        within(self.height_in, "height_in", least=0.0, most=12.0)
        within(self.base_in, "base_in", least=0.0, most=12.0)

    @property
    def top_in(self) -> float:
        """The height of the tags above the table."""
        return self.base_in + self.height_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Patch:
    """Terrain: a shape of felt, card or wood with upright sides."""

    id: str
    kind: str
    outline_in: tuple[Pair, ...]
    surface: Ground = "felt"
    colour: Colour = (86, 108, 60)
    height_in: float = 0.06
    trees: int = 0
    """How many paper trees stand in it, scattered by the scene's seed."""

    def __post_init__(self) -> None:
        within(self.height_in, "height_in", least=0.0, most=24.0)
        within(self.trees, "trees", least=0, most=60)


@dataclass(frozen=True, slots=True, kw_only=True)
class Station:
    """A place at a moment; between two of them things glide."""

    at_s: float
    place: ScenePlace


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneMove:
    """Where a piece is from its first station on."""

    piece: str
    stations: tuple[Station, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneHand:
    """A hand that reaches over the table; its heading is where the fingers point."""

    stations: tuple[Station, ...]
    """The tip of the middle finger."""
    height_in: float = 2.0
    length_in: float = 7.2
    """From the wrist to the tip of the middle finger."""
    skin: Colour = (214, 164, 136)
    sleeve: Colour = (58, 70, 96)

    def __post_init__(self) -> None:
        within(self.height_in, "height_in", least=0.1, most=20.0)
        within(self.length_in, "length_in", least=2.0, most=15.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bump:
    """Somebody knocks the camera: from then on it stands and looks a little otherwise."""

    at_s: float
    shift_in: Triple = (0.0, 0.0, 0.0)
    turn_deg: Triple = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        within(self.at_s, "at_s", least=0.0, most=3600.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableScene:
    """Everything that a frame depends on, but for its time and the size of the picture."""

    name: str
    says: str = ""
    width_in: float
    depth_in: float
    camera: SceneCamera
    light: SceneLight = field(default_factory=SceneLight)
    mat: Mat = "grass"
    mat_grid_in: float = 0.0
    """Squares printed on the mat; 0 for none."""
    pieces: tuple[ScenePiece, ...] = ()
    terrain: tuple[Patch, ...] = ()
    moves: tuple[SceneMove, ...] = ()
    hands: tuple[SceneHand, ...] = ()
    bumps: tuple[Bump, ...] = ()
    seconds: float = 0.0
    rate_hz: float = 10.0
    exposure_s: float = 0.02
    """How long a frame collects light: what moves smears for that long."""
    seed: int = 1

    def __post_init__(self) -> None:
        within(self.width_in, "width_in", least=1.0, most=200.0)
        within(self.depth_in, "depth_in", least=1.0, most=200.0)
        within(self.seconds, "seconds", least=0.0, most=3600.0)
        within(self.rate_hz, "rate_hz", least=0.1, most=240.0)
        within(self.exposure_s, "exposure_s", least=0.0, most=1.0)
        if self.seed < 0:
            raise BadInputError("seed", expected="0 or more", got=f"{self.seed}")
        names = [piece.id for piece in self.pieces]
        for name in names:
            if names.count(name) > 1:
                raise BadInputError("pieces", expected="an id of its own", got=f"{name!r} twice")
        moved: set[str] = set()
        for move in self.moves:
            if move.piece not in names:
                raise BadInputError(
                    "moves", expected=f"one of {', '.join(names)}", got=repr(move.piece)
                )
            if move.piece in moved:
                expected = "each piece once, with all of its path"
                raise BadInputError("moves", expected=expected, got=f"{move.piece!r} twice")
            moved.add(move.piece)

    @property
    def frames(self) -> int:
        """How many frames its story takes; a still is one."""
        return max(1, round(self.seconds * self.rate_hz))
