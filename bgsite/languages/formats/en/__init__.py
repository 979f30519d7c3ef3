"""English that readers on both sides of the Atlantic read alike: day, month as a word, year, 24 hours."""
