"""Tests of people playing: real PostgreSQL, real Valkey."""
