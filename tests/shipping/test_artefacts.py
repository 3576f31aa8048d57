"""What is handed out works where nothing else is: each is unfolded and tries itself."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from api.client import Client
from api.smoke.page import browser, open_page
from api.smoke.program import Program
from shipping.deb import build_deb
from shipping.environment import MATERIALS
from shipping.first_page import first_page
from shipping.oci import HOME, USER, build_image
from shipping.onefile import build_one_file
from shipping.wheel import REPOSITORY, build_wheel
from tests.shipping.debian_root import debian_root

pytestmark = [pytest.mark.soak, pytest.mark.soak_only]
BARE = {"PATH": "/usr/bin:/bin:/usr/sbin:/sbin"}
MOUNTED = """
root=$1; shift
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
for each in null urandom; do
    touch "$root/dev/$each"; mount --bind "/dev/$each" "$root/dev/$each"
done
mkdir -p "$root/dev/shm"; mount -t tmpfs tmpfs "$root/dev/shm"; chmod 1777 "$root/dev/shm"
mount -t tmpfs tmpfs "$root/tmp"; chmod 1777 "$root/tmp"
"""
IN_THE_IMAGE = f"""{MOUNTED}
mount -t tmpfs tmpfs "$root/battles"; chmod 1777 "$root/battles"
mount -o remount,ro,bind "$root"
user=$1; shift
exec chroot "--userspec=$user" "$root" "$@"
"""
IN_A_DEBIAN = f"""{MOUNTED}
mount -t tmpfs tmpfs "$root/run"
cp "$1" "$root/tmp/umpire.deb"
chroot "$root" sh -euc '
dpkg --install /tmp/umpire.deb
dpkg --verify paper-umpire
id --name --groups paper-umpire
systemd-analyze verify --man=no paper-umpire.service
export HOME=/tmp
setpriv --reuid=paper-umpire --regid=paper-umpire --init-groups umpire smoketest
mkdir -p /var/lib/paper-umpire/battles
echo kept >/var/lib/paper-umpire/battles/evening.battle
echo "# mine" >>/etc/paper-umpire/umpire.toml
dpkg --remove paper-umpire
tail -n 1 /etc/paper-umpire/umpire.toml
dpkg --purge paper-umpire
cat /var/lib/paper-umpire/battles/evening.battle
find / -xdev -path "*paper-umpire*" -not -path "/var/lib/paper-umpire*"
'
"""
"""Installed, tried as the user that it made, removed and purged, with nothing else around it."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("dist"))[0]


def require_fit(*command: str | Path, environment: dict[str, str]) -> None:
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "all of it works" in done.stdout


def printed(place: Path) -> None:
    files = [place, *place.rglob("*")]
    size = sum(each.stat().st_size for each in files if each.is_file())
    sys.stderr.write(f"{place.name}: {size / 1e6:.1f} MB\n")


