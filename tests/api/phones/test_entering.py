"""Tests of who is let in at the phones' door: by a key of its own, and by a code once."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from api.phones.entering import CODE_S, CODE_TRIES, Entry, NotLetInError
from tests.api.phones.signing import ORIGIN, HeldKey
from tests.api.server.serving import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def entry(tmp_path: Path, clock: Clock) -> Entry:
    return Entry(keep=tmp_path / "phones.json", steady=clock)


def let_in(entry: Entry, key: HeldKey, *, code: str = "") -> str:
    _, token, _ = entry.enter(key.asking(entry.new_nonce(), code=code), origin=ORIGIN)
    return token


def test_a_code_lets_one_phone_in_once_and_its_key_lets_it_in_ever_after(
    entry: Entry, tmp_path: Path, clock: Clock
) -> None:
    key, code = HeldKey(), entry.new_code()
    known, token, is_scanned = entry.enter(key.asking(entry.new_nonce(), code=code), origin=ORIGIN)
    assert (known.name, is_scanned, entry.who(token)) == ("Pixel", True, known.id)
    with pytest.raises(NotLetInError, match="scan the code"):
        let_in(entry, HeldKey(), code=code)
    later = Entry(keep=tmp_path / "phones.json", steady=clock)
    assert later.who(token) == ""
    assert later.who(let_in(later, key)) == known.id
    assert code not in (tmp_path / "phones.json").read_text()


def test_a_phone_that_comes_in_anew_has_one_token(entry: Entry) -> None:
    key = HeldKey()
    first = let_in(entry, key, code=entry.new_code())
    second = let_in(entry, key)
    assert (entry.who(first), entry.who(second) != "") == ("", True)


def test_a_code_ends_by_time_by_misses_and_by_the_next_one(entry: Entry, clock: Clock) -> None:
    late, old, missed = entry.new_code(), "", ""
    clock.seconds += CODE_S + 1
    with pytest.raises(NotLetInError):
        let_in(entry, HeldKey(), code=late)
    old, _ = entry.new_code(), entry.new_code()
    with pytest.raises(NotLetInError):
        let_in(entry, HeldKey(), code=old)
    missed = entry.new_code()
    key = HeldKey()
    for _ in range(CODE_TRIES):
        with pytest.raises(NotLetInError):
            let_in(entry, key, code="wrong")
    with pytest.raises(NotLetInError):
        let_in(entry, key, code=missed)


@pytest.mark.parametrize(
    "changed",
    [
        {"signature": ""},
        {"signature": "AAAA"},
        {"signature": "A" * 86},
        {"nonce": "mine"},
        {"code": "another"},
        {"key": HeldKey().point},
        {"key": ""},
        {"key": "é"},
        {"key": "B" + "A" * 86},
    ],
)
def test_nobody_is_let_in_without_the_key_that_was_shown(
    entry: Entry, changed: dict[str, str]
) -> None:
    asking = HeldKey().asking(entry.new_nonce(), code=entry.new_code())
    with pytest.raises(NotLetInError):
        entry.enter(replace(asking, **changed), origin=ORIGIN)
    assert entry.known == {}


def test_what_was_signed_for_another_door_or_before_is_not_taken(
    entry: Entry, clock: Clock
) -> None:
    key, code = HeldKey(), entry.new_code()
    elsewhere = key.asking(entry.new_nonce(), code=code, origin="https://192.168.1.66:8766")
    with pytest.raises(NotLetInError):
        entry.enter(elsewhere, origin=ORIGIN)
    once = key.asking(entry.new_nonce(), code=code)
    entry.enter(once, origin=ORIGIN)
    with pytest.raises(NotLetInError):
        entry.enter(once, origin=ORIGIN)
    slow = key.asking(entry.new_nonce())
    clock.seconds += 31
    with pytest.raises(NotLetInError):
        entry.enter(slow, origin=ORIGIN)


def test_a_phone_that_is_forgotten_comes_in_no_more(entry: Entry, tmp_path: Path) -> None:
    key = HeldKey()
    token = let_in(entry, key, code=entry.new_code())
    (phone,) = entry.known
    assert entry.forget(phone)
    assert not entry.forget(phone)
    assert entry.who(token) == ""
    with pytest.raises(NotLetInError):
        let_in(entry, key)
    assert json.loads((tmp_path / "phones.json").read_text())["phones"] == []


def test_a_file_that_cannot_be_read_lets_nobody_in(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "phones.json").write_text('{"format": "x", "phones": [{"key": "A", "name": ""}]}')
    assert Entry(keep=tmp_path / "phones.json", steady=clock).known == {}
