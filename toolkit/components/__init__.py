"""Tables to components: read, check, count, fingerprint. Knows no game."""
