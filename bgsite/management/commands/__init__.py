"""Management commands: `serve`."""
