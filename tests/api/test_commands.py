"""What a person meets who types `umpire`: answers, exit codes, and never a traceback."""

import json
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from api.cli import run
from api.errors import ExitCode, UserError
from tests.api.umpire import REPOSITORY, disc, environment, pair, serving, table, umpire, wood


def written(folder: Path, snapshot: dict[str, Any]) -> str:
    place = folder / "table.json"
    place.write_text(json.dumps(snapshot), encoding="utf-8")
    return str(place)


def test_range_answers_first_and_gives_the_numbers_below(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = written(tmp_path, pair())
    assert run(["measure", "range", place, "A1", "B1", "--limit", "12"]) == ExitCode.DONE
    told = capsys.readouterr()
    first, *numbers = told.out.splitlines()
    assert first.startswith("YES: A1 is 9 in from B1 edge to edge: within 12 in by 3 in")
    assert [line.split()[:2] for line in numbers[:3]] == [
        ["value", "9"],
        ["limit", "12"],
        ["margin", "3"],
    ]
    assert told.err == ""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (["range", "A1", "B1", "--metric", "centre", "--limit", "10"], "TOO_CLOSE_TO_CALL"),
        (["range", "A1", "B1", "--limit", "8"], "NO"),
        (["range", "A1", "B1", "--limit", "8.5", "--floor", "1"], "TOO_CLOSE_TO_CALL"),
        (["sight", "A1", "B1"], "NO"),
        (["sight", "A1", "B1", "--blockers", "building"], "YES"),
        (["near", "A1"], "NO"),
        (["near", "A1", "--reach", "9.5"], "YES"),
        (["chain", "A1", "--reach", "9.5", "--links", "1"], "YES"),
        (["line", "A1", "B1", "--limit", "9.5"], "YES"),
    ],
)
def test_json_says_what_was_asked_and_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], question: list[str], answer: str
) -> None:
    what, *rest = question
    arguments = ["measure", what, written(tmp_path, pair()), *rest, "--json"]
    assert run(arguments) == ExitCode.DONE
    told = json.loads(capsys.readouterr().out)
    assert told["format"] == "paper-umpire/measure/1"
    assert (told["what"], told["snapshot"], told["answer"]) == (what, 7, answer)


def test_a_wreck_blocks_sight(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = written(tmp_path, table(disc("A1", 5, 10), disc("B1", 15, 10), disc("T3", 10, 10)))
    run(["measure", "sight", place, "A1", "B1"])
    assert capsys.readouterr().out.startswith("YES")
    run(["measure", "sight", place, "A1", "B1", "--wreck", "T3"])
    assert capsys.readouterr().out.startswith("NO")


def test_a_hidden_piece_gives_no_answer_and_its_own_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = written(tmp_path, table(disc("A1", 5, 5), disc("B1", 9, 5, state="hidden")))
    assert run(["measure", "range", place, "A1", "B1"]) == ExitCode.CANNOT_SEE
    assert capsys.readouterr().out.startswith("CANNOT SEE: ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["measure", "range", "TABLE", "a1", "B1"], "Did you mean A1? There are: A1, B1"),
        (["measure", "range", "TABLE", "A1", "A1"], "two different pieces"),
        (["measure", "range", "TABLE", "A1", "B1", "--limit", "nan"], "0 to 10000 inches"),
        (["measure", "range", "TABLE", "A1", "B1", "--limit", "-1"], "0 to 10000 inches"),
        (["measure", "range", "TABLE", "A1", "B1", "--metric", "nose"], "nose"),
        (["measure", "chain", "TABLE", "A1", "--links", "0"], "links"),
        (["measure", "sight", "TABLE", "A1", "B1", "--wreck", "X9"], "'X9'"),
        (["measure", "range", "TABLE", "A1", "B1", "--json", "--svg", "-"], "standard output"),
        (["measure", "near", "TABLE", "A1", "--errors"], "needs --svg"),
        (["measure", "range", "TABLE", "A1", "B1", "--svg", "/no/such/folder/x"], "/no/such"),
        (["example", "river"], "Did you mean river-crossing?"),
        (["serve", "--host", "0.0.0.0"], "others are let in from the page"),
        (["serve", "--host", "my.example"], "expected an address"),
        (["fly"], "fly"),
        (["measure", "range"], "umpire measure range --help"),
    ],
)
def test_what_does_not_fit_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    place = written(tmp_path, pair())
    filled = [place if argument == "TABLE" else argument for argument in arguments]
    assert run(filled) == ExitCode.USAGE
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert told.err.startswith("umpire: ")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "table.json: "),
        (b"{", "table.json: "),
        (b'{"format": "paper-umpire/snapshot/1"}', "table"),
        (b"\xff\xfe", "UTF-8"),
        (b"[" * 100_000, "table.json: "),
    ],
)
def test_a_bad_file_is_named_with_its_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, said: str
) -> None:
    place = tmp_path / "table.json"
    place.write_bytes(content)
    assert run(["measure", "range", str(place), "A", "B"]) == ExitCode.BAD_INPUT
    told = capsys.readouterr().err
    assert said in told
    assert len(told.splitlines()) == 1


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for place in (tmp_path / "no.json", tmp_path):
        assert run(["measure", "near", str(place), "A"]) == ExitCode.BAD_INPUT
        assert str(place) in capsys.readouterr().err


