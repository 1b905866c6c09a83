"""Hidden movement: what a side does not know."""
