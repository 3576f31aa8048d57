"""Packs the umpire for Debian, with its own environment, a service and a rule for cameras."""

import gzip
import os
import platform
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from shipping.environment import MATERIALS, gather
from shipping.wheel import (
    REPOSITORY,
    build_wheel,
    epoch,
    licence,
    told,
    version,
    write_sums,
)

PARTS: Final = REPOSITORY / ".ci" / "shipping" / "debian"
HOME: Final = "usr/lib/paper-umpire"
INSTALLED: Final = {
    "paper-umpire.service": "usr/lib/systemd/system/paper-umpire.service",
    "70-paper-umpire.rules": "usr/lib/udev/rules.d/70-paper-umpire.rules",
    "paper-umpire.conf": "usr/lib/sysusers.d/paper-umpire.conf",
    "umpire.toml": "etc/paper-umpire/umpire.toml",
}
MACHINES: Final = {"x86_64": "amd64", "aarch64": "arm64"}
CONTROL: Final = """Package: paper-umpire
Version: {version}
Architecture: {machine}
Maintainer: the owner of Paper Umpire <owner@localhost>
Installed-Size: {kilobytes}
Depends: libc6 (>= {libc})
Recommends: fonts-dejavu-core
Section: games
Priority: optional
Description: webcam referee for paper-miniature wargames
 It sees a table through a webcam, measures it in inches, knows the rules of its
 games, and says how sure it is. It carries its own Python and packages.
"""


def machine() -> str:
    """What Debian calls this kind of machine."""
    return MACHINES.get(platform.machine(), platform.machine())


def lay_out(root: Path, *, wheel: Path) -> None:
    """Every file where it will be installed, and what dpkg is told of them."""
    gather(root / HOME, wheel=wheel)
    for name, place in INSTALLED.items():
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PARTS / name, root / place)
    programs = root / "usr" / "bin"
    programs.mkdir(parents=True)
    (programs / "umpire").symlink_to(f"../../{HOME}/bin/umpire")
    about = root / "usr" / "share" / "doc" / "paper-umpire"
    about.mkdir(parents=True)
    shutil.copy(REPOSITORY / "CHANGELOG.md", about / "CHANGELOG.md")
    (about / "copyright").write_text(f"{licence()}\n", encoding="utf-8")
    manual = root / "usr" / "share" / "man" / "man1" / "umpire.1.gz"
    manual.parent.mkdir(parents=True)
    page = (REPOSITORY / "docs" / "umpire.1").read_bytes()
    manual.write_bytes(gzip.compress(page, 9, mtime=0))
    completion = root / "usr" / "share" / "bash-completion" / "completions" / "umpire"
    completion.parent.mkdir(parents=True)
    asked = [str(root / HOME / "bin" / "umpire"), "completion", "bash"]
    completion.write_bytes(subprocess.run(asked, check=True, stdout=subprocess.PIPE).stdout)
    used = sum(each.lstat().st_size for each in root.rglob("*"))
    control = root / "DEBIAN"
    control.mkdir()
    (control / "control").write_text(
        CONTROL.format(
            version=version(),
            machine=machine(),
            kilobytes=used // 1024,
            libc=platform.libc_ver()[1] or "2.36",
        )
    )
    (control / "conffiles").write_text("/etc/paper-umpire/umpire.toml\n")
    for name in ("postinst", "prerm", "postrm"):
        shutil.copy(PARTS / name, control / name)
        (control / name).chmod(0o755)


def build_deb(folder: Path, *, wheel: Path) -> Path:
    """The package, beside the wheel that is in it."""
    place = folder / f"paper-umpire_{version()}_{machine()}.deb"
    with tempfile.TemporaryDirectory(prefix="umpire-deb-") as made:
        root = Path(made) / "root"
        root.mkdir(mode=0o755)
        lay_out(root, wheel=wheel)
        shutil.copy(root / HOME / MATERIALS, place.with_suffix(".cdx.json"))
        command = ["dpkg-deb", "--root-owner-group", "-Zzstd", "-z6", "--build"]
        subprocess.run(
            [*command, str(root), str(place)],
            check=True,
            stdout=subprocess.DEVNULL,
            env=os.environ | {"SOURCE_DATE_EPOCH": str(epoch())},
        )
    return place


def main() -> None:
    folder = REPOSITORY / "dist"
    wheel, _ = build_wheel(folder)
    package = build_deb(folder, wheel=wheel)
    print(told([package, package.with_suffix(".cdx.json"), write_sums(folder)]))


if __name__ == "__main__":
    main()
