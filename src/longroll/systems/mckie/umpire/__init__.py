"""Umpire mode: real figures on a real table, and the program keeps the rules.

The players tell what happens in words (`fire u3 c3 5.25 smoke die 4`); who stands where they know
best themselves. Everything is judged and worked out by the same rules as on the measured table.
"""
