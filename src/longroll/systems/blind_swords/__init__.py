"""Blind Swords, the series: its charts and tables, and how a battle's own data files are read.

The series knows no battle. The book could not be read whole, so every table keeps a mark of how
it is known; see `marks`.
"""
