"""Sends the pictures of a camera one after the other, as browsers and programs show them.

The pictures are made in one thread of their own, and only while somebody looks; a reader that is
slow gets fewer of them, and holds nobody up.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from fastapi.responses import Response, StreamingResponse

from api.errors import NoPictureError, ProblemError

if TYPE_CHECKING:
    from api.cameras.running import RunningCamera

MOST_STREAMS: Final = 4
MOST_PER_SECOND: Final = 8.0
BOUNDARY: Final = "paper-umpire-frame"
MEDIA_TYPE: Final = f"multipart/x-mixed-replace; boundary={BOUNDARY}"

Draw = Callable[[], bytes]
"""A picture as a JPEG file, of what there is now."""


class Streams:
    """The streams of one server. For the event loop's thread."""

    def __init__(self) -> None:
        self._draws = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
        self._count = 0

    def close(self) -> None:
        self._draws.shutdown(wait=False, cancel_futures=True)

    def answer(self, camera: "RunningCamera", *, draw: Draw, most: int | None) -> Response:
        """A stream of so many pictures, or until the camera is closed or nobody looks any more."""
        if self._count >= MOST_STREAMS:
            raise ProblemError(
                HTTPStatus.CONFLICT,
                kind="too-many",
                title="Conflict",
                detail=f"{MOST_STREAMS} streams are watched already: close one first",
            )
        return StreamingResponse(self._parts(camera, draw=draw, most=most), media_type=MEDIA_TYPE)

    async def _parts(
        self, camera: "RunningCamera", *, draw: Draw, most: int | None
    ) -> AsyncIterator[bytes]:
        loop = asyncio.get_running_loop()
        fresh = asyncio.Event()
        fresh.set()

        def looked() -> None:
            loop.call_soon_threadsafe(fresh.set)

        stop = camera.subscribe(looked)
        self._count += 1
        sent, number = 0, -1
        try:
            while not camera.is_closed and (most is None or sent < most):
                await fresh.wait()
                fresh.clear()
                frame = camera.latest().frame
                if frame is None or frame.number == number:
                    continue
                number = frame.number
                try:
                    jpeg = await loop.run_in_executor(self._draws, draw)
                except NoPictureError:
                    # It was closed, or opened again, since that look.
                    continue
                yield _part(jpeg)
                sent += 1
                await asyncio.sleep(1 / MOST_PER_SECOND)
        finally:
            self._count -= 1
            stop()


def _part(jpeg: bytes) -> bytes:
    head = f"--{BOUNDARY}\r\ncontent-type: image/jpeg\r\ncontent-length: {len(jpeg)}\r\n\r\n"
    return head.encode() + jpeg + b"\r\n"
