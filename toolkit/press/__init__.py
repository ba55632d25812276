"""Pieces to printed sheets: layout, backs, tiled boards, rulebooks."""
