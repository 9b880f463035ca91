"""Footnoted makes a book answer for itself: every sentence footnoted, or an honest "the book does not say"."""

__version__ = "0.1.0"
