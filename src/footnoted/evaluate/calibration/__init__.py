"""Measures a book with its own text and with questions about other subjects; the result is its marks."""
