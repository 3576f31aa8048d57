"""Tests that the printer puts out what was planned: every tag, its size, its place."""

import re
from collections import Counter

import cv2
import numpy as np
import pypdfium2
import pytest

from api.files.roster_file import roster_names
from tests.vision.kit.kits import Image, detected, rasterised, sample, sample_pages
from vision.kit.describe import described
from vision.kit.designs import board
from vision.kit.drawing.marks import BRIGHT, FAINT, PALE, Area, PrintedTag, Words, spots
from vision.kit.paper.sheets import MARGIN, Page, paper_from_text

PAPERS = ("a4", "letter")
OFTEN = roster_names()[::6]
"""Looked at in every run; the long one goes through the others."""
SELDOM = tuple(name for name in roster_names() if name not in OFTEN)
DPI = 300
FINE = 0.001
"""Of a tag's size."""


def on_raster(image: Image, tag: PrintedTag, *, page: Page) -> tuple[float, float, float, float]:
    """Left, right, lower and upper edge of a tag in inches, from the darkness across each edge.

    The outer cells of a tag are black, so from the white margin to the middle of a cell the share
    of darkness says where the edge is, to a small part of a pixel.
    """
    cell = tag.size / 8
    half = tag.size / 2
    x, y = tag.centre
    # The raster has whole pixels, so a page is drawn up to one pixel too large.
    wide, high = image.shape[1] / page.paper.width, image.shape[0] / page.paper.height

    def darkness(left: float, low: float, *, right: float, top: float) -> float:
        columns = slice(round(left * wide), round(right * wide))
        rows = slice(
            round((page.paper.height - top) * high), round((page.paper.height - low) * high)
        )
        return float((255.0 - image[rows, columns]).mean() / 255)

    def whole(value: float, *, is_across: bool) -> float:
        """The edge of a pixel nearest to a place."""
        if is_across:
            return float(round(value * wide) / wide)
        return float(page.paper.height - round((page.paper.height - value) * high) / high)

    def edge(sign: int, *, is_across: bool) -> float:
        middle = x if is_across else y
        outer = whole(middle + sign * (half + 0.6 * cell), is_across=is_across)
        inner = whole(middle + sign * (half - 0.6 * cell), is_across=is_across)
        near, far = sorted((outer, inner))
        far_along = half - 0.2 * cell
        dark = 0.0
        # Near the corners only: an arrow may stand in the middle of the margin.
        for start, stop in ((-far_along, -half / 2), (half / 2, far_along)):
            if is_across:
                dark += darkness(near, y + start, right=far, top=y + stop) / 2
            else:
                dark += darkness(x + start, near, right=x + stop, top=far) / 2
        return inner + (outer - inner) * dark

    return (
        edge(-1, is_across=True),
        edge(1, is_across=True),
        edge(-1, is_across=False),
        edge(1, is_across=False),
    )


@pytest.mark.parametrize(
    ("name", "paper"),
    # The other paper moves the same tags; one roster is enough to see that.
    [pytest.param(name, "a4") for name in OFTEN]
    + [pytest.param(name, "a4", marks=pytest.mark.long) for name in SELDOM]
    + [pytest.param(OFTEN[0], "letter", marks=pytest.mark.long)],
)
def test_every_tag_is_found_and_nothing_else(name: str, paper: str) -> None:
    pages, pdf = sample_pages(name, paper)
    family = sample(name).view.dictionary.family.value
    # Even on a flawless raster OpenCV overlooks one tag in 400, another one at another size; so
    # each has to be found at one of two sizes such as a camera sees, and nothing else at any.
    found = [Counter[int]() for _ in pages]
    for dpi in (60, 75, 150):
        for index, image in enumerate(rasterised(pdf, dpi=dpi)):
            seen = Counter(number for number, _ in detected(image, family))
            assert not set(seen) - {tag.number for tag in pages[index].tags}, pages[index].title
            if dpi != 150:
                found[index] |= seen
    for page, seen in zip(pages, found, strict=True):
        assert seen == Counter(tag.number for tag in page.tags), page.title


