"""Random Event Cards."""
