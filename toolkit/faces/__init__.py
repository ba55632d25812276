"""Template and row to what is on a piece."""
