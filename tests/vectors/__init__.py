"""Vectors: small rule questions with their answers, asked of the real engine.

One adapter a system (`stockade_redan.py`); `python -m tests.vectors SYSTEM FILE.json` runs a file.
"""
