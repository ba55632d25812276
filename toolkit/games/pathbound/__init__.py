"""pathbound: race a pawn to its goal and lay walls in the way of the others, on square, torus or triangle."""
