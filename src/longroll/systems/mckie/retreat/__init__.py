"""Units that retreat or rout, and what stops them."""