def test_the_table_may_come_from_standard_input(tmp_path: Path) -> None:
    done = umpire("measure", "range", "-", "A1", "B1", cwd=tmp_path, stdin=json.dumps(pair()))
    assert (done.returncode, done.stderr) == (ExitCode.DONE, "")
    assert done.stdout.startswith("YES: A1 is 9 in from B1")


def test_a_pipe_gets_no_colours_and_no_wrapping(tmp_path: Path) -> None:
    place = written(tmp_path, pair())
    done = umpire("measure", "range", place, "A1", "B1", cwd=tmp_path, COLUMNS="20")
    assert "\x1b" not in done.stdout
    assert "edge to edge (error" in done.stdout.splitlines()[0]


@pytest.mark.parametrize("switch", [{"NO_COLOR": "1"}, {}])
def test_colours_can_be_switched_off(tmp_path: Path, switch: dict[str, str]) -> None:
    place = written(tmp_path, pair())
    options = [] if switch else ["--no-color"]
    arguments = [*options, "measure", "range", place, "A1", "B1"]
    done = umpire(*arguments, cwd=tmp_path, FORCE_COLOR="1", **switch)
    assert "\x1b[32m" not in done.stdout
    assert "\x1b[1;32m" not in done.stdout


def test_a_name_that_the_terminal_cannot_print_does_not_stop_an_answer(tmp_path: Path) -> None:
    place = written(tmp_path, table(disc("Жуков", 5, 5), disc("B1", 9, 5)))
    done = umpire(
        "measure", "near", place, "B1", cwd=tmp_path, PYTHONUTF8="0", PYTHONIOENCODING="ascii"
    )
    assert done.returncode == ExitCode.DONE, done.stderr
    assert "\\u0416" in done.stdout


def test_drawing_to_standard_output_and_to_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = written(tmp_path, pair())
    assert run(["measure", "sight", place, "A1", "B1", "--svg", "-"]) == ExitCode.DONE
    drawn = capsys.readouterr().out
    assert drawn.startswith("<svg ")
    file = tmp_path / "out.svg"
    assert run(["measure", "sight", place, "A1", "B1", "--svg", str(file)]) == ExitCode.DONE
    told = capsys.readouterr()
    assert file.read_text(encoding="utf-8") == drawn
    assert told.out.startswith("NO: ")
    assert told.err == f"umpire: wrote {file}\n"


def test_errors_are_drawn_where_they_are_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["measure", "line", written(tmp_path, pair()), "A1", "B1", "--svg", "-"]
    assert run(arguments) == ExitCode.DONE
    assert "<ellipse" not in capsys.readouterr().out
    assert run([*arguments, "--errors"]) == ExitCode.DONE
    assert capsys.readouterr().out.count("<ellipse") == 2


def test_a_kind_of_terrain_that_is_not_there_gets_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    river = {"id": "R", "kind": "river", "outline_in": [[1, 1], [2, 1], [2, 2]]}
    sight = ["measure", "sight", written(tmp_path, pair(terrain=[wood(), river])), "A1", "B1"]
    assert run([*sight, "--blockers", "wods,river", "--json"]) == ExitCode.DONE
    told = capsys.readouterr()
    warning = "no terrain of kind 'wods' here; there are: woods, river; did you mean woods?"
    assert told.err == f"umpire: warning: {warning}\n"
    assert json.loads(told.out)["warnings"] == [warning]
    assert run([*sight, "--json"]) == ExitCode.DONE
    told = capsys.readouterr()
    assert (told.err, json.loads(told.out)["warnings"]) == ("", [])


def test_sight_has_no_limit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["measure", "sight", written(tmp_path, pair()), "A1", "B1", "--json"])
    assert json.loads(capsys.readouterr().out)["verdict"]["limit_in"] is None


def test_examples_can_be_listed_written_and_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["example", "--list"]) == ExitCode.DONE
    names = capsys.readouterr().out.split()
    tables = [name for name in names if not name.endswith(".jsonl")]
    assert len(tables) >= 3
    for name in tables:
        place = tmp_path / f"{name}.json"
        assert run(["example", name, "-o", str(place)]) == ExitCode.DONE
        pieces = json.loads(place.read_text(encoding="utf-8"))["pieces"]
        assert run(["measure", "near", str(place), pieces[0]["id"]]) in {0, 4}


