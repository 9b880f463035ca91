"""Checks whether citations open: compares the links of a book with the site that was built from it."""
