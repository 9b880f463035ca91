"""Writes answers: the prompt for a model, the filters on its text, and the attempts until an answer is complete."""
