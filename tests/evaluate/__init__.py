"""Is it any good: the arithmetic, the sets, the marks of a book."""
