"""Risk to generals, and their successors."""
