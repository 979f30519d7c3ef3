"""What changes the tables of statistics; a failure here never reaches play."""
