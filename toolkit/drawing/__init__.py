"""Shapes and text in millimetres, and their two renderers, SVG and PDF. Knows no game."""
