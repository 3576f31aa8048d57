"""Second step of setting up a camera: photographs of the anchors become a profile."""

import threading
from dataclasses import dataclass, replace
from typing import Any, Final

from api.calibrated.table import TableDone, next_steps
from api.calibrating.print_checks import TapedEdge, bar_measured, card_in, edge_between
from api.calibrating.table import AnchorPhoto, TableWork, calibrate_table
from api.cameras.kept_photographs import KeptPhotographs
from api.errors import ExitCode, UserError
from api.files.photograph_files import told_by_code
from api.kit.kit_file import PrintedKit
from calibration.anchors import anchors_of
from calibration.error_map import error_map
from calibration.print_scale import PrintMeasurement
from calibration.profile import CalibrationProfile, CameraId, LensProfile, told_error
from rules.table.bad_input import BadInputError
from vision.anchor_views import see_anchors
from vision.at_rest import RestingView
from vision.camera.source import Frame
from vision.tags.tag_family import TagFamily

MOST_PHOTOGRAPHS: Final = 12
NOT_KEPT: Final = "no photographs of this table are kept: photograph its anchors anew"


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """One photograph of the anchors."""

    id: int
    photo: AnchorPhoto
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tape:
    """What a tape says from the middle of one anchor, by its number, to that of another."""

    one: int
    other: int
    inches: float


class TableStep:
    """The photographs so far, and the profile that they gave. For any thread."""

    def __init__(self, *, kit: PrintedKit, bar_in: float | None = None) -> None:
        self._kit = kit
        self._family = TagFamily.of(kit.dictionary)
        self._guard = threading.Lock()
        self._taken: tuple[Taken, ...] = ()
        self._count = 0
        self._anchors = {anchor.number: anchor for anchor in anchors_of(kit.table)}
        self._bar = bar_in
        self._measured: tuple[PrintMeasurement, ...] = ()
        if bar_in is not None:
            self._measured = (bar_measured(bar_in),)
        self._card: PrintMeasurement | None = None
        self._edge: TapedEdge | None = None
        self.done: TableDone | None = None

    @classmethod
    def resumed(cls, kept: KeptPhotographs | None, *, kit: PrintedKit) -> "TableStep":
        """Go on from the photographs that a table was measured from; a UserError says why not."""
        if kept is None:
            raise UserError(NOT_KEPT, ExitCode.USAGE)
        table = (float(kit.table.width), float(kit.table.depth))
        if (kept.dictionary, kept.table) != (kit.dictionary, table):
            message = "the photographs that are kept are of another table: photograph it anew"
            raise UserError(message, ExitCode.USAGE)
        step = cls(kit=kit)
        # One more is to come.
        photos = kept.photos[-(MOST_PHOTOGRAPHS - 1) :]
        step._taken = tuple(
            Taken(id=index, photo=replace(photo, name=f"photograph {index}"), note="")
            for index, photo in enumerate(photos, start=1)
        )
        step._count, step._card = len(photos), kept.card
        step.check_print(kept.bar_in, None if kept.tape is None else _tape_of(kept.tape))
        return step

    def kept(self) -> KeptPhotographs:
        """All that the table is measured from."""
        with self._guard:
            edge = self._edge
            return KeptPhotographs(
                dictionary=self._kit.dictionary,
                table=(float(self._kit.table.width), float(self._kit.table.depth)),
                photos=tuple(each.photo for each in self._taken),
                bar_in=self._bar,
                tape=None if edge is None else (edge.one.number, edge.other.number, edge.value),
                card=self._card,
            )

    def check_card(self, photo: bytes) -> None:
        """What a photograph of the scale page with a bank card on it says of the print."""
        card = card_in(photo)
        with self._guard:
            self._card, self.done = card, None

    @property
    def count(self) -> int:
        """How many photographs were ever taken."""
        return self._count

    def take(self, frame: Frame, *, lens: LensProfile | None) -> None:
        """Look for the anchors in this picture; the last one taken is where the game is seen."""
        if len(self._taken) >= MOST_PHOTOGRAPHS:
            message = f"expected at most {MOST_PHOTOGRAPHS} photographs: remove one first"
            raise UserError(message, ExitCode.USAGE)
        view = see_anchors(
            frame.grey,
            family=self._family,
            numbers=self._kit.anchor_numbers,
            lens=None if lens is None else lens.lens.lens,
        )
        with self._guard:
            self._count += 1
            name = f"photograph {self._count}"
            photo = AnchorPhoto(name=name, tags=view.tags)
            note = _note(doubled=view.doubled, blurred=view.blurred)
            self._taken = (*self._taken, Taken(id=self._count, photo=photo, note=note))
            self.done = None

    def remove(self, number: int) -> bool:
        """Forget a photograph; False if there is none of that number."""
        with self._guard:
            left = tuple(each for each in self._taken if each.id != number)
            is_there = len(left) < len(self._taken)
            self._taken = left
            self.done = None if is_there else self.done
        return is_there

    def check_print(self, bar_in: float | None, tape: Tape | None = None) -> None:
        """What a ruler says of the six-inch bar, and a tape of the table; None: not measured."""
        measured = () if bar_in is None else (bar_measured(bar_in),)
        edge = None if tape is None else self._laid(tape)
        with self._guard:
            self._bar, self._measured = bar_in, measured
            self._edge = edge
            self.done = None

    def _laid(self, tape: Tape) -> TapedEdge:
        with told_by_code(ExitCode.BAD_INPUT):
            for number in (tape.one, tape.other):
                if number not in self._anchors:
                    expected = f"anchors by number, {', '.join(map(str, self._anchors))}"
                    raise BadInputError("tape", expected=expected, got=str(number))
            one, other = self._anchors[tape.one], self._anchors[tape.other]
            return edge_between(one, other, value=tape.inches, where="tape")

    def solve(self, camera: CameraId, *, lens: LensProfile | None) -> TableDone:
        """The profile; a UserError says why there is none."""
        done = calibrate_table(self._work(camera, lens=lens))
        done = replace(done, profile=replace(done.profile, camera=camera))
        with self._guard:
            self.done = done
        return done

    def rested(self, view: RestingView, *, camera: CameraId, lens: LensProfile | None) -> TableDone:
        """The same with pieces at rest, the anchors seen with them in place of the last photograph.

        A second one from there would count what lens and paper do to each anchor twice.
        """
        work = self._work(camera, lens=lens)
        now = AnchorPhoto(name="the picture in play", tags=view.anchors)
        work = replace(work, photos=(*work.photos[:-1], now), sheets=view.sheets)
        done = calibrate_table(work)
        return replace(done, profile=replace(done.profile, camera=camera))

    def take_up(self, done: TableDone, *, before: TableDone | None) -> bool:
        """Go by another profile; not if anything was measured anew since that before."""
        with self._guard:
            if self.done is not before:
                return False
            self.done = done
            return True

    def _work(self, camera: CameraId, *, lens: LensProfile | None) -> TableWork:
        with self._guard:
            photos = tuple(each.photo for each in self._taken)
            card = () if self._card is None else (self._card,)
            measured, edge = (*self._measured, *card), self._edge
        if not photos:
            raise UserError("expected photographs of the anchors, got none", ExitCode.CANNOT_SEE)
        return TableWork(
            kit=self._kit,
            camera=camera,
            photos=photos,
            lens=lens,
            measured=measured,
            edges=() if edge is None else (edge,),
        )

    def told(self) -> dict[str, Any]:
        """How far the set-up has come, and how well the table is measured."""
        with self._guard:
            taken, done, bar, edge = self._taken, self.done, self._bar, self._edge
            card = self._card
        return {
            "photographs": [
                {
                    "photograph": each.id,
                    "anchors": [tag.number for tag in each.photo.tags],
                    "note": each.note,
                }
                for each in taken
            ],
            "anchors_wanted": list(self._kit.anchor_numbers),
            "bar_in": bar,
            "card_scale": None if card is None else round(card.scale, 4),
            "tape": None if edge is None else tape_told(edge),
            "solved": None if done is None else table_told(done),
        }


