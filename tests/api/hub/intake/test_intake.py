"""Logs go in once and in order; one that does not continue is kept aside, never written over."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from api.battle_files.chain import LogLine, chained
from api.hub.entry.grants import HubGrants
from api.hub.intake.continuing import MOST_LINES
from api.hub.intake.courier import FIRST_WAIT_SECONDS, Courier, NoHubError
from api.hub.intake.logs import MOST_REFUSED, LogsKept, Parcel, ParcelError, Receipt
from api.hub.intake.tables import CodeRefusedError, HubTable, TablesKept, new_code
from api.hub.store.database import HubDatabase
from api.hub.store.opening import open_database
from tests.api.hub.intake.logs_made import log_of, next_line
from tests.api.hub.store.changes import ChangeWatch

ONE = HubTable(event="cup", number=1)
TWO = HubTable(event="cup", number=2)
AT = "2026-11-24T18:00:00Z"


@pytest.fixture
def database(address: str) -> Iterator[HubDatabase]:
    with closing(open_database(address)) as found:
        yield found


def sent(kept: LogsKept, lines: list[LogLine], *, table: HubTable = ONE) -> Receipt:
    return kept.take(Parcel(battle="b1", lines=tuple(lines)), table=table, at=AT)


def test_lines_are_taken_once_and_in_order(database: HubDatabase) -> None:
    kept, log = LogsKept(database), log_of(9)
    assert sent(kept, log[:4]) == Receipt(lines=4)
    assert sent(kept, log[:4]) == Receipt(lines=4)
    assert sent(kept, log[2:7]) == Receipt(lines=7)
    # With a gap before it, a parcel has to wait; the receipt says what comes next.
    assert sent(kept, log[8:]) == Receipt(lines=7)
    assert sent(LogsKept(database), log) == Receipt(lines=9)
    assert list(kept.lines("b1")) == log
    assert list(kept.lines("b1", since=6)) == log[6:]
    assert chained(kept.lines("b1")).fault == ""
    assert kept.refused("cup") == ()


def another_line(log: list[LogLine]) -> list[LogLine]:
    return [*log[:4], next_line(log[:4], name="another")]


def another_beginning(log: list[LogLine]) -> list[LogLine]:
    return log_of(len(log), name="another")


def a_changed_text(log: list[LogLine]) -> list[LogLine]:
    return [*log[:5], replace(log[5], text=log[5].text.replace("host", "gast"))]


def a_line_that_follows_on_another(log: list[LogLine]) -> list[LogLine]:
    foreign = log_of(6, name="another")
    return [*log[:5], foreign[5]]


def a_line_of_another_place(log: list[LogLine]) -> list[LogLine]:
    return [*log[:5], replace(log[6], sequence=5)]


def no_line_at_all(log: list[LogLine]) -> list[LogLine]:
    return [*log[:5], replace(log[5], text="{}", hash="0" * 64)]


@pytest.mark.parametrize(
    "wrong",
    [
        another_line,
        another_beginning,
        a_changed_text,
        a_line_that_follows_on_another,
        a_line_of_another_place,
        no_line_at_all,
    ],
    ids=lambda each: each.__name__,
)
def test_a_log_that_does_not_continue_is_refused_and_shown(
    database: HubDatabase, wrong: object
) -> None:
    kept, log = LogsKept(database), log_of(8)
    sent(kept, log[:5])
    assert callable(wrong)
    receipt = sent(kept, wrong(log))
    assert receipt.lines == 5
    assert receipt.refused
    assert sent(kept, wrong(log)) == receipt
    assert list(kept.lines("b1")) == log[:5]
    (shown,) = kept.refused("cup")
    assert (shown.battle, shown.table, shown.says) == ("b1", ONE, receipt.refused)
    assert shown.text == wrong(log)[shown.number].text
    kept.seen(shown, by="judge Ada")
    kept.seen(shown, by="judge Bob")
    assert [each.seen_by for each in kept.refused("cup")] == ["judge Ada"]
    # What is known goes on as before.
    assert sent(kept, log[5:]) == Receipt(lines=8)


def test_a_broken_table_does_not_fill_the_disk(database: HubDatabase) -> None:
    kept, log = LogsKept(database), log_of(2)
    sent(kept, log)
    for at in range(MOST_REFUSED + 5):
        assert sent(kept, [log[0], next_line(log[:1], name=f"other {at}")]).refused
    assert len(kept.refused("cup")) == MOST_REFUSED


def test_a_battle_stays_at_its_table(database: HubDatabase) -> None:
    kept, log = LogsKept(database), log_of(3)
    sent(kept, log)
    receipt = sent(kept, log, table=TWO)
    assert receipt.refused == "battle: expected one of table 2, got one of table 1"
    assert kept.refused("cup")[0].table == TWO


@pytest.mark.parametrize("count", [0, MOST_LINES + 1])
def test_a_parcel_has_a_size(database: HubDatabase, count: int) -> None:
    with pytest.raises(ParcelError, match=f"got {count}"):
        sent(LogsKept(database), log_of(count))


def table_of(database: HubDatabase, token: str) -> HubTable | None:
    holder = HubGrants(database).holder_of(token)
    return HubTable(event=holder.event, number=holder.table) if holder.table else None


def test_a_table_joins_once_with_its_code(database: HubDatabase) -> None:
    tables = TablesKept(database)
    code = tables.invite(ONE)
    other = tables.invite(TWO)
    table, token = tables.join(f" {code.lower()} ")
    assert table == ONE
    assert table_of(database, token) == ONE
    for wrong in (code, "", "NEVERWAS"):
        with pytest.raises(CodeRefusedError):
            tables.join(wrong)
    assert table_of(database, "") is None
    assert tables.join(other)[0] == TWO
    # A new code ends what came of the old one.
    tables.invite(ONE)
    assert table_of(database, token) is None


def test_codes_are_not_kept(tmp_path: Path) -> None:
    with closing(open_database(tmp_path / "event.hub")) as database:
        tables = TablesKept(database)
        code = tables.invite(ONE)
        _, token = tables.join(tables.invite(TWO))
    kept = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    assert code.encode() not in kept
    assert token.encode() not in kept
    assert len({new_code() for _ in range(100)}) == 100


def test_a_watch_hears_of_battles(address: str) -> None:
    with (
        closing(open_database(address)) as ours,
        closing(open_database(address)) as theirs,
        closing(ours.waker()) as waker,
    ):
        watch = ChangeWatch(lambda: {"b1": len(list(LogsKept(ours).lines("b1")))}, waker)
        sent(LogsKept(theirs), log_of(2))
        assert watch.wait(30) == {"b1"}


def test_a_courier_waits_longer_while_nobody_answers(database: HubDatabase) -> None:
    kept, log, is_there = LogsKept(database), log_of(MOST_LINES + 10), [False]

    def send(parcel: Parcel) -> Receipt:
        if not is_there[0]:
            raise NoHubError
        return kept.take(parcel, table=ONE, at=AT)

    courier = Courier("b1", log=lambda since: log[since:], send=send)
    assert [courier.step() for _ in range(7)] == [1, 2, 4, 8, 16, 30, 30]
    assert not courier.state.is_reached
    is_there[0] = True
    assert [courier.step() for _ in range(3)] == [0, FIRST_WAIT_SECONDS, FIRST_WAIT_SECONDS]
    assert courier.state.delivered == len(log)
    again = Courier("b1", log=lambda since: log[since:], send=send)
    while again.step() == 0:
        pass
    assert again.state.delivered == kept.known("b1").lines == len(log)


def test_a_hub_from_a_backup_is_sent_what_it_has_lost(tmp_path: Path) -> None:
    log = log_of(20)
    with closing(open_database(tmp_path / "backup.hub")) as older:
        sent(LogsKept(older), log[:5])
    with (
        closing(open_database(tmp_path / "event.hub")) as newer,
        closing(open_database(tmp_path / "backup.hub")) as older,
    ):
        hub = [LogsKept(newer)]
        courier = Courier(
            "b1",
            log=lambda since: log[since:],
            send=lambda parcel: hub[0].take(parcel, table=ONE, at=AT),
        )
        courier.step()
        assert courier.state.delivered == 20
        log.append(next_line(log, name="battle"))
        hub[0] = LogsKept(older)
        assert courier.step() == 0
        courier.step()
        assert list(hub[0].lines("b1")) == log


def test_a_courier_stops_where_its_log_is_refused(database: HubDatabase) -> None:
    kept = LogsKept(database)
    sent(kept, log_of(5))
    other, sends = log_of(5, name="another"), [0]

    def send(parcel: Parcel) -> Receipt:
        sends[0] += 1
        return kept.take(parcel, table=ONE, at=AT)

    courier = Courier("b1", log=lambda since: other[since:], send=send)
    for _ in range(5):
        courier.step()
    assert sends == [1]
    assert "expected the one that is known" in courier.state.refused
