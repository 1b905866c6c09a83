"""The container and the systemd unit, as far as they can be checked without running them."""

from __future__ import annotations

import fnmatch
import json
import os.path
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from litestar.testing import TestClient
from typer.testing import CliRunner

from longroll.cli import app
from tests.server.tables import app_at

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "deploy" / "longroll.service"


class Stage(NamedTuple):
    """One FROM of a Dockerfile and what follows it."""

    name: str
    steps: list[tuple[str, str]]

    def all(self, word: str) -> list[str]:
        return [rest for first, rest in self.steps if first == word]

    def last(self, word: str) -> str:
        return self.all(word)[-1]


def stages() -> list[Stage]:
    text = (ROOT / "Dockerfile").read_text()
    lines = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)).splitlines()
    found: list[Stage] = []
    for line in filter(None, map(str.strip, lines)):
        word, _, rest = line.partition(" ")
        if word == "FROM":
            found.append(Stage(rest.partition(" AS ")[2], []))
        else:
            found[-1].steps.append((word, rest))
    return found


def is_sent(path: str) -> bool:
    """Whether .dockerignore lets a file of the project through; the last line that fits counts."""
    sent = True
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        pattern, keep = line.removeprefix("!").removeprefix("**/"), line.startswith("!")
        parts = Path(path).parts
        above = ["/".join(parts[:length]) for length in range(1, len(parts) + 1)]
        if line.startswith("**/"):
            above = list(parts)
        if any(fnmatch.fnmatch(one, pattern) for one in above if "/" in pattern or "/" not in one):
            sent = keep
    return sent


def test_what_the_container_copies_is_there() -> None:
    known: set[str] = set()
    for stage in stages():
        for rest in stage.all("COPY"):
            words = rest.split()
            if words[0].startswith("--from="):
                assert words[0].removeprefix("--from=") in known
                continue
            for source in words[:-1]:
                assert (ROOT / source).exists(), source
                assert is_sent(source), source
        known.add(stage.name)


def test_what_is_built_or_installed_is_not_sent_to_the_builder() -> None:
    for path in (
        ".git/HEAD",
        ".venv/bin/python",
        "web/node_modules/vite/package.json",
        "src/longroll/server/static/index.html",
        "src/longroll/__pycache__/x.pyc",
        "tests/support.py",
    ):
        assert not is_sent(path), path
    for path in ("web/src/main.ts", "web/public/drum.svg", "src/longroll/__init__.py"):
        assert is_sent(path), path


def test_the_client_is_taken_from_where_it_is_built() -> None:
    client, package, _ = stages()
    out = re.search(r'outDir: "(.+)"', (ROOT / "web" / "vite.config.ts").read_text())
    assert out is not None
    built = os.path.normpath(f"{client.last('WORKDIR')}/{out[1]}")
    [copied] = [rest for rest in package.all("COPY") if rest.startswith("--from=client")]
    assert copied.split()[1] == built
    assert copied.split()[2] == "src/longroll/server/static"


def test_everything_is_installed_by_its_hash() -> None:
    for stage in stages():
        for rest in stage.all("RUN"):
            if "pip install" in rest:
                assert "--require-hashes" in rest or "--no-deps --no-build-isolation ." in rest
            if "npm " in rest:
                assert re.search(r"npm (ci|run)\b", rest)


def test_the_container_runs_as_somebody_with_no_rights_and_keeps_its_battles() -> None:
    final = stages()[-1]
    assert final.last("USER") not in ("root", "0")
    assert final.last("USER") in final.last("RUN")
    words = [word for word, _ in final.steps]
    assert words.index("USER") < words.index("CMD")
    settings = dict(pair.split("=", 1) for pair in shlex.split(final.last("ENV")))
    assert settings["LONGROLL_DATABASE_URL"].startswith(f"sqlite:///{final.last('VOLUME')}/")


def test_the_health_check_asks_what_is_served(tmp_path: Path) -> None:
    final = stages()[-1]
    check = json.loads(final.last("HEALTHCHECK").partition("CMD ")[2])
    found = re.search(r"http://[^']+", check[-1])
    assert found is not None
    address = urlsplit(found[0])
    command = json.loads(final.last("CMD"))
    assert str(address.port) == final.last("EXPOSE") == command[command.index("--port") + 1]
    compile(check[-1], "HEALTHCHECK", "exec")
    with TestClient(app_at(tmp_path)) as client:
        answer = client.get(address.path)
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def unit() -> dict[str, list[str]]:
    """The settings of the unit; one may be there several times."""
    found: dict[str, list[str]] = {}
    for line in UNIT.read_text().splitlines():
        name, is_set, value = line.partition("=")
        if is_set and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


def commands() -> list[list[str]]:
    """What both of them start."""
    return [json.loads(stages()[-1].last("CMD")), shlex.split(unit()["ExecStart"][0])]


@pytest.mark.parametrize("command", commands(), ids=["container", "unit"])
def test_the_command_is_one(command: list[str]) -> None:
    assert Path(command[0]).name == "longroll"
    told = CliRunner().invoke(app, [command[1], "--help"], env={"COLUMNS": "200"}).output
    for option in command[2:]:
        assert not option.startswith("--") or option in told
    assert "--no-browser" in command


def test_the_unit_is_hardened() -> None:
    settings = unit()
    for name, value in {
        "DynamicUser": "yes",
        "NoNewPrivileges": "yes",
        "ProtectSystem": "strict",
        "StateDirectory": "longroll",
        "Restart": "on-failure",
        "CapabilityBoundingSet": "",
    }.items():
        assert settings[name] == [value], name
    assert int(settings["LimitNOFILE"][0]) >= 8_192
    assert f"sqlite:////var/lib/{settings['StateDirectory'][0]}/" in settings["Environment"][0]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd on this machine")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    copy = tmp_path / UNIT.name
    copy.write_text(UNIT.read_text().replace("/opt/longroll/bin/longroll", sys.executable))
    ran = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", copy],
        capture_output=True,
        text=True,
        check=False,
        env={"SYSTEMD_LOG_LEVEL": "warning", "PATH": "/usr/bin:/bin"},
    )
    ours = [line for line in ran.stderr.splitlines() if UNIT.stem in line]
    assert ran.returncode == 0, ran.stderr
    assert not ours
