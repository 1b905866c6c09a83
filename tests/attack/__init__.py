"""Attacks on a server of its own, on this machine only; docs/security.md says what they show."""
