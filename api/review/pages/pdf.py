"""Prints the report of a battle as a PDF: the same story, maps and numbers, on paper."""

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Final
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    CondPageBreak,
    Flowable,
    KeepTogether,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)

from api.drawing.svg import Element
from api.review.pages.charts import dice_bars, over_turns
from api.review.pages.maps import Maps
from api.review.pages.page import Tables, ways_in, whole_ways
from api.review.pages.page_numbers import (
    ACCURACY_HEADS,
    CORRECTION_HEADS,
    DICE_HEADS,
    OUTCOME_HEADS,
    RULING_HEADS,
    accuracy_rows,
    correction_rows,
    dice_rows,
    outcome_rows,
    ruling_row,
)
from api.review.pages.page_parts import counted
from api.review.pages.pdf_drawing import BOLD, FONT, DrawnFlowable, printable
from api.review.story.report_data import Report, TurnTold
from rules.referee.toolkit.tallies import told_score

WIDTH: Final = A4[0] - 36 * mm
INK: Final = HexColor("#2b2a26")
LINE: Final = HexColor("#d0c9b5")
PLAIN: Final = ParagraphStyle(
    "plain", fontName=FONT, fontSize=9.5, leading=13, textColor=INK, spaceAfter=3
)
SMALL: Final = ParagraphStyle("small", parent=PLAIN, fontSize=8, leading=10)
TITLE: Final = ParagraphStyle("title", parent=PLAIN, fontName=BOLD, fontSize=22, leading=26)
HEAD: Final = ParagraphStyle(
    "head", parent=PLAIN, fontName=BOLD, fontSize=14, leading=18, spaceBefore=14, spaceAfter=6
)
TURN: Final = ParagraphStyle("turn", parent=HEAD, fontSize=11, leading=14, spaceBefore=8)
Progress = Callable[[int, int], None]


def report_pdf(
    report: Report, tables: Tables, *, progress: Progress = lambda _done, _of: None
) -> bytes:
    """The whole document."""
    maps = Maps(sides=tuple(report.armies))
    parts: list[Flowable] = [*_top(report), *_armies(report), *_course(report)]
    parts.append(Paragraph("Turn by turn", HEAD))
    for at, turn in enumerate(report.turns):
        parts += _turn(report, turn, maps=maps, tables=tables)
        progress(at + 1, len(report.turns))
    parts += [*_ground(report, maps, tables=tables), *_numbers(report)]
    out = BytesIO()
    document = SimpleDocTemplate(
        out,
        pagesize=A4,
        leftMargin=18 * mm,
        rightMargin=18 * mm,
        topMargin=16 * mm,
        bottomMargin=16 * mm,
        title=printable(_title(report)),
        author="Paper Umpire",
        invariant=1,
    )
    document.build(parts, onFirstPage=_footer, onLaterPages=_footer)
    return out.getvalue()


def _title(report: Report) -> str:
    return report.about.get("title") or f"A battle of {report.battle.game.title}"


def _top(report: Report) -> list[Flowable]:
    points = ", ".join(f"{side} {value:g}" for side, value in report.points.items())
    battle = report.battle
    facts = f"{battle.game.title}, {battle.entries[0].time[:10]}. Points: {points or 'none'}."
    return [
        _said(_title(report), TITLE),
        Spacer(0, 4),
        _said(report.result or "It is not over yet.", PLAIN),
        _said(f"{facts} {counted(battle.sequence, 'event')}.", SMALL),
        *([_said(told_score(report.parts), SMALL)] if report.parts else []),
    ]


def _armies(report: Report) -> list[Flowable]:
    lost = {each.unit: each for each in report.history.losses}
    parts: list[Flowable] = [_said("The armies", HEAD)]
    for side, units in report.armies.items():
        rows = [
            (
                each.unit,
                each.kind.replace("_", " "),
                f"{each.worth:g}",
                f"lost in turn {lost[each.unit].turn} to {lost[each.unit].by or 'nobody known'}"
                if each.unit in lost
                else "lost"
                if each.lost
                else "came through",
            )
            for each in units
        ]
        parts.append(_said(side, TURN))
        parts.append(_table(("unit", "kind", "worth", "fate"), rows))
    return parts


