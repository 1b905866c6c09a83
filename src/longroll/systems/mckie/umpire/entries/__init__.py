"""What the players of a real table enter, in words."""
