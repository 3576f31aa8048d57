"""Reports which OpenCV is installed and whether it can see a tag."""

from dataclasses import dataclass
from importlib import metadata
from types import ModuleType

WHEELS = ("opencv-python", "opencv-python-headless", "opencv-contrib-python")

# The tag of the self-test: any of the 250 would do; this one is asymmetric in every direction.
TAG_ID = 17
TAG_SIDE_PX = 120
CANVAS_PX = 240
# The detector wants a white border of at least a cell; an odd offset hits no block boundary.
TAG_LEFT_PX, TAG_TOP_PX = 51, 67

# Refined corners of a drawn tag are right to a tenth of a pixel. Half a pixel of error means that
# they were not refined, and would put a piece seen from two metres a millimetre off.
CORNER_LIMIT_PX = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenCvReport:
    """What `umpire doctor` says about OpenCV; `problem` is None where all is well."""

    version: str | None
    wheels: tuple[str, ...]
    """Every installed distribution that brings a `cv2`, with its version; one is right."""
    corner_error_px: float | None
    """How far the worst corner of the self-test's tag was found from where it was drawn."""
    problem: str | None


def inspect_opencv() -> OpenCvReport:
    """Import OpenCV, which may fail on machines without a desktop, and let it find a drawn tag."""
    wheels = installed_wheels()
    try:
        import cv2
    except ImportError as failure:
        return OpenCvReport(
            version=None,
            wheels=wheels,
            corner_error_px=None,
            problem=f"expected `import cv2` to work, got: {failure}",
        )
    version = str(cv2.__version__)
    corner_error_px: float | None = None
    problem: str | None = None
    try:
        corner_error_px = _worst_corner_px(cv2)
    except _TagNotFoundError as failure:
        problem = str(failure)
    except (AttributeError, cv2.error) as failure:
        problem = f"expected OpenCV 4.14 or 5, got {version}, where the self-test fails: {failure}"
    if corner_error_px is not None and corner_error_px > CORNER_LIMIT_PX:
        problem = (
            f"self-test: expected the tag's corners within {CORNER_LIMIT_PX} px, "
            f"got {corner_error_px:.2f} px"
        )
    return OpenCvReport(
        version=version,
        wheels=wheels,
        corner_error_px=corner_error_px,
        # Two wheels at once are the likeliest cause of anything else that is wrong.
        problem=_problem_of_wheels(wheels) or problem,
    )


def installed_wheels() -> tuple[str, ...]:
    found = []
    for name in WHEELS:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            continue
    return tuple(found)


def _problem_of_wheels(wheels: tuple[str, ...]) -> str | None:
    if len(wheels) < 2:
        return None
    return (
        f"expected one OpenCV, got {' and '.join(wheels)}: they share the folder cv2, "
        "so uninstall all of them, then install one"
    )


class _TagNotFoundError(Exception):
    """The self-test ran and saw something other than its one tag."""


def _worst_corner_px(cv2: ModuleType) -> float:
    """Draw one tag on white, find it again, and return the distance of its worst corner."""
    import numpy as np

    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    canvas = np.full((CANVAS_PX, CANVAS_PX), 255, dtype=np.uint8)
    right, bottom = TAG_LEFT_PX + TAG_SIDE_PX, TAG_TOP_PX + TAG_SIDE_PX
    canvas[TAG_TOP_PX:bottom, TAG_LEFT_PX:right] = cv2.aruco.generateImageMarker(
        dictionary, TAG_ID, TAG_SIDE_PX
    )
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(canvas)

    # For nothing 4.x returns None, otherwise (n, 1); 5.x returns (n,): reshaping takes them all.
    found = [] if ids is None else np.asarray(ids).reshape(-1).tolist()
    if found != [TAG_ID]:
        raise _TagNotFoundError(f"self-test: expected to see tag {TAG_ID} alone, got {found}")
    # Whole coordinates are centres of pixels: the square begins half a pixel before its first one.
    drawn = np.array(
        [(TAG_LEFT_PX, TAG_TOP_PX), (right, TAG_TOP_PX), (right, bottom), (TAG_LEFT_PX, bottom)]
    )
    offsets = np.asarray(corners[0]).reshape(-1, 2) - (drawn - 0.5)
    return float(np.hypot(offsets[:, 0], offsets[:, 1]).max())
