"""Reads what a calibration needs of a kit: anchors, lens board and tags."""

from dataclasses import dataclass, replace
from typing import Any, Final

from api.errors import ExitCode, UserError
from api.files.photograph_files import told_by_code
from api.files.roster_file import bytes_of, read_army
from api.kit.work import AS_WRITTEN, KitChoices, planned_kit
from calibration.anchors import anchors_of
from calibration.lens_board.board_problem import Chessboard
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import items, number, parse, string, whole
from rules.table.snapshot import TableSize
from rules.table.units import Inches
from vision.kit.describe import FORMAT, described
from vision.kit.designs import board
from vision.kit.making import Kit
from vision.kit.tags.plan import Plan
from vision.kit.tags.sizes import table_from_text
from vision.tags.dictionary import dictionary_from_text

MOST_BYTES: Final = 20_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedKit:
    """What was printed for a table, as far as a calibration looks at it."""

    origin: str
    """Where it was read from."""
    dictionary: str
    table: TableSize
    anchor_size: float
    """Of the black square, in inches."""
    anchor_numbers: tuple[int, ...]
    board: Chessboard
    board_numbers: tuple[int, ...]
    """Of the tags in the board's white squares, row by row."""
    tag_in: float
    """Of the board's tags."""
    is_guessed: bool = False
    """Whether nobody has said what was printed."""


def read_kit(
    place: str, *, table: str | None = None, printed: KitChoices = AS_WRITTEN
) -> PrintedKit:
    """The kit of a roster, or of what `umpire kit describe --json` has told.

    ``table`` is what is played on, where it is not what the kit was printed for.
    """
    chosen = printed
    if table is not None and printed.table is None and not is_kit_file(place):
        chosen = replace(printed, table=table)
    kit = kit_of_description(described_kit(place, printed=chosen), origin=place)
    if table is None:
        return kit
    with told_by_code(ExitCode.USAGE):
        played = table_from_text(table, "--table")
    return replace(kit, table=TableSize(width=played.width, depth=played.depth))


def described_kit(place: str, *, printed: KitChoices = AS_WRITTEN) -> dict[str, Any]:
    """What `umpire kit describe --json` has told, or what it would tell of a roster."""
    if not is_kit_file(place):
        return described(planned_kit(read_army(place), printed, roster=place))
    if printed != AS_WRITTEN:
        message = f"{place}: a kit file says what was printed: say only --table beside it"
        raise UserError(message, ExitCode.USAGE)
    data = bytes_of(place, most=MOST_BYTES, what="kit")
    with told_by_code(ExitCode.BAD_INPUT, origin=place):
        return _parsed(data)


def is_kit_file(place: str) -> bool:
    """Whether it is what `umpire kit describe --json` has told, and not a roster."""
    return place.lower().endswith(".json")


def printed(kit: Kit, *, origin: str) -> PrintedKit:
    """What a calibration needs of a kit that has just been planned."""
    return kit_of_description(described(kit), origin=origin)


def any_kit() -> PrintedKit:
    """What is printed with the usual tags on any table: enough for the lens board."""
    dictionary = dictionary_from_text("4x4")
    table = TableSize(width=Inches(36.0), depth=Inches(36.0))
    return PrintedKit(
        origin="the usual lens board",
        dictionary=dictionary.family.value,
        table=table,
        anchor_size=1.0,
        anchor_numbers=tuple(anchor.number for anchor in anchors_of(table)),
        board=Chessboard(columns=board.COLUMNS, rows=board.ROWS, square=board.SQUARE),
        board_numbers=tuple(Plan(dictionary=dictionary, pieces=()).board),
        tag_in=board.MARKER,
        is_guessed=True,
    )


def _parsed(data: bytes) -> dict[str, Any]:
    try:
        value = parse(data.decode("utf-8-sig"), what="kit")
    except UnicodeDecodeError as failure:
        got = f"byte {data[failure.start]:#04x}"
        raise BadInputError("kit", expected="text in UTF-8", got=got) from failure
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        got = repr(value.get("format")) if isinstance(value, dict) else "no object"
        raise BadInputError("format", expected=repr(FORMAT), got=got)
    return value


def kit_of_description(value: dict[str, Any], *, origin: str) -> PrintedKit:
    """What a calibration needs of it; a UserError says which of its fields is wrong."""
    with told_by_code(ExitCode.BAD_INPUT, origin=origin):
        return _kit(value, origin=origin)


def _kit(value: dict[str, Any], *, origin: str) -> PrintedKit:
    """Only what is needed is looked at: a kit of a newer version may say more."""
    dictionary = dictionary_from_text(
        string(field_at(value, "dictionary", "name"), "dictionary.name"), "dictionary.name"
    )
    laid = items(field_at(value, "anchors"), "anchors")
    if not laid:
        raise BadInputError("anchors", expected="one or more", got="none")
    numbers = tuple(
        whole(field_at(each, "id"), f"anchors[{index}].id") for index, each in enumerate(laid)
    )
    return PrintedKit(
        origin=origin,
        dictionary=dictionary.family.value,
        table=TableSize(
            width=Inches(number(field_at(value, "table", "width_in"), "table.width_in")),
            depth=Inches(number(field_at(value, "table", "depth_in"), "table.depth_in")),
        ),
        anchor_size=number(field_at(laid[0], "size_in"), "anchors[0].size_in"),
        anchor_numbers=numbers,
        board=Chessboard(
            columns=whole(field_at(value, "board", "columns"), "board.columns"),
            rows=whole(field_at(value, "board", "rows"), "board.rows"),
            square=number(field_at(value, "board", "square_in"), "board.square_in"),
        ),
        board_numbers=tuple(
            whole(each, f"board.ids[{index}]")
            for index, each in enumerate(items(field_at(value, "board", "ids"), "board.ids"))
        ),
        tag_in=number(field_at(value, "board", "tag_in"), "board.tag_in"),
    )


def field_at(value: object, *names: str) -> object:
    """A field of a kit file, by the names on the way to it."""
    for index, name in enumerate(names):
        if not isinstance(value, dict) or name not in value:
            raise BadInputError(".".join(names[: index + 1]), expected="this field", got="nothing")
        value = value[name]
    return value
