"""Generals: their ratings, their radius, initiative and activation."""
