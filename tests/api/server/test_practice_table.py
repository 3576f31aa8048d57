"""The table that is drawn to practise with: pieces are put elsewhere, and its camera sees them."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from api.cameras.choices import SECOND_PRACTICE, CameraChoice, choices
from api.cameras.desk import CameraDesk
from api.cameras.practice import PHOTOGRAPHS, in_the_box, made_up
from api.cameras.together.set_aside import MeasuredCamera
from api.client import Client, ProblemAnswer
from api.files.new_folder import write_whole
from api.files.roster_file import roster_text
from api.files.scene_file import parse_scene
from api.kit.kit_in_use import kit_in_use
from api.tables import practice_table
from api.tables.camera import CameraShot, CameraTable
from api.tables.hand import HandTable
from api.tables.practice_table import PiecesPut, PracticeTable, seen_there
from api.tables.switch import SwitchedTable
from rules.table.snapshot import Snapshot
from tests.api.forked import forked_serving
from tests.api.server.shown_camera import ShownCamera
from tests.api.server.test_camera_setup import HERE
from tests.api.server.test_hand_table import first
from tests.api.setting_up import small_roster
from tests.factories import piece
from tests.factories import table as table_of
from tests.vision.measured import exact_profile
from vision.camera.source import Frame, Identity
from vision.pipeline import Pipeline
from vision.synthetic.described.scene import ScenePlace, TableScene

SOMEWHERE = ScenePlace(x=9.0, y=7.0, heading=90.0)
(FIRST,) = choices([], find=lambda: ())


@pytest.fixture
def table(tmp_path: Path) -> PracticeTable:
    return PracticeTable(file=tmp_path / "practice-table.json")


@pytest.fixture(scope="module")
def kit() -> str:
    return kit_in_use(small_roster(), name="army").told


@pytest.fixture(scope="module")
def scene(kit: str) -> TableScene:
    return parse_scene(made_up(kit, seed=1).game, origin="test", name="practice")


def places(scene: TableScene) -> dict[str, ScenePlace]:
    return {each.id: each.place for each in scene.pieces}


def test_a_piece_that_is_put_elsewhere_is_drawn_there_alone(
    table: PracticeTable, kit: str, scene: TableScene
) -> None:
    put = PiecesPut(table, kit=kit)
    assert put(scene) is scene
    table.put("T1", SOMEWHERE, kit=kit)
    assert places(put(scene)) == {**places(scene), "T1": SOMEWHERE}
    farther = ScenePlace(x=9.0, y=8.5, heading=90.0)
    table.put("T2", farther, kit=kit)
    assert places(put(scene)) == {**places(scene), "T1": SOMEWHERE, "T2": farther}


def test_a_piece_that_is_taken_off_lies_in_the_box_until_it_is_put_down(
    table: PracticeTable, kit: str, scene: TableScene
) -> None:
    put = PiecesPut(table, kit=kit)
    table.take("T1", kit=kit)
    assert sorted(places(put(scene))) == sorted(set(places(scene)) - {"T1"})
    table.put("T1", SOMEWHERE, kit=kit)
    assert places(put(scene)) == {**places(scene), "T1": SOMEWHERE}
    table.take("T1", kit=kit)
    table.clear()
    assert put(scene) == scene


def test_pieces_that_are_put_at_one_time_all_lie_there(table: PracticeTable, kit: str) -> None:
    names = [f"T{number}" for number in range(24)]
    with ThreadPoolExecutor(8) as hands:
        list(hands.map(lambda name: table.put(name, SOMEWHERE, kit=kit), names))
    assert sorted(table.places(kit=kit)) == sorted(names)


def test_all_stand_in_their_lines_again_once_it_is_cleared(
    table: PracticeTable, kit: str, scene: TableScene
) -> None:
    put = PiecesPut(table, kit=kit)
    table.put("T1", SOMEWHERE, kit=kit)
    assert put(scene) != scene
    table.clear()
    assert put(scene) == scene
    table.clear()


def test_what_is_put_while_it_is_cleared_does_not_bring_the_others_back(
    table: PracticeTable, kit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.put("T1", SOMEWHERE, kit=kit)
    clearing = threading.Thread(target=table.clear)

    def write_late(content: bytes, *, place: Path, force: bool) -> None:
        clearing.start()
        clearing.join(0.2)
        write_whole(content, place=place, force=force)

    monkeypatch.setattr(practice_table, "write_whole", write_late)
    table.put("T2", SOMEWHERE, kit=kit)
    clearing.join()
    assert table.places(kit=kit) == {}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[CameraDesk]:
    """With the camera to practise with open, before anything is measured."""
    camera = Identity(name="synthetic camera", id="", width=640, height=480)
    made = CameraDesk(
        SwitchedTable(HandTable(first())),
        folder=tmp_path,
        keep=lambda _opens, _expected: ShownCamera(camera),
    )
    made.choose_kit(kit_in_use(small_roster(), name="army"))
    made.open(FIRST)
    yield made
    made.close()


def put_with(desk: CameraDesk) -> bool:
    """Whether a piece that was put elsewhere lies there still."""
    return bool(desk.kept.practice_table.places(kit=desk.require_kit().told))


@pytest.mark.parametrize("step", [CameraDesk.start_lens, CameraDesk.start_table])
def test_the_army_is_lined_up_anew_where_its_table_is_set_up_from_the_start(
    desk: CameraDesk, step: Callable[[CameraDesk], object]
) -> None:
    desk.kept.practice_table.put("T1", SOMEWHERE, kit=desk.require_kit().told)
    desk.start_check()
    assert put_with(desk)
    step(desk)
    assert not put_with(desk)


@pytest.mark.parametrize("step", [CameraDesk.start_lens, CameraDesk.start_table])
def test_pieces_stay_where_they_were_put_when_the_camera_is_measured_anew(
    desk: CameraDesk, step: Callable[[CameraDesk], object]
) -> None:
    desk.play_on(Pipeline(exact_profile()))
    desk.kept.practice_table.put("T1", SOMEWHERE, kit=desk.require_kit().told)
    step(desk)
    assert put_with(desk)
    # What is opened anew is set up from the start.
    desk.open(FIRST)
    assert put_with(desk)
    step(desk)
    assert not put_with(desk)


@pytest.mark.parametrize("choice", [FIRST, SECOND_PRACTICE])
def test_pieces_stay_where_they_were_put_when_another_camera_is_set_up(
    desk: CameraDesk, choice: CameraChoice
) -> None:
    assert desk.running is not None
    if choice is FIRST:
        # It was done without, while another one goes on seeing the table.
        other = MeasuredCamera(choice=HERE, profile=exact_profile(), running=desk.running)
        desk.aside.keep(other)
        desk.running = None
    desk.kept.practice_table.put("T1", SOMEWHERE, kit=desk.require_kit().told)
    desk.open(choice)
    desk.start_lens()
    desk.start_table()
    assert put_with(desk)


def test_slips_and_markers_lie_in_their_box_until_they_are_put_on_the_table(
    table: PracticeTable,
) -> None:
    kit = kit_in_use(roster_text("paper-tigers"), name="army").told
    scene = parse_scene(made_up(kit, seed=1).game, origin="test", name="practice")
    put = PiecesPut(table, kit=kit, box=in_the_box(kit))
    begun = places(put(scene))
    assert {"T1", "S7", "F1"} <= set(begun)
    assert not any(each.startswith(("slip", "smoke", "wreck")) for each in begun)
    table.put("smoke-1", SOMEWHERE, kit=kit)
    assert places(put(scene)) == {**begun, "smoke-1": SOMEWHERE}
    cards = kit_in_use(roster_text("tossing-tiger"), name="cards").told
    assert in_the_box(cards) == frozenset()


def test_places_of_another_army_count_as_none(table: PracticeTable, kit: str) -> None:
    table.put("T1", SOMEWHERE, kit="another")
    assert table.places(kit=kit) == {}


PLACES = '{"T1": [9.0, 7.0, 90.0]}'


@pytest.mark.parametrize(
    ("part", "spoiled"),
    [
        *((f', "places": {PLACES}', each) for each in ("", ', "place": {}')),
        *((PLACES, each) for each in ("[]", "null", '"T1"', "{", "\0", "[" * 100_000)),
        *(
            ("[9.0, 7.0, 90.0]", each)
            for each in (
                "[1, 2]",
                "[1, 2, 3, 4]",
                '"T1"',
                "[1, 2, NaN]",
                "[1, 2, 1e999]",
                f"[1, 2, 1{'0' * 400}]",
                "9",
                "{}",
            )
        ),
    ],
)
def test_a_spoiled_file_counts_as_none(
    table: PracticeTable, kit: str, part: str, spoiled: str
) -> None:
    table.put("T1", SOMEWHERE, kit=kit)
    whole = table.file.read_text()
    assert table.places(kit=kit) == {"T1": SOMEWHERE}
    assert part in whole
    table.file.write_text(whole.replace(part, spoiled))
    assert table.places(kit=kit) == {}


@pytest.mark.parametrize("content", [b"", b"[]", b"9", b"\xff"])
def test_what_is_no_such_file_counts_as_none(
    table: PracticeTable, kit: str, content: bytes
) -> None:
    table.file.write_bytes(content)
    assert table.places(kit=kit) == {}
    # It is written anew with the next piece.
    table.put("T1", SOMEWHERE, kit=kit)
    assert table.places(kit=kit) == {"T1": SOMEWHERE}


class LateCamera:
    """Shows a move in the fourth picture: those before were drawn when it had not been made."""

    def __init__(self) -> None:
        self.pictures = self.snapshots = 0

    def now(self) -> float:
        return 100.0

    def views(self) -> tuple[CameraShot, ...]:
        self.pictures += 1
        frame = Frame(
            number=self.pictures,
            seconds=0.0,
            name="",
            grey=np.zeros((1, 1), np.uint8),
            captured_s=self.now() + self.pictures - 1,
        )
        return (CameraShot(name="", frame=frame, profile=exact_profile(), sees=frozenset()),)

    def latest(self) -> Snapshot:
        self.snapshots += 1
        x = 9.08 if self.pictures >= 4 else 9.0
        return replace(table_of(piece("T1", (x, 7.0), heading=90.0)), number=self.snapshots)


def test_a_small_move_is_seen_in_no_picture_that_was_drawn_before_it() -> None:
    camera = LateCamera()
    place = ScenePlace(x=9.08, y=7.0, heading=90.0)
    seen = seen_there(cast("CameraTable", camera), "T1", place=place)
    assert seen is not None
    assert seen.pieces[0].pose is not None
    assert seen.pieces[0].pose.x == 9.08
    assert seen.number == camera.snapshots


@pytest.fixture(scope="module")
def umpire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("practice")
    battles = ("--battles", str(folder / "battles"))
    with (
        forked_serving(*battles, cwd=folder) as (address, _),
        Client(address, seconds=60) as client,
    ):
        practising(client, roster_toml=small_roster())
        yield client


def practising(umpire: Client, **army: str) -> None:
    """Set the camera to practise with up for this army, and let it see the table."""
    umpire.setup("roster", method="PUT", body=dict(army))
    umpire.open_camera("practice")
    umpire.setup("table", method="POST")
    for _ in range(PHOTOGRAPHS):
        photograph(umpire)
    umpire.setup("table/solve", method="POST")
    umpire.setup("use", method="POST")


def photograph(client: Client) -> None:
    """What the camera sees once it has come to where the next one is taken from."""
    until = time.monotonic() + 60
    while True:
        try:
            client.setup("table/photographs", method="POST")
        except ProblemAnswer as problem:
            if problem.kind != "no-picture" or time.monotonic() > until:
                raise
            time.sleep(0.2)
        else:
            return


@pytest.mark.long
def test_the_camera_sees_a_piece_where_it_was_put(umpire: Client) -> None:
    told = umpire.put_drawn_piece("T1", x_in=9.0, y_in=7.0, heading_deg=90.0)
    assert told["state"] == "seen"
    assert told["pose"]["x_in"] == pytest.approx(9.0, abs=0.1)
    assert told["pose"]["y_in"] == pytest.approx(7.0, abs=0.1)
    assert umpire.table()["number"] >= told["snapshot"]


@pytest.mark.long
@pytest.mark.parametrize("x", [9.0, 9.08])
def test_it_answers_a_small_move_with_where_the_piece_came_to(umpire: Client, x: float) -> None:
    before = umpire.table()["number"]
    told = umpire.put_drawn_piece("T1", x_in=x, y_in=7.0, heading_deg=90.0)
    assert told["pose"]["x_in"] == pytest.approx(x, abs=0.03)
    assert told["snapshot"] > before
    # Where it lies already it is seen as well.
    told = umpire.put_drawn_piece("T1", x_in=x, y_in=7.0, heading_deg=90.0)
    assert told["pose"]["x_in"] == pytest.approx(x, abs=0.03)


@pytest.mark.long
def test_a_piece_is_taken_off_and_put_down_again(umpire: Client) -> None:
    umpire.put_drawn_piece("T2", x_in=9.0, y_in=7.0, heading_deg=90.0)
    umpire.take_drawn_piece("T2")
    umpire.take_drawn_piece("T2")
    until = time.monotonic() + 30
    while state_of(umpire, "T2") == "seen":
        assert time.monotonic() < until, "it is seen though it lies in the box"
        time.sleep(0.1)
    told = umpire.put_drawn_piece("T2", x_in=9.0, y_in=7.0, heading_deg=90.0)
    assert told["state"] == "seen"


def state_of(umpire: Client, piece: str) -> str:
    return next(str(each["state"]) for each in umpire.table()["pieces"] if each["id"] == piece)


@pytest.mark.long
def test_what_the_camera_cannot_see_or_nobody_has_is_refused_in_words(umpire: Client) -> None:
    with pytest.raises(ProblemAnswer, match="there is no piece 'X9' on this table"):
        umpire.put_drawn_piece("X9", x_in=9.0, y_in=7.0)
    with pytest.raises(ProblemAnswer, match="T2 lies there now, and is not seen: something"):
        umpire.put_drawn_piece("T2", x_in=200.0, y_in=7.0)
    with pytest.raises(ProblemAnswer, match="there is no piece 'X9' on this table"):
        umpire.take_drawn_piece("X9")
    umpire.setup("use", method="DELETE")
    for act in (
        lambda: umpire.put_drawn_piece("T1", x_in=9.0, y_in=7.0),
        lambda: umpire.take_drawn_piece("T1"),
    ):
        with pytest.raises(ProblemAnswer, match="no camera is in use") as problem:
            act()
        assert problem.value.kind == "no-camera"
