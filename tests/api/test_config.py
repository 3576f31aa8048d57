"""What is set in a file or the environment holds, is shown with its source, and wrong is told."""

import json
from pathlib import Path

import pytest

from api.cli import run
from api.config.chosen import VARIABLE, chosen, config_file, serve_defaults
from api.config.settings import SETTINGS
from api.errors import ExitCode, UserError
from tests.api.umpire import REPOSITORY, umpire


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    found = tmp_path / "umpire.toml"
    monkeypatch.setenv(VARIABLE, str(found))
    return found


def said(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = run(arguments)
    told = capsys.readouterr()
    return code, told.out, told.err


def settings(capsys: pytest.CaptureFixture[str]) -> dict[str, tuple[object, str]]:
    code, out, err = said(["config", "--json"], capsys)
    assert (code, err) == (0, "")
    return {each["name"]: (each["value"], each["source"]) for each in json.loads(out)["settings"]}


def test_where_everything_is_kept_is_told(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place.write_text('[serve]\nbattles = "evenings"\n')
    monkeypatch.setenv("XDG_DATA_HOME", str(place.parent / "data"))
    code, out, _ = said(["config", "--json"], capsys)
    kept = json.loads(out)["kept"]
    assert (code, kept["battles"]) == (0, str(place.parent / "evenings"))
    code, out, _ = said(["config"], capsys)
    assert (code, f"keys are in {kept['battles']}" in out) == (0, True)
    assert kept["remembered"] in out


def test_the_environment_comes_before_the_file_and_both_before_what_nobody_says(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place.write_text('[serve]\nport = 9000\nopen = false\n\nroster = "army.toml"\n')
    monkeypatch.setenv("UMPIRE_PORT", "9100")
    told = settings(capsys)
    assert told["port"] == (9100, "UMPIRE_PORT")
    assert told["open"] == (False, f"{place}:3")
    # A file is meant from where the settings lie.
    assert told["roster"] == (str(place.parent / "army.toml"), f"{place}:5")
    assert told["host"] == ("127.0.0.1", "")
    assert set(told) == {each.name for each in SETTINGS}


def test_serving_takes_what_is_set_and_the_command_line_comes_first(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place.write_text('[serve]\nhost = "192.0.2.7"\n')
    code, _, err = said(["serve"], capsys)
    assert (code, "192.0.2.7" in err) == (ExitCode.USAGE, True), err
    code, _, err = said(["serve", "--host", "192.0.2.9"], capsys)
    assert (code, "192.0.2.9" in err) == (ExitCode.USAGE, True), err
    place.write_text('[serve]\nport = 9000\nopen = false\ncamera = "0"\n')
    assert serve_defaults(chosen(place)) == {"port": 9000, "browser": False, "camera": ["0"]}


def test_a_table_that_is_typed_comes_before_the_camera_of_every_day(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place.write_text('[serve]\ncamera = "0"\nbattles = "there"\n')
    code, _, err = said(["serve", "missing.json"], capsys)
    assert (code, "missing.json" in err) == (ExitCode.BAD_INPUT, True), err
    code, _, err = said(["serve", "missing.json", "--camera", "0"], capsys)
    assert (code, "no table's file beside it" in err) == (ExitCode.USAGE, True), err


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[serve]\n\nprot = 1\n", ":3: expected one of host, port"),
        ("[serve]\n\nprot = 1\n", "'prot'; did you mean port?"),
        ("[serve]\nport = 70000\n", ":2: port: expected a whole number from 0 to 65535, got 70000"),
        ("[serve]\nport = true\n", ":2: port: expected a whole number"),
        ('[serve]\nopen = "perhaps"\n', ":2: open: expected true or false, got 'perhaps'"),
        ("[serve]\nhost = ''\n", ":2: host: expected a text"),
        ("serve = 3\n", ":1: expected a table [serve], got a value"),
        ("[sevre]\nport = 1\n", ":1: expected no table but [serve], got 'sevre'"),
        ("[serve\n", "expected TOML, got"),
    ],
)
def test_what_is_wrong_in_the_file_is_told_with_its_line(
    text: str, complaint: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place.write_text(text)
    code, out, err = said(["config"], capsys)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert str(place) in err
    assert complaint in err
    assert "Traceback" not in err


def test_a_wrong_variable_and_a_missing_file_are_told(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = said(["config"], capsys)
    assert (code, f"{VARIABLE}: expected a file" in err) == (ExitCode.USAGE, True)
    place.write_bytes(b"\xff\xfe")
    assert said(["config"], capsys)[0] == ExitCode.BAD_INPUT
    place.write_text("")
    monkeypatch.setenv("UMPIRE_PICTURES", "many")
    code, _, err = said(["config"], capsys)
    assert (code, "UMPIRE_PICTURES: expected a whole number" in err) == (ExitCode.USAGE, True)


def test_the_file_is_made_once_with_everything_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("UMPIRE_PORT", "9100")
    place = config_file(platform="linux")
    assert run(["config", "--make"]) == 0
    text = place.read_text()
    assert "\nport = 9100\n" in text
    assert '\n# host = "127.0.0.1"\n' in text
    assert run(["config", "--make"]) == ExitCode.USAGE
    monkeypatch.delenv("UMPIRE_PORT")
    capsys.readouterr()
    assert settings(capsys)["port"][0] == 9100
    # Every line works once its mark is gone; nothing to set is no setting.
    whole = "\n".join(
        line.removeprefix("# ") for line in text.splitlines() if '= ""' not in line and "=" in line
    )
    place.write_text(f"[serve]\n{whole}\n")
    assert {name for name, (_, source) in settings(capsys).items() if source} == {
        "host", "port", "battles", "pictures", "picture_quality", "json_log", "announce", "open",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("win32", {"APPDATA": "/roaming"}, "/roaming/paper-umpire/umpire.toml"),
        ("linux", {"XDG_CONFIG_HOME": "/etc"}, "/etc/paper-umpire/umpire.toml"),
        ("linux", {VARIABLE: "/srv/club.toml"}, "/srv/club.toml"),
    ],
)
def test_the_file_lies_where_this_kind_of_computer_keeps_such(
    platform: str, environment: dict[str, str], expected: str
) -> None:
    assert config_file(environment=environment, platform=platform).as_posix() == expected


def test_other_commands_do_not_mind_a_wrong_file(place: Path) -> None:
    place.write_text("[serve\n")
    assert umpire("--version", cwd=REPOSITORY).returncode == 0
    with pytest.raises(UserError, match=r"umpire\.toml"):
        chosen(place)
