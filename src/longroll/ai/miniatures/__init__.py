"""What players of any measured battle share: going somewhere, lining up, ways over the ground."""
