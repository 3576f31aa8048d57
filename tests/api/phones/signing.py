"""A phone's key as its browser would hold it, and what it says to be let in."""

import base64
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from api.phones.entering import EntryAsked, signed_text

ORIGIN = "https://192.168.1.5:8766"


class HeldKey:
    """The private half stays in here."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.point = letters(point)

    def signed(self, text: str) -> str:
        pair = decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        return letters(b"".join(each.to_bytes(32, "big") for each in pair))

    def asking(self, nonce: str, *, code: str = "", origin: str = ORIGIN) -> EntryAsked:
        signature = self.signed(signed_text(origin, nonce=nonce, code=code))
        return EntryAsked(key=self.point, nonce=nonce, signature=signature, code=code, name="Pixel")

    def body(self, nonce: str, *, code: str = "", origin: str = ORIGIN) -> dict[str, Any]:
        asking = self.asking(nonce, code=code, origin=origin)
        return {name: getattr(asking, name) for name in EntryAsked.__slots__}


def letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
