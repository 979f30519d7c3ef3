"""The Engine protocol and its adapters."""
