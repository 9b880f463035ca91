"""Writes the answer with a model: its prompt, its attempts, and what is kept of its text."""
