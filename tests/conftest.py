"""No test fails because a machine is busy."""

from hypothesis import settings

settings.register_profile("longroll", deadline=None)
settings.load_profile("longroll")
