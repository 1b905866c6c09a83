"""The HTTP interface, from the list of systems to a whole game turn."""

from __future__ import annotations

import time
from fractions import Fraction

import longroll
from tests.server.tables import Client, create, good, refused


def test_systems_with_scenarios_and_options(client: Client) -> None:
    found = {system["slug"]: system for system in good(client.get("/api/systems"))}
    system = found["stockade_redan"]
    assert system["sides"] == ["union", "confederate"]
    assert [one["slug"] for one in system["scenarios"]] == ["two-assaults"]
    undo = next(option for option in system["options"] if option["name"] == "undo")
    assert undo["default"] == "unrevealed"
    assert undo["values"] == ["unrevealed", "free"]
    guns = next(option for option in system["options"] if option["name"] == "guns_over_parapet")
    assert guns["values"] == [False, True]


def test_systems_bring_their_cards_briefings_levels_and_lessons(client: Client) -> None:
    systems = good(client.get("/api/systems"))
    found = {system["slug"]: system for system in systems}
    slugs = list(found)
    assert slugs[:3] == ["stockade_redan", "chickasaw_bayou", "corinth"]
    assert slugs.index("mckie") < slugs.index("gbacw"), "the school comes after the battles"
    system = found["stockade_redan"]
    assert system["card"]["name"] == "Stockade Redan"
    assert system["card"]["sides"] == {"union": "storms", "confederate": "holds"}
    assert "ditch" in system["scenarios"][0]["briefing"]["about"]
    assert (system["own"], system["levels"]) == (True, ["recruit", "regular", "veteran"])
    umpire = found["mckie_umpire"]
    assert umpire["card"]["shared"]
    assert not umpire["own"]
    assert umpire["levels"][0] == "plays at random"
    lesson = good(client.get("/api/systems/stockade_redan/lesson"))
    assert lesson["about"] == system["lesson"] != ""
    assert lesson["steps"][0]["title"] == "What you are here for"
    assert umpire["lesson"] == ""
    assert good(client.get("/api/systems/mckie_umpire/lesson")) is None
    refused(client.get("/api/systems/nowhere/lesson"), 404)


def test_table_facts_hold_map_pieces_and_phases(client: Client) -> None:
    table = good(client.get("/api/systems/stockade_redan/table"))
    assert table["map"]["columns"] == [10, 45]
    assert table["map"]["high"] == "even"
    assert table["map"]["terrain"]["1519"] == "redan"
    assert len(table["map"]["terrain"]) == 36 * 30
    assert table["map"]["roads"]["graveyard_road"][0] == "4509"
    company = next(piece for piece in table["pieces"] if piece["id"] == "13us-a")
    assert (company["label"], company["strength"], company["right"]) == ("13 US A", "4", "6")
    values = {one["label"]: one["value"] for one in company["values"]}
    assert values == {"movement": "6", "fire": "4", "range": "4"}
    group = next(group for group in table["groups"] if group["id"] == company["group"])
    assert "13us-a" in group["pieces"]
    assert [phase["number"] for phase in table["phases"]][:3] == ["I", "II", "III"]
    assert [phase["side"] for phase in table["phases"]][6:12] == [
        "union",
        "confederate",
        "union",
        "confederate",
        None,
        None,
    ]
    assert table["turns"] == 8
    assert table["ground"]["redan"] == "defence 12"


def test_rule_in_words(client: Client) -> None:
    rule = good(client.get("/api/rules/stockade_redan:9.2.7"))
    assert rule["section"] == "9.2"
    assert "marked hex" in rule["duty"]


def test_only_human_seats_get_a_token(client: Client) -> None:
    table = create(client, union="me", confederate="computer")
    assert list(table.players) == ["union"]
    assert len(table.union.token) == 22
    assert len({table.union.token, table.watch.token, table.id}) == 3


def test_whole_turn_with_two_seats(client: Client) -> None:
    table = create(client)
    table.set_up()
    said = table.play(lambda view: view["facts"]["turn"] == 2)
    assert {side for side, _ in said} == {"union", "confederate"}
    # The same decisions in the engine lead to the same moment.
    battle = longroll.new("stockade_redan", seed=1863)
    for choice in ("historical", "historical", *(choice for _, choice in said)):
        battle.play(choice)
    for side, player in table.players.items():
        moment = player.moment()
        assert moment["seat"] == side
        assert [entry["text"] for entry in moment["log"]] == [e.text() for e in battle.log(side)]
        assert moment["view"]["waiting_for"] == battle.view(side).waiting_for


def test_log_entries_carry_rules_dice_and_arithmetic(client: Client) -> None:
    table = create(client)
    (entry,) = table.union.moment()["log"]
    assert entry["number"] == 0
    assert entry["kind"] == "MoraleRolled"
    assert entry["rules"] == ["stockade_redan:3.1.1.1"]
    assert entry["dice"] == [4]
    assert entry["details"] == [{"value": "4", "text": "Confederate morale", "rule": ""}]


def test_after_trims_the_log(client: Client) -> None:
    table = create(client)
    table.set_up()
    whole = table.union.moment()
    assert whole["after"] == -1
    trimmed = table.union.moment(after=1)
    assert trimmed["log"] == [entry for entry in whole["log"] if entry["number"] > 1]


def test_a_moment_of_the_past(client: Client) -> None:
    table = create(client)
    table.set_up()
    table.play(lambda view: view["facts"]["phase"] == "VII")
    past = table.union.moment(at=2)
    assert past["number"] == 2
    assert past["view"]["facts"]["phase"] == "I"
    assert past["undo"] is False
    assert max(entry["number"] for entry in past["log"]) == 2
    assert table.union.moment(at=0)["view"]["facts"]["turn"] == 0


