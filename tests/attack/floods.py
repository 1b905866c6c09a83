"""Attacks with too many requests that are each allowed."""

from __future__ import annotations

import secrets
import time
from functools import cache
from itertools import count, cycle
from random import Random

import msgspec

from longroll.testing.starts import crowded_field
from tests.attack.bombs import long_record, unfinished
from tests.attack.enemy import Enemy, Refused, addresses, battle, storm
from tests.attack.ground import Ground


@cache
def worst_odds() -> bytes:
    """A record of Corinth that stops before fire whose odds take too long to count."""
    for seed in count(1):
        battle, chance = crowded_field("corinth", seed), Random(seed)
        while battle.decision is not None:
            choices = [str(one) for one in battle.decision.choices]
            if "resolve" in choices and battle.odds("resolve").sampled:
                break
            battle.play(chance.choice(choices))
        if battle.decision is not None:
            break
    return battle.record().encode()


def odds(ground: Ground, size: float) -> str:
    """The worst odds of Corinth from many addresses, half of which hang up at once."""
    sources = addresses(int(10 * size) + 2)
    record = worst_odds()
    with Enemy(ground.port, sources[0]) as enemy:
        made = enemy.good("POST", "/api/records", record)
        seats = {
            side: enemy.good("GET", "/api/seat", None, token)
            for side, token in made["seats"].items()
        }
    side = next(side for side, moment in seats.items() if moment["view"]["decision"])
    token, turns = made["seats"][side], count()

    def strike(enemy: Enemy) -> None:
        if next(turns) % 2:
            with Enemy(enemy.port, enemy.source) as hasty:
                hasty.write("GET", "/api/seat/odds?choice=resolve", None, token)
        else:
            enemy.ask("GET", "/api/seat/odds?choice=resolve", None, token)

    asked = storm(ground.port, sources, 0.3 + 9 * size, strike)
    began = time.monotonic()
    with Enemy(ground.port, sources[0]) as late:
        late.ask("GET", "/api/seat/odds?choice=resolve", None, token)
    after = time.monotonic() - began
    if after > 5:
        raise Refused(f"odds asked for afterwards took {after:.1f} s")
    return f"{asked} odds"


def mine(ground: Ground, size: float) -> str:
    """The list of fifty battles, again and again."""
    tokens, sources = [], addresses(5)
    for number in range(50):
        with Enemy(ground.port, sources[number % 5]) as enemy:
            system = ("corinth", "stockade_redan")[number % 2]
            tokens.append(battle(enemy, system)["seats"]["union"])
    asked = storm(
        ground.port,
        addresses(int(6 * size) + 2),
        0.3 + 7 * size,
        lambda enemy: enemy.ask("POST", "/api/mine", {"tokens": tokens}),
    )
    return f"{asked} lists of 50"


def guesses(ground: Ground, size: float) -> str:
    """Invitations and tokens guessed."""

    def strike(enemy: Enemy) -> object:
        guess = {"invitation": secrets.token_urlsafe(16), "token": secrets.token_urlsafe(16)}
        enemy.ask("GET", "/api/seat", None, guess["token"])
        answer = enemy.ask("POST", "/api/invitations", guess)
        if answer.status not in (404, 429):
            raise Refused(f"a guess was answered with {answer.status}")
        return answer

    asked = storm(ground.port, addresses(int(8 * size) + 2), 0.3 + 5 * size, strike)
    return f"{asked} guesses"


def back_and_forth(ground: Ground, size: float) -> str:
    """A long battle taken back to its start and further, and choices undone again and again."""
    with Enemy(ground.port, addresses(1)[0]) as enemy:
        enemy.socket.settimeout(60)
        made = enemy.good("POST", "/api/records", unfinished())
    token = made["seats"]["union"]
    steps = cycle(range(6))

    def strike(enemy: Enemy) -> object:
        moment = enemy.ask("GET", "/api/seat", None, token)
        if moment.status != 200:
            return moment
        number = msgspec.json.decode(moment.body)["number"]
        step = next(steps)
        if step == 0 and number > 400:
            return enemy.ask("POST", "/api/seat/take-back", {"to": number - 300}, token)
        if step % 2:
            return enemy.ask("POST", "/api/seat/undo", None, token)
        choices = (msgspec.json.decode(moment.body)["view"]["decision"] or {}).get("choices", [])
        if choices:
            body = {"at": number, "choice": choices[-1]["text"]}
            return enemy.ask("POST", "/api/seat/choose", body, token)
        return enemy.ask("POST", "/api/seat/take-back", {"to": max(0, number - 1)}, token)

    asked = storm(ground.port, addresses(int(6 * size) + 2), 0.3 + 7 * size, strike)
    return f"{asked} steps"


def scrubbing(ground: Ground, size: float) -> str:
    """Every moment of a long battle asked for, and its whole log."""
    with Enemy(ground.port, addresses(1)[0]) as enemy:
        enemy.socket.settimeout(60)
        made = enemy.good("POST", "/api/records", long_record().encode())
    token, chance = made["watch"], Random(1)

    def strike(enemy: Enemy) -> object:
        at = chance.randrange(1_000)
        query = "?after=-1" if at % 10 == 0 else f"?at={at}"
        return enemy.ask("GET", f"/api/seat{query}", None, token)

    asked = storm(ground.port, addresses(int(6 * size) + 2), 0.3 + 7 * size, strike)
    return f"{asked} moments"


def computers(ground: Ground, size: float) -> str:
    """Battles between computers by the dozen, some of them watched."""
    battles = int(40 * size) + 8
    lines, sources = [], addresses(4)
    for number in range(battles):
        source = sources[number % 4]
        with Enemy(ground.port, source) as enemy:
            system = ("stockade_redan", "gbacw", "corinth", "mckie")[number % 4]
            levels = {side: {"who": "computer", "level": 2} for side in ("union", "confederate")}
            made = battle(enemy, system, seats=levels)
        if number % 2:
            line = Enemy(ground.port, source)
            line.live(made["watch"])
            lines.append(line)
    time.sleep(0.3 + 14 * size)
    for line in lines:
        line.socket.close()
    return f"{battles} battles, {len(lines)} watched"
