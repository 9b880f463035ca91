"""Answers in the book's own sentences, without a language model."""
