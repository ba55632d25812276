"""Playtest logs: write, read, correct, replay. No pictures, no statistics."""
