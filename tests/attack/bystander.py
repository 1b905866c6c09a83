"""Another player, in a process of its own, who plays through an attack and tells how it went.

    python -m tests.attack.bystander PORT

Each line says when something was asked for, how long the answer took, and what it was.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

from tests.attack.enemy import Enemy, battle

ROOT = Path(__file__).parents[2]
#: Between two decisions, in seconds: quicker than people, and within the limits of an address.
PAUSE = 0.08
HOME = "127.0.0.1"


class Player:
    """Plays Stockade Redan against itself, over HTTP with both WebSockets open."""

    def __init__(self, port: int, seed: int) -> None:
        self.chance = Random(seed)
        self.http = Enemy(port, HOME)
        self.seats: dict[str, str] = self.timed("create", battle, self.http)["seats"]
        self.lines: dict[str, Enemy] = {}
        self.numbers: dict[str, int] = {}
        for side, token in self.seats.items():
            line = self.lines[side] = Enemy(port, HOME)
            self.numbers[side] = self.timed("connect", self._connected, line, token)

    def timed(self, what: str, work: Any, *args: Any) -> Any:
        began = time.monotonic()
        done = work(*args)
        print(f"{began:.4f} {time.monotonic() - began:.4f} {what}", flush=True)
        return done

    def _connected(self, line: Enemy, token: str) -> int:
        line.live(token, "?after=-1")
        return int(line.moment()["number"])

    def play(self) -> None:
        """To the end of the battle, with looks around and steps back."""
        steps = 0
        while True:
            side, moment = self.asked()
            if side is None:
                break
            choices = [one["text"] for one in moment["view"]["decision"]["choices"]]
            stop = "done" in choices and self.chance.random() < 0.2
            choice = "done" if stop else self.chance.choice(choices)
            if steps < 2:
                choice = "historical"
            self.timed("choose", self._choose, side, moment["number"], choice)
            steps += 1
            for every, what in ((5, "log"), (7, "reach"), (9, "past"), (11, "undo"), (31, "back")):
                if steps % every == 0:
                    getattr(self, f"_{what}")(side)
            time.sleep(PAUSE)
        for line in (self.http, *self.lines.values()):
            line.socket.close()

    def asked(self) -> tuple[str | None, Any]:
        for side, token in self.seats.items():
            moment = self.timed("moment", self.http.good, "GET", "/api/seat", None, token)
            if moment["view"]["decision"] is not None:
                return side, moment
        return None, None

    def _choose(self, side: str, at: int, choice: str) -> None:
        """Until both the answer and the frame on the WebSocket are there."""
        token, line = self.seats[side], self.lines[side]
        body = {"at": at, "choice": choice}
        told = self.http.good("POST", "/api/seat/choose", body, token)
        while line.moment()["number"] != told["number"]:
            pass

    def _log(self, side: str) -> None:
        self.timed("log", self.http.good, "GET", "/api/seat?after=-1", None, self.seats[side])

    def _past(self, side: str) -> None:
        path = f"/api/seat?at={self.chance.randrange(3)}"
        self.timed("past", self.http.good, "GET", path, None, self.seats[side])

    def _reach(self, side: str) -> None:
        self.timed(
            "reach", self.http.ask, "GET", "/api/seat/reach?unit=13us-a", None, self.seats[side]
        )

    def _undo(self, side: str) -> None:
        token = self.seats[side]
        if self.http.good("GET", "/api/seat", None, token)["undo"]:
            self.timed("undo", self.http.good, "POST", "/api/seat/undo", None, token)

    def _back(self, side: str) -> None:
        token = self.seats[side]
        now = self.http.good("GET", "/api/seat", None, token)["number"]
        self.timed("back", self.http.good, "POST", "/api/seat/take-back", {"to": now - 1}, token)


class Bystander:
    """The process, and what it has told."""

    def __init__(self, port: int) -> None:
        self.waits: list[tuple[float, float, str]] = []
        self.fault = ""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.attack.bystander", str(port)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        self.heard(0)

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            first, _, rest = line.strip().partition(" ")
            if first == "failed":
                self.fault = rest
                return
            wait, _, what = rest.partition(" ")
            self.waits.append((float(first), float(wait), what))

    def heard(self, count: int, patience: float = 60) -> None:
        """Wait until it has told more than so many things."""
        until = time.monotonic() + patience
        while len(self.waits) <= count and not self.fault and time.monotonic() < until:
            time.sleep(0.005)

    def worst(self, since: float) -> tuple[float, str]:
        """The longest wait that ended after a moment, and for what."""
        self.heard(len(self.waits))  # whatever is being waited for belongs to it
        found = [(wait, what) for began, wait, what in self.waits if began + wait >= since]
        return max(found, default=(float("inf"), "nothing was answered"))

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._thread.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


def main(port: int) -> None:
    def leave() -> None:  # with whoever has started it
        sys.stdin.read()
        os._exit(0)

    threading.Thread(target=leave, daemon=True).start()
    try:
        for seed in range(1_000_000):
            Player(port, seed).play()
            time.sleep(1)
    except Exception as fault:
        print(f"failed {type(fault).__name__}: {fault}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
