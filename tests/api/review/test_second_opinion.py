"""A photograph by any telephone is a second opinion in a dispute, and goes into its evidence."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from api.files.games import games
from api.tables.hand import HandTable
from api.tables.source import TableSource
from rules.table.snapshot import Snapshot
from tests.api.server.serving import Served, problem, served
from tests.api.web.browsing import DUEL, Json
from tests.api.web.seen_table import SeenTable
from tests.vision.drawn_stills import BY_HAND, still_of
from tests.vision.measured import TABLE, Thing, thing
from tests.vision.picture_files import exif, png_claiming, with_exif

pytestmark = pytest.mark.long

SMALL: Json = {
    **DUEL,
    "roster": [{**each, "footprint": "rectangle 1.2 x 1.2"} for each in DUEL["roster"]],
}
SETTING_UP = (
    ("Host", {"kind": "roll", "dice": [6, 3]}),
    ("Guest", {"kind": "roll", "dice": [2, 3]}),
    ("Host", {"kind": "terrain_done"}),
    ("Guest", {"kind": "choose", "choice": "accept"}),
    ("Guest", {"kind": "choose_edge", "edge": "south"}),
)


def tank(name: str, tag: int, *, side: str, at: tuple[float, float, float]) -> Thing:
    made = thing(name, tag, at=at)
    entry = replace(made.tagged.entry, side=side, kind="tank")
    return replace(made, tagged=replace(made.tagged, entry=entry))


TANKS = (
    tank("T1", 20, side="Red", at=(5.0, 1.5, 90.0)),
    tank("T2", 21, side="Blue", at=(11.0, 2.5, 270.0)),
)


@cache
def photograph(*, shift: float = 0.0, orientation: int = 1) -> bytes:
    """A JPEG as a telephone writes it: the sensor's pixels, and how they are to be turned."""
    grey = still_of(TANKS, camera=BY_HAND, shifted={"T2": shift})
    turned = np.ascontiguousarray(np.rot90(grey, 1)) if orientation == 6 else grey
    done, data = cv2.imencode(".jpg", turned, [cv2.IMWRITE_JPEG_QUALITY, 92])
    assert done
    return with_exif(data.tobytes(), exif(orientation=orientation))


class Disputed:
    """A battle under a camera, whose first measured ruling Host disputes."""

    def __init__(self, server: Served) -> None:
        self.server = server
        server.post("/api/v1/battles", SMALL)
        for seat, command in SETTING_UP:
            self.give(seat, command)
        (ruled, *_) = self.give("Guest", {"kind": "deploy_done"})["events"]
        assert ruled["evidence"], "measured"
        self.ruled = ruled["sequence"]
        challenged = self.give("Host", {"kind": "challenge", "entry": f"e{self.ruled}"})
        self.dispute = f"e{challenged['events'][0]['sequence']}"
        self.player = server.invite("battle1", "Host")
        self.count = 0

    def give(self, seat: str, command: Json) -> Json:
        sent = {"id": f"given-{seat}-{len(str(command))}-x", "seat": seat, "command": command}
        told: Json = self.server.post("/api/v1/battles/battle1/commands", sent).json()
        assert told["accepted"], told
        return told

    def send(self, data: bytes, *, dispute: str = "", kind: str = "image/jpeg") -> Any:
        """A photograph of Host's, as the page sends it."""
        self.count += 1
        return self.server.ask(
            "POST",
            f"{REVIEW}/second-opinion?dispute={dispute or self.dispute}&id=photo-{self.count:04}",
            headers={"content-type": kind},
            token=self.player,
            content=data,
        )


REVIEW = "/api/v1/battles/battle1/review"


@pytest.fixture(scope="module")
def disputed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Disputed]:
    table: TableSource = SeenTable(*TANKS).table
    with served(table, tmp_path_factory.mktemp("battles"), games=games) as server:
        yield Disputed(server)


