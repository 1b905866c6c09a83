"""Before the first period: the armies are set up; and troops that arrive later."""
