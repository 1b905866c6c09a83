"""The table as a whole: its facts, and what is measured and shown of them."""
