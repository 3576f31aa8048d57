"""Tests of the umpire's own authority: its owner alone reads it, and it is good for little."""

import os
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from api.phones.authority import AUTHORITY, AUTHORITY_KEY, LEAF, certified

NOW = datetime(2026, 11, 23, tzinfo=UTC)
HOME = "192.168.1.5"
NAME = "kitchen.local"


def made(folder: Path, *addresses: str, now: datetime = NOW, name: str = NAME) -> x509.Certificate:
    found = certified(folder, addresses or (HOME,), now=now, name=name)
    return x509.load_pem_x509_certificate(found.chain.read_bytes())


def authority(folder: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate((folder / AUTHORITY).read_bytes())


def names(leaf: x509.Certificate) -> set[str]:
    named = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    addresses = {str(each) for each in named.get_values_for_type(x509.IPAddress)}
    return addresses | set(named.get_values_for_type(x509.DNSName))


def test_the_authority_is_made_once_and_its_owner_alone_reads_it(tmp_path: Path) -> None:
    first = certified(tmp_path, [HOME], now=NOW, name=NAME)
    leaf = (tmp_path / LEAF).read_bytes()
    assert certified(tmp_path, [HOME], now=NOW + timedelta(days=300), name=NAME) == first
    assert (tmp_path / LEAF).read_bytes() == leaf
    if os.name != "nt":
        for name in (AUTHORITY_KEY, AUTHORITY, LEAF):
            assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_a_leaf_is_for_the_private_addresses_and_the_name_alone(tmp_path: Path) -> None:
    leaf = made(tmp_path, HOME, "8.8.8.8", "10.0.0.7")
    assert names(leaf) == {HOME, "10.0.0.7", NAME}
    days = (leaf.not_valid_after_utc - leaf.not_valid_before_utc).days
    assert days <= 398, "browsers refuse a certificate of more"


def test_another_address_or_little_time_left_makes_a_new_leaf_of_the_same_authority(
    tmp_path: Path,
) -> None:
    first = made(tmp_path)
    known = authority(tmp_path)
    moved = made(tmp_path, "10.0.0.7")
    late = made(tmp_path, "10.0.0.7", now=NOW + timedelta(days=380))
    assert len({each.serial_number for each in (first, moved, late)}) == 3
    assert authority(tmp_path) == known
    for each in (first, moved, late):
        each.verify_directly_issued_by(known)


def test_a_computer_that_was_renamed_keeps_its_authority_and_leaves_the_name_out(
    tmp_path: Path,
) -> None:
    made(tmp_path)
    known = authority(tmp_path)
    assert names(made(tmp_path, "10.0.0.9", name="cellar.local")) == {"10.0.0.9"}
    assert authority(tmp_path) == known


@pytest.mark.parametrize("harm", [b"", b"nonsense"])
def test_a_key_that_cannot_be_read_is_replaced_with_its_certificate(
    tmp_path: Path, harm: bytes
) -> None:
    made(tmp_path)
    known = authority(tmp_path)
    (tmp_path / AUTHORITY_KEY).write_bytes(harm)
    made(tmp_path).verify_directly_issued_by(authority(tmp_path))
    assert authority(tmp_path) != known


def test_whoever_trusts_the_authority_trusts_it_for_nothing_else(tmp_path: Path) -> None:
    """What it signed for another name is refused by those who verify certificates."""
    made(tmp_path)
    known = authority(tmp_path)
    own = verified(known, made(tmp_path), x509.DNSName(NAME))
    assert own
    foreign = forged(tmp_path, "bank.example")
    assert not verified(known, foreign, x509.DNSName("bank.example"))
    constraints = known.extensions.get_extension_for_class(x509.NameConstraints)
    assert constraints.critical
    permitted = constraints.value.permitted_subtrees or []
    assert [each.value for each in permitted if isinstance(each, x509.DNSName)] == [NAME]
    networks = [each.value for each in permitted if isinstance(each, x509.IPAddress)]
    assert all(network.is_private for network in networks)
    assert constraints.value.excluded_subtrees is None


def forged(folder: Path, name: str) -> x509.Certificate:
    """As somebody would who had stolen the key."""
    from api.phones.authority import _authority, _leaf

    known, key = _authority(folder, own_name=NAME, now=NOW)
    pem = _leaf([x509.DNSName(name)], authority=known, key=key, now=NOW)
    return x509.load_pem_x509_certificate(pem)


def verified(known: x509.Certificate, leaf: x509.Certificate, name: x509.DNSName) -> bool:
    verifier = PolicyBuilder().store(Store([known])).time(NOW).build_server_verifier(name)
    try:
        verifier.verify(leaf, [])
    except VerificationError:
        return False
    return True