def test_a_photograph_judges_again_and_is_the_evidence_of_its_entry(disputed: Disputed) -> None:
    told = disputed.send(photograph()).json()
    (event,) = told["events"]
    assert "measured again by a photograph. The ruling would be the same" in event["says"]
    assert "differ by more" not in event["says"]
    first = disputed.server.get(f"{REVIEW}/evidence/{disputed.ruled}").json()["measured"]
    assert [each["what"] for each in event["evidence"]] == [each["what"] for each in first]
    for mine, camera in zip(event["evidence"], first, strict=True):
        assert mine["value"] == pytest.approx(camera["value"], abs=0.01)
    evidence = f"{REVIEW}/evidence/{event['sequence']}"
    marks = disputed.server.get(f"{evidence}/marks").json()
    assert {each["id"] for each in marks["pieces"]} == {"T1", "T2"}
    picture = disputed.server.get(f"{evidence}/picture.jpg").content
    shown = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert shown is not None
    # Cut to the line as every picture in play; its own marks lie on it.
    assert list(shown.shape[::-1]) == marks["size"]


def test_two_opinions_that_differ_by_more_than_their_errors_are_said_to(
    disputed: Disputed,
) -> None:
    (event,) = disputed.send(photograph(shift=0.2)).json()["events"]
    assert "differ by more than their errors: T2 is 0.2 in apart" in event["says"]
    assert "T1" not in event["says"].partition("differ by more")[2]


def test_a_photograph_is_turned_as_its_file_asks(disputed: Disputed) -> None:
    (event,) = disputed.send(photograph(orientation=6)).json()["events"]
    assert "The ruling would be the same" in event["says"]
    assert "differ by more" not in event["says"]


def test_a_photograph_is_compared_at_set_up_by_the_host_alone(disputed: Disputed) -> None:
    def compare(data: bytes, *, token: str | None = None) -> Any:
        headers = {"content-type": "image/jpeg"}
        path = "/api/v1/setup/second-opinion"
        return disputed.server.ask("POST", path, headers=headers, token=token, content=data)

    told = compare(photograph()).json()
    assert (told["pieces"], told["apart"], told["notes"]) == (2, [], [])
    assert 0 < told["error_in"] < 0.03
    assert compare(photograph(shift=0.2)).json()["apart"][0].startswith("T2 is 0.2 in apart")
    problem(compare(b"hello, table"), 422)
    problem(compare(b"hello", token=disputed.player), 403)


SMALL_PHONE = BY_HAND.at_size(1600, 1200)


def small_jpeg(**shifted: float) -> bytes:
    moved = {name.replace("_", "-"): inches for name, inches in shifted.items()}
    done, data = cv2.imencode(".jpg", still_of(TANKS, camera=SMALL_PHONE, shifted=moved))
    assert done
    return data.tobytes()


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda: b"hello, table", "something else"),
        (lambda: b"\0\0\0\x18ftypheic\0\0", "save or export it as JPEG"),
        (lambda: png_claiming(12_000, 9_000), "at most 50 megapixels"),
        (lambda: small_jpeg(anchor_1=0.8), "some that lie elsewhere"),
        (lambda: small_jpeg(anchor_2=99.0), "at least 4 anchors"),
        (lambda: small_jpeg()[:-4000], "a whole JPEG picture"),
    ],
    ids=["no-picture", "heic", "too-large", "other-table", "few-anchors", "cut-short"],
)
def test_what_cannot_be_measured_is_said_and_changes_nothing(
    disputed: Disputed, made: Callable[[], bytes], says: str
) -> None:
    before = disputed.server.get("/api/v1/battles/battle1").json()["last"]
    assert says in problem(disputed.send(made()), 422)["detail"]
    assert disputed.server.get("/api/v1/battles/battle1").json()["last"] == before


def test_a_photograph_needs_a_dispute_a_picture_and_a_camera(
    disputed: Disputed, tmp_path: Path
) -> None:
    data = small_jpeg()
    assert "a dispute of this battle" in problem(disputed.send(data, dispute="e1"), 422)["detail"]
    problem(disputed.send(b"{}", kind="application/json"), 415)
    with served(HandTable(Snapshot(table=TABLE)), tmp_path, games=games) as server:
        server.post("/api/v1/battles", SMALL)
        asked = f"{REVIEW}/second-opinion?dispute=e1&id=photo-0001"
        jpeg = {"content-type": "image/jpeg"}
        problem(server.ask("POST", asked + "&seat=Host", headers=jpeg, content=data), 422)
