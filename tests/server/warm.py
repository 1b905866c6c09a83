"""What a server does before it serves, done once for those that are forked from this process."""

import gc

import longroll.server.running  # noqa: F401
import tests.server.host  # noqa: F401
from longroll.server.warming import warm_up

warm_up()
gc.freeze()
