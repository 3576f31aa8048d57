"""Makes the umpire's own certificate authority on first use, and certificates for its addresses.

Whoever trusts the authority trusts it for this computer's name and for private addresses, and for
nothing else: it is constrained to them.
"""

import ipaddress
import re
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from api.files.synced import replace_whole

AUTHORITY: Final = "authority.pem"
AUTHORITY_KEY: Final = "authority-key.pem"
LEAF: Final = "door.pem"
PRIVATE: Final = tuple(
    ipaddress.ip_network(each)
    for each in (
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "127.0.0.0/8",
        "fc00::/7",
        "fe80::/10",
        "::1/128",
    )
)
"""The addresses that no computer on the internet has."""
AUTHORITY_DAYS: Final = 3650
LEAF_DAYS: Final = 397
"""Browsers refuse longer ones."""
RENEWED_DAYS: Final = 30
"""Made anew when fewer are left; seldom, for a browser asks again about each new one."""
_EARLIER: Final = timedelta(days=1)
"""A phone whose clock is a little slow shall not find it too young."""
_LABEL: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True, kw_only=True)
class Certified:
    """What the door shows, and what a phone may trust."""

    chain: Path
    """A file with the door's key and its certificate."""
    authority: bytes
    """The authority's certificate (DER)."""
    fingerprint: str
    """Of the authority: SHA-256, as systems show it."""


def is_private(address: str) -> bool:
    """Whether the authority may speak for it.

    >>> is_private("192.168.1.20"), is_private("8.8.8.8"), is_private("kitchen")
    (True, False, False)
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in PRIVATE if network.version == found.version)


def local_name(hostname: str | None = None) -> str:
    """The name that this computer has on its own network; empty where it has none that is fit.

    >>> local_name("Kitchen-PC.example.org"), local_name("no_such")
    ('kitchen-pc.local', '')
    """
    first = (socket.gethostname() if hostname is None else hostname).partition(".")[0].lower()
    return f"{first}.local" if _LABEL.fullmatch(first) else ""


def certified(
    folder: Path,
    addresses: Sequence[str],
    *,
    now: datetime | None = None,
    name: str | None = None,
) -> Certified:
    """The door's certificate for these addresses and this computer's name, made where needed.

    Addresses that are not private are left out. `folder` is there already, and its files are for
    its owner alone.
    """
    now = now or datetime.now(UTC)
    own_name = local_name() if name is None else name
    authority, key = _authority(folder, own_name=own_name, now=now)
    wanted = _names(
        [each for each in addresses if is_private(each)], own_name=own_name, authority=authority
    )
    leaf = folder / LEAF
    if not _is_fit(leaf, wanted=wanted, authority=authority, now=now):
        replace_whole(leaf, _leaf(wanted, authority=authority, key=key, now=now))
    digest = authority.fingerprint(hashes.SHA256()).hex().upper()
    return Certified(
        chain=leaf,
        authority=authority.public_bytes(serialization.Encoding.DER),
        fingerprint=":".join(digest[at : at + 2] for at in range(0, len(digest), 2)),
    )


def _authority(
    folder: Path, *, own_name: str, now: datetime
) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    """That of last time, or a new one where there is none, or none that can be used."""
    place, key_place = folder / AUTHORITY, folder / AUTHORITY_KEY
    try:
        found = x509.load_pem_x509_certificate(place.read_bytes())
        key = serialization.load_pem_private_key(key_place.read_bytes(), password=None)
        fits = isinstance(key, ec.EllipticCurvePrivateKey) and (
            key.public_key() == found.public_key()
        )
        if fits and found.not_valid_after_utc > now + timedelta(days=LEAF_DAYS):
            assert isinstance(key, ec.EllipticCurvePrivateKey)
            return found, key
    except (OSError, ValueError, TypeError):
        pass
    fresh = ec.generate_private_key(ec.SECP256R1())
    made = _self_signed(fresh, own_name=own_name, now=now)
    # The key first: a certificate without its key would be trusted in vain.
    replace_whole(key_place, _key_bytes(fresh))
    replace_whole(place, made.public_bytes(serialization.Encoding.PEM))
    return made, fresh


def _self_signed(
    key: ec.EllipticCurvePrivateKey, *, own_name: str, now: datetime
) -> x509.Certificate:
    title = f"Paper Umpire on {own_name.removesuffix('.local') or 'this computer'}"
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, title[:64])])
    permitted: list[x509.GeneralName] = [x509.IPAddress(each) for each in PRIVATE]
    # Without a name of its own no name at all is permitted: this one is nobody's.
    permitted.append(x509.DNSName(own_name or "paper-umpire.invalid"))
    return (
        _begun(subject, key.public_key(), issuer=subject, now=now, days=AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(
            x509.NameConstraints(permitted_subtrees=permitted, excluded_subtrees=None),
            critical=True,
        )
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )


def _leaf(
    names: Sequence[x509.GeneralName],
    *,
    authority: x509.Certificate,
    key: ec.EllipticCurvePrivateKey,
    now: datetime,
) -> bytes:
    """Its key and its certificate in one file."""
    own = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Paper Umpire")])
    made = (
        _begun(subject, own.public_key(), issuer=authority.subject, now=now, days=LEAF_DAYS)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(own.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    return _key_bytes(own) + made.public_bytes(serialization.Encoding.PEM)


def _begun(
    subject: x509.Name,
    public: ec.EllipticCurvePublicKey,
    *,
    issuer: x509.Name,
    now: datetime,
    days: int,
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _EARLIER)
        .not_valid_after(now - _EARLIER + timedelta(days=days))
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def _key_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def _names(
    addresses: Sequence[str], *, own_name: str, authority: x509.Certificate
) -> list[x509.GeneralName]:
    """What the leaf is to be good for: no name that its authority may not speak for."""
    constraints = authority.extensions.get_extension_for_class(x509.NameConstraints).value
    permitted = constraints.permitted_subtrees or ()
    names: list[x509.GeneralName] = [
        x509.IPAddress(ipaddress.ip_address(each)) for each in dict.fromkeys(addresses)
    ]
    named = x509.DNSName(own_name) if own_name else None
    return [*names, named] if named is not None and named in permitted else names


def _is_fit(
    place: Path,
    *,
    wanted: Sequence[x509.GeneralName],
    authority: x509.Certificate,
    now: datetime,
) -> bool:
    """Whether the leaf of last time will do: then no browser asks about it again."""
    try:
        found = x509.load_pem_x509_certificate(place.read_bytes())
        found.verify_directly_issued_by(authority)
        named = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound):
        return False
    is_long_enough = found.not_valid_after_utc > now + timedelta(days=RENEWED_DAYS)
    return is_long_enough and set(wanted) <= set(named)
