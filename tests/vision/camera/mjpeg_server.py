"""A network camera for tests: real JPEGs over real HTTP on this computer, good and bad ones."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import cv2
import numpy as np

from tests.vision.camera.faulty import pattern
from vision.camera.source import Bytes

RATE_HZ = 25.0
BOUNDARY = b"--picture\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n"


class NetworkCamera(ThreadingHTTPServer):
    """Serves what `fault` says to whoever asks, as long as it is the same fault."""

    daemon_threads = True

    def __init__(self, drawn: Bytes) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.drawn = drawn
        """What there is to see, but for noise."""
        self.fault = ""
        self.sends_on_to = ""
        """Another address, where there is one."""
        self.pause = threading.Event()
        self.sent = 0
        """Pictures, to the last who asked."""
        self._has_sent = threading.Condition()

    def count(self, number: int) -> None:
        """So many are on their way now."""
        with self._has_sent:
            self.sent = number
            self._has_sent.notify_all()

    def wait_for(self, number: int) -> None:
        """Until so many are on their way."""
        with self._has_sent:
            assert self._has_sent.wait_for(lambda: self.sent >= number, timeout=60.0)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/video.mjpg"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A viewer that goes away is nothing to report."""


class _Handler(BaseHTTPRequestHandler):
    server: NetworkCamera

    def do_GET(self) -> None:
        if self.server.fault == "refuses":
            self.send_error(503)
            return
        if self.server.sends_on_to:
            self.send_response(302)
            self.send_header("Location", self.server.sends_on_to)
            self.end_headers()
            return
        self.send_response(200)
        kind = "multipart/x-mixed-replace; boundary=picture"
        self.send_header("Content-Type", kind)
        self.end_headers()
        rng = np.random.default_rng(0)
        number = 0
        while not self.server.pause.wait(1 / RATE_HZ):
            fault = self.server.fault
            if fault in {"refuses", "hangs up"}:
                return
            number += 1
            if fault == "stalls" or (fault == "loses" and number % 10 < 3):
                continue
            data = _jpeg(fault, drawn=self.server.drawn, rng=rng)
            self.wfile.write(BOUNDARY % (len(data), data))
            self.server.count(number)

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002 - its own name
        """Nothing: the tests say what they see."""


def _jpeg(fault: str, *, drawn: Bytes, rng: np.random.Generator) -> bytes:
    clean = drawn.astype(int)
    if fault == "black":
        clean[:] = 5
    if fault == "white":
        clean[:] = 252
    picture = (clean + rng.integers(-4, 5, clean.shape)).clip(0, 255).astype(np.uint8)
    if fault == "blurred":
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 6.0), dtype=np.uint8)
    sizes = {"another size": (400, 300), "one pixel": (1, 1), "8K": (7680, 4320)}
    if fault in sizes:
        picture = np.asarray(cv2.resize(picture, sizes[fault]), dtype=np.uint8)
    data = bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])[1])
    if fault == "garbage":
        return data[:2] + rng.bytes(len(data) - 4) + data[-2:]
    if fault == "truncated":
        return data[: len(data) // 2]
    return data


@contextmanager
def network_camera(drawn: Bytes | None = None) -> Iterator[NetworkCamera]:
    """A camera on a free port, which is gone afterwards."""
    with NetworkCamera(pattern() if drawn is None else drawn) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.pause.set()
            server.shutdown()
            thread.join()
