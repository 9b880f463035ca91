"""Whoever writes, what it is told, and what becomes of its text."""
