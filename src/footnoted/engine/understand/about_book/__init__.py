"""Questions about the book itself: its contents, a part of it by name, what it is about."""
