"""Sets a camera up over HTTP: roster, lens, anchors, print, check, and its use."""

from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Body, Path
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute
from api.cameras.open_camera import Desk
from api.errors import ProblemError
from api.routes.cameras.cameras import CameraNow, at_the_desk, now_told
from api.shapes.setting_up import (
    AccuracyKeptTold,
    CameraBesideTold,
    CameraJoinedTold,
    CameraMissingTold,
    CheckStepTold,
    KitRosterTold,
    LensStepTold,
    TableStepTold,
)
from api.shapes.shaped import Described, Shaped
from api.tables.switch import camera_table

if TYPE_CHECKING:
    from api.cameras.desk import CameraDesk
    from api.kit.kit_in_use import KitInUse

router = APIRouter(prefix="/api/v1/setup", tags=["set-up"], route_class=AdmittingRoute)

Shown = dict[str, Any]


class RosterWanted(BaseModel):
    """An army: the text of a TOML roster, or the name of one that comes with the umpire."""

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"examples": [{"sample": "paper-tigers"}]}
    )

    roster_toml: str | None = None
    sample: Annotated[str | None, Field(max_length=100)] = None


class TapeLaid(BaseModel):
    """From the middle of one anchor, by its number, to the middle of another."""

    model_config = ConfigDict(extra="forbid", strict=True)

    one: Annotated[int, Field(ge=0, lt=100)]
    other: Annotated[int, Field(ge=0, lt=100)]
    inches: Annotated[float, Field(gt=0, lt=1000)]


