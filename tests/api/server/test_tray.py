"""Dice in a drawn tray are read for the roll that is asked for, and given where that was agreed."""

import json
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pytest

from api.battles.opening import open_battle
from api.battles.session import Session
from api.cli import run
from api.errors import ExitCode
from api.files.games import games
from api.rolling.desk import TrayDesk
from api.rolling.evidence import read_notes
from api.rolling.season import season
from api.rolling.shots import TrayShot
from api.rolling.teaching import TrayLesson
from api.tables.hand import HandTable
from rules.table.snapshot import Snapshot
from tests.api.server.serving import Served, problem, served
from tests.api.web.browsing import DUEL
from tests.vision.measured import TABLE
from vision.camera.source import Frame
from vision.synthetic.rolls.chance import chance_roll, turned
from vision.synthetic.rolls.described import DrawnRoll, RollFloor
from vision.synthetic.rolls.disturbed import half_covered
from vision.synthetic.rolls.drawing import drawn_roll

FRAME_S: Final = 0.2
READ_AFTER: Final = 3
"""Pictures in which dice have to lie still."""


def as_jpeg(roll: DrawnRoll) -> bytes:
    return bytes(cv2.imencode(".jpg", drawn_roll(roll))[1])


def a_roll(*faces: int) -> DrawnRoll:
    clean = chance_roll(np.random.default_rng(8), count=2, size=(960, 720))
    dice = tuple(
        replace(die, turn=turned(face, 0.4 * at))
        for at, (die, face) in enumerate(zip(clean.dice, faces, strict=True), start=1)
    )
    return replace(clean, dice=dice, floor=RollFloor.PRINTED)


@pytest.fixture(scope="module")
def pictures() -> dict[str, bytes]:
    """What a camera over a tray sees."""
    rolled = a_roll(4, 5)
    return {
        "empty": as_jpeg(replace(rolled, dice=())),
        "4 5": as_jpeg(rolled),
        "6 5": as_jpeg(a_roll(6, 5)),
        "covered": as_jpeg(half_covered(rolled, np.random.default_rng(1))),
        "no tray": bytes(cv2.imencode(".jpg", np.full((720, 960, 3), 90, np.uint8))[1]),
    }


