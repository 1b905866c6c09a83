"""Umpire mode: real figures on a real table, and the program keeps the rules.

The players enter what happens in words (`fire u3 c3 5.25 smoke die 4`); they can see for
themselves who is where. Everything is checked and worked out by the same rules as on the measured
table.
"""
