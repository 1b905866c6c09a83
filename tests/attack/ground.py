"""Where attacks take place: a server as a user starts it, and a bystander who plays on it.

The server trusts no proxy on this machine, so that every address of 127.0.0.0/8 is a stranger
with limits of his own, as on the open internet.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

import msgspec

from tests.attack.bystander import Bystander
from tests.server.host import Host

#: The longest that the bystander may have to wait, in seconds; and where much else is running.
WORST, WORST_IN_A_CROWD = 1.0, 8.0
#: Nobody's proxy: an address that is kept for documents.
NO_PROXY = "192.0.2.1"
#: A logger writes no more than so many lines a minute for each place in the code.
LOG_LINES = 100


class Ground:
    """A server with an empty store, and whoever plays on it."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="longroll-attack-")
        self._log: IO[str] = (Path(self._folder.name) / "log").open("w+")
        self.begin()

    def begin(self) -> None:
        """Start the server, or start it again."""
        url = f"sqlite:///{Path(self._folder.name) / 'battles.db'}"
        self.host = Host(
            "tests.attack.ground", "serve", "--port", "0", "--no-browser",
            "--database", url, "--trusted-proxy", NO_PROXY,
            log=self._log,
        )  # fmt: skip
        self.port = int(self.host.address.rpartition(":")[2])
        self.bystander = Bystander(self.port)
        #: What the server takes when it has just begun.
        self.at_first = self.memory()

    def restart(self, kill: bool = False) -> None:
        self.bystander.close()
        self._stop(kill)
        self.begin()

    def _stop(self, kill: bool = False) -> None:
        process = self.host.process
        if not kill:
            process.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                process.wait(20)
        self.host.kill()

    def close(self) -> None:
        self.bystander.close()
        self._stop()
        self._log.close()
        self._folder.cleanup()

    def log(self) -> list[str]:
        self._log.seek(0)
        return self._log.read().splitlines()

    # Memory

    def memory(self, what: str = "VmRSS") -> float:
        """Of the server process, in MB; VmHWM is the most since `forget`."""
        status = Path(f"/proc/{self.host.process.pid}/status").read_text()
        found = next(line for line in status.splitlines() if line.startswith(what))
        return int(found.split()[1]) / 1024

    def forget(self) -> None:
        """Begin to watch for the most memory anew."""
        Path(f"/proc/{self.host.process.pid}/clear_refs").write_text("5")


class Attack(msgspec.Struct, frozen=True):
    """What is done, with a size from 0 to 1; `memory` is how many MB it may cost at most."""

    name: str
    run: Callable[[Ground, float], str]
    memory: int


class Report(msgspec.Struct, frozen=True):
    name: str
    wait: float
    waited_for: str
    memory: float
    limit: int
    remark: str
    faults: list[str]

    def __str__(self) -> str:
        verdict = "held" if not self.faults else "FAILED: " + "; ".join(self.faults)
        return (
            f"{self.name:<24} waited {1000 * self.wait:5.0f} ms ({self.waited_for})"
            f"  memory {self.memory:+5.0f} of {self.limit} MB  {verdict}  [{self.remark}]"
        )


def under(attack: Attack, ground: Ground, size: float, worst: float = WORST) -> Report:
    """Attack, and say how the bystander and the server bore it."""
    ground.forget()
    process = ground.host.process
    before, began, logged = ground.memory(), time.monotonic(), len(ground.log())
    faults: list[str] = []
    remark = ""
    try:
        remark = attack.run(ground, size)
    except Exception as fault:
        faults.append(f"{type(fault).__name__}: {fault}")
    wait, what = ground.bystander.worst(began)
    alive = ground.host.process.poll() is None
    if ground.host.process is not process:
        before = ground.at_first
    grown = ground.memory("VmHWM") - before if alive else 0.0
    if not alive:
        faults.append("the server is gone")
    if ground.bystander.fault:
        faults.append(f"the bystander was refused: {ground.bystander.fault}")
    if wait > worst:
        faults.append(f"the bystander waited longer than {worst:g} s")
    if grown > attack.memory:
        faults.append("too much memory")
    lines = ground.log()[logged:]
    if any("Traceback" in line for line in lines):
        faults.append("a traceback in the log")
    if len(lines) > LOG_LINES:
        faults.append(f"{len(lines)} lines in the log")
    if lines:
        remark += f"; log: {lines[0][:200]}"
    return Report(attack.name, wait, what, grown, attack.memory, remark, faults)


if __name__ == "__main__":
    from longroll.cli import main

    sys.exit(main())
