"""The index in this process, on this disk."""
