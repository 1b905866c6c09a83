"""No test fails because a machine is busy, and CI draws the same examples every time: a change is
not refused for what another one did. New examples are drawn on every other machine.
"""

import os

from hypothesis import settings

settings.register_profile("longroll", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("longroll")
