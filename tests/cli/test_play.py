"""`longroll play`: whole sittings, typed into a pipe."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

import longroll as library
from longroll.cli.lines import Lines
from longroll.cli.table import Table
from tests.cli.terminal import Longroll

SET_UP = "historical\nhistorical\n"


def test_two_people_set_up_and_the_first_turn_begins(longroll: Longroll) -> None:
    ran = longroll("play", "--text", "stockade_redan", "--seed", 5, lines=SET_UP)
    assert ran.code == 0
    assert "The Assault on Stockade Redan" in ran.out
    assert "Seed 5." in ran.out
    assert "Assault 1, turn 1 of 8, I: Union Bombardment Plot | morale" in ran.out
    assert "Union: Where does the bombardment fall? 6 to plot. [8.3.1]" in ran.out
    assert "plot HEX, one of 1080" in ran.out


def test_the_end_of_the_input_is_polite_and_says_what_is_not_saved(longroll: Longroll) -> None:
    ran = longroll("play", "stockade_redan", lines="historical\n")
    assert ran.code == 0
    assert ran.err == ""
    assert ran.out.endswith(
        "End of input at decision 1. 1 decision is not saved: `save FILE` keeps them.\n"
    )


def test_each_side_sees_its_own_view_in_turn(longroll: Longroll) -> None:
    ran = longroll("play", "stockade_redan", lines="place 1519\nhistorical\n")
    confederate, union = ran.out.split("Union: What do the five batteries do")[0].split(
        "> historical"
    )
    assert "Company A, 36th Mississippi sets up in 1519." in confederate
    assert "36th Mississippi" not in union
    assert "#C?" in union


def test_against_the_computer_only_ones_own_side_is_asked(longroll: Longroll) -> None:
    lines = "option 2\nhistorical\ndone\ndone\ndone\n"
    ran = longroll("play", "stockade_redan", "--side", "union", "--seed", 3, lines=lines)
    assert ran.code == 0
    assert "Confederate: " not in ran.out
    assert "Union: Which unit moves?" in ran.out
    again = longroll("play", "stockade_redan", "--against", "random", "--seed", "3", lines=lines)
    assert again.out == ran.out


def test_a_refused_choice_is_one_line_with_its_rule_and_code_2(longroll: Longroll) -> None:
    ran = longroll("play", "stockade_redan", lines="place 1504\n")
    assert ran.code == 2
    assert ran.err == "longroll: Company A, 36th Mississippi may not be set up in 1504 [3.1.2.2]\n"
    assert "End of input at decision 0." in ran.out


def test_numbers_words_and_gestures_play(longroll: Longroll, position: Path) -> None:
    ran = longroll("play", "--load", position, "--seed", 2, lines="2\nall\nsupport 13us-o1\n")
    assert ran.code == 0
    assert "Union: Who fires at 1519? [11.2.1]" in ran.out
    assert "End of input at decision 3." in ran.out
    ran = longroll("play", "--load", position, "--seed", 2, lines="fire 1519 all\n")
    assert "Union fire at 1519: " in ran.out
    assert "(dice " in ran.out


def test_why_tells_every_rule_that_bars_a_choice(longroll: Longroll, position: Path) -> None:
    ran = longroll("play", "--load", position, lines="why fire 1521\nwhy 1\nwhy\n")
    assert "fire 1521: not allowed\n  1521 holds units of your own [11.1.4]\n" in ran.out
    assert "fire 1419: allowed" in ran.out
    assert ran.err == "longroll: which choice? Give its number or its words\n"


def test_odds_are_exact_and_show_the_arithmetic(longroll: Longroll, position: Path) -> None:
    ran = longroll("play", "--load", position, lines="odds fire 1519 all\nodds 1\n")
    assert "\n   29.6 %       8/27  no effect\n" in ran.out
    assert "+16  2 x 8, 13 US in 1620 at 1 [11.5.4]" in ran.out
    assert " -1  an officer in the target hex [11.2.6]" in ran.out
    assert "rules 11.5.4, " in ran.out
    assert "fire 1419: no dice" in ran.out
    assert ran.code == 0


def test_odds_of_what_is_barred_are_refused(longroll: Longroll, position: Path) -> None:
    ran = longroll("play", "--load", position, lines="odds fire 1521\nodds fire 1521 all\n")
    assert ran.err.count("longroll: 1521 holds units of your own [11.1.4]\n") == 2
    assert ran.code == 2


def test_rules_are_read_out(longroll: Longroll, position: Path) -> None:
    ran = longroll("play", "--load", position, lines="rule 8.3.1\nrule\nrule 99.9\n")
    assert "stockade_redan:8.3.1 (bombardment)\n  In the plot phase" in ran.out
    assert "stockade_redan:11.2.1 (fire)" in ran.out
    assert ran.err.startswith("longroll: no rule '99.9'; the nearest are: ")


def test_stacks_and_units_are_told(longroll: Longroll, position: Path) -> None:
    ran = longroll("play", "--load", position, lines="stack 1620 13us-a\nstack\nstack 0101\n")
    assert "  Union: 13us-o1, Officer 1, 13th US" in ran.out
    assert "13us-a, Company A, 13th US: infantry, movement 6" in ran.out
    assert "longroll: usage: stack HEX, or stack UNIT" in ran.err
    assert "longroll: '0101' is neither a hex of the map nor a unit" in ran.err


def test_the_map_is_drawn_whole_or_around_a_hex(longroll: Longroll, position: Path) -> None:
    lines = "map 1620 1\nmap 1620 x\nmap 9999\nmap\n"
    ran = longroll("play", "--load", position, "--no-map", lines=lines)
    assert "/ 1620~ \\" in ran.out
    assert ran.out.count("    10 11 12 13") == 2
    assert "longroll: usage: map, map HEX, or map HEX RADIUS" in ran.err
    assert "longroll: '9999' is not a hex of this map (1001 to 4530)" in ran.err


def test_the_log_is_plain_or_with_all_the_arithmetic(longroll: Longroll, position: Path) -> None:
    lines = "fire 1519 all\nlog 2\nlog -v 2\nlog x\n"
    ran = longroll("play", "--load", position, "--seed", 2, "--no-map", lines=lines)
    plain, verbose = ran.out.partition("> log 2\n")[2].split("> log -v 2\n")
    assert plain.startswith("Union fire at 1519: ")
    assert "fire strength" not in plain
    assert "    32 fire strength\n" in verbose
    assert " Company A, 36th Mississippi\n" in verbose
    assert "longroll: usage: log, log N, or log -v N" in ran.err


def test_undo_takes_back_a_whole_line_and_no_dice(longroll: Longroll, position: Path) -> None:
    lines = "fire 1519\nall\nundo\nundo\nfire 1519 all\nundo\n"
    ran = longroll("play", "--load", position, "--no-map", lines=lines)
    assert "Back at decision 1." in ran.out
    assert "Back at decision 0." in ran.out
    assert ran.err.startswith("longroll: a die was rolled")
    assert ran.err.count("\n") == 1


def test_undo_takes_back_every_step_of_a_gesture(longroll: Longroll) -> None:
    lines = SET_UP.replace("historical\nh", "historical\noption 2\nh")
    lines += "done\n" * 2 + "move 8mo-a 2201\nundo\nstack 8mo-a\n"
    ran = longroll("play", "stockade_redan", "--seed", 5, "--no-map", lines=lines)
    assert "Company A, 8th Missouri" in ran.out.partition("> move 8mo-a 2201")[2]
    assert ran.out.partition("> stack 8mo-a\n")[2].split("\n")[0].endswith("; 2501")


def test_undo_with_nothing_to_undo_is_refused(longroll: Longroll, position: Path) -> None:
    ran = longroll("play", "--load", position, lines="undo\n")
    assert ran.err == "longroll: there is nothing to undo\n"


def test_a_battle_is_saved_and_loaded_again(
    longroll: Longroll, position: Path, tmp_path: Path
) -> None:
    path = tmp_path / "my.record"
    lines = f"fire 1519 all\nsave {path}\nquit\nfrob\n"
    ran = longroll("play", "--load", position, "--seed", 2, lines=lines)
    assert ran.code == 0
    assert f"Saved {library.replay(path.read_text()).past.number} decisions in {path}." in ran.out
    assert ran.out.endswith("> quit\n")
    ran = longroll("play", "stockade_redan", "--load", path, lines="log 3\n")
    assert "Union fire at 1519: " in ran.out
    assert "Nothing is unsaved." in ran.out


def test_load_and_quit_ask_twice_where_something_would_be_lost(
    longroll: Longroll, position: Path
) -> None:
    lines = f"historical\nload {position}\nload {position}\nfire 1519\nquit\nquit\nfrob\n"
    ran = longroll("play", "stockade_redan", "--no-map", lines=lines)
    assert ran.code == 0
    assert f"`load {position}` once more does it without saving." in ran.out
    assert f"Loaded {position}, at decision 0." in ran.out
    assert "`quit` once more does it without saving." in ran.out
    assert ran.out.endswith("> quit\n")


@pytest.mark.parametrize(
    "line, error",
    [
        ("save", "usage: save FILE"),
        ("load", "usage: load FILE"),
        ("load nowhere.record", "nowhere.record: No such file or directory"),
        ("save no/such/folder", "no/such/folder: No such file or directory"),
        ("choices frob", "no choice begins with 'frob': choose from fire"),
    ],
)
def test_a_command_that_cannot_be_done_says_why(
    longroll: Longroll, position: Path, line: str, error: str
) -> None:
    ran = longroll("play", "--load", position, lines=f"{line}\n")
    assert ran.err == f"longroll: {error}\n"
    assert ran.code == 2


def test_help_view_and_choices(longroll: Longroll, position: Path) -> None:
    lines = "# a remark\n\nhelp\nview\nchoices\nchoices fire\n"
    ran = longroll("play", "--load", position, "--no-map", lines=lines)
    for word in ("choices", "why X", "odds X", "rule ID", "map", "stack X", "log [N]", "save FILE"):
        assert f"\n{word}" in ran.out
    assert ran.out.count("    10 11 12 13") == 2
    assert ran.out.count("1 fire 1419  C?") == 4
    assert ran.code == 0


def test_a_finished_battle_shows_its_result(longroll: Longroll, record: Path) -> None:
    ran = longroll("play", "--load", record, lines="1\nlog 1\n")
    assert "victory" in ran.out
    assert "The battle is over: log, map, undo, save FILE, or quit." in ran.out
    assert ran.err == "longroll: the battle is over\n"


def test_colours_are_only_for_terminals_that_want_them(
    longroll: Longroll, position: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = longroll("play", "--load", position).out
    assert "\x1b" not in plain
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[1;94mU2*" in longroll("play", "--load", position).out
    coloured = longroll("--no-color", "play", "--load", position).out
    assert "94m" not in coloured
    assert "94m" not in longroll("play", "--no-color", "--load", position).out


def test_a_map_too_wide_for_the_screen_is_not_drawn_in_pieces(
    position: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("map 1519 2\n"))
    out = io.StringIO()
    battle = library.position("stockade_redan", position, seed=1)
    seats = dict.fromkeys(battle.system.sides)
    Table(battle, seats, Console(file=out, width=80), Lines()).run()
    assert "This map is 118 columns wide, the screen only 80: `map HEX RADIUS`" in out.getvalue()
    assert "/>1519# \\" in out.getvalue()


def test_news_stands_below_the_map_beside_the_question(longroll: Longroll) -> None:
    ran = longroll("play", "stockade_redan", lines=SET_UP)
    assert ran.out.rindex("45\n. open field") < ran.out.rindex("  The first assault begins.")


def test_a_question_with_one_sensible_answer_is_asked_only_on_request(longroll: Longroll) -> None:
    outer_works = ("play", "corinth", "outer-works", "--no-map", "--seed", 3)
    ran = longroll(*outer_works, lines="")
    assert "  Who lends Command Points, and to whom? done\n" in ran.out
    assert "Confederate: Which unit moves? [gbacw:5.0.2]" in ran.out
    assert "End of input at decision 1. Nothing is unsaved." in ran.out
    ran = longroll(*outer_works, "--ask-all", lines="")
    assert "Confederate: Who lends Command Points, and to whom? [gbacw:17.22.1]" in ran.out
    assert "End of input at decision 0." in ran.out


def test_orders_for_many_are_typed(longroll: Longroll, position: Path) -> None:
    ran = longroll("play", "--load", position, "--seed", 2, lines="help\nfire 1519 enough\n")
    assert "march 1719 1717 13us" in ran.out
    assert "Union fire at 1519: " in ran.out
    ran = longroll("play", "--load", position, "--seed", 2, lines="volley\n")
    assert ran.code == 0
    assert "Union fire at " in ran.out
