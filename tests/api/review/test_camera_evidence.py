"""What a real capture process sees is kept as evidence, and shown to whom it may be shown."""

import json
import time
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import cv2
import numpy as np
import pytest

from api.cli import run
from api.client import Client, Live, ProblemAnswer
from api.review.pictures.stills import MOST_BYTES
from tests.api.forked import forked_serving
from tests.api.umpire import umpire
from tests.api.web.browsing import DUEL
from vision.detector import Detector
from vision.sighting import Grey
from vision.tags.tag_family import TagFamily

TANK, RAIDER, CARD = 30, 31, 32
AT_MOST_S = 60.0
"""After so long nothing is waited for any more; no test passes by it."""
SCENE = (
    """
says = "Two tanks, and a card beside one of them."
seed = 3
[table]
width_in = 24
depth_in = 18
mat = "felt"
[camera]
position_in = [12, 9, 24]
look_at_in = [12, 9, 0]
size = [960, 720]
hfov_deg = 62
[story]
rate_hz = 10
"""
    + "".join(
        f"""
[[anchor]]
id = {number}
side_in = 1.4
at_in = [{x}, {y}]
"""
        for number, (x, y) in enumerate(((0, 0), (24, 0), (24, 18), (0, 18)))
    )
    + "".join(
        f"""
[[piece]]
id = "{name}"
side = "{side}"
kind = "{kind}"
footprint = "rectangle {size}"
at_in = [{x}, {y}]
heading_deg = 90
tags = [{{ id = {tag}, side_in = 1.4 }}]
"""
        for name, side, kind, size, (x, y), tag in (
            ("T1", "Red", "tank", "3 x 1.6", (18, 9), TANK),
            ("T2", "Blue", "tank", "3 x 1.6", (8, 2), RAIDER),
            ("Secret", "Blue", "card", "3.5 x 2.5", (10.4, 2), CARD),
        )
    )
)
SETTING_UP = (
    ("Host", {"kind": "roll", "dice": [6, 3]}),
    ("Guest", {"kind": "roll", "dice": [2, 3]}),
    ("Host", {"kind": "terrain_done"}),
    ("Guest", {"kind": "choose", "choice": "accept"}),
    ("Guest", {"kind": "choose_edge", "edge": "south"}),
)
DEPLOYED, REFUSED = 10, 12
"""The events of the ruling, and of the refusal once it is disputed."""


class Evidence:
    """One ruling of a battle, as it is asked for with a token."""

    def __init__(self, client: Client, battle: str, sequence: int) -> None:
        self.client, self.battle, self.sequence = client, battle, sequence

    def get(self, name: str) -> bytes:
        return self.client.evidence_file(self.battle, self.sequence, name=name)

    def picture(self) -> bytes:
        """Once it is packed."""
        until = time.monotonic() + AT_MOST_S
        while not self.is_there():
            assert time.monotonic() < until, "no picture was kept"
        return self.get("picture.jpg")

    def is_there(self) -> bool:
        try:
            return bool(self.get("picture.jpg"))
        except ProblemAnswer as problem:
            if problem.kind != "not-kept":
                raise
            return False

    def wait_until_gone(self) -> None:
        """The one that takes its place is packed a moment later."""
        until = time.monotonic() + AT_MOST_S
        while self.is_there():
            assert time.monotonic() < until, "the oldest picture is still there"

    def marks(self) -> dict[str, object]:
        found: dict[str, object] = json.loads(self.get("marks"))
        return found


def tags_in(content: bytes) -> dict[int, Grey]:
    """The tags that can be read in a picture, each with its corners."""
    image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert image is not None
    found = Detector(TagFamily.of("DICT_4X4_50")).sightings(np.asarray(image, dtype=np.uint8))
    return {each.number: np.asarray(each.corners) for each in found}


def wait_until_seen(live: Live) -> None:
    table = live.receive()["table"]
    while table["health"]["state"] != "live" or {p["state"] for p in table["pieces"]} != {"seen"}:
        table = live.receive(seconds=AT_MOST_S)["table"]


