"""Text to values and back."""
