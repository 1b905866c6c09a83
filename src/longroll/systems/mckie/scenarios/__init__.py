"""Scenario files, and what a scenario asks of its armies."""
