"""Fatigue and disorder."""
