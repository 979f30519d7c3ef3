"""Tests of the lobby: its services, its socket, its pages."""
