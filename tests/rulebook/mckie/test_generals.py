"""General's initiative and activation ratings; Commanders control and influence."""

from __future__ import annotations

import pytest

from longroll.systems.mckie.command import generals
from longroll.systems.mckie.command.generals import (
    GENERALS,
    TITLES,
    VALUES,
    BadRating,
    Density,
    General,
    Role,
    UnknownGeneral,
    activation_value,
    general,
    initiative_value,
    radius,
    rated,
)
from longroll.systems.mckie.words import Side


@pytest.mark.rule("mckie:gen.rate.1", "mckie:gen.def.1", "mckie:gen.def.2")
@pytest.mark.parametrize(
    "side, name, initiative, activation",
    [
        ("union", "Grant", "S", "D"),
        ("union", "Banks", "P", None),
        ("union", "Hancock", None, "S"),
        ("union", "W. F. Smith", None, "D"),
        ("union", "Wright", None, "U"),
        ("confederate", "Bragg", "U", "D"),
        ("confederate", "Longstreet", "U", "G"),
        ("confederate", "R. E. Lee", "G", None),
        ("confederate", "S. D. Lee", None, "D"),
        ("confederate", "Wheeler", None, "S"),
    ],
)
def test_the_printed_ratings(
    side: Side, name: str, initiative: str | None, activation: str | None
) -> None:
    found = general(side, name)
    assert (found.initiative, found.activation) == (initiative, activation)


@pytest.mark.rule("mckie:gen.rate.1")
def test_how_many_generals_the_book_lists() -> None:
    assert {side: len(listed) for side, listed in GENERALS.items()} == {
        "union": 48,
        "confederate": 35,
    }
    assert all(
        one.initiative or one.activation for side in GENERALS.values() for one in side.values()
    )


@pytest.mark.rule("mckie:gen.rate.1")
@pytest.mark.parametrize(
    "side, printed, name",
    [
        ("union", "McDowall", "McDowell"),
        ("union", "Rosecarnes", "Rosecrans"),
        ("union", "Pleasanton", "Pleasonton"),
        ("confederate", "A.S.Johnstone", "A. S. Johnston"),
        ("confederate", "J.Johnstone", "J. E. Johnston"),
        ("confederate", "Bragg", "Bragg"),
    ],
)
def test_either_spelling_finds_the_general(side: Side, printed: str, name: str) -> None:
    assert general(side, printed) is general(side, name)
    assert (general(side, name).name, general(side, name).printed) == (name, printed)


@pytest.mark.rule("mckie:gen.rate.2", "mckie:gen.val")
def test_the_letters_and_their_values() -> None:
    assert TITLES == {
        "G": "gifted",
        "S": "skilled",
        "D": "dependable",
        "U": "unreliable",
        "P": "poor",
    }
    assert VALUES == {"G": 5, "S": 4, "D": 3, "U": 2, "P": 1}


@pytest.mark.rule("mckie:gen.rate.3")
def test_a_scenario_adds_generals_and_rates_others_anew() -> None:
    changes = {"Heth": rated("Heth", "-/U"), "Bragg": rated("Bragg", "P/D")}
    assert general("confederate", "Heth", changes).activation == "U"
    assert general("confederate", "Bragg", changes).initiative == "P"
    assert general("confederate", "Bragg").initiative == "U"
    with pytest.raises(UnknownGeneral, match="no rating for the confederate general 'Heth'"):
        general("confederate", "Heth")


@pytest.mark.parametrize("ratings", ["X/D", "D", "D/D/D", "", "d/D"])
def test_a_rating_that_is_none_is_refused(ratings: str) -> None:
    with pytest.raises(BadRating, match="is not a rating: two of"):
        rated("Heth", ratings)


@pytest.mark.rule("mckie:gen.val")
def test_a_dash_is_worth_2_unless_the_scenario_says_otherwise() -> None:
    reynolds = general("union", "Reynolds")
    assert initiative_value(reynolds) == 2
    assert initiative_value(reynolds, dash=4) == 4
    assert activation_value(reynolds) == 4
    assert activation_value(general("confederate", "R. E. Lee")) == 2


# Radius


@pytest.mark.rule("mckie:gen.rad.cinc", "mckie:gen.rad.corps", "mckie:gen.rad.div")
@pytest.mark.parametrize(
    "role, side, name, open, dense",
    [
        ("cinc", "confederate", "Bragg", 800, 400),
        ("cinc", "union", "Sherman", 2000, 1000),
        ("corps", "union", "Thomas", 1600, 800),
        ("corps", "union", "Howard", 400, 200),
        ("division", "confederate", "Hood", 800, 400),
        ("division", "confederate", "Cleburne", 1000, 500),
    ],
)
def test_the_radius_goes_by_the_rating_and_dense_ground_halves_it(
    role: Role, side: Side, name: str, open: int, dense: int
) -> None:
    who = general(side, name)
    assert (radius(role, who, "open"), radius(role, who, "dense")) == (open, dense)


@pytest.mark.rule("mckie:gen.override.2")
def test_a_chief_who_runs_troops_himself_reaches_nobody_else() -> None:
    meade = general("union", "Meade")
    assert radius("cinc", meade, "open") == 1200
    assert radius("cinc", meade, "open", "corps") == 0
    assert radius("cinc", meade, "open", "division") == 0
    assert initiative_value(meade, "corps") == 0
    assert radius("corps", meade, "open", "corps") == 1200


@pytest.mark.rule("mckie:cmd.1", "mckie:cmd.2")
@pytest.mark.parametrize("ground, inches", [("open", 12), ("dense", 4)])
def test_without_generalship_every_division_has_one_radius(ground: Density, inches: int) -> None:
    assert generals.basic_radius("division", ground) == inches * 100
    assert generals.basic_radius("corps", ground) is None


def test_a_general_may_have_no_rating_at_all() -> None:
    assert activation_value(General("Somebody")) == 2