def test_an_example_never_writes_over_somebodys_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "table.json"
    place.write_text("my work", encoding="utf-8")
    assert run(["example", "-o", str(place)]) == ExitCode.USAGE
    assert "is there already" in capsys.readouterr().err
    assert place.read_text(encoding="utf-8") == "my work"


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == ExitCode.DONE
    assert capsys.readouterr().out.startswith("Paper Umpire ")
    assert run(["--help"]) == ExitCode.DONE
    assert "measure" in capsys.readouterr().out
    assert run([]) == ExitCode.USAGE
    assert "serve" in capsys.readouterr().out


def test_doctor_finds_this_installation_fit(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--json"]) == ExitCode.DONE
    report = json.loads(capsys.readouterr().out)
    assert report["fit"] is True
    assert report["problems"] == []
    assert report["opencv"]["version"]
    assert run(["doctor"]) == ExitCode.DONE
    assert capsys.readouterr().out.splitlines()[-1].startswith("fit")


def test_a_foreign_package_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "__init__.py").write_text("raise SystemExit('foreign code ran')")
    start = f"import sys; sys.path.append({str(REPOSITORY)!r}); from api.cli import main; main()"
    # Without PYTHONPATH the current folder comes first, as it does for whoever types `python`.
    clean = {name: value for name, value in environment().items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", start, "doctor"],
        cwd=tmp_path,
        env=clean,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == ExitCode.UNFIT
    assert done.stderr.startswith("umpire: rules: expected Paper Umpire's own package")
    assert "Traceback" not in done.stderr


def failing(failure: BaseException) -> Any:
    def program(_arguments: list[str]) -> int:
        raise failure

    return program


@pytest.mark.parametrize(
    ("failure", "code", "said"),
    [
        (RuntimeError("boom\nbang"), ExitCode.FAULT, "RuntimeError: boom bang"),
        (RecursionError(), ExitCode.FAULT, "RecursionError"),
        (ImportError("no libGL"), ExitCode.UNFIT, "does not load: no libGL"),
        (UserError("no such thing", ExitCode.USAGE), ExitCode.USAGE, "umpire: no such thing"),
        (KeyboardInterrupt(), ExitCode.INTERRUPTED, "interrupted"),
    ],
)
def test_whatever_fails_leaves_a_line_and_a_code(
    capsys: pytest.CaptureFixture[str], failure: BaseException, code: ExitCode, said: str
) -> None:
    assert run(["measure"], program=failing(failure)) == code
    told = capsys.readouterr()
    assert said in told.err
    assert "Traceback" not in told.err
    assert told.out == ""


def test_debug_shows_where_a_fault_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--debug"], program=failing(RuntimeError("boom"))) == ExitCode.FAULT
    assert "Traceback" in capsys.readouterr().err


def test_a_reader_that_has_gone_is_no_fault(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "api", "example"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    said = process.stderr.read()
    assert (process.wait(timeout=60), said) == (ExitCode.DONE, "")
    process.stderr.close()


def test_a_port_in_use_says_what_to_type(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert run(["serve", "--port", str(port), "--no-open"]) == ExitCode.ADDRESS
    said = capsys.readouterr().err
    assert f"port {port} is in use by another program; try --port" in said
    del tmp_path


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for another process")
def test_ctrl_c_stops_the_server(tmp_path: Path) -> None:
    import signal

    with serving(cwd=tmp_path) as (_, process):
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == ExitCode.INTERRUPTED


def test_a_map_of_a_unit_in_words_as_json_and_as_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = written(tmp_path, pair(terrain=[wood()]))
    assert run(["measure", "map", place, "A1"]) == ExitCode.DONE
    assert capsys.readouterr().out.startswith("What A1 sees.")
    reach = ["measure", "map", place, "A1", "--kind", "reach", "--inches", "4", "--json"]
    assert run(reach) == ExitCode.DONE
    told = json.loads(capsys.readouterr().out)
    assert {each["answer"] for each in told["areas"]} >= {"YES"}
    assert told["cells"]["rows"]
    assert run(["measure", "map", place, "A1", "--svg", "-"]) == ExitCode.DONE
    assert "map-hidden" in capsys.readouterr().out
    assert run(["measure", "map", place, "A1", "--kind", "reach"]) == ExitCode.CANNOT_SEE
    assert "say how many" in capsys.readouterr().out
    assert run(["measure", "map", place, "Z9"]) == ExitCode.BAD_INPUT
    assert run(["measure", "map", place, "A1", "--step", "0.001"]) == ExitCode.USAGE
