"""What each format says, read as its reader would see it: one module a format, listed in formats.py."""
