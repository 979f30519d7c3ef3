"""What templates can load of ``matches``: ``board`` draws a position."""
