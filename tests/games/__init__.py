"""Tests of the rules, the notations and the command line."""
