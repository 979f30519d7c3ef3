"""Pure values and functions: the rules of backgammon."""
