"""A PostgreSQL of our own in a temporary folder, reached by a socket there and by nothing else."""

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg

MEMORY = Path("/dev/shm")
DEBIAN = Path("/usr/lib/postgresql")
USERS = ("postgres", "nobody")
"""It refuses to run as root; whoever of these there is runs it then."""


def postgres_programs() -> Path | None:
    """The folder with `initdb` and `postgres`, the newest that there is."""
    newest = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda each: int(each.parts[-3]))
    found = shutil.which("initdb")
    if newest:
        return newest[-1].parent
    return None if found is None else Path(found).parent


class PostgresServer:
    """Started, killed and started again; what was committed stays."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._process: subprocess.Popen[bytes] | None = None
        self._user = _other_user() if os.geteuid() == 0 else None
        self._databases = 0
        # A socket's path may have a hundred signs, and its folder has to be another user's.
        self.folder = Path(tempfile.mkdtemp(prefix="pg-", dir=MEMORY if MEMORY.is_dir() else None))
        if self._user is not None:
            os.chown(self.folder, self._user.pw_uid, self._user.pw_gid)
        made = ["-D", str(self.folder / "data"), "-U", "umpire", "-A", "trust", "-E", "UTF8"]
        self._run("initdb", *made, "--no-sync", "--no-locale")

    def _as_user(self) -> dict[str, object]:
        if self._user is None:
            return {}
        return {"user": self._user.pw_uid, "group": self._user.pw_gid, "extra_groups": []}

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(  # type: ignore[call-overload]
            [self._programs / program, *arguments],
            cwd=self.folder,
            capture_output=True,
            check=False,
            **self._as_user(),
        )
        assert done.returncode == 0, done.stderr.decode()

    def start(self) -> None:
        """Returns once it answers."""
        wanted = ["-D", str(self.folder / "data"), "-o", self._settings(), "-w", "-t", "60"]
        self._run("pg_ctl", "start", *wanted, "-l", str(self.folder / "log"), "-s")

    def _settings(self) -> str:
        # A kill of the process loses nothing that the system has; only a power cut would.
        return f"-c listen_addresses= -c unix_socket_directories={self.folder} -c fsync=off"

    def kill(self) -> None:
        """As a power cut: no process of it has time to tidy up."""
        self._run("pg_ctl", "stop", "-D", str(self.folder / "data"), "-m", "immediate", "-s")

    def remove(self) -> None:
        if (self.folder / "data" / "postmaster.pid").exists():
            self.kill()
        # A process of it that ends only now may take files of its own away meanwhile.
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, database: str = "postgres") -> str:
        return f"postgresql://umpire@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The address of an empty database."""
        self._databases += 1
        name = f"event_{self._databases}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name)


def _other_user() -> pwd.struct_passwd:
    for name in USERS:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise AssertionError(f"expected one of the users {USERS}, got none")
