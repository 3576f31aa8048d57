"""Makes picture files for tests, with EXIF and with faults."""

import struct

import cv2
import numpy as np
from numpy.typing import NDArray


def picture(width: int = 160, height: int = 120) -> NDArray[np.uint8]:
    """Soft blotches in colour, different everywhere."""
    blotches = np.random.default_rng(5).integers(0, 256, (9, 12, 3), dtype=np.uint8)
    return np.asarray(cv2.resize(blotches, (width, height)), dtype=np.uint8)


def encoded(image: NDArray[np.uint8], ending: str) -> bytes:
    done, data = cv2.imencode(ending, image)
    assert done
    return data.tobytes()


def exif(*, orientation: int = 1, make: bytes = b"", model: bytes = b"", order: str = "<") -> bytes:
    """A block of EXIF with three entries, as a camera writes it."""
    texts = 8 + 2 + 3 * 12 + 4
    entries = b""
    tail = b""
    for tag, text in ((271, make + b"\0"), (272, model + b"\0")):
        at = struct.pack(f"{order}I", texts + len(tail)) if len(text) > 4 else text.ljust(4, b"\0")
        tail += text if len(text) > 4 else b""
        entries += struct.pack(f"{order}HHI", tag, 2, len(text)) + at
    entries += struct.pack(f"{order}HHIHxx", 274, 3, 1, orientation)
    start = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(f"{order}IH", 8, 3)
    return start + entries + b"\0\0\0\0" + tail


def with_exif(jpeg: bytes, block: bytes) -> bytes:
    """The JPEG file with EXIF in its first segment."""
    body = b"Exif\0\0" + block
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def png_claiming(width: int, height: int) -> bytes:
    """A file of a few bytes that says it is a picture of that size."""
    return (
        b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height) + b"\x08\x02\0\0\0"
    )
