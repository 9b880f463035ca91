"""Finds the passages for a question, best first, with calibrated scores."""
