"""Movement: rates, manoeuvres, orders to move and what they come to."""
