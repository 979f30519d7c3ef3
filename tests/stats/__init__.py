"""Tests of statistics: what is counted, shown and forgotten; real PostgreSQL."""
