"""A battle goes out as JSON Lines and comes back as the same battle, hash by hash."""

import json
from pathlib import Path

import pytest

from api.battle_files.file import Picture
from api.battle_files.schema import connect
from api.battles.opening import open_battle
from api.review.exports.lines import BattleContents, read_lines, written_lines
from api.review.folder.making import make_battle
from api.review.record.looking import looking_at
from api.review.record.reading import reading
from api.review.record.verify import verified
from rules.registry import games
from rules.table.bad_input import BadInputError
from tests.api.review.battle_files import CRAFT, SEQUEL, TIGERS, battle_file

LINES = 60


def told(place: Path, *, pictures: bool = False) -> list[str]:
    with reading(place) as battles:
        return list(written_lines(battles, pictures=pictures))


@pytest.mark.parametrize("which", [TIGERS, CRAFT, SEQUEL])
def test_out_and_back_is_the_same_battle(tmp_path: Path, which: tuple[str, str]) -> None:
    place = battle_file(tmp_path / "one.battle", which, lines=LINES)
    with_picture = open_battle(place, stamp="now").file
    with_picture.keep_calibration('{"lens": "ü"}'.encode())
    picture = Picture(sequence=3, media_type="image/png", content=b"\x89PNG", marks='{"m":1}')
    with_picture.add_picture(picture)
    with_picture.close()
    lines = told(place, pictures=True)
    again = tmp_path / "two.battle"
    make_battle(read_lines(lines), again)
    with looking_at(place) as one, looking_at(again) as other:
        assert other.battle == one.battle
        assert other.battle.state == one.battle.state
        assert other.battle.head == one.battle.head
        assert other.read.log.lines == one.read.log.lines
        assert other.archive.picture_of(3) == picture
        assert other.archive.commands() == one.archive.commands()
        for number in range(one.battle.sequence):
            assert other.archive.snapshot_of(number) == one.archive.snapshot_of(number)
    assert told(again, pictures=True) == lines
    with reading(again) as battles:
        assert verified(battles, games=games(), installed="x").is_sound
    opened = open_battle(again, stamp="now")
    assert opened.recovery is None
    opened.file.close()


def test_every_line_is_a_record_with_a_stable_id(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in told(battle_file(tmp_path / "b.battle", lines=LINES))]
    kinds = [line["record"] for line in lines]
    assert (kinds[0], kinds[-1]) == ("battle", "end")
    events = [line["event"] for line in lines if line["record"] == "event"]
    assert [each["id"] for each in events] == [f"e{at}" for at in range(len(events))]
    assert lines[-1]["events"] == len(events)
    assert lines[-1]["head"] == events[-1]["hash"]


def test_a_plain_sealed_log_is_read_too(tmp_path: Path) -> None:
    place = battle_file(tmp_path / "b.battle", lines=LINES)
    log = [row[0] for row in connect(place).execute("SELECT line FROM events ORDER BY sequence")]
    again = tmp_path / "log.battle"
    make_battle(read_lines(log), again)
    with looking_at(place) as one, looking_at(again) as other:
        assert other.battle == one.battle
        assert other.archive.snapshot_before(40) is None


def changed(lines: list[str], at: int, old: str, new: str) -> list[str]:
    assert old in lines[at], lines[at][:200]
    return [*lines[:at], lines[at].replace(old, new, 1), *lines[at + 1 :]]


def test_bad_lines_are_named(tmp_path: Path) -> None:
    lines = told(battle_file(tmp_path / "b.battle", lines=LINES))
    event = next(at for at, line in enumerate(lines) if '"sequence":5,' in line)
    snapshot = next(at for at, line in enumerate(lines) if '"record": "snapshot"' in line)
    command = next(at for at, line in enumerate(lines) if '"record":"command"' in line)
    cases: list[tuple[list[str], str]] = [
        (lines[:-1], "break off after event"),
        (lines[: len(lines) // 2], "break off after event"),
        ([*lines[:event], *lines[event + 1 :]], f"line {event + 1}"),
        (changed(lines, event, '"author":"', '"author":"X'), f"line {event + 1}"),
        (changed(lines, snapshot, '"x_in": ', '"x_in": 1'), f"line {snapshot + 1}"),
        (changed(lines, command, '"author":"', '"author":"X'), f"line {command + 1}"),
        (changed(lines, -1 % len(lines), '"events":', '"events":1'), f"line {len(lines)}"),
        ([*lines, lines[3]], "nothing after the end"),
        (["{}"], "line 1"),
        (["[]"], "line 1"),
        (["{"], "line 1"),
        ([], "a battle, got no event at all"),
        ([lines[0].replace("lines/1", "lines/9")], "line 1"),
    ]
    for bad, where in cases:
        with pytest.raises(BadInputError, match=where):
            read_lines(bad)


def test_nothing_is_written_over(tmp_path: Path) -> None:
    from api.errors import UserError

    place = tmp_path / "there.battle"
    place.write_text("somebody's work")
    contents: BattleContents = read_lines(told(battle_file(tmp_path / "b.battle", lines=LINES)))
    with pytest.raises(UserError, match="is there already"):
        make_battle(contents, place)
    assert place.read_text() == "somebody's work"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["b.battle", "there.battle"]
