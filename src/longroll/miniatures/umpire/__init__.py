"""The umpire's desk: entries of players who have real figures and real dice before them."""
