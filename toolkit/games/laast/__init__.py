"""laast ("Låst fast"): tiles that flip behind you and lock you in."""
