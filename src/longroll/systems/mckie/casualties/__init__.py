"""The Casualty Table, and figures that leave the table."""