@pytest.mark.parametrize(
    "name", [*OFTEN, *(pytest.param(name, marks=pytest.mark.long) for name in SELDOM)]
)
def test_every_tag_has_its_size_to_a_thousandth_and_is_in_its_place(name: str) -> None:
    pages, pdf = sample_pages(name, "a4")
    images = rasterised(pdf, dpi=DPI)
    seen: set[tuple[str, int]] = set()
    for page, image in zip(pages, images, strict=True):
        for tag in page.tags:
            # The backs of cards are all alike: one a page is enough.
            if (page.title, tag.number) in seen:
                continue
            seen.add((page.title, tag.number))
            left, right, low, high = on_raster(image, tag, page=page)
            assert right - left == pytest.approx(tag.size, rel=FINE), (page.title, tag)
            assert high - low == pytest.approx(tag.size, rel=FINE), (page.title, tag)
            assert (left + right) / 2 == pytest.approx(tag.centre[0], abs=FINE * tag.size)
            assert (low + high) / 2 == pytest.approx(tag.centre[1], abs=FINE * tag.size)


@pytest.mark.parametrize(
    "name", [*OFTEN, *(pytest.param(name, marks=pytest.mark.long) for name in SELDOM)]
)
def test_detected_corners_are_where_they_were_drawn(name: str) -> None:
    pages, pdf = sample_pages(name, "letter")
    family = sample(name).view.dictionary.family.value
    for page, image in list(zip(pages, rasterised(pdf, dpi=200), strict=True))[:8]:
        drawn = {tag.number: tag for tag in page.tags}
        if len(drawn) != len(page.tags):
            continue
        for number, corners in detected(image, family):
            square = np.array(drawn[number].square())
            pixels = np.column_stack([square[:, 0], page.paper.height - square[:, 1]]) * 200 - 0.5
            assert np.abs(corners - pixels).max() < 1.5


def test_every_planned_tag_is_printed() -> None:
    for name in roster_names():
        pages, _ = sample_pages(name, "a4")
        printed = {tag.number for page in pages for tag in page.tags}
        told = described(sample(name))
        planned = {
            tag["id"] for piece in told["pieces"] for face in piece["faces"] for tag in face["tags"]
        }
        assert planned <= printed


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", roster_names())
def test_nothing_overlaps_and_nothing_is_in_the_margins(name: str, paper: str) -> None:
    pages, _ = sample_pages(name, paper)
    for page in pages:
        boxes = []
        for mark in page.marks:
            for x, y in spots(mark):
                assert MARGIN - 1e-6 <= x <= page.paper.width - MARGIN + 1e-6, (page.title, mark)
                assert MARGIN - 1e-6 <= y <= page.paper.height - MARGIN + 1e-6, (page.title, mark)
        for placed in page.placed:
            points = [spot for mark in placed.marks for spot in spots(mark)]
            xs, ys = zip(*points, strict=True)
            boxes.append((min(xs), min(ys), max(xs), max(ys)))
        footer = min(y for mark in page.footer for _, y in spots(mark))
        assert footer >= MARGIN
        for index, (left, low, right, high) in enumerate(boxes):
            assert low > max(y for mark in page.footer for _, y in spots(mark))
            for other in boxes[index + 1 :]:
                apart = (
                    right <= other[0] + 1e-6
                    or other[2] <= left + 1e-6
                    or high <= other[1] + 1e-6
                    or other[3] <= low + 1e-6
                )
                assert apart, (page.title, boxes[index], other)