def table_told(done: TableDone) -> dict[str, Any]:
    """A calibrated table in inches, and what would make it better."""
    return {
        **accuracy_told(done.profile),
        "rms_px": round(done.fit.rms, 3),
        "print": {"verdict": str(done.check.verdict), "says": done.check.sentence},
        "warnings": list(done.warnings),
        "next": next_steps(done),
    }


def tape_told(edge: TapedEdge) -> dict[str, Any]:
    """What a tape said, as it was typed."""
    return {"one": edge.one.number, "other": edge.other.number, "inches": edge.value}


def _tape_of(kept: tuple[int, int, float]) -> Tape:
    one, other, inches = kept
    return Tape(one=one, other=other, inches=inches)


def accuracy_told(profile: CalibrationProfile) -> dict[str, Any]:
    """How well a profile measures: two standard errors of a place, in inches."""
    errors = error_map(profile.calibrated, table=profile.table)
    return {
        "accuracy_in": round(errors.typical, 4),
        "worst_in": round(errors.worst, 4),
        "history": [
            {"step": step.name, "accuracy_in": round(step.error_in, 4), "says": told_error(step)}
            for step in profile.history
        ],
    }


def _note(*, doubled: tuple[int, ...], blurred: tuple[int, ...]) -> str:
    told = []
    if doubled:
        told.append(f"seen twice and left out: {', '.join(map(str, doubled))}")
    if blurred:
        told.append(f"too few pixels: {', '.join(map(str, blurred))}")
    return "; ".join(told)
