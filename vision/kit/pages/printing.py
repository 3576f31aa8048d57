"""Puts together the pages of a kit, in the order in which a player needs them."""

from collections.abc import Callable, Iterable
from typing import Final

from vision.kit.designs.anchors import anchor_cutouts
from vision.kit.designs.board import board_cutout
from vision.kit.designs.figures import figure_cutouts
from vision.kit.designs.tray import tray_cutout
from vision.kit.drawing.cutouts import Cutout
from vision.kit.making import Kit
from vision.kit.pages.guide import guide_cutout
from vision.kit.pages.panels import cutouts_of
from vision.kit.paper.pdf import pdf_of
from vision.kit.paper.sheets import Page, Paper, pages_for, with_footers
from vision.kit.scale.scale_page import scale_cutout
from vision.kit.wanted.kinds import Group
from vision.kit.wanted.letters import printable
from vision.tags.dictionary import Family

TITLES: Final[dict[Group, str]] = {
    Group.GUIDE: "where the tags go",
    Group.SCALE: "scale check",
    Group.BOARD: "lens board",
    Group.ANCHORS: "table anchors",
    Group.UNITS: "units",
    Group.FIGURES: "figures and counters",
    Group.MARKERS: "markers and tokens",
    Group.TERRAIN: "terrain",
    Group.CARDS: "cards",
    Group.SLIPS: "slips",
    Group.SHEET: "game sheet",
    Group.TRAY: "dice tray",
}


def kit_pages(kit: Kit, *, paper: Paper, name: str, only: Iterable[Group] = ()) -> tuple[Page, ...]:
    """The pages of a kit, or of those parts of it that are asked for."""
    wanted = set(only) or _usual(kit)
    pages: list[Page] = []
    for group, title in TITLES.items():
        if group not in wanted:
            continue
        cutouts = _cutouts(group, kit)
        if cutouts:
            pages += pages_for(cutouts, title=title, paper=paper)
    return with_footers(pages, name=printable(name))


def _usual(kit: Kit) -> set[Group]:
    """Everything but the tray; and a game on a sheet uses the sheet's own tags as anchors."""
    on_sheet = any(item.kind.group is Group.SHEET for item in kit.army.items)
    return set(Group) - {Group.TRAY} - ({Group.ANCHORS} if on_sheet else set())


def kit_pdf(kit: Kit, pages: tuple[Page, ...], *, name: str) -> bytes:
    """The pages as a PDF."""
    return pdf_of(pages, title=f"{name}: print kit", family=kit.view.dictionary.family)


def tray_pdf(paper: Paper) -> bytes:
    """The dice tray alone, which goes with any army."""
    pages = pages_for([tray_cutout()], title=TITLES[Group.TRAY], paper=paper)
    named = with_footers(pages, name="Paper Umpire")
    return pdf_of(named, title="Paper Umpire: dice tray", family=Family.SMALL)


def _cutouts(group: Group, kit: Kit) -> list[Cutout]:
    fixed: dict[Group, Callable[[], list[Cutout]]] = {
        Group.GUIDE: lambda: [guide_cutout(kit)],
        Group.SCALE: lambda: [scale_cutout(kit.plan)],
        Group.BOARD: lambda: [board_cutout(kit.plan)],
        Group.ANCHORS: lambda: list(anchor_cutouts(kit.view)),
        Group.TRAY: lambda: [tray_cutout()],
        Group.FIGURES: lambda: figure_cutouts(kit.designs, kit.look),
    }
    if group in fixed:
        return fixed[group]()
    designs = [design for design in kit.designs if design.piece.item.kind.group is group]
    return [cutout for design in designs for cutout in cutouts_of(design)]