def _course(report: Report) -> list[Flowable]:
    ends = [each.end for each in report.turns if each.end.points]
    if len(ends) < 2:
        return []
    points = {side: [each.points.get(side, 0.0) for each in ends] for side in ends[-1].points}
    drawn = over_turns(points, turns=[each.turn for each in ends], title=report.points_say)
    return [KeepTogether([_said(report.points_say, HEAD), DrawnFlowable(drawn, width=0.8 * WIDTH)])]


def _turn(report: Report, turn: TurnTold, *, maps: Maps, tables: Tables) -> list[Flowable]:
    end = turn.end
    name = "Before the first turn" if end.turn == 0 else f"Turn {end.turn}"
    standing = ", ".join(f"{side} {value:g}" for side, value in end.points.items())
    parts: list[Flowable] = [CondPageBreak(115 * mm), _said(f"{name}  ({standing})", TURN)]
    table = tables(end.last)
    if table is not None:
        drawing = maps.turn(
            table,
            title=name,
            ways=ways_in(report.history, end),
            fire=turn.fire,
            losses=turn.losses,
        )
        parts.append(DrawnFlowable(drawing, width=0.55 * WIDTH, defs=_defs(maps)))
        parts.append(Spacer(0, 5))
    return [*parts, *(_said(each.says, PLAIN) for each in turn.story)]


def _ground(report: Report, maps: Maps, *, tables: Tables) -> list[Flowable]:
    table = tables(report.battle.sequence - 1)
    if table is None:
        return []
    sides = {each.unit: side for side, units in report.armies.items() for each in units}
    ways = whole_ways(report.history, sides)
    trails = maps.trails(table, ways=ways, losses=report.history.losses)
    heat = maps.heat(table, report.history.fire)
    width = 0.6 * WIDTH
    return [
        KeepTogether(
            [
                _said("Where every unit went", HEAD),
                DrawnFlowable(trails, width=width, defs=_defs(maps)),
            ]
        ),
        KeepTogether(
            [_said("Where the fire fell", HEAD), DrawnFlowable(heat, width=width, defs=_defs(maps))]
        ),
    ]


def _numbers(report: Report) -> list[Flowable]:
    parts: list[Flowable] = []
    if report.dice:
        parts += [
            _said("Dice", HEAD),
            DrawnFlowable(dice_bars(report.dice[0]), width=0.5 * WIDTH),
            _table(DICE_HEADS, dice_rows(report)),
        ]
    if report.luck.rows:
        parts += [
            _said("What dice and cards brought", HEAD),
            _table(OUTCOME_HEADS, outcome_rows(report)),
        ]
    if report.closest:
        rows = [ruling_row(each) for each in report.closest]
        parts += [_said("The closest calls", HEAD), _table(RULING_HEADS, rows)]
    if report.corrections:
        parts += [_said("Corrections and disputes", HEAD)]
        parts.append(_table(CORRECTION_HEADS, correction_rows(report)))
    if report.rulings:
        parts += [_said("How well it was measured", HEAD)]
        parts.append(_table(ACCURACY_HEADS, accuracy_rows(report)))
    clauses = [(each.id, f"{each.count:,}", each.says) for each in report.clauses]
    parts += [_said("Clauses used", HEAD), _table(("clause", "events", "says"), clauses)]
    parts.append(_said(f"The log ends with {report.battle.head}.", SMALL))
    return parts


def _defs(maps: Maps) -> dict[str, Element]:
    return {str(dict(each.attributes)["id"]): each for each in maps.grounds.values()}


def _said(text: str, style: ParagraphStyle) -> Paragraph:
    return Paragraph(escape(printable(text)), style)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    cells = [[_said(each, SMALL) for each in row] for row in (heads, *rows)]
    longest = [max(len(row[at]) for row in (heads, *rows)) for at in range(len(heads))]
    shares = [min(60, max(5, each)) for each in longest]
    widths = [WIDTH * each / sum(shares) for each in shares]
    found = Table(cells, colWidths=widths, repeatRows=1, hAlign="LEFT")
    found.setStyle(
        TableStyle(
            [
                ("LINEBELOW", (0, 0), (-1, -1), 0.4, LINE),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("TOPPADDING", (0, 0), (-1, -1), 2),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ]
        )
    )
    return found


def _footer(canvas: Canvas, document: object) -> None:
    del document
    canvas.saveState()
    canvas.setFont(FONT, 8)
    canvas.setFillColor(HexColor("#6b6450"))
    canvas.drawRightString(A4[0] - 18 * mm, 9 * mm, f"{canvas.getPageNumber()}")
    canvas.restoreState()
