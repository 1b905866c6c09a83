"""Charges and responses to them."""
