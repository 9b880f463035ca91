"""Checks whether a sentence says what its source says: aligns words and weighs differences. Knows no model, no link."""
