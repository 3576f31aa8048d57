"""`umpire record`: keeps what a camera sees, so that an evening can be looked at again."""

import json
import platform
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from api.errors import ExitCode, UserError
from api.files.new_folder import make_empty, writing
from api.files.photograph_files import told_by_code
from api.files.profile_file import read_profile
from api.terminal.guide import Guide
from api.terminal.output import AsJson, Output
from api.version import version
from calibration.profile import CalibrationProfile, CameraId, check_camera
from calibration.profile_json import profile_to_json

if TYPE_CHECKING:
    from vision.camera.recording import Recorder
    from vision.camera.source import Frame, Identity
    from vision.pipeline import Pipeline

HELP = (
    "Record a camera: every picture as the camera sent it, and a line about each. The folder is a "
    "source again, wherever a camera can be named."
)
PACKAGES: Final = ("numpy", "shapely")

Entry = tuple["Frame", dict[str, Any]]
"""A frame, and what is written about it besides."""


def record(
    context: typer.Context,
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOURCE",
            help="A camera's number or name, a stream's address, a video, a scene.",
        ),
    ],
    *,
    folder: Annotated[
        Path, typer.Option("--output", "-o", help="A new or empty folder for the recording.")
    ],
    seconds: Annotated[
        float | None, typer.Option(min=0.1, help="How long; by default until Ctrl-C.")
    ] = None,
    profile: Annotated[
        str | None,
        typer.Option(
            help="Kept with the recording, and each picture is measured; another camera than its "
            "own is refused."
        ),
    ] = None,
    roster: Annotated[
        str | None,
        typer.Option(help="Which tag is which piece; it goes with a profile and is kept, too."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    from vision.camera.opening import is_live

    output: Output = context.obj
    if roster is not None and profile is None:
        message = "--roster: expected --profile beside it, without which nothing is measured"
        raise UserError(message, ExitCode.USAGE)
    measured = None if profile is None else SnapshotMaker.by(profile, roster=roster)
    make_empty(folder)
    with told_by_code(ExitCode.BAD_INPUT), Guide(output) as guide:
        recording = Recording(folder, guide=guide, measured=measured)
        entries = recording.watched if is_live(source) else recording.read
        try:
            recording.keep(entries(source, seconds=seconds))
        except KeyboardInterrupt:
            if not recording.frames:
                raise
        finally:
            recording.close()
            # Even when the disk is full: what has been recorded is worth keeping.
            if recording.frames:
                output.deed(recording.summary, as_json=as_json, **recording.facts)


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotMaker:
    """What makes a snapshot of each picture, and what a recording must keep to make it again."""

    profile: CalibrationProfile
    pipeline: "Pipeline"
    roster: dict[str, str] | None

    @classmethod
    def by(cls, profile: str, *, roster: str | None) -> "SnapshotMaker":
        """From the files that were named."""
        from api.locating.set_up import battle_for
        from vision.pipeline import Pipeline

        read = read_profile(profile)
        battle = battle_for(roster, profile=read, origin=profile)
        kept = None
        if roster is not None:
            place = Path(roster)
            kept = {"name": place.name, "text": place.read_text(encoding="utf-8-sig")}
        return cls(profile=read, pipeline=Pipeline(read, tag_layout=battle), roster=kept)

    def line(self, frame: "Frame") -> dict[str, Any]:
        """The line about the next picture."""
        from vision.seen_now import frame_line
        from vision.tracking.frame import TableFrame

        camera = self.profile.camera.name
        seen = TableFrame(
            number=frame.number, seconds=frame.seconds, camera=camera, grey=frame.grey
        )
        return frame_line(self.pipeline, self.pipeline.step(seen))


class Recording:
    """What is recorded in one run of the command."""

    def __init__(self, folder: Path, *, guide: Guide, measured: SnapshotMaker | None) -> None:
        self._folder = folder
        self._measured = measured
        self._profile = None if measured is None else measured.profile
        self._guide = guide
        self._recorder: Recorder | None = None
        self._identity: Identity | None = None
        self._skipped = self._lost = 0
        self.frames = 0

    def keep(self, entries: Iterator[Entry]) -> None:
        """Write each down before the next one is asked for."""
        from vision.camera.recording import Recorder

        for frame, more in entries:
            with writing(self._folder):
                if self._recorder is None:
                    assert self._identity is not None
                    self._recorder = Recorder(
                        self._folder, camera=self._identity, about=self._about()
                    )
                made = {} if self._measured is None else self._measured.line(frame)
                self._recorder.add(frame, more={**more, **made})
            self.frames += 1

    def watched(self, text: str, *, seconds: float | None) -> Iterator[Entry]:
        """A camera in a process of its own, with all that happens to it."""
        from api.locating.moments import looks_through, on_one_clock

        last, began = -1, None
        expected = None if self._profile is None else self._profile.camera
        with closing(looks_through(text, expected=expected)) as looks:
            for look, self._identity in looks:
                self._skipped, self._lost = look.counts.skipped, look.counts.lost
                if look.frame is not None and look.frame.number > last:
                    last = look.frame.number
                    came = look.frame.captured_s
                    now = time.monotonic() if came is None else came
                    began = now if began is None else began
                    health = _health(look.health.state, look.health.note)
                    yield on_one_clock(look.frame, began=began), {"health": health}
                self._say(look.health.state, look.health.note)
                if began is not None and seconds and time.monotonic() - began >= seconds:
                    return

    def read(self, text: str, *, seconds: float | None) -> Iterator[Entry]:
        """A video or a scene: every picture of it, as fast as it goes."""
        from vision.camera.opening import open_source
        from vision.camera.source import SourceError

        try:
            with open_source(text, clock=time.monotonic) as source:
                self._identity = source.identity
                self._check(source.identity)
                for frame in source.frames():
                    if seconds and frame.seconds >= seconds:
                        return
                    yield frame, {}
        except SourceError as failure:
            raise UserError(str(failure), ExitCode.BAD_INPUT) from failure

    def _check(self, used: "Identity") -> None:
        if self._profile is None:
            return
        camera = CameraId(name=used.name, id=used.id, width=used.width, height=used.height)
        with told_by_code(ExitCode.REFUSED):
            check_camera(self._profile.camera, camera)

    def _about(self) -> dict[str, Any]:
        about: dict[str, Any] = {"versions": _versions()}
        if self._profile is not None:
            about["profile"] = json.loads(profile_to_json(self._profile))
        if self._measured is not None and self._measured.roster is not None:
            about["roster"] = self._measured.roster
        return about

    def _say(self, state: str, note: str) -> None:
        self._guide.say(f"{state}: {note}" if note else f"{state} (stop with Ctrl-C)")

    def close(self) -> None:
        """Complete what there is."""
        if self._recorder is not None:
            self._recorder.close()

    @property
    def facts(self) -> dict[str, object]:
        """The same as its summary, for programs."""
        return {
            "wrote": str(self._folder),
            "frames": self.frames,
            "lost": self._lost,
            "skipped": self._skipped,
        }

    @property
    def summary(self) -> str:
        """What there is now, and what there is not."""
        text = f"recorded {self.frames:,} frame{'' if self.frames == 1 else 's'} in {self._folder}"
        missed = [
            f"{count:,} {what}"
            for count, what in ((self._lost, "lost by the camera"), (self._skipped, "skipped"))
            if count
        ]
        return f"{text}; {' and '.join(missed)}" if missed else text


def _health(state: str, note: str) -> dict[str, str]:
    return {"state": str(state), "note": note}


def _versions() -> dict[str, str]:
    import cv2

    packages = {name: metadata.version(name) for name in PACKAGES}
    return {
        "paper_umpire": version(),
        "python": platform.python_version(),
        "opencv": str(cv2.__version__),
        **packages,
    }
