"""Tests of reading photographs: what is a picture, what is none, and what cameras say of it."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.table.bad_input import BadInputError
from tests.vision.picture_files import encoded, exif, picture, png_claiming, with_exif
from vision.pictures.exif import Exif, exif_of
from vision.pictures.photograph import photograph_from_bytes

ENDINGS = (".jpg", ".png", ".bmp", ".webp", ".tif")
KINDS = {".jpg": "JPEG", ".png": "PNG", ".bmp": "BMP", ".webp": "WebP", ".tif": "TIFF"}


def refused(data: bytes, **more: int) -> str:
    with pytest.raises(BadInputError) as complaint:
        photograph_from_bytes(data, name="table.jpg", **more)
    assert str(complaint.value).startswith("table.jpg: expected ")
    return str(complaint.value)


@pytest.mark.parametrize("ending", ENDINGS)
def test_each_kind_is_read_at_its_size(ending: str) -> None:
    image = picture()
    read = photograph_from_bytes(encoded(image, ending), name="a")
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(int)
    assert (read.kind, read.width, read.height) == (KINDS[ending], 160, 120)
    assert np.abs(read.grey - grey).mean() < 1.0
    assert np.abs(read.colour().astype(int) - image).mean() < 8.0
    assert read.notes == ()


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_file_cut_anywhere_is_refused(ending: str) -> None:
    whole = encoded(picture(), ending)
    for cut in (*range(1, 80), *range(80, len(whole) - 2, 311), len(whole) - 3):
        assert "got" in refused(whole[:cut])


@pytest.mark.parametrize(
    ("data", "got"),
    [
        (b"", "an empty file"),
        (b"hello, table", "something else"),
        (b"%PDF-1.7 ...", "a PDF document"),
        (b"GIF89a....", "a GIF picture"),
        (b"\0\0\0\x18ftypheic\0\0", "save or export it as JPEG"),
        (b"\0\0\0\x18ftypisom\0\0", "a video"),
        (b"  <svg></svg>", "written as text"),
        (b'{"format": 1}', "JSON"),
        (b"RIFF\x10\0\0\0AVI LIST....", "first bytes make no sense"),
        (b"\xff\xd8\xff\xd9", "first bytes make no sense"),
    ],
)
def test_what_is_no_photograph_is_called_by_its_name(data: bytes, got: str) -> None:
    assert got in refused(data)


def test_a_huge_picture_is_refused_before_it_is_decoded() -> None:
    said = refused(png_claiming(60_000, 50_000))
    assert "at most 50 megapixels, got 60000 x 50000, which are 3,000.0" in said
    assert "at most 0.01 megapixels" in refused(encoded(picture(), ".png"), most_pixels=10_000)


def test_a_cut_file_names_its_size() -> None:
    data = encoded(picture(), ".jpg")
    assert "a whole JPEG picture of 160 x 120" in refused(data[: len(data) // 2])


def test_what_follows_the_picture_does_no_harm() -> None:
    data = encoded(picture(), ".jpg") + b"\xff\xd8 and a film of the moment"
    assert photograph_from_bytes(data, name="a").width == 160


def test_damage_inside_is_refused_before_a_decoder_stumbles(
    capfd: pytest.CaptureFixture[str],
) -> None:
    whole = encoded(picture(), ".png")
    broken = whole[:60] + bytes(80) + whole[140:]
    assert "got one with a wrong checksum at byte 33: the file is damaged" in refused(broken)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("orientation", [2, 3, 6, 8])
def test_a_turn_that_the_file_wishes_is_told_and_not_done(orientation: int) -> None:
    plain = encoded(picture(), ".jpg")
    turned = photograph_from_bytes(with_exif(plain, exif(orientation=orientation)), name="a.jpg")
    straight = photograph_from_bytes(plain, name="a.jpg")
    assert np.array_equal(turned.grey, straight.grey)
    assert np.array_equal(turned.colour(), straight.colour())
    assert "measured as the sensor took it, 160 x 120" in turned.notes[0]
    wish = {2: "mirrored", 3: "turned by 180°", 6: "turned by 90°", 8: "turned by 270°"}
    assert wish[orientation] in turned.notes[0]


@pytest.mark.parametrize("order", ["<", ">"])
def test_the_camera_is_known_by_make_and_model(order: str) -> None:
    block = exif(make=b"Logitech", model=b"BRIO", order=order)
    read = photograph_from_bytes(with_exif(encoded(picture(), ".jpg"), block), name="a")
    assert read.exif.camera == "Logitech BRIO"
    assert exif_of(exif(make=b"LG", model=b"G6", order=order)).camera == "LG G6"


def test_a_name_from_outside_is_made_harmless() -> None:
    found = exif_of(exif(make=b"Evil\x1b[2J\xff\xfe", model=b"A\nB" + b"x" * 500))
    assert found.make == "Evil[2J"
    assert found.model.isprintable()
    assert len(found.model) <= 60


@given(st.binary(max_size=400))
def test_any_bytes_are_exif_or_none(data: bytes) -> None:
    for start in (b"", b"II*\0", b"MM\0*", b"II*\0\x08\0\0\0\x05\0"):
        found = exif_of(start + data)
        assert isinstance(found, Exif)
        assert 1 <= found.orientation <= 8
        assert found.camera.isprintable()


@given(st.data())
def test_a_file_with_any_bytes_changed_is_read_or_refused(data: st.DataObject) -> None:
    ending = data.draw(st.sampled_from((".jpg", ".png", ".bmp", ".webp")))
    whole = bytearray(encoded(picture(40, 30), ending))
    for _ in range(data.draw(st.integers(1, 6))):
        whole[data.draw(st.integers(0, min(len(whole) - 1, 200)))] = data.draw(st.integers(0, 255))
    try:
        read = photograph_from_bytes(bytes(whole), name="a", most_pixels=1_000_000)
    except BadInputError:
        return
    assert read.grey.dtype == np.uint8
    assert read.grey.size <= 1_000_000


@pytest.mark.parametrize("orientation", range(1, 9))
def test_it_is_turned_and_mirrored_as_its_file_asks(orientation: int) -> None:
    data = with_exif(encoded(picture(), ".jpg"), exif(orientation=orientation))
    wanted = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert wanted is not None
    shown = photograph_from_bytes(data, name="a").upright()
    assert shown.shape == wanted.shape
    assert np.abs(shown.astype(int) - wanted).max() <= 1
