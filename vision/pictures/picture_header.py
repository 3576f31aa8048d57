"""Reads the first bytes of a picture file: its kind, its size, and whether it is whole.

All of it is read before anything is decoded: a file of a few bytes can claim to be a picture that
fills the memory.
"""

import re
import struct
import zlib
from dataclasses import dataclass
from typing import Final

from rules.table.bad_input import BadInputError
from vision.pictures.exif import first_directory

KINDS: Final = "JPEG, PNG, WebP, BMP or TIFF"
_MARKER: Final = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""In a JPEG file; within the picture's own data 0xFF is followed by 0 or by a restart."""
_ALONE: Final = frozenset({0x01, 0xD8})
_SIZES: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
_END, _APP1 = 0xD9, 0xE1
_EXIF: Final = b"Exif\0\0"
_APPLE: Final = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif")
_OTHERS: Final = (
    (b"GIF8", "a GIF picture"),
    (b"%PDF", "a PDF document"),
    (b"\0\0\1\0", "an icon"),
    (b"PK\3\4", "a ZIP archive"),
    (b"<", "a page or drawing written as text (HTML, SVG)"),
    (b"{", "JSON"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a file says of the picture in it."""

    kind: str
    width: int
    height: int
    is_whole: bool
    """False where the file ends before the picture does."""
    exif: bytes = b""


class _DamageError(Exception):
    """A part of the file that is not as it was written."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


def header_of(data: bytes, where: str) -> Header:
    """Read it; a BadInputError says what there is instead of a picture."""
    readers = {
        b"\x89PNG": _png,
        b"\xff\xd8\xff": _jpeg,
        b"BM": _bmp,
        b"RIFF": _webp,
        b"II*\0": _tiff,
        b"MM\0*": _tiff,
    }
    read = next((each for start, each in readers.items() if data.startswith(start)), None)
    expected = f"a photograph ({KINDS})"
    if read is None:
        raise BadInputError(where, expected=expected, got=_what(data))
    try:
        found = read(data)
    except struct.error:
        found = None
    except _DamageError as damage:
        got = f"one with a wrong checksum at byte {damage.at:,}: the file is damaged"
        raise BadInputError(where, expected=expected, got=got) from damage
    if found is None or found.width < 1 or found.height < 1:
        got = "one whose first bytes make no sense: the file is damaged"
        raise BadInputError(where, expected=expected, got=got)
    return found


def _what(data: bytes) -> str:
    if not data:
        return "an empty file"
    if data[4:8] == b"ftyp":
        if data[8:12] in _APPLE:
            return "HEIC or AVIF, which is not read here: save or export it as JPEG"
        return "a video: take single frames from it, or name it with --camera"
    for start, name in _OTHERS:
        if data.lstrip().startswith(start):
            return name
    return "something else"


def _png(data: bytes) -> Header | None:
    width, height = struct.unpack_from(">II", data, 16)
    at, exif, is_whole = 8, b"", False
    while at + 12 <= len(data):
        long, name = struct.unpack_from(">I4s", data, at)
        end = at + 8 + long
        if end + 4 > len(data):
            break
        if zlib.crc32(memoryview(data)[at + 4 : end]) != struct.unpack_from(">I", data, end)[0]:
            raise _DamageError(at)
        if name == b"eXIf":
            exif = data[at + 8 : end]
        is_whole = name == b"IEND"
        if is_whole:
            break
        at = end + 4
    return Header(kind="PNG", width=width, height=height, is_whole=is_whole, exif=exif)


def _jpeg(data: bytes) -> Header | None:
    at, size, exif, is_whole = 2, (0, 0), b"", False
    while found := _MARKER.search(data, at):
        code, at = found[0][1], found.end()
        is_whole = code == _END
        if is_whole:
            break
        if code in _ALONE:
            continue
        if at + 2 > len(data):
            break
        (long,) = struct.unpack_from(">H", data, at)
        if code in _SIZES and size == (0, 0):
            height, width = struct.unpack_from(">HH", data, at + 3)
            size = (width, height)
        elif code == _APP1 and not exif and data.startswith(_EXIF, at + 2):
            exif = data[at + 8 : at + long]
        at += max(2, long)
    return Header(kind="JPEG", width=size[0], height=size[1], is_whole=is_whole, exif=exif)


def _bmp(data: bytes) -> Header | None:
    start, long = struct.unpack_from("<II", data, 10)
    if long == 12:
        width, height, _, bits = struct.unpack_from("<HHHH", data, 18)
        packing = 0
    else:
        width, height, _, bits, packing = struct.unpack_from("<iiHHI", data, 18)
    height = abs(height)
    row = (width * bits + 31) // 32 * 4
    # Runs of equal pixels take fewer bytes; how many, only the decoder can tell.
    is_plain = packing in {0, 3}
    is_whole = not is_plain or start + row * height <= len(data)
    return Header(kind="BMP", width=width, height=height, is_whole=is_whole)


def _webp(data: bytes) -> Header | None:
    (long,) = struct.unpack_from("<I", data, 4)
    if data[8:12] != b"WEBP":
        return None
    at, size, exif = 12, (0, 0), b""
    while at + 8 <= len(data):
        name, part = struct.unpack_from("<4sI", data, at)
        body = data[at + 8 : at + 8 + part]
        if name == b"EXIF":
            exif = body.removeprefix(_EXIF)
        elif size == (0, 0):
            size = _webp_size(name, body)
        at += 8 + part + part % 2
    is_whole = long + 8 <= len(data)
    return Header(kind="WebP", width=size[0], height=size[1], is_whole=is_whole, exif=exif)


def _webp_size(name: bytes, body: bytes) -> tuple[int, int]:
    if name == b"VP8X":
        sides = body[4:7], body[7:10]
        return int.from_bytes(sides[0], "little") + 1, int.from_bytes(sides[1], "little") + 1
    if name == b"VP8L":
        (packed,) = struct.unpack_from("<I", body, 1)
        return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
    if name == b"VP8 ":
        width, height = struct.unpack_from("<HH", body, 6)
        return width & 0x3FFF, height & 0x3FFF
    return 0, 0


def _tiff(data: bytes) -> Header | None:
    fields = first_directory(data)
    width, height = fields.get(256), fields.get(257)
    if not isinstance(width, int) or not isinstance(height, int):
        return None
    # Its parts lie anywhere in the file: whether one is missing, only the decoder can tell.
    return Header(kind="TIFF", width=width, height=height, is_whole=True, exif=data)
