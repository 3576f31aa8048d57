"""Tournament report files (FIDE's TRF, with the extensions of JaVaFo): an event for other programs.

Columns are fixed and counted from 0 here. What the format has no place for stays behind: armies,
victory points, and who corrected what.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from api.hub.event.standings import standings
from api.hub.event.state import EventState
from api.hub.pairing.record import (
    MISSED,
    ONE_FOR_A_WIN,
    Colour,
    Entrant,
    RoundLine,
    RoundScore,
    Scoring,
)

MOST_BYTES = 2_000_000
RESULTS = 91
"""Where the rounds of a player's line begin; each takes ten columns."""
CODES = {
    "WW": "win", "WD": "draw", "WL": "loss", "FW": "forfeit_win", "FL": "forfeit_loss",
    "PAB": "bye", "FPB": "full_bye", "HPB": "half_bye", "ZPB": "absent",
}  # fmt: skip
"""What the points of a win as White and so on are called; Black's are the same."""
AS_BLACK = {"WW": "BW", "WD": "BD", "WL": "BL"}
PLAYED_UNRATED = {"W": RoundScore.WIN, "D": RoundScore.DRAW, "L": RoundScore.LOSS}


class ExchangeFileError(ValueError):
    """A report file that cannot be read: where, what was expected, and what came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedPlayer:
    entrant: Entrant
    name: str
    rating: int = 0
    rank: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class EventReport:
    """What a report file tells of an event."""

    name: str
    rounds: int
    """How many are planned."""
    players: tuple[ReportedPlayer, ...]
    scoring: Scoring = ONE_FOR_A_WIN
    initial: Colour = Colour.WHITE
    apart: frozenset[frozenset[int]] = frozenset()
    away: frozenset[int] = frozenset()
    """Who does not play the next round."""


def report_of(state: EventState) -> EventReport:
    """The event after its finished rounds."""
    ranks = {each.number: each.rank for each in standings(state)}
    entrants = state.entrants()
    return EventReport(
        name=state.opened.name,
        rounds=state.opened.rounds,
        players=tuple(
            ReportedPlayer(
                entrant=entrant, name=each.name, rating=each.rating, rank=ranks[each.number]
            )
            for each, entrant in zip(state.players, entrants, strict=True)
        ),
        scoring=state.opened.scoring,
        initial=state.opened.initial,
        apart=state.apart,
        away=state.away(state.finished_rounds + 1),
    )


def written_report(report: EventReport) -> str:
    """
    >>> player = ReportedPlayer(entrant=Entrant(number=1), name="Ada")
    >>> print(written_report(EventReport(name="Cup", rounds=3, players=(player,))).splitlines()[2])
    001    1      Ada                                                              0.0    0
    """
    lines = [f"012 {report.name}", f"062 {len(report.players)}"]
    lines += [_player_line(each, report.scoring).rstrip() for each in report.players]
    lines.append(f"XXR {report.rounds}")
    lines.append(f"XXC {'white1' if report.initial is Colour.WHITE else 'black1'}")
    lines.append("XXS " + " ".join(_points_by_code(report.scoring)))
    if report.away:
        lines.append("XXZ " + " ".join(str(each) for each in sorted(report.away)))
    for pair in sorted(sorted(each) for each in report.apart):
        lines.append("XXP " + " ".join(map(str, pair)))
    return "\n".join(lines) + "\n"


def _points_by_code(scoring: Scoring) -> Iterable[str]:
    for code, name in CODES.items():
        points = _decimal(getattr(scoring, name))
        yield f"{code}={points}"
        if code in AS_BLACK:
            yield f"{AS_BLACK[code]}={points}"


def _decimal(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10}"


def _player_line(player: ReportedPlayer, scoring: Scoring) -> str:
    entrant = player.entrant
    rating = f"{player.rating:4d}" if player.rating else "    "
    points = _decimal(entrant.points(scoring))
    head = f"001 {entrant.number:4d}      {player.name[:33]:33} {rating}"
    return f"{head:80}{points:>4} {player.rank:4d}" + "".join(map(_round, entrant.rounds))


def _round(line: RoundLine) -> str:
    opponent = f"{line.opponent:4d}" if line.opponent else "0000"
    colour = line.colour.value if line.colour is not None else "-"
    return f"  {opponent} {colour} {line.score.value}"


def read_report(text: str) -> EventReport:
    """What a report file says; lines of other kinds are passed over."""
    if len(text) > MOST_BYTES:
        raise ExchangeFileError(
            f"report file: expected {MOST_BYTES:,} signs at most, got {len(text):,}"
        )
    lines = [line for line in text.replace("\r", "\n").split("\n") if line.strip()]
    players = [
        _read_player(line, number=at) for at, line in enumerate(lines, 1) if line[:4] == "001 "
    ]
    if lines and not any(_is_coded(each) for each in lines):
        raise ExchangeFileError(
            f"line 1: expected TRF, whose players begin with 001, got {lines[0][:40]!r}"
        )
    length = max((len(each.entrant.rounds) for each in players), default=0)
    players = [_made_long(each, length) for each in players]
    _refuse_gaps([each.entrant for each in players])
    extras = {code: _rest(lines, code) for code in ("012", "XXR", "XXC", "XXS", "XXZ", "XXP")}
    planned = _whole(extras["XXR"][0], "XXR") if extras["XXR"] else max(length, 1)
    return EventReport(
        name=(extras["012"] or [""])[0],
        rounds=planned,
        players=tuple(sorted(players, key=lambda each: each.entrant.number)),
        scoring=_read_scoring(extras["XXS"]),
        initial=Colour.BLACK if "black1" in " ".join(extras["XXC"]).split() else Colour.WHITE,
        apart=frozenset(_pair(each) for each in extras["XXP"]),
        away=frozenset(_whole(one, "XXZ") for each in extras["XXZ"] for one in each.split()),
    )


def _is_coded(line: str) -> bool:
    """Whether it begins as lines of report files do: 001, 012, XXR."""
    code, after = line[:3], line[3:4]
    return after in {"", " "} and (code.isdigit() or code[:2] == "XX")


def _rest(lines: Sequence[str], code: str) -> list[str]:
    return [line[4:].strip() for line in lines if line[:4].rstrip() == code]


def _whole(text: str, where: str) -> int:
    if not (text.strip().isascii() and text.strip().isdigit()):
        raise ExchangeFileError(f"{where}: expected a whole number, got {text.strip()[:40]!r}")
    return int(text)


def _pair(text: str) -> frozenset[int]:
    found = frozenset(_whole(each, "XXP") for each in text.split())
    if len(found) != 2:
        raise ExchangeFileError(f"XXP: expected two players, got {text[:40]!r}")
    return found


def _read_scoring(texts: Sequence[str]) -> Scoring:
    known: dict[str, int] = {}
    for item in " ".join(texts).split():
        code, _, points = item.partition("=")
        whole, _, part = points.partition(".")
        if code in CODES:
            known[CODES[code]] = 10 * _whole(whole or "0", "XXS") + _whole(part[:1] or "0", "XXS")
    return Scoring(**known)


def _read_player(line: str, *, number: int) -> ReportedPlayer:
    where = f"line {number}"
    starting = _whole(line[4:8], f"{where}, starting number")
    rating = line[48:52].strip()
    rank = line[85:89].strip()
    rest = line[RESULTS:].rstrip()
    rounds = [
        _read_round(rest[at : at + 8].ljust(8), where=f"{where}, round {at // 10 + 1}")
        for at in range(0, len(rest), 10)
    ]
    return ReportedPlayer(
        entrant=Entrant(number=starting, rounds=tuple(rounds)),
        name=line[14:47].strip(),
        rating=_whole(rating, f"{where}, rating") if rating else 0,
        rank=_whole(rank, f"{where}, rank") if rank else 0,
    )


def _read_round(text: str, *, where: str) -> RoundLine:
    opponent = _whole(text[:4].strip() or "0", f"{where}, opponent")
    sign = text[7].upper()
    if sign == " ":
        return MISSED
    try:
        score = PLAYED_UNRATED.get(sign) or RoundScore(sign)
        colour = Colour(text[5]) if text[5] not in "- " else None
        return RoundLine(score=score, opponent=opponent, colour=colour)
    except ValueError as error:
        raise ExchangeFileError(f"{where}: expected a result, got {text!r}: {error}") from error


def _made_long(player: ReportedPlayer, length: int) -> ReportedPlayer:
    """Who has fewer rounds than others was absent in those that are not written."""
    entrant = player.entrant
    missing = (MISSED,) * (length - len(entrant.rounds))
    longer = Entrant(number=entrant.number, rounds=(*entrant.rounds, *missing))
    return ReportedPlayer(entrant=longer, name=player.name, rating=player.rating, rank=player.rank)


def _refuse_gaps(entrants: Sequence[Entrant]) -> None:
    numbers = sorted(each.number for each in entrants)
    if numbers != list(range(1, len(numbers) + 1)):
        raise ExchangeFileError(f"starting numbers: expected 1 to {len(numbers)}, got {numbers}")
    known = {each.number: each for each in entrants}
    for each in entrants:
        for at, line in enumerate(each.rounds):
            if not line.opponent:
                continue
            theirs = known.get(line.opponent)
            if theirs is None or theirs.rounds[at].opponent != each.number:
                raise ExchangeFileError(
                    f"player {each.number}, round {at + 1}: expected to be the opponent of "
                    f"{line.opponent}, got another"
                )
