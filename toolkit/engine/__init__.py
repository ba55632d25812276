"""State records, kernels, random streams, decks, play-outs, search. Knows no game."""
