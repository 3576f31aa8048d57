"""A picture that claims to be enormous is not unfolded, however little its file weighs."""

import resource
import struct
import zlib

import cv2
import numpy as np
import pytest

from api.battles.evidence_picture import MOST_PIXELS, unfolded


def png(width: int, height: int) -> bytes:
    """A whole black picture of one bit a pixel, as small as such a file gets."""

    def chunk(name: bytes, content: bytes) -> bytes:
        body = name + content
        return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    packer = zlib.compressobj(9)
    row = bytes(1 + (width + 7) // 8)
    rows = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    parts = (chunk(b"IHDR", head), chunk(b"IDAT", rows), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def test_a_bomb_is_left_folded() -> None:
    bomb = png(20_000, 20_000)
    assert len(bomb) < 100_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert unfolded(bomb) is None
    grown_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown_kb < 20_000


def test_what_a_camera_takes_is_unfolded() -> None:
    found = unfolded(png(640, 480))
    assert found is not None
    assert found.shape == (480, 640, 3)
    _, jpeg = cv2.imencode(".jpg", np.zeros((30, 40, 3), np.uint8))
    small = unfolded(jpeg.tobytes())
    assert small is not None
    assert small.shape == (30, 40, 3)
    assert MOST_PIXELS > 7680 * 4320


@pytest.mark.parametrize("content", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff" * 9])
def test_what_is_no_picture_is_none(content: bytes) -> None:
    assert unfolded(content) is None
