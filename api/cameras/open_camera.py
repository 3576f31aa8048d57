"""Gives access to the cameras, and loads what sees only once somebody asks for one.

A server that was killed has to be back within two seconds; most evenings begin without a camera.
"""

import logging
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from fastapi import Depends, Request

from api.cameras.choices import KEPT_CAMERAS
from api.phones.room import PhoneRoom
from api.tables.switch import SwitchedTable, camera_table

if TYPE_CHECKING:
    from api.cameras.desk import CameraDesk
    from vision.camera.source import Frame

LOG: Final = logging.getLogger("umpire")
CLOSING_S: Final = 10.0
"""How long the end of the server waits for cameras that are just being opened."""


class DeskDoor:
    """Gives the desk of one server to whoever needs it. For any thread."""

    def __init__(
        self, table: SwitchedTable, *, folder: Path, given: Sequence[str], phones: PhoneRoom
    ) -> None:
        self._table = table
        self._phones = phones
        self._folder = folder
        self._given = tuple(given)
        self._desk: CameraDesk | None = None
        self._guard = threading.Lock()
        self._is_closed = False
        self._coming = threading.Thread(
            target=self._come_back, name="cameras of last time", daemon=True
        )

    def desk(self) -> "CameraDesk":
        """The desk, made when it is first asked for."""
        with self._guard:
            if self._desk is None:
                from api.cameras.desk import CameraDesk

                self._desk = CameraDesk(
                    self._table, folder=self._folder, given=self._given, phones=self._phones
                )
            return self._desk

    @property
    def made(self) -> "CameraDesk | None":
        """The desk, if anybody has asked for it yet."""
        return self._desk

    def newest(self) -> "dict[str, Frame]":
        """The latest picture of each camera that can be trusted, by its name, whether the table is
        measured through it or not; first the one that is shown. A camera alone has no name.
        """
        table = camera_table(self._table)
        if table is not None:
            return {shot.name: shot.frame for shot in table.views()}
        running = None if self._desk is None else self._desk.running
        frame = None if running is None else running.latest().ruling_frame
        return {} if frame is None else {"": frame}

    def put(self, desk: "CameraDesk") -> None:
        """One that somebody brings: a test, or whoever opened a camera at the start."""
        with self._guard:
            self._desk = desk

    def come_back(self) -> None:
        """Let the cameras of last time see the table again, in a thread of its own.

        Not where another table was named at the start, be it by a camera or a file.
        """
        by_hand = self._table.current is self._table.by_hand
        if by_hand and self._desk is None and (self._folder / KEPT_CAMERAS).exists():
            self._coming.start()

    def _come_back(self) -> None:
        try:
            from api.cameras.coming_back import come_back

            desk = self.desk()
            if not self._is_closed:
                come_back(desk)
        except Exception as failure:
            # The umpire goes on without them.
            LOG.error("the cameras of last time do not come back: %r", failure)  # noqa: TRY400
            LOG.debug("it happened here", exc_info=True)

    def close(self) -> None:
        """Release whatever is open."""
        with self._guard:
            self._is_closed = True
            if self._desk is not None:
                self._desk.close()
        if self._coming.is_alive():
            self._coming.join(CLOSING_S)


def desk_of(request: Request) -> "CameraDesk":
    """The cameras of this server."""
    door: DeskDoor = request.app.state.door
    return door.desk()


if TYPE_CHECKING:
    Desk = Annotated[CameraDesk, Depends(desk_of)]
else:
    # FastAPI inspects the types of parameters, which would load what is not needed yet.
    Desk = Annotated[object, Depends(desk_of)]
