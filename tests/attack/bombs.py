"""Attacks with much in little: options, positions and records that cost more than they weigh."""

from __future__ import annotations

import re
import time
from functools import cache
from importlib.resources import files

import msgspec

import longroll
from longroll.ai import RandomPlayer, play_out
from longroll.kernel.system import systems
from longroll.testing.starts import crowded_field
from tests.attack.enemy import Enemy, addresses, at_once
from tests.attack.ground import Ground
from tests.kernel.records import sealed

HUGE = (10**6, 10**15, -(10**9), 2**63 - 1)


def options(ground: Ground, size: float) -> str:
    """Every option that is a number made huge, with every switch thrown; then some choices."""
    asked = []
    for system in systems().values():
        fields = system.options.__struct_fields__
        defaults = dict(zip(fields, system.options.__struct_defaults__, strict=True))
        switches = {name: True for name, value in defaults.items() if value is False}
        for name, value in defaults.items():
            if type(value) is int:
                for huge in HUGE:
                    asked.append((system.slug, {**switches, name: huge}))
    stood = 0
    for source, (slug, chosen) in zip(addresses(len(asked)), asked, strict=True):
        with Enemy(ground.port, source) as enemy:
            seats = {side: {"who": "me"} for side in systems()[slug].sides}
            body = {"system": slug, "options": chosen, "seats": seats, "seed": 1}
            answer = enemy.ask("POST", "/api/battles", body)
            if answer.status == 201:
                stood += 1
                _play_a_little(enemy, msgspec.json.decode(answer.body)["seats"])
    return f"{len(asked)} options, {stood} taken"


def _play_a_little(enemy: Enemy, seats: dict[str, str]) -> None:
    for _ in range(4):
        for token in seats.values():
            moment = enemy.good("GET", "/api/seat", None, token)
            if decision := moment["view"]["decision"]:
                body = {"at": moment["number"], "choice": decision["choices"][-1]["text"]}
                enemy.ask("POST", "/api/seat/choose", body, token)


@cache
def positions() -> tuple[bytes, ...]:
    """Records that begin from a position, each number of it made huge in turn."""
    found = []
    for system in systems():
        text = crowded_field(system, 1).record()
        row = next(line for line in text.splitlines() if line.startswith("position"))
        places = list(re.finditer(r"(?<=[:\[,])-?\d+(?=[,}\]])", row))
        for place in places[:: max(1, len(places) // 25)]:
            for huge in ("3000000", "1e300", "-99999999999999999999"):
                new = row[: place.start()] + huge + row[place.end() :]
                found.append(sealed(text.replace(row, new)).encode())
    return tuple(found)


def huge_positions(ground: Ground, size: float) -> str:
    """Records that begin from positions with huge numbers in them."""
    every = positions()
    chosen = every[:: max(1, round(1 / size))]
    stood = 0
    for source, text in zip(addresses(len(chosen)), chosen, strict=True):
        with Enemy(ground.port, source) as enemy:
            stood += enemy.ask("POST", "/api/records", text).status == 201
    return f"{len(chosen)} positions, {stood} stood"


@cache
def long_record(system: str = "stockade_redan") -> str:
    """A battle played to its end by chance."""
    battle = longroll.new(system, seed=5)
    play_out(battle, {side: RandomPlayer(1) for side in battle.system.sides})
    return battle.record()


@cache
def unfinished() -> bytes:
    """The same without its last decision."""
    above = long_record().rpartition("\nresult")[0]
    return sealed(above[: above.rindex("\n")]).encode()


@cache
def there_and_back(system: str, most: int) -> bytes:
    """A record of nearly so many bytes: a battle taken back to its start again and again."""
    battle = crowded_field(system, 5)
    play_out(battle, {side: RandomPlayer(1) for side in battle.system.sides})
    text = battle.record()
    head, _, lines = text.partition("\n0 start")
    first, _, rest = lines.partition("\n")
    played = rest.rpartition("\nresult")[0]
    once = f"{played}\nback 0 {battle.system.sides[0]}\n"
    start = f"{head}\n0 start{first}\n"
    return sealed(start + once * ((most - len(start)) // len(once))).encode()


def uploads(ground: Ground, size: float) -> str:
    """28 records of 104 kB at once from one address."""
    text = long_record()
    while len(text) > 104_000:  # of a battle that is not over
        text = text[: text.rindex("\n", 0, 104_000)] + "\n"
    body = sealed(text).encode()
    count = int(28 * size) + 2
    codes = list(at_once(lambda source: _upload(ground, source, body), addresses(1) * count))
    return f"{count} records of {len(body) // 1000} kB, {codes.count(201)} taken"


def large_uploads(ground: Ground, size: float) -> str:
    """Records of 2 MB from many addresses: battles taken back again and again, and remarks."""
    mckie, redan = (there_and_back(slug, 1_990_000) for slug in ("mckie", "stockade_redan"))
    remarks = sealed(long_record() + "; a remark\n" * 170_000)[:1_990_000].encode()
    bodies = [mckie, redan, remarks]
    sources = addresses(int(12 * size) + 3)
    ends = [Enemy(ground.port, source) for source in sources]
    for number, enemy in enumerate(ends):
        enemy.write("POST", "/api/records", bodies[number % 3])
    time.sleep(0.3 + 11 * size)
    for enemy in ends:
        enemy.socket.close()
    return f"{len(ends)} records of 2 MB"


def scenarios(ground: Ground, size: float) -> str:
    """Scenario files that take as long to read as a file can, from many addresses."""
    folder = files("longroll.systems.mckie") / "data" / "scenarios"
    text = (folder / "the-angle.toml").read_text(encoding="utf-8")
    ground_text = (folder / "the-angle.table.toml").read_text(encoding="utf-8")
    comb = ", ".join(f"[{x}, {1 + 30 * (x % 2)}]" for x in range(55)) + ", [55, 39], [0, 39]"
    area = f'[[piece]]\nkind = "rough"\nname = "r"\npoints = [{comb}]\n'
    troops = text[text.index("[[brigades]]") : text.index("[[brigades]]", text.index("kemper"))]
    tries = [
        (text + ".".join("a" * 40_000) + " = 1\n", ground_text),
        (text + "a = " + "[" * 40_000, ground_text),
        (text + "a = " + "{a=" * 20_000, ground_text),
        (text, ground_text + area * 15),
        (text + "".join(troops.replace('"garnett"', f'"g{n}"') for n in range(60)), ground_text),
        (text + "# x" * 30_000, ground_text),
    ]
    sources = addresses(int(60 * size) + len(tries))
    codes = []
    for number, source in enumerate(sources):
        scenario, table = tries[number % len(tries)]
        named = [{"name": "a", "text": scenario}, {"name": "b", "text": table}]
        body = msgspec.json.encode({"system": "mckie", "files": named})
        with Enemy(ground.port, source) as enemy:
            enemy.socket.settimeout(60)
            codes.append(enemy.ask("POST", "/api/scenarios", body).status)
    return f"{len(codes)} scenarios, {codes.count(200)} can be played"


def _upload(ground: Ground, source: str, body: bytes) -> int:
    with Enemy(ground.port, source) as enemy:
        enemy.socket.settimeout(60)
        return enemy.ask("POST", "/api/records", body).status
