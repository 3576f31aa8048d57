"""A line to the hub that is held asks everything over one connection."""

import pytest

from api.hub.attending.line import HubLine
from api.hub.intake.courier import NoHubError
from tests.api.hub.attending.fake_hub import TOKEN, fake_hub


def test_a_held_line_connects_once_and_another_each_time() -> None:
    with fake_hub() as hub:
        line = HubLine(hub.address, token=TOKEN)
        line.mine()
        line.mine()
        assert hub.connections == 2
        with line.held():
            line.mine()
            line.mine()
        assert hub.connections == 3
        line.mine()
        assert hub.connections == 4


def test_what_a_hub_has_hung_up_on_is_asked_again() -> None:
    with fake_hub() as hub:
        line = HubLine(hub.address, token=TOKEN)
        with line.held():
            hub.hangs_up = True
            line.mine()
            hub.hangs_up = False
            assert line.mine()["table"] == 3
    assert hub.connections == 2


def test_a_hub_that_is_away_is_told_and_asked_anew_when_it_is_back() -> None:
    with fake_hub() as hub:
        line = HubLine(hub.address, token=TOKEN)
        with line.held():
            hub.is_away = True
            with pytest.raises(NoHubError, match="503"):
                line.mine()
            hub.is_away = False
            assert line.mine()["table"] == 3
        address = hub.address
    line = HubLine(address, token=TOKEN)
    with line.held(), pytest.raises(NoHubError):
        line.mine()
