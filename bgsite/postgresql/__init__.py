"""Django's backend for PostgreSQL, with a connection pool that forgets a dead server at once (see `base`)."""
