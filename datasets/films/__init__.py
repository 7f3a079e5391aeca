"""Films: a random match of the engine, played out by arms on a rendered table, with the truth beside it."""
