"""The games: one package each, with rules, notation and view."""
