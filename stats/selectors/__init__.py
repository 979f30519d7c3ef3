"""What is read from the tables of statistics: totals only, and no bucket too small to be shown."""
