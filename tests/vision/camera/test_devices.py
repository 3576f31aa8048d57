"""Tests of finding cameras by names that last, in folders laid out as Linux lays them out."""

import sys
from pathlib import Path

import pytest

from vision.camera.devices import Device, devices, holder, matching

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such links there")


def plugged(root: Path, number: int, *, name: str, link: str = "", index: int = 0) -> None:
    """One node of a camera."""
    entry = root / "sys/class/video4linux" / f"video{number}"
    entry.mkdir(parents=True)
    (entry / "name").write_text(f"{name}\n", encoding="utf-8")
    (entry / "index").write_text(f"{index}\n", encoding="utf-8")
    if link:
        folder = root / "dev/v4l" / link.partition("/")[0]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / link.partition("/")[2]).symlink_to(f"../../video{number}")


def test_cameras_are_found_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    plugged(tmp_path, 10, name="Second", link="by-path/pci-0000-usb-0:2-video-index0")
    plugged(tmp_path, 2, name="HD Pro Webcam C920", link="by-id/usb-046d_C920_6A1B-video-index0")
    plugged(tmp_path, 3, name="HD Pro Webcam C920", index=1)
    assert devices(tmp_path) == (
        Device(number=2, name="HD Pro Webcam C920", id="usb-046d_C920_6A1B"),
        Device(number=10, name="Second", id="pci-0000-usb-0:2"),
    )


def test_a_computer_without_cameras_has_none(tmp_path: Path) -> None:
    assert devices(tmp_path) == ()


def test_a_serial_number_comes_before_the_port(tmp_path: Path) -> None:
    plugged(tmp_path, 0, name="One", link="by-path/pci-video-index0")
    link = tmp_path / "dev/v4l/by-id/usb-One_77-video-index0"
    link.parent.mkdir(parents=True)
    link.symlink_to("../../video0")
    assert [device.id for device in devices(tmp_path)] == ["usb-One_77"]


ONE = Device(number=0, name="HD Pro Webcam C920", id="usb-046d_C920_6A1B")
TWO = Device(number=4, name="HD Pro Webcam C920", id="usb-046d_C920_77")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("usb-046d_C920_77", [4]),
        ("c920", [0, 4]),
        ("6a1b", [0]),
        ("brio", []),
    ],
)
def test_a_camera_is_meant_by_its_id_or_a_part_of_its_name(text: str, expected: list[int]) -> None:
    found = matching(text, among=(ONE, TWO))
    assert [device.number for device in found] == expected


def test_the_program_that_uses_a_camera_is_named(tmp_path: Path) -> None:
    handles = tmp_path / "proc/4242/fd"
    handles.mkdir(parents=True)
    (tmp_path / "proc/4242/comm").write_text("meeting\n", encoding="utf-8")
    (handles / "3").symlink_to("/dev/video0")
    assert holder(0, root=tmp_path) == "meeting"
    assert holder(1, root=tmp_path) == ""
