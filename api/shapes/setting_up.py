"""Describes how far the set-up of a camera is, step by step."""

from api.shapes.shaped import Described


class CameraBesideTold(Described):
    """A measured camera over the same table, beside the one that is open."""

    camera: str
    name: str
    state: str
    note: str
    accuracy_in: float
    is_placed_by_others: bool
    """Whether it stands by what it shares with the others, for want of anchors in its picture."""


class CameraMissingTold(Described):
    """A camera that saw the table when the umpire stopped, and does not see it now."""

    camera: str
    """What `DELETE /setup/beside/{camera}` does without; the next use of the table does, too."""
    name: str
    note: str
    """Why, and what to do, as a sentence."""
    is_opening: bool
    """Whether it is still being opened."""


class CameraJoinedTold(Described):
    """What one of several cameras counts for in the table that they make together."""

    name: str
    is_well: bool
    note: str
    """Why it is left out, or what to know of it."""
    delay_s: float
    """How late its pictures are against the first camera's, as moving pieces tell."""
    delay_sigma_s: float
    hidden_s: float
    """For how long, while it was well, it could not see a piece or more that another saw."""


class KitRosterTold(Described):
    """The army whose tags the camera looks for."""

    name: str
    dictionary: str
    width_in: float
    depth_in: float
    anchors: list[int]
    anchors_named: dict[str, str]
    """Where each anchor lies, by its number."""
    anchor_in: float
    pieces: list[str]


class LensCoverageTold(Described):
    """Which parts of the picture have been seen how often."""

    rows: int
    columns: int
    views: list[list[int]]


class LensSolvedTold(Described):
    """A measured lens."""

    views_used: int
    rms_px: float
    sentences: list[str]
    warnings: list[str]


class LensStepTold(Described):
    """How far the lens is measured, and what to do next."""

    views: int
    enough_views: int
    says: str
    next: str
    missing: list[str]
    is_enough: bool
    coverage: LensCoverageTold
    solved: LensSolvedTold | None


class PhotographTold(Described):
    """A photograph of the anchors."""

    photograph: int
    anchors: list[int]
    note: str


class TapeTold(Described):
    """What a tape reads from the middle of one anchor to that of another."""

    one: int
    other: int
    inches: float


class AccuracyStepTold(Described):
    """How the accuracy came, one step of it."""

    step: str
    accuracy_in: float
    says: str


class AccuracyTold(Described):
    """How well a calibrated table measures: two standard errors of a place."""

    accuracy_in: float
    worst_in: float
    history: list[AccuracyStepTold]


class AccuracyKeptTold(AccuracyTold):
    """A table that was measured at an earlier time."""

    camera: str


class PrintTold(Described):
    """Whether the kit was printed at its true size."""

    verdict: str
    says: str


class TableSolvedTold(AccuracyTold):
    """A measured table, and what would make it better."""

    rms_px: float
    print: PrintTold
    warnings: list[str]
    next: list[str]


class TableStepTold(Described):
    """How far the table is measured."""

    photographs: list[PhotographTold]
    anchors_wanted: list[int]
    bar_in: float | None
    card_scale: float | None
    """How large the kit was printed, by a photograph with a bank card: 1 is true."""
    tape: TapeTold | None
    solved: TableSolvedTold | None


class PieceCheckTold(Described):
    """The tags of a piece, and those still to be shown."""

    piece: str
    tags: list[int]
    unseen: list[int]


class SecondOpinionTold(Described):
    """A photograph of the table by another camera, beside what the camera sees."""

    pieces: int
    """How many of the army it shows."""
    error_in: float
    """Two standard errors of the place that it knows least well."""
    apart: list[str]
    """A sentence for each piece that differs by more than both errors."""
    notes: list[str]


class CheckStepTold(Described):
    """Which tags of the army have been shown."""

    pieces: list[PieceCheckTold]
    unseen: int
    """How many pieces are still to be shown."""
    strangers: list[int]
