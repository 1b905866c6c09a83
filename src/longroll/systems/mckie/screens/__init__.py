"""Skirmish screens: troops of a unit sent out in front of it."""
