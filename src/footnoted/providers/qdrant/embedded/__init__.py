"""The index in this process, stored on this disk."""
