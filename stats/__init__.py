"""What it all meant: reads; owns anonymous statistics, ratings and analysis results; rebuildable."""
