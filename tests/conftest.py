"""A test may cite only rules that a rulebook has; no test fails because a machine is busy."""

from hypothesis import settings

pytest_plugins = ["longroll.testing.marks"]

settings.register_profile("longroll", deadline=None)
settings.load_profile("longroll")
