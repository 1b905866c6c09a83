"""Scenarios of players' own over the wire: read, refused, played, kept and shared."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import longroll
from longroll.server.limits import Limits
from tests.server.tables import Client, Table, app_at, good, refused

DATA = files("longroll.systems.mckie") / "data" / "scenarios"
VALLEY = (DATA / "the-angle.table.toml").read_text(encoding="utf-8")
MINE = (DATA / "the-angle.toml").read_text(encoding="utf-8")
MINE = MINE.replace("the-angle.table.toml", "mine.table.toml").replace("The angle,", "My angle,")
BOTH = {"union": {"who": "me"}, "confederate": {"who": "me"}}


def texts(scenario: str = MINE, table: str | None = VALLEY) -> list[dict[str, str]]:
    both = [{"name": "mine.toml", "text": scenario}]
    return both if table is None else [*both, {"name": "field.toml", "text": table}]


def read(client: Client, system: str = "mckie", **parts: Any) -> Any:
    return client.post("/api/scenarios", json={"system": system, "files": texts(**parts)})


def begin(client: Client, system: str = "mckie", **more: Any) -> Table:
    battle = {"system": system, "seats": BOTH, "seed": 4, **more}
    body = {"battle": battle, "files": texts()}
    return Table(client, good(client.post("/api/scenarios/battles", json=body)))


def test_a_scenario_is_read_before_it_is_played(client: Client) -> None:
    found = good(read(client, scenario=f"{MINE}\n[options]\ngeneralship = true\n"))
    assert (found["title"], found["options"]) == ("My angle, 3 July 1863", {"generalship": True})
    record = longroll.new("mckie", found["scenario"]).record()
    assert " generalship=true " in record


def test_every_fault_has_its_line(client: Client) -> None:
    text = MINE.replace("men = 920", "men = 920000").replace("periods = 8", "periods = many")
    error = refused(read(client, scenario=text), 422)
    assert error["where"] == "scenario"
    assert error["what"].startswith("mine.toml:8 – ")
    text = MINE.replace("men = 920", "men = 20000").replace("[44.06, 22.2]", "[99, 22.2]")
    lines = refused(read(client, scenario=text), 422)["what"].split("\n")
    assert all(line.startswith("mine.toml:") for line in lines)
    error = refused(read(client, table=None), 422)
    assert "there is no table 'mine.table.toml'" in error["what"]


def test_a_system_without_scenarios_from_files_says_so(client: Client) -> None:
    assert "does not play" in refused(read(client, system="stockade_redan"), 422)["what"]
    listed = {one["slug"]: one["files"] for one in good(client.get("/api/systems"))}
    assert listed["mckie"] is listed["mckie_umpire"] is True
    assert listed["stockade_redan"] is False


@pytest.mark.parametrize("system", ["mckie", "mckie_umpire"])
def test_a_battle_of_a_players_own_is_played_kept_and_shared(tmp_path: Path, system: str) -> None:
    with TestClient(app_at(tmp_path)) as client:
        table = begin(client, system)
        before = table.union.moment()
        mover = table.confederate if before["view"]["waiting_for"] == "confederate" else table.union
        mover.choose(mover.choices()[-1])
        drawn = good(table.union.get("/table"))
        record = table.union.get("/record").text
        assert '"title":"My angle' not in table.union.get().text
        assert before["view"]["scenario"] == "own"
    with TestClient(app_at(tmp_path)) as client:  # after a restart
        again = table.moved(client)
        assert again.union.get("/record").text == record
        assert good(again.union.get("/table")) == drawn
        assert good(again.watch.get("/table")) == drawn
        other = good(client.post("/api/records", content=record.encode()))
        assert Table(client, other).union.get("/record").text == record
    assert longroll.replay(record).system.slug == system


def test_the_pieces_are_those_of_the_file(client: Client) -> None:
    table = begin(client)
    drawn = good(table.union.get("/table"))
    assert "webb" in [piece["id"] for piece in drawn["pieces"]]


def test_a_scenario_may_be_larger_than_other_bodies_but_not_any_size(tmp_path: Path) -> None:
    limits = Limits()
    with TestClient(app_at(tmp_path)) as client:
        long = MINE + "# a remark\n" * 3_000
        assert len(long) > limits.body
        good(read(client, scenario=long))
        refused(read(client, scenario=MINE + "# a remark\n" * 8_400), 422)
        refused(read(client, scenario=MINE + "x" * 200_000), 400)
        refused(read(client, scenario=MINE + "x" * limits.scenario), 413)


def test_nothing_is_made_of_a_scenario_that_cannot_be_played(client: Client) -> None:
    body = {"battle": {"system": "mckie", "seats": BOTH}, "files": texts("periods = 3\n")}
    refused(client.post("/api/scenarios/battles", json=body), 422)
    body = {"battle": {"system": "mckie", "seats": BOTH}, "files": []}
    refused(client.post("/api/scenarios/battles", json=body), 400)


def test_a_long_text_is_not_a_name(client: Client) -> None:
    body = {"system": "mckie", "scenario": MINE, "seats": BOTH}
    refused(client.post("/api/battles", json=body), 400)