@pytest.mark.parametrize("name", roster_names())
def test_around_every_tag_is_a_white_cell(name: str) -> None:
    pages, _ = sample_pages(name, "a4")
    cells = sample(name).view.dictionary.cells
    for page in pages:
        if page.title == "lens board":
            continue
        dark = [
            mark
            for mark in page.marks
            if isinstance(mark, Area | Words | PrintedTag)
            and not (
                isinstance(mark, Area | Words) and mark.ink in {BRIGHT, FAINT, PALE, (1, 1, 1)}
            )
        ]
        for tag in page.tags:
            quiet = tag.square(0.97 * tag.size / cells)
            low = (min(x for x, _ in quiet), min(y for _, y in quiet))
            high = (max(x for x, _ in quiet), max(y for _, y in quiet))
            for mark in dark:
                if mark == tag:
                    continue
                points = spots(mark)
                inside = (
                    min(x for x, _ in points) < high[0]
                    and max(x for x, _ in points) > low[0]
                    and min(y for _, y in points) < high[1]
                    and max(y for _, y in points) > low[1]
                )
                assert not inside, (page.title, tag, mark)


def test_backs_lie_behind_their_faces() -> None:
    pages, _ = sample_pages("tossing-tiger", "a4")
    faces = [page for page in pages if page.title == "cards"]
    backs = [page for page in pages if page.title == "cards, backs"]
    assert len(faces) == len(backs) == 4
    for face, back in zip(faces, backs, strict=True):
        assert len({tag.number for tag in back.tags}) == 1
        there = {(round(tag.centre[0], 4), round(tag.centre[1], 4)) for tag in back.tags}
        mirrored = {
            (round(face.paper.width - tag.centre[0], 4), round(tag.centre[1], 4))
            for tag in face.tags
        }
        assert there == mirrored


def test_the_pdf_asks_not_to_be_scaled_and_is_the_same_every_time() -> None:
    for paper in PAPERS:
        pages, pdf = sample_pages("papercraft", paper)
        sample_pages.cache_clear()
        again_pages, again = sample_pages("papercraft", paper)
        assert pdf == again
        assert len(pages) == len(again_pages)
        assert b"/PrintScaling /None" in pdf
        assert re.search(rb"/CreationDate \(D:20000101", pdf)


@pytest.mark.parametrize(
    ("paper", "size"), [("a4", (595.2756, 841.8898)), ("letter", (612.0, 792.0))]
)
def test_pages_are_as_large_as_the_paper(paper: str, size: tuple[float, float]) -> None:
    _, pdf = sample_pages("paper-invasion", paper)
    document = pypdfium2.PdfDocument(pdf)
    sizes = [document.get_page_size(index) for index in range(len(document))]
    document.close()
    assert sizes[0] == pytest.approx(size, abs=0.01)
    # The game sheet lies on its side.
    assert sizes[-1] == pytest.approx(size[::-1], abs=0.01)


def test_opencv_reads_the_lens_board() -> None:
    pages, pdf = sample_pages("papercraft", "a4")
    index = next(i for i, page in enumerate(pages) if page.title == "lens board")
    image = rasterised(pdf, dpi=150)[index]
    kit = sample("papercraft")
    book = cv2.aruco.getPredefinedDictionary(
        int(getattr(cv2.aruco, kit.view.dictionary.family.value))
    )
    size = (board.COLUMNS, board.ROWS)
    numbers = np.array(kit.plan.board)
    charuco = cv2.aruco.CharucoBoard(size, board.SQUARE, board.MARKER, book, numbers)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(charuco).detectBoard(image)
    inner = (board.COLUMNS - 1) * (board.ROWS - 1)
    assert sorted(np.asarray(ids).reshape(-1).tolist()) == list(range(inner))
    placed = pages[index].placed[0]
    top = pages[index].paper.height - placed.at[1] - board.ROWS * board.SQUARE
    # OpenCV counts its board's x and y from the upper left corner.
    drawn = np.asarray(charuco.getChessboardCorners())[:, :2] + (placed.at[0], top)
    found = np.asarray(corners).reshape(-1, 2)[np.argsort(np.asarray(ids).reshape(-1))]
    off = found - (drawn * 150 - 0.5)
    # OpenCV shifts all corners of a chessboard alike, by less than a pixel.
    assert np.abs(off.mean(axis=0)).max() < 0.6
    assert np.abs(off - off.mean(axis=0)).max() < 0.15


def test_both_papers_have_the_same_margins() -> None:
    assert pytest.approx(10 / 25.4) == MARGIN
    assert paper_from_text("Letter").width == 8.5
