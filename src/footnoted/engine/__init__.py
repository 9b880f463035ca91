"""Turns a question into an answer. Knows the domain's ports, but no vendor, no wire format and no file."""
