"""Checks what a phone has signed with its own key, and names the key shortly."""

import base64
import binascii
import hashlib
from dataclasses import dataclass
from typing import Final

from rules.table.bad_input import BadInputError

_POINT_BYTES: Final = 65
"""A point of the curve P-256, whole."""
_WHOLE: Final = 4
_SIGNED_BYTES: Final = 64
ID_LETTERS: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneKey:
    """The public half; the other one never leaves the phone."""

    point: str
    """In letters (base64url), as it is kept."""

    @property
    def id(self) -> str:
        """By which the phone is known here."""
        return hashlib.sha256(_bytes(self.point, "key")).hexdigest()[:ID_LETTERS]

    @property
    def shown(self) -> str:
        """What stands on both screens, for people to compare."""
        return f"{self.id[:4]}-{self.id[4:8]}".upper()

    def has_signed(self, text: str, signature: str) -> bool:
        """Whether this is its signature under this text."""
        try:
            signed = _bytes(signature, "signature")
        except BadInputError:
            return False
        if len(signed) != _SIGNED_BYTES:
            return False
        # A server that was killed has to be back within two seconds, and seldom needs this.
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

        half = _SIGNED_BYTES // 2
        pair = encode_dss_signature(
            int.from_bytes(signed[:half], "big"), int.from_bytes(signed[half:], "big")
        )
        point = _bytes(self.point, "key")
        try:
            public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
            public.verify(pair, text.encode(), ec.ECDSA(hashes.SHA256()))
        except (InvalidSignature, ValueError):
            return False
        return True


def phone_key(point: str) -> PhoneKey:
    """A key as a phone shows it; a BadInputError where it cannot be one."""
    data = _bytes(point, "key")
    if len(data) != _POINT_BYTES or data[0] != _WHOLE:
        raise BadInputError("key", expected="a public key on P-256", got="something else")
    return PhoneKey(point=point)


def _bytes(text: str, where: str) -> bytes:
    r"""What the letters stand for; a BadInputError where they stand for nothing.

    >>> _bytes("AQID", "key")
    b'\x01\x02\x03'
    """
    try:
        data = text[:200].encode("ascii")
        return base64.b64decode(data + b"=" * (-len(data) % 4), altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        raise BadInputError(where, expected="base64url", got=f"{text[:20]!r}") from None
