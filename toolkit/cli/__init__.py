"""The commands of `pnp`, one module each: parse, call, print."""
