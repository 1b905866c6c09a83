"""7.3b Generals."""
