"""Morale: when a unit tests, what counts, and what the score makes it do."""
