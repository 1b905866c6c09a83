"""General, corps and divisional orders, and who obeys them."""
