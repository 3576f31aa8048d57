"""Makes kits for tests, and looks at their pages as a printer would."""

from functools import cache
from typing import Any

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from api.files.roster_file import complaining, parse_army, roster_text
from vision.kit.making import Kit, kit_for
from vision.kit.pages.printing import kit_pages, kit_pdf
from vision.kit.paper.sheets import Page, paper_from_text
from vision.kit.tags.sizes import TableView, camera_from_text, table_from_text, tilt_from_text
from vision.tags.dictionary import dictionary_from_text

Image = NDArray[np.uint8]
VIEW = ("camera", "table", "tilt", "dictionary")


def kit_of(roster: str, *, is_csv: bool = False, **view: str) -> Kit:
    """The kit of a roster; `view` are camera, table, tilt and dictionary."""
    army = parse_army(roster.encode(), origin="army", is_csv=is_csv)
    wishes = {name: army.wishes[name] for name in VIEW if name in army.wishes}
    with complaining("army"):
        return kit_for(army, view_of(**{**wishes, **view}))


def view_of(
    camera: str = "1080p", *, table: str = "36x36", dictionary: str = "4x4", tilt: str = "30"
) -> TableView:
    return TableView(
        camera=camera_from_text(camera),
        table=table_from_text(table),
        dictionary=dictionary_from_text(dictionary),
        tilt=tilt_from_text(tilt),
    )


@cache
def sample(name: str) -> Kit:
    """The kit of a built-in roster."""
    return kit_of(roster_text(name))


@cache
def sample_pages(name: str, paper: str) -> tuple[tuple[Page, ...], bytes]:
    """The pages of a built-in roster, and its PDF."""
    kit = sample(name)
    pages = kit_pages(kit, paper=paper_from_text(paper), name=name)
    return pages, kit_pdf(kit, pages, name=name)


def rasterised(pdf: bytes, *, dpi: float) -> list[Image]:
    """Every page in grey, as large as it is on paper."""
    document = pypdfium2.PdfDocument(pdf)
    pages = [
        np.asarray(page.render(scale=dpi / 72, grayscale=True).to_numpy()) for page in document
    ]
    document.close()
    return [page.reshape(page.shape[0], page.shape[1]).copy() for page in pages]


def detected(image: Image, family: str) -> list[tuple[int, NDArray[np.float64]]]:
    """The number and the corners of every tag that OpenCV finds."""
    dictionary = cv2.aruco.getPredefinedDictionary(int(getattr(cv2.aruco, family)))
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 0.01
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(image)
    # 4.x answers None for nothing.
    seen: Any = ids
    numbers = [] if seen is None else np.asarray(seen).reshape(-1).tolist()
    return [
        (int(number), np.asarray(square, dtype=np.float64).reshape(4, 2))
        for number, square in zip(numbers, corners, strict=True)
    ]
