"""The roll-call: every tag of an army that was shown is ticked off, and no other is made up."""

import time
from itertools import islice
from pathlib import Path

import pytest

from api.cameras.practice import VIEW_FRAMES, PracticeStage, Practised, made_up
from api.cameras.roster_check import RosterCheck
from api.files.roster_file import roster_names, roster_text
from api.kit.kit_in_use import KitInUse, kit_in_use
from api.tables.practice_table import PracticeTable
from tests.often import often

SAMPLES = roster_names()


def checked(kit: KitInUse, *, photograph: int) -> RosterCheck:
    """What is ticked off once the practice camera has shown everything."""
    table = PracticeTable(file=Path("nowhere"))
    practised = Practised(
        kit=kit.told, stage=PracticeStage.CHECK, photograph=photograph, table=table
    )
    check = RosterCheck(kit.battle, dictionary=kit.printed.dictionary)
    frames = VIEW_FRAMES * len(made_up(kit.told, seed=1).check)
    for frame in islice(practised(clock=time.monotonic).frames(), frames):
        check.see(frame)
    return check


@pytest.mark.parametrize("name", often(SAMPLES, quick=["paper-tigers-small"]))
def test_the_camera_to_practise_with_shows_each_tag_of_a_sample(name: str) -> None:
    kit = kit_in_use(roster_text(name), name=name)
    told = checked(kit, photograph=4).told()
    assert [each["piece"] for each in told["pieces"] if each["unseen"]] == []
    assert told["strangers"] == []
