"""Makes an OCI image from nothing but the umpire's environment and the C library under it."""

import gzip
import hashlib
import json
import shutil
import subprocess
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from shipping.carried import carried
from shipping.deb import machine
from shipping.environment import GLIBC, MATERIALS, gather, needed_libraries
from shipping.wheel import (
    REPOSITORY,
    build_wheel,
    epoch,
    version,
    write_materials,
    write_sums,
)

USER: Final = 65532
HOME: Final = "opt/paper-umpire"
VOLUME: Final = "/battles"
HEALTHY: Final = "import urllib.request as r; r.urlopen('http://127.0.0.1:8765/healthz', timeout=5)"
ETC: Final = {
    "passwd": f"umpire:x:{USER}:{USER}:Paper Umpire:{VOLUME}:/nowhere\n",
    "group": f"umpire:x:{USER}:\n",
    "nsswitch.conf": "hosts: files dns\n",
}
SHELL: Final = ("/bin/sh", "/usr/bin/dirname", "/usr/bin/readlink")
"""What the launcher is read and answered by."""


def lay_out(root: Path, *, wheel: Path) -> None:
    """The root of the image: what the umpire needs of a Debian, and the umpire."""
    gather(root / HOME, wheel=wheel)
    programs = [Path(each).resolve() for each in SHELL]
    for asked, program in zip(SHELL, programs, strict=True):
        target = root / asked.removeprefix("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(program, target)
    system = _system_libraries(root / HOME, programs)
    for library in system:
        target = root / str(library).removeprefix("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(library, target)
    taken = [*needed_libraries(root / HOME), *system, *programs]
    write_materials(root / HOME, name=MATERIALS, carried=carried(taken))
    for folder in ("tmp", "dev", "proc", VOLUME.removeprefix("/"), "etc"):
        (root / folder).mkdir(exist_ok=True)
    (root / "tmp").chmod(0o1777)
    (root / VOLUME.removeprefix("/")).chmod(0o777)
    for name, text in ETC.items():
        (root / "etc" / name).write_text(text)


def _system_libraries(home: Path, programs: list[Path]) -> list[Path]:
    """The C library of this system with its loader, and what the programs need."""
    binaries = [*programs, *sorted(home.rglob("*.so*"))]
    asked = ["ldd", *(str(each) for each in binaries if each.is_file())]
    said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    own = set()
    for line in said.splitlines():
        words = line.split()
        place = words[2] if words[1:2] == ["=>"] else words[0] if words else ""
        if place.startswith("/") and not place.endswith(":"):
            own.add(place)
    for_programs = subprocess.run(
        ["ldd", *map(str, programs)], capture_output=True, text=True, check=False
    ).stdout
    return [
        Path(each)
        for each in sorted(own)
        if GLIBC.fullmatch(Path(each).name) or each in for_programs
    ]


def build_image(folder: Path, *, wheel: Path) -> Path:
    """The image as a folder of the OCI layout, which container programs read as `oci:FOLDER`."""
    place = folder / f"paper-umpire-{version()}-oci"
    shutil.rmtree(place, ignore_errors=True)
    blobs = place / "blobs" / "sha256"
    blobs.mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="umpire-oci-") as made:
        root = Path(made) / "root"
        root.mkdir(mode=0o755)
        lay_out(root, wheel=wheel)
        shutil.copy(root / HOME / MATERIALS, folder / f"{place.name}.cdx.json")
        order = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", f"--mtime=@{epoch()}"]
        unpacked = subprocess.run(
            ["tar", *order, "-cf", "-", "-C", str(root), "."], check=True, stdout=subprocess.PIPE
        ).stdout
    layer = _kept(blobs, gzip.compress(unpacked, 6, mtime=0))
    config = _kept(blobs, _json(_config(hashlib.sha256(unpacked).hexdigest())))
    manifest = _kept(
        blobs,
        _json(
            {
                "schemaVersion": 2,
                "mediaType": "application/vnd.oci.image.manifest.v1+json",
                "config": {"mediaType": "application/vnd.oci.image.config.v1+json", **config},
                "layers": [{"mediaType": "application/vnd.oci.image.layer.v1.tar+gzip", **layer}],
            }
        ),
    )
    named = {"org.opencontainers.image.ref.name": version()}
    kind = "application/vnd.oci.image.manifest.v1+json"
    only = {"mediaType": kind, **manifest, "annotations": named}
    index = {"schemaVersion": 2, "manifests": [only]}
    (place / "index.json").write_bytes(_json(index))
    (place / "oci-layout").write_bytes(_json({"imageLayoutVersion": "1.0.0"}))
    return place


def _config(diff_id: str) -> dict[str, Any]:
    umpire = f"/{HOME}/bin/umpire"
    return {
        "created": datetime.fromtimestamp(epoch(), UTC).isoformat().replace("+00:00", "Z"),
        "architecture": machine(),
        "os": "linux",
        "config": {
            "User": f"{USER}:{USER}",
            "ExposedPorts": {"8765/tcp": {}},
            "Env": [f"XDG_DATA_HOME={VOLUME}", f"UMPIRE_BATTLES={VOLUME}", "HOME=/tmp"],
            "Entrypoint": [umpire],
            "Cmd": ["serve", "--no-open"],
            "Volumes": {VOLUME: {}},
            "WorkingDir": VOLUME,
            "Healthcheck": {
                "Test": ["CMD", f"/{HOME}/bin/python", "-c", HEALTHY],
                "Interval": 30_000_000_000,
                "Timeout": 10_000_000_000,
            },
            "Labels": {"org.opencontainers.image.title": "Paper Umpire"},
        },
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{diff_id}"]},
    }


def _kept(blobs: Path, content: bytes) -> dict[str, Any]:
    digest = hashlib.sha256(content).hexdigest()
    (blobs / digest).write_bytes(content)
    return {"digest": f"sha256:{digest}", "size": len(content)}


def _json(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def main() -> None:
    folder = REPOSITORY / "dist"
    wheel, _ = build_wheel(folder)
    image = build_image(folder, wheel=wheel)
    write_sums(folder)
    size = sum(each.stat().st_size for each in image.rglob("*") if each.is_file())
    print(f"{size / 1e6:8.2f} MB  {image}")


if __name__ == "__main__":
    main()