def test_every_moment_of_the_past_is_as_it_was(client: Client) -> None:
    table = create(client)
    table.set_up()
    seen = []
    for _ in range(70):
        player = table.asked()
        assert player is not None
        player.choose(player.choices()[0])
        moment = table.union.moment(after=10**6)
        seen.append((moment["number"], moment["view"]))
    for number, view in seen:
        assert table.union.moment(at=number, after=10**6)["view"] == view


def test_why_not_names_the_rules(client: Client) -> None:
    table = create(client)
    table.set_up()
    assert good(table.union.get("/why-not", choice="plot 1420")) == []
    (bar,) = good(table.union.get("/why-not", choice="move 13us-a"))
    assert bar["rule"] == "stockade_redan:5.0.1"


def test_odds_are_exact(client: Client) -> None:
    table = create(client)
    table.set_up()
    table.play(lambda view: view["facts"]["phase"] == "III")
    call_off = next(one for one in table.union.choices() if one.startswith("call-off"))
    odds = good(table.union.get("/odds", choice=call_off))
    assert sum(Fraction(one["probability"]) for one in odds["outcomes"]) == 1
    assert {one["percent"] for one in odds["outcomes"]} == {50.0}
    assert {(one["kind"], one["error"]) for one in odds["outcomes"]} == {
        ("nothing", 0),
        ("other", 0),
    }
    assert set(odds) == {"outcomes", "rules", "sampled", "shots", "working"}
    assert odds["sampled"] == 0


def test_sight_shows_the_line_and_what_blocks_it(client: Client) -> None:
    table = create(client)
    table.set_up()
    seen = good(table.union.get("/sight", **{"from": "1420", "to": "2219"}))
    assert seen["clear"] is False
    assert seen["line"][0] == ["1519"]
    assert seen["bars"][0]["hex"] == "1519"
    assert seen["bars"][0]["rule"] == "stockade_redan:11.6.3"
    assert good(table.union.get("/sight", **{"from": "1519", "to": "2219"}))["clear"] is True


def test_reach_of_a_unit(client: Client) -> None:
    table = create(client)
    table.set_up()
    reach = good(table.union.get("/reach", unit="13us-a"))
    assert reach["move"]
    assert max(reach["move"].values()) <= 6
    assert reach["fire"]


def test_mine_lists_battles_by_token(client: Client) -> None:
    first, second = create(client), create(client, confederate="computer")
    tokens = [first.union.token, first.confederate.token, second.union.token, "nobody"]
    mine = good(client.post("/api/mine", json={"tokens": tokens}))
    assert [one["token"] for one in mine] == tokens[:3]
    assert mine[1]["yours"] is True
    assert mine[0]["yours"] is False
    assert mine[0]["battle"] == first.id
    assert not any(one["over"] for one in mine)


def test_names_are_told_from_the_seat(client: Client) -> None:
    table = create(client, union="me", confederate="friend")
    assert table.union.moment()["names"] == {"union": "me", "confederate": "friend"}
    assert table.confederate.moment()["names"] == {"union": "friend", "confederate": "me"}
    assert create(client).union.moment()["names"] == {"union": "me", "confederate": "me"}


def test_dice_between_friends_have_no_seed(client: Client) -> None:
    seats = {"union": {"who": "me"}, "confederate": {"who": "friend"}}
    body = {"system": "stockade_redan", "seats": seats, "seed": 1}
    error = refused(client.post("/api/battles", json=body), 422)
    assert error["where"] == "seed"
    assert "nobody can foresee" in error["what"]


def test_an_open_book_is_for_one_person(client: Client) -> None:
    seats = {"union": {"who": "me"}, "confederate": {"who": "friend"}}
    body = {"system": "stockade_redan", "seats": seats, "open_book": True}
    error = refused(client.post("/api/battles", json=body), 422)
    assert error["where"] == "open_book"
    assert "every human seat must be yours" in error["what"]


def test_an_open_book_tells_at_once_what_the_computer_thinks(client: Client) -> None:
    table = create(client, confederate="computer", open_book=True)
    until = time.monotonic() + 300
    while not table.union.choices():
        assert time.monotonic() < until
        time.sleep(0.05)
    log = table.union.moment()["log"]
    assert [entry["reason"] for entry in log if entry["side"] == "confederate"]
    assert all(bool(entry["reason"]) == (entry["side"] == "confederate") for entry in log)


def test_the_schema_describes_every_address(client: Client) -> None:
    schema = good(client.get("/api/schema"))
    assert "/api/seat/choose" in schema["paths"]
    assert "Moment" in str(schema["components"])


def test_a_computer_plays_both_sides_to_the_end(client: Client) -> None:
    table = create(client, union="computer", confederate="computer")
    until = time.monotonic() + 300
    while not table.watch.moment(after=10**6)["view"]["result"]:
        assert time.monotonic() < until
        time.sleep(0.2)
    moment = table.watch.moment()
    assert moment["log"][-1]["kind"] == "BattleEnded"
    assert any(entry["reason"] for entry in moment["log"])


def test_the_computer_answers_a_person(client: Client) -> None:
    table = create(client, union="me", confederate="computer")
    until = time.monotonic() + 300
    while not table.union.choices():
        assert time.monotonic() < until
        time.sleep(0.05)
    moment = table.union.choose("historical")
    assert moment["names"]["confederate"] == "computer"
    assert all(entry["reason"] == "" for entry in moment["log"])
