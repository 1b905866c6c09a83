"""4.0 Sequence of play: two Player-Turns of nine phases, and what each of them allows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from longroll import Battle, Event
from longroll.kernel.agenda import Do, Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.systems.gbacw.drill import State
from longroll.systems.gbacw.events import (
    Advanced,
    Checked,
    CommandChecked,
    Fired,
    Fought,
    MeleeDeclared,
    PhaseBegan,
    Rallied,
    Reassigned,
    Retreated,
    TookCommand,
    TurnBegan,
    Unpinned,
)
from longroll.systems.gbacw.hooks import Rules
from tests.rulebook.gbacw.field import (
    accept,
    add_rules,
    field,
    piece,
    stack,
    state_of,
    unit,
    verbs,
    where,
)
from tests.support import offered, only, play, refused, rules_against

PHASES = "ABCDEFGHJ"
FAR = "0503 2us | 1512 1cs"


def run_until(battle: Battle, turn: int, side: str, phase: str) -> list[Event]:
    """Let everybody be done with everything until a phase comes; what happened on the way."""
    events: list[Event] = []
    state = state_of(battle)
    while (state.turn, state.phasing, state.phase) != (turn, side, phase):
        events += battle.play("done")
        state = state_of(battle)
    return events


def asked(battle: Battle) -> str:
    """The side that is to choose."""
    assert battle.decision is not None
    return battle.decision.side


# The frame


@pytest.mark.rule("gbacw:4.0.1", "gbacw:4.0.2", "gbacw:4.0.27")
def test_a_game_turn_is_two_player_turns_of_nine_phases_and_then_the_next_begins() -> None:
    battle = field(FAR, phase="B")
    told = [
        (event.side, event.phase) if isinstance(event, PhaseBegan) else event.turn
        for event in run_until(battle, 2, "confederate", "B")
        if isinstance(event, PhaseBegan | TurnBegan)
    ]
    assert told == [
        *(("union", letter) for letter in PHASES[2:]),
        *(("confederate", letter) for letter in PHASES),
        2,
        *(("union", letter) for letter in PHASES),
        *(("confederate", letter) for letter in PHASES[:2]),
    ]


@pytest.mark.rule("gbacw:4.0.2")
def test_the_player_whose_turn_it_is_moves_and_the_other_does_not() -> None:
    for side, own, other in (("union", "2us", "1cs"), ("confederate", "1cs", "2us")):
        battle = field(FAR, phasing=side)
        assert asked(battle) == side
        assert f"move {own}" in offered(battle)
        with refused("gbacw:5.0.2"):
            battle.play(f"move {other}")


@pytest.mark.rule("gbacw:4.0.3")
@pytest.mark.parametrize(
    "lost, winner", [({"1cs": 2}, "union"), ({"1cs": 2, "2us": 3}, "confederate"), ({}, None)]
)
def test_after_the_last_game_turn_the_victory_conditions_name_the_winner(
    lost: dict[str, int], winner: str | None
) -> None:
    states = {
        id: {"strength": piece(id).strength - points, "killed": points}
        for id, points in lost.items()
    }
    battle = field(FAR, phasing="confederate", turn=6, states=states)
    while battle.decision is not None:
        assert battle.result is None
        battle.play("done")
    assert battle.result is not None
    assert (battle.result.winner, battle.result.rule) == (winner, "gbacw:4.0.3")
    assert sum(score.points for score in battle.result.scores) == sum(lost.values())


@pytest.mark.rule("gbacw:4.0.28")
def test_the_interphase_advances_the_turn_and_does_what_a_battle_puts_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[int] = []

    def end_turn(state: State) -> Iterator[Do]:
        seen.append(state.turn)
        return iter(())

    add_rules(monkeypatch, Rules(end_turn=end_turn))
    battle = field(FAR, phasing="confederate", turn=3)
    events = run_until(battle, 4, "union", "B")
    assert seen == [3]
    assert only(events, TurnBegan).turn == 4


# A. Initial Command


@pytest.mark.rule("gbacw:4.0.4")
def test_brigades_are_attached_and_detached_inside_the_integrity_radius() -> None:
    battle = field("0503 2us mason cooper | 0504 miller | 0513 5us mercer", phase="A")
    assert "detach miller" in offered(battle)
    with refused("gbacw:17.62"):
        battle.play("detach mercer")
    assert only(play(battle, "detach miller"), Reassigned).division == ""
    assert only(play(battle, "attach miller cooper"), Reassigned).division == "cooper"
    with refused("gbacw:17.61"):
        battle.play("detach barber")


@pytest.mark.rule("gbacw:4.0.4", "gbacw:4.0.6")
def test_command_is_arranged_in_its_own_phase_only() -> None:
    battle = field("0503 2us mason miller | 0505 3us")
    for text in ("detach miller", "extend mason miller"):
        with refused("gbacw:4.0.1"):
            battle.play(text)


@pytest.mark.rule("gbacw:4.0.5")
@pytest.mark.parametrize("hex, free", [("0509", True), ("0510", False)])
def test_the_radius_decides_which_brigade_commanders_are_free(hex: str, free: bool) -> None:
    battle = field(f"0503 2us mason | {hex} 3us miller", phase="A")
    battle.play("done")
    assert unit(battle, "miller").command == free


@pytest.mark.rule("gbacw:4.0.6")
def test_division_commanders_extend_the_radius_of_their_own_brigades_only() -> None:
    battle = field("0503 2us mason cooper miller carter | 1512 1cs", phase="A")
    assert "extend mason miller" in offered(battle)
    assert "extend cooper carter" in offered(battle)
    with refused("gbacw:17.22.1"):
        battle.play("extend cooper miller")


@pytest.mark.rule("gbacw:4.0.7")
def test_command_is_marked_after_the_points_are_spent_and_holds_for_the_player_turn() -> None:
    units = "0503 miller mason | 0507 2us | 0509 3us | 0511 1cs"
    battle = field(units, phase="A")
    play(battle, "extend mason miller")
    checked = only(play(battle, "done"), CommandChecked)
    assert [name.id for name in checked.out] == ["3us"]
    assert (unit(battle, "2us").command, unit(battle, "3us").command) == (True, False)
    # Miller leaves; whoever was in command stays so.
    play(battle, "move miller", "to 0502", "to 0501", "stop")
    assert unit(battle, "2us").command


@pytest.mark.rule("gbacw:4.0.7", "gbacw:17.11.1")
def test_a_unit_out_of_command_holds_its_fire_and_moves_one_hex() -> None:
    battle = field("0508 2us,-command | 0408 4us | 0510 1cs", phase="D", dice=[2])
    play(battle, "fire 0510")
    assert "gbacw:17.11.1" in rules_against(battle, "add 2us 4")
    battle = field("0508 2us,-command | 0408 4us")
    play(battle, "move 2us", "to 0507")
    assert "gbacw:5.2.1" in rules_against(battle, "to 0506")


# B. Movement


@pytest.mark.rule("gbacw:4.0.8")
def test_any_all_or_none_of_the_units_move() -> None:
    battle = field("0503 2us | 0703 3us | 0903 4us")
    assert [text for text in offered(battle) if text.startswith("move")] == [
        "move 2us",
        "move 3us",
        "move 4us",
    ]
    play(battle, "move 3us", "to 0704", "stop")
    assert verbs(battle) == {"move", "done"}
    letters = [event.phase for event in play(battle, "done") if isinstance(event, PhaseBegan)]
    assert letters[0] == "C"
    assert (where(battle, "2us"), where(battle, "3us")) == ("0503", "0704")


@pytest.mark.rule("gbacw:4.0.9")
def test_reinforcements_that_are_due_enter_in_the_movement_phase(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    battle = field(FAR)
    with refused("gbacw:4.0.9"):
        battle.play("enter 3us 0101")

    def arrivals(state: State, side: str) -> Iterator[Choice]:
        if not state.hex_of(state.game.roster.number["3us"]) and side == "union":
            yield choice("enter", "3us", "0101")

    def bars(state: State, side: str, one: Choice) -> Iterator[Refusal]:
        return iter(())

    def arrive(state: State, side: str, one: Choice, umpire: Umpire) -> bool:
        state.put(state.game.roster.number["3us"], one.objects[1])
        return True

    add_rules(monkeypatch, Rules(arrivals=arrivals, bars_to_arrive=bars, arrive=arrive))
    battle = field(FAR)
    assert "enter 3us 0101" in offered(battle)
    battle.play("enter 3us 0101")
    assert where(battle, "3us") == "0101"
    assert "enter 3us 0101" not in offered(battle)


@pytest.mark.rule("gbacw:4.0.10")
def test_the_other_side_stands_still_but_fires_at_whoever_leaves_its_zone() -> None:
    battle = field("0508 2us | 0509 1cs", dice=[2, 1])
    with refused("gbacw:5.0.2"):
        battle.play("move 1cs")
    play(battle, "move 2us", "to 0507")
    assert asked(battle) == "confederate"
    fired = only(play(battle, "all", "resolve"), Fired)
    assert (fired.kind, fired.side) == ("withdrawal", "confederate")
    assert (where(battle, "2us"), where(battle, "1cs")) == ("0507", "0509")


# C and D. Fire


@pytest.mark.rule("gbacw:4.0.11")
def test_the_other_side_fires_in_defence_with_every_unit_that_can() -> None:
    battle = field("0508 2us | 0510 1cs 2cs | 0608 4cs,column", phase="C", dice=[2, 1])
    assert asked(battle) == "confederate"
    play(battle, "fire 0508")
    adders = {text.split()[1] for text in offered(battle) if text.startswith("add")}
    assert adders == {"1cs", "2cs"}
    fired = only(play(battle, "all", "resolve"), Fired)
    assert (fired.side, fired.kind) == ("confederate", "defensive")


@pytest.mark.rule("gbacw:4.0.13")
def test_the_phasing_side_fires_in_the_offensive_fire_phase() -> None:
    battle = field("0508 2us 4us | 0510 1cs", phase="D", dice=[2, 1])
    assert asked(battle) == "union"
    play(battle, "fire 0510")
    adders = {text.split()[1] for text in offered(battle) if text.startswith("add")}
    assert adders == {"2us", "4us"}
    fired = only(play(battle, "all", "resolve"), Fired)
    assert (fired.side, fired.kind) == ("union", "offensive")


@pytest.mark.rule("gbacw:4.0.12")
@pytest.mark.parametrize("phase", ["C", "D"])
def test_nobody_moves_in_a_fire_phase_but_those_whom_fire_drives_off(phase: str) -> None:
    battle = field("0508 2us | 0510 2cs", phase=phase, dice=[4, 6])
    for text in ("move 2us", "move 2cs", "to 0507", "face N"):
        with refused("gbacw:4.0.1"):
            battle.play(text)
    target, victim = ("0508", "2us") if phase == "C" else ("0510", "2cs")
    dice = [6, 6] if phase == "C" else [3, 6]
    battle = field("0508 2us | 0510 2cs", phase=phase, dice=dice)
    play(battle, f"fire {target}", "all", "resolve")
    assert unit(battle, victim).routed
    while verbs(battle) == {"to"}:
        battle.play(offered(battle)[0])
    assert where(battle, victim) != target


# E. Retreat before melee


@pytest.mark.rule("gbacw:4.0.14")
def test_all_melees_are_announced_before_anybody_answers() -> None:
    battle = field("0508 2us | 0708 4us | 0509 1cs | 0709 2cs", phase="E")
    first = play(battle, "melee 0509", "with 2us", "commit")
    assert only(first, MeleeDeclared).hex == "0509"
    assert asked(battle) == "union"
    play(battle, "melee 0709", "with 4us", "commit")
    if asked(battle) == "union":
        battle.play("done")
    assert asked(battle) == "confederate"
    assert [one.hex for one in state_of(battle).melees] == ["0509", "0709"]


def announced(dice: list[int]) -> Battle:
    """The 2nd Union has announced its attack on the 1st Confederate, which may answer."""
    battle = field("0508 2us | 0509 1cs", phase="E", dice=dice)
    play(battle, "melee 0509", "with 2us", "commit")
    if asked(battle) == "union":
        battle.play("done")
    return battle


@pytest.mark.rule("gbacw:4.0.15", "gbacw:4.0.16", "gbacw:4.0.17")
@pytest.mark.parametrize("hexes", [1, 2])
def test_a_unit_gives_way_one_or_two_hexes_is_fired_at_rolls_for_rout_and_is_followed(
    hexes: int,
) -> None:
    # The withdrawal fire at its back (a 3 costs a point; it holds with 1), then the roll for rout.
    battle = announced([3, 1, 4])
    events = play(battle, "retreat 1cs")
    assert asked(battle) == "union"
    events += play(battle, "all", "resolve", "to 0510")
    events += play(battle, "to 0511" if hexes == 2 else "stop")
    assert only(events, Fired).kind == "withdrawal"
    assert where(battle, "1cs") == ("0510" if hexes == 1 else "0511")
    *_, last = [event for event in events if isinstance(event, Checked)]
    assert (last.why, last.total, last.outcome) == ("before melee", 4, "holds")
    assert only(play(battle, "advance 2us"), Advanced).to == "0509"
    assert where(battle, "2us") == "0509"


@pytest.mark.rule("gbacw:4.0.16")
def test_the_roll_for_rout_comes_even_where_nobody_fired() -> None:
    battle = announced([5])
    play(battle, "retreat 1cs", "hold", "to 0510", "stop")
    assert unit(battle, "1cs").routed


@pytest.mark.rule("gbacw:4.0.15")
def test_whoever_stands_is_there_for_the_melee() -> None:
    battle = announced([])
    play(battle, "stand")
    assert offered(battle) == ["fight 0509", "done"]


# F. Melee


@pytest.mark.rule("gbacw:4.0.18", "gbacw:4.0.19")
def test_attackers_enter_the_hex_and_the_melee_is_resolved() -> None:
    # 8 and 4 against 6: +6. A 2 captures two of them and throws the rest back two hexes.
    battle = field("0508 1us 2us | 0509 1cs", phase="E", dice=[2, 1, 1])
    play(battle, "melee 0509", "all", "commit")
    accept(battle)
    events = play(battle, "fight 0509")
    fought = only(events, Fought)
    assert (fought.differential, fought.defender) == (6, "C2R2")
    assert stack(battle, "0509") == ["1us", "2us"]
    assert unit(battle, "1cs").captured == 2
    events = play(battle, "to 0510", "to 0511")
    assert [event.to for event in events if isinstance(event, Retreated)] == ["0510", "0511"]


@pytest.mark.rule("gbacw:4.0.18")
@pytest.mark.parametrize("id", ["us-n1", "us-wagon"])
def test_only_infantry_and_cavalry_attack_in_melee(id: str) -> None:
    battle = field(f"0508 {id} | 0708 4us | 0709 2cs | 0509 1cs", phase="E")
    assert "melee 0709" in offered(battle)
    assert "gbacw:12.25" in rules_against(battle, "melee 0509")
    cavalry = field("0508 1us-cav | 0509 1cs", phase="E")
    assert "melee 0509" in offered(cavalry)


# G, H and J


@pytest.mark.rule("gbacw:4.0.20")
def test_depleted_units_of_the_phasing_side_are_resupplied() -> None:
    battle = field("0508 2us,depleted us-wagon | 0510 1cs,depleted", phase="G")
    assert asked(battle) == "union"
    assert offered(battle) == ["draw 2us us-wagon", "done"]
    play(battle, "draw 2us us-wagon")
    assert not unit(battle, "2us").depleted
    assert unit(battle, "1cs").depleted


@pytest.mark.rule("gbacw:4.0.21")
def test_pins_of_the_phasing_side_come_off_before_anybody_rallies() -> None:
    battle = field("0508 2us,pinned | 0508 12us,routed | 0512 1cs,pinned", phase="G", dice=[1])
    events = [*battle.log()]
    if state_of(battle).phase == "G":
        events += play(battle, "done")
    told = [type(event) for event in events if isinstance(event, Unpinned | Rallied)]
    assert told[:2] == [Unpinned, Rallied]
    assert not unit(battle, "2us").pinned
    assert unit(battle, "1cs").pinned


@pytest.mark.rule("gbacw:4.0.22")
def test_routed_units_rally_with_a_leader_or_within_their_commanders_radius() -> None:
    battle = field(
        "0508 4us,routed mason | 0805 miller | 0807 2us,routed | 1508 5us,routed", phase="H"
    )
    assert not unit(battle, "4us").routed
    assert offered(battle) == ["rally 2us", "done"]
    play(battle, "rally 2us")
    assert not unit(battle, "2us").routed
    assert unit(battle, "5us").routed


@pytest.mark.rule("gbacw:4.0.23")
@pytest.mark.parametrize("die, routed", [(4, False), (5, True)])
def test_an_independent_unit_rolls_a_die_to_rally(die: int, routed: bool) -> None:
    battle = field("0508 12us,routed | 0608 2us,routed miller | 1512 1cs", phase="H", dice=[die])
    assert piece("12us").morale == 4
    assert unit(battle, "12us").routed == routed


@pytest.mark.rule("gbacw:4.0.24")
def test_lost_leaders_are_replaced_in_the_final_command_phase() -> None:
    battle = field(
        "0508 2us | 0510 3us | 1512 1cs",
        phase="J",
        states={"miller": {"fate": "killed"}},
        more={"vacant": ["miller"]},
    )
    assert offered(battle) == ["post 0508", "post 0510"]
    assert only(play(battle, "post 0510"), TookCommand).leader.id == "miller"
    assert (where(battle, "miller"), unit(battle, "miller").turned) == ("0510", True)


@pytest.mark.rule("gbacw:4.0.24")
def test_a_brigade_commander_is_promoted_to_a_lost_division_commanders_post() -> None:
    battle = field(
        "0508 2us miller | 0510 4us mercer | 1512 1cs",
        phase="J",
        states={"mason": {"fate": "killed"}},
        more={"vacant": ["mason"]},
    )
    assert offered(battle) == ["promote miller", "promote mercer"]
    events = play(battle, "promote mercer")
    posts = [(event.leader.id, event.hex) for event in events if isinstance(event, TookCommand)]
    assert posts == [("mercer", "0510"), ("repl-us", "0510")]


@pytest.mark.rule("gbacw:4.0.25")
def test_an_uncrewed_wagon_gets_a_new_crew() -> None:
    battle = field(
        "0508 us-wagon 2us | 1512 1cs",
        phase="J",
        states={"us-wagon": {"crew": 0}, "us-wagon-crew": {"strength": 0, "fate": "eliminated"}},
    )
    assert offered(battle) == ["crew us-wagon 2us", "done"]
    play(battle, "crew us-wagon 2us")
    assert (unit(battle, "us-wagon").crew, unit(battle, "2us").strength) == (1, 3)


@pytest.mark.rule("gbacw:4.0.26")
def test_a_battle_may_put_its_own_functions_into_the_final_command_phase(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[tuple[str, str]] = []

    def end_phase(state: State, side: str, phase: str) -> Iterator[Do]:
        seen.append((side, phase))
        return iter(())

    add_rules(monkeypatch, Rules(end_phase=end_phase))
    battle = field(FAR, phase="B")
    run_until(battle, 1, "confederate", "B")
    assert ("union", "J") in seen
