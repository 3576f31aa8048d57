"""Who was let in and who was put out is so after a power cut, too, and whatever the clock does."""

from contextlib import suppress
from pathlib import Path

import pytest

from api.access.grants import AccessRole, Grants
from tests.api.server.losing_power import LosingPower, PowerCutError
from tests.api.server.serving import Clock

OPERATIONS = 3 * 7


@pytest.mark.parametrize("after", range(OPERATIONS + 1))
def test_invitations_and_revocations_survive_a_power_cut(tmp_path: Path, after: int) -> None:
    keep = tmp_path / "grants.json"
    disk = LosingPower(after=after)
    let_in: dict[str, str] = {}
    """The tokens that were handed out and are in force, by their grant."""
    put_out: list[str] = []
    under_way = ""
    grants = Grants(clock=Clock(), keep=keep, disk=disk)
    with suppress(PowerCutError):
        for number in range(4):
            grant, token = grants.issue(AccessRole.PLAYER, battle="b", seat=f"{number}")
            let_in[grant.id] = token
        for name in list(let_in)[:3]:
            under_way = token = let_in.pop(name)
            grants.revoke(name)
            put_out.append(token)
            under_way = ""
    disk.cut()
    again = Grants(clock=Clock(), keep=keep)
    assert [again.who(token).role for token in put_out] == [AccessRole.NOBODY] * len(put_out)
    assert {again.who(token).role for token in let_in.values()} <= {AccessRole.PLAYER}
    # Whoever asked for what was under way was never told that it is done.
    assert under_way not in put_out


def test_a_revocation_that_cannot_be_kept_holds_and_says_so(tmp_path: Path) -> None:
    keep = tmp_path / "grants.json"
    grants = Grants(clock=Clock(), keep=keep, disk=LosingPower(after=3))
    grant, token = grants.issue(AccessRole.PLAYER, battle="b", seat="Red")
    with pytest.raises(PowerCutError):
        grants.revoke(grant.id)
    assert grants.who(token).role is AccessRole.NOBODY
    assert not grants.is_in_force(grant.id)


def test_an_invitation_that_cannot_be_kept_is_none(tmp_path: Path) -> None:
    grants = Grants(clock=Clock(), keep=tmp_path / "grants.json", disk=LosingPower(after=0))
    with pytest.raises(PowerCutError):
        grants.issue(AccessRole.PLAYER, battle="b", seat="Red")
    assert not grants.holds("b", "Red")


def test_the_harness_notices_a_folder_that_is_not_synced(tmp_path: Path) -> None:
    class _ForgetfulDisk(LosingPower):
        def sync(self, folder: Path) -> None:
            pass

    keep = tmp_path / "grants.json"
    disk = _ForgetfulDisk(after=100)
    grants = Grants(clock=Clock(), keep=keep, disk=disk)
    _, token = grants.issue(AccessRole.PLAYER, battle="b", seat="Red")
    disk.cut()
    again = Grants(clock=Clock(), keep=keep)
    assert again.who(token).role is AccessRole.NOBODY
