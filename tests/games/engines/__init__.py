"""Computer players: the engine behind its adapter, the levels, what they decide and how strong they are."""