@pytest.fixture(scope="module")
def package(wheel: Path) -> Path:
    made = build_deb(wheel.parent, wheel=wheel)
    printed(made)
    return made


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs dpkg-deb")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root may change the root of a program")
def test_the_debian_package_is_installed_tried_and_purged(package: Path, tmp_path: Path) -> None:
    root = tmp_path / "debian"
    root.mkdir(mode=0o755)
    debian_root(root)
    command = ["unshare", "--mount", "--", "sh", "-euc", IN_A_DEBIAN, "sh", str(root), str(package)]
    done = subprocess.run(command, env=BARE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "paper-umpire video\n" in done.stdout
    assert "all of it works" in done.stdout
    # Settings that somebody has changed stay until the package is purged, and battles for ever.
    after = done.stdout[done.stdout.index("Removing paper-umpire") :]
    assert "# mine\n" in after
    assert after.endswith("kept\n"), after
    assert "systemd-analyze" not in done.stderr
    assert "paper-umpire.service" not in done.stderr


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs dpkg-deb")
def test_the_debian_package_holds_what_a_system_looks_for(package: Path) -> None:
    told = subprocess.run(
        ["dpkg-deb", "-c", str(package)], capture_output=True, text=True, check=True
    )
    assert " root/root " in told.stdout
    assert "./usr/share/man/man1/umpire.1.gz" in told.stdout
    assert "./usr/share/bash-completion/completions/umpire" in told.stdout
    assert "./usr/lib/udev/rules.d/70-paper-umpire.rules" in told.stdout
    assert f"./usr/lib/paper-umpire/{MATERIALS}\n" in told.stdout
    materials = json.loads(package.with_suffix(".cdx.json").read_text())
    assert {"python", "numpy", "libssl3"} <= {each["name"] for each in materials["components"]}
    assert str(REPOSITORY) not in told.stdout


def test_the_one_file_program_unfolds_once(wheel: Path, tmp_path: Path) -> None:
    program = build_one_file(tmp_path, wheel=wheel)
    printed(program)
    environment = BARE | {"HOME": str(tmp_path)}
    for unfolds in (True, False):
        done = subprocess.run(
            [program, "--version"], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout.startswith("Paper Umpire ")
        assert ("unfolding" in done.stderr) == unfolds
    require_fit(program, "smoketest", environment=environment)


@pytest.fixture
def image(wheel: Path, tmp_path: Path) -> Path:
    made = build_image(tmp_path, wheel=wheel)
    printed(made)
    return made


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may change the root of a program")
def test_the_image_runs_as_nobody_on_a_root_that_is_read_only(image: Path, tmp_path: Path) -> None:
    def blob(named: dict[str, str]) -> Path:
        return image / "blobs" / named["digest"].replace(":", "/")

    (only,) = json.loads((image / "index.json").read_text())["manifests"]
    manifest = json.loads(blob(only).read_text())
    config = json.loads(blob(manifest["config"]).read_text())
    assert config["config"]["User"] == f"{USER}:{USER}"
    root = tmp_path / "root"
    with tarfile.open(blob(manifest["layers"][0])) as layer:
        layer.extractall(root, filter="fully_trusted")
    own = dict(each.partition("=")[::2] for each in config["config"]["Env"])
    inside = ["unshare", "--mount", "--", "sh", "-euc", IN_THE_IMAGE, "sh"]
    command = [*inside, str(root), f"{USER}:{USER}", f"/{HOME}/bin/umpire"]
    require_fit(*command, "smoketest", environment=BARE | own)
    served = [*command, "serve", "--json", "--no-open", "--no-announce", "--port", "0"]
    require_page(served, environment=BARE | own, folder=tmp_path)


def require_page(command: list[str], *, environment: dict[str, str], folder: Path) -> None:
    """No browser is in there: that of this machine opens the page, as a player's does."""
    found = browser()
    if found is None:
        pytest.skip("no browser that runs without a window is installed here")
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as served:
        try:
            assert served.stdout is not None
            page = json.loads(served.stdout.readline())["page"]
            with Client(page, seconds=60.0) as host:
                host.begin_sample(str(host.samples()[0]["sample"]), name="Evening")
            assert "live in" in open_page(
                Program(folder=folder), page, found=found, titles=["Evening"]
            )
        finally:
            served.terminate()


@pytest.mark.parametrize("python", ["python3.11", "python3.13"])
def test_from_installing_the_wheel_to_its_page(python: str, wheel: Path, tmp_path: Path) -> None:
    found = interpreter(python)
    if found is None:
        pytest.skip(f"there is no {python} here")
    installed, read = first_page(wheel, python=found, folder=tmp_path)
    sys.stderr.write(f"{python}: installed after {installed:.0f} s, the page after {read:.0f} s\n")
    environment = BARE | {"HOME": str(tmp_path)}
    require_fit(tmp_path / "venv/bin/umpire", "smoketest", environment=environment)


def interpreter(name: str) -> str | None:
    """One that is on the path and starts: a version manager's stand-in may name one it has not."""
    found = shutil.which(name)
    if found is None:
        return None
    asked = [found, "-c", "import sys; print(sys.executable)"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None
