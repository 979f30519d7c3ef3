"""People: accounts, names, forgetting."""
