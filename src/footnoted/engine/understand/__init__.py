"""Understands what is asked: a request about the book, a selection, a follow-up, or a complete question."""
