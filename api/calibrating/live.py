"""Measures a lens live: says one sentence at a time, and loses nothing when it ends."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

from api.calibrating.board_watch import BoardWatch, Watched
from api.calibrating.lens import Views, printed_board
from api.errors import ExitCode, UserError
from api.files.new_folder import write_whole, writing
from api.files.photograph_files import told_by_code
from api.kit.kit_file import PrintedKit
from api.locating.moments import looks_through
from api.reports.coverage_picture import coverage_picture
from api.reports.page import alone
from api.terminal.guide import Guide
from api.terminal.output import Output
from api.wording import counted
from calibration.profile import CameraId
from vision.board import BoardView, view_of
from vision.camera.keeper import CameraLook
from vision.camera.opening import is_live, open_source
from vision.camera.source import Frame, Identity, Source, SourceError
from vision.camera.stills import Stills
from vision.tags.tag_family import TagFamily


def from_camera(output: Output, *, source: str, kit: PrintedKit, picture: Path) -> Views:
    """Views from a source that somebody named; a device is given back in any case."""
    guide = Guide(output)
    with told_by_code(ExitCode.BAD_INPUT):
        with guide:
            opened = _opened(source, say=guide.say)
        output.remark(f"{picture} shows where the board has been; Ctrl-C ends it and loses nothing")
        with opened, guide:
            try:
                return live_views(opened, kit=kit, picture=picture, say=guide.say)
            except SourceError as failure:
                raise UserError(str(failure), ExitCode.CANNOT_SEE) from failure


def _opened(text: str, *, say: Callable[[str], None]) -> Source:
    try:
        if is_live(text):
            return WatchedCamera(text, say=say)
        return open_source(text, clock=time.monotonic)
    except SourceError as failure:
        raise UserError(str(failure), ExitCode.BAD_INPUT) from failure


class WatchedCamera:
    """A device or stream in a process of its own: one that hangs or goes is told and comes back."""

    def __init__(self, text: str, *, say: Callable[[str], None]) -> None:
        self._looks = looks_through(text, expected=None)
        self._say = say
        self._identity = self._opened()

    def _opened(self) -> Identity:
        for look, identity in self._looks:
            if look.frame is not None and identity is not None:
                return identity
            self._tell(look)
        raise SourceError("the camera gave no picture")

    @property
    def identity(self) -> Identity:
        return self._identity

    def frames(self) -> Iterator[Frame]:
        """The pictures that are good enough to measure from; says why, when there is none."""
        last = -1
        for look, _ in self._looks:
            frame = look.ruling_frame
            if frame is None:
                self._tell(look)
            elif frame.number > last:
                last = frame.number
                yield frame

    def _tell(self, look: CameraLook) -> None:
        self._say(f"{look.health.state}: {look.health.note}")

    def close(self) -> None:
        self._looks.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()


def live_views(
    source: Source, *, kit: PrintedKit, picture: Path, say: Callable[[str], None]
) -> Views:
    """Watch until nothing is missing, the source ends, or somebody presses Ctrl-C."""
    identity = source.identity
    camera = identity.as_camera()
    # Each photograph of a folder shows something else: none is like the one before.
    watch = BoardWatch(board=kit.board, waits_for_stillness=not isinstance(source, Stills))
    try:
        for watched in watch.watch(looked(source, kit=kit)):
            say(_sentence(watched))
            if watched.kept:
                _draw(watch, kit=kit, camera=camera, place=picture)
    except KeyboardInterrupt:
        if not watch.views:
            raise
        say(f"stopped with {counted(len(watch.views), 'view')}, of which none is lost")
    return Views(camera=camera, seen=watch.views, sharpness=watch.sharpness)


def looked(source: Source, *, kit: PrintedKit) -> Iterator[tuple[Frame, BoardView]]:
    """Each picture with the board in it, as far as it is."""
    board, family = printed_board(kit), TagFamily.of(kit.dictionary)
    for frame in source.frames():
        yield frame, view_of(frame.grey, board, family=family, picture=frame.name)


def _sentence(watched: Watched) -> str:
    return f"{counted(watched.coverage.views, 'view')}: {watched.says}"


def _draw(watch: BoardWatch, *, kit: PrintedKit, camera: CameraId, place: Path) -> None:
    drawn = coverage_picture(watch.views, width=camera.width, height=camera.height, board=kit.board)
    with writing(place):
        place.parent.mkdir(parents=True, exist_ok=True)
    write_whole(alone(drawn).encode(), place=place, force=True)