class Tray:
    """A battle whose tray is looked into one picture after the other, as time passes by itself."""

    def __init__(self, server: Served, pictures: dict[str, bytes], battle: str) -> None:
        self.server, self.pictures, self.battle = server, pictures, battle
        self.now, self.frame = 0.0, 0
        self.seen = pictures["empty"]
        self.second: bytes | None = None
        """What a second camera over the table sees, if there is one; empty if no picture comes."""
        self.beside = ""
        """What a phone over the tray sees; it shows nothing where nothing is wanted."""
        self.wanted: list[bool] = []
        self.heard: list[dict[str, Any] | None] = []
        self.desk = TrayDesk(
            newest=self.newest,
            sessions=self.sessions,
            tell=lambda _session, told: self.heard.append(told),
            steady=lambda: self.now,
            beside=self.phones,
            dice=server.app.state.folder / "dice.json",
        )
        server.app.state.tray = self.desk

    def phones(self, *, is_wanted: bool) -> list[TrayShot]:
        self.wanted.append(is_wanted)
        if not (self.beside and is_wanted):
            return []
        jpeg = self.pictures[self.beside]
        return [TrayShot(camera="phone", number=self.frame, seconds=self.now, jpeg=jpeg)]

    def newest(self) -> dict[str, Frame]:
        two = {"south": self.seen, "north": self.second}
        seen = {"": self.seen} if self.second is None else two
        return {name: self.taken(jpeg) for name, jpeg in seen.items() if jpeg}

    def taken(self, jpeg: bytes) -> Frame:
        grey = np.zeros((720, 960), np.uint8)
        at = self.now
        return Frame(number=self.frame, seconds=at, name="", grey=grey, captured_s=at, jpeg=jpeg)

    async def sessions(self) -> list[Session]:
        return [await self.server.app.state.shelf.session(self.battle)]

    def call(self, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        portal = self.server.client.portal
        assert portal is not None
        return portal.call(work)

    def shows(self, name: str, *, times: int = 1) -> dict[str, Any] | None:
        """Let the camera see this so often; what everybody is told after it."""
        self.seen = self.pictures[name]
        for _ in range(times):
            self.now += FRAME_S
            self.frame += 1
            self.call(self.desk.step)
        told: dict[str, Any] | None = self.server.get(self.path("/tray")).json()["tray"]
        return told

    def path(self, rest: str) -> str:
        return f"/api/v1/battles/{self.battle}{rest}"

    def gives(self, seat: str, *dice: int) -> Any:
        body = {"id": f"roll-{self.frame:04}", "seat": seat}
        command = {"kind": "roll", "dice": list(dice)}
        return self.server.post(self.path("/commands"), {**body, "command": command}).json()

    def events(self) -> list[Any]:
        found: list[Any] = self.server.get(self.path("/events")).json()["events"]
        return found


@pytest.fixture
def tray_of(tmp_path: Path, pictures: dict[str, bytes]) -> Iterator[Callable[..., Tray]]:
    with served(HandTable(Snapshot(table=TABLE)), tmp_path, games=games) as server:

        def begun(**options: str) -> Tray:
            asked = {**DUEL, "options": {**DUEL.get("options", {}), **options}}
            made = server.post("/api/v1/battles", asked)
            assert made.status_code == 201, made.text
            return Tray(server, pictures, made.json()["id"])

        yield begun


def test_a_phone_over_the_tray_reads_what_the_tables_camera_does_not_see(
    tray_of: Callable[..., Tray],
) -> None:
    tray = tray_of()
    tray.beside = "empty"
    told = tray.shows("no tray")
    assert told is not None
    assert told["phase"] == "open"
    tray.beside = "4 5"
    told = tray.shows("no tray", times=READ_AFTER + 1) or {}
    assert (told["phase"], told["dice"]) == ("read", [4, 5])
    # What was read stays, whatever another camera sees after it.
    assert tray.shows("6 5", times=8)["dice"] == [4, 5]  # type: ignore[index]
    assert tray.gives("Host", 4, 5)["accepted"]
    tray.call(tray.desk.step)
    assert all(tray.wanted[:-2])


def test_a_second_camera_over_the_table_reads_the_tray(tray_of: Callable[..., Tray]) -> None:
    tray = tray_of()
    tray.second = tray.pictures["empty"]
    tray.beside = "6 5"
    tray.shows("no tray", times=3)
    tray.second = b""  # No picture comes for a moment, and what lay there is not forgotten.
    tray.shows("no tray")
    tray.second = tray.pictures["4 5"]
    told = tray.shows("no tray", times=READ_AFTER + 1) or {}
    # A phone sees a tray as well, but a camera over the table is believed first.
    assert (told["phase"], told["dice"]) == ("read", [4, 5])


def test_the_tables_camera_comes_before_a_phone(tray_of: Callable[..., Tray]) -> None:
    tray = tray_of()
    tray.beside = "empty"
    tray.shows("empty", times=3)
    tray.beside = "6 5"
    told = tray.shows("4 5", times=READ_AFTER + 2)
    assert told is not None
    assert told["dice"] == [4, 5]


def test_a_reading_is_a_proposal_to_the_seat_that_rolls(
    tray_of: Callable[..., Tray], tmp_path: Path
) -> None:
    tray = tray_of()
    told = tray.shows("empty")
    assert told is not None
    assert (told["seat"], told["count"], told["phase"]) == ("Host", 2, "open")
    assert told["says"] == "Roll 2 dice into the tray."
    assert tray.shows("4 5")["phase"] == "rolling"  # type: ignore[index]
    told = tray.shows("4 5", times=READ_AFTER)
    assert told is not None
    assert (told["phase"], told["dice"], told["sure"]) == ("read", [4, 5], True)
    assert told["says"] == "The tray shows 4 and 5."
    assert told["others"], "expected what else it may be"
    assert all(other != [4, 5] and len(other) == 2 for other in told["others"])
    before = len(tray.events())
    # However long it lies there, nobody is hurried.
    assert tray.shows("4 5", times=20)["accepts_in_s"] is None  # type: ignore[index]
    assert len(tray.events()) == before
    assert tray.gives("Host", 4, 5)["accepted"]
    # The next to roll is asked, and these dice are not theirs.
    told = tray.shows("4 5", times=2 + READ_AFTER)
    assert told is not None
    assert (told["seat"], told["phase"]) == ("Guest", "before")
    assert told["dice"] is None
    roll = next(event for event in tray.events() if event["dice"])
    picture = tray.server.get(tray.path(f"/review/evidence/{roll['sequence']}/picture.jpg"))
    shown = cv2.imdecode(np.frombuffer(picture.content, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    assert min(shown.shape[:2]) > 200
    tray.server.client.__exit__(None, None, None)
    opened = open_battle(tmp_path / f"{tray.battle}.battle", stamp="now")
    noted = read_notes(opened.file.about())[roll["sequence"]]
    opened.file.close()
    assert (noted["read"], noted["given"], noted["by_itself"]) == ([4, 5], [4, 5], False)


def test_a_correction_stands_beside_what_was_read(tray_of: Callable[..., Tray]) -> None:
    tray = tray_of()
    tray.shows("empty")
    tray.shows("4 5", times=1 + READ_AFTER)
    assert tray.gives("Host", 4, 6)["accepted"]
    tray.shows("empty")
    session = tray.call(tray.sessions)[0]
    about = tray.call(lambda: session.read(lambda file: file.about()))
    (noted,) = read_notes(about).values()
    assert (noted["read"], noted["given"]) == ([4, 5], [4, 6])


def test_what_is_not_sure_is_asked_about_in_plain_words(tray_of: Callable[..., Tray]) -> None:
    tray = tray_of(tray="at_once")
    tray.shows("empty")
    told = tray.shows("covered", times=1 + READ_AFTER)
    assert told is not None
    assert (told["phase"], told["sure"]) == ("unsure", False)
    assert told["says"].startswith("Not sure: ")
    # And what is clear later is not taken by itself: somebody has touched the dice.
    told = tray.shows("4 5", times=1 + READ_AFTER)
    assert told is not None
    assert (told["dice"], told["accepts_in_s"]) == ([4, 5], None)
    assert "It was unclear at first" in told["says"]


def test_what_all_have_agreed_to_counts_by_itself(tray_of: Callable[..., Tray]) -> None:
    tray = tray_of(tray="at_once")
    tray.shows("empty")
    tray.shows("4 5", times=1 + READ_AFTER)
    (roll,) = [event for event in tray.events() if event["dice"]]
    assert (roll["dice"], roll["author"]) == ([4, 5], "Host")
    # Once: the dice lie there for the next seat, too.
    tray.shows("4 5", times=4)
    assert len([event for event in tray.events() if event["dice"]]) == 1
    tray.shows("empty")
    tray.shows("6 5", times=1 + READ_AFTER)
    rolls = [event for event in tray.events() if event["dice"]]
    assert [(each["dice"], each["author"]) for each in rolls] == [
        ([4, 5], "Host"),
        ([5, 6], "Guest"),
    ]


def test_two_seconds_are_left_to_object(tray_of: Callable[..., Tray]) -> None:
    tray = tray_of(tray="wait")
    problem(tray.server.post(tray.path("/tray/hold"), {}), 409)
    tray.shows("empty")
    told = tray.shows("4 5", times=READ_AFTER)
    assert told is not None
    assert told["accepts_in_s"] == pytest.approx(2.0)
    held = tray.server.post(tray.path("/tray/hold"), {}).json()["tray"]
    assert held["says"] == "The tray shows 4 and 5. Somebody objects."
    tray.shows("4 5", times=15)
    assert not [event for event in tray.events() if event["dice"]]
    assert tray.gives("Host", 4, 5)["accepted"]
    tray.shows("empty")
    tray.shows("6 5", times=READ_AFTER)
    tray.shows("6 5", times=9)
    assert len([event for event in tray.events() if event["dice"]]) == 1
    tray.shows("6 5", times=2)
    assert len([event for event in tray.events() if event["dice"]]) == 2


def test_a_nudge_keeps_it_from_counting_by_itself(tray_of: Callable[..., Tray]) -> None:
    tray = tray_of(tray="wait")
    tray.shows("empty")
    tray.shows("4 5", times=READ_AFTER)
    told = tray.shows("6 5", times=15)
    assert told is not None
    assert (told["dice"], told["accepts_in_s"]) == ([4, 5], None)
    assert told["says"] == "The tray shows 4 and 5. The dice were moved after that."
    assert not [event for event in tray.events() if event["dice"]]


def test_a_season_tells_what_each_players_dice_brought(
    tray_of: Callable[..., Tray], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tray = tray_of(tray="at_once")
    tray.shows("empty")
    tray.shows("4 5", times=1 + READ_AFTER)
    assert tray.gives("Guest", 1, 1)["accepted"]
    tray.server.client.__exit__(None, None, None)
    assert run(["dice", "season", str(tmp_path), "--json"]) == ExitCode.DONE
    told = json.loads(capsys.readouterr().out)
    assert told["battles"] == 1
    assert [(each["by"], each["how"], each["count"], each["mean"]) for each in told["dice"]] == [
        ("Guest", "typed", 2, 1.0),
        ("Host", "tray", 2, 4.5),
    ]
    ones = told["dice"][0]["faces"][0]
    assert (ones["face"], ones["count"], round(ones["high"], 6)) == (1, 2, 1.0)
    assert run(["dice", "season", str(tmp_path)]) == ExitCode.DONE
    assert "Host, tray: 2 dice, 4.50 on average; as luck has it" in capsys.readouterr().out
    (tmp_path / "none").mkdir()
    assert run(["dice", "season", str(tmp_path / "none")]) == ExitCode.BAD_INPUT


def test_typed_promised_and_tray_dice_are_mixed_in_one_battle(
    tray_of: Callable[..., Tray], tmp_path: Path
) -> None:
    tray = tray_of(tray="at_once")
    tray.shows("no tray")
    assert tray.gives("Host", 4, 5)["accepted"]
    # The guest throws the same, so that both roll again.
    tray.shows("empty")
    tray.shows("4 5", times=2 + READ_AFTER)
    told = tray.shows("4 5")
    assert told is not None
    assert (told["seat"], told["phase"]) == ("Host", "before")
    promised = tray.server.post(tray.path("/dice"), {"count": 2, "what": "again"}).json()
    sent = {"id": "promised-1", "seat": "Host", "command": {"kind": "roll"}}
    rolled = tray.server.post(tray.path(f"/dice/{promised['digest']}/roll"), sent).json()
    assert rolled["accepted"], rolled
    tray.shows("empty")
    tray.shows("6 5", times=2 + READ_AFTER)
    rolls = [(each["author"], each["dice"]) for each in tray.events() if each["dice"]]
    umpires = [int(face) for face in rolled["roll"]["results"]]
    assert rolls == [("Host", [4, 5]), ("Guest", [4, 5]), ("Host", umpires), ("Guest", [5, 6])]
    tray.server.client.__exit__(None, None, None)
    found = season(tmp_path)
    assert {(each.by, each.how): each.count for each in found.dice} == {
        ("Guest", "tray"): 4,
        ("Host", "typed"): 2,
        ("Host", "umpire"): 2,
    }


def test_dice_are_shown_to_the_umpire_before_a_battle(
    tray_of: Callable[..., Tray], tmp_path: Path
) -> None:
    tray = tray_of()

    def tells(*faces: int) -> dict[str, Any]:
        told: dict[str, Any] = tray.server.post("/api/v1/dice-lesson", {"faces": faces}).json()
        return told

    tray.seen = tray.pictures["no tray"]
    assert tells(4, 5)["says"] == "No tray is in view of a camera."
    tray.seen = tray.pictures["4 5"]
    assert tells(5, 4)["says"] == "Read rightly. Still to be shown: 1, 2, 3 and 6."
    tray.seen = tray.pictures["covered"]
    assert tells(4, 5)["says"].startswith("Not sure: ")
    tray.seen = tray.pictures["6 5"]
    # Somebody tells otherwise than it is: both numbers are asked about from now on.
    assert tells(2, 5)["says"].startswith("Read as 5 and 6: these numbers are asked about")
    for faces in ((1, 1), (3, 3)):
        tray.seen = as_jpeg(a_roll(*faces))
        assert tells(*faces)["says"].startswith("Read rightly.")
    lesson = tray.server.get("/api/v1/dice-lesson").json()
    assert lesson["is_over"]
    assert lesson["says"].endswith("asks about any others. It always asks about 2 and 6.")
    with served(HandTable(Snapshot(table=TABLE)), tmp_path, games=games) as later:
        assert later.get("/api/v1/dice-lesson").json() == lesson
    tray.shows("empty")
    told = tray.shows("6 5", times=1 + READ_AFTER) or {}
    assert (told["phase"], told["sure"]) == ("unsure", False)
    told = tray.server.ask("DELETE", "/api/v1/dice-lesson").json()
    assert told["says"] == TrayLesson(tmp_path / "cameras" / "dice.json").says
    assert told["says"] == "No dice were shown yet."
    tray.shows("empty")
    told = tray.shows("4 5", times=1 + READ_AFTER) or {}
    assert (told["phase"], told["dice"]) == ("read", [4, 5])
    problem(tray.server.post("/api/v1/dice-lesson", {"faces": [7]}), 422)


@pytest.mark.long
def test_without_a_tray_nothing_is_told(tray_of: Callable[..., Tray]) -> None:
    tray = tray_of()
    assert (tray.shows("no tray", times=3), tray.heard) == (None, [])
    assert tray.shows("empty") is not None
    assert tray.shows("no tray", times=3) is not None, "expected a hand over it to be waited for"
    assert tray.shows("no tray", times=40) is None
    assert json.dumps(tray.heard[-1]) == "null"