@pytest.mark.long
def test_what_the_camera_saw_is_evidence_in_play_cut_and_covered_and_whole_by_consent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scene = tmp_path / "duel.toml"
    scene.write_text(SCENE, encoding="utf-8")
    options = ("--camera", str(scene), "--battles", str(tmp_path / "battles"), "--pictures", "2")
    with forked_serving(*options, cwd=tmp_path) as (address, _), Client(address) as host:
        with host.live() as live:
            wait_until_seen(live)
        battle = str(host.create(DUEL)["id"])
        for seat, command in SETTING_UP:
            assert host.command(battle, command, seat=seat)["accepted"]
        done = {"kind": "deploy_done"}
        (ruled, _) = host.command(battle, done, seat="Guest")["events"]
        assert (ruled["sequence"], ruled["evidence"][0]["answer"]) == (DEPLOYED, "YES")
        refusal = host.command(battle, done, seat="Host")["refusal"]
        # At once: its picture may not be packed yet.
        told = host.dispute_refusal(battle, refusal["kept"], seat="Host")
        assert [each["sequence"] for each in told["events"]] == [REFUSED, REFUSED + 1]

        guest = host.invite(battle, seat="Guest")["url"]
        onlooker = host.invite(battle)["url"]
        with Client(guest) as player, Client(onlooker) as spectator:
            everybody = (host, player, spectator)
            in_play(tuple(Evidence(each, battle, DEPLOYED) for each in everybody), sees=RAIDER)
            in_play(tuple(Evidence(each, battle, REFUSED) for each in everybody), sees=TANK)
            by_consent(host, player, battle=battle)
        for sequence in (DEPLOYED, REFUSED):
            evidence = Evidence(host, battle, sequence)
            bundle = tmp_path / f"e{sequence}.zip"
            bundle.write_bytes(evidence.get("bundle.zip"))

        withdrawn = {"kind": "settle", "dispute": f"e{REFUSED + 1}", "outcome": "stands"}
        assert host.command(battle, withdrawn, seat="Host")["accepted"]
        assert host.command(battle, done, seat="Host")["refusal"]["kept"] == "r2"
        Evidence(host, battle, DEPLOYED).wait_until_gone()
        assert host.command(battle, {"kind": "concede"}, seat="Host")["accepted"]
        with Client(onlooker) as spectator:
            seen = tags_in(Evidence(spectator, battle, REFUSED).picture())
            assert {TANK, RAIDER, CARD} <= set(seen), "the battle is over"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    told_there = umpire("evidence", "check", str(tmp_path / f"e{REFUSED}.zip"), cwd=elsewhere)
    assert told_there.stdout == f"e{REFUSED}: ruled the same again; with its picture\n"
    assert run(["evidence", "check", str(tmp_path / f"e{DEPLOYED}.zip")]) == 0
    assert "ruled the same again; with its picture" in capsys.readouterr().out


def in_play(asked: tuple[Evidence, ...], *, sees: int) -> None:
    """All are shown the same: the piece that was measured, with the line to it, and no card."""
    (picture, *others) = [each.picture() for each in asked]
    assert others == [picture] * len(others)
    assert set(tags_in(picture)) == {sees}
    marks = asked[0].marks()
    assert marks == asked[-1].marks()
    assert marks["cropped"] is True
    pieces, lines = marks["pieces"], marks["lines"]
    assert isinstance(pieces, list)
    assert isinstance(lines, list)
    name = {TANK: "T1", RAIDER: "T2"}[sees]
    outline = next(np.array(each["outline"]) for each in pieces if each["id"] == name)
    assert "Secret" not in {each["id"] for each in pieces}
    # The drawing lies on the picture: the tag is in the middle of what is drawn around the piece.
    middle = tags_in(picture)[sees].mean(axis=0)
    assert outline.mean(axis=0) == pytest.approx(middle, abs=2.0)
    (line,) = (np.array(each["points"]) for each in lines)
    assert np.abs(outline - line[-1]).sum(axis=1).min() < 3.0, "it ends at a corner of the piece"


def by_consent(host: Client, player: Client, *, battle: str) -> None:
    """The whole picture is shown once both agree, and no longer than they do."""
    evidence = Evidence(player, battle, DEPLOYED)
    cut = evidence.picture()
    assert not player.allow_whole_pictures(battle, whole=True)["whole"]
    assert evidence.picture() == cut, "one does not decide for all"
    assert host.allow_whole_pictures(battle, whole=True, seat="Host")["whole"]
    whole = evidence.picture()
    assert {TANK, RAIDER, CARD} <= set(tags_in(whole))
    assert len(whole) <= MOST_BYTES
    with ZipFile(BytesIO(Evidence(host, battle, DEPLOYED).get("bundle.zip"))) as bundle:
        assert bundle.read("picture.jpg") == whole
    assert not player.allow_whole_pictures(battle, whole=False)["whole"]
    assert evidence.picture() == cut
