"""People playing: the only writer of match state."""
