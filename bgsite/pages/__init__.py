"""Pages that belong neither to an account nor to a match."""
