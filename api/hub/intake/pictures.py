"""The pictures that judges have asked for: one of each call, as its table has sent it."""

import base64
import binascii
from dataclasses import dataclass

from api.hub.store.database import HubDatabase

MEDIA_TYPES = {"image/jpeg": b"\xff\xd8\xff", "image/png": b"\x89PNG\r\n\x1a\n"}
"""What each begins with: nothing else is ever shown to a judge as a picture."""
MOST_PICTURE_BYTES = 4_000_000


class PictureFileError(ValueError):
    """What came is no picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallPictureFile:
    media_type: str
    content: bytes


def picture_from(media_type: str, text: str) -> CallPictureFile:
    """A picture from what was sent in base64.

    >>> picture_from("image/png", "aGVsbG8=")
    Traceback (most recent call last):
    ...
    api.hub.intake.pictures.PictureFileError: picture: expected image/png, got something else
    """
    try:
        content = base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise PictureFileError("picture: expected base64, got something else") from error
    if media_type not in MEDIA_TYPES or not content.startswith(MEDIA_TYPES[media_type]):
        raise PictureFileError(f"picture: expected {media_type[:40]}, got something else")
    if len(content) > MOST_PICTURE_BYTES:
        raise PictureFileError(
            f"picture: expected {MOST_PICTURE_BYTES:,} bytes at most, got {len(content):,}"
        )
    return CallPictureFile(media_type=media_type, content=content)


class PicturesKept:
    """The pictures of all events; any thread and any hub may use it."""

    def __init__(self, database: HubDatabase) -> None:
        self._database = database

    def keep(self, event: str, call: int, *, picture: CallPictureFile) -> None:
        """The last one stays, as a judge has asked for it again."""
        text = base64.b64encode(picture.content).decode()
        with self._database.transaction() as statements:
            statements.run(
                "DELETE FROM call_pictures WHERE event = ? AND call_number = ?", (event, call)
            )
            statements.run(
                "INSERT INTO call_pictures (event, call_number, media_type, content) "
                "VALUES (?, ?, ?, ?)",
                (event, call, picture.media_type, text),
            )

    def of_call(self, event: str, call: int) -> CallPictureFile | None:
        with self._database.reading() as statements:
            rows = list(
                statements.run(
                    "SELECT media_type, content FROM call_pictures "
                    "WHERE event = ? AND call_number = ?",
                    (event, call),
                )
            )
        if not rows:
            return None
        media_type, content = rows[0]
        return CallPictureFile(media_type=str(media_type), content=base64.b64decode(str(content)))
