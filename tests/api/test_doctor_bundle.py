"""The bundle for a maintainer says what is installed and set, and gives no secret away."""

import json
import os
import zipfile
from pathlib import Path

import pytest

from api.cli import run
from api.errors import ExitCode

SECRETS = {
    "camera": "rtsp://ada:hunter2@10.11.12.13/stream",
    "roster": "army-of-ada.toml",
    "profile": "adas-table.json",
}
TOKEN = "Rk3vQ0secrettoken"
NAME = "ada-against-bob"


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation with a secret in everything that it keeps."""
    home = tmp_path / "home-of-ada"
    battles = home / "battles"
    (battles / "cameras" / "phones").mkdir(parents=True)
    (battles / f"{NAME}.battle").write_bytes(TOKEN.encode() * 9)
    (battles / "umpire.page").write_text(f"http://127.0.0.1:8765/#{TOKEN}")
    (battles / "grants.json").write_text(json.dumps({"token_hash": TOKEN}))
    (battles / "cameras" / "phones" / "phones.json").write_text(json.dumps({"key": TOKEN}))
    lines = [f'{name} = "{value}"' for name, value in SECRETS.items()]
    config = home / "umpire.toml"
    config.write_text("\n".join(["[serve]", f'battles = "{battles}"', "port = 8123", *lines]))
    for name in [each for each in os.environ if each.startswith("UMPIRE_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("UMPIRE_CONFIG", str(config))
    monkeypatch.setenv("UMPIRE_HOST", "127.9.8.7")
    monkeypatch.setenv("HOME", str(home))
    return tmp_path


def test_what_is_needed_is_in_it_and_no_secret(planted: Path) -> None:
    place = planted / "report.zip"
    assert run(["doctor", "--bundle", str(place)]) in {ExitCode.DONE, ExitCode.UNFIT}
    with zipfile.ZipFile(place) as archive:
        told = {name: archive.read(name).decode() for name in archive.namelist()}
    parts = {name: json.loads(text)["content"] for name, text in told.items() if "json" in name}
    assert parts["doctor.json"]["opencv"]["version"]
    assert {"name": "port", "by": "the file", "value": 8123} in parts["settings.json"]
    assert {"name": "camera", "by": "the file"} in parts["settings.json"]
    assert {"name": "host", "by": "the environment"} in parts["settings.json"]
    assert parts["battles.json"]["battles"] == [len(TOKEN) * 9]
    assert "numpy" in parts["packages.json"]
    everything = "\n".join([*told, *told.values()])
    planted_words = [
        *SECRETS.values(),
        "hunter2",
        "10.11.12.13",
        "127.9.8.7",
        TOKEN,
        NAME,
        "home-of-ada",
    ]
    assert [word for word in planted_words if word in everything] == []


def test_settings_that_cannot_be_read_are_no_hindrance(planted: Path) -> None:
    (planted / "home-of-ada" / "umpire.toml").write_text("[serve]\nport = nine\n")
    place = planted / "report.zip"
    assert run(["doctor", "--bundle", str(place)]) in {ExitCode.DONE, ExitCode.UNFIT}
    with zipfile.ZipFile(place) as archive:
        doctor = json.loads(archive.read("doctor.json"))["content"]
    assert doctor["settings"] == "cannot be read"


def test_a_file_that_is_there_stays(planted: Path) -> None:
    place = planted / "report.zip"
    place.write_text("mine")
    assert run(["doctor", "--bundle", str(place)]) == ExitCode.USAGE
    assert place.read_text() == "mine"
