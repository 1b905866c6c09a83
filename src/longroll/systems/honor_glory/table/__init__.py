"""What is shown and written of a battle: views, previews, positions."""
