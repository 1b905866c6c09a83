"""A test may cite only rules that a rulebook has."""

pytest_plugins = ["longroll.testing.marks"]
