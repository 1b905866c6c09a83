"""A real PostgreSQL in a temporary folder, from the binaries of the machine."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path


def binaries() -> Path | None:
    """The folder of PostgreSQL's programs, or None where there is none that can be run."""
    if os.name != "posix" or (os.getuid() == 0 and _other_user() is None):
        return None
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return folders[-1].parent if folders else None


def _other_user() -> str | None:
    """PostgreSQL refuses to run as root, so root lends it to another."""
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    return None


class Postgres:
    """A cluster on a free port; `crash` is what a power cut does to its processes."""

    def __init__(self) -> None:
        found = binaries()
        assert found is not None
        self._bin = found
        self._user = _other_user() if os.getuid() == 0 else None
        self._folder = Path(tempfile.mkdtemp(prefix="longroll-pg-"))
        if self._user is not None:
            shutil.chown(self._folder, self._user)
        self._data = self._folder / "data"
        self._run("initdb", "-D", self._data, "-U", "longroll", "-A", "trust", "-E", "UTF8")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.start()
        self.url = f"postgresql://longroll@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        options = f"-p {self.port} -h 127.0.0.1 -k {self._folder}"
        log = self._folder / "log"
        self._run("pg_ctl", "-D", self._data, "-l", log, "-w", "-o", options, "start")

    def crash(self) -> None:
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "-w", "stop")

    def close(self) -> None:
        try:
            self.crash()
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _run(self, program: str, *arguments: object) -> None:
        command = [str(self._bin / program), *map(str, arguments)]
        ran = subprocess.run(
            command,
            user=self._user,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        if ran.returncode:
            raise RuntimeError(f"{program}: {ran.stderr}")