class PrintChecked(BaseModel):
    """What a ruler says of the printed bar of six inches, and a tape of the table; null is none."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={
            "examples": [
                {"bar_in": 5.98},
                {"bar_in": 5.98, "tape": {"one": 0, "other": 1, "inches": 35.9}},
            ]
        },
    )

    bar_in: Annotated[float | None, Field(gt=0, lt=100)]
    tape: TapeLaid | None = None


class SetupTold(Described):
    """How far the set-up is, every step of it; a step that was not begun is null."""

    camera: CameraNow
    beside: list[CameraBesideTold]
    """Cameras that are measured already, and see the table with the one that is set up now."""
    joined: list[CameraJoinedTold]
    """All cameras of a table that several make together."""
    missing: list[CameraMissingTold]
    """Cameras that saw the table when the umpire stopped, and do not see it since."""
    roster: KitRosterTold | None
    lens: LensStepTold | None
    table: TableStepTold | None
    check: CheckStepTold | None
    kept: AccuracyKeptTold | None
    """A table that was measured at an earlier time."""
    in_use: bool
    """Whether the table is what this camera sees."""


SetupShown = Annotated[Shown, Shaped(SetupTold)]


class RosterTold(BaseModel):
    """A roster that comes with the umpire."""

    sample: str


class ThresholdTold(BaseModel):
    """One threshold of the live table, as `umpire doctor --thresholds` tells it."""

    name: str
    value: float
    unit: str
    consequence: str
    """What changing it costs."""


@router.get("", operation_id="setup")
def setup(desk: Desk) -> SetupShown:
    """How far everything is: poll it while a step is under way."""
    return told(desk)


@router.get("/rosters", operation_id="sample_rosters")
def sample_rosters() -> list[RosterTold]:
    """The rosters that come with the umpire."""
    from api.files.roster_file import roster_names

    return [RosterTold(sample=name) for name in roster_names()]


@router.get("/thresholds", operation_id="thresholds")
def shown_thresholds() -> list[ThresholdTold]:
    """What the live table goes by, in the order of its documentation."""
    from vision.tracking.settings import thresholds

    return [ThresholdTold(**asdict(each)) for each in thresholds()]


@router.put("/roster", operation_id="choose_roster")
def choose_roster(desk: Desk, wanted: Annotated[RosterWanted, Body()]) -> SetupShown:
    """Choose the army: its kit says how large the table is and which tags are on it."""
    from api.files.roster_file import roster_names, roster_text
    from api.kit.kit_in_use import kit_in_use

    if (wanted.roster_toml is None) == (wanted.sample is None):
        raise ProblemError(
            422,
            kind="bad-question",
            title="Bad question",
            detail="roster_toml: expected either this or sample",
        )
    if wanted.sample is not None and wanted.sample not in roster_names():
        raise ProblemError(
            404,
            kind="unknown-roster",
            title="Unknown roster",
            detail=f"there is no such roster; there are: {', '.join(roster_names())}",
            known=list(roster_names()),
        )
    with at_the_desk():
        text = roster_text(wanted.sample) if wanted.sample else wanted.roster_toml or ""
        desk.choose_kit(kit_in_use(text, name=wanted.sample or "roster"))
    return told(desk)


@router.post("/lens", operation_id="start_lens")
def start_lens(desk: Desk) -> SetupShown:
    """Begin to look for the lens board; views are kept by themselves once it is held still."""
    return _after(desk, desk.start_lens)


@router.post("/lens/views", operation_id="take_lens_view")
def take_lens_view(desk: Desk) -> SetupShown:
    """Keep the next picture also if the board is not held still."""
    if desk.lens is None:
        raise not_started("no lens is being measured: start that first")
    return _after(desk, desk.lens.take)


@router.post("/lens/solve", operation_id="solve_lens")
def solve_lens(desk: Desk) -> SetupShown:
    """Measure the lens from the views so far; it is kept for this camera."""
    return _after(desk, desk.finish_lens)


@router.post("/table", operation_id="start_table")
def start_table(desk: Desk) -> SetupShown:
    """Begin to photograph the anchors."""
    return _after(desk, desk.start_table)


@router.post("/table/photographs", operation_id="take_photograph")
def take_photograph(desk: Desk) -> SetupShown:
    """Photograph the anchors; the last photograph is from where the game is watched."""
    return _after(desk, desk.photograph)


@router.delete("/table/photographs/{photograph}", operation_id="remove_photograph")
def remove_photograph(desk: Desk, photograph: Annotated[int, Path(ge=1, le=10_000)]) -> SetupShown:
    """Forget a photograph."""
    if desk.table_step is None or not desk.table_step.remove(photograph):
        raise ProblemError(
            404,
            kind="unknown-photograph",
            title="Unknown photograph",
            detail="there is no such photograph",
        )
    return told(desk)


@router.put("/print", operation_id="check_print")
def check_print(desk: Desk, checked: Annotated[PrintChecked, Body()]) -> SetupShown:
    """Say how long the printed bar of six inches really is, and how far anchors are apart."""
    from api.cameras.table_step import Tape

    step = desk.table_step
    if step is None:
        raise not_started("no table is being measured: start that first")
    tape = None if checked.tape is None else Tape(**checked.tape.model_dump())
    return _after(desk, lambda: step.check_print(checked.bar_in, tape))


@router.post("/table/solve", operation_id="solve_table")
def solve_table(desk: Desk) -> SetupShown:
    """Measure the table from the photographs so far: the accuracy in inches, and what is next."""
    return _after(desk, desk.solve_table)


@router.post("/table/moved", operation_id="camera_moved")
def camera_moved(desk: Desk) -> SetupShown:
    """The camera stands elsewhere: one photograph tells where, for the anchors have not moved."""
    return _after(desk, desk.camera_moved)


@router.post("/table/shared", operation_id="place_by_others")
def place_by_others(desk: Desk) -> SetupShown:
    """Place the open camera, which sees too few anchors, by what it shares with those beside it."""
    return _after(desk, desk.place_by_others)


@router.post("/beside", operation_id="set_camera_aside")
def set_camera_aside(desk: Desk) -> SetupShown:
    """Keep the measured camera running, and choose another one over the same table."""
    return _after(desk, desk.set_aside)


@router.delete("/beside/{camera}", operation_id="close_camera_beside")
def close_camera_beside(desk: Desk, camera: Annotated[str, Path(max_length=40)]) -> SetupShown:
    """Do without a camera that was set aside, or that is missing since the last time."""
    aside = {each.choice.id: each.choice for each in desk.aside.cameras}
    missing = [each.id for each in desk.kept_cameras.told]
    known = [*aside, *missing]
    if camera not in known:
        raise ProblemError(
            404,
            kind="unknown-camera",
            title="Unknown camera",
            detail="there is no such camera beside the open one",
            known=known,
        )
    with at_the_desk():
        if camera in aside:
            desk.leave_table()
            desk.aside.take_out(camera)
        desk.kept_cameras.without(told=camera, choice=aside.get(camera))
    return told(desk)


@router.post("/check", operation_id="start_check")
def start_check(desk: Desk) -> SetupShown:
    """Begin to tick off the tags of the army: show each to the camera once."""
    return _after(desk, desk.start_check)


@router.post("/use", operation_id="use_camera")
def use_camera(desk: Desk) -> SetupShown:
    """From now on the table is what this camera sees, also after the umpire was started again."""
    return _after(desk, lambda: use_from_now_on(desk))


@router.delete("/use", operation_id="leave_camera")
def leave_camera(desk: Desk) -> SetupShown:
    """From now on the table is moved by hand again; the camera stays open."""
    return _after(desk, lambda: leave_for_good(desk))


def told(desk: "CameraDesk") -> Shown:
    """Camera, roster and every step."""
    from api.cameras.table_step import accuracy_told
    from api.cameras.together.telling import beside_told, joined_told, missing_told

    kit, lens, table, check = desk.kit, desk.lens, desk.table_step, desk.check
    kept = desk.kept_profile()
    return {
        "camera": now_told(desk).model_dump(mode="json"),
        "beside": beside_told(desk.aside),
        "joined": joined_told(camera_table(desk.table)),
        "missing": missing_told(desk.kept_cameras),
        "roster": None if kit is None else _roster(kit),
        "lens": None if lens is None else lens.told(),
        "table": None if table is None else table.told(),
        "check": None if check is None else check.told(),
        "kept": None if kept is None else {"camera": str(kept.camera), **accuracy_told(kept)},
        "in_use": camera_table(desk.table) is not None,
    }


def use_from_now_on(desk: "CameraDesk") -> None:
    """Use the table, and keep which cameras see it for the next start."""
    from api.cameras.together.kept_cameras import KeptCamera

    desk.use_table()
    seeing = [KeptCamera.of(each.choice, each.profile.camera) for each in desk.aside.cameras]
    if desk.choice is not None:
        seeing.append(KeptCamera.of(desk.choice, desk.camera()))
    desk.kept_cameras.keep(seeing)


def leave_for_good(desk: "CameraDesk") -> None:
    """Leave the table, also after the next start."""
    desk.kept_cameras.forget()
    desk.leave_table()


def not_started(says: str) -> ProblemError:
    return ProblemError(409, kind="not-yet", title="Conflict", detail=says)


def _roster(kit: "KitInUse") -> Shown:
    from calibration.anchors import anchors_of

    printed = kit.printed
    return {
        "name": kit.name,
        "dictionary": printed.dictionary,
        "width_in": float(printed.table.width),
        "depth_in": float(printed.table.depth),
        "anchors": list(printed.anchor_numbers),
        "anchors_named": {str(each.number): each.name for each in anchors_of(printed.table)},
        "anchor_in": printed.anchor_size,
        "pieces": [tagged.entry.id for tagged in kit.battle.pieces],
    }


def _after(desk: "CameraDesk", step: Callable[[], object]) -> Shown:
    with at_the_desk():
        step()
    return told(desk)
