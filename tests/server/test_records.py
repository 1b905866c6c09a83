"""Records up and down, and dice that anybody can check."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import longroll
from longroll.ai import RandomPlayer, play_out
from longroll.cli import main
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Committed, commitment_to, mixed_seed
from longroll.kernel.errors import BadRecord
from longroll.server import readings
from tests.server.tables import Client, Player, Table, app_at, create, good, refused
from tests.support import field

GOLDEN = Path(__file__).parents[1] / "golden"


def text_of(player: Player) -> str:
    answer = player.get("/record")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/plain")
    return answer.text


def upload(client: Client, text: str) -> Table:
    return Table(client, good(client.post("/api/records", content=text.encode())))


def test_a_record_goes_down_and_up_and_on(client: Client) -> None:
    table = create(client)
    table.set_up()
    table.union.choose("plot 1420")
    text = text_of(table.union)
    assert longroll.replay(text).past.number == 3
    again = upload(client, text)
    assert again.id != table.id
    assert text_of(again.confederate) == text
    assert again.union.moment()["view"] == table.union.moment()["view"]
    again.union.choose("plot 1421")
    table.union.choose("plot 1421")
    assert text_of(again.union) == text_of(table.union)


def read_aloud(client: Client, text: str) -> list[dict[str, Any]]:
    answer = client.post("/api/records/readings", content=text.encode())
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_a_record_is_shown_while_it_is_read(client: Client) -> None:
    table = create(client)
    table.set_up()
    table.union.choose("plot 1420")
    text = text_of(table.union)
    what, *moments, last = read_aloud(client, text)
    assert (what["system"], what["scenario"]) == ("stockade_redan", "two-assaults")
    assert what["lines"] == 4  # the dice at the start are a line of the record too
    assert [moment["read"] for moment in moments] == [4]
    glimpse, now = moments[0]["glimpse"], table.watch.moment()
    # What a spectator sees: hidden stacks stay hidden.
    assert glimpse["stacks"] == now["view"]["facts"]["stacks"]
    assert any(stack["units"] is None for stack in glimpse["stacks"])
    assert glimpse["number"] == now["number"]
    again = Table(client, last["created"])
    assert text_of(again.union) == text


def test_a_long_record_is_shown_in_some_hundred_moments(client: Client) -> None:
    text = (GOLDEN / "corinth/outer-works/battle-1.txt").read_text(encoding="utf-8")
    what, *moments, last = read_aloud(client, text)
    read = [moment["read"] for moment in moments]
    assert 100 < len(read) <= readings.MOMENTS * 2
    assert read == sorted(set(read))
    assert what["lines"] >= read[-1]
    assert "created" in last


def test_a_fault_of_a_record_that_is_shown_is_told_where_it_is_found(client: Client) -> None:
    refused(client.post("/api/records/readings", content=b"Dear Mother,"), 422)
    refused(client.post("/api/records/readings", content=b"\xff"), 400)
    battle = longroll.new("stockade_redan", seed=7)
    play_out(battle, {side: RandomPlayer(1) for side in battle.system.sides})
    lines = battle.record().splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("60 "))
    lines[at] = lines[at][:-1] + ("0" if lines[at][-1] != "0" else "1")
    *_, moment, last = read_aloud(client, "\n".join(lines) + "\n")
    assert moment["glimpse"]["number"] < 60
    assert "decision 60" in last["error"]["what"]


def test_a_whole_battle_comes_up_with_its_result(client: Client) -> None:
    battle = longroll.new("stockade_redan", seed=7)
    play_out(battle, {side: RandomPlayer(1) for side in battle.system.sides})
    table = upload(client, battle.record())
    moment = table.union.moment()
    assert moment["view"]["result"]["winner"] == (battle.result and battle.result.winner)
    assert text_of(table.watch) == battle.record()
    refused(table.union.post("choose", {"at": moment["number"], "choice": "done"}), 409)


def test_scripted_dice_come_up_and_run_out(client: Client) -> None:
    battle = longroll.new("stockade_redan", dice=[4])
    battle.play("historical")
    table = upload(client, battle.record())
    assert text_of(table.union) == battle.record()
    table.union.choose("historical")
    for hex in ["1420", "1421", "1519", "1318", "1320"]:
        table.union.choose(f"plot {hex}")
    number = table.union.moment()["number"]
    error = refused(table.union.post("choose", {"at": number, "choice": "plot 1222"}), 422)
    assert "script" in error["what"]


@pytest.mark.parametrize(
    "text, what",
    [
        ("", "not a record"),
        ("longroll record 1", "no line 'system'"),
        ("longroll record 1\nsystem x 1\nscenario y\ndice seed 1\n0 start 123456789abc", "'x'"),
    ],
)
def test_what_is_no_record(client: Client, text: str, what: str) -> None:
    error = refused(client.post("/api/records", content=text.encode()), 422)
    assert what in error["what"]
    assert error["where"] == "record"


def test_other_bodies_that_are_no_record(client: Client) -> None:
    refused(client.post("/api/records", content=b"\xff\xfe"), 400)
    refused(client.post("/api/records", content=b"x" * 2_000_001), 413)


def test_a_record_from_a_position_goes_up_and_on(tmp_path: Path) -> None:
    battle = field("1620 13us-a", phase="VII")
    battle.play("move 13us-a")
    with TestClient(app_at(tmp_path)) as client:
        table = upload(client, battle.record())
        assert text_of(table.union) == battle.record()
        choice = table.union.choices()[0]
        table.union.choose(choice)
    battle.play(choice)
    with TestClient(app_at(tmp_path)) as client:
        again = Player(client, table.union.token)
        assert text_of(again) == battle.record()
        assert again.moment(at=0)["number"] == 0


@pytest.mark.parametrize(
    "position", ['{"units": {"9999": "13us-a"}}', '{"agenda": [["Nonsense"]]}', '{"phase": 7}', "7"]
)
def test_a_position_that_makes_no_sense(client: Client, position: str) -> None:
    text = field("1620 13us-a", phase="VII").record()
    head, _, tail = text.partition("position")
    forged = f"{head}position  {position}\n{tail.partition(chr(10))[2]}"
    assert refused(client.post("/api/records", content=forged.encode()), 422)["where"] == "record"


def test_a_forged_record_is_refused(client: Client) -> None:
    table = create(client)
    table.set_up()
    forged = text_of(table.union).replace("[4]", "[5]")
    assert (
        "the dice differ"
        in refused(client.post("/api/records", content=forged.encode()), 422)["what"]
    )


# Dice that nobody could choose


def test_the_secret_comes_out_at_the_end_and_fits(client: Client, tmp_path: Path) -> None:
    table = create(client, seed=None)
    commitment = table.union.moment()["dice"]["commitment"]
    text = text_of(table.union)
    battle = longroll.replay(text)
    assert isinstance(battle.dice, Committed)
    assert battle.dice.commitment == commitment
    play_out(battle, {side: RandomPlayer(3) for side in battle.system.sides})
    over = upload(client, battle.record())
    dice = over.watch.moment()["dice"]
    assert dice["commitment"] == commitment == commitment_to(dice["secret"])
    assert dice["revealed"] == mixed_seed(dice["secret"], battle.dice.nonces)
    assert text_of(over.watch) == battle.record()


@pytest.fixture
def committed() -> str:
    """The record of a battle with committed dice."""
    system = longroll.new("stockade_redan").system
    state = system.start("two-assaults", system.read_options({}))
    battle = Battle(system, state, Committed("drum", ("fife", "bugle")))
    battle.play("historical")
    return battle.record()


def test_verify_proves_the_dice_from_the_file_alone(
    committed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "battle.txt"
    file.write_text(committed)
    assert main(["replay", "--verify", str(file)]) == 0
    told = capsys.readouterr().out
    assert commitment_to("drum") in told
    assert "fife, bugle" in told


@pytest.mark.parametrize(
    "old, new, what",
    [
        ("secret drum", "secret trumpet", "does not match the commitment"),
        ("fife", "flute", "the dice differ|the state differs"),
        ("nonces", "nonsense", "dice should be 'committed HASH"),
    ],
)
def test_tampered_dice_are_found(committed: str, old: str, new: str, what: str) -> None:
    with pytest.raises(BadRecord, match=what):
        longroll.replay(committed.replace(old, new))


def test_nothing_is_proved_of_dice_that_somebody_chose(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "battle.txt"
    file.write_text(longroll.new("stockade_redan", seed=1).record())
    assert main(["replay", "--verify", str(file)]) == 2
    assert "not committed" in capsys.readouterr().err


def test_a_battle_nobody_else_took_part_in() -> None:
    system = longroll.new("stockade_redan").system
    state = system.start("two-assaults", system.read_options({}))
    text = Battle(system, state, Committed("drum", ())).record()
    assert "nonces -" in text
    assert longroll.replay(text).record() == text
