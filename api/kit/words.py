"""Describes a print kit and the check of a print, to people and to programs."""

import shlex
from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from rich.text import Text

from rules.table.units import plain
from vision.kit.making import Kit
from vision.kit.paper.sheets import Page
from vision.kit.scale.scale_check import GOOD, TrueScale
from vision.kit.tags.plan import fresh_tags
from vision.kit.wanted.kinds import Group

WHOLE_PAGES: Final = frozenset({Group.GUIDE, Group.SCALE, Group.BOARD, Group.SHEET})
CHECK_FORMAT: Final = "paper-umpire/kit-check/1"


def summary_lines(kit: Kit, pages: Sequence[Page], *, roster: str) -> list[Text]:
    """What was printed, page by page, and what to do next."""
    tags = [tag for page in pages for tag in page.tags]
    paper = pages[0].paper.name
    count = "1 page" if len(pages) == 1 else f"{len(pages)} pages"
    cutouts = [placed.cutout for page in pages for placed in page.placed]
    pieces = sum(not each.is_back and each.group not in WHOLE_PAGES for each in cutouts)
    first = f"{count} of {paper}, {pieces} to cut out, {_tags(len(tags))} of "
    lines = [Text.assemble((first + kit.view.dictionary.family.value, "bold"))]
    lines.append(Text(f"  {kit.view.in_words()}"))
    number = 1
    for title, group in groupby(pages, key=lambda page: page.title.removesuffix(", backs")):
        some = list(group)
        last = number + len(some) - 1
        where = f"page {number}" if number == last else f"pages {number}-{last}"
        sizes = sorted({round(tag.size, 2) for page in some for tag in page.tags})
        told = f"tags of {plain(sizes[0])}" if sizes else "no tags"
        if len(sizes) > 1:
            told += f" to {plain(sizes[-1])}"
        told += " in" if sizes else ""
        lines.append(Text.assemble((f"  {where:<12}", "dim"), f" {title:<20} {told}"))
        number = last + 1
    return [*lines, *_next_lines(kit, pages, roster=roster)]


def _next_lines(kit: Kit, pages: Sequence[Page], *, roster: str) -> list[Text]:
    """What to do with the pages, and before the roster changes."""
    told = "print at 100 % (actual size)"
    if any(placed.cutout.group is Group.SCALE for page in pages for placed in page.placed):
        told += ", then photograph the page 'scale check' with a bank card on it and ask: "
        told += "umpire kit check PHOTO"
    lines = [Text(told)]
    if fresh_tags(kit.army, kit.plan):
        more = " -o army.toml" if roster.lower().endswith(".csv") else ""
        told = "before you change the roster, so that each piece keeps its tags: "
        lines.append(Text(f"{told}umpire kit keep {shlex.quote(roster)}{more}"))
    return lines


def _tags(count: int) -> str:
    return "1 tag" if count == 1 else f"{count} tags"


def described_lines(value: dict[str, Any]) -> list[Text]:
    """Which tag is what, a line for each piece."""
    dictionary = value["dictionary"]
    lines = [Text(f"{dictionary['name']}: {dictionary['ids']} ids", style="bold")]
    anchors = value["anchors"]
    lines.append(_line(f"{anchors[0]['id']}-{anchors[-1]['id']}", "anchors"))
    for piece in value["pieces"]:
        for face in piece["faces"]:
            ids = " ".join(str(tag["id"]) for tag in face["tags"])
            kind = piece["kind"] + ("" if face["face"] == "up" else f", {face['face']}")
            shared = "" if all(tag["unique"] for tag in face["tags"]) else " (class)"
            sizes = sorted({tag["size_in"] for tag in face["tags"]})
            told = f"{piece['id']}: {kind}{shared}, {plain(sizes[0])} in"
            lines.append(_line(ids, told))
    board, scale = value["board"]["ids"], value["scale_page"]["tags"]
    lines.append(_line(f"{scale[0]['id']}-{scale[-1]['id']}", "page 'scale check'"))
    lines.append(_line(f"{board[0]}-{board[-1]}", "lens board"))
    return lines


def _line(ids: str, told: str) -> Text:
    return Text.assemble((f"  {ids:>12}", "cyan"), f"  {told}")


def check_lines(found: TrueScale) -> list[Text]:
    """The true scale, and whether to print again."""
    words = f"{found.scale:.1%} of the true size"
    detail = (
        f"  across {found.across:.2%}, along {found.along:.2%}, error {found.error:.2%}; "
        f"{found.tags} of 6 tags read"
    )
    if found.is_good:
        told = f": good, within {GOOD:.1%}"
        return [Text.assemble((words, "bold green"), told), Text(detail, "dim")]
    told = ": print again at 100 % (actual size, no fitting to the page)"
    return [Text.assemble((words, "bold red"), told), Text(detail, "dim")]


def check_value(found: TrueScale) -> dict[str, Any]:
    """The same as JSON."""
    return {
        "format": CHECK_FORMAT,
        "scale": round(found.scale, 5),
        "across": round(found.across, 5),
        "along": round(found.along, 5),
        "error": round(found.error, 5),
        "good": found.is_good,
        "tags": found.tags,
    }
