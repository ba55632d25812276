"""dragonpath: lay path tiles, follow your path, stay on the board."""
