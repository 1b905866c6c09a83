"""Umpire mode: real figures on a real table, and the program keeps the rules.

The players enter what happens in words (`fire u1 c2 12 cover informal dice d20 4`); they can see
for themselves who is where. Everything is worked out by the same rules as on the measured table.
"""
